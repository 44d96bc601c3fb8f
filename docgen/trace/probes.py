"""Puts probes into the syntax tree of a module, in value position.

With a watch on `Z`, `Z = x @ W` is followed by `Z = __docgen__.keep(0, Z)` on the same line, so
tracebacks keep their true lines; nothing is evaluated twice.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from docgen.syntax import NodeKey
from docgen.trace.cells import RETURNED
from docgen.trace.plan import Watch
from docgen.trace.recorder import ProbedFunction, Recorder
from docgen.trace.statement import (
    BLOCKS,
    Function,
    Scope,
    binding_blocks,
    dump,
    dump_text,
    first_statement,
    header,
    inner_statements,
    may_change,
    occurrences,
    parameters,
    places,
    targets,
)

HOOK = "__docgen__"
"""Name under which probed code finds the recorder; a built-in, so no namespace shows it."""
Node = TypeVar("Node", bound=ast.AST)
_FIRST = ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
"""Where probes stand in a body without any statement."""


def instrument(tree: ast.Module, module: str, recorder: Recorder) -> None:
    """Put the probes of a module's functions into its tree; what is not there is reported."""
    work = _Instrument(recorder)
    scopes = list(_scopes(tree, ""))
    for number, probed in enumerate(recorder.functions):
        if probed.plan.module != module:
            continue
        scope = _choose(scopes, probed)
        if scope is None:
            for watch in probed.plan.watches:
                recorder.report_missing(watch.key, "the loaded file has no such function")
        else:
            work.add(number, probed, scope)
    work.apply(tree)


def _scopes(tree: ast.AST, prefix: str) -> Iterator[tuple[str, Scope]]:
    """Functions with their names, outermost first; `f.g` is a function in a function or class."""
    if isinstance(tree, ast.Module):
        yield "", tree
    for node in inner_statements(tree):
        inner = prefix
        if isinstance(node, Function):
            yield prefix + node.name, node
            inner = f"{prefix}{node.name}."
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            target = node.targets[0]
            if isinstance(target, ast.Name):
                yield prefix + target.id, node.value
        elif isinstance(node, ast.ClassDef):
            inner = f"{prefix}{node.name}."
        yield from _scopes(node, inner)


def _choose(scopes: Sequence[tuple[str, Scope]], probed: ProbedFunction) -> Scope | None:
    """The function of that name; of several the one on the line, else the last, which is bound."""
    qualname = probed.plan.qualname.replace(".<locals>", "")
    named = [scope for name, scope in scopes if name == qualname]
    on_line = [scope for scope in named if getattr(scope, "lineno", 0) == probed.plan.line]
    fitting = on_line or named
    return fitting[-1] if fitting else None


@dataclass
class _Around:
    """Probes around one statement.

    Attributes:
        wraps: id of an expression → probes of its value.
        stores: Target that is a subscript or attribute, and the probes of its new value.
        inside: id of a part with a block → probes at the start of that block.
        on_return: Probes of a `return`.
    """

    before: list[ast.stmt] = field(default_factory=list)
    after: list[ast.stmt] = field(default_factory=list)
    wraps: dict[int, list[int]] = field(default_factory=dict)
    stores: dict[int, tuple[ast.expr, list[int]]] = field(default_factory=dict)
    inside: dict[int, list[ast.stmt]] = field(default_factory=dict)
    on_return: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class _Asked:
    """A watch of the function with that number."""

    function: int
    watch: Watch


class _Instrument:
    """Puts the probes of one module into its tree, in one pass."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._numbers: dict[int, list[int]] = {}  # id of a scope → functions probed there
        self._exits: dict[int, list[int]] = {}
        self._at: dict[NodeKey, list[_Asked]] = {}
        self._lines: list[int] = []

    def add(self, number: int, probed: ProbedFunction, scope: Scope) -> None:
        probed.parameters = parameters(scope)
        if not isinstance(scope, ast.Module):
            self._lines.append(scope.lineno)
        self._numbers.setdefault(id(scope), []).append(number)
        self._exits[number] = []
        for watch in probed.plan.watches:
            if watch.when == "exit":
                self._exits[number].append(self._probe(_Asked(number, watch)))
            elif watch.when != "entry" and watch.node is not None:
                self._at.setdefault(watch.node, []).append(_Asked(number, watch))
                self._lines.append(watch.node[0])

    def apply(self, tree: ast.Module) -> None:
        self._lines.sort()
        self._scope(tree)
        for asked in (one for group in self._at.values() for one in group):
            self._recorder.report_missing(asked.watch.key, "the file has no such statement")

    def _scope(self, scope: Function | ast.Module) -> None:
        """Rebuild the body of a module or function."""
        numbers = self._numbers.get(id(scope), [])
        split = first_statement(scope.body)
        head, rest = scope.body[:split], scope.body[split:]
        made = [*head]
        for number in numbers:
            place = (rest or head or [_FIRST])[0]
            made += [_at(one, place) for one in self._entry(number)]
        made += self._block(rest, numbers)
        last = scope.body[-1] if scope.body else None
        if isinstance(scope, Function) and last is not None:
            for number in numbers:
                if self._leaves(number):
                    value = self._leave(number, ast.Constant(None), self._exits[number])
                    made.append(_at(ast.Expr(value), last))
        scope.body = made

    def _lambda(self, node: ast.Lambda) -> None:
        """Put the probes of its entry before what it returns: `lambda z: (enter(0), z + 1)[-1]`."""
        for number in self._numbers.get(id(node), []):
            probed = self._recorder.functions[number]
            names = [_name(name) for name in probed.parameters if probed.needs_arguments]
            steps: list[ast.expr] = [_call("enter", ast.Constant(number), *names)]
            for watch in probed.plan.watches:
                if watch.when == "entry":
                    look = self._look(_Asked(number, watch))
                    assert isinstance(look, ast.Expr)
                    steps.append(look.value)
            body = node.body
            if self._leaves(number):
                body = self._leave(number, body, self._exits[number])
            whole = ast.Tuple([*steps, body], ast.Load())
            node.body = _at(ast.Subscript(whole, ast.Constant(-1), ast.Load()), node)

    def _leaves(self, number: int) -> bool:
        return bool(self._exits[number]) or self._recorder.functions[number].needs_leave

    def _entry(self, number: int) -> list[ast.stmt]:
        probed = self._recorder.functions[number]
        names = probed.parameters
        arguments = [_name(name) for name in names] if probed.needs_arguments else []
        made: list[ast.stmt] = [ast.Expr(_call("enter", ast.Constant(number), *arguments))]
        for watch in probed.plan.watches:
            if watch.when == "entry":
                asked = _Asked(number, watch)
                is_parameter = watch.cell in names
                made.append(self._rebind(asked) if is_parameter else self._look(asked))
        return made

    def _probe(self, asked: _Asked) -> int:
        return self._recorder.add_probe(asked.function, asked.watch)

    def _rebind(self, asked: _Asked) -> ast.stmt:
        """`Z = __docgen__.keep(3, Z)`."""
        name = asked.watch.cell
        kept = _call("keep", ast.Constant(self._probe(asked)), _name(name))
        return ast.Assign([ast.Name(name, ast.Store())], kept)

    def _look(self, asked: _Asked) -> ast.stmt:
        """`__docgen__.look(3, lambda: (params, p))`, or only that the place was reached."""
        probe = self._probe(asked)
        if not asked.watch.cell:
            return ast.Expr(_call("hit", ast.Constant(probe)))
        return ast.Expr(_call("look", ast.Constant(probe), self._thunk(probe)))

    def _thunk(self, probe: int) -> ast.expr:
        cell = self._recorder.probes[probe].cell
        names = [name for name in cell.names if name != RETURNED] if cell else []
        empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        return ast.Lambda(empty, ast.Tuple([_name(name) for name in names], ast.Load()))

    def _leave(self, number: int, value: ast.expr, probes: Sequence[int]) -> ast.expr:
        cells: list[ast.expr] = []
        for probe in probes:
            cells += [ast.Constant(probe), self._thunk(probe)]
        return _call("leave", ast.Constant(number), value, *cells)

    def _block(self, body: list[ast.stmt], numbers: list[int]) -> list[ast.stmt]:
        return [made for statement in body for made in self._statement(statement, numbers)]

    def _statement(self, node: ast.stmt, numbers: list[int]) -> list[ast.stmt]:
        if not numbers and not self._has_probes(node):
            return [node]
        around = _Around()
        for key, owner in places(node):
            for asked in self._at.pop(key, []):
                self._place(asked, node, owner, around)
        has_block = hasattr(node, "body")
        for target, probes in around.stores.values():
            stored = _stored(target, probes)
            if has_block:
                around.inside.setdefault(id(node), []).append(stored)
            else:
                around.after.insert(0, stored)
        self._blocks(node, numbers, around)
        _Wrap(around).header(node)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            self._lambda(node.value)
        if isinstance(node, ast.Return):
            self._return(node, numbers, around)
        made = [*(_at(one, node) for one in around.before), node]
        return made + [_at(one, node) for one in around.after]

    def _has_probes(self, node: ast.stmt) -> bool:
        """Whether a probe may stand on the lines of a statement; most of a module has none."""
        after = bisect_left(self._lines, node.lineno)
        end = node.end_lineno or node.lineno
        return after < len(self._lines) and self._lines[after] <= end

    def _blocks(self, node: ast.stmt, numbers: list[int], around: _Around) -> None:
        """Rebuild the blocks below a statement."""
        if isinstance(node, Function):
            self._scope(node)
            return
        for name in BLOCKS[:3]:
            body = getattr(node, name, None)
            if body:
                made = self._block(body, numbers)
                start = around.inside.get(id(node), []) if name == "body" else []
                setattr(node, name, [*(_at(one, body[0]) for one in start), *made])
        for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
            start = [_at(one, part.body[0]) for one in around.inside.get(id(part), [])]
            part.body = start + self._block(part.body, numbers)

    def _return(self, node: ast.Return, numbers: list[int], around: _Around) -> None:
        value = node.value or _at(ast.Constant(None), node)
        if around.on_return:
            value = _at(self._leave(-1, value, around.on_return), node)
        for number in numbers:
            if self._leaves(number):
                value = _at(self._leave(number, value, self._exits[number]), node)
                node.value = value
        if around.on_return:
            node.value = value

    def _place(self, asked: _Asked, node: ast.stmt, owner: ast.AST, around: _Around) -> None:
        """Decide where the probe of a watch stands."""
        is_before = asked.watch.when == "before"
        cell = asked.watch.cell
        if not cell and isinstance(owner, ast.ExceptHandler | ast.match_case):
            around.inside.setdefault(id(owner), []).append(self._look(asked))
            return
        if cell and not is_before and self._place_binding(asked, node, owner, around):
            return
        found = occurrences(node, cell) if cell else []
        if len(found) == 1 and (is_before or not may_change(node, found[0])):
            around.wraps.setdefault(id(found[0]), []).append(self._probe(asked))
        elif is_before:
            around.before.append(self._look(asked))
        elif isinstance(node, ast.Return):
            around.on_return.append(self._probe(asked))
        else:
            around.after.append(self._look(asked))

    def _place_binding(
        self, asked: _Asked, node: ast.stmt, owner: ast.AST, around: _Around
    ) -> bool:
        """A probe of what the statement binds, if the cell is that."""
        cell = asked.watch.cell
        blocks = [one for one in binding_blocks(node, cell) if owner in (node, one)]
        for block in blocks:
            around.inside.setdefault(id(block), []).append(self._rebind(asked))
        if blocks:
            return True
        for target in targets(node):
            if isinstance(target, ast.Name):
                if target.id == cell:
                    around.after.append(self._rebind(asked))
                    return True
            elif dump(target) == dump_text(cell):
                _, probes = around.stores.setdefault(id(target), (target, []))
                probes.append(self._probe(asked))
                return True
        for part in header(node):
            if isinstance(part, ast.NamedExpr) and part.target.id == cell:
                around.wraps.setdefault(id(part.value), []).append(self._probe(asked))
                return True
        return False


class _Wrap(ast.NodeTransformer):
    """Wraps the expressions of one statement's header, innermost first."""

    def __init__(self, around: _Around) -> None:
        self._around = around

    def header(self, node: ast.stmt) -> None:
        if not self._around.wraps and not self._around.stores:
            return
        for name, child in ast.iter_fields(node):
            if name in BLOCKS:
                continue
            if isinstance(child, ast.AST):
                setattr(node, name, self.visit(child))
            elif isinstance(child, list):
                children = [self.visit(one) if isinstance(one, ast.AST) else one for one in child]
                setattr(node, name, children)

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        probes = self._around.wraps.get(id(node), [])
        _, stores = self._around.stores.get(id(node), (None, []))
        made = super().generic_visit(node)
        if stores and isinstance(made, ast.Subscript | ast.Attribute):
            site = ast.Constant(stores[0])
            made.value = _at(_call("box", site, made.value), made.value)
            if isinstance(made, ast.Subscript):
                made.slice = _at(_call("index", site, _as_value(made.slice)), made.slice)
        for probe in probes:
            assert isinstance(made, ast.expr)
            made = _at(_call("keep", ast.Constant(probe), made), made)
        return made


def _stored(target: ast.expr, probes: list[int]) -> ast.stmt:
    """`__docgen__.stored(3, "", 3, 4)`: the new value of the target that probe 3 named first."""
    name = target.attr if isinstance(target, ast.Attribute) else ""
    numbers = [ast.Constant(number) for number in probes]
    return ast.Expr(_call("stored", numbers[0], ast.Constant(name), *numbers))


def _as_value(key: ast.expr) -> ast.expr:
    """The expression of a subscript as one that can be an argument."""
    if isinstance(key, ast.Slice):
        ends = [end or ast.Constant(None) for end in (key.lower, key.upper, key.step)]
        return _call("span", *ends)
    if isinstance(key, ast.Tuple):
        return ast.Tuple([_as_value(member) for member in key.elts], ast.Load())
    return key


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _call(method: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(_name(HOOK), method, ast.Load()), list(arguments), [])


def _at(made: Node, place: ast.AST) -> Node:
    """The new nodes of `made` stand where `place` stands; old ones stay where they are."""
    waiting: list[ast.AST] = [made]
    while waiting:
        node = waiting.pop()
        if "lineno" in node._attributes:
            if hasattr(node, "lineno"):
                continue  # an old one, and what is new below it was given its place before
            ast.copy_location(node, place)
        waiting.extend(ast.iter_child_nodes(node))
    return made
