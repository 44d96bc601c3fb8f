r"""Characters of a formula together with the brackets that belong to them.

Of `\sigma(Z_i)` a product spans `\sigma(Z_i`: both factors, and no more; `whole` adds the `)`.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from docgen.latex.node import Node
from docgen.latex.walk import changed, parts_of
from docgen.text import Span

Tree = TypeVar("Tree", bound=Node)

_PARTNER = {")": "(", "]": "[", "}": "{", r"\}": r"\{", r"\rvert": r"\lvert", r"\rVert": r"\lVert"}
_PARTNER |= {r"\rangle": r"\langle", r"\rfloor": r"\lfloor", r"\rceil": r"\lceil"}
_WORD = r"(?:left|bigl|Bigl|biggl|Biggl|right|bigr|Bigr|biggr|Biggr|big|Big|bigg|Bigg)(?![A-Za-z])"
_BRACKET = r"\\[A-Za-z]+|\\.|[()\[\]{}]"
_SIGN = re.compile(_BRACKET, re.DOTALL)
_NEXT = re.compile(rf"\s*(?:\\{_WORD}\s*)?({_BRACKET})", re.DOTALL)
_LAST = re.compile(rf"(?:\\{_WORD}\s*)?({_BRACKET})\s*\Z", re.DOTALL)


def whole(latex: str, span: Span) -> Span:
    """The span with the partners of brackets that it cuts, where they stand right beside it."""
    opened: list[str] = []
    closing: list[str] = []
    for sign in _SIGN.findall(latex, span.start, span.end):
        if sign in _PARTNER.values():
            opened.append(sign)
        elif sign in _PARTNER:
            if opened and opened[-1] == _PARTNER[sign]:
                opened.pop()
            elif not opened:
                closing.append(_PARTNER[sign])
    start, end = span.start, span.end
    while opened:
        found = _NEXT.match(latex, end)
        if found is None or _PARTNER.get(found[1]) != opened.pop():
            break
        end = found.end()
    for wanted in closing:
        before = _LAST.search(latex, 0, start)
        if before is None or before[1] != wanted:
            break
        start = before.start()
    return Span(start, end)


def closed(node: Tree, latex: str) -> Tree:
    """The tree with every span made whole."""
    parts: dict[str, Any] = {name: _closed(getattr(node, name), latex) for name in parts_of(node)}
    span = whole(latex, node.span)
    return changed(node, span=node.span if span == node.span else span, **parts)


def _closed(value: object, latex: str) -> object:
    if isinstance(value, Node):
        return closed(value, latex)
    if isinstance(value, tuple):
        made = tuple(_closed(one, latex) for one in value)
        return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
    return value
