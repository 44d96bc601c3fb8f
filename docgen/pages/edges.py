"""Which statement of a flow hands which value to which: reaching definitions become edges.

In `def f(x): a = g(x); return x + a` the value `x` goes from the entry to both statements and `a`
from the first to the second. A call that changes what it is given takes it and hands it on. No edge
is guessed: what no definition reaches has none.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from docgen.source.altered import Alteration, Alterations
from docgen.source.anchor import Anchor
from docgen.source.bindings import head_nodes
from docgen.source.chain import parsed
from docgen.source.flow import Flow, NodeKey, Step
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Statement, node_key
from docgen.source.places import ENTRY
from docgen.source.reaching import Reaching
from docgen.source.statements import definition_of
from docgen.syntax import expression_tree
from docgen.views.steps import FlowEdge


@dataclass(frozen=True, slots=True)
class Way:
    """The name of the first value that flows in, and all edges."""

    entry: str
    edges: tuple[FlowEdge, ...]


def flow_edges(index: SourceIndex, function: Anchor, flow: Flow, rows: Sequence[Anchor]) -> Way:
    """The edges between the rows of a flow, each a statement with the cell that it binds."""
    definition = definition_of(index.module_at(function.path), function)
    body = getattr(definition.node, "body", None) if definition else None
    if definition is None or not isinstance(body, list):
        return Way("", ())
    nodes = [each.node if each.path == function.path else ENTRY for each in rows]
    cells = [normal_cell(each.cell) for each in rows]
    altered = _altered(index, function, definition)
    found = _Edges(flow, definition, nodes, cells, altered)
    entry = found.entry()
    found.reaching.function(body, {entry: frozenset({ENTRY})} if entry else {})
    return Way(entry, tuple(dict.fromkeys(found.edges())))


class _Edges:
    def __init__(
        self,
        flow: Flow,
        definition: Definition,
        nodes: list[NodeKey],
        cells: list[str],
        altered: Mapping[NodeKey, Sequence[Alteration]],
    ) -> None:
        self.flow = flow
        self.definition = definition
        self.nodes = nodes
        self.cells = cells
        self.statements = {node_key(each): each for each in definition.statements}
        self.steps = {
            step.node: _with_calls(step, self.statements.get(step.node), altered.get(step.node, ()))
            for step in flow.steps
        }
        self.filled = {
            node: _only_filled(self.statements[node], calls) for node, calls in altered.items()
        }
        self.reaching = Reaching(self.steps)

    def entry(self) -> str:
        """The first parameter that goes in whole; the receiver of a method is none.

        In `f(cache["x"], params[p + "w"], dY)` that is `dY`.
        """
        holder = self.definition.holder
        is_method = holder is not None and holder.is_class
        parameters = set(self.flow.parameters[1:] if is_method else self.flow.parameters)
        for pick in (_whole_names, _names_in_order):
            for node in self.nodes:
                statement = self.statements.get(node)
                read = pick(statement) if statement is not None else []
                if found := next((name for name in read if name in parameters), ""):
                    return found
        return ""

    def edges(self) -> Iterator[FlowEdge]:
        last = len(self.nodes) + 1
        for number, (node, cell) in enumerate(zip(self.nodes, self.cells, strict=True), 1):
            step = self.steps.get(node)
            if step is None:
                continue
            for name in self._read(step, *self._shown(number, cell)):
                for start, label, via in self._givers(node, name):
                    yield FlowEdge(start, number, label, via)
            if step.is_return and not step.owner:
                yield FlowEdge(number, last, "")
        for step in self.steps.values():
            if step.is_return and not step.owner and step.node not in self.nodes:
                for name in self._read(step, "return"):
                    for start, label, via in self._givers(step.node, name):
                        yield FlowEdge(start, last, label, via)

    def _givers(self, node: NodeKey, name: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Where a name got its value: the nearest shown statements, through others if need be."""
        pending: deque[tuple[NodeKey, str, tuple[str, ...]]] = deque([(node, name, ())])
        seen = {(node, name)}
        while pending:
            reader, read, via = pending.popleft()
            for giver in sorted(self.reaching.of(reader, read, is_after=False)):
                if giver == ENTRY:
                    yield 0, read.partition(".")[0], via
                    continue
                step = self.steps[giver]
                given = _given_name(step, read)
                if not self._is_handed(step, given, reader):
                    continue
                if giver in self.nodes:
                    yield self._row(giver, given), given, via
                elif given in step.rebinds or self._is_put_in(given, node):
                    for other in self._read(step, given):
                        is_new = (giver, other) not in seen
                        if is_new and (given in step.rebinds or other != given):
                            seen.add((giver, other))
                            pending.append((giver, other, (given, *via)))

    def _is_handed(self, step: Step, given: str, reader: NodeKey) -> bool:
        """Whether what a statement gives goes on as an array: texts that make names do not."""
        statement = self.statements.get(step.node)
        is_text = isinstance(getattr(statement, "value", None), ast.JoinedStr)
        is_kept = given in step.rebinds or given not in self._stored_in(reader)
        return is_kept and not is_text and not step.is_blank

    def _is_put_in(self, given: str, reader: NodeKey) -> bool:
        """Whether what a hidden statement puts into a container is followed to its reader.

        Into one that the function made, to all; into one that it was given, to what is returned.
        """
        return self.steps[reader].is_return or given.partition(".")[0] not in self.flow.parameters

    def _stored_in(self, node: NodeKey) -> frozenset[str]:
        """Containers that a statement stores into: what others put there is not what it reads."""
        statement = self.statements.get(node)
        if isinstance(statement, ast.Expr):
            return frozenset()
        value = getattr(statement, "value", None)
        named = ast.walk(value) if isinstance(value, ast.expr) else ()
        read = {ast.unparse(one) for one in named if _is_named(one)}
        step = self.steps[node]
        return step.stores - step.rebinds - read

    def _shown(self, number: int, cell: str) -> list[str]:
        """The cells for which a row stands: the first of a statement for those without a row."""
        node = self.nodes[number - 1]
        step = self.steps[node]
        if step.is_return or node in self.nodes[: number - 1]:
            return [cell]
        rows = [other for one, other in zip(self.nodes, self.cells, strict=True) if one == node]
        return [cell, *(name for name, _ in step.given if name not in rows)]

    def _row(self, node: NodeKey, name: str) -> int:
        """Of several rows of one statement, the one that shows the name."""
        numbers = [number for number, one in enumerate(self.nodes, 1) if one == node]
        return next((at for at in numbers if self.cells[at - 1] == name), numbers[0])

    def _read(self, step: Step, *cells: str) -> list[str]:
        """What goes into cells of a statement, in the order of the code."""
        statement = self.statements.get(step.node)
        sources = dict(step.given)
        wanted: frozenset[str] = frozenset()
        for cell in cells:
            given = sources.get(cell)
            if given is None:
                wanted = step.loads
                break
            nodes = ast.walk(expression_tree(given))
            wanted |= step.loads & {ast.unparse(node) for node in nodes if _is_named(node)}
        wanted -= self.filled.get(step.node, frozenset())
        ordered = _names_in_order(statement) if statement is not None else []
        return [name for name in dict.fromkeys([*ordered, *sorted(wanted)]) if name in wanted]


def _altered(
    index: SourceIndex, function: Anchor, definition: Definition
) -> dict[NodeKey, list[Alteration]]:
    """Statement → what its calls change of what they are given."""
    alterations = Alterations(index)
    found = {node_key(each): alterations.by(each, function.scope) for each in definition.statements}
    return {node: calls for node, calls in found.items() if calls}


def _with_calls(step: Step, statement: Statement | None, calls: Sequence[Alteration]) -> Step:
    """The step with what its calls change; what passes through one comes from there afterwards."""
    changed = {each.name for each in calls}
    bound = step.stores
    if isinstance(statement, ast.Expr):
        # A flow takes all that such a call is given as changed; here its function is read.
        bound = frozenset(step.binds)
    passed = {each.name for each in calls if each.is_sure}
    return replace(step, stores=bound | changed, rebinds=step.rebinds | passed)


def _only_filled(statement: Statement, calls: Sequence[Alteration]) -> frozenset[str]:
    """What a statement gives to calls that put something into it, and reads nowhere else."""
    inside = {id(node) for each in calls if not each.is_read for node in ast.walk(each.node)}
    inner = [node for node in head_nodes(statement) if _is_named(node)]
    read = {ast.unparse(node) for node in inner if id(node) not in inside}
    return frozenset({each.name for each in calls if not each.is_read} - read)


def _given_name(step: Step, name: str) -> str:
    """What a statement stores of a name that is read: of `dS.transpose` it is `dS`."""
    fitting = [one for one in step.stores if f"{name}.".startswith(f"{one}.")]
    return max(fitting, key=len, default=name)


def _is_named(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _names_in_order(statement: Statement) -> list[str]:
    named = [node for node in head_nodes(statement) if _is_named(node)]
    named = [node for node in named if isinstance(getattr(node, "ctx", None), ast.Load)]
    return [ast.unparse(node) for node in named]


def _whole_names(statement: Statement) -> list[str]:
    """Names that are no part of a subscript, an attribute or a text."""
    inside = {
        inner
        for node in head_nodes(statement)
        if isinstance(node, ast.Subscript | ast.Attribute | ast.JoinedStr)
        for inner in ast.walk(node)
    }
    nodes = [node for node in head_nodes(statement) if node not in inside]
    return [node.id for node in nodes if isinstance(node, ast.Name)]


def normal_cell(cell: str) -> str:
    """The cell as `ast` writes it; `return[0]`, which is no Python, as it is."""
    tree = parsed(cell)
    return ast.unparse(tree) if tree is not None else cell
