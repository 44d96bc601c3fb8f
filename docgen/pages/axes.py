r"""An index that runs along axes of several lengths, told by the names of these lengths.

In `y_i = x_{i+1} - x_i` with `y` of `(d - 1,)` and `x` of `(d,)` the index i runs over both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from docgen.evaluation.extent import ANY
from docgen.evaluation.term import Formula, Problem, Statement, Term


def named_axes(problem: Problem, statement: Statement, formula: Formula) -> Problem:
    """The problem with the axes of an index that left one of them; any other as it is."""
    if problem.code != "shape-mismatch":
        return problem
    leaves = {leaf.name: leaf.shape or () for leaf in formula.leaves}
    for one in statement.free:
        if one.high is not None:
            continue
        found = list(_axes(one.letter, statement, leaves))
        short = next((axis for axis, span in found if span == problem.span), "")
        other = next((axis for axis, _ in found if axis != short), "")
        if not short or not other:
            continue
        runs = rf"`\quad \text{{for }} {one.letter} = {one.base}, \dots, {_last(short, one.base)}`"
        return msgspec.structs.replace(
            problem,
            message=f"index `{one.letter}` runs over {_shown(short)} and over {_shown(other)}",
            notes=(problem.message, *problem.notes),
            help=f"write how far it runs behind the equation: {runs}",
        )
    return problem


def _axes(
    letter: str, statement: Statement, leaves: dict[str, tuple[str, ...]]
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each axis of an array that is read at the letter alone, with the place of the letter."""
    waiting: list[Term] = [*statement.sides, *(term for _, term in statement.locals)]
    while waiting:
        term = waiting.pop()
        waiting += term.args
        if term.op != "at" or term.args[0].op != "leaf":
            continue
        seen = [axis for axis in leaves.get(term.args[0].text, ()) if axis != ANY]
        for axis, index in zip(seen, term.args[1:], strict=False):
            if index.op == "index" and index.text == letter:
                yield axis, index.span


def _shown(axis: str) -> str:
    """A length as people write it: `2d - 1`."""
    return axis.replace("*", "")


def _last(axis: str, base: int) -> str:
    """The last number of an index that starts from `base`: d - 1, or d - 2 where it starts at 0."""
    found = re.fullmatch(r"(.+?) *([+-]) *(\d+)", axis)
    if found is None or base == 1:
        return _shown(axis) if base else f"{_shown(axis)} - 1"
    left = int(found[2] + found[3]) - 1
    return _shown(found[1]) + (f" {'+' if left > 0 else '-'} {abs(left)}" if left else "")
