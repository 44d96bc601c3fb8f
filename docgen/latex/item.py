r"""Tokens as nested items: groups, brackets, fractions and environments, each with its scripts.

`read_items(r"W_1^{\top} x")` is two items: `W` with subscript `1` and superscript `\top`, and `x`.
Items that mean the same have the same key, whatever braces, order of scripts or spacing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from docgen.diagnostics import Fault, suggest
from docgen.latex.bars import pair_bars
from docgen.latex.table import COMMANDS, ENVIRONMENTS, REFUSED
from docgen.latex.token import Token, scan_tokens, unsupported
from docgen.text import Span

Key = tuple[object, ...]
_CLOSERS = (*(text for text, row in COMMANDS.items() if row.kind == "close"), "}")
_NEAR = 0.7
_OPENERS = {r"\lbrace": r"\{", r"\lbrack": "[", r"\lvert": "|", r"\lVert": "‖"}


@dataclass(frozen=True)
class Item:
    """One nucleus with its scripts.

    Attributes:
        kind: A kind of the table (`relation`, `letter`, ...), or `number`, `name`, `group`,
            `fence`, `rows`, `cases`, `matrix`, `sign`, `align`, `row`.
        text: What it says: digits, a letter, a word, the opening bracket.
        span: All its characters, scripts included.
        parts: Items inside: numerator and denominator, the inside of brackets.
        rows: Of an environment: rows of cells.
    """

    kind: str
    text: str
    span: Span
    nucleus: Span
    parts: tuple[tuple[Item, ...], ...] = ()
    rows: tuple[tuple[tuple[Item, ...], ...], ...] = ()
    sub: tuple[Item, ...] | None = None
    sup: tuple[Item, ...] | None = None
    primes: int = 0

    @cached_property
    def base_key(self) -> Key:
        """What the nucleus is, without scripts."""
        if not self.parts and not self.rows:
            return (self.kind, self.text, (), ())
        inner = tuple(keys(part) for part in self.parts)
        rows = tuple(tuple(keys(cell) for cell in row) for row in self.rows)
        return (self.kind, self.text, inner, rows)

    @cached_property
    def key(self) -> Key:
        """Nucleus, scripts and primes without places: equal for equal LaTeX."""
        sub = None if self.sub is None else keys(self.sub)
        sup = None if self.sup is None else keys(self.sup)
        return (self.base_key, sub, sup, self.primes)

    @property
    def has_scripts(self) -> bool:
        """Whether a subscript, a superscript or a prime stands on it."""
        return self.sub is not None or self.sup is not None or self.primes > 0

    @property
    def is_bare_letter(self) -> bool:
        """Whether it is one letter without subscript and primes; a power may stand on it."""
        return self.kind == "letter" and self.sub is None and self.primes == 0

    @property
    def is_bracket(self) -> bool:
        """Whether it is round, square or curly brackets with what they hold."""
        return self.kind == "fence" and self.text in ("(", "[", r"\{")

    def is_sign(self, *texts: str) -> bool:
        """Whether it is one of these signs, operators, relations or bars."""
        return self.kind in ("sign", "operator", "relation", "bar") and self.text in texts


def keys(items: tuple[Item, ...]) -> Key:
    """The keys of several items in a row."""
    return tuple(item.key for item in items)


def read_items(latex: str) -> tuple[Item, ...]:
    """The items of a formula, all of it.

    Raises:
        Fault: `unsupported-latex` for commands without a row in the table and for brackets,
            groups and environments that do not close.
    """
    reader = _Reader(latex, scan_tokens(latex))
    return reader.run(None)


class _Reader:
    def __init__(self, latex: str, tokens: tuple[Token, ...]) -> None:
        self.latex = latex
        self.tokens = tokens
        self.at = 0
        self.is_script = False

    @property
    def token(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def run(self, opened: Token | None, closers: tuple[str, ...] = ()) -> tuple[Item, ...]:
        """Items up to one of the closers, which is left; to the end if nothing is open."""
        items: list[Item] = []
        while (token := self.token) is not None:
            if token.text in closers and token.kind in ("sign", "command", "end"):
                return pair_bars(tuple(items), bool(opened and opened.text == "["), self.latex)
            if token.text in ("_", "^", "'") and token.kind == "sign":
                raise unsupported(f"`{token.text}` without a base", token.span)
            row = COMMANDS.get(token.text)
            if row is not None and row.kind == "bar" and token.kind in ("sign", "command"):
                # Scripts of a bar belong to what it closes; `pair_bars` puts them there.
                items.append(self._bar(token))
                continue
            item = self.scripted(self.nucleus())
            if item.kind != "group" or len(item.parts[0]) == 1:
                items.append(item)
            elif not item.has_scripts:
                # Braces cannot be seen, so they group nothing: `a/{b c}` is `a/b c`.
                items.extend(item.parts[0])
            else:
                text = self.latex[item.nucleus.start : item.nucleus.end]
                message = f"scripts on `{text}`, whose braces cannot be seen"
                raise unsupported(message, item.span, "put brackets round it")
        if opened is not None:
            raise unsupported(f"`{opened.text}` is never closed", opened.span)
        return pair_bars(tuple(items), False, self.latex)

    def _bar(self, token: Token) -> Item:
        self.at += 1
        kind = "sign" if self.is_script and self._is_lone(token) else "bar"
        bar = Item(kind, COMMANDS[token.text].word, token.span, token.span)
        return self.scripted(bar)

    def _is_lone(self, bar: Token) -> bool:
        r"""Whether no other bar stands in the same script: `P_{k|k-1}` is a name."""
        start = self.at - 1
        depth, bars = 0, 0
        while start >= 0 and depth >= 0:
            depth += {"}": 1, "{": -1}.get(self.tokens[start].text, 0)
            start -= 1
        for token in self.tokens[start + 2 :]:
            depth += {"{": 1, "}": -1}.get(token.text, 0)
            bars += token.text == bar.text
            if depth < -1:
                break
        return bars == 1

    def nucleus(self) -> Item:
        """The next item without scripts."""
        token = self.tokens[self.at]
        self.at += 1
        if token.kind in ("letter", "number"):
            return Item(token.kind, token.text, token.span, token.span)
        if token.kind == "name":
            text = token.text if token.font == "upright" else f"{token.font}:{token.text}"
            if token.font == "italic" and len(token.text) == 1:
                return Item("letter", token.text, token.span, token.span)
            return Item("name", text, token.span, token.span)
        if token.kind == "begin":
            return self.environment(token)
        if token.kind == "end":
            raise unsupported(f"`{token.text}` was not begun", token.span)
        if token.text == "{":
            return self.group(token)
        if token.text == r"\mid" and self.is_script:
            return Item("sign", "|", token.span, token.span)
        if token.text in REFUSED:
            raise unsupported(f"`{token.text}` is not read", token.span, REFUSED[token.text])
        if token.text == "\\\\":
            return Item("row", token.text, token.span, token.span)
        if token.text == "&":
            return Item("align", "&", token.span, token.span)
        if token.text == ":" and self._next_is("="):
            end = self.tokens[self.at].span.end
            self.at += 1
            return Item("relation", ":=", Span(token.span.start, end), Span(token.span.start, end))
        row = COMMANDS.get(token.text)
        if row is None:
            return self.sign(token)
        if row.kind == "open":
            return self.fence(token, row.word)
        if row.kind == "close":
            raise unsupported(f"`{token.text}` closes nothing", token.span)
        parts: tuple[tuple[Item, ...], ...]
        if row.kind == "fraction":
            parts = (self.argument(token), self.argument(token))
        elif row.kind == "root":
            parts = self.root(token)
        elif row.kind == "accent":
            parts = (self.argument(token),)
        else:
            return Item(row.kind, row.word, token.span, token.span)
        span = Span(token.span.start, self.tokens[self.at - 1].span.end)
        return Item(row.kind, row.word, span, span, parts)

    def sign(self, token: Token) -> Item:
        if token.kind == "sign" and token.text in ",;:.!":
            return Item("sign", token.text, token.span, token.span)
        near = None
        if token.kind == "command":
            # Without the backslashes, which make any two commands alike.
            words = [name[1:] for name in COMMANDS if name[0] == "\\" and name[1:].isalpha()]
            near = suggest(token.text[1:], words, _NEAR)
        raise unsupported(
            f"`{token.text}` is not read", token.span, rf"write `\{near}`" if near else ""
        )

    def scripted(self, item: Item) -> Item:
        """The item with the scripts that follow it, in either order."""
        sub, sup, primes = item.sub, item.sup, item.primes
        first = self.at
        while (token := self.token) is not None and token.kind == "sign":
            if token.text == "'":
                self.at += 1
                primes += 1
            elif token.text in "_^":
                below = token.text == "_"
                if (sub if below else sup) is not None:
                    raise unsupported(f"a second `{token.text}` on one symbol", token.span)
                self.at += 1
                outer, self.is_script = self.is_script, True
                script = self.argument(token)
                self.is_script = outer
                sub, sup = (script, sup) if below else (sub, script)
            else:
                break
        if self.at == first:
            return item
        span = Span(item.span.start, self.tokens[self.at - 1].span.end)
        return replace(item, span=span, sub=sub, sup=sup, primes=primes)

    def argument(self, taker: Token) -> tuple[Item, ...]:
        r"""What a command or script takes: a group's inside, or one item without scripts."""
        token = self.token
        if token is None or token.text in ("}", "_", "^", "'", "&", "\\\\"):
            raise unsupported(f"`{taker.text}` lacks an argument", taker.span)
        if token.text == "{" and token.kind == "sign":
            self.at += 1
            inner = self.run(token, ("}",))
            self.at += 1
            if not inner:
                raise unsupported("an empty group", Span(token.span.start, token.span.end + 1))
            return _unbraced(inner)
        if token.kind == "number" and len(token.text) > 1:
            self._cut(token, taker)
        return (self.nucleus(),)

    def _cut(self, token: Token, taker: Token) -> None:
        r"""Leave the first digit alone: `\frac12` is one half, and `x_12` is refused."""
        if not token.text.isdigit() or taker.text in ("_", "^", r"\sqrt"):
            cure = f"write `{taker.text}{{{token.text}}}`"
            raise unsupported(f"`{taker.text}{token.text}` lacks braces", token.span, cure)
        start, end = token.span.start, token.span.end
        halves = (
            Token("number", token.text[0], Span(start, start + 1)),
            Token("number", token.text[1:], Span(start + 1, end)),
        )
        self.tokens = (*self.tokens[: self.at], *halves, *self.tokens[self.at + 1 :])

    def group(self, token: Token) -> Item:
        """A group; that of one item is the item."""
        inner = self.run(token, ("}",))
        end = self.tokens[self.at].span.end
        self.at += 1
        span = Span(token.span.start, end)
        if not inner:
            raise unsupported("an empty group", span)
        inner = _unbraced(inner)
        if len(inner) == 1 and inner[0].kind in ("sign", "align", "row", "separator"):
            raise unsupported(f"`{self.latex[span.start : span.end]}` is not read", span)
        if len(inner) == 1 and not (inner[0].has_scripts and self._next_is("_", "^", "'")):
            return replace(inner[0], span=span)
        return Item("group", "{", span, span, (inner,))

    def _next_is(self, *texts: str) -> bool:
        token = self.token
        return token is not None and token.kind == "sign" and token.text in texts

    def fence(self, token: Token, closer: str) -> Item:
        inner = self.run(token, _CLOSERS)
        last = self.tokens[self.at]
        found = "" if last.text == "}" else COMMANDS[last.text].word
        if found.lstrip("\\") != closer.lstrip("\\"):
            raise unsupported(f"`{token.text}` is never closed", token.span)
        self.at += 1
        span = Span(token.span.start, last.span.end)
        opener = _OPENERS.get(token.text, token.text)
        return Item("fence", opener, span, span, (inner,))

    def root(self, token: Token) -> tuple[tuple[Item, ...], ...]:
        if self._next_is("["):
            opened = self.tokens[self.at]
            self.at += 1
            degree = self.run(opened, ("]",))
            self.at += 1
            return self.argument(token), degree
        return (self.argument(token),)

    def environment(self, begun: Token) -> Item:
        kind = ENVIRONMENTS.get(begun.text)
        if kind is None:
            near = suggest(begun.text, ENVIRONMENTS)
            raise unsupported(
                f"environment `{begun.text}` is not read",
                begun.span,
                f"write `{near}`" if near else "",
            )
        inner = self.run(begun, tuple(token.text for token in self.tokens if token.kind == "end"))
        end = self.tokens[self.at]
        if end.text != begun.text:
            raise unsupported(f"`{begun.text}` is ended as `{end.text}`", end.span)
        self.at += 1
        rows: list[tuple[tuple[Item, ...], ...]] = []
        for line in _split(inner, "row"):
            rows.append(tuple(_split(line, "align")))
        if rows and rows[-1] == ((),):
            rows.pop()
        span = Span(begun.span.start, end.span.end)
        if not rows:
            raise unsupported(f"`{begun.text}` is empty", span)
        return Item(kind, begun.text, span, span, rows=tuple(rows))


def _unbraced(items: tuple[Item, ...]) -> tuple[Item, ...]:
    while len(items) == 1 and items[0].kind == "group" and not items[0].has_scripts:
        items = items[0].parts[0]
    return items


def _split(items: tuple[Item, ...], kind: str) -> list[tuple[Item, ...]]:
    lines: list[tuple[Item, ...]] = []
    start = 0
    for at, item in enumerate(items):
        if item.kind == kind:
            lines.append(items[start:at])
            start = at + 1
    lines.append(items[start:])
    return lines


def span_of(items: tuple[Item, ...]) -> Span:
    """From the first to the last of some items; at least one."""
    return Span(items[0].span.start, items[-1].span.end)


def fault_at(code: str, message: str, span: Span, cure: str = "", *notes: str) -> Fault:
    """A fault at characters of the formula, with what to type and notes."""
    return Fault(code, message, within=span, notes=notes, help=cure)
