"""A module becomes its mutants: texts in which one statement is broken as a person might break it.

`Y = X @ W + b` has, among others, the mutant `Y = X @ W - b` of kind `sign`. A mutant has the lines
of the file that it breaks, so a place in one is a place in the other.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from docgen.source.breakable import Kind, imported_names
from docgen.source.breaks import Break, Breaks
from docgen.source.module import Definition, Module, Statement, node_key, one_line
from docgen.syntax import NodeKey, module_tree
from docgen.text import Span


@dataclass(frozen=True)
class Mutant:
    """One file with one break.

    Attributes:
        function: Qualname of the function that is broken.
        twin: Line of the function if others have its name, else 0.
        node: The broken statement in the file as it is.
        line, column: Where the broken expression starts; both from 1, the column in characters.
        before, after: That expression on one line.
        text: The whole file with the break.
        edit: (line, column, end line, end column) of what was replaced, columns in bytes from 0.
        end_column: Where the replacement ends on the last of these lines.
    """

    path: str
    function: str
    twin: int
    node: NodeKey
    line: int
    column: int
    kind: Kind
    before: str
    after: str
    text: str
    edit: NodeKey
    end_column: int

    @property
    def place(self) -> str:
        """`model/ops.py:52:12`."""
        return f"{self.path}:{self.line}:{self.column}"

    def moved(self, node: NodeKey) -> NodeKey:
        """Where a statement of the file stands in the broken text."""
        line, column, end_line, end_column = node
        _, _, edit_line, edit_end = self.edit
        by = self.end_column - edit_end
        if line == edit_line and column > edit_end:
            column += by
        if end_line == edit_line and end_column >= edit_end:
            end_column += by
        return (line, column, end_line, end_column)


def mutants(module: Module, functions: Collection[str] | None = None) -> Iterator[Mutant]:
    """Every break of every statement, in code order.

    Args:
        functions: Qualnames; of a class, all methods are meant; of a function, those inside of it
            as well. None for all functions of the module.
    """
    modules = imported_names(module.tree)
    for definition in module.definitions:
        if definition.is_class or not _is_wanted(definition.qualname, functions):
            continue
        for statement in definition.statements:
            yield from _of_statement(module, definition, statement, modules)


def _is_wanted(qualname: str, functions: Collection[str] | None) -> bool:
    if functions is None:
        return True
    return any(qualname == name or qualname.startswith(f"{name}.") for name in functions)


def _of_statement(
    module: Module, definition: Definition, statement: Statement, modules: frozenset[str]
) -> Iterator[Mutant]:
    found = list(Breaks(module, modules).statement(statement))
    if not found:
        return
    part = module.span(module.head(statement))
    original = module.source.slice(part)
    tail = " pass" if isinstance(statement, ast.For | ast.AsyncFor) else ""
    tree = _parse(original + tail)
    if tree is None:
        return
    seen = {ast.dump(tree)}
    for each in found:
        replacement = _as_many_lines(module.source.slice(each.edit), each.text)
        if replacement is None:
            continue
        start, end = each.edit.start - part.start, each.edit.end - part.start
        broken = original[:start] + replacement + original[end:]
        made = _parse(broken + tail)
        if made is None or not _fills(made, broken + tail):
            continue
        content = ast.dump(made)
        if content not in seen:
            seen.add(content)
            yield _mutant(module, definition, statement, each, replacement)


def _parse(text: str) -> ast.Module | None:
    try:
        return module_tree(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _fills(tree: ast.Module, text: str) -> bool:
    """Whether a text is one statement to its last character."""
    if len(tree.body) != 1:
        return False
    lines = text.split("\n")
    last = tree.body[0]
    return (last.end_lineno, last.end_col_offset) == (len(lines), len(lines[-1].encode()))


def _as_many_lines(before: str, after: str) -> str | None:
    """A replacement with the line ends of what it replaces; None where it has more of them."""
    missing = before.count("\n") - after.count("\n")
    if missing < 0:
        return None
    if after == "()":
        return "(" + "\n" * missing + ")"
    return after + "\\\n" * missing


def _mutant(
    module: Module, definition: Definition, statement: Statement, each: Break, replacement: str
) -> Mutant:
    source = module.source
    shown = each.whole
    before = source.slice(shown)
    after = (
        source.slice(Span(shown.start, each.edit.start))
        + each.text
        + source.slice(Span(each.edit.end, shown.end))
    )
    lines = replacement.split("\n")
    end_column = len(lines[-1].encode())
    if len(lines) == 1:
        end_column += _byte_column(module, each.edit.start)
    return Mutant(
        source.path,
        definition.qualname,
        module.twin(definition),
        node_key(statement),
        source.line_at(shown.start),
        source.column_at(shown.start),
        each.kind,
        one_line(before),
        one_line(after),
        source.text[: each.edit.start] + replacement + source.text[each.edit.end :],
        (
            source.line_at(each.edit.start),
            _byte_column(module, each.edit.start),
            source.line_at(each.edit.end),
            _byte_column(module, each.edit.end),
        ),
        end_column,
    )


def _byte_column(module: Module, offset: int) -> int:
    start = module.source.line_starts[module.source.line_at(offset) - 1]
    return len(module.source.text[start:offset].encode())
