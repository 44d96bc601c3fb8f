r"""Big operators: sums, products, extremes and means over indices and under conditions.

`\sum_{j<i} a_j` runs j over its whole axis with the condition as a mask. The operator `array` keeps
every value: that of the indices of `f(x)_{ij}` is the array that `f(x)` means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import condition, domain
from docgen.evaluation.escape import Bad, Mask
from docgen.evaluation.evaluator import Running
from docgen.evaluation.quantity import PLAIN, Array, Quantity, merged, settle, spread
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Range, Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator


LAST = {"last term": 0.0, "last factor": 1.0}
"""Operators of wrong variants alone, and what they give where there is no term."""


def reduce(term: Term, see: Evaluator) -> Quantity:
    """A big operator at its body.

    Raises:
        Stop: `unsupported-latex` for a condition on arrays.
    """
    body_term = term.args[0]
    binders = [one for one in term.args[1:] if one.op == "binder"]
    chains = [one for one in term.args[1:] if one.op != "binder"]
    outer, live = see.scope, see.live
    try:
        see.scope = dict(outer)
        mask: Quantity | None = None
        lines: list[Running] = []
        for one in binders:
            running, inside = domain.run(_range(one), see, (body_term, *chains))
            see.scope[one.text] = running
            lines.append(running)
            mask = condition.both(mask, inside)
        see.live = condition.both(live, mask)
        mask = condition.both(mask, condition.conditions(chains, see, is_choice=True))
        if mask is not None and mask.rank:
            raise stop("unsupported-latex", "a condition on arrays", help="write indices")
        see.live = condition.both(live, mask)
        body = see.quantity(body_term)
        if term.text == "array":
            return _tabulated(body, lines)
        return _reduced(term.text, body, mask, lines, see)
    finally:
        see.scope, see.live = outer, live


def _range(binder: Term) -> Range:
    low, high = (*binder.args, None, None)[:2] if len(binder.args) == 2 else (None, None)
    axis, base = (*binder.names, "", "")[:2]
    return Range(binder.text, axis, 0 if base == "0" else 1, low, high)


def _reduced(
    kind: str, body: Quantity, mask: Quantity | None, lines: Sequence[Running], see: Evaluator
) -> Quantity:
    quantities = [one.quantity for one in lines]
    letters = merged([body, *quantities] if mask is None else [body, mask, *quantities])
    gone = {one.letter for one in lines}
    kept = tuple(one for one in letters if one not in gone)
    order = kept + tuple(one.letter for one in lines)
    if kind not in ("sum", "mean", "last term") and body.rank:
        raise stop(
            "unsupported-latex",
            f"`{kind}` over arrays of shape {body.visible}",
            help="write it with all indices",
        )
    sizes = _sizes(order, [body, *quantities] if mask is None else [body, mask, *quantities])
    shape = sizes + body.visible
    data = np.broadcast_to(spread(body.data, body.letters, order, body.rank), shape)
    error = np.broadcast_to(spread(body.error, body.letters, order, body.rank), shape)
    on: Mask | None = None
    if mask is not None:
        raw = np.broadcast_to(spread(mask.data, mask.letters, order, body.rank), shape)
        on = raw == 1
        if np.isnan(raw).any():
            data = np.where(np.isnan(raw), np.nan, data)
            on = on | np.isnan(raw)
    lead, count = len(kept), len(lines)
    bad = _bad(body, mask, on, order, shape, (lead, count))
    wide = (*sizes[:lead], int(np.prod(sizes[lead:], dtype=np.int64)), *body.visible)
    data, error = data.reshape(wide), error.reshape(wide)
    if on is not None:
        on = on.reshape(wide)
    result, bound = _along(kind, data, error, on, lead, lines, see)
    elastic = body.elastic if kind in ("sum", "mean") else ()
    return Quantity(result, settle(result, bound), kept, body.state, elastic, bad, body.is_vague)


def _tabulated(body: Quantity, lines: Sequence[Running]) -> Quantity:
    """The body at every value of the indices, which become axes that the equation sees."""
    if body.rank:
        raise stop(
            "shape-mismatch",
            f"an entry of a definition has shape {body.visible}",
            help="write an index on the left side for each axis of it",
        )
    quantities = [one.quantity for one in lines]
    inner = tuple(one.letter for one in lines)
    kept = tuple(one for one in merged([body, *quantities]) if one not in inner)
    order = kept + inner
    shape = _sizes(order, [body, *quantities])
    data, error = (
        np.broadcast_to(spread(one, body.letters, order, 0), shape)
        for one in (body.data, body.error)
    )
    bad = None
    if body.bad is not None:
        mask = np.broadcast_to(spread(body.bad.mask, body.letters, order, 0), shape)
        bad = Bad(mask, body.bad.escapes)
    state = PLAIN if len(lines) == 1 else ""
    return Quantity(data, error, kept, state, (), bad, body.is_vague)


def _sizes(order: Sequence[str], values: Sequence[Quantity]) -> tuple[int, ...]:
    found: dict[str, int] = {}
    for one in values:
        found.update(zip(one.letters, one.data.shape, strict=False))
    return tuple(found[letter] for letter in order)


def _bad(
    body: Quantity,
    mask: Quantity | None,
    on: Mask | None,
    order: tuple[str, ...],
    shape: tuple[int, ...],
    split: tuple[int, int],
) -> Bad | None:
    """An entry is bad where one that is summed is."""
    found: Mask | None = None
    escapes: tuple[object, ...] = ()
    for one in (body, mask):
        if one is None or one.bad is None:
            continue
        where = np.broadcast_to(spread(one.bad.mask, one.letters, order, body.rank), shape)
        if one is body and on is not None:
            where = where & on
        found = where if found is None else found | where
        escapes += one.bad.escapes
    if found is None or not found.any():
        return None
    lead, count = split
    reduced = found.any(axis=tuple(range(lead, lead + count)))
    return Bad(np.asarray(reduced), escapes)  # type: ignore[arg-type]


def _along(
    kind: str,
    data: Array,
    error: Array,
    on: Mask | None,
    axis: int,
    lines: Sequence[Running],
    see: Evaluator,
) -> tuple[Array, Array]:
    """The reduction of one axis, and its bound."""
    if kind in ("sum", "mean"):
        if on is not None:
            data, error = np.where(on, data, 0.0), np.where(on, error, 0.0)
        total, bound = data.sum(axis), error.sum(axis)
        if kind == "sum":
            return total, bound
        number = np.asarray(data.shape[axis] if on is None else on.sum(axis), np.float64)
        mean = total / number
        return mean, bound / number + np.abs(mean)
    if kind == "prod":
        if on is not None:
            data, error = np.where(on, data, 1.0), np.where(on, error, 0.0)
        return _product(data, error, axis)
    if kind in LAST and on is not None:
        return _last(data, error, on, axis, LAST[kind])
    if kind in ("max", "min", "argmax", "argmin"):
        return _extreme(kind, data, error, on, axis, lines, see)
    if kind == "logsumexp":
        return _logsumexp(data, error, on, axis)
    raise stop("unsupported-latex", f"`{kind}` over an index")


def _product(data: Array, error: Array, axis: int) -> tuple[Array, Array]:
    """Factors one after the other, each with its bound."""
    shape = data.shape[:axis] + data.shape[axis + 1 :]
    total, bound = np.ones(shape), np.zeros(shape)
    for x, ex in zip(np.moveaxis(data, axis, 0), np.moveaxis(error, axis, 0), strict=True):
        bound = np.abs(x) * bound + np.abs(total) * ex
        total = total * x
        bound = bound + np.abs(total)
    return total, bound


def _last(data: Array, error: Array, on: Mask, axis: int, nothing: float) -> tuple[Array, Array]:
    """The last term of each set, as if it were the only one."""
    if data.shape[axis] == 0:
        shape = data.shape[:axis] + data.shape[axis + 1 :]
        return np.full(shape, nothing), np.zeros(shape)
    at = np.expand_dims(data.shape[axis] - 1 - np.flip(on, axis).argmax(axis), axis)
    found, bound = (np.take_along_axis(one, at, axis).squeeze(axis) for one in (data, error))
    is_any = on.any(axis)
    return np.where(is_any, found, nothing), np.where(is_any, bound, 0.0)


def _extreme(
    kind: str,
    data: Array,
    error: Array,
    on: Mask | None,
    axis: int,
    lines: Sequence[Running],
    see: Evaluator,
) -> tuple[Array, Array]:
    is_max = kind.endswith("max")
    shape = data.shape[:axis] + data.shape[axis + 1 :]
    if data.shape[axis] == 0:
        return np.full(shape, np.nan), np.zeros(shape)
    if on is not None:
        data = np.where(on, data, -np.inf if is_max else np.inf)
        error = np.where(on, error, 0.0)
    at = np.expand_dims(data.argmax(axis) if is_max else data.argmin(axis), axis)
    found = np.take_along_axis(data, at, axis)
    nothing = np.isnan(found.squeeze(axis))
    if on is not None:
        nothing = nothing | ~on.any(axis)
    if kind in ("argmax", "argmin"):
        if len(lines) != 1:
            raise stop("unsupported-latex", f"`{kind}` over several indices")
        numbers = lines[0].numbers[at.squeeze(axis)]
        return np.where(nothing, np.nan, numbers), np.zeros(shape)
    # What is smaller by less than its bound may be the larger in the code.
    near = np.fmax(error - np.abs(found - data) / see.u, 0.0).max(axis)
    result = found.squeeze(axis)
    bound = np.fmax(near, np.take_along_axis(error, at, axis).squeeze(axis))
    return np.where(nothing, np.nan, result), bound


def _logsumexp(data: Array, error: Array, on: Mask | None, axis: int) -> tuple[Array, Array]:
    if on is not None:
        data, error = np.where(on, data, -np.inf), np.where(on, error, 0.0)
    top = data.max(axis, initial=-np.inf)
    safe = np.expand_dims(np.where(np.isfinite(top), top, 0.0), axis)
    parts = np.exp(data - safe)
    total = parts.sum(axis)
    result = np.log(total) + safe.squeeze(axis)
    weights = parts / np.expand_dims(total, axis)
    bound = (weights * (error + 1.0)).sum(axis) + np.abs(result) + np.abs(safe.squeeze(axis))
    return result, bound
