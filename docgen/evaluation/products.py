r"""Products of arrays: matrix, dot, outer and entry by entry, by kind or by the values' ranks.

`X W` of `(T, d)` and `(d, F)` is a contraction; its bound is |X| E_W + E_X |W| + |X| |W|.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import arithmetic, operator
from docgen.evaluation.escape import Bad
from docgen.evaluation.quantity import COLUMN, ROW, Array, Quantity, merged, settle, spread, unequal
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator


def product(term: Term, see: Evaluator) -> Quantity | operator.Operator:
    """Factors folded from the left."""
    values = [see.value(one) for one in term.args]
    if any(isinstance(one, Quantity) and one.bad is not None for one in values):
        values = _excused(term.args, values)
    result = values[0]
    for at, right in enumerate(values[1:]):
        if isinstance(result, operator.Operator) or isinstance(right, operator.Operator):
            result = operator.product(result, right, see.u)
            continue
        kind = term.names[at] if at < len(term.names) else "open"
        result = times(result, right, kind, see.u)
    return result


def _excused(
    terms: Sequence[Term], values: Sequence[Quantity | operator.Operator]
) -> list[Quantity | operator.Operator]:
    """The factors without the bad entries that an indicator beside them makes 0."""
    found = list(values)
    for term, mask in zip(terms, values, strict=True):
        if term.op not in ("indicator", "delta") or isinstance(mask, operator.Operator):
            continue
        for at, one in enumerate(found):
            if isinstance(one, Quantity) and one is not mask:
                found[at] = mask_out(one, mask)
    return found


def mask_out(value: Quantity, mask: Quantity) -> Quantity:
    """The value, 0 and no longer bad where the mask is 0."""
    if value.bad is None:
        return value
    letters = merged((value, mask))
    rank = max(value.rank, mask.rank)
    off = spread(mask.data, mask.letters, letters, rank) == 0
    data = np.where(off, 0.0, spread(value.data, value.letters, letters, rank))
    error = np.where(off, 0.0, spread(value.error, value.letters, letters, rank))
    bad = ~off & spread(value.bad.mask, value.letters, letters, rank)
    kept = Bad(bad, value.bad.escapes) if bad.any() else None
    state = value.state or mask.state
    return Quantity(data, error, letters, state, (), kept, value.is_vague)


def times(a: Quantity, b: Quantity, kind: str, u: float) -> Quantity:
    """One product.

    Raises:
        Stop: The shapes do not fit, or several products would.
    """
    if kind == "hadamard":
        if 0 in (a.rank, b.rank) and a.rank != b.rank and (a.is_vague or b.is_vague):
            scalar = a if a.rank == 0 else b
            if not any(letter.startswith("…") for letter in scalar.letters):
                raise unequal(a, b, r"`\odot` takes equal shapes")
        return arithmetic.times(a, b, u)
    if a.rank == 0 or b.rank == 0:
        return arithmetic.times(a, b, u)
    if kind == "scalar" or a.rank > 2 or b.rank > 2:
        raise stop(
            "unsupported-latex",
            f"a product of arrays of {a.rank} and {b.rank} axes",
            help="write indices",
        )
    if a.rank == 1 and b.rank == 1:
        return _vectors(a, b, kind, u)
    if a.rank == 1 and a.state == COLUMN:
        raise unequal(a, b, r"a column stands to the right; write `^\top`")
    if b.rank == 1 and b.state == ROW:
        raise unequal(a, b, "a row stands to the left of a matrix")
    return contract(a, b)


def _vectors(a: Quantity, b: Quantity, kind: str, u: float) -> Quantity:
    if kind not in ("dot", "outer"):
        if a.state == ROW and b.state != ROW:
            kind = "dot"
        elif a.state != ROW and b.state == ROW:
            kind = "outer"
        else:
            raise stop(
                "ambiguous-latex",
                "a product of two vectors",
                r"reading: dot, u^\top v",
                r"reading: outer, u v^\top",
                r"reading: entry by entry, u \odot v",
                help=r"write `u^\top v`, `u v^\top` or `u \odot v`",
            )
    if kind == "dot":
        return contract(a, b)
    letters = merged((a, b))
    x, ex = (spread(one, a.letters, letters, 1)[..., :, None] for one in (a.data, a.error))
    y, ey = (spread(one, b.letters, letters, 1)[..., None, :] for one in (b.data, b.error))
    a.good(), b.good()
    data = x * y
    error = np.abs(x) * ey + np.abs(y) * ex + np.abs(data) + u * ex * ey
    elastic = (*(a.elastic or (None,)), *(b.elastic or (None,)))
    return Quantity(
        data,
        settle(data, error),
        letters,
        "",
        elastic if any(elastic) else (),
        None,
        a.is_vague or b.is_vague,
    )


def contract(a: Quantity, b: Quantity) -> Quantity:
    """The last axis of one against the first visible axis of the other.

    Raises:
        Stop: `shape-mismatch` where the two axes have different lengths.
    """
    a.good(), b.good()
    if not (a.elastic or b.elastic):
        found = _at_once(a, b)
        if found is not None:
            return found
    letters = merged((a, b))
    x, ex = (spread(one, a.letters, letters, a.rank) for one in (a.data, a.error))
    y, ey = (spread(one, b.letters, letters, b.rank) for one in (b.data, b.error))
    lead = len(letters)
    if a.elastic or b.elastic:
        x, ex, y, ey = _stretched(a, b, (x, ex, y, ey), lead)
    if x.shape[-1] != y.shape[lead]:
        raise unequal(a, b)
    if a.rank == 1:
        x, ex = x[..., None, :], ex[..., None, :]
    if b.rank == 1:
        y, ey = y[..., None], ey[..., None]
    data = np.matmul(x, y)
    size = np.abs(x)
    error = np.matmul(size, ey + np.abs(y)) + np.matmul(ex, np.abs(y))
    if b.rank == 1:
        data, error = data[..., 0], error[..., 0]
    if a.rank == 1:
        at = -1 if b.rank == 1 else -2
        data, error = data.squeeze(at), error.squeeze(at)
    state = "" if a.rank == b.rank else COLUMN if b.rank == 1 else ROW
    elastic = (*a.elastic[:-1], *b.elastic[1:])
    if elastic:
        elastic = (*(a.elastic or (None,) * a.rank)[:-1], *(b.elastic or (None,) * b.rank)[1:])
    return Quantity(
        data,
        settle(data, error),
        letters,
        state,
        elastic if any(elastic) else (),
        None,
        a.is_vague or b.is_vague,
        a.is_unit and b.is_unit,
    )


def _at_once(a: Quantity, b: Quantity) -> Quantity | None:
    """A vector with named axes and an array without: one product of matrices."""
    if a.rank == 1 and not b.letters:
        one, x, ex, y, ey = a, a.data, a.error, b.data, b.error
        rank, state = b.rank, ROW
    elif b.rank == 1 and not a.letters:
        one, x, ex, y, ey = b, b.data, b.error, a.data.T, a.error.T
        rank, state = a.rank, COLUMN
    else:
        return None
    if x.shape[-1] != y.shape[0]:
        raise unequal(a, b)
    size = np.abs(y)
    data = np.asarray(x @ y)
    error = np.asarray(np.abs(x) @ (ey + size) + ex @ size)
    vague = a.is_vague or b.is_vague
    state = state if rank == 2 else ""
    return Quantity(data, settle(data, error), one.letters, state, is_vague=vague)


def _stretched(
    a: Quantity, b: Quantity, arrays: tuple[Array, Array, Array, Array], lead: int
) -> tuple[Array, Array, Array, Array]:
    """The arrays with the contracted axis at the length of its partner."""
    x, ex, y, ey = arrays
    one = a.elastic[-1] if a.elastic else None
    other = b.elastic[0] if b.elastic else None
    if one is not None and other is not None:
        one.join(other)
    elif one is not None:
        size = y.shape[lead]
        one.fix(size)
        x, ex = (np.broadcast_to(each, (*each.shape[:-1], size)) for each in (x, ex))
    elif other is not None:
        size = x.shape[-1]
        other.fix(size)
        wide = (*y.shape[:lead], size, *y.shape[lead + 1 :])
        y, ey = np.broadcast_to(y, wide), np.broadcast_to(ey, wide)
    return x, ex, y, ey
