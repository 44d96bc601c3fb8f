"""Declared shapes, and whether a run agrees with them.

`parse_shape("(T, 2d)")` is `Shape(("T", "2*d"))`; against (3, 8) it binds T = 3 and d = 4.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from docgen.diagnostics import Fault
from docgen.text import Span

ANY = "…"
_ARITHMETIC = (
    ast.BinOp,
    ast.Name,
    ast.Load,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.FloorDiv,
)


@dataclass(frozen=True, slots=True)
class Shape:
    """Axes as Python arithmetic over letters and whole numbers; one `…` is any number of axes.

    Attributes:
        target: Letter of the axis that the entries are positions along: `(T,) in V`.
        symmetric: The array equals its transpose.
    """

    axes: tuple[str, ...]
    target: str = ""
    symmetric: bool = False

    def __str__(self) -> str:
        inner = ", ".join(axis.replace("*", "") for axis in self.axes)
        return f"({inner},)" if len(self.axes) == 1 else f"({inner})"

    @property
    def letters(self) -> tuple[str, ...]:
        """Letters in the order of the axes, each once."""
        found: dict[str, None] = {}
        for axis in self.axes:
            for name in re.findall(r"[^\W\d]\w*", axis):
                found[name] = None
        return tuple(found)

    def real(self, values: Mapping[str, int]) -> tuple[int, ...] | None:
        """The shape in numbers; None where a letter has no value."""
        sizes: list[int] = []
        for axis in self.axes:
            size = None if axis == ANY else _size(axis, values)
            if size is None:
                return None
            sizes.append(size)
        return tuple(sizes)


NO_SHAPE = ("", "none", "—", "-", "–")


def parse_shape(text: str) -> Shape | None:
    """Read one entry of a Shape column; None where it declares no shape.

    Raises:
        malformed-block: The text is no shape.
    """
    text = text.strip().strip("`$").strip()
    if text.casefold() in NO_SHAPE:
        return None
    symmetric = bool(re.search(r"\bsymmetric\b", text))
    text = re.sub(r",?\s*\bsymmetric\b", "", text).strip()
    if text == "scalar":
        return Shape((), symmetric=symmetric)
    into = re.fullmatch(r"(\(.*\))\s+in\s+(\w+)", text)
    target = into[2] if into else ""
    inner = into[1] if into else text
    if not (inner.startswith("(") and inner.endswith(")")):
        raise _fault(text)
    parts = [part.strip() for part in inner[1:-1].split(",")]
    if parts and parts[-1] == "":
        parts.pop()
    axes = tuple(_axis(part, text) for part in parts)
    if axes.count(ANY) > 1:
        raise _fault(text)
    return Shape(axes, target, symmetric)


def is_function_shape(text: str) -> bool:
    """Whether the text is `A to B`, the shapes of a function's argument and result."""
    return bool(re.search(r"\)\s+to\s+\(", text))


def _axis(part: str, text: str) -> str:
    if part in (ANY, "...", r"\dots"):
        return ANY
    spelled = re.sub(r"(\d)\s*(?=[^\W\d_])", r"\1*", part).replace("·", "*").replace("×", "*")
    try:
        tree = ast.parse(spelled, mode="eval").body
    except SyntaxError:
        raise _fault(text) from None
    for node in ast.walk(tree):
        is_number = isinstance(node, ast.Constant) and type(node.value) is int
        if not is_number and not isinstance(node, _ARITHMETIC):
            raise _fault(text)
    return ast.unparse(tree).replace(" ", "")


def _fault(text: str) -> Fault:
    return Fault(
        "malformed-block",
        f"`{text[:40]}` is no shape",
        Span(0, max(len(text), 1)),
        help="write a shape such as `(T, d)`, `(d,)` or `scalar`, or `none`",
    )


def _size(axis: str, values: Mapping[str, int]) -> int | None:
    """The number an axis stands for, if all its letters have one."""
    return _evaluate(_tree(axis), values)


@cache
def _tree(axis: str) -> ast.expr:
    return ast.parse(axis, mode="eval").body


def _evaluate(node: ast.expr, values: Mapping[str, int]) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return values.get(node.id)
    if isinstance(node, ast.BinOp):
        left, right = _evaluate(node.left, values), _evaluate(node.right, values)
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


def unify(shape: Shape, actual: tuple[int, ...], bound: dict[str, int]) -> str:
    """Compare a declared shape with a recorded one, binding letters that have no value yet.

    Returns:
        Why they disagree, as a sentence; empty where they agree. Letters are bound in `bound`
        only where the whole shape agrees.
    """
    axes = shape.axes
    sizes = actual
    if ANY in axes:
        at = axes.index(ANY)
        axes = axes[:at] + axes[at + 1 :]
        if len(sizes) < len(axes):
            return f"declared {shape}, the run has {_shown(actual)}"
        sizes = sizes[:at] + sizes[len(sizes) - len(axes) + at :]
    if len(sizes) > len(axes):
        sizes = _without_ones(sizes, len(axes))
    if len(axes) != len(sizes):
        return f"declared {shape}, the run has {_shown(actual)}"
    trial = dict(bound)
    for axis, size in zip(axes, sizes, strict=True):
        if axis.isidentifier() and axis not in trial:
            trial[axis] = size
    for axis, size in zip(axes, sizes, strict=True):
        expected = _size(axis, trial)
        if expected is None and not _solve(axis, size, trial):
            return f"declared {shape}: no sizes make `{axis}` the {size} of {_shown(actual)}"
        if expected is not None and expected != size:
            return f"declared {shape}, that is {_real(shape, trial)}; the run has {_shown(actual)}"
    bound.update(trial)
    return ""


def _solve(axis: str, size: int, bound: dict[str, int]) -> bool:
    """Bind the one unknown letter of a composite axis such as `2*d`, if one size fits."""
    unknown = [name for name in re.findall(r"[^\W\d]\w*", axis) if name not in bound]
    if len(set(unknown)) != 1:
        return False
    name = unknown[0]
    fitting = _fitting(axis, size, bound, name)
    if len(fitting) != 1:
        return False
    bound[name] = fitting[0]
    return True


def _fitting(axis: str, size: int, bound: Mapping[str, int], name: str) -> list[int]:
    """Sizes of one letter that make an axis a number long; more than one of them tell nothing."""
    one, two = (_size(axis, {**bound, name: n}) for n in (1, 2))
    if one is not None and two is not None and two != one:
        # Sums and products of one letter are straight lines, unless it stands in them twice.
        guess = 1 + (size - one) // (two - one)
        is_line = _size(axis, {**bound, name: 3}) == two + (two - one)
        if is_line:
            fits = guess > 0 and _size(axis, {**bound, name: guess}) == size
            return [guess] if fits else []
    limit = min(64 * (size + 1), 100_000)
    return [n for n in range(1, limit) if _size(axis, {**bound, name: n}) == size]


def _without_ones(sizes: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """Drop axes of length one, from the left, until `rank` axes are left."""
    kept = list(sizes)
    while len(kept) > rank and 1 in kept:
        kept.remove(1)
    return tuple(kept)


def _real(shape: Shape, values: Mapping[str, int]) -> str:
    parts: list[str] = []
    for axis in shape.axes:
        size = None if axis == ANY else _size(axis, values)
        parts.append(axis if size is None else str(size))
    return f"({', '.join(parts)},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _shown(sizes: tuple[int, ...]) -> str:
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"
