r"""Declared symbols, found in a formula: longest first, with as many scripts as belong to the name.

With `dX_1` and `X_1` declared, `dX_1` is one name; with `W_1` declared, `W_{1,ij}` is `W_1` at
`ij`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache

from docgen.diagnostics import suggest
from docgen.latex.item import Item, Key, fault_at, keys, read_items
from docgen.latex.steps import Steps
from docgen.text import Span

ANY = "…"


@dataclass(frozen=True, slots=True)
class Declared:
    r"""A symbol that the page declares.

    Attributes:
        latex: As its row spells it, `dX_1^{\text{branch}}`; a function with its parameter,
            `\operatorname{FFN}(x)`.
        shape: Axes as arithmetic over letters; `…` for leading axes that the equation does not
            see; `("…",)` for one entry; None where none is declared. Of a function: its result.
        is_function: Whether the row is a function of what stands in its brackets.
        target: The axis that a position counts along, as in `(T,) in V`.
        argument: Of a function: the shape of its argument, where the row says it.
        arguments: Of a function of several: the shape of each, where all are known.
        letters: Positions that its cell leaves free, such as k of `$N_k$ | Nk[k]`: they are indices
            of every equation that names it.
    """

    latex: str
    shape: tuple[str, ...] | None
    is_function: bool = False
    target: str = ""
    argument: tuple[str, ...] | None = None
    letters: tuple[str, ...] = ()
    arguments: tuple[tuple[str, ...], ...] = ()

    @property
    def rank(self) -> int | None:
        """Axes that the equation sees; None where no shape is declared."""
        return None if self.shape is None else len([axis for axis in self.shape if axis != ANY])


@dataclass(frozen=True, slots=True)
class Entry:
    """A name as items; `dimension` is set for a letter of a Shape without a row of its own."""

    declared: Declared
    items: tuple[Item, ...]
    parameters: tuple[Item, ...] = ()
    dimension: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A name found: how many items it takes, and the scripts that are left of the last."""

    entry: Entry
    length: int
    span: Span
    sub: tuple[Item, ...] | None
    sup: tuple[Item, ...] | None


class Names:
    """The names of an equation."""

    def __init__(self, declared: Sequence[Declared], steps: Steps | None = None) -> None:
        self.steps = steps or Steps(0)
        entries = [_entry(one) for one in declared]
        self.entries = [entry for entry in entries if not _is_built_in(entry.items)]
        taken = {keys(entry.items) for entry in self.entries}
        for letter in dict.fromkeys(name for one in declared for name in dimensions(one)):
            for items in _spellings(letter):
                if keys(items) not in taken:
                    latex = Declared(letter, ())
                    self.entries.append(Entry(latex, items, dimension=letter))
        self.by_first: dict[Key, list[Entry]] = {}
        for entry in self.entries:
            self.by_first.setdefault(entry.items[0].base_key, []).append(entry)
        self.parameters: frozenset[str] = frozenset()

    def beside(self, parameters: Collection[str]) -> Names:
        """The names, with letters that stand for themselves: `t`, where `t_n` has a row."""
        names = copy(self)
        names.parameters = frozenset(parameters)
        return names

    def match(self, items: tuple[Item, ...], at: int) -> Match | None:
        """The declared name that starts at an item, or None.

        Raises:
            Fault: `unbound-symbol` where a declared base has other scripts; `ambiguous-latex`
                where two names share the scripts.
        """
        self.steps.take()
        if items[at].text in self.parameters and items[at].is_bare_letter:
            return None
        near = self.by_first.get(items[at].base_key)
        if near is None:
            return None
        fitting = [entry for entry in near if _has_base(entry.items, items, at)]
        if not fitting:
            return None
        length = max([len(entry.items) for entry in fitting])
        longest = [entry for entry in fitting if len(entry.items) == length]
        last = items[at + length - 1]
        found: list[tuple[int, Match]] = []
        span = Span(items[at].span.start, last.span.end)
        for entry in longest:
            rest = _decompose(entry.items[-1], last)
            if rest is not None:
                score, sub, sup = rest
                end = last.nucleus.end if score == 0 else last.span.end
                found.append((score, Match(entry, length, Span(span.start, end), sub, sup)))
        if not found:
            if length == 1 and all(entry.dimension for entry in longest):
                return None
            names = sorted({entry.declared.latex for entry in longest})
            text = _shown(items[at : at + length])
            nearest = suggest(text, names) or names[0]
            raise fault_at(
                "unbound-symbol",
                f"`{text}` has no row",
                span,
                f"write `{nearest}`, or add a row" if nearest else "add a row",
                "declared: " + ", ".join(f"`{name}`" for name in names),
            )
        best = max([score for score, _ in found])
        matches = [match for score, match in found if score == best]
        rows = [match for match in matches if not match.entry.dimension] or matches
        names = sorted({match.entry.declared.latex for match in rows})
        if len(names) > 1 and best > 0:
            raise fault_at(
                "ambiguous-latex",
                f"two names fit: `{names[0]}` and `{names[1]}`",
                span,
                "put the name in braces, and the other script outside",
                *(f"declared: `{name}`" for name in names),
            )
        after = at + length
        is_called = after < len(items) and items[after].is_bracket
        fitted = [one for one in rows if one.entry.declared.is_function == is_called]
        return (fitted or rows)[0]

    def has(self, letter: str) -> bool:
        """Whether a single letter is declared, or is the letter of a dimension."""
        return any(
            len(entry.items) == 1
            and entry.items[0].kind == "letter"
            and entry.items[0].text == letter
            and not entry.items[0].has_scripts
            for entry in self.entries
        )

    def nearest(self, text: str) -> str:
        """A help line with the nearest declared name, or without."""
        near = suggest(text, {e.declared.latex for e in self.entries if not e.dimension})
        return f"did you mean `{near}`?" if near else "add a row for it"


def dimensions(declared: Declared) -> Iterator[str]:
    """The letters of a symbol's shapes."""
    for axes in (declared.shape, declared.argument):
        for axis in axes or ():
            yield from _letters(axis)


@lru_cache(maxsize=1024)
def _letters(axis: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W\d]\w*", axis))


@lru_cache(maxsize=4096)
def _entry(declared: Declared) -> Entry:
    """A row as items; the equations of a concept share its rows."""
    items = read_items(declared.latex)
    while len(items) == 1 and items[0].kind == "group" and not items[0].has_scripts:
        items = items[0].parts[0]
    if not items:
        raise fault_at("unsupported-latex", "an empty name", Span(0, len(declared.latex)))
    parameters: tuple[Item, ...] = ()
    if declared.is_function and len(items) > 1 and items[-1].kind == "fence":
        parameters = items[-1].parts[0]
        items = items[:-1]
    return Entry(declared, items, parameters)


def _is_built_in(items: tuple[Item, ...]) -> bool:
    """Whether a row explains a sign or a vector of ones; it binds nothing."""
    first = items[0]
    if first.kind == "name" and first.text in ("bold:1", "double:1"):
        return True
    return len(items) == 1 and first.kind in ("operator", "relation", "implies", "mark")


@lru_cache(maxsize=1024)
def _spellings(letter: str) -> tuple[tuple[Item, ...], ...]:
    """How the dimension `d_k` may be spelled: `d_k`; `d_model`: `d_{\\text{model}}`."""
    base, _, script = letter.partition("_")
    if not base.isascii() or not letter.isascii():
        return ()
    nucleus = base if len(base) == 1 else rf"\mathrm{{{base}}}"
    if not script:
        return (read_items(nucleus),)
    spelled = [rf"{nucleus}_{{\mathrm{{{script.replace('_', ' ')}}}}}"]
    if script.isalnum():
        spelled.append(f"{nucleus}_{{{script}}}")
    return tuple(read_items(one) for one in spelled)


def _has_base(pattern: tuple[Item, ...], items: tuple[Item, ...], at: int) -> bool:
    if len(pattern) == 1:
        # Found by its base.
        return True
    end = at + len(pattern)
    if end > len(items) or pattern[-1].base_key != items[end - 1].base_key:
        return False
    return all(a.key == b.key for a, b in zip(pattern[:-1], items[at : end - 1], strict=True))


Scripts = tuple[Item, ...] | None


def _decompose(name: Item, item: Item) -> tuple[int, Scripts, Scripts] | None:
    """How many script items the name takes, and what is left; None if they do not fit."""
    if name.primes != item.primes:
        return None
    below = _rest(name.sub, item.sub)
    above = _rest(name.sup, item.sup)
    if below is None or above is None:
        return None
    if above[1] and name.sup is not None and not all(is_transpose(one) for one in above[1]):
        return None
    return below[0] + above[0], below[1], above[1]


def _rest(name: Scripts, script: Scripts) -> tuple[int, Scripts] | None:
    if name is None:
        return 0, script
    if script is None or len(script) < len(name):
        return None
    if any(one.key != other.key for one, other in zip(name, script, strict=False)):
        return None
    left = script[len(name) :]
    if not left:
        return len(name), None
    if left[0].is_sign(",") and len(left) > 1:
        return len(name), left[1:]
    return (len(name), left) if is_transpose(left[0]) else None


def is_transpose(item: Item) -> bool:
    r"""Whether it is `\top`, `\intercal`, `\mathsf{T}` or `\mathrm{T}`, which are never names."""
    if item.has_scripts:
        return False
    return item.kind == "transpose" or (item.kind == "name" and item.text in ("T", "sans:T"))


def _shown(items: tuple[Item, ...]) -> str:
    return "".join(shown(item) for item in items)


def shown(item: Item) -> str:
    """An item as short LaTeX, for messages and for names."""
    text = _nucleus(item)
    if item.sub is not None:
        text += f"_{_braced(item.sub)}"
    if item.sup is not None:
        text += f"^{_braced(item.sup)}"
    return text + "'" * item.primes


def _braced(items: tuple[Item, ...]) -> str:
    text = _shown(items)
    return text if len(text) == 1 else f"{{{text}}}"


_FONT_COMMANDS = {
    "bold": "mathbf",
    "double": "mathbb",
    "script": "mathcal",
    "mono": "mathtt",
    "fraktur": "mathfrak",
    "sans": "mathsf",
    "italic": "mathit",
}


def _nucleus(item: Item) -> str:
    inside = [_shown(part) for part in item.parts]
    if item.kind == "fence":
        closers = {"(": ")", "[": "]", r"\{": r"\}", "|": "|", "‖": r"\|"}
        opener = r"\|" if item.text == "‖" else item.text
        return f"{opener}{inside[0]}{closers.get(item.text, '')}"
    if item.kind == "group":
        return f"{{{inside[0]}}}"
    if item.kind == "accent":
        return f"\\{item.text}{{{inside[0]}}}"
    if item.kind == "fraction":
        return f"\\frac{{{inside[0]}}}{{{inside[1]}}}"
    if item.kind == "root":
        return f"\\sqrt{{{inside[0]}}}"
    if item.kind == "name":
        font, _, word = item.text.rpartition(":")
        return f"\\{_FONT_COMMANDS.get(font, 'mathrm')}{{{word}}}"
    if item.kind in ("letter", "constant", "function", "reduction") and len(item.text) > 1:
        return f"\\{item.text}"
    return item.text


def function_name(item: Item, with_scripts: bool = True) -> str:
    r"""The one spelling of a function that has no row: `\operatorname{LN}_1`."""
    bare = item if with_scripts else replace(item, sub=None, sup=None)
    return shown(bare).replace(r"\mathrm", r"\operatorname", 1)
