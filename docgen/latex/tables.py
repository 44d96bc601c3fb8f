r"""Shapes of lists and of matrices of blocks.

Two vectors `(h,)` and `(d,)` in one list are a vector `(h+d,)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from docgen.latex.axes import COLUMN, ROW, Form, vector
from docgen.latex.combine import Combiner
from docgen.latex.node import Node, Number, Series
from docgen.latex.ranges import axis_of
from docgen.text import Span


def joined_form(
    parts: Sequence[Node],
    forms: Sequence[Form | None],
    separators: Sequence[str],
    combiner: Combiner,
    span: Span,
) -> Form | None:
    """The shape of a list: scalars and vectors make a vector, matrices a matrix.

    Raises:
        Fault: `shape-mismatch` for parts that do not fit, `unsupported-latex` for two separators.
    """
    known = [form for form in forms if form is not None]
    if len(known) < len(forms):
        return None
    if len(set(separators)) > 1:
        raise combiner.refused("two separators in one list", span, "write a matrix")
    ranks = {form.rank for form in known}
    leads = any(form.leads for form in known)
    sizes = [_count(part) for part in parts]
    if max(ranks) > 2 or (2 in ranks and len(ranks) > 1):
        raise combiner.mismatch(known[0], known[-1], span)
    if 2 not in ranks:
        if "‖" in separators and 0 in ranks:
            raise combiner.refused(r"`\|` joins arrays", span)
        lengths = [
            _times(size, "1" if form.rank == 0 else form.axes[0])
            for size, form in zip(sizes, known, strict=True)
        ]
        return vector(_sum(lengths), leads=leads)
    along = 0 if ";" in separators else 1
    across = 1 - along
    first = known[0]
    for form in known[1:]:
        if not combiner.extents.agree(first.axes[across], form.axes[across]):
            raise combiner.mismatch(first, form, span)
    length = _sum([_times(n, form.axes[along]) for n, form in zip(sizes, known, strict=True)])
    axes = (first.axes[0], length) if along else (length, first.axes[1])
    return Form(axes, "", leads)


def _count(part: Node) -> str:
    """How many terms a part stands for."""
    if not isinstance(part, Series):
        return "1"
    if isinstance(part.low, Number) and part.low.digits == "1":
        return axis_of(part.high)
    return f"({axis_of(part.high)}-{axis_of(part.low)}+1)"


def _times(count: str, length: str) -> str:
    if count == "1":
        return length
    return count if length == "1" else f"{count}*{length}"


def _sum(lengths: Sequence[str]) -> str:
    if all(length.isdigit() for length in lengths):
        return str(sum(map(int, lengths)))
    return "+".join(lengths)


def matrix_form(
    rows: Sequence[Sequence[Form | None]], combiner: Combiner, span: Span
) -> Form | None:
    """The shape of a matrix of numbers or of blocks.

    Raises:
        Fault: `unsupported-latex` for vectors as blocks, `shape-mismatch` for blocks that do not
            fit.
    """
    known = [[form for form in row if form is not None] for row in rows]
    if any(len(a) < len(b) for a, b in zip(known, rows, strict=True)):
        return None
    ranks = {form.rank for row in known for form in row}
    leads = any(form.leads for row in known for form in row)
    if ranks == {0}:
        height, width = str(len(known)), str(len(known[0]))
        if width == "1":
            return vector(height, COLUMN, leads)
        if height == "1":
            return vector(width, ROW, leads)
        return Form((height, width), "", leads)
    if ranks != {2}:
        raise combiner.refused("blocks that are no matrices", span, "write matrices or numbers")
    for row in known:
        for form in row[1:]:
            if not combiner.extents.agree(row[0].axes[0], form.axes[0]):
                raise combiner.mismatch(row[0], form, span)
    for column in zip(*known, strict=True):
        for form in column[1:]:
            if not combiner.extents.agree(column[0].axes[1], form.axes[1]):
                raise combiner.mismatch(column[0], form, span)
    axes = (_sum([row[0].axes[0] for row in known]), _sum([one.axes[1] for one in known[0]]))
    return Form(axes, "", leads)
