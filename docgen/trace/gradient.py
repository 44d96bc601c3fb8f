"""Gradient checks: a recorded backward call against central differences of its forward call.

A forward call is paired with the backward call that receives what it returned (the very object).
`sum(output * cotangent)` is differenced on fresh copies of the forward call's arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
import numpy as np

from docgen.trace.cells import CellError, parse_cell
from docgen.trace.copies import deep_copy
from docgen.trace.difference import Objective
from docgen.trace.encode import encode
from docgen.trace.kept import Kept
from docgen.trace.pairing import Pairing, short
from docgen.trace.plan import FunctionPlan, GradientPlan, GradientResult, RunPlan, Watch
from docgen.trace.recorder import ProbedFunction, Recorder


@dataclass
class Gradient:
    """What a run told about one gradient plan.

    Attributes:
        arguments: Copies of each forward call's arguments.
        pairing: Backward calls with the forward calls whose returned object they received.
    """

    plan: GradientPlan
    arguments: dict[int, dict[str, object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with no calls paired."""
        self.pairing = Pairing(self.plan.forward, self.plan.backward)

    def key(self, place: str, cell: str) -> str:
        """The key of a silent watch of this check; no page can write it."""
        return f"\0{self.plan.key}\0{place}\0{cell}"

    def watches(self) -> list[Watch]:
        """Cells of the backward function that are kept as copies."""
        cells = [("entry", self.plan.cotangent)]
        for gradient, _ in self.plan.pairs:
            cells += [("exit", gradient)]
            if _is_place(gradient):
                cells += [("entry", gradient)]
        unique = dict.fromkeys(cells)
        return [
            Watch(self.key(when, cell), None, "entry" if when == "entry" else "exit", cell)
            for when, cell in unique
        ]

    def enter_forward(self, call: int, arguments: dict[str, object]) -> None:
        """Keep copies of the arguments of a forward call."""
        copied = deep_copy(arguments)
        assert isinstance(copied, dict)
        self.arguments[call] = copied

    def paired(self) -> tuple[int, int] | str:
        """The first backward call whose forward call is known, or why there is none."""
        if not self.pairing.takes:
            return f"the run never calls `{short(self.plan.backward)}`"
        if not self.arguments:
            return f"the run never calls `{short(self.plan.forward)}`"
        if self.pairing.pairs:
            backward = min(self.pairing.pairs)
            return backward, self.pairing.pairs[backward][0]
        if len(self.arguments) == 1:
            return 0, next(iter(self.arguments))
        return (
            f"no call of `{short(self.plan.backward)}` receives an object that one of the "
            f"{len(self.arguments)} calls of `{short(self.plan.forward)}` returned"
        )


def probed_functions(plan: RunPlan, gradients: list[Gradient]) -> list[ProbedFunction]:
    """The functions of a plan, those of its gradient checks included, each once."""
    plans: dict[str, FunctionPlan] = {}
    for function in plan.functions:
        name = function.name
        known = plans.get(name)
        watches = tuple(dict.fromkeys((*(known.watches if known else ()), *function.watches)))
        plans[name] = msgspec.structs.replace(function, watches=watches)
    for gradient in gradients:
        for name in (gradient.plan.forward, gradient.plan.backward):
            module, _, qualname = name.partition(":")
            plans.setdefault(name, FunctionPlan(module, "", qualname, 0))
        backward = plans[gradient.plan.backward]
        watches = (*backward.watches, *gradient.watches())
        plans[gradient.plan.backward] = msgspec.structs.replace(backward, watches=watches)
    functions = {name: ProbedFunction(function) for name, function in plans.items()}
    for gradient in gradients:
        forward = functions[gradient.plan.forward]
        forward.on_enter.append(gradient.enter_forward)
        forward.on_leave.append(gradient.pairing.leave_maker)
        functions[gradient.plan.backward].on_enter.append(gradient.pairing.enter_taker)
    return list(functions.values())


Compare = Callable[[Objective, GradientResult, np.ndarray, float], GradientResult]
"""Of an objective, a result, the gradient of the code and the step: the result with its gap."""


def check(
    gradient: Gradient, recorder: Recorder, mutated: list[str], compare: Compare | None
) -> list[GradientResult]:
    """One result per pair; without `compare` only what the backward call made of it."""
    plan = gradient.plan
    calls = gradient.paired()
    results = []
    objective: Objective | None = None
    for cell, wrt in plan.pairs:
        result = GradientResult(plan.key, cell, wrt)
        try:
            if isinstance(calls, str):
                raise CellError(calls)
            made = _made(gradient, recorder, cell, calls[0])
            result = msgspec.structs.replace(result, backward=encode(made))
            if compare is not None:
                if objective is None:
                    objective = Objective.build(
                        plan,
                        gradient.arguments[calls[1]],
                        _read(recorder, gradient.key("entry", plan.cotangent), calls[0]),
                    )
                    mutated += objective.mutated
                result = compare(objective, result, made, plan.step)
        except CellError as problem:
            result = msgspec.structs.replace(result, problem=str(problem), code=problem.code)
        except Exception as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            sentence = f"`{short(plan.forward)}` made again raised {said}"
            result = msgspec.structs.replace(result, problem=sentence)
        results.append(result)
    return results


def _made(gradient: Gradient, recorder: Recorder, cell: str, call: int) -> np.ndarray:
    """The gradient that a backward call made: what it left, or what it added to what was there."""
    left = _numbers(_read(recorder, gradient.key("exit", cell), call), cell)
    before = _before(recorder.kept, gradient.key("entry", cell), call)
    if isinstance(before, np.ndarray) and before.dtype.kind == "f" and before.shape == left.shape:
        added: np.ndarray = left - before
        return added
    return left


def _before(kept: Kept, key: str, call: int) -> object:
    try:
        return kept.last(key, call)
    except CellError:
        return None


def _read(recorder: Recorder, key: str, call: int) -> object:
    if call not in recorder.kept.calls(key):
        raise CellError(f"`{key.rpartition(chr(0))[2]}` was not reached in that call")
    return recorder.kept.last(key, call)


def _numbers(value: object, cell: str) -> np.ndarray:
    numbers = np.asarray(value)
    if numbers.dtype.kind not in "fiub":
        raise CellError(f"`{cell}` is no array of real numbers")
    return numbers


def _is_place(cell: str) -> bool:
    """Whether a cell is a subscript or an attribute that a call can add to."""
    try:
        tree = parse_cell(cell).tree
    except CellError:
        return False
    return isinstance(tree, ast.Subscript | ast.Attribute) and not cell.startswith("return")
