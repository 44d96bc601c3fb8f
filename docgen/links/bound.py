r"""An equation tied to the code, and what it asks of a run.

Of `Z = X_n W_1` it holds that `Z` is read after the statement that binds it, and `Xn` before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from docgen.evaluation.inputs import Inputs
from docgen.evaluation.term import Formula, Leaf
from docgen.links.call import BoundCall
from docgen.links.compare import Compared
from docgen.links.place import Place, Surroundings
from docgen.links.runs import Run, clash_key, plan_name
from docgen.source.flow import NodeKey
from docgen.trace.plan import DerivativePlan, EquationPlan, Reading

Versions = tuple[int, int]


@dataclass
class BoundEquation:
    """All that a run needs to evaluate an equation.

    Attributes:
        places: Leaf → where it is read.
        comparisons: Of each statement of the formula, what it is compared with.
        used: LaTeX of the symbols whose rows the equation rests on.
        compared: Statements of the code whose values are compared.
        moved: Symbol → its versions on the right and on the left; a symbol that no equation gives
            a new value has one. None where it may have any.
        sources: Which equations of the site it puts in: name on the whole site → title.
        inlined: Symbols without code whose definitions it puts in.
        inputs: What of it and beside it the function was given.
        beside: Where what it does not name of them is read.
    """

    surroundings: Surroundings
    formula: Formula
    places: dict[str, Place]
    comparisons: tuple[Compared, ...]
    calls: tuple[BoundCall, ...]
    derivatives: tuple[tuple[str, str, Place, Place], ...]
    used: dict[str, None]
    compared: set[NodeKey]
    moved: Mapping[str, Versions | None]
    sources: dict[str, str]
    inlined: dict[str, None]
    inputs: Inputs
    beside: Mapping[str, Place]

    @property
    def anchors(self) -> tuple[Place, ...]:
        """Of each statement, where its left side is read."""
        return tuple(one.shown for one in self.comparisons)

    @property
    def by_binding(self) -> tuple[bool, ...]:
        """Of each statement, whether all its sides are the same value."""
        return tuple(one.is_same for one in self.comparisons)

    @property
    def trusted(self) -> tuple[str, ...]:
        """Functions of the code that the checking side calls."""
        return tuple(dict.fromkeys(name for call in self.calls for name in call.called))

    @property
    def replayed(self) -> tuple[str, ...]:
        """Functions of the code that are made again for a derivative."""
        return tuple(dict.fromkeys(of.function.function for _, _, of, _ in self.derivatives))

    def plan(self, run: Run, key: str) -> EquationPlan:
        """Ask a run for every place, and say how the equation is put together from them."""
        home = plan_name(self.surroundings.function)
        readings = tuple(
            Reading(leaf, place.watch(run), plan_name(place.function), place.is_paired, place.index)
            for leaf, place in (*self.places.items(), *self.beside.items())
        )
        derivatives = tuple(
            DerivativePlan(
                of,
                by,
                plan_name(above.function),
                above.watch(run),
                below.watch(run),
                above.is_paired,
            )
            for of, by, above, below in self.derivatives
        )
        clash = {
            leaf.name: clash_key(home, leaf.symbol, version)
            for leaf in self.formula.leaves
            if (version := self._version(leaf)) is not None
        }
        for leaf, name in list(clash.items()):
            entry = self.surroundings.entry(self.places[leaf])
            if entry is not None:
                # Nothing binds the argument anew, so what is read of it must be what was given.
                readings += (Reading(f"@{leaf}", entry.watch(run), home),)
                clash[f"@{leaf}"] = name
        return EquationPlan(
            key,
            home,
            self.formula,
            tuple(one.anchor.watch(run) for one in self.comparisons),
            readings,
            tuple(call.plan(run) for call in self.calls),
            derivatives,
            clash,
            loops=tuple(self._loops(run, one) for one in self.comparisons),
            literals=self._literals(),
            inputs=self.inputs,
        )

    def _literals(self) -> tuple[float, ...]:
        """Numbers that the function writes, but for those that a row of the page names."""
        cells = {place.expression for place in self.places.values()}
        found = {
            number
            for number, name in self.surroundings.flow.numbers
            if name not in cells and not {str(number), format(number, ".15g")} & cells
        }
        return tuple(sorted(found))

    def _loops(self, run: Run, one: Compared) -> tuple[str, ...]:
        """Watches that are hit as an iteration of each loop around a statement begins."""
        around = self.surroundings
        step = around.flow.step(one.anchor.node) if one.anchor.node is not None else None
        firsts = step.loops if step is not None else ()
        return tuple(run.watch(around.function, "before", first, "") for first in firsts)

    def _version(self, leaf: Leaf) -> int | None:
        """Which of the values of its symbol a leaf is; None where it may be any."""
        if leaf.name.startswith("+"):
            return None
        versions = self.moved.get(leaf.symbol, (0, 0))
        return None if versions is None else versions[leaf.name.endswith("<")]
