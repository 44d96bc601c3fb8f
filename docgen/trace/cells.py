"""Cells: expressions evaluated in a frame of a run without running any code of the project.

`evaluate(parse_cell('params[p + "w"]'), {"params": {"b0.w": 1.0}, "p": "b0."})` is `1.0`.
Names, attributes, subscripts, constants, arithmetic, comparisons and some methods of arrays are
read; whatever could run or change something works on a deep copy.
"""

from __future__ import annotations

import ast
import functools
import inspect
import operator
import re
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import numpy as np

from docgen.syntax import expression_tree
from docgen.trace.copies import deep_copy, slot_names

RETURNED = "__returned__"
"""Name that stands for the returned value in the tree of a cell such as `return[0]`."""

_METHODS = """
    all any argmax argmin argsort astype clip conj copy cumsum diagonal dot filled flatten item max
    mean min prod ravel repeat reshape round squeeze std sum swapaxes trace transpose var
"""
METHODS = frozenset(_METHODS.split())
_OPERATORS: dict[type, Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_SIGNS: dict[type, Callable[..., object]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_ARRAYS = (np.ndarray, np.generic)
_HARMLESS = (np.generic, bool, int, float, complex, str, bytes, type(None))
_CONTAINERS = (dict, list, tuple, np.ndarray)


Executed = dict[str, str]
"""Name of a property that a cell executed, `module:Class.z` → its file."""
_executed: ContextVar[Executed | None] = ContextVar("_executed", default=None)


class CellError(Exception):
    """Why a cell has no value, as a sentence for the page.

    Attributes:
        code: Of the finding that it is.
    """

    def __init__(self, text: str, code: str = "run-failed") -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class Cell:
    """A parsed cell and the names it needs."""

    text: str
    tree: ast.expr
    names: tuple[str, ...]


def parse_cell(text: str) -> Cell:
    """The tree of a cell; a leading `return` becomes the name `RETURNED`.

    Raises:
        CellError: The text is no expression.
    """
    written = re.sub(r"^\s*return\b", RETURNED, text).strip()
    try:
        tree = expression_tree(written)
    except (SyntaxError, ValueError):
        raise CellError(f"`{text}` is not a Python expression") from None
    found = {node.id: None for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return Cell(text, tree, tuple(found))


def evaluate(cell: Cell, frame: Mapping[str, object]) -> object:
    """The value of a cell; it may be a part of the frame's own objects, so copy before use.

    Raises:
        CellError: A name is not bound, a key is missing, or the form is not one of a cell.
    """
    try:
        with np.errstate(all="ignore"):
            return _Evaluation(cell.text, frame).value(cell.tree)
    except CellError:
        raise
    except Exception as error:
        said = " ".join(str(error).split())
        raise CellError(f"`{cell.text}`: {type(error).__name__}: {said}") from None


def store(cell: Cell, frame: dict[str, object], value: object) -> None:
    """Bind a new value at the place that a cell names.

    Raises:
        CellError: The cell is no name, attribute or subscript.
    """
    tree = cell.tree
    inside = _Evaluation(cell.text, frame)
    if isinstance(tree, ast.Name):
        frame[tree.id] = value
    elif isinstance(tree, ast.Subscript):
        inside.value(tree.value)[inside.key(tree.slice)] = value  # type: ignore[index]
    elif isinstance(tree, ast.Attribute):
        object.__setattr__(inside.value(tree.value), tree.attr, value)
    else:
        raise CellError(f"`{cell.text}` is no place in the arguments")


def subscript(container: object, key: object) -> object:
    """`container[key]`, on a copy where that could run or change something."""
    if type(container) not in _CONTAINERS and not isinstance(container, _HARMLESS):
        container = deep_copy(container)
    return container[key]  # type: ignore[index]


def attribute(owner: object, name: str) -> object:
    """`owner.name`, on a copy where that runs code such as a property's."""
    if name.startswith("__") and not name.endswith("__"):
        mangled = [f"_{kind.__name__.lstrip('_')}{name}" for kind in type(owner).__mro__]
        name = next((one for one in mangled if one in getattr(owner, "__dict__", {})), name)
    fields = getattr(owner, "__dict__", None)
    if isinstance(owner, (types.ModuleType, type, *_ARRAYS)):
        return getattr(owner, name)
    if isinstance(fields, dict) and name in fields:
        return fields[name]
    if name in slot_names(type(owner)):
        return getattr(owner, name)
    _note_executed(owner, name)
    return getattr(deep_copy(owner), name)


@contextmanager
def noting(executed: Executed) -> Iterator[None]:
    """Note there, for as long as this is open, the code of classes that reading fields executes."""
    token = _executed.set(executed)
    try:
        yield
    finally:
        _executed.reset(token)


def _note_executed(owner: object, name: str) -> None:
    """Note what `owner.name` executes: a property, else the class's own way to find fields."""
    executed = _executed.get()
    if executed is None:
        return
    kind = type(owner)
    held = inspect.getattr_static(kind, name, None)
    ran: list[object] = [inspect.getattr_static(kind, "__getattribute__")]
    if isinstance(held, property):
        ran.append(held.fget)
    elif isinstance(held, functools.cached_property):
        ran.append(held.func)
    elif held is None:
        ran.append(inspect.getattr_static(kind, "__getattr__", None))
    for one in ran:
        if isinstance(one, types.FunctionType):
            executed[f"{one.__module__}:{one.__qualname__}"] = one.__code__.co_filename


class _Evaluation:
    def __init__(self, text: str, frame: Mapping[str, object]) -> None:
        self._text = text
        self._frame = frame

    def value(self, node: ast.expr) -> object:
        match node:
            case ast.Name(id=name):
                if name not in self._frame:
                    shown = "return" if name == RETURNED else name
                    raise CellError(f"`{shown}` is not bound here")
                return self._frame[name]
            case ast.Constant(value=value):
                return value
            case ast.Attribute(value=owner, attr=name):
                return attribute(self.value(owner), name)
            case ast.Subscript(value=container, slice=key):
                return subscript(self.value(container), self.key(key))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](self._operand(left), self._operand(right))
            case ast.UnaryOp(op=op, operand=operand):
                return _SIGNS[type(op)](self._operand(operand))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](self._operand(left), self._operand(right))
            case ast.Tuple(elts=members):
                return tuple(self.value(member) for member in members)
            case ast.List(elts=members):
                return [self.value(member) for member in members]
            case ast.JoinedStr(values=parts):
                return "".join(self._text_part(part) for part in parts)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in METHODS:
                return self._method(node, owner, name)
        raise CellError(
            f"`{ast.unparse(node)}` is neither a part of the statement nor readable in its frame"
        )

    def key(self, node: ast.expr) -> object:
        if isinstance(node, ast.Slice):
            ends = (node.lower, node.upper, node.step)
            return slice(*(None if end is None else self.value(end) for end in ends))
        if isinstance(node, ast.Tuple):
            return tuple(self.key(member) for member in node.elts)
        return self.value(node)

    def _operand(self, node: ast.expr) -> object:
        value = self.value(node)
        is_known = isinstance(value, _HARMLESS) or type(value) in _CONTAINERS
        return value if is_known else deep_copy(value)

    def _method(self, call: ast.Call, owner: ast.expr, name: str) -> object:
        target = self.value(owner)
        if not isinstance(target, _ARRAYS):
            raise CellError(f"`{self._text}`: `{ast.unparse(owner)}` is no array")
        arguments = [deep_copy(self.value(argument)) for argument in call.args]
        named = {word.arg: deep_copy(self.value(word.value)) for word in call.keywords if word.arg}
        method: Callable[..., object] = getattr(deep_copy(target), name)
        return method(*arguments, **named)

    def _text_part(self, node: ast.expr) -> str:
        if isinstance(node, ast.FormattedValue):
            value = self.value(node.value)
            if isinstance(value, str | int | float) and node.format_spec is None:
                return repr(value) if node.conversion == ord("r") else str(value)
            raise CellError(f"`{self._text}`: only plain fields of an f-string are read")
        return str(self.value(node))
