"""Statements between the values that an equation reads and those that it is compared with.

With rows for `x` and `w`, the statement `z = half * 2` under $z = x w$ is fed by
`half = 0.5 * x * w`, which no row names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docgen.pages.check import Check
from docgen.source.flow import Flow, NodeKey

_PLACE = re.compile(r"[\w.]*\w")


def feeding(check: Check, flow: Flow) -> Iterator[NodeKey]:
    """The statements on which the linked ones rest, up to what the equation itself reads."""
    read = {
        found[0]
        for _, bound in check.ways
        for place in bound.places.values()
        if (found := _PLACE.match(place.expression.strip()))
    }
    pending: list[tuple[NodeKey, str]] = []
    for link in check.equation.links:
        if link.role != "tests" and link.anchor.node in check.linked:
            # Of `return z, dict(x=x)` the anchor `return[0]` is the first part alone.
            part = link.anchor.part if link.anchor.kind in ("return", "expression") else ""
            pending.append((link.anchor.node, part))
    seen = {node for node, _ in pending}
    while pending:
        node, part = pending.pop()
        step = flow.step(node)
        for name in sorted(step.loads) if step is not None else ():
            if name in read or (part and not _names(part, name)):
                continue
            for giver in flow.reaching.of(node, name, is_after=False) - seen:
                seen.add(giver)
                pending.append((giver, ""))
                yield giver


def _names(part: str, name: str) -> bool:
    """Whether an expression holds a name or a chain of attributes."""
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", part) is not None
