r"""Indices: the numbers they take, the positions they mean, and entries read at them.

With base 1, `x_{i+1}` for i = 1, 2 reads positions 1 and 2 of `x`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import piecewise
from docgen.evaluation.evaluator import Running, letters_in
from docgen.evaluation.quantity import (
    Array,
    Bad,
    Escape,
    Quantity,
    Stop,
    bad_of,
    constant,
    merged,
    spread,
    stop,
)
from docgen.evaluation.term import Range, Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator


def index(term: Term, see: Evaluator) -> Quantity:
    """An index letter, as the number that the page means."""
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
                at = Quantity(running.numbers - running.base, running.quantity.error, (letter,))
                value = _gather_letter(value, letter, at, Term("index", (), letter), running.base)
    return value


def _gather_letter(
    value: Quantity, letter: str, positions: Quantity, term: Term, base: int
) -> Quantity:
    """The value with a hidden axis read at some positions."""
    where = value.letters.index(letter)
    rest = tuple(one for one in value.letters if one != letter)
    front = np.moveaxis(value.data, where, len(rest))
    back = np.moveaxis(value.error, where, len(rest))
    opened = Quantity(front, back, rest, is_vague=value.is_vague)
    return _gather(opened, [positions], [term], [base])


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
        bases = {one.names[1] for one in term.args[1:] if one.op == "binder"}
        return 0 if bases == {"0"} else 1
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
    """Entries, or rows where there are fewer indices than axes."""
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
    return _gather(base, [one for one, _ in found], indices, [first for _, first in found])


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
    base: Quantity, positions: Sequence[Quantity], terms: Sequence[Term], firsts: Sequence[int]
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
            escape = Escape(shown(term), size, one.letters, out, one.data + firsts[k])
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
    inside = piecewise.both(
        piecewise.relation(low, running.quantity, "≤"),
        piecewise.relation(running.quantity, high, "≤"),
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
    raise stop(
        "unsupported-latex",
        f"the range of index `{one.letter}` is unknown",
        help=f"write its bounds, as in `{one.letter} = 1, \\dots, n`",
    )


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
