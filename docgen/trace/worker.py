"""The process that runs the project's code: it loads NumPy once and forks a child per execution.

`python -m docgen.trace.worker REQUEST ANSWERS TURNS` reads a request from one descriptor, and the
index of a plan at a time from the third; it writes a reply for each to the second. When the third
one closes it ends, with everything it started.
"""

from __future__ import annotations

import mmap
import os
import random
import site
import sys
from collections.abc import Sequence

import msgspec
import numpy as np

from docgen.trace.child import Children
from docgen.trace.equation import Survivor, Suspects
from docgen.trace.plan import (
    EquationResult,
    Failure,
    GradientResult,
    Observation,
    RunPlan,
    StatementResult,
    Trace,
)
from docgen.trace.unstable import is_near
from docgen.trace.wire import READY, TURN, Reply, Request, frame, write_all

OTHER_SEED = 0x5EED
"""Distance between the global seeds of the two executions of a plan."""
_PASSING = ("timeout", "killed", "memory")
"""Failures that may be the machine's."""


def main(arguments: list[str]) -> None:
    """Record each plan that is asked for, replay it, and send its trace."""
    asked, answers, turns = (int(argument) for argument in arguments)
    # Other workers read the same file: where they are in it must not matter.
    with mmap.mmap(asked, 0, access=mmap.ACCESS_READ) as content:
        request = msgspec.msgpack.decode(content, type=Request)
    os.close(asked)
    _settle(request)
    # Nobody writes to `turns` while a plan is executed: if it can be read then, it is closed.
    children = Children(request, answers, turns)
    write_all(answers, READY)
    while turn := os.read(turns, TURN.size):
        (index,) = TURN.unpack(turn)
        plan = request.plans[index]
        trace = _with_replays(children, plan, _twice(children, plan))
        trace = _with_gradients(children, plan, trace)
        write_all(answers, frame(Reply(index, trace)))


def _settle(request: Request) -> None:
    """Undo what only served to start this process; folders of the project come last."""
    if request.added_path in sys.path:
        sys.path.remove(request.added_path)
        if is_site_folder(request.added_path):
            # docgen is installed there among other packages, which the project may need.
            sys.path.append(request.added_path)
    kept = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    kept = [entry for entry in kept if entry and entry != request.added_path]
    os.environ.pop("PYTHONPATH", None)
    if kept:
        os.environ["PYTHONPATH"] = os.pathsep.join(kept)
    folders = [os.path.normpath(os.path.join(request.root, folder)) for folder in request.roots]
    sys.path += [folder for folder in folders if folder not in sys.path]
    random.seed(0)
    np.random.seed(0)


def is_site_folder(folder: str) -> bool:
    """Whether Python itself looks for packages in a folder."""
    known = [*site.getsitepackages(), site.getusersitepackages() if site.ENABLE_USER_SITE else ""]
    return os.path.realpath(folder) in {os.path.realpath(one) for one in known if one}


def _twice(children: Children, plan: RunPlan) -> Trace:
    """The first execution, with what was not the same in a second one."""
    first = _run(children, plan, True, plan.replay if plan.once else 0)
    if first.failure is not None or plan.once or not (plan.target or plan.code):
        return first
    second = children.run(plan, (plan.seed + OTHER_SEED) % 2**32, False)
    first = _as_lasting(first, second)
    if second.failure is not None:
        message = f"in a second execution: {second.failure.message}"
        failure = Failure(second.failure.kind, message, second.failure.path, second.failure.line)
        return msgspec.structs.replace(first, failure=failure, equations=(), clashes=())
    return msgspec.structs.replace(first, unstable=_differing(first, second))


def _run(
    children: Children,
    plan: RunPlan,
    compare: bool,
    replay: int = 0,
    suspects: Suspects | None = None,
) -> Trace:
    """One execution; made again where the code's rounding may be why an equation fails in it.

    A replay that differs is there before its causes are looked for: they may take too much time.
    """
    explains = plan.once or not replay
    trace = children.run(plan, plan.seed, compare, replay, suspects, explains=explains)
    near = {
        one.key
        for one in trace.equations
        if any(is_near(statement.worst) for statement in one.statements)
    }
    if near:
        again = children.run(plan, plan.seed, compare, replay, suspects, near, explains)
        trace = _better(trace, again)
    different = _different(trace)
    if different and not explains:
        again = children.run(plan, plan.seed, compare, replay, suspects, near)
        if again.failure is not None or different <= _different(again):
            trace = _better(trace, again)
    return trace


def _better(trace: Trace, again: Trace) -> Trace:
    """The same execution with more asked of it, if it was finished."""
    if again.failure is None:
        return _as_lasting(again, trace)
    return _as_lasting(trace, again)


def _as_lasting(trace: Trace, other: Trace) -> Trace:
    """The trace, which lasts no longer than another execution that it rests on, and its files."""
    lasts = trace.is_lasting and _is_lasting(other) and _read_the_same(trace, other)
    files = {**dict(other.files), **dict(trace.files)}
    return msgspec.structs.replace(trace, files=tuple(sorted(files.items())), is_lasting=lasts)


def _read_the_same(one: Trace, other: Trace) -> bool:
    """Whether no file was another one in another execution: somebody may edit it meanwhile."""
    files = dict(one.files)
    return all(files.get(path, digest) == digest for path, digest in other.files)


def _is_lasting(trace: Trace) -> bool:
    return trace.is_lasting and (trace.failure is None or trace.failure.kind not in _PASSING)


def _different(trace: Trace) -> set[str]:
    """Keys of the equations that fail without a problem that says why."""
    return {
        result.key
        for result in trace.equations
        for worst in (statement.worst for statement in result.statements)
        if worst is not None and worst.problem is None and not worst.ratio <= 1
    }


def _with_replays(children: Children, plan: RunPlan, trace: Trace) -> Trace:
    """The trace with what the equations came to where the root arrays of the run were changed.

    Wrong variants are tried in the first replay; those that pass there, in the next, and those that
    pass in all, in the run as it is. Its special values would let many pass.
    """
    if trace.failure is not None or not plan.equations or plan.once:
        return msgspec.structs.replace(trace, is_lasting=_is_lasting(trace))
    if not (plan.target or plan.code):
        return trace
    equations: list[EquationResult] = []
    problems: dict[int, str] = {}
    clashes = {clash.symbol: clash for clash in trace.clashes}
    suspects: dict[str, list[set[Survivor]]] = {}
    for number in range(1, plan.replays + 1):
        replay = _run(children, plan, False, number, suspects)
        if replay.failure is not None:
            problems[number] = replay.failure.message
        trace = _as_lasting(trace, replay)
        equations += replay.equations
        _narrow(suspects, replay.equations)
        clashes = {**{clash.symbol: clash for clash in replay.clashes}, **clashes}
    judged = _judged(children, plan, trace, suspects)
    if judged.failure is not None:
        problems[0] = judged.failure.message
    kept = trace if judged.failure is not None else judged
    return msgspec.structs.replace(
        _as_lasting(trace, judged),
        equations=(*kept.equations, *equations),
        clashes=tuple(clashes.values()),
        replay_problems=problems,
    )


def _with_gradients(children: Children, plan: RunPlan, trace: Trace) -> Trace:
    """The trace with what the gradients came to in replays of their own.

    Those of the equations change what enters a backward call, too, so that a cache that the example
    itself made would not belong to the forward call any more.
    """
    if trace.failure is not None or plan.once or not (plan.target or plan.code):
        return trace
    if all(result.problem for result in trace.gradients):
        return trace
    functions = tuple(msgspec.structs.replace(one, watches=()) for one in plan.functions)
    asked = msgspec.structs.replace(plan, functions=functions, equations=(), expressions=())
    found: list[GradientResult] = []
    for number in range(1, plan.replays + 1):
        again = children.run(asked, plan.seed, False, number)
        trace = _as_lasting(trace, again)
        if again.failure is None:
            found += again.gradients_again
        else:
            said = again.failure.message
            found += (
                GradientResult(one.plan, one.gradient, one.input, problem=said, replay=number)
                for one in trace.gradients
            )
    return msgspec.structs.replace(trace, gradients_again=tuple(found))


def _judged(
    children: Children, plan: RunPlan, trace: Trace, suspects: dict[str, list[set[Survivor]]]
) -> Trace:
    """The run as it is, executed again with the variants that passed in all replays."""
    known = {plan.key for plan in plan.equations} <= set(suspects)
    if known and not any(left for sets in suspects.values() for left in sets):
        return trace
    return _run(children, plan, True, 0, suspects)


def _narrow(suspects: dict[str, list[set[Survivor]]], results: Sequence[EquationResult]) -> None:
    """Leave only the variants that passed here too; what was not compared tells nothing."""
    for result in results:
        statements = result.statements
        if result.problem or not statements or not all(map(_is_telling, statements)):
            continue
        found = [set(statement.survivors) for statement in statements]
        before = suspects.get(result.key, found)
        suspects[result.key] = [one & other for one, other in zip(before, found, strict=True)]


def _is_telling(statement: StatementResult) -> bool:
    worst = statement.worst
    return worst is not None and worst.problem is None and worst.ratio <= 1


def _differing(first: Trace, second: Trace) -> tuple[str, ...]:
    """Keys whose values are not the same in two traces."""
    one, two = _by_key(first), _by_key(second)
    return tuple(sorted(key for key in {**one, **two} if one.get(key) != two.get(key)))


def _by_key(trace: Trace) -> dict[str, list[tuple[object, ...]]]:
    found: dict[str, list[tuple[object, ...]]] = {}
    for seen in (*trace.observations, *trace.expressions):
        found.setdefault(seen.key, []).append((seen.call, seen.visit, *_content(seen)))
    for gradient in trace.gradients:
        content = gradient.backward.digest if gradient.backward else ""
        found.setdefault(gradient.plan, []).append((content,))
    for name, calls in trace.calls.items():
        found.setdefault(name, []).append((calls,))
    if trace.result is not None:
        found["result"] = [(trace.result.digest,)]
    return found


def _content(seen: Observation) -> tuple[str, str]:
    return (seen.value.digest if seen.value else "", seen.problem)


if __name__ == "__main__":
    main(sys.argv[1:])
