"""Arithmetic over the letters of shapes, and what letters stand for in a run.

Axes `("T", "2*d")` against the sizes `(3, 8)` bind T = 3 and d = 4.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache

from docgen.evaluation.term import Leaf, Problem
from docgen.syntax import expression_tree

ANY = "…"
SAME, SAME_SINGLE, SAME_HALF = 1e-9, 1e-4, 1e-2
"""Of the largest entry: how far a symmetric matrix may be from its transpose by rounding."""
Axes = tuple[str, ...]
Sizes = tuple[int, ...]


def shown_axes(axes: Axes) -> str:
    """Axes as people write them: `(T, 2d)`, `(d,)`."""
    inner = ", ".join(axis.replace("*", "") for axis in axes)
    return f"({inner},)" if len(axes) == 1 else f"({inner})"


def shown_sizes(sizes: Sizes) -> str:
    """Sizes as NumPy writes them."""
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"


@cache
def letters_of(axis: str) -> tuple[str, ...]:
    """Letters of an axis, each once."""
    return tuple(dict.fromkeys(re.findall(r"[^\W\d]\w*", axis)))


def size_of(axis: str, values: Mapping[str, int]) -> int | None:
    """The number an axis stands for, if all its letters have one."""
    if axis in values:
        return values[axis]
    tree = _tree(axis)
    return _evaluated(tree, values) if tree is not None else None


@cache
def _tree(axis: str) -> ast.expr | None:
    try:
        return expression_tree(axis)
    except SyntaxError:
        return None


def _evaluated(node: ast.expr, values: Mapping[str, int]) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return values.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _evaluated(node.operand, values)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp):
        left, right = _evaluated(node.left, values), _evaluated(node.right, values)
        if left is None or right is None:
            return None
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.FloorDiv() | ast.Div():
                return left // right if right and left % right == 0 else None
    return None


def split(axes: Axes, actual: Sizes) -> tuple[Sizes, Sizes] | None:
    """Sizes of the declared axes and of the leading axes at `…`; None where they do not fit.

    Axes of length one that are not declared are left out, from the left.
    """
    if ANY not in axes:
        visible = without_ones(actual, len(axes))
        return (visible, ()) if len(visible) == len(axes) else None
    at = axes.index(ANY)
    after = len(axes) - 1 - at
    if len(actual) < at + after:
        return None
    stop = len(actual) - after
    return actual[:at] + actual[stop:], actual[at:stop]


def without_ones(sizes: Sizes, rank: int) -> Sizes:
    """Drop axes of length one, from the left, until `rank` axes are left."""
    if len(sizes) <= rank:
        return sizes
    kept = list(sizes)
    while len(kept) > rank and 1 in kept:
        kept.remove(1)
    return tuple(kept)


def unify(axes: Axes, actual: Sizes, bound: dict[str, int]) -> str:
    """Compare declared axes with recorded sizes, binding letters that have no value yet.

    Returns:
        Why they disagree, as a sentence; empty where they agree. Letters are bound in `bound`
        only where the whole shape agrees.
    """
    found = split(axes, actual)
    if found is None:
        return f"declared {shown_axes(axes)}, the run has {shown_sizes(actual)}"
    sizes = found[0]
    declared = tuple(axis for axis in axes if axis != ANY)
    trial = dict(bound)
    for axis, size in zip(declared, sizes, strict=True):
        if axis not in trial and axis.isidentifier():
            trial[axis] = size
    for axis, size in zip(declared, sizes, strict=True):
        expected = size_of(axis, trial)
        if expected is None and not _solve(axis, size, trial):
            return (
                f"declared {shown_axes(axes)}: no sizes make `{axis}` the {size} of "
                f"{shown_sizes(actual)}"
            )
        if expected is not None and expected != size:
            return (
                f"declared {shown_axes(axes)}, that is {_real(axes, trial)}; the run has "
                f"{shown_sizes(actual)}"
            )
    bound.update(trial)
    return ""


def _solve(axis: str, size: int, bound: dict[str, int]) -> bool:
    """Bind the one unknown letter of a composite axis such as `2*d`, if one size fits."""
    unknown = [name for name in letters_of(axis) if name not in bound]
    if len(unknown) != 1:
        return False
    fitting = _fitting(axis, size, bound, unknown[0])
    if len(fitting) != 1:
        return False
    bound[unknown[0]] = fitting[0]
    return True


def _is_open(axis: str, size: int, bound: Mapping[str, int]) -> bool:
    """Whether several sizes of its letters fit: `B*T` is then only as long as every `B*T`."""
    unknown = [name for name in letters_of(axis) if name not in bound]
    if len(unknown) == 1:
        return len(_fitting(axis, size, bound, unknown[0])) > 1
    return len(unknown) > 1


def _fitting(axis: str, size: int, bound: Mapping[str, int], name: str) -> list[int]:
    """Sizes of one letter that make an axis a number long; more than one of them tell nothing."""
    one, two = (size_of(axis, {**bound, name: n}) for n in (1, 2))
    if one is not None and two is not None and two != one:
        # Sums and products of one letter are straight lines, unless it stands in them twice.
        guess = 1 + (size - one) // (two - one)
        is_line = size_of(axis, {**bound, name: 3}) == two + (two - one)
        if is_line:
            fits = guess > 0 and size_of(axis, {**bound, name: guess}) == size
            return [guess] if fits else []
    limit = min(64 * (size + 1), 100_000)
    return [n for n in range(1, limit) if size_of(axis, {**bound, name: n}) == size]


def _real(axes: Axes, values: Mapping[str, int]) -> str:
    parts: list[str] = []
    for axis in axes:
        size = None if axis == ANY else size_of(axis, values)
        parts.append(axis if size is None else str(size))
    return shown_axes(tuple(parts))


def measure(
    leaves: Iterable[Leaf], values: Mapping[str, object], sizes: Mapping[str, int]
) -> dict[str, int] | Problem:
    """Sizes of the letters of shapes, from all leaves whose values are known.

    Args:
        values: By the names of leaves; what has no `shape` is a number.
        sizes: What is known already.

    Returns:
        A problem where a value does not have its declared shape.
    """
    bound = dict(sizes)
    odd: tuple[Leaf, Sizes] | None = None
    waiting: list[tuple[Leaf, Axes, Sizes, Sizes]] = []
    for leaf in leaves:
        if leaf.shape is None or leaf.name not in values:
            continue
        actual: Sizes = getattr(values[leaf.name], "shape", ())
        seen = _seen(leaf, actual)
        found = None if seen is None else split(leaf.shape, seen)
        if seen is None or found is None:
            odd = odd or (leaf, actual)
            continue
        declared = tuple(axis for axis in leaf.shape if axis != ANY)
        for axis, size in zip(declared, found[0], strict=True):
            if axis not in bound and axis.isidentifier():
                bound[axis] = size
        waiting.append((leaf, declared, found[0], actual))
    open_axes = [
        (axis, size) for _, axes, real, _ in waiting for axis, size in zip(axes, real, strict=True)
    ]
    while any(
        size_of(axis, bound) is None and _solve(axis, size, bound) for axis, size in open_axes
    ):
        pass
    for axis, size in open_axes:
        if axis not in bound and _is_open(axis, size, bound):
            bound[axis] = size
    if odd is not None:
        return _disagreement(*odd, bound)
    for leaf, declared, real, actual in waiting:
        if any(size_of(axis, bound) != size for axis, size in zip(declared, real, strict=True)):
            return _disagreement(leaf, actual, bound)
    return bound


def _seen(leaf: Leaf, actual: Sizes) -> Sizes | None:
    """The sizes without the axes of the letters in the cell."""
    if not leaf.letters:
        return actual
    taken = {axis % len(actual) for _, axis in leaf.letters if -len(actual) <= axis < len(actual)}
    if len(taken) < len(leaf.letters):
        return None
    return tuple(size for axis, size in enumerate(actual) if axis not in taken)


def _disagreement(leaf: Leaf, actual: Sizes, bound: Mapping[str, int]) -> Problem:
    assert leaf.shape is not None
    real = _real(leaf.shape, bound)
    declared = shown_axes(leaf.shape)
    that_is = f", that is {real}" if real != declared else ""
    if leaf.letters:
        along = ", ".join(f"`{letter}`" for letter, _ in leaf.letters)
        that_is += f" and an axis for {along}"
    return Problem(
        "shape-mismatch",
        f"`{leaf.symbol}` is declared {declared}{that_is}; the run has {shown_sizes(actual)}",
    )
