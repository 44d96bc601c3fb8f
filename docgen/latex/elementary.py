r"""Shapes of quotients, powers, roots, transposes, inverses, bars and elementary functions.

`\exp` of a vector is a vector; of a square matrix it is refused, for it has two meanings.
"""

from __future__ import annotations

from docgen.latex.axes import Form, vector
from docgen.latex.combine import Combiner
from docgen.latex.node import Dimension, Indexed, Node, Norm, Number, Quotient, Symbol
from docgen.text import Span

ELEMENTWISE = frozenset(
    {"exp", "log", "sin", "cos", "tan", "tanh", "sinh", "cosh", "arcsin", "arccos", "arctan"}
    | {"erf", "expm1", "log1p"}
)
_ENTRY = "bcefghij"
_BY_ENTRY = frozenset({"sign", "floor", "ceil"})


def by_entry(word: str, form: Form, span: Span, combiner: Combiner) -> Form:
    """The shape of an elementary function's value, which is its argument's.

    Raises:
        Fault: `ambiguous-latex` for a square matrix.
    """
    if combiner.is_square(form):
        raise combiner.ambiguous(
            f"`{word}` of a square matrix",
            span,
            "write it with indices, or declare the Shape as `(…)`",
            "of every entry",
            "of the matrix",
        )
    return form


def quotient(
    above: Form | None, below: Form | None, node: Quotient, combiner: Combiner
) -> Form | None:
    """A quotient by a number, or entry by entry; never by a matrix.

    Raises:
        Fault: `unsupported-latex` for a division by a matrix.
    """
    if below is not None and below.rank == 2:
        cure = "write the inverse, or indices"
        raise combiner.refused("a division by a matrix", node.denominator.span, cure)
    if above is None or below is None:
        return None
    if above.rank == 0 or below.rank == 0:
        other = above if below.rank == 0 else below
        return Form(other.axes, other.state, above.leads or below.leads)
    return combiner.entrywise(above, below, node.span)


def refuse_t(exponent: Node, span: Span, combiner: Combiner) -> None:
    """Refuse `W^T` of an array where `T` is a declared name.

    Raises:
        Fault: `unsupported-latex`, since it would be a power.
    """
    if isinstance(exponent, (Symbol, Dimension)) and exponent.name == "T":
        cure = r"write `^\top` for the transpose"
        raise combiner.refused("`T` is declared, so `^T` is a power", span, cure)


def power(
    base: Form, exponent: Node, above: Form, span: Span, combiner: Combiner
) -> tuple[Form, str]:
    """The shape of a power, and whether it is `matrix` or of `entries`.

    Raises:
        Fault: `unsupported-latex` for an array as exponent, for a matrix that is not square, and
            for a power of one that is no whole number.
    """
    if base.rank == 0:
        if above.rank == 0:
            return Form((), "", base.leads or above.leads), "entries"
        return by_entry("a power", above, span, combiner), "entries"
    refuse_t(exponent, span, combiner)
    if above.rank > 0:
        raise combiner.refused("an array to the power of an array", span)
    if base.rank == 1:
        return base, "entries"
    if not combiner.is_square(base):
        cure = r"write `\odot`, or indices"
        raise combiner.refused("a power of a matrix that is not square", span, cure)
    if not isinstance(exponent, Number) or not exponent.digits.isdigit():
        raise combiner.refused("a power of a matrix that is no number", span)
    return base, "matrix"


def transpose(body: Node, form: Form, span: Span, combiner: Combiner) -> Form:
    """Plain and column vectors become rows, rows columns.

    Raises:
        Fault: `unsupported-latex` for more than two axes, and for a number with leading axes.
    """
    if form.rank > 2:
        base, used = body, []
        if isinstance(body, Indexed):
            base, used = body.base, [combiner.text(one.span) for one in body.indices]
        more = [letter for letter in _ENTRY if letter not in used][: form.rank - 2]
        entry = rf"`{combiner.text(base.span)}_{{{','.join([*used, *more])}}}^\top`"
        cure = f"write the transpose of an entry, {entry}, or declare leading axes as `…`"
        raise combiner.refused(f"a transpose of shape {combiner.shown(form)}", span, cure)
    if form.rank == 0 and form.leads:
        raise combiner.refused(f"a transpose of shape {combiner.shown(form)}", span)
    if form.rank == 1:
        return vector(form.axes[0], "column" if form.state == "row" else "row", form.leads)
    return Form(form.axes[::-1], "", form.leads)


def inverse(form: Form, span: Span, combiner: Combiner) -> tuple[Form, str]:
    """The shape of an inverse, and whether it is of a `matrix` or a `scalar`.

    Raises:
        Fault: `unsupported-latex` for what is no square matrix and no number.
    """
    if form.rank == 0:
        return form, "scalar"
    if form.rank != 2 or not combiner.extents.agree(*form.axes):
        raise combiner.refused(f"an inverse of shape {combiner.shown(form)}", span)
    return form, "matrix"


def norm(node: Norm, form: Form, combiner: Combiner) -> Form:
    """The shape of a norm: a number.

    Raises:
        Fault: `unsupported-latex` for a matrix without `_F`, or `_F` on what is no matrix.
    """
    if form.rank == 2 and node.order != "F":
        raise combiner.refused("a matrix norm without `_F`", node.span, r"write `\|A\|_F`")
    if form.rank != 2 and node.order == "F":
        raise combiner.refused("`_F` on what is no matrix", node.span, r"write `\|v\|`")
    return Form((), "", form.leads and form.rank > 0)


def absolute(form: Form, span: Span, combiner: Combiner) -> Form:
    """The shape of a value between single bars: that of a number.

    Raises:
        Fault: `ambiguous-latex` for an array, whose bars could mean several things.
    """
    if form.rank > 0:
        raise combiner.ambiguous(
            f"bars round a {'matrix' if form.rank == 2 else 'vector'}",
            span,
            r"write `\|v\|` for the norm, `|v_i|` for entries, `\det(A)`",
            "the norm" if form.rank == 1 else "the determinant",
            "the absolute value of every entry",
        )
    return form


def function(name: str, form: Form, span: Span, combiner: Combiner) -> Form:
    """The shape of a built-in function's value.

    Raises:
        Fault: `unsupported-latex` for an argument of another shape.
    """
    if name in ELEMENTWISE:
        return by_entry(f"\\{name}", form, span, combiner)
    if name in _BY_ENTRY:
        return form
    if name == "diag" and form.rank == 1:
        return Form((form.axes[0], form.axes[0]), "", form.leads)
    if form.rank != 2 or not combiner.extents.agree(*form.axes):
        raise combiner.refused(f"`{name}` of shape {combiner.shown(form)}", span)
    return vector(form.axes[0]) if name == "diag" else Form((), "", form.leads)


def applied(
    result: Form, wanted: Form | None, given: tuple[Form, ...], span: Span, combiner: Combiner
) -> Form:
    """A declared function's value; over the leading axes of an argument of more axes.

    Args:
        result: The declared shape of its value; of one entry, it is applied entry by entry.
        wanted: The declared shape of its argument, None where none is declared.

    Raises:
        Fault: `shape-mismatch` where the argument has another shape than declared.
    """
    first = given[0]
    if len(given) == 1 and result.is_entry and (wanted is None or wanted.is_entry):
        return Form(first.axes, first.state, True) if first.rank == 0 else first
    if wanted is None or len(given) > 1:
        return result
    extra = first.rank - wanted.rank
    tail = first.axes[max(extra, 0) :]
    if extra < 0 or not all(map(combiner.extents.agree, tail, wanted.axes)):
        raise combiner.mismatch(wanted, first, span)
    if extra == 0:
        state = first.state if result.rank == first.rank == 1 else result.state
        return Form(result.axes, state, result.leads or first.leads)
    combiner.notes.append(f"`{combiner.text(span)}`: over leading axes")
    axes = (*first.axes[:extra], *result.axes)
    return Form(axes, "plain" if len(axes) == 1 else "", first.leads or result.leads)


def applied_to_all(
    result: Form, wants: tuple[Form, ...], given: tuple[Form, ...], span: Span, combiner: Combiner
) -> Form:
    """The value of a function of several arguments; over the leading axes that some have more.

    Raises:
        Fault: `shape-mismatch` where an argument has another shape than declared.
    """
    leads = [form.axes[: form.rank - want.rank] for form, want in zip(given, wants, strict=True)]
    short = next((k for k, form in enumerate(given) if form.rank < wants[k].rank), None)
    if short is not None:
        raise combiner.mismatch(wants[short], given[short], span)
    extra = next((lead for lead in leads if lead), ())
    for lead, form, want in zip(leads, given, wants, strict=True):
        if lead and (len(lead) != len(extra) or not all(map(combiner.extents.agree, lead, extra))):
            raise combiner.mismatch(want, form, span)
    if not extra:
        return result
    combiner.notes.append(f"`{combiner.text(span)}`: over leading axes")
    axes = (*extra, *result.axes)
    return Form(axes, "plain" if len(axes) == 1 else "", result.leads)
