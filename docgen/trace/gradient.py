"""Gradient checks: a recorded backward call against central differences of its forward call.

A forward call is paired with the backward call that receives what it returned (the very object).
`sum(output * cotangent)` is differenced on fresh copies of the forward call's arguments.
"""

from __future__ import annotations

import ast
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
import numpy as np

from docgen.trace.cells import CellError, parse_cell
from docgen.trace.copies import deep_copy
from docgen.trace.difference import Objective, difference
from docgen.trace.encode import encode
from docgen.trace.plan import FunctionPlan, GradientPlan, GradientResult, RunPlan, Watch
from docgen.trace.recorder import ProbedFunction, Recorder

_HOLDERS = (dict, list, tuple)
"""Types that no weak reference can point to; holding one keeps no count of an array from being
what it is without docgen."""
_PLAIN = (type(None), bool, int, float, complex, str, bytes, np.generic)


@dataclass
class Gradient:
    """What a run told about one gradient plan.

    Attributes:
        arguments: Copies of each forward call's arguments.
        pairs: Backward call → the forward call whose returned object it received.
    """

    plan: GradientPlan
    arguments: dict[int, dict[str, object]] = field(default_factory=dict)
    pairs: dict[int, int] = field(default_factory=dict)
    backward_calls: int = 0
    _returned: dict[int, list[Callable[[], object]]] = field(default_factory=dict)

    def key(self, place: str, cell: str) -> str:
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
        copied = deep_copy(arguments)
        assert isinstance(copied, dict)
        self.arguments[call] = copied

    def leave_forward(self, call: int, value: object) -> None:
        members = [value, *value] if isinstance(value, tuple | list) else [value]
        self._returned[call] = [_reference(one) for one in members if not isinstance(one, _PLAIN)]

    def enter_backward(self, call: int, arguments: dict[str, object]) -> None:
        self.backward_calls += 1
        for forward in sorted(self._returned, reverse=True):
            made = [refer() for refer in self._returned[forward]]
            if any(one is argument for one in made for argument in arguments.values()):
                self.pairs[call] = forward
                return

    def paired(self) -> tuple[int, int] | str:
        """The first backward call whose forward call is known, or why there is none."""
        if not self.backward_calls:
            return f"the run never calls `{_short(self.plan.backward)}`"
        if not self.arguments:
            return f"the run never calls `{_short(self.plan.forward)}`"
        if self.pairs:
            backward = min(self.pairs)
            return backward, self.pairs[backward]
        if len(self.arguments) == 1:
            return 0, next(iter(self.arguments))
        return (
            f"no call of `{_short(self.plan.backward)}` receives an object that one of the "
            f"{len(self.arguments)} calls of `{_short(self.plan.forward)}` returned"
        )


def probed_functions(plan: RunPlan, gradients: list[Gradient]) -> list[ProbedFunction]:
    """The functions of a plan, those of its gradient checks included, each once."""
    plans: dict[str, FunctionPlan] = {}
    for function in plan.functions:
        name = function.name
        known = plans.get(name)
        watches = (*known.watches, *function.watches) if known else function.watches
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
        forward.on_leave.append(gradient.leave_forward)
        functions[gradient.plan.backward].on_enter.append(gradient.enter_backward)
    return list(functions.values())


def check(
    gradient: Gradient, recorder: Recorder, mutated: list[str], *, compare: bool
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
            if compare:
                if objective is None:
                    objective = Objective.build(
                        plan,
                        gradient.arguments[calls[1]],
                        _read(recorder, gradient.key("entry", plan.cotangent), calls[0]),
                    )
                    mutated += objective.mutated
                result = difference(objective, result, made, plan.step)
        except CellError as problem:
            result = msgspec.structs.replace(result, problem=str(problem))
        except Exception as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            sentence = f"`{_short(plan.forward)}` made again raised {said}"
            result = msgspec.structs.replace(result, problem=sentence)
        results.append(result)
    return results


def _made(gradient: Gradient, recorder: Recorder, cell: str, call: int) -> np.ndarray:
    """The gradient that a backward call made: what it left, or what it added to what was there."""
    left = _numbers(_read(recorder, gradient.key("exit", cell), call), cell)
    before = recorder.raw.get(gradient.key("entry", cell), {}).get(call)
    if isinstance(before, np.ndarray) and before.dtype.kind == "f" and before.shape == left.shape:
        added: np.ndarray = left - before
        return added
    return left


def _read(recorder: Recorder, key: str, call: int) -> object:
    if call not in recorder.raw[key]:
        raise CellError(f"`{key.rpartition(chr(0))[2]}` was not reached in that call")
    value = recorder.raw[key][call]
    if isinstance(value, CellError):
        raise value
    return value


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


def _reference(value: object) -> Callable[[], object]:
    if not isinstance(value, _HOLDERS):
        try:
            return weakref.ref(value)
        except TypeError:
            pass
    return lambda: value


def _short(name: str) -> str:
    return name.partition(":")[2]
