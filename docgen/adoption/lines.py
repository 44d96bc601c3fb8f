"""A file's text at one time: its lines, its statements, and what a range of lines covers.

Line 6 of `model.py` covers the statement `Z = A + b` of `ffn_forward`; a comment or a line of a
file that is no Python covers itself.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from docgen.adoption.reference import Excerpt
from docgen.diagnostics import Fault
from docgen.source.fingerprint import head_fingerprint
from docgen.source.module import Definition, Module, Statement, is_text, parse_module
from docgen.text import decode_python


@dataclass(frozen=True, slots=True)
class Unit:
    """A statement, of a compound one its head, or a line where there is none.

    Attributes:
        key: Equal for what is the same code, however it is laid out.
        scope: Qualname of the function or class around it.
        binds: Text of what an assignment binds; empty for other statements.
    """

    line: int
    end_line: int
    key: str
    scope: str
    binds: str = ""


@dataclass(frozen=True, eq=False)
class CodeText:
    """One version of a file."""

    path: str
    data: bytes

    @cached_property
    def lines(self) -> list[str]:
        """Its lines, without their ends; a file that is no Python is read as UTF-8."""
        try:
            text = decode_python(self.data)
        except (SyntaxError, UnicodeDecodeError):
            text = self.data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        return text.removesuffix("\n").split("\n") if text else []

    @cached_property
    def module(self) -> Module | None:
        """The parsed file; None where it is no Python, or broken."""
        if not self.path.endswith(".py"):
            return None
        try:
            return parse_module("m", self.path, self.data)
        except Fault:
            return None

    @cached_property
    def statements(self) -> Sequence[Unit]:
        """All statements in the order of their lines; docstrings are text, not statements."""
        module = self.module
        if module is None:
            return ()
        scopes: list[Definition | None] = [None, *module.definitions]
        units = [
            _unit(module, scope, statement)
            for scope in scopes
            for statement in (scope or module).statements
            if not is_text(statement)
        ]
        return sorted(units, key=lambda unit: (unit.line, unit.end_line))

    @cached_property
    def plain(self) -> Sequence[Unit]:
        """Every line that is not blank, as a unit of its own."""
        return [
            Unit(number, number, " ".join(line.split()), "")
            for number, line in enumerate(self.lines, 1)
            if line.strip()
        ]

    def covered(self, first: int, last: int) -> Sequence[Unit]:
        """The statements that a range touches, else its lines; none where it holds nothing."""
        return touched(self.statements, first, last) or touched(self.plain, first, last)

    def line(self, number: int) -> str:
        """A line without white space around it; empty where there is none."""
        return self.lines[number - 1].strip() if 0 < number <= len(self.lines) else ""

    def shown(self, excerpt: Excerpt) -> list[int] | None:
        """Numbers of the lines that an include takes out of the file; None where that is unsaid."""
        numbers: list[int] | None = list(range(1, len(self.lines) + 1))
        if excerpt.name:
            numbers = self._object(excerpt.name)
        if excerpt.section:
            numbers = self._section(excerpt.section) if numbers is not None else None
        if numbers is not None and excerpt.ranges:
            numbers = [
                number
                for first, last in excerpt.ranges
                for number in numbers[first - 1 : last or None]
            ]
        return numbers

    def _object(self, name: str) -> list[int] | None:
        module = self.module
        for each in module.definitions if module is not None else ():
            if each.qualname == name:
                whole = each.module.whole(each)
                return list(range(whole.line, whole.end_line + 1))
        return None

    def _section(self, name: str) -> list[int] | None:
        """The lines between `--8<-- [start:name]` and `--8<-- [end:name]`."""
        marks = [
            [number for number, line in enumerate(self.lines, 1) if f"[{word}:{name}]" in line]
            for word in ("start", "end")
        ]
        if len(marks[0]) != 1 or len(marks[1]) != 1:
            return None
        return list(range(marks[0][0] + 1, marks[1][0]))


def touched(units: Sequence[Unit], first: int, last: int) -> list[Unit]:
    """The units that share a line with a range."""
    return [unit for unit in units if unit.line <= last and first <= unit.end_line]


def _unit(module: Module, scope: Definition | None, statement: Statement) -> Unit:
    head = module.head(statement)
    binds = ""
    if isinstance(statement, ast.Assign):
        binds = module.part(statement.targets[0])
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign):
        binds = module.part(statement.target)
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        binds = f"def {statement.name}"
    elif isinstance(statement, ast.Return):
        binds = "return"
    return Unit(head.line, head.end_line, _key(statement), scope.qualname if scope else "", binds)


def _key(statement: Statement) -> str:
    """The head of a statement, however it is laid out; decorators are lines of their own."""
    head = copy(statement)
    if isinstance(head, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        head.decorator_list = []
    return head_fingerprint(head)
