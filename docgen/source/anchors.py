"""Nodes become anchors: a binding, a return, a call, each with its exact characters."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from docgen.source.anchor import Anchor, AnchorKind, Region
from docgen.source.bindings import Binding, statement_bindings
from docgen.source.module import Definition, Module, Statement, node_key, one_line
from docgen.syntax import module_tree


@dataclass(frozen=True, eq=False)
class Candidate:
    """An anchor that a reference may mean, with the statement it lies in."""

    anchor: Anchor
    module: Module
    statement: Statement | None
    owner: Definition | None = None

    @property
    def head(self) -> str:
        """The statement as the file has it, on one line; of a block only its head."""
        region = self.anchor.statement
        if self.anchor.kind in ("function", "class"):
            assert self.statement is not None
            region = self.module.head(self.statement)
        return one_line(self.module.source.slice(self.module.span(region)))

    @property
    def normal(self) -> str:
        """Equal for identical statements, however they are laid out."""
        try:
            return ast.dump(module_tree(self.head))
        except (SyntaxError, RecursionError):
            return self.head


def module_anchor(module: Module, reference: str) -> Candidate:
    """The anchor of a whole module."""
    last = max(module.source.line_count, 1)
    region = Region(1, 1, last, len(module.source.line_text(last)) + 1)
    node = (1, 0, last, len(module.source.line_text(last).encode()))
    anchor = Anchor(reference, "module", module.name, module.path, "", region, region, node, "")
    return Candidate(anchor, module, None)


def definition_anchor(definition: Definition, reference: str) -> Candidate:
    """The anchor of a function or a class, with the digest of its body."""
    module = definition.module
    whole = module.whole(definition)
    anchor = Anchor(
        reference,
        "class" if definition.is_class else "function",
        module.name,
        module.path,
        definition.qualname,
        module.region(definition.statement),
        whole,
        node_key(definition.statement),
        module.lines(whole),
        twin=module.twin(definition),
    )
    return Candidate(anchor, module, definition.statement, definition)


def binding_anchor(module: Module, binding: Binding, reference: str) -> Candidate:
    """The anchor of a statement or a part of one that binds a name, or of a parameter."""
    target = binding.target
    head = module.head(binding.statement)
    kind: AnchorKind = "statement"
    region = head
    if binding.bound == "parameter":
        kind = "parameter"
    if binding.bound in ("parameter", "walrus", "loop", "with", "match"):
        region = module.region(target)
    is_place = isinstance(target, ast.Attribute | ast.Subscript)
    cell = module.part(target) if is_place else binding.text
    return _candidate(
        module, binding.owner, binding.statement, reference, kind, region, cell, binding.bound
    )


def statement_anchor(
    module: Module, owner: Definition | None, statement: Statement, reference: str
) -> Candidate:
    """A whole statement, quoted or listed."""
    if isinstance(statement, ast.Return):
        return return_anchor(module, owner, statement, statement.value, reference, "return")
    head = module.head(statement)
    if isinstance(statement, ast.Assert):
        return _candidate(module, owner, statement, reference, "assert", head, "", "")
    bindings = statement_bindings(statement, owner)
    if len(bindings) == 1 and bindings[0].bound != "walrus":
        return binding_anchor(module, bindings[0], reference)
    cell = bound = ""
    if bindings:
        bound = bindings[0].bound
    match statement:
        case ast.Assign(targets=[target, *_]):
            cell = module.part(target)
        case ast.For(target=target) | ast.AsyncFor(target=target):
            cell = module.part(target)
        case ast.Expr(value=ast.Yield(value=ast.expr() as value)):
            cell = module.part(value)  # what the statement makes, not what it is sent
        case ast.Expr(value=value) if not isinstance(value, ast.Yield | ast.YieldFrom):
            cell = module.part(value)
        case _:
            pass
    return _candidate(module, owner, statement, reference, "statement", head, cell, bound)


def return_anchor(
    module: Module,
    owner: Definition | None,
    statement: ast.Return,
    element: ast.expr | None,
    reference: str,
    cell: str,
) -> Candidate:
    """The anchor of what a function returns, whole or one element of it."""
    is_whole = cell == "return" or element is None
    region = module.head(statement) if is_whole or element is None else module.region(element)
    part = module.part(element) if element is not None else ""
    return _candidate(module, owner, statement, reference, "return", region, cell, "", part)


def expression_anchor(
    module: Module,
    owner: Definition | None,
    statement: Statement,
    node: ast.expr,
    reference: str,
    kind: AnchorKind = "expression",
) -> Candidate:
    """The anchor of an expression within a statement."""
    part = module.part(node)
    region = module.region(node)
    return _candidate(module, owner, statement, reference, kind, region, part, "", part)


def _candidate(
    module: Module,
    owner: Definition | None,
    statement: Statement,
    reference: str,
    kind: AnchorKind,
    region: Region,
    cell: str,
    bound: str,
    part: str | None = None,
) -> Candidate:
    head = module.head(statement)
    if part is None:
        part = one_line(module.source.slice(module.span(region)))
    anchor = Anchor(
        reference,
        kind,
        module.name,
        module.path,
        owner.qualname if owner else "",
        region,
        head,
        node_key(statement),
        module.lines(head),
        cell,
        bound,
        part,
        module.twin(owner),
    )
    return Candidate(anchor, module, statement, owner)
