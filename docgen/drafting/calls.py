"""Calls of numerical functions: their name, their arguments, and what constants say.

`x.sum(axis=1)` and `np.sum(x, axis=1)` are both a call of `sum` with the argument `x`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from docgen.drafting.observed import is_number
from docgen.drafting.piece import UnwritableError
from docgen.trace.value import Value

Values = Callable[[ast.AST], Value | None]


def called(node: ast.Call) -> str:
    """The last word of the function's name."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def arguments(node: ast.Call, value: Values) -> tuple[list[ast.expr], dict[str, ast.expr]]:
    """Positional arguments, of a method with its array first, and named ones.

    Raises:
        UnwritableError: Arguments are unpacked into it.
    """
    values = list(node.args)
    if any(isinstance(one, ast.Starred) for one in values):
        raise UnwritableError("arguments are unpacked into a call")
    if isinstance(node.func, ast.Attribute) and is_number(value(node.func.value)):
        values.insert(0, node.func.value)
    return values, {one.arg: one.value for one in node.keywords if one.arg}


def constant(node: ast.AST) -> Value | None:
    """The value of a constant, or of one with a sign."""
    match node:
        case ast.Constant(value=bool() as given):
            return Value("number", "bool", (), (given,))
        case ast.Constant(value=int() | float() as given):
            return Value("number", type(given).__name__, (), (given,))
        case ast.Constant(value=None):
            return Value("none")
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as given)):
            return Value("number", type(given).__name__, (), (-given,))
        case ast.Tuple(elts=elements):
            parts = [constant(one) for one in elements]
            if all(part is not None for part in parts):
                return Value("tuple", "tuple", items=tuple(part for part in parts if part))
    return None


def keeps_numbers(source: ast.expr, node: ast.expr, value: Values) -> bool:
    """Whether floats stay floats: as whole numbers they lose what is behind the point."""
    given, made = value(source), value(node)
    if given is None or made is None:
        return False
    return not given.dtype.startswith("float") or made.dtype.startswith("float")


def case_of(node: ast.expr | None, value: Values) -> tuple[str, ...]:
    """A sentence about a number that only the call says; none about one that the code says."""
    if node is None or constant(node) is not None:
        return ()
    known = value(node)
    return (
        () if known is None else (f"Written for the case that {said(node)} is `{_text(known)}`.",)
    )


def said(node: ast.AST) -> str:
    """An expression as code in a sentence."""
    return code_span(ast.unparse(node))


def short(node: ast.AST) -> str:
    """The code of a node, cut after 40 characters for messages."""
    text = ast.unparse(node)
    return text if len(text) <= 40 else f"{text[:37]}..."


def code_span(text: str) -> str:
    """A text as code, between more backticks than it has."""
    marks = "`" * (_longest(text) + 1)
    edge = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{edge}{text}{edge}{marks}"


def fence(text: str) -> str:
    """The mark around a block of code: longer than any within it."""
    return "`" * max(3, _longest(text) + 1)


def _longest(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _text(value: Value) -> str:
    if value.kind == "none":
        return "None"
    if value.kind == "number":
        return str(value.data[0])
    return f"({', '.join(map(_text, value.items))}{',' * (len(value.items) == 1)})"


def axes_of(node: ast.expr | None, value: Values, rank: int, default: int | None) -> list[int]:
    """The axes that an argument `axis` names; all of them for None.

    Raises:
        UnwritableError: It is not known.
    """
    if node is None:
        return list(range(rank)) if default is None else [default % max(rank, 1)]
    known = value(node)
    if known is None:
        raise UnwritableError("the axis of a call is not known")
    if known.kind == "none":
        return list(range(rank))
    if known.kind == "number":
        return [int(known.data[0]) % rank]
    return [int(item.data[0]) % rank for item in known.items]


def einsum_sides(node: ast.expr, count: int) -> tuple[list[str], str]:
    """The letters of each factor and of the result.

    Raises:
        UnwritableError: The text is no constant, or leaves axes out.
    """
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        raise UnwritableError("what `einsum` does is not written in the code")
    text = node.value.replace(" ", "")
    left, arrow, right = text.partition("->")
    inputs = left.split(",")
    if "." in text or len(inputs) != count or any(len(set(one)) < len(one) for one in inputs):
        raise UnwritableError("`einsum` leaves axes out or takes a diagonal")
    if not arrow:
        letters = "".join(inputs)
        right = "".join(sorted(one for one in set(letters) if letters.count(one) == 1))
    return inputs, right
