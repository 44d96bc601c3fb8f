"""How an equation that cannot be evaluated says why.

`raise stop("shape-mismatch", "...")` anywhere below an evaluation ends it with a `Problem`.
"""

from __future__ import annotations

from docgen.evaluation.term import Problem


class Stop(Exception):
    """An equation that cannot be evaluated; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def stop(code: str, message: str, *notes: str, help: str = "") -> Stop:
    """What to raise for a fault of the equation; who evaluates the term adds the place."""
    return Stop(Problem(code, message, notes=notes, help=help))


def size_source(axis: str) -> str:
    """What to add where nothing tells how long an axis is."""
    return f"add the row of an array that has a value in this run, with `{axis}` in its Shape"
