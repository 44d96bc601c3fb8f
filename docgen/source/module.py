"""A module's text becomes a tree whose nodes know their exact characters.

`parse_module("model", "model.py", b"Z = 1\\n")` has one statement; its region is line 1, columns 1
to 6 (excluded).
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from docgen.diagnostics import Fault, Label
from docgen.source.anchor import Region
from docgen.syntax import NodeKey, module_tree
from docgen.text import SourceText, Span, decode_python

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
DefinitionNode = FunctionNode | ast.ClassDef | ast.Lambda
Statement = ast.stmt | ast.ExceptHandler | ast.match_case
"""What can be linked as one step; of a compound statement only its head counts."""

BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")


@dataclass(frozen=True, eq=False)
class Definition:
    """A function, a class, or a lambda that an assignment names.

    Attributes:
        qualname: `FFN.forward`; of a nested function `make_linear.forward`.
        holder: The definition that it stands in; None at module level.
        statement: The `def`, the `class`, or the assignment of the lambda.
    """

    module: Module
    qualname: str
    node: DefinitionNode
    holder: Definition | None
    statement: ast.stmt

    @cached_property
    def name(self) -> str:
        """Its own name, without what holds it."""
        return self.qualname.rpartition(".")[2]

    @property
    def dotted(self) -> str:
        """Its name from the top: `package.module.Class.method`."""
        return f"{self.module.name}.{self.qualname}"

    @property
    def is_class(self) -> bool:
        """Whether it is a class."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def parameters(self) -> list[ast.arg]:
        """In the order in which they are written."""
        if isinstance(self.node, ast.ClassDef):
            return []
        given = self.node.args
        every = [*given.posonlyargs, *given.args]
        if given.vararg:
            every.append(given.vararg)
        every.extend(given.kwonlyargs)
        if given.kwarg:
            every.append(given.kwarg)
        return every

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Own statements in code order; those of nested definitions are not among them."""
        if isinstance(self.node, ast.Lambda):
            return ()
        return tuple(_flatten(self.node.body))

    @cached_property
    def children(self) -> tuple[Definition, ...]:
        """The definitions right inside of it."""
        return self.module.held_by.get(self, ())


@dataclass(frozen=True, eq=False)
class Module:
    """A parsed file.

    Attributes:
        name: Dotted, `model.transformer`.
    """

    name: str
    source: SourceText
    tree: ast.Module

    @property
    def path(self) -> str:
        """The file, from the root of the project."""
        return self.source.path

    @property
    def is_package(self) -> bool:
        """Whether it is an `__init__.py`."""
        return self.path.rpartition("/")[2] == "__init__.py"

    @property
    def package(self) -> str:
        """The package that relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Statements of the module's own level in code order."""
        return tuple(_flatten(self.tree.body))

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """Functions, classes and named lambdas in code order, without overload stubs."""
        return tuple(_definitions(self, self.tree.body, None))

    @cached_property
    def repeated(self) -> frozenset[str]:
        """Qualnames that several definitions have."""
        counted = Counter(each.qualname for each in self.definitions)
        return frozenset(name for name, count in counted.items() if count > 1)

    def twin(self, definition: Definition | None) -> int:
        """The line of a definition whose name others have; 0 of any other."""
        if definition is None or definition.qualname not in self.repeated:
            return 0
        return definition.statement.lineno

    @cached_property
    def children(self) -> tuple[Definition, ...]:
        """The definitions at its top."""
        return self.held_by.get(None, ())

    @cached_property
    def held_by(self) -> dict[Definition | None, tuple[Definition, ...]]:
        """What stands right inside of each definition; of None, at module level."""
        held: dict[Definition | None, tuple[Definition, ...]] = {}
        for each in self.definitions:
            held[each.holder] = (*held.get(each.holder, ()), each)
        return held

    def region(self, node: ast.AST) -> Region:
        """The characters of a node; of a case and its like, of its head."""
        if isinstance(node, ast.match_case):
            return self.head(node)
        line, column, end_line, end_column = node_key(node)
        return Region(
            line,
            char_column(self.source.line_text(line), column) + 1,
            end_line,
            char_column(self.source.line_text(end_line), end_column) + 1,
        )

    def span(self, region: Region) -> Span:
        """Lines and columns as offsets."""
        return Span(
            self.source.offset(region.line, region.column),
            self.source.offset(region.end_line, region.end_column),
        )

    def text(self, node: ast.AST) -> str:
        """The node as the file has it."""
        return self.source.slice(self.span(self.region(node)))

    def part(self, node: ast.AST) -> str:
        """The node as the file has it, on one line."""
        return one_line(self.text(node))

    def head(self, statement: Statement) -> Region:
        """The statement; of one that holds a block, up to the colon before the block."""
        body = getattr(statement, "body", None) or getattr(statement, "cases", None)
        if not body:
            return self.region(statement)
        if isinstance(statement, ast.match_case):
            at = self.span(self.region(statement.pattern)).start
            start = self.source.text.rfind("case", 0, at)
        else:
            start = self.span(self.region(statement)).start
        ends = [
            self.span(self.region(child)).end
            for child in ast.iter_child_nodes(statement)
            if hasattr(child, "lineno") and not is_statement(child)
        ]
        ends.extend(
            self.span(self.region(inner)).end
            for child in ast.iter_child_nodes(statement)
            if isinstance(child, ast.arguments | ast.withitem)
            for inner in ast.iter_child_nodes(child)
        )
        colon = _find_colon(self.source.text, max([start, *ends]))
        return self.region_between(start, colon + 1)

    def region_between(self, start: int, end: int) -> Region:
        """Offsets as lines and columns; the end is the column behind the last character."""
        source = self.source
        return Region(
            source.line_at(start),
            source.column_at(start),
            source.line_at(end - 1),
            source.column_at(end - 1) + 1,
        )

    def whole(self, definition: Definition) -> Region:
        """A definition from its first decorator to its last line."""
        region = self.region(definition.statement)
        decorators = getattr(definition.node, "decorator_list", [])
        if not decorators:
            return region
        first = self.span(self.region(decorators[0])).start
        start = self.source.text.rfind("@", 0, first)
        return self.region_between(start, self.span(region).end)

    def lines(self, region: Region) -> str:
        """Whole lines of a region without the first line's indentation."""
        texts = [self.source.line_text(line) for line in range(region.line, region.end_line + 1)]
        indent = texts[0][: len(texts[0]) - len(texts[0].lstrip())]
        return "\n".join(text.removeprefix(indent) for text in texts)


def parse_module(name: str, path: str, data: bytes) -> Module:
    """Parse a file as Python reads it.

    Raises:
        source-unreadable: It is not Python, or not in the encoding that it names.
    """
    try:
        text = decode_python(data)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        message = f"`{path}` is not {error.encoding}"
        raise _unreadable(path, data, line, 1, message, "save the file as UTF-8") from None
    except SyntaxError as error:
        raise _unreadable(
            path, data, 1, 1, f"`{path}`: {error.msg}", "mend its coding line"
        ) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        message = f"`{path}` holds a null byte"
        raise _unreadable(path, data, line, 1, message, "save it as text")
    try:
        tree = module_tree(text)
    except SyntaxError as error:
        message = f"`{path}` is not valid Python: {error.msg}"
        line, column = error.lineno or 1, error.offset or 1
        if isinstance(error, IndentationError):
            # Python versions disagree on the column of a wrong indentation.
            column = _indentation(text, line) + 1
        raise _unreadable(path, data, line, column, message, "mend the syntax error") from None
    except (RecursionError, MemoryError):
        message = f"`{path}` is nested too deeply to be read"
        raise _unreadable(path, data, 1, 1, message, "") from None
    return Module(name, SourceText(path, text), tree)


def _indentation(text: str, line: int) -> int:
    content = text.split("\n")[line - 1]
    return len(content) - len(content.lstrip())


def _unreadable(
    path: str, data: bytes, line: int, column: int, message: str, help_text: str
) -> Fault:
    text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    source = SourceText(path, text)
    at = min(line, len(source.line_starts))
    span = source.line_span(at)
    start = min(span.start + max(column, 1) - 1, span.end)
    place = source.place(Span(start, start + 1))
    return Fault(
        "source-unreadable",
        message,
        help=help_text,
        related=(Label(place, "cannot be read here"),),
    )


def char_column(line: str, byte_column: int) -> int:
    """Characters before a column that `ast` counts in bytes of UTF-8."""
    if line.isascii():
        return byte_column
    return len(line.encode()[:byte_column].decode(errors="ignore"))


def node_key(node: ast.AST) -> NodeKey:
    """(line, column, end line, end column) as `ast` has them; of a case, those of its pattern."""
    placed = node.pattern if isinstance(node, ast.match_case) else node
    assert isinstance(
        placed,
        ast.stmt | ast.expr | ast.arg | ast.alias | ast.excepthandler | ast.pattern | ast.keyword,
    )
    assert placed.end_lineno is not None
    assert placed.end_col_offset is not None
    return (placed.lineno, placed.col_offset, placed.end_lineno, placed.end_col_offset)


def is_statement(node: ast.AST) -> bool:
    """Whether the node is a statement, or an arm of one."""
    return isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case)


def is_text(statement: object) -> bool:
    """Whether a statement is a docstring, of a function or of what stands above it."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case _:
            return False


def nested_statements(statement: Statement) -> list[Statement]:
    """What stands in the blocks of a compound statement, in code order."""
    return [inner for block in BLOCKS for inner in getattr(statement, block, ())]


def _flatten(body: list[ast.stmt]) -> Iterator[Statement]:
    pending: list[Statement] = list(reversed(body))
    while pending:
        statement = pending.pop()
        yield statement
        if not isinstance(statement, FunctionNode | ast.ClassDef):
            pending.extend(reversed(nested_statements(statement)))


def _definitions(
    module: Module, body: list[ast.stmt], holder: Definition | None
) -> Iterator[Definition]:
    prefix = f"{holder.qualname}." if holder else ""
    for statement in _flatten(body):
        if isinstance(statement, FunctionNode | ast.ClassDef):
            if _is_overload(statement):
                continue
            own = Definition(module, prefix + statement.name, statement, holder, statement)
            yield own
            yield from _definitions(module, statement.body, own)
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Lambda):
            target = statement.targets[0]
            is_local = holder is not None and not holder.is_class
            if len(statement.targets) == 1 and isinstance(target, ast.Name) and not is_local:
                yield Definition(module, prefix + target.id, statement.value, holder, statement)


def _is_overload(node: FunctionNode | ast.ClassDef) -> bool:
    return any(
        ast.unparse(decorator).rpartition(".")[2] == "overload" for decorator in node.decorator_list
    )


def _find_colon(text: str, at: int) -> int:
    while text[at] != ":":
        at = text.index("\n", at) if text[at] == "#" else at + 1
    return at


def one_line(text: str) -> str:
    """Code on one line, comments gone; spaces between tokens as they were, or single."""
    if "\n" not in text:
        return text
    # Inside brackets a line end means nothing to the tokenizer.
    lines = f"({text}\n)".splitlines(keepends=True)
    out: list[str] = []
    last: tokenize.TokenInfo | None = None
    for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
        if token.type in _NO_CODE:
            continue
        if last is not None:
            out.append(_gap(last, token, lines))
        out.append(token.string)
        last = token
    return "".join(out)[1:-1].strip()


_NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER)


def _gap(last: tokenize.TokenInfo, token: tokenize.TokenInfo, lines: list[str]) -> str:
    (last_line, last_end), (line, start) = last.end, token.start
    if last_line == line:
        # Not only spaces: the tokens of an f-string leave out the second of two braces.
        between = lines[line - 1][last_end:start]
        return " " if between and between.isspace() else between
    if last.string in ("(", "[", "{") or token.string in (")", "]", "}"):
        return ""
    return " "
