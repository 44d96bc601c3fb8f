r"""Which declared names a formula holds, by its tokens: where `X_n` stands, no `X` does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docgen.links.symbol import Symbol

_TOKEN = re.compile(r"\\(?:operatorname|mathrm|text)\*?\{[^{}]*\}|\\[A-Za-z]+|\\.|\S")


def used_symbols(latex: str, symbols: Sequence[Symbol]) -> list[Symbol]:
    """The symbols that a formula holds, longest first: where `X_n` stands, no `X` does."""
    rest = _TOKEN.findall(latex)
    used: set[str] = set()
    names = {symbol.latex: _TOKEN.findall(symbol.latex) for symbol in symbols}
    for name, tokens in sorted(names.items(), key=lambda each: -len(each[1])):
        for at in range(len(rest) - len(tokens) + 1):
            if rest[at : at + len(tokens)] == tokens:
                used.add(name)
                rest[at : at + len(tokens)] = [""] * len(tokens)
    return [symbol for symbol in symbols if symbol.latex in used]
