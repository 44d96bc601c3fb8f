"""Gradient checks made again where the root arrays of the run hold other numbers.

`dx = dy @ w` passes with `w = np.eye(4)`; with other numbers in `w` it is another gradient than
that of `x @ w`. One random direction tells, with two calls; entry by entry is only where it fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from docgen.trace.cells import CellError, evaluate, parse_cell
from docgen.trace.difference import Objective, agrees_along, difference
from docgen.trace.gradient import Gradient, check
from docgen.trace.pairing import short
from docgen.trace.plan import GradientResult
from docgen.trace.recorder import ProbedFunction, Recorder
from docgen.trace.roots import RootArrays
from docgen.trace.walk import arrays, found_arrays

FINER = 8
"""A gap that is the formula's own error shrinks where the step is so much smaller."""


@dataclass
class GradientRoots(RootArrays):
    """The root arrays of a replay that checks gradients.

    A backward call gets another cotangent and nothing else: what the example made before, from the
    numbers that the forward call had in the run as it is, would not belong to its new ones.

    Attributes:
        makers: Numbers of the forward functions.
        cotangents: Number of a backward function → cells of its cotangents.
        functions: All of them, by number.
        handed: (backward function, call) → parameters with arrays that no probed call had before.
    """

    makers: frozenset[int] = frozenset()
    cotangents: dict[int, tuple[str, ...]] = field(default_factory=dict)
    functions: Sequence[ProbedFunction] = ()
    handed: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    _has_made: bool = False

    def enter(
        self, function: int, call: int, arguments: tuple[object, ...], *, is_inside: bool
    ) -> None:
        """A probed call begins, within another one or not."""
        self._has_made |= function in self.makers
        if function not in self.cotangents or not self._has_made or is_inside:
            super().enter(function, call, arguments, is_inside=is_inside)
            return
        probed = self.functions[function]
        frame = dict(zip(probed.parameters, arguments, strict=True))
        counted = self.count, self.changed
        for text in self.cotangents[function]:
            try:
                cotangent = evaluate(parse_cell(text), frame)
            except CellError:
                continue
            for array, is_shared in found_arrays(cotangent):
                self._meet(array, is_inside=False, is_shared=is_shared)
        # A gradient is linear in its cotangent: another one alone makes no other point of it.
        self.count, self.changed = counted
        self.handed[probed.name, call] = tuple(
            name for name, value in frame.items() if any(map(self._is_foreign, arrays(value)))
        )
        super().enter(function, call, arguments, is_inside=True)

    def _is_foreign(self, array: np.ndarray) -> bool:
        """Whether it tells something that no probed call had; zeros are there to be added to."""
        is_telling = array.dtype.kind in "fiubc" and bool(array.any())
        return is_telling and not self._is_known(array)


def gradient_roots(
    number: int,
    passive: frozenset[str],
    loading: dict[tuple[str, str], None],
    functions: Sequence[ProbedFunction],
    gradients: Sequence[Gradient],
) -> GradientRoots:
    """The root arrays of a replay of these checks; in an even one no matrix stays symmetric."""
    numbers = {function.name: at for at, function in enumerate(functions)}
    cotangents: dict[int, tuple[str, ...]] = {}
    for gradient in gradients:
        backward = numbers[gradient.plan.backward]
        cotangents[backward] = (*cotangents.get(backward, ()), gradient.plan.cotangent)
    return GradientRoots(
        number,
        passive,
        loading,
        keeps_symmetry=number % 2 == 1,
        makers=frozenset(numbers[gradient.plan.forward] for gradient in gradients),
        cotangents=cotangents,
        functions=functions,
    )


def check_again(
    gradient: Gradient, recorder: Recorder, roots: GradientRoots
) -> list[GradientResult]:
    """One result per pair, without arrays; a gap of 0 where one direction shows none."""
    results = []
    for result in check(gradient, recorder, [], _compare):
        problem = result.problem
        calls = gradient.paired()
        if result.gap > result.tolerance and not problem and not isinstance(calls, str):
            handed = roots.handed.get((gradient.plan.backward, calls[0]), ())
            if handed:
                problem = (
                    f"`{short(gradient.plan.backward)}` is given `{handed[0]}`, with an array that "
                    f"`{short(gradient.plan.forward)}` neither received nor returned"
                )
        results.append(
            msgspec.structs.replace(
                result,
                backward=None,
                numeric=None,
                problem=problem,
                replay=roots.number,
                roots=roots.count,
                changed=roots.changed,
                is_unsymmetric=roots.has_broken_symmetry,
            )
        )
    return results


def _compare(
    objective: Objective, result: GradientResult, made: np.ndarray, step: float
) -> GradientResult:
    """The result with a gap only where it does not come from the step or from the numbers.

    Raises:
        CellError: Nothing can be compared.
    """
    if not (np.isfinite(objective.value) and np.isfinite(made).all()):
        raise CellError("with other numbers a value is not finite")
    random = np.random.default_rng(made.size)
    with np.errstate(all="ignore"):
        if agrees_along(objective, result, made, step, random):
            return result
    found = difference(objective, result, made, step)
    if found.gap <= found.tolerance:
        return found
    if not np.isfinite(found.gap):
        raise CellError("with other numbers a value is not finite")
    finer = difference(objective, result, made, step / FINER)
    is_settled = finer.gap > max(finer.tolerance, found.gap / 2)
    return found if is_settled else msgspec.structs.replace(found, gap=0.0, where="")
