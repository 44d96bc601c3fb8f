"""Cells: the expressions of a page that stand for recorded values, and where each is recorded.

In `ffn_forward`, `Z` is recorded just after the statement that binds it, `Xn` at entry, `return[0]`
as the function returns.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.links.runs import Run
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.trace.plan import NodeKey, Observation, When

_RETURN = "__returned__"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of one function.

    Attributes:
        text: As the author wrote it.
        anchor: The statement, parameter or part that it names, or that binds its first name.
        exact: Whether `anchor` is the cell itself, not only the name that it starts from.
    """

    text: str
    function: Anchor
    anchor: Anchor
    when: When
    node: NodeKey | None
    expression: str
    exact: bool = True

    def watch(self, run: Run) -> str:
        return run.watch(self.function, self.when, self.node, self.expression)

    def observe(self, run: Run) -> list[Observation]:
        """What a run recorded of it; asking twice for a watch is asking once."""
        return run.observations(self.watch(run))


def resolve_cell(
    index: SourceIndex, text: str, function: Anchor, lookup: Mapping[str, str]
) -> Cell:
    """Find what a cell means inside a function.

    Args:
        text: Of the page: `Z`, `return[0]`, `c["A"]`, `Xn[t]`, `X1 + ff`.
        lookup: Short names from the settings.

    Raises:
        unknown-anchor, ambiguous-anchor: As for a code anchor; nothing is guessed.
    """
    wanted = lookup.get(text, text)
    try:
        anchor = index.resolve(wanted, function.dotted)
    except Fault as fault:
        if fault.code != "unknown-anchor":
            raise
        cell = _indexed_cell(index, text, wanted, function)
        if cell is None:
            raise
        return cell
    if anchor.kind == "parameter" and _is_called(index, anchor, function):
        # What a call hands over, such as `ffn_backward.dOut`: recorded where it arrives.
        callee = index.function(anchor.dotted)
        return Cell(text, callee, anchor, "entry", None, anchor.cell)
    if anchor.kind in ("module", "class", "function") or not _is_inside(anchor, function):
        raise Fault(
            "unknown-anchor",
            f"`{text}` names no value of `{function.function}`"[:90],
            help="name something that the function binds, or leave the cell without backticks",
        )
    return _cell(text, function, anchor, anchor.cell or wanted, exact=True)


def _is_called(index: SourceIndex, anchor: Anchor, function: Anchor) -> bool:
    """Whether the function that owns a parameter is another one, called in this function."""
    if _is_inside(anchor, function):
        return False
    try:
        index.resolve(f"call:{anchor.function}", function.dotted)
    except Fault as fault:
        return fault.code == "ambiguous-anchor"
    return True


def _is_inside(anchor: Anchor, function: Anchor) -> bool:
    same = anchor.function == function.function
    nested = anchor.function.startswith(function.function + ".")
    return anchor.path == function.path and (same or nested)


def _cell(text: str, function: Anchor, anchor: Anchor, expression: str, exact: bool) -> Cell:
    holder = function
    if anchor.kind == "parameter":
        return Cell(text, holder, anchor, "entry", None, expression, exact)
    return Cell(text, holder, anchor, "after", anchor.node, expression, exact)


def _indexed_cell(index: SourceIndex, text: str, wanted: str, function: Anchor) -> Cell | None:
    """A cell that starts from a bound name and indexes it or takes an attribute of it.

    Letters that stand in an index and are no name of the function (`Xn[t]`) are positions of the
    equation; the value is recorded at position 0, which has the same shape.
    """
    spelled = re.sub(r"\breturn\b", _RETURN, wanted)
    try:
        tree = ast.parse(spelled, mode="eval").body
    except SyntaxError:
        return None
    base = tree
    while isinstance(base, ast.Subscript | ast.Attribute):
        base = base.value
    if not isinstance(base, ast.Name) or base is tree:
        return None
    anchor = _base_anchor(index, tree, base, function)
    if anchor is None or not _is_inside(anchor, function):
        return None
    filled = _Positions(index, function).visit(tree)
    expression = ast.unparse(ast.fix_missing_locations(filled)).replace(_RETURN, "return")
    return _cell(text, function, anchor, expression, exact=False)


def _base_anchor(
    index: SourceIndex, tree: ast.expr, base: ast.Name, function: Anchor
) -> Anchor | None:
    """The anchor of `return[0]` in `return[0][t]`, else of the bare name."""
    if base.id == _RETURN:
        inner: ast.expr = tree
        while isinstance(inner, ast.Subscript) and inner.value is not base:
            inner = inner.value
        spelled = ast.unparse(inner).replace(_RETURN, "return")
        return index.resolve(spelled, function.dotted)
    try:
        return index.resolve(base.id, function.dotted)
    except Fault as fault:
        if fault.code == "ambiguous-anchor":
            raise
        return None


class _Positions(ast.NodeTransformer):
    """Puts 0 for the letters of an index that the function does not bind."""

    def __init__(self, index: SourceIndex, function: Anchor) -> None:
        self.index = index
        self.function = function

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        node.slice = _FreeLetters(self).visit(node.slice)
        return node

    def is_bound(self, name: str) -> bool:
        try:
            anchor = self.index.resolve(name, self.function.dotted)
        except Fault as fault:
            return fault.code == "ambiguous-anchor"
        return _is_inside(anchor, self.function)


class _FreeLetters(ast.NodeTransformer):
    def __init__(self, positions: _Positions) -> None:
        self.positions = positions

    def visit_Name(self, node: ast.Name) -> ast.AST:
        is_free = len(node.id) == 1 and not self.positions.is_bound(node.id)
        return ast.Constant(0) if is_free else node
