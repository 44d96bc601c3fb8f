"""Numbers that a statement computes with and that its equation does not name.

`y = x W` for `y = scale * (x @ W)` passes where `scale` is 1 in every run. What feeds the statement
is followed up to what the equation names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from docgen.links.cell import base_name
from docgen.links.place import Place, Surroundings, normal
from docgen.source.flow import NodeKey, Step

_SIZES = ("shape", "size", "ndim")


def unnamed(
    around: Surroundings, compared: Collection[NodeKey], named: Iterable[str]
) -> list[tuple[Place, float]]:
    """Where each such number is read, and the value at which it could be left out.

    Args:
        compared: Statements whose values are compared.
        named: Cells and names of the code that the equation reads.
    """
    cells = frozenset(map(normal, named))
    search = _Search(around, cells, frozenset(map(base_name, cells)))
    found: dict[tuple[str, float], Place] = {}
    pending = sorted(compared)
    seen = set(pending)
    while pending:
        step = around.flow.step(pending.pop(0))
        if step is None:
            continue
        for one in step.operands:
            if one.text not in search.named and search.is_open(step, one.names):
                place = Place(around.function, "before", step.node, one.text)
                found.setdefault((one.text, one.neutral), place)
        givers = {giver for name in step.loads for giver in search.givers(step, name)}
        pending += sorted(givers - seen)
        seen |= givers
    return [(place, neutral) for (_, neutral), place in found.items()]


@dataclass(frozen=True)
class _Search:
    """What an equation names, and what else its statements are fed by."""

    around: Surroundings
    named: frozenset[str]
    bases: frozenset[str]
    _seen: dict[tuple[NodeKey, str], bool] = field(default_factory=dict)

    def is_open(self, step: Step, names: Iterable[str]) -> bool:
        """Whether one of the names a statement reads rests on an argument that is not named."""
        return any(self._is_open(step, name) for name in names)

    def givers(self, step: Step, name: str) -> frozenset[NodeKey]:
        """The statements behind a name that is not the equation's own, nor a part of such."""
        if self._is_named(name):
            return frozenset()
        return self.around.flow.reaching.of(step.node, name, is_after=False)

    def _is_named(self, name: str) -> bool:
        """Whether the equation reads it, what it is a part of, or an item of it."""
        # Of a dictionary of which the equation reads an item, others are not told apart.
        is_part = any(name == one or name.startswith(f"{one}.") for one in self.named)
        return is_part or name in self.bases

    def _is_open(self, step: Step, name: str) -> bool:
        key = (step.node, name)
        if key not in self._seen:
            self._seen[key] = False  # what a loop leads back to says nothing new
            self._seen[key] = self._rests(step, name)
        return self._seen[key]

    def _rests(self, step: Step, name: str) -> bool:
        # Sizes that are 1 in every run are found by the letters of shapes.
        if self._is_named(name) or name.rpartition(".")[2] in _SIZES:
            return False
        steps = [self.around.flow.step(giver) for giver in self.givers(step, name)]
        if not steps:
            return name.partition(".")[0] in self.around.flow.parameters
        return any(one is not None and self.is_open(one, sorted(one.loads)) for one in steps)
