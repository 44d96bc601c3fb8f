"""How what the code computed can be computed again from other numbers: by verified equations.

The left side of `FFN(x) = ReLU(x W_1 + b_1) W_2 + b_2` is the cell of Narrow, which reads the cell
of ReLU, which reads that of Widen, which reads x: `chain` gives these three as steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from docgen.evaluation.extent import ANY, measure
from docgen.evaluation.term import Problem, Term
from docgen.links.letters import without_spans
from docgen.pages.editable import holds_all, recorded
from docgen.pages.tried import Tried, cells
from docgen.trace.sample import Numbers, Sample

EQUAL = ("=",)


@dataclass(frozen=True, slots=True)
class Giver:
    """A tried statement of an equation that may stand in for the code.

    Attributes:
        equation: Id of the equation on its page.
        number: Of the statement among those of the equation that can be tried.
    """

    equation: str
    number: int
    tried: Tried


@dataclass(frozen=True, slots=True)
class Link:
    """One step: an equation that gives a cell.

    Attributes:
        gives: The leaf of that equation that is given.
        inputs: Any other leaf of it → a leaf of the equation being tried, or the number of an
            earlier step.
        axes: Of the array it gives, the letter of each axis; empty for one without a letter.
        fills: The leaf of the equation being tried that it stands in for; empty for none.
    """

    equation: str
    statement: int
    gives: str
    inputs: dict[str, str | int]
    axes: list[str]
    fills: str = ""


def chain(tried: Tried, givers: Sequence[Giver]) -> list[Link]:
    """The steps that give all that the code computed for a statement; none where not all is given.

    Args:
        givers: Of verified equations of the same concept, itself not among them.
    """
    sought = recorded(tried.formula, tried.statement)
    if not sought or _is_opaque(tried.sample):
        return []
    others = [one for one in givers if _gives(one.tried, tried) and not _repeats(one.tried, tried)]
    return _Search(tried, others).found(sought)


@dataclass
class _Search:
    tried: Tried
    givers: Sequence[Giver]
    links: list[Link] = field(default_factory=list)
    _open: list[object] = field(default_factory=list)
    _made: dict[object, int] = field(default_factory=dict)

    def found(self, sought: set[str]) -> list[Link]:
        self.given = {key: leaf.name for leaf, key in cells(self.tried) if leaf.name not in sought}
        for leaf, key in cells(self.tried):
            if leaf.name not in sought:
                continue
            source = self._source(key, self.tried.sample.values[leaf.name])
            if not isinstance(source, int) or self.links[source].fills:
                return []
            self.links[source] = replace(self.links[source], fills=leaf.name)
        filled = {one.fills for one in self.links}
        return self.links if sought <= filled else []

    def _source(self, key: object, value: Numbers) -> str | int | None:
        """What gives a cell: a leaf that the reader can change, or a step."""
        if key is None:
            return None
        name = self.given.get(key)
        if name is not None:
            return name if self.tried.sample.values[name] == value else None
        if key in self._made:
            return self._made[key]
        if key in self._open:
            return None
        self._open.append(key)
        count = len(self.links)
        source = None
        for giver in self.givers:
            source = self._step(giver, key, value)
            if source is not None:
                self._made[key] = source
                break
            del self.links[count:]
            self._made = {one: at for one, at in self._made.items() if at < count}
        self._open.pop()
        return source

    def _step(self, giver: Giver, key: object, value: Numbers) -> int | None:
        left = _left(giver.tried)
        places = list(cells(giver.tried))
        given = {leaf.name: cell for leaf, cell in places}
        if left is None or given.get(left) != key or giver.tried.sample.values[left] != value:
            return None
        inputs: dict[str, str | int] = {}
        for leaf, cell in places:
            if leaf.name == left:
                continue
            source = self._source(cell, giver.tried.sample.values[leaf.name])
            if source is None:
                return None
            inputs[leaf.name] = source
        self.links.append(
            Link(giver.equation, giver.number, left, inputs, _axes(giver.tried) or [])
        )
        return len(self.links) - 1


def _is_opaque(sample: Sample) -> bool:
    return bool(sample.calls or sample.derivatives)


def _gives(one: Tried, other: Tried) -> bool:
    """Whether a statement says in full what a cell of that same call is."""
    statement = one.statement
    is_same_call = one.run is other.run and one.sample.call == other.sample.call
    is_whole = not statement.conditions and all(
        each.low is each.high is each.step is None for each in statement.free
    )
    is_plain = not statement.is_property and statement.relations == EQUAL
    if not (is_same_call and is_whole and is_plain) or _is_opaque(one.sample):
        return False
    left = _left(one)
    return left is not None and _axes(one) is not None and _sizes_agree(one, other)


def _repeats(one: Tried, other: Tried) -> bool:
    """Whether a statement says the same in the same words: it is no other way."""
    sides = [without_spans(side, (0, 0)) for side in other.statement.sides]
    return without_spans(one.statement.sides[1], (0, 0)) in sides


def _left(tried: Tried) -> str | None:
    """The leaf that a statement gives, which nothing else of it may read."""
    side = tried.statement.sides[0]
    leaf = side.args[0] if side.op == "at" else side
    if leaf.op != "leaf" or recorded(tried.formula, tried.statement) != {leaf.text}:
        return None
    value = tried.sample.values.get(leaf.text)
    is_number = value is not None and value.kind in ("float", "float32") and holds_all(value)
    return leaf.text if is_number else None


def _axes(tried: Tried) -> list[str] | None:
    """The letter of each axis of what is given; None where that cannot be told."""
    side = tried.statement.sides[0]
    name = side.args[0].text if side.op == "at" else side.text
    leaf = next(one for one in tried.formula.leaves if one.name == name)
    rank = len(tried.sample.values[name].shape)
    found = [""] * rank
    for letter, axis in leaf.letters:
        found[axis % rank] = letter
    visible = [axis for axis in range(rank) if not found[axis]]
    if leaf.target or len(leaf.letters) + len(visible) != rank:
        return None
    if leaf.shape is not None:
        many = len(visible) - len([axis for axis in leaf.shape if axis != ANY])
        if many < 0 or (many and ANY not in leaf.shape):
            return None
        at = leaf.shape.index(ANY) if ANY in leaf.shape else 0
        for count, axis in enumerate(visible[at : at + many]):
            found[axis] = f"…{count}"
        del visible[at : at + many]
    indices: tuple[Term, ...] = side.args[1:] if side.op == "at" else ()
    if len(indices) > len(visible) or any(one.op != "index" for one in indices):
        return None
    for axis, one in zip(visible, indices, strict=False):
        found[axis] = one.text
    letters = [one for one in found if one]
    is_told = {one.letter for one in tried.statement.free} <= set(letters)
    return found if is_told and len(set(letters)) == len(letters) else None


def _sizes_agree(one: Tried, other: Tried) -> bool:
    """Whether both mean the same by each letter of a shape."""
    known = []
    for each in (one, other):
        leaves = (*each.formula.leaves, *each.formula.sizing)
        sizes = measure(leaves, each.sample.values, {})
        if isinstance(sizes, Problem):
            return False
        known.append(sizes)
    return all(known[1].get(letter, size) == size for letter, size in known[0].items())
