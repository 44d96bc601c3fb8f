"""Statements become the names they bind: `dA, *rest = f()` binds `dA` and `rest`.

A binding keeps the node of its very target, so that each target has a place of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from docgen.source.module import (
    Definition,
    Module,
    Statement,
    is_statement,
)

_Heads = WeakKeyDictionary[Statement, tuple[ast.AST, ...]]
_HEADS: dict[bool, _Heads] = {False: WeakKeyDictionary(), True: WeakKeyDictionary()}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, eq=False)
class Binding:
    """One target of one statement.

    Attributes:
        text: Target in normalised syntax: `Z`, `self.P`, `grads[p + 'ff1_w']`.
        target: Node of the target.
        statement: Statement that binds it; of a parameter, the `def`.
        bound: As `Anchor.bound`.
        value: What is bound, where the syntax says it: of `a, b = f(), g()` the part for it.
        position: Index among the targets that `value` is unpacked into; None if it is not.
    """

    text: str
    target: ast.AST
    statement: Statement
    bound: str
    value: ast.expr | None = None
    position: int | None = None
    owner: Definition | None = None


def parameters(definition: Definition) -> list[Binding]:
    """The names that the parameters of a function bind."""
    statement = definition.statement
    return [
        Binding(each.arg, each, statement, "parameter", owner=definition)
        for each in definition.parameters
    ]


def own_bindings(scope: Module | Definition) -> list[Binding]:
    """What a function, class or module itself binds, in code order; parameters first."""
    cached = scope.__dict__.get("_own_bindings")
    if cached is None:
        owner = scope if isinstance(scope, Definition) else None
        cached = [] if owner is None else parameters(owner)
        for statement in scope.statements:
            cached.extend(statement_bindings(statement, owner))
        scope.__dict__["_own_bindings"] = cached
    return list(cached)


def inner_bindings(scope: Definition) -> list[Binding]:
    """What only comprehensions, lambdas and nested functions inside it bind."""
    found: list[Binding] = []
    for statement in scope.statements:
        for node in head_nodes(statement):
            if isinstance(node, COMPREHENSIONS):
                for generator in node.generators:
                    found.extend(_targets(generator.target, statement, "loop", scope))
            elif isinstance(node, ast.Lambda):
                arguments = Definition(scope.module, "", node, scope, scope.statement).parameters
                found.extend(
                    Binding(each.arg, each, statement, "parameter", owner=scope)
                    for each in arguments
                )
    if not scope.is_class:
        for child in scope.children:
            found.extend(own_bindings(child))
            found.extend(inner_bindings(child))
    return found


def statement_bindings(statement: Statement, owner: Definition | None) -> list[Binding]:
    """The targets of one statement, left to right; walrus targets in its head included."""
    return list(_statement_bindings(statement, owner))


def _statement_bindings(statement: Statement, owner: Definition | None) -> Iterator[Binding]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _targets(target, statement, "name", owner, value)
        case ast.AugAssign(target=target, value=value):
            text = ast.unparse(target)
            yield Binding(text, target, statement, "augmented", value, owner=owner)
        case ast.AnnAssign(target=target, value=value):
            if value is not None or (owner is not None and owner.is_class):
                yield from _targets(target, statement, "name", owner, value)
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield from _targets(target, statement, "loop", owner)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is not None:
                    yield from _targets(item.optional_vars, statement, "with", owner)
        case ast.ExceptHandler(name=str(name)):
            yield Binding(name, statement, statement, "except", owner=owner)
        case ast.match_case(pattern=pattern):
            yield from _captures(pattern, statement, owner)
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                name = alias.asname or alias.name.partition(".")[0]
                yield Binding(name, alias, statement, "import", owner=owner)
        case _:
            pass
    yield from _walruses(statement, owner)


def _targets(
    target: ast.expr,
    statement: Statement,
    bound: str,
    owner: Definition | None,
    value: ast.expr | None = None,
    position: int | None = None,
) -> Iterator[Binding]:
    match target:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            starred = any(isinstance(each, ast.Starred) for each in elements)
            for at, element in enumerate(elements):
                part, place = value, None if starred else at
                if isinstance(value, ast.Tuple | ast.List) and not starred:
                    is_paired = len(value.elts) == len(elements)
                    part, place = (value.elts[at], None) if is_paired else (None, None)
                elif position is not None or starred:
                    # Deeper than one level: the syntax does not say which part it is.
                    part, place = None, None
                yield from _targets(element, statement, bound, owner, part, place)
        case ast.Starred(value=inner):
            yield from _targets(inner, statement, bound, owner)
        case ast.Attribute():
            kind = "attribute"
            yield Binding(ast.unparse(target), target, statement, kind, value, position, owner)
        case ast.Subscript():
            kind = "subscript"
            yield Binding(ast.unparse(target), target, statement, kind, value, position, owner)
        case _:
            yield Binding(ast.unparse(target), target, statement, bound, value, position, owner)


def _captures(
    pattern: ast.pattern, statement: Statement, owner: Definition | None
) -> Iterator[Binding]:
    for node in ast.walk(pattern):
        name = None
        if isinstance(node, ast.MatchAs | ast.MatchStar):
            name = node.name
        elif isinstance(node, ast.MatchMapping):
            name = node.rest
        if name is not None:
            yield Binding(name, node, statement, "match", owner=owner)


def _walruses(statement: Statement, owner: Definition | None) -> Iterator[Binding]:
    for node in head_nodes(statement, into_lambdas=False):
        if isinstance(node, ast.NamedExpr):
            name = node.target.id
            yield Binding(name, node, statement, "walrus", node.value, owner=owner)


def head_nodes(statement: Statement, into_lambdas: bool = True) -> tuple[ast.AST, ...]:
    """Nodes of a statement in code order, without those of the blocks and functions in it."""
    # Most statements are asked for dozens of times, for every name that is looked up in them.
    known = _HEADS[into_lambdas].get(statement)
    if known is None:
        known = _HEADS[into_lambdas][statement] = tuple(_head_nodes(statement, into_lambdas))
    return known


def _head_nodes(statement: Statement, into_lambdas: bool) -> Iterator[ast.AST]:
    # A stack of its own, because sums of a thousand terms are a thousand levels deep.
    pending = [each for each in ast.iter_child_nodes(statement) if not is_statement(each)][::-1]
    while pending:
        node = pending.pop()
        yield node
        if into_lambdas or not isinstance(node, ast.Lambda):
            pending.extend(list(ast.iter_child_nodes(node))[::-1])
