"""The last part of a reference, looked up inside one function, class or module.

In `ffn_forward`, `Z` finds the statement that binds it, `return[0]` the first returned value,
`call:relu_forward` the call, `... + mask` the expression.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Callable, Iterator

from docgen.source.anchors import (
    Candidate,
    binding_anchor,
    definition_anchor,
    expression_anchor,
    return_anchor,
    statement_anchor,
)
from docgen.source.bindings import head_nodes, inner_bindings, own_bindings
from docgen.source.module import Definition, Module, Statement
from docgen.source.pattern import Pattern, chain, is_match, parse_pattern
from docgen.syntax import expression_tree

Scope = Module | Definition
NAME = re.compile(r"[^\W\d]\w*")
PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_RETURN = re.compile(r"return(?P<index>(\s*\[.*\])?)", re.DOTALL)
ENTRY = re.compile(r"(?P<name>[^\W\d]\w*)`?\s+at\s+`?entry")
"""``x` at `entry``: the parameter, where the function binds its name again."""
AT_RETURN = re.compile(r"(?P<text>.*[^\s`])`?\s+at\s+`?return", re.DOTALL)
"""``x` at `return``: no place in the code but a time, which only rows of examples take."""
_CALL = re.compile(r"call:\s*(?P<name>[\w.]+)")


def find_tail(scope: Scope, text: str) -> list[Candidate]:
    """What a name, target, `return`, `assert`, `call:` or quotation means in a scope.

    What the scope itself holds hides what only nested functions and comprehensions hold.
    """
    text = text.strip()
    if NAME.fullmatch(text) and text not in ("return", "assert"):
        return find_name(scope, unicodedata.normalize("NFKC", text))
    entry = ENTRY.fullmatch(text)
    if entry:
        return _parameters(scope, unicodedata.normalize("NFKC", entry["name"]))
    finder = _finder(text)
    if finder is None:
        return []
    return next((found for level in _levels(scope) if (found := finder(level))), [])


def find_name(scope: Scope, name: str) -> list[Candidate]:
    """Bindings and definitions of one name."""
    module = module_of(scope)
    own = [
        binding_anchor(module, each, name)
        for each in own_bindings(scope)
        if each.text == name and not _names_lambda(scope, each.statement)
    ]
    own.extend(definition_anchor(each, name) for each in scope.children if each.name == name)
    if own or isinstance(scope, Module) or scope.is_class:
        return sorted(own, key=lambda each: each.anchor.node)
    inner = [each for each in inner_bindings(scope) if each.text == name]
    found = [binding_anchor(module, each, name) for each in inner]
    found.extend(definition_anchor(each, name) for each in descendants(scope) if each.name == name)
    return found


def _parameters(scope: Scope, name: str) -> list[Candidate]:
    return [
        binding_anchor(module_of(scope), each, f"{name} at entry")
        for each in own_bindings(scope)
        if each.text == name and each.bound == "parameter"
    ]


def _names_lambda(scope: Scope, statement: Statement) -> bool:
    return any(child.statement is statement for child in scope.children)


def module_of(scope: Scope) -> Module:
    """The module of a scope; a module is its own."""
    return scope if isinstance(scope, Module) else scope.module


def descendants(scope: Definition) -> Iterator[Definition]:
    """All definitions inside of one, the outer before the inner."""
    for child in scope.children:
        yield child
        yield from descendants(child)


def _levels(scope: Scope) -> Iterator[list[Scope]]:
    """The scope itself, then what is nested in it."""
    yield [scope]
    if isinstance(scope, Definition) and not scope.is_class:
        yield list(descendants(scope))


def _finder(text: str) -> Callable[[list[Scope]], list[Candidate]] | None:
    found = _RETURN.fullmatch(text)
    if found:
        path = _return_path(found["index"])
        if path is not None:
            return lambda scopes: [each for scope in scopes for each in _returns(scope, path)]
        return None
    if text == "assert":
        return lambda scopes: [each for scope in scopes for each in _asserts(scope)]
    call = _CALL.fullmatch(text)
    if call:
        name = call["name"]
        return lambda scopes: [each for scope in scopes for each in _calls(scope, name)]
    pattern = parse_pattern(text)
    if pattern is None:
        return None
    if not pattern.is_expression:
        return lambda scopes: [each for scope in scopes for each in _statements(scope, pattern)]
    is_path = PATH.fullmatch(text) is not None
    return lambda scopes: (
        _targets(scopes, pattern) or ([] if is_path else _expressions(scopes, pattern))
    )


def _return_path(index: str) -> list[int | str] | None:
    """`[1]["A"]` as `[1, "A"]`; None where an index is no constant."""
    path: list[int | str] = []
    try:
        node = expression_tree(f"_{index.strip()}")
        while isinstance(node, ast.Subscript):
            key = ast.literal_eval(node.slice)
            if not isinstance(key, int | str):
                return None
            path.insert(0, key)
            node = node.value
    except (SyntaxError, ValueError):
        return None
    return path if isinstance(node, ast.Name) else None


def _returns(scope: Scope, path: list[int | str]) -> Iterator[Candidate]:
    if isinstance(scope, Module):
        return
    every = [each for each in scope.statements if isinstance(each, ast.Return)]
    cell = "return" + "".join(f'["{key}"]' if isinstance(key, str) else f"[{key}]" for key in path)
    for statement in [each for each in every if each.value is not None] or every:
        element = statement.value
        for key in path:
            element = element_of(element, key)
        if element is not None or not path:
            yield return_anchor(scope.module, scope, statement, element, cell, cell)


def element_of(node: ast.expr | None, key: int | str) -> ast.expr | None:
    """The part of a display that an index takes; the whole where the syntax does not say."""
    match node:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            if any(isinstance(each, ast.Starred) for each in elements):
                return node
            fits = isinstance(key, int) and -len(elements) <= key < len(elements)
            return elements[key] if fits and isinstance(key, int) else None
        case ast.Dict() | ast.Call(func=ast.Name(id="dict")):
            entries = dict(display_entries(node))
            if any(name is None for name in entries):
                return entries.get(key, node) if isinstance(key, str) else None
            return entries.get(key) if isinstance(key, str) else None
        case _:
            return node


def display_entries(node: ast.expr | None) -> list[tuple[str | None, ast.expr]]:
    """Keys and values of `dict(A=a)` or `{"A": a}`; a key that is no constant is None."""
    match node:
        case ast.Call(func=ast.Name(id="dict"), args=arguments, keywords=keywords):
            nested = [entry for each in arguments for entry in display_entries(each)]
            opened = [(None, each) for each in arguments if not display_entries(each)]
            return [*nested, *opened, *((each.arg, each.value) for each in keywords)]
        case ast.Dict(keys=keys, values=values):
            return [
                (key.value if _is_text(key) else None, value)  # type: ignore[union-attr]
                for key, value in zip(keys, values, strict=True)
            ]
        case _:
            return []


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _asserts(scope: Scope) -> Iterator[Candidate]:
    owner = scope if isinstance(scope, Definition) else None
    for statement in scope.statements:
        if isinstance(statement, ast.Assert):
            yield statement_anchor(module_of(scope), owner, statement, "assert")


def _calls(scope: Scope, name: str) -> Iterator[Candidate]:
    owner = scope if isinstance(scope, Definition) else None
    module = module_of(scope)
    for statement, node in expressions_of(scope):
        if isinstance(node, ast.Call) and _is_named(node.func, name):
            yield expression_anchor(module, owner, statement, node, f"call:{name}", kind="call")


def _is_named(function: ast.expr, name: str) -> bool:
    """Whether `ops.relu_forward` is called by `relu_forward` or `ops.relu_forward`."""
    called = ast.unparse(function).split(".")
    wanted = unicodedata.normalize("NFKC", name).split(".")
    if called[0] in ("self", "cls", "super()"):
        return called[-1] == wanted[-1]
    shared = min(len(called), len(wanted))
    return called[-shared:] == wanted[-shared:]


def expressions_of(scope: Scope) -> Iterator[tuple[Statement, ast.expr]]:
    """Every expression of a scope's own statements, with its statement; targets left out."""
    if isinstance(scope, Definition) and isinstance(scope.node, ast.Lambda):
        for node in ast.walk(scope.node.body):
            if isinstance(node, ast.expr):
                yield scope.statement, node
        return
    for statement in scope.statements:
        for node in head_nodes(statement):
            is_target = isinstance(getattr(node, "ctx", None), ast.Store)
            if isinstance(node, ast.expr) and not is_target:
                yield statement, node


def _statements(scope: Scope, pattern: Pattern) -> Iterator[Candidate]:
    owner = scope if isinstance(scope, Definition) else None
    found = [each for each in scope.statements if is_match(pattern.node, each)]
    exact = [each for each in found if _is_same(pattern.node, each)]
    for statement in exact or found:
        yield statement_anchor(module_of(scope), owner, statement, pattern.text)


def _is_same(pattern: ast.AST, node: ast.AST) -> bool:
    return ast.dump(pattern) == ast.dump(node)


def _targets(scopes: list[Scope], pattern: Pattern) -> list[Candidate]:
    if not isinstance(pattern.node, ast.Attribute | ast.Subscript):
        return []
    return [
        binding_anchor(module_of(scope), each, pattern.text)
        for scope in scopes
        for each in own_bindings(scope)
        if is_match(pattern.node, each.target)
    ]


def _expressions(scopes: list[Scope], pattern: Pattern) -> list[Candidate]:
    found: list[tuple[Scope, Statement, ast.expr]] = [
        (scope, statement, node)
        for scope in scopes
        for statement, node in expressions_of(scope)
        if is_match(pattern.node, node)
    ]
    if pattern.has_wildcard:
        exact = [each for each in found if _is_same(pattern.node, each[2])]
        inner = _chain_parts([node for _, _, node in found])
        found = exact or [each for each in found if id(each[2]) not in inner]
    return [
        expression_anchor(
            module_of(scope),
            scope if isinstance(scope, Definition) else None,
            statement,
            node,
            pattern.text,
        )
        for scope, statement, node in found
    ]


def _chain_parts(nodes: list[ast.expr]) -> set[int]:
    """Matches that are the beginning of a longer match of the same chain of operators."""
    inner: set[int] = set()
    for node in nodes:
        at: ast.expr = node
        if isinstance(node, ast.BinOp):
            for _ in range(len(chain(node)) - 2):
                assert isinstance(at, ast.BinOp)
                at = at.left
                inner.add(id(at))
    return inner
