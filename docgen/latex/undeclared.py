r"""Names in a formula of the running text that no row declares.

With `W_1` declared, `$W_1 q$` has the undeclared `q`; subscripts hold indices, which need no row.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from docgen.diagnostics import Fault
from docgen.latex.item import Item, read_items
from docgen.latex.name import function_head
from docgen.latex.steps import Steps
from docgen.latex.symbol import Declared, Names, shown
from docgen.text import Span

_BUILT_IN = frozenset({"e", "I", "delta", "pi", "partial", "d"})


def undeclared(
    latex: str, declared: Sequence[Declared], letters: Collection[str], functions: Collection[str]
) -> list[Span]:
    """The places of names that are neither declared, nor letters of shapes or indices.

    Args:
        letters: Letters of shapes, and indices that equations of the concept use.
        functions: Functions that equations of the site define.
    """
    try:
        items = read_items(latex)
    except Fault:
        return []  # claims nothing, and may be set all the same
    names = Names(declared)
    names.steps = Steps(len(latex))
    search = _Search(names, frozenset(letters) | _BUILT_IN, frozenset(functions))
    return list(dict.fromkeys(search.run(items)))


class _Search:
    def __init__(self, names: Names, letters: frozenset[str], functions: frozenset[str]) -> None:
        self.names = names
        self.letters = letters
        self.functions = functions

    def run(self, items: tuple[Item, ...]) -> list[Span]:
        found: list[Span] = []
        at = 0
        while at < len(items):
            try:
                match = self.names.match(items, at)
            except Fault as fault:
                # A declared base with other scripts: the name is another one, and has no row.
                if fault.code == "unbound-symbol" and not items[at].sup and _is_word(items[at]):
                    found.append(items[at].span)
                at += 1
                continue
            if match is not None:
                at += match.length
                continue
            item = items[at]
            if self._is_new(item):
                found.append(item.nucleus)
            for part in item.parts:
                if item.kind != "accent":
                    found += self.run(part)
            for row in item.rows:
                for cell in row:
                    found += self.run(cell)
            found += self.run(item.sup or ())
            at += 1
        return found

    def _is_new(self, item: Item) -> bool:
        if item.kind == "letter":
            return item.text not in self.letters
        if item.kind == "accent":
            return True
        if item.kind == "name":
            font = item.text.rpartition(":")[0]
            name = function_head(shown(item))
            is_known = name in self.functions or item.text in self.letters
            return font in ("", "bold", "script", "italic") and not is_known and _is_word(item)
        return False


def _is_word(item: Item) -> bool:
    r"""Whether it names something: words such as `\text{if}` and signs such as `\top` do not."""
    text = item.text.rpartition(":")[2]
    return text.isidentifier() and item.kind != "text"
