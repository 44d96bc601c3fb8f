"""What sums and products of shapes are, and which are refused.

A matrix `(T, d)` times a matrix `(d, F)` is `matrix`, of shape `(T, F)`; a row times a column is
`dot`; two plain vectors side by side are refused.
"""

from __future__ import annotations

import re

from docgen.diagnostics import Fault
from docgen.latex.axes import COLUMN, PLAIN, ROW, Extents, Form, vector
from docgen.latex.bracket import whole
from docgen.latex.item import fault_at
from docgen.text import Span

_NAME = re.compile(r"(?:\\?[A-Za-z]+|\\[A-Za-z]+\{\w+\})(?:_(?:\w|\{\w+\}))?")
_CALLED = re.compile(r"\s*(?:\\(?:left|[bB]igg?l?)\s*)?\(")


class Combiner:
    """Rules for two shapes; faults stand at the expression of both."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.extents = Extents()
        self.notes: list[str] = []

    def text(self, span: Span) -> str:
        """The author's characters of a span, with the partners of brackets that it cuts."""
        span = whole(self.latex, span)
        return self.latex[span.start : span.end]

    def shown(self, form: Form) -> str:
        """A shape as messages have it."""
        return self.extents.shown(form)

    def is_square(self, form: Form) -> bool:
        """Whether it is a matrix whose two lengths are known to be equal."""
        return form.rank == 2 and self.extents.is_equal(*form.axes)

    def ambiguous(self, message: str, span: Span, cure: str, *readings: str) -> Fault:
        """A fault `ambiguous-latex` with the readings that would all be possible."""
        notes = tuple(f"reading: {reading}" for reading in readings)
        return fault_at("ambiguous-latex", message, whole(self.latex, span), cure, *notes)

    def refused(self, message: str, span: Span, cure: str = "") -> Fault:
        """A fault `unsupported-latex`."""
        return fault_at("unsupported-latex", message, whole(self.latex, span), cure)

    def mismatch(self, left: Form, right: Form, span: Span, cure: str = "") -> Fault:
        """A fault `shape-mismatch` of two shapes that do not fit."""
        message = f"shapes {self.shown(left)} and {self.shown(right)} do not fit"
        note = f"in `{self.text(span)}`"
        return fault_at("shape-mismatch", message, whole(self.latex, span), cure, note)

    def multiply(
        self, left: Form, right: Form, sign: str, at: tuple[Span, Span]
    ) -> tuple[Form, str]:
        """The shape of a product, and its kind.

        Args:
            sign: The operator, "" for juxtaposition.
            at: The characters of the factors.

        Raises:
            Fault: `shape-mismatch` where the shapes do not fit, `unsupported-latex` for a sign that
                arrays do not take and for arrays of more axes.
        """
        span = Span(at[0].start, at[1].end)
        leads = left.leads or right.leads
        if sign in ("⊙", "∘"):
            return self.entrywise(left, right, span), "hadamard"
        if left.rank == 0 or right.rank == 0:
            other = right if left.rank == 0 else left
            return Form(other.axes, other.state, leads), "scalar"
        if sign in ("×", "*"):
            cure = r"write `\cdot`, or `\odot` for entry by entry"
            name = r"\times" if sign == "×" else "*"
            raise self.refused(f"`{name}` between two arrays", span, cure)
        if left.rank > 2 or right.rank > 2:
            raise self.refused(
                f"a product of {self.shown(left)} and {self.shown(right)}", span, "write indices"
            )
        if left.rank == right.rank == 1:
            return self._vectors(left, right, sign, at, leads)
        if left.rank == 2 and right.rank == 2:
            self._inner(left.axes[1], right.axes[0], left, right, span)
            return Form((left.axes[0], right.axes[1]), "", leads), "matrix"
        if left.rank == 2:
            if right.state == ROW:
                raise self.mismatch(left, right, span, "a row stands to the left of a matrix")
            self._inner(left.axes[1], right.axes[0], left, right, span)
            return vector(left.axes[0], COLUMN, leads), "matrix"
        if left.state == COLUMN:
            raise self.mismatch(left, right, span, r"a column stands to the right; write `^\top`")
        self._inner(left.axes[0], right.axes[0], left, right, span)
        return vector(right.axes[1], ROW, leads), "matrix"

    def _vectors(
        self, left: Form, right: Form, sign: str, at: tuple[Span, Span], leads: bool
    ) -> tuple[Form, str]:
        span = Span(at[0].start, at[1].end)
        states = (left.state, right.state)
        is_dot = left.state == ROW and right.state != ROW
        if sign == "·" and ROW not in states:
            is_dot = True
        if is_dot:
            self._inner(left.axes[0], right.axes[0], left, right, span)
            return Form((), "", leads), "dot"
        if left.state != ROW and right.state == ROW:
            return Form((left.axes[0], right.axes[0]), "", leads), "outer"
        u, v = self.text(at[0]), self.text(at[1])
        readings = [
            rf"dot, {u}^\top {v}",
            rf"outer, {u} {v}^\top",
            rf"entry by entry, {u} \odot {v}",
        ]
        if not sign and _NAME.fullmatch(u) and _CALLED.match(self.latex, at[0].end):
            readings.append(f"a function: write its row as `${u}(z)$`")
        raise self.ambiguous(
            f"`{self.text(span)}` is a product of two vectors",
            span,
            rf"write `{u}^\top {v}`, `{u} {v}^\top` or `{u} \odot {v}`",
            *readings,
        )

    def _inner(self, one: str, other: str, left: Form, right: Form, span: Span) -> None:
        if not self.extents.agree(one, other):
            raise self.mismatch(left, right, span)

    def entrywise(self, left: Form, right: Form, span: Span) -> Form:
        """Equal shapes; or a row along the last axis of an array that is not square.

        Raises:
            Fault: `shape-mismatch` where they do not fit.
        """
        leads = left.leads or right.leads
        if left.rank == right.rank:
            state = self._state(left, right, span)
            if not self._agree(left.axes, right.axes):
                raise self.mismatch(left, right, span)
            return Form(left.axes, state, leads)
        if left.is_entry or right.is_entry:
            larger = left if left.rank else right
            return Form(larger.axes, larger.state, leads)
        if left.rank == 0 or right.rank == 0:
            raise self.mismatch(left, right, span, r"`\odot` takes equal shapes")
        return self._lifted(left, right, span)

    def add(self, left: Form, right: Form, span: Span, loose: bool = False) -> Form:
        """The shape of a sum or difference.

        Args:
            loose: Whether a scalar may meet a square matrix, as in `max(0, Z)`.

        Raises:
            Fault: `ambiguous-latex` for a number beside a square matrix.
        """
        leads = left.leads or right.leads
        if left.rank == right.rank:
            return self.entrywise(left, right, span)
        if left.rank == 0 or right.rank == 0:
            larger = left if left.rank else right
            if self.is_square(larger) and not loose:
                raise self.ambiguous(
                    "a number and a square matrix are added",
                    span,
                    r"write `\lambda I`, or indices",
                    "the number times the identity",
                    "the number on every entry",
                )
            return Form(larger.axes, larger.state, leads)
        return self._lifted(left, right, span)

    def _lifted(self, left: Form, right: Form, span: Span) -> Form:
        """An array with one of fewer axes, over its leading axes."""
        larger, smaller = (left, right) if left.rank > right.rank else (right, left)
        leads = left.leads or right.leads
        if smaller.rank == 1 and smaller.state == COLUMN:
            raise self.mismatch(left, right, span, r"write the column times `\mathbf{1}^\top`")
        if smaller.rank == 1 and larger.rank == 2 and self.is_square(larger):
            raise self.ambiguous(
                f"a vector and a square matrix, {self.shown(smaller)} and {self.shown(larger)}",
                span,
                r"write `\mathbf{1} v^\top` or `v \mathbf{1}^\top`",
                "the vector on every row",
                "the vector on every column",
            )
        if smaller.rank == 1 and self.extents.is_equal(smaller.axes[0], larger.axes[0]):
            cure = r"write the vector times `\mathbf{1}^\top` if it lies along the first axis"
            raise self.mismatch(left, right, span, cure)
        if not self._agree(larger.axes[-smaller.rank :], smaller.axes):
            raise self.mismatch(left, right, span)
        self.notes.append(f"`{self.text(span)}`: row by row")
        return Form(larger.axes, larger.state, leads)

    def _agree(self, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
        return all(self.extents.agree(a, b) for a, b in zip(one, other, strict=True))

    def _state(self, left: Form, right: Form, span: Span) -> str:
        if left.rank != 1:
            return ""
        if {left.state, right.state} == {COLUMN, ROW}:
            raise self.mismatch(left, right, span, r"transpose one of them")
        return right.state if left.state == PLAIN else left.state

    def compare(self, left: Form, right: Form, relation: str, span: Span) -> None:
        """Refuse two sides of a relation that differ in shape.

        Raises:
            Fault: `shape-mismatch` of the two sides.
        """
        is_equality = relation in "=≈←:="
        if left.rank != right.rank:
            if not is_equality and 0 in (left.rank, right.rank):
                return
            raise self.mismatch(left, right, span)
        self._state(left, right, span)
        if not self._agree(left.axes, right.axes):
            raise self.mismatch(left, right, span)
