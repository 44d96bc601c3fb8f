r"""Indices: the numbers they take, the positions they mean, and entries read at them.

With base 1, `x_{i+1}` for i = 1, 2 reads positions 1 and 2 of `x`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation.escape import Bad, Escape
from docgen.evaluation.evaluator import Running, letters_in
from docgen.evaluation.quantity import Array, Quantity, bad_of, merged, spread
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator


def index(term: Term, see: Evaluator) -> Quantity:
    """An index letter, as the number that the page means.

    Raises:
        Stop: `unsupported-latex` for a letter that nothing binds.
    """
    running = see.scope.get(term.text)
    if running is None:
        raise stop("unsupported-latex", f"index `{term.text}` is bound by nothing")
    return running.quantity


def leaf(term: Term, see: Evaluator) -> Quantity:
    """A recorded value; axes of its cell's letters at the positions that these take."""
    value = see.leaf(term.text)
    if value.letters:
        for letter, _ in see.leaves[term.text].letters:
            running = see.scope.get(letter)
            if running is None:
                continue
            size = value.data.shape[value.letters.index(letter)]
            if not running.covers(size):
                value = _at_letter(value, running, term, see)
    return value


def _at_letter(value: Quantity, running: Running, term: Term, see: Evaluator) -> Quantity:
    """The value with the axis of a letter read at the positions that the letter takes."""
    letter = running.letter
    where = value.letters.index(letter)
    rest = tuple(one for one in value.letters if one != letter)
    last = len(rest)
    bad = value.bad
    if bad is not None:
        bad = Bad(np.moveaxis(bad.mask, where, last), bad.escapes)
    front, back = (np.moveaxis(one, where, last) for one in (value.data, value.error))
    opened = Quantity(front, back, rest, bad=bad, is_vague=value.is_vague)
    positions = Quantity(running.numbers - running.base, running.quantity.error, (letter,))
    index_term = Term("index", (), letter, (), term.span)
    return _gather(opened, [positions], [index_term], [running.base], see)


def is_position(term: Term, see: Evaluator) -> bool:
    """Whether the term is an entry, or all, of an array of positions."""
    if term.op == "at":
        return is_position(term.args[0], see)
    if term.op == "local" and term.text in see.locals:
        return is_position(see.locals[term.text], see)
    return term.op == "leaf" and bool(see.leaves[term.text].target)


def base_of(term: Term, see: Evaluator) -> int | None:
    """The number that means the first position; None for numbers without an index."""
    if term.op == "reduce" and term.text in ("argmax", "argmin"):
        return 0 if all(one.names[1:] == ("0",) for one in term.args[1:2]) else 1
    bases = {see.scope[one].base for one in letters_in((term,)) if one in see.scope}
    if bases:
        return 0 if bases == {0} else 1
    return None


def position(term: Term, see: Evaluator) -> tuple[Quantity, int]:
    """Positions from 0 that an index means, and the number that means the first.

    Raises:
        Stop: It is an array, no whole number, or arithmetic on positions.
    """
    if is_position(term, see):
        return see.number(term, "an index"), 0
    if any(is_position(inner, see) for inner in _arithmetic(term)):
        raise stop("unsupported-latex", "arithmetic on a position")
    value = see.number(term, "an index")
    base = base_of(term, see)
    if base is None:
        base = see.base
    if base:
        shifted = Quantity(value.data - base, value.error, value.letters, bad=value.bad)
        return shifted, base
    return value, base


def _arithmetic(term: Term) -> Iterable[Term]:
    """The operands of sums and products in an index, without what stands in subscripts."""
    if term.op in ("sum", "product", "quotient", "power"):
        for inner in term.args:
            yield inner
            yield from _arithmetic(inner)


def at(term: Term, see: Evaluator) -> Quantity:
    """Entries, or rows where there are fewer indices than axes.

    Raises:
        Stop: `shape-mismatch` for more indices than axes, `unsupported-latex` for an entry of ones
            of no length.
    """
    base = see.quantity(term.args[0])
    indices = term.args[1:]
    count = len(indices)
    if base.rank < count:
        raise stop(
            "shape-mismatch",
            f"{count} indices on an array of shape {base.visible}"
            if count > 1
            else f"one index on an array of shape {base.visible}",
        )
    if base.elastic:
        raise stop("unsupported-latex", "an index on ones without a length")
    if _is_plain(base, indices, see):
        letters = base.letters + tuple(one.text for one in indices)
        return Quantity(base.data, base.error, letters, "", (), base.bad, base.is_vague)
    found = [position(one, see) for one in indices]
    return _gather(base, [one for one, _ in found], indices, [first for _, first in found], see)


def _is_plain(base: Quantity, indices: Sequence[Term], see: Evaluator) -> bool:
    """Whether the indices are different letters that run over the whole of their axes."""
    seen = set(base.letters)
    sizes = base.data.shape[len(base.letters) :]
    for one, size in zip(indices, sizes, strict=False):
        running = see.scope.get(one.text) if one.op == "index" else None
        if running is None or one.text in seen or not running.covers(size):
            return False
        seen.add(one.text)
    return True


def _gather(
    base: Quantity,
    positions: Sequence[Quantity],
    terms: Sequence[Term],
    firsts: Sequence[int],
    see: Evaluator,
) -> Quantity:
    """Entries at positions; those outside the axis are marked bad, never wrapped."""
    own = Quantity(np.empty(base.data.shape[: len(base.letters)]), np.empty(0), base.letters)
    letters = merged((own, *positions))
    count = len(positions)
    picked: list[Array] = []
    for k, letter in enumerate(base.letters):
        line = np.arange(base.data.shape[k])
        picked.append(spread(line, (letter,), letters, 0))
    outside = None
    escapes: list[Escape] = []
    for k, (one, term) in enumerate(zip(positions, terms, strict=True)):
        size = base.data.shape[len(base.letters) + k]
        whole = np.rint(one.data)
        if not (whole == one.data).all() and one.bad is None:
            odd = one.data[whole != one.data].flat[0] + firsts[k]
            raise stop("shape-mismatch", f"index `{shown(term)}` is {odd:g}, no whole number")
        out = ~((whole >= 0) & (whole < size))
        if out.any():
            # A place that does not exist reads the first entry, which is marked.
            whole = np.where(out, 0.0, whole)
            numbers = np.asarray(one.data + firsts[k])
            escape = Escape(
                shown(term), size, one.letters, np.asarray(out), numbers, see.span(term)
            )
            escapes.append(escape)
            mask = spread(out, one.letters, letters, 0)
            outside = mask if outside is None else outside | mask
        picked.append(spread(whole.astype(np.intp), one.letters, letters, 0))
    key = tuple(picked)
    empty = any(size == 0 for size in base.data.shape[: len(base.letters) + count])
    if empty:
        raise stop("shape-mismatch", f"an index on an axis of length 0: {base.data.shape}")
    data, error = base.data[key], base.error[key]
    bad: Bad | None = None
    if outside is not None or base.bad is not None or any(one.bad for one in positions):
        mask = np.zeros(data.shape, np.bool_)
        rank = data.ndim - len(letters)
        if outside is not None:
            mask |= outside.reshape(outside.shape + (1,) * rank)
        if base.bad is not None:
            mask |= base.bad.mask[key]
            escapes += base.bad.escapes
        inner = bad_of(positions, letters, data.shape[: len(letters)])
        if inner is not None:
            mask |= inner.mask.reshape(inner.mask.shape + (1,) * rank)
            escapes += inner.escapes
        bad = Bad(mask, tuple(escapes)) if mask.any() else None
    return Quantity(data, error, letters, "", (), bad, base.is_vague)


def shown(term: Term) -> str:
    """An index as text."""
    match term.op:
        case "index" | "number" | "size":
            return term.text
        case "sum":
            parts = [f"{sign}{shown(one)}" for sign, one in zip(term.text, term.args, strict=False)]
            return "".join(parts).removeprefix("+")
        case "product":
            return " ".join(shown(one) for one in term.args)
        case "leaf":
            return term.text.rstrip("<>")
        case "at":
            return f"{shown(term.args[0])}_{','.join(shown(one) for one in term.args[1:])}"
    return "…"
