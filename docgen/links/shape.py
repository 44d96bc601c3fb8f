"""Declared shapes, and whether a run agrees with them.

`parse_shape("(T, 2d)")` is `Shape(("T", "2*d"))`; against (3, 8) it binds T = 3 and d = 4.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.evaluation import extent
from docgen.evaluation.extent import ANY
from docgen.syntax import expression_tree
from docgen.text import Span

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
        """`(T, d)`, as a page writes it; `(…)` of any number of axes is no tuple of one."""
        return f"({ANY})" if self.axes == (ANY,) else extent.shown_axes(self.axes)

    @property
    def letters(self) -> tuple[str, ...]:
        """Letters in the order of the axes, each once."""
        found = (name for axis in self.axes for name in extent.letters_of(axis))
        return tuple(dict.fromkeys(found))

    def real(self, values: Mapping[str, int]) -> tuple[int, ...] | None:
        """The shape in numbers; None where a letter has no value."""
        sizes: list[int] = []
        for axis in self.axes:
            size = None if axis == ANY else extent.size_of(axis, values)
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
    return bool(re.search(r"(\)|\bscalar)\s+to\s+(\(|scalar\b)", text))


def parse_function_shape(text: str) -> tuple[Shape | None, Shape | None]:
    """The shapes of what a function takes and of what it gives, of `(d,) to (F,)`.

    Raises:
        malformed-block: One of them is no shape.
    """
    taken, _, given = text.partition(" to ")
    return parse_shape(taken), parse_shape(given)


def _axis(part: str, text: str) -> str:
    if part in (ANY, "...", r"\dots"):
        return ANY
    spelled = re.sub(r"(\d)\s*(?=[^\W\d_])", r"\1*", part).replace("·", "*").replace("×", "*")
    try:
        tree = expression_tree(spelled)
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


def unify(shape: Shape, actual: tuple[int, ...], bound: dict[str, int]) -> str:
    """Compare a declared shape with a recorded one, binding letters that have no value yet.

    Returns:
        Why they disagree, as a sentence; empty where they agree. Letters are bound in `bound`
        only where the whole shape agrees.
    """
    return extent.unify(shape.axes, actual, bound)
