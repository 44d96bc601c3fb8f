"""A piece of code that something on a page rests on, and how it does.

The anchor of `ffn_forward.Z` is the ground `Ground("computes it", "model.py", 193, 193, ...)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.fingerprint import anchor_node, head_code, statements_by_place
from docgen.source.flow import NodeKey
from docgen.source.index import SourceIndex
from docgen.source.module import Module


@dataclass(frozen=True, slots=True, order=True)
class Ground:
    """Lines of code under something on a page.

    Attributes:
        role: What they do for it, as it follows its name: `computes it`, `tests it`, `is called`.
        name: The code as a reader knows it: `ffn_forward.Z`, `config.emb_dim`.
        node: The one statement; None where all statements from the first line to the last count.
        part: The one parameter of that statement; empty for the statement itself.
    """

    role: str
    path: str
    first: int
    last: int
    name: str
    node: NodeKey | None = None
    part: str = ""

    def holds(self, path: str, line: int, node: NodeKey, part: str) -> bool:
        """Whether a statement, or one parameter of it, is part of it."""
        if path != self.path:
            return False
        if self.node is None:
            return self.first <= line <= self.last
        return (node, part) == (self.node, self.part)


def ground(role: str, anchor: Anchor) -> Ground:
    """The lines that an anchor names: a statement, a parameter, or a whole function."""
    name = anchor.function or anchor.module
    if anchor.kind == "parameter":
        region = anchor.region
        return Ground(
            role,
            anchor.path,
            region.line,
            region.end_line,
            f"{name}.{anchor.cell}",
            anchor.node,
            anchor.cell,
        )
    first, last = anchor.statement.line, anchor.statement.end_line
    if anchor.kind in ("module", "class", "function"):
        return Ground(role, anchor.path, first, last, name)
    owner = anchor.function or anchor.module.rpartition(".")[2]
    cell = anchor.cell or anchor.kind
    return Ground(role, anchor.path, first, last, f"{owner}.{cell}", anchor.node)


def statement_ground(index: SourceIndex, role: str, path: str, node: NodeKey) -> Ground | None:
    """The statement of a file at a node; None where none stands there."""
    module = index.module_at(path)
    statement = statements_by_place(module).get(node)
    if statement is None:
        return None
    region = module.head(statement)
    return Ground(role, path, region.line, region.end_line, head_code(statement), node)


def settings_under(index: SourceIndex, anchor: Anchor) -> list[Anchor]:
    """Values of modules and classes from which one is computed: `4 * width` rests on `width`."""
    found: dict[tuple[str, NodeKey], Anchor] = {}
    waiting = [anchor]
    while waiting:
        at = waiting.pop()
        module = index.module_at(at.path)
        for other in _read(index, module, at):
            key = (other.path, other.node)
            if key not in found and key != (anchor.path, anchor.node):
                found[key] = other
                waiting.append(other)
    return list(found.values())


def _read(index: SourceIndex, module: Module, anchor: Anchor) -> Iterator[Anchor]:
    """What the statement of a value reads, as far as modules and classes bind it."""
    value = getattr(anchor_node(module, anchor), "value", None)
    if not isinstance(value, ast.expr):
        return
    for text in _chains(value):
        for scope in dict.fromkeys((anchor.dotted, module.name)):
            try:
                anchors = [index.resolve(text, scope)]
            except Fault as fault:
                if fault.code != "ambiguous-anchor":
                    continue
                anchors = index.candidates(text, scope)
            bound = [one for one in anchors if one.kind == "statement" and _lasts(index, one)]
            yield from bound
            if bound:
                break


def _lasts(index: SourceIndex, anchor: Anchor) -> bool:
    """Whether a module or a class binds it, not a call of a function."""
    return not anchor.function or index.holder(anchor).kind == "class"


def _chains(value: ast.AST) -> Iterator[str]:
    """Names and chains of attributes that an expression reads, each in its longest form."""
    inner = value
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    if isinstance(inner, ast.Name):
        yield ast.unparse(value)
    else:
        for child in ast.iter_child_nodes(value):
            yield from _chains(child)
