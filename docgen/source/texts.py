"""Expressions become the strings they stand for, where the text alone says so.

With `b = f"b{l}."`, the expression `b + "wq"` is `b{l}.wq`: the field of an f-string stays open.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from docgen.diagnostics import Fault
from docgen.source.bindings import Binding, own_bindings
from docgen.source.module import (
    Definition,
    FunctionNode,
    Module,
    Statement,
    nested_statements,
)


@dataclass(frozen=True)
class Frame:
    """What is known of names at a place of a function.

    Attributes:
        strings: Names that stand for strings.
        fields: Names and what they look like inside of an f-string: `{i}`, or `0`.
    """

    module: Module
    scope: Definition
    strings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)

    def texts(self, node: ast.expr) -> tuple[str, ...]:
        """Every string that an expression can be.

        Raises:
            unknown-anchor: The text does not say.
        """
        found = self._texts(node, 0)
        if found is None:
            raise not_static(self, node)
        return tuple(dict.fromkeys(found))

    def _texts(self, node: ast.expr, depth: int) -> list[str] | None:
        if depth > 20:
            return None
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=values):
                return _product([self._field(each, depth) for each in values])
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _product([self._texts(left, depth + 1), self._texts(right, depth + 1)])
            case ast.Name(id=name) if name in self.strings:
                return list(self.strings[name])
            case ast.Name(id=name):
                value = self.value_of(name)
                return self._texts(value, depth + 1) if value is not None else None
            case _:
                return None

    def _field(self, node: ast.expr, depth: int) -> list[str] | None:
        if not isinstance(node, ast.FormattedValue):
            return self._texts(node, depth + 1)
        if node.conversion == -1 and node.format_spec is None:
            known = self._texts(node.value, depth + 1)
            if known is not None:
                return known
        return [self.opened(node.value)]

    def opened(self, node: ast.expr) -> str:
        """An expression as a field that stays open, `{l}`; a known number as it is."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return str(node.value)
        if isinstance(node, ast.Name) and node.id in self.fields:
            return self.fields[node.id]
        return "{" + ast.unparse(node) + "}"

    def value_of(self, name: str) -> ast.expr | None:
        """What a name is bound to, if it is bound once and to nothing else."""
        scope: Definition | None = self.scope
        bound: list[Binding] = []
        while scope is not None and not bound:
            bound = [each for each in own_bindings(scope) if each.text == name]
            scope = scope.holder
        bound = bound or [each for each in own_bindings(self.module) if each.text == name]
        if len(bound) != 1 or bound[0].position is not None:
            return None
        return bound[0].value if bound[0].bound in ("name", "walrus") else None

    def items(self, node: ast.expr) -> list[ast.expr] | None:
        """What a loop runs over, if the text says it: a display, a string, `zip`, `enumerate`."""
        match node:
            case ast.Constant(value=str(text)):
                return [ast.Constant(character) for character in text]
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                starred = any(isinstance(each, ast.Starred) for each in elements)
                return None if starred else list(elements)
            case ast.Dict(keys=keys):
                return [key for key in keys if key is not None] if None not in keys else None
            case ast.Name(id=name):
                value = self.value_of(name)
                return self.items(value) if value is not None else None
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner], keywords=[]):
                listed = self.items(inner)
                return listed and [
                    _pair([ast.Constant(at), each]) for at, each in enumerate(listed)
                ]
            case ast.Call(func=ast.Name(id="zip"), args=arguments):
                columns = [self.items(each) for each in arguments]
                known = [each for each in columns if each is not None]
                if len(known) < len(columns):
                    return None
                return [_pair(list(row)) for row in zip(*known, strict=False)]
            case ast.Call(func=ast.Name(id="reversed"), args=[inner]):
                listed = self.items(inner)
                return listed and listed[::-1]
            case _:
                return None

    def bind(self, target: ast.expr, value: ast.expr, origin: Frame | None = None) -> Frame:
        """The frame in which a target stands for an expression of `origin`, or of this frame."""
        known = origin or self
        if isinstance(target, ast.Tuple | ast.List):
            frame = self
            values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            if len(values) == len(target.elts):
                for inner, each in zip(target.elts, values, strict=True):
                    frame = frame.bind(inner, each, known)
            return frame
        if not isinstance(target, ast.Name):
            return self
        return self.bind_name(target.id, value, known)

    def bind_name(self, name: str, value: ast.expr, origin: Frame) -> Frame:
        """The frame with one name bound: to its strings, or to the fields of a loop."""
        texts = origin._texts(value, 0)
        if texts is not None:
            return replace(self, strings={**self.strings, name: tuple(texts)})
        return replace(self, fields={**self.fields, name: origin.opened(value)})

    def walk(self, body: Sequence[Statement] | None = None) -> Iterator[tuple[Statement, Frame]]:
        """Statements in the order in which they run, loops over known items unrolled."""
        if body is None:
            node = self.scope.node
            body = [] if isinstance(node, ast.Lambda) else node.body
        for statement in body:
            if isinstance(statement, FunctionNode | ast.ClassDef):
                continue
            items = self.items(statement.iter) if isinstance(statement, ast.For) else None
            if isinstance(statement, ast.For) and items is not None:
                for item in items:
                    yield from self.bind(statement.target, item).walk(statement.body)
                yield from self.walk(statement.orelse)
                continue
            yield statement, self
            yield from self.walk(nested_statements(statement))


def not_static(frame: Frame, node: ast.expr) -> Fault:
    """The fault `unknown-anchor` of a key that the text does not say."""
    text = ast.unparse(node)
    place = f"{frame.module.path}:{getattr(node, 'lineno', frame.scope.statement.lineno)}"
    return Fault(
        "unknown-anchor",
        f"the code does not say which key `{text[:50]}` is",
        notes=(f"{place}, in `{frame.scope.qualname}`",),
        help="keys are read from constants, f-strings, `+` and loops over constants",
    )


def _product(parts: list[list[str] | None]) -> list[str] | None:
    out = [""]
    for part in parts:
        if part is None:
            return None
        out = [begin + end for begin in out for end in part]
    return out


def _pair(elements: list[ast.expr]) -> ast.expr:
    return ast.Tuple(elements, ast.Load())
