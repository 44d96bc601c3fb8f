r"""The range of an index: from its bounds, its axis, or what it is an index of.

In `\sum_{j=1}^{i} a_j` j runs as far as i ever does, under the condition j ≤ i.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import condition
from docgen.evaluation.evaluator import Running, letters_in
from docgen.evaluation.quantity import Quantity, constant
from docgen.evaluation.stop import Stop, size_source, stop
from docgen.evaluation.term import Range, Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator


def run(one: Range, see: Evaluator, uses: Sequence[Term]) -> tuple[Running, Quantity | None]:
    """The numbers that an index takes, and where bounds on other indices end it earlier.

    Raises:
        Stop: Its range is unknown, or a bound is no whole number.
    """
    low = _bound(one.low, see)
    high = _bound(one.high, see)
    if low is None:
        low = constant(float(one.base))
    if high is None:
        high = constant(float(one.base + _length(one, see, uses) - 1))
    first, last = (float(np.min(low.data)), float(np.max(high.data)))
    step = 1.0
    if one.step is not None:
        second = _bound(one.step, see)
        assert second is not None
        if low.letters or second.letters:
            raise stop("unsupported-latex", "a step that depends on an index")
        step = float(second.data) - first
        if step <= 0 or (last - first) % step:
            raise stop(
                "unsupported-latex",
                f"index `{one.letter}` runs {first:g}, {first + step:g}, … and never meets "
                f"{last:g}",
            )
    numbers = np.arange(first, last + 0.5, step)
    running = Running(one.letter, numbers, one.base)
    if not (low.letters or high.letters):
        return running, None
    inside = condition.both(
        condition.relation(low, running.quantity, "≤"),
        condition.relation(running.quantity, high, "≤"),
    )
    return running, inside


def _bound(term: Term | None, see: Evaluator) -> Quantity | None:
    if term is None:
        return None
    value = see.number(term, "a bound").good()
    if not (np.isfinite(value.data).all() and (np.rint(value.data) == value.data).all()):
        odd = value.data[np.rint(value.data) != value.data]
        number = odd.flat[0] if odd.size else value.data.flat[0]
        raise stop("shape-mismatch", f"a bound is {number:g}, no whole number")
    return value


def _length(one: Range, see: Evaluator, uses: Sequence[Term]) -> int:
    size = see.size(one.axis) if one.axis else None
    if size is not None:
        return size
    found = _used_sizes(one.letter, see, uses)
    if len(found) == 1:
        return found.pop()
    if found:
        both = " and ".join(map(str, sorted(found)))
        raise stop("shape-mismatch", f"index `{one.letter}` runs along axes of {both} entries")
    bounds = f"write its bounds, as in `{one.letter} = 1, \\dots, n`"
    if one.axis:
        raise stop(
            "unsupported-latex",
            f"index `{one.letter}` runs along `{one.axis}`, whose length is unknown in this run",
            help=f"{size_source(one.axis)}; or {bounds}",
        )
    raise stop("unsupported-latex", f"the range of index `{one.letter}` is unknown", help=bounds)


def _used_sizes(letter: str, see: Evaluator, uses: Sequence[Term]) -> set[int]:
    """Lengths of the axes that the letter runs along, by itself."""
    found: set[int] = set()
    waiting = list(uses)
    while waiting:
        term = waiting.pop()
        waiting += term.args
        if term.op == "leaf":
            for name, _ in see.leaves[term.text].letters:
                if name == letter and term.text in see.arrays:
                    value = see.leaf(term.text)
                    found.add(value.data.shape[value.letters.index(letter)])
        if term.op != "at" or letter in letters_in(term.args[:1]):
            continue
        for k, one in enumerate(term.args[1:]):
            if one.op == "index" and one.text == letter:
                try:
                    value = see.quantity(term.args[0])
                except Stop:
                    continue
                if value.rank > k:
                    found.add(value.visible[k])
    return found
