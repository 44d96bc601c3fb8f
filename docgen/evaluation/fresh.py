"""Values that no run made: every symbol of a formula drawn at random, at sizes of its own.

`Z = X W` with X (T, d) and W (d, F) is drawn with T, d, F = 3, 5, 8: no size is special, none
equals another, no array is symmetric, zero or one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy as np

from docgen.evaluation.extent import ANY, letters_of, size_of
from docgen.evaluation.point import Array, Function, Point, Slope
from docgen.evaluation.smooth import Shape, Smooth
from docgen.evaluation.term import Formula, Leaf, Signature, Term

Sign = Literal["signed", "positive", "fraction"]
SIGNS: tuple[Sign, ...] = ("signed", "positive", "fraction")

_LEADS = (2, 4)
# Neither neighbours nor a square among them: n - 1 and the root of a size are no other size.
_POOL = (3, 5, 8, 12, 14, 17, 20, 22)


class Unknown(Exception):
    """A leaf cannot be drawn: its shape is not declared."""


def assignments(formula: Formula) -> Iterator[dict[str, int]]:
    """Sizes of all letters, no two equal: two orders, then each with a letter tied to a product.

    Where heads are `(T, h*k)` and their sum is `(T, d)`, only sizes with d = h·k make sense.
    """
    axes = _axes(formula)
    letters = sorted({letter for axis in axes for letter in letters_of(axis)})
    products = [axis for axis in axes if axis not in letters and letters_of(axis)]
    count = len(letters)
    pool = list(_POOL[:count]) + list(range(25, 25 + 3 * (count - len(_POOL)), 3))
    plain = []
    # One letter alone has no other order, so it has another size.
    for order in (pool, pool[1::2] + pool[::2][::-1] if count > 1 else list(_POOL[2 : count + 2])):
        sizes = dict(zip(letters, order, strict=True))
        plain.append(sizes if _is_whole(products, sizes) else {k: 2 * n for k, n in sizes.items()})
    yield from plain
    for product in products:
        for letter in letters:
            if letter in letters_of(product):
                continue
            for sizes in plain:
                size = size_of(product, sizes)
                if size is not None:
                    yield {**sizes, letter: size}


def _axes(formula: Formula) -> list[str]:
    """Every axis that a shape of the formula names."""
    shapes = [leaf.shape or () for leaf in (*formula.leaves, *formula.sizing)]
    found = [leaf.target for leaf in formula.leaves]
    for signature in formula.signatures:
        shapes += [shape or () for shape in (*signature.shapes, signature.result)]
    for definition in formula.definitions:
        shapes += [shape or () for shape in definition.shapes]
    for statement in formula.statements:
        found += [free.axis for free in statement.free]
    found += [axis for shape in shapes for axis in shape]
    return list(dict.fromkeys(axis for axis in found if axis not in ("", ANY)))


def _letter_axes(formula: Formula) -> dict[str, str]:
    """The axis that each index runs along, free or bound, where it is known."""
    found: dict[str, str] = {}
    for one in formula.statements:
        found.update({free.letter: free.axis for free in one.free if free.axis})
        waiting = [*one.sides, *(term for _, term in one.locals)]
        while waiting:
            term = waiting.pop()
            waiting += term.args
            if term.op == "binder" and term.names[:1] not in ((), ("",)):
                found.setdefault(term.text, term.names[0])
    return found


def _is_whole(products: list[str], sizes: Mapping[str, int]) -> bool:
    return all((size_of(axis, sizes) or 0) > 0 for axis in products)


class Draw:
    """One random binding of a formula, under a seed.

    Args:
        sizes: Of all letters.
        sign: Of the numbers: around 1 and -1, around 1, or between 0 and 1.
        is_spread: Symbols differ in magnitude by up to a hundred, so that `\\min` takes both sides.
        like: Recorded values, for the types of arrays.
    """

    def __init__(
        self,
        formula: Formula,
        sizes: Mapping[str, int],
        seed: int,
        sign: Sign = "signed",
        is_spread: bool = False,
        like: Mapping[str, Array] | None = None,
    ) -> None:
        self.formula = formula
        self.sizes = dict(sizes)
        self.seed = seed
        self.sign = sign
        self.is_spread = is_spread
        self.like = like or {}
        self.rng = np.random.default_rng(seed)
        self.axes = _letter_axes(formula)

    def point(self) -> Point:
        """Values of all leaves, functions and derivatives.

        Raises:
            Unknown: A leaf has no declared shape and is no number.
        """
        values = {}
        for leaf in (*self.formula.leaves, *self.formula.sizing):
            if leaf.name not in values:
                values[leaf.name] = self._value(leaf)
        functions = {one.key: self._function(one) for one in self.formula.signatures}
        return Point(values, functions, self._derivatives(values))

    def _value(self, leaf: Leaf) -> Array:
        shape = self._shape(leaf)
        if leaf.target:
            return self.rng.integers(0, self._size(leaf.target), shape)
        like = np.asarray(self.like.get(leaf.name, 0.0))
        if like.dtype.kind == "b":
            return self.rng.random(shape) < 0.5
        if like.dtype.kind in "iu":
            return self.rng.integers(2, 6, shape)
        if _is_mask(like):
            return np.where(self.rng.random(shape) < 0.3, like.min() + like.max(), 0.0)
        numbers = self._numbers(shape)
        if leaf.is_symmetric and numbers.ndim >= 2 and shape[-1] == shape[-2]:
            return np.asarray(numbers + np.swapaxes(numbers, -1, -2))
        return numbers

    def _numbers(self, shape: Shape) -> Array:
        if self.sign == "fraction":
            return self.rng.uniform(0.1, 0.9, shape)
        numbers = np.asarray(self.rng.uniform(0.5, 1.5, shape))
        if self.sign == "signed":
            numbers = numbers * self.rng.choice((-1.0, 1.0), shape)
        return numbers * 10 ** self.rng.uniform(-1, 1) if self.is_spread else numbers

    def _shape(self, leaf: Leaf) -> Shape:
        shape = leaf.shape
        if shape is None:
            if leaf.name in self.like and np.ndim(self.like[leaf.name]) == 0:
                shape = ()
            else:
                raise Unknown(leaf.symbol)
        sizes = list(self._sizes(shape))
        rank = len(sizes) + len(leaf.letters)
        for axis, letter in sorted((axis % rank, letter) for letter, axis in leaf.letters):
            sizes.insert(axis, self._size(self.axes.get(letter, f"?{letter}")))
        return tuple(sizes)

    def _sizes(self, shape: tuple[str, ...]) -> Shape:
        found: list[int] = []
        for axis in shape:
            found += _LEADS if axis == ANY else (self._size(axis),)
        return tuple(found)

    def _size(self, axis: str) -> int:
        size = size_of(axis, self.sizes)
        if size is None:
            if axis.isidentifier() or axis.startswith("?"):
                # An axis that only the letter of a cell runs along.
                size = self.sizes[axis] = 6 + len(self.sizes)
            else:
                raise Unknown(axis)
        return size

    def _function(self, signature: Signature) -> Function:
        taken = signature.shapes[0] if signature.shapes else None
        result = signature.result

        def shape(*arguments: Any) -> Shape:
            first: Shape = np.shape(arguments[0]) if arguments else ()
            if result is None or result == taken:
                return first
            leads = len(first) - len([axis for axis in taken or () if axis != ANY])
            sizes: list[int] = []
            for axis in result:
                sizes += first[: max(leads, 0)] if axis == ANY else (self._size(axis),)
            return tuple(sizes)

        return Smooth(signature.key, self.seed, shape, self.sign != "signed")

    def _derivatives(self, values: Mapping[str, Array]) -> dict[tuple[str, str], Slope]:
        return {
            (of, by): _fixed(self._numbers(np.shape(values[of]) + np.shape(values[by])))
            for of, by in derivatives(self.formula)
        }


def _is_mask(array: Array) -> bool:
    """Whether it holds 0 and one infinity and nothing else: that is what it is, not a chance."""
    found = set(np.ravel(array).tolist())  # `np.unique` would load all of `numpy.ma`
    return len(found) == 2 and 0.0 in found and bool(np.isinf(array).any())


def derivatives(formula: Formula) -> tuple[tuple[str, str], ...]:
    """Names of the leaves of all derivatives that a formula takes: of which, by which."""
    found: dict[tuple[str, str], None] = {}
    waiting: list[Term] = []
    for statement in formula.statements:
        waiting += [*statement.sides, *statement.conditions, *(t for _, t in statement.locals)]
    for definition in formula.definitions:
        waiting += [definition.body, *(term for _, term in definition.locals)]
    while waiting:
        term = waiting.pop()
        if term.op == "derivative":
            found[term.args[0].text, term.args[1].text] = None
        waiting += term.args
    return tuple(found)


def shaken(point: Point, seed: int) -> Point:
    """The recorded values, each moved by about its own magnitude; its functions at random.

    What fresh sizes cannot be given to is still told from what only holds at special values.
    """
    rng = np.random.default_rng(seed)
    values = {name: _moved(value, rng) for name, value in point.values.items()}
    slopes: dict[tuple[str, str], Slope] = {
        names: _fixed(_moved(slope(), rng)) for names, slope in point.derivatives.items()
    }
    functions: dict[str, Function] = {
        key: Smooth(key, seed, _like(function)) for key, function in point.functions.items()
    }
    return Point(values, functions, slopes)


def _fixed(array: Array) -> Slope:
    return lambda: array


def _moved(value: Array, rng: np.random.Generator) -> Array:
    array = np.asarray(value)
    if array.dtype.kind != "f" or not array.size:
        return array
    numbers = array.astype(np.float64)
    finite = np.isfinite(numbers)
    if np.all(numbers[finite] >= 0) and np.any(numbers[finite] > 0):
        return np.asarray(numbers * rng.uniform(0.5, 1.5, array.shape))
    rms = float(np.sqrt(np.mean(numbers[finite] ** 2))) if finite.any() else 0.0
    return np.asarray(numbers + rng.normal(size=array.shape) * max(0.5, rms))


def _like(function: Function) -> Any:
    def shape(*arguments: Any) -> Shape:
        return np.shape(function(*arguments))

    return shape
