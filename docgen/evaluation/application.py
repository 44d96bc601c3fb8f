r"""Functions at their arguments: those an equation defines, and calls of the project's code.

`f(X)` of a function of `(d,)` at an array `(T, d)` is f at every row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import domain, opaque
from docgen.evaluation.escape import Bad
from docgen.evaluation.evaluator import Running
from docgen.evaluation.extent import ANY, shown_axes, size_of
from docgen.evaluation.quantity import PLAIN, Quantity, merged, spread
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Definition, Range, Term
from docgen.text import counted

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator

Shapes = Sequence[tuple[str, ...] | None]


def apply(term: Term, see: Evaluator) -> Quantity:
    """A function with a key at its arguments.

    Raises:
        Stop: `unsupported-latex` for a function along several indices.
    """
    if not term.names:
        values = [see.quantity(one) for one in term.args]
        return _applied(term.text, values, term.args, term, see)
    if len(term.names) > 1:
        raise stop("unsupported-latex", "a function along several indices")
    letter = term.names[0]
    outer = see.scope
    running = outer.get(letter)
    try:
        if running is None:
            found, _ = domain.run(Range(letter, "", see.base), see, term.args)
            see.scope = {**outer, letter: found}
        line = see.scope[letter]
        values = [_seen(see.quantity(one), line) for one in term.args]
    finally:
        see.scope = outer
    result = _applied(term.text, values, term.args, term, see)
    return _hidden(result, line) if running is not None else result


def _seen(value: Quantity, line: Running) -> Quantity:
    """The value with the letter's axis as the one that the function sees."""
    if value.rank:
        raise stop(
            "unsupported-latex", f"a function along `{line.letter}` of an array", help="index it"
        )
    rest = tuple(one for one in value.letters if one != line.letter)
    letters = merged((Quantity(value.data, value.error, value.letters), line.quantity))
    order = (*rest, line.letter)
    sizes = dict(zip(value.letters, value.data.shape, strict=True))
    shape = tuple(sizes.get(one, len(line.numbers)) for one in order)
    assert set(order) == set(letters)
    value.good()
    data = np.broadcast_to(spread(value.data, value.letters, order, 0), shape)
    error = np.broadcast_to(spread(value.error, value.letters, order, 0), shape)
    return Quantity(data, error, rest, PLAIN, is_vague=value.is_vague)


def _hidden(value: Quantity, line: Running) -> Quantity:
    """The value with its one visible axis as the letter's."""
    if value.rank == 0:
        return value
    if value.rank > 1 or value.data.shape[-1] != len(line.numbers):
        raise stop("shape-mismatch", f"a function along `{line.letter}` of shape {value.visible}")
    letters = (*value.letters, line.letter)
    return Quantity(value.data, value.error, letters, "", (), value.bad, value.is_vague)


def compose(term: Term, see: Evaluator) -> Quantity:
    """Functions one after the other, the last named first.

    Raises:
        Stop: `unsupported-latex` for functions without an argument.
    """
    if not term.args:
        raise stop("unsupported-latex", "a function without its argument", help="write `f(g(x))`")
    values = [see.quantity(one) for one in term.args]
    for key in reversed(term.names):
        values = [_applied(key, values, (), term, see)]
    return values[0]


def _applied(
    key: str, values: list[Quantity], terms: Sequence[Term], term: Term, see: Evaluator
) -> Quantity:
    definition = see.definitions.get(key)
    signature = see.signatures.get(key)
    shapes: Shapes
    if definition is not None:
        shapes, count = definition.shapes, len(definition.parameters)
        if len(shapes) < count:
            shapes = (*shapes, *(None,) * (count - len(shapes)))
    else:
        count = len(signature.shapes) if signature is not None and signature.shapes else -1
        shapes = signature.shapes if count > 0 and signature is not None else ()
        if count < len(values):
            shapes, count = (*shapes, *(None,) * (len(values) - len(shapes))), -1
    if count >= 0 and count != len(values):
        raise stop(
            "shape-mismatch", f"a function of {counted(count, 'argument')} gets {len(values)}"
        )
    extra, opened = _opened(values, shapes, definition is None, see)
    if extra:
        see.notes["a function of fewer axes runs over the leading axes of its argument"] = None
    if definition is not None:
        result = _defined(definition, opened, extra, term, see)
    else:
        result = opaque.called(key, signature, opened, terms, see)
    return _closed(result, extra, values)


def _opened(
    values: Sequence[Quantity], shapes: Shapes, is_opaque: bool, see: Evaluator
) -> tuple[dict[str, int], list[Quantity]]:
    """Arguments with the axes that the function does not declare as hidden ones, and these."""
    extra: dict[str, int] = {}
    opened: list[Quantity] = []
    for value, shape in zip(values, shapes, strict=True):
        wanted = 0 if shape is None else len([axis for axis in shape if axis != ANY])
        if is_opaque and (shape is None or ANY in shape):
            wanted = max(value.rank, wanted)
        more = value.rank - wanted
        if more < 0:
            declared = shown_axes(shape or ())
            raise stop(
                "shape-mismatch",
                f"an argument of shape {value.visible}, and the function takes {declared}",
            )
        if value.elastic and (more or is_opaque):
            raise stop("unsupported-latex", "ones without a length as an argument")
        if more == 0:
            state = value.state if is_opaque or shape is None else PLAIN
            opened.append(_with(value, value.letters, state))
            continue
        names = tuple(f"°{len(see.keys)}.{k}" for k in range(more))
        sizes = dict(zip(names, value.visible, strict=False))
        if extra and sizes != extra:
            raise stop(
                "shape-mismatch",
                f"a function runs over axes {tuple(extra.values())} of one argument and "
                f"{tuple(sizes.values())} of another",
            )
        extra = sizes
        opened.append(_with(value, value.letters + names, PLAIN))
    return extra, opened


def _with(value: Quantity, letters: tuple[str, ...], state: str) -> Quantity:
    return Quantity(
        value.data, value.error, letters, state, value.elastic, value.bad, value.is_vague,
        value.is_unit,
    )  # fmt: skip


def _closed(result: Quantity, extra: dict[str, int], values: Sequence[Quantity]) -> Quantity:
    """The value with the axes that the function ran over in front of its own."""
    if not extra:
        first = values[0] if values else result
        if result.rank == first.rank == 1:
            return _with(result, result.letters, first.state)
        return result
    rest = tuple(one for one in result.letters if one not in extra)
    order = (*rest, *extra)
    sizes = dict(zip(result.letters, result.data.shape, strict=False))
    shape = tuple(sizes.get(one, extra.get(one, 1)) for one in order) + result.visible
    arrays = [
        np.broadcast_to(spread(one, result.letters, order, result.rank), shape)
        for one in (result.data, result.error)
    ]
    bad = None
    if result.bad is not None:
        mask = np.broadcast_to(spread(result.bad.mask, result.letters, order, result.rank), shape)
        bad = Bad(mask, result.bad.escapes)
    state = ""
    if result.rank == 0:
        state = next((one.state for one in values if one.rank == len(extra) == 1), "")
    return Quantity(arrays[0], arrays[1], rest, state, (), bad, result.is_vague)


def _bound_letters(definition: Definition) -> set[str]:
    """Letters that the function binds, which are not those of its arguments."""
    found: set[str] = set()
    waiting = [definition.body, *(term for _, term in definition.locals)]
    while waiting:
        term = waiting.pop()
        if term.op in ("binder", "series"):
            found.add(term.text)
        elif term.op == "apply":
            found.update(term.names)
        waiting += term.args
    return found


def _defined(
    definition: Definition,
    values: Sequence[Quantity],
    extra: dict[str, int],
    term: Term,
    see: Evaluator,
) -> Quantity:
    """The right side of an equation that defines the function."""
    if definition.key in see.keys:
        raise stop("unsupported-latex", "a function that is defined by itself")
    inner = _bound_letters(definition)
    depth = len(see.keys)
    fresh = {
        letter: f"{letter}{'′' * (depth + 1)}"
        for value in values
        for letter in value.letters
        if letter in inner
    }
    if fresh:
        values = [
            _with(one, tuple(fresh.get(letter, letter) for letter in one.letters), one.state)
            for one in values
        ]
    kept = (
        see.parameters, see.sizes, see.locals, see.local_values, see.path, see.keys, see.scope,
        see.live, see.base,
    )  # fmt: skip
    see.base = definition.base
    see.sizes = _sizes(definition, values, see)
    see.parameters = dict(zip(definition.parameters, values, strict=True))
    see.locals, see.local_values = dict(definition.locals), {}
    see.place = see.span(term)
    see.path, see.keys = (*see.path, id(term)), (*see.keys, definition.key)
    see.scope = {letter: one for letter, one in see.scope.items() if letter not in inner}
    see.live = _live(see.live, fresh, extra)
    try:
        result = see.quantity(definition.body)
    finally:
        (
            see.parameters, see.sizes, see.locals, see.local_values, see.path, see.keys, see.scope,
            see.live, see.base,
        ) = kept  # fmt: skip
    if fresh:
        back = {new: old for old, new in fresh.items()}
        letters = tuple(back.get(letter, letter) for letter in result.letters)
        result = _with(result, letters, result.state)
    return result


def _live(live: Quantity | None, fresh: dict[str, str], extra: dict[str, int]) -> Quantity | None:
    """Where the function's value counts, on the axes that it knows."""
    if live is None:
        return None
    letters = tuple(fresh.get(one, one) for one in live.letters)
    if live.rank and live.visible == tuple(extra.values()):
        return Quantity(live.data, live.error, letters + tuple(extra))
    data = live.data
    while data.ndim > len(letters):
        data = data.max(-1)
    return Quantity(data, np.zeros(data.shape), letters)


def _sizes(definition: Definition, values: Sequence[Quantity], see: Evaluator) -> dict[str, int]:
    """Sizes of letters within the function: those of its arguments go before the page's."""
    own: dict[str, int] = {}
    pairs: list[tuple[str, int]] = []
    for value, shape in zip(values, definition.shapes, strict=False):
        if shape is None or value.elastic:
            continue
        axes = [axis for axis in shape if axis != ANY]
        pairs += zip(axes, value.visible, strict=True)
    for axis, size in pairs:
        if axis.isidentifier() and own.setdefault(axis, size) != size:
            raise stop(
                "shape-mismatch", f"`{axis}` is {own[axis]} in one argument and {size} in another"
            )
    sizes = {**see.sizes, **own}
    for axis, size in pairs:
        known = size_of(axis, sizes)
        if known is not None and known != size:
            raise stop("shape-mismatch", f"an argument has the size {size} along `{axis}`")
    return sizes
