"""Which statement of a flow hands which value to which: reaching definitions become edges.

In `def f(x): a = g(x); return x + a` the value `x` goes from the entry to both statements and `a`
from the first to the second. No edge is guessed: what no definition reaches has none.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
    found = _Edges(flow, definition, nodes, cells)
    entry = found.entry()
    found.reaching.function(body, {entry: frozenset({ENTRY})} if entry else {})
    return Way(entry, tuple(dict.fromkeys(found.edges())))


class _Edges:
    def __init__(
        self, flow: Flow, definition: Definition, nodes: list[NodeKey], cells: list[str]
    ) -> None:
        self.flow = flow
        self.definition = definition
        self.nodes = nodes
        self.cells = cells
        self.steps = {step.node: step for step in flow.steps}
        self.statements = {node_key(each): each for each in definition.statements}
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
            for name in self._read(step, cell):
                for start, label, via in self._givers(node, name):
                    yield FlowEdge(start, number, label, via)
            if step.is_return and not step.owner:
                yield FlowEdge(number, last, "")
        for step in self.flow.steps:
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
                elif given in step.rebinds:
                    for other in self._read(step, given):
                        if (giver, other) not in seen:
                            seen.add((giver, other))
                            pending.append((giver, other, (given, *via)))

    def _is_handed(self, step: Step, given: str, reader: NodeKey) -> bool:
        """Whether what a statement gives goes on as an array: texts that make names do not."""
        statement = self.statements.get(step.node)
        is_text = isinstance(getattr(statement, "value", None), ast.JoinedStr)
        is_kept = given in step.rebinds or given not in self._stored_in(reader)
        return is_kept and not is_text and not step.is_blank

    def _stored_in(self, node: NodeKey) -> frozenset[str]:
        """Containers that a statement stores into: what others put there is not what it reads."""
        step = self.steps[node]
        return step.stores - step.rebinds

    def _row(self, node: NodeKey, name: str) -> int:
        """Of several rows of one statement, the one that shows the name."""
        numbers = [number for number, one in enumerate(self.nodes, 1) if one == node]
        return next((at for at in numbers if self.cells[at - 1] == name), numbers[0])

    def _read(self, step: Step, cell: str) -> list[str]:
        """What goes into a cell of a statement, in the order of the code."""
        statement = self.statements.get(step.node)
        given = dict(step.given).get(cell)
        if given is not None:
            nodes = ast.walk(expression_tree(given))
            wanted = step.loads & {ast.unparse(node) for node in nodes if _is_named(node)}
        else:
            wanted = step.loads
        ordered = _names_in_order(statement) if statement is not None else []
        return [name for name in dict.fromkeys([*ordered, *sorted(wanted)]) if name in wanted]


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
