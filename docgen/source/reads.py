"""The names, attributes and subscripts that a statement reads and binds, each with its node.

Of `Z = Xn @ W` these are `Z`, `Xn` and `W`. The name of a keyword argument is none, what stands in
a text is none, and the variable of a comprehension is another name than that around it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from docgen.source.bindings import COMPREHENSIONS, own_bindings
from docgen.source.module import Definition, FunctionNode, Statement, is_statement

_ANNOTATIONS = ("annotation", "returns", "type_comment", "type_params")
_OFFERED = (ast.Name, ast.Attribute, ast.Subscript)

Chain = ast.Name | ast.Attribute | ast.Subscript


@dataclass(frozen=True, eq=False)
class Read:
    """One place where a statement says a name, an attribute or a subscript.

    Attributes:
        text: In normalised syntax.
        hidden: Names that mean something else here: variables of comprehensions and lambdas.
        is_late: It may be evaluated at another time than its statement: in a lambda, in a
            generator, in a function inside.
        in_target: It stands in what the statement binds.
    """

    node: Chain
    text: str
    statement: Statement
    hidden: frozenset[str]
    is_late: bool = False
    in_target: bool = False


def reads(definition: Definition) -> list[Read]:
    """Those of a function's own statements, then those of the functions inside of it."""
    found = [
        each
        for statement in definition.statements
        for each in _of_statement(statement, frozenset(), is_late=False)
    ]
    found.extend(_inner(definition, frozenset()))
    return found


def _inner(definition: Definition, hidden: frozenset[str]) -> Iterator[Read]:
    for child in definition.children:
        own = hidden | _locals(child)
        for statement in child.statements:
            yield from _of_statement(statement, own, is_late=True)
        yield from _inner(child, own)


def _locals(definition: Definition) -> frozenset[str]:
    """Names that a function does not share with the function around it."""
    names = {each.text for each in own_bindings(definition)}
    names |= {child.name for child in definition.children}
    return frozenset(names)


def _of_statement(statement: Statement, hidden: frozenset[str], *, is_late: bool) -> Iterator[Read]:
    for node, scope, late, is_bound in _walk(statement, hidden, is_late):
        yield Read(node, _text(node), statement, scope, late, is_bound)


def _text(node: Chain) -> str:
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


_Found = tuple[Chain, frozenset[str], bool, bool]


def _walk(statement: Statement, hidden: frozenset[str], is_late: bool) -> Iterator[_Found]:
    # A stack of its own, because sums of a thousand terms are a thousand levels deep.
    targets = {id(each) for each in _targets(statement)}
    pending = [(each, hidden, is_late, id(each) in targets) for each in _parts(statement)][::-1]
    while pending:
        node, scope, late, is_bound = pending.pop()
        if isinstance(node, ast.JoinedStr):
            continue  # Before Python 3.12 its parts do not know where they stand.
        if isinstance(node, _OFFERED):
            yield node, scope, late, is_bound
        inside: list[tuple[ast.AST, frozenset[str], bool]] = []
        if isinstance(node, ast.Lambda):
            given = node.args
            every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
            every += [each for each in (given.vararg, given.kwarg) if each is not None]
            own = scope | {each.arg for each in every} | set(_walruses(node.body))
            defaults = [*given.defaults, *(each for each in given.kw_defaults if each)]
            inside = [*((each, scope, late) for each in defaults), (node.body, own, True)]
        elif isinstance(node, COMPREHENSIONS):
            own = scope | {
                each.id
                for generator in node.generators
                for each in ast.walk(generator.target)
                if isinstance(each, ast.Name)
            }
            first = node.generators[0].iter
            is_lazy = late or isinstance(node, ast.GeneratorExp)
            inside = [(first, scope, late)]
            inside += [
                (part, own, is_lazy)
                for each in ast.iter_child_nodes(node)
                for part in (_parts(each) if isinstance(each, ast.comprehension) else [each])
                if part is not first
            ]
        else:
            inside = [(each, scope, late) for each in _parts(node)]
        pending.extend(
            (each, own, when, is_bound or id(each) in targets) for each, own, when in inside[::-1]
        )


def _walruses(body: ast.expr) -> Iterator[str]:
    return (each.target.id for each in ast.walk(body) if isinstance(each, ast.NamedExpr))


def _parts(node: ast.AST) -> list[ast.AST]:
    """Nodes right inside of a node, without blocks and annotations."""
    found: list[ast.AST] = []
    for name, value in ast.iter_fields(node):
        if name in _ANNOTATIONS:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST) and not is_statement(each):
                found.append(each)
    return found


def _targets(statement: Statement) -> list[ast.AST]:
    match statement:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return list(targets)
        case ast.AugAssign(target=one) | ast.AnnAssign(target=one):
            return [one]
        case ast.For(target=one) | ast.AsyncFor(target=one):
            return [one]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return [item.optional_vars for item in items if item.optional_vars is not None]
        case _:
            return []


def shared_names(definition: Definition) -> frozenset[str]:
    """Names of a function that other code may bind anew: global ones, those of functions inside."""
    found = {child.name for child in definition.children}
    for scope in (definition, *_below(definition)):
        for statement in scope.statements:
            if isinstance(statement, ast.Global | ast.Nonlocal):
                found.update(statement.names)
            if isinstance(statement, FunctionNode | ast.ClassDef) and scope is definition:
                found.add(statement.name)
    return frozenset(found)


def _below(definition: Definition) -> Iterator[Definition]:
    for child in definition.children:
        yield child
        yield from _below(child)
