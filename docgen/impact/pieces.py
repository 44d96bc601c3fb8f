"""A module becomes the pieces that can change: heads of statements and parameters, each digested.

`pieces(module)` of `def f(x): return x  # same` are the head of `f`, its parameter `x` and the
`return`; layout, comments and docstrings leave no mark.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

from docgen.impact.effects import NO_EFFECTS, Effects, effects
from docgen.source.anchor import Region
from docgen.source.bindings import statement_bindings
from docgen.source.fingerprint import fingerprint, head_fingerprint
from docgen.source.flow import NodeKey
from docgen.source.module import (
    Definition,
    FunctionNode,
    Module,
    Statement,
    is_text,
    node_key,
    one_line,
)
from docgen.source.statements import enclosing


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement without what stands in its blocks, or one parameter of a `def`.

    Attributes:
        scope: Qualname of the function or class that holds it; empty at module level. The head of
            a `def` belongs to the function itself.
        twin: Which of several definitions of that name, from 0.
        node: Of the statement; of a parameter, of its `def`.
        part: Name of the parameter; empty of a statement.
        syntax: Equal for two pieces that differ in layout and comments only: its fingerprint.
        binds: What it binds, by which it is told which old statement became which new one.
        code: On one line.
        inside: The statement in whose block it stands; None right in its function or class.
        block: Which block of that: `body`, `orelse`.
    """

    path: str
    scope: str
    twin: int
    node: NodeKey
    part: str
    line: int
    end_line: int
    syntax: str
    binds: tuple[str, ...]
    code: str
    inside: NodeKey | None = None
    block: str = ""
    effects: Effects = NO_EFFECTS


def pieces(module: Module) -> list[Piece]:
    """All pieces of a module, in the order of its scopes and statements."""
    found: list[Piece] = []
    seen: Counter[str] = Counter()
    heads = {id(each.node): each for each in module.definitions}
    found += _scope(module, None, 0, heads)
    for definition in module.definitions:
        twin = seen[definition.qualname]
        seen[definition.qualname] += 1
        found += _head(module, definition, twin)
        found += _scope(module, definition, twin, heads)
    return found


def _scope(
    module: Module, owner: Definition | None, twin: int, heads: dict[int, Definition]
) -> Iterator[Piece]:
    """The own statements of a function, a class or the module."""
    around = enclosing(owner or module)
    for statement in (owner or module).statements:
        if id(statement) in heads or is_text(statement):
            continue
        binds = tuple(each.text for each in statement_bindings(statement, owner))
        region = module.head(statement)
        inside, block = around.get(node_key(statement), (None, ""))
        yield Piece(
            module.path,
            owner.qualname if owner else "",
            twin,
            node_key(statement),
            "",
            region.line,
            region.end_line,
            head_fingerprint(statement),
            binds or (type(statement).__name__,),
            _shown(module, region),
            inside,
            block,
            effects(statement, owner),
        )


def _head(module: Module, definition: Definition, twin: int) -> Iterator[Piece]:
    """The head of a definition, and its parameters."""
    statement = definition.statement
    if isinstance(definition.node, ast.Lambda):
        return  # its assignment is a statement of the scope around it
    region = module.head(statement)
    first = module.whole(definition).line
    names = ", ".join(each.arg for each in definition.parameters)
    yield Piece(
        module.path,
        definition.qualname,
        twin,
        node_key(statement),
        "",
        first,
        region.end_line,
        _head_syntax(statement, names),
        ("def",),
        " ".join([*_wrappers(module, definition), _shown(module, region)]),
    )
    if not isinstance(statement, FunctionNode):
        return
    defaults = _defaults(statement.args)
    for each in definition.parameters:
        default = defaults.get(each.arg)
        place = module.region(each)
        yield Piece(
            module.path,
            definition.qualname,
            twin,
            node_key(statement),
            each.arg,
            place.line,
            place.end_line,
            f"{fingerprint(each)} = {fingerprint(default) if default else ''}",
            (f"({each.arg})",),
            f"{module.part(each)}={module.part(default)}" if default else module.part(each),
        )


def _wrappers(module: Module, definition: Definition) -> Iterator[str]:
    for each in getattr(definition.node, "decorator_list", ()):
        yield f"@{module.part(each)}"


def _defaults(given: ast.arguments) -> dict[str, ast.expr]:
    """Name of a parameter → its default."""
    positional = [*given.posonlyargs, *given.args]
    late = positional[len(positional) - len(given.defaults) :]
    pairs = [*zip(late, given.defaults, strict=True)]
    keyword = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    pairs += [(each, default) for each, default in keyword if default is not None]
    return {each.arg: default for each, default in pairs}


def _head_syntax(statement: Statement, names: str) -> str:
    """Of a `def` without its parameters, which are pieces of their own, but for their order."""
    head = copy(statement)
    if isinstance(head, FunctionNode):
        head.args = ast.arguments([], [], None, [], [], None, [])
    return f"{head_fingerprint(head)} of {names}"


def _shown(module: Module, region: Region) -> str:
    return one_line(module.source.slice(module.span(region)))
