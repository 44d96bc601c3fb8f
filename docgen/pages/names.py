r"""Which declared names a formula holds, by its tokens: where `X_n` stands, no `X` does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from docgen.links.symbol import Symbol
from docgen.text import Span

TOKEN = re.compile(r"\\(?:operatorname|mathrm|text)\*?\{[^{}]*\}|\\[A-Za-z]+|\\.|\S")
"""What a formula is cut into; a name in letters of its own is one piece."""


def used_symbols(latex: str, symbols: Sequence[Symbol]) -> list[Symbol]:
    """The symbols that a formula holds, longest first: where `X_n` stands, no `X` does."""
    used = {name for name, _ in occurrences(latex, [symbol.latex for symbol in symbols])}
    return [symbol for symbol in symbols if symbol.latex in used]


def occurrences(latex: str, names: Iterable[str]) -> list[tuple[str, Span]]:
    """Where a formula holds names, longest first: where `X_n` stands, no `X` does."""
    tokens = list(TOKEN.finditer(latex))
    rest = [token[0] for token in tokens]
    found: list[tuple[str, Span]] = []
    cut = {name: TOKEN.findall(name) for name in names}
    for name, parts in sorted(cut.items(), key=lambda each: -len(each[1])):
        for at in range(len(rest) - len(parts) + 1 if parts else 0):
            if rest[at : at + len(parts)] == parts:
                span = Span(tokens[at].start(), tokens[at + len(parts) - 1].end())
                found.append((name, span))
                rest[at : at + len(parts)] = [""] * len(parts)
    return found
