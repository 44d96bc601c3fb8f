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
from docgen.links.constant import constant_name, imported_constant, is_constant
from docgen.links.runs import Run
from docgen.source.anchor import Anchor
from docgen.source.bindings import own_bindings
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Module
from docgen.source.statements import definition_of
from docgen.syntax import NodeKey, expression_tree, module_tree
from docgen.trace.plan import Observation, When

_RETURN = "__returned__"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of one function.

    Attributes:
        text: As the author wrote it.
        anchor: The statement, parameter or part that it names, or that binds its first name.
        exact: Whether `anchor` is the cell itself, not only the name that it starts from.
        free: Letters of its index that the code does not know; 0 stands for them.
        fixed: Whether the row says when it is read: ``at `entry` ``, ``before `self.K` ``.
    """

    text: str
    function: Anchor
    anchor: Anchor
    when: When
    node: NodeKey | None
    expression: str
    exact: bool = True
    free: tuple[str, ...] = ()
    fixed: bool = False

    def watch(self, run: Run) -> str:
        """Ask the run to record the cell; the key under which its trace will have it."""
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
        anchor = index.resolve(wanted, function.scope)
    except Fault as fault:
        if fault.code not in ("unknown-anchor", "ambiguous-anchor"):
            raise
        imported = imported_constant(index, wanted, function)
        if imported is not None:
            return Cell(text, function, imported, "entry", None, wanted)
        cell = _indexed_cell(index, text, wanted, function)
        if cell is None or (fault.code == "ambiguous-anchor" and not cell.free):
            raise
        return cell
    if anchor.kind == "expression":
        # `Nk[k]` may stand in a comprehension over k, which the function itself does not know.
        cell = _indexed_cell(index, text, wanted, function)
        if cell is not None and cell.free:
            return cell
    if anchor.kind == "parameter" and not _is_inside(anchor, function):
        handed = _handed_over(index, text, anchor, function)
        if handed is not None:
            return handed
    if anchor.kind not in ("module", "class", "function") and _is_around(index, anchor, function):
        # Of a function around this one: the frame has it where its code uses it.
        return Cell(text, function, anchor, "entry", None, wanted)
    constant = constant_name(index, anchor, function)
    if constant:
        return Cell(text, function, anchor, "entry", None, constant)
    if anchor.kind in ("module", "class", "function") or not _is_inside(anchor, function):
        # What a class or another method binds is an attribute of what the frame has.
        owned = _indexed_cell(index, text, wanted, function)
        if owned is not None:
            return owned
        raise Fault(
            "unknown-anchor",
            f"`{text}` names no value of `{function.function}`",
            notes=("it is a value of a module, which the function does not read",)
            if is_constant(anchor)
            else (),
            help="name something that the function binds, or leave the cell without backticks",
        )
    if anchor.kind == "parameter" and anchor.function != function.function:
        # Of a function inside of it, whose calls are other ones.
        function = index.holder(anchor)
    return _cell(text, function, anchor, anchor.cell or wanted, exact=True)


def without_time(text: str) -> str:
    """The cell that `x at entry` reads at its time: `x`."""
    return re.sub(r"\s+at\s+entry$", "", text.strip())


def candidate_anchors(index: SourceIndex, text: str, function: Anchor) -> list[Anchor]:
    """All places of a function that a cell may mean; of `x[t]` those that bind `x`."""
    found = index.candidates(text, function.scope)
    base = base_name(text)
    if not found and base:
        found = index.candidates(base, function.scope)
    return [anchor for anchor in found if _is_inside(anchor, function)]


def base_name(text: str) -> str:
    """The name that a cell starts from; empty for a cell that is no place."""
    try:
        node: ast.expr = expression_tree(re.sub(r"\breturn\b", _RETURN, text).strip())
    except (SyntaxError, ValueError):
        return ""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id.replace(_RETURN, "return") if isinstance(node, ast.Name) else ""


def _handed_over(index: SourceIndex, text: str, parameter: Anchor, function: Anchor) -> Cell | None:
    """What a call hands over, such as `ffn_backward.dOut`: the argument, recorded at that call.

    The parameter itself is no cell: the other function may also be called from elsewhere, and its
    calls are not those of this function. None where this function does not call it.

    Raises:
        ambiguous-anchor: It is called several times.
        unknown-anchor: No argument of the call can be told to be this parameter.
    """
    try:
        call = index.resolve(f"call:{parameter.function}", function.scope)
    except Fault as fault:
        if fault.code != "ambiguous-anchor":
            return None
        raise Fault(
            "ambiguous-anchor",
            f"`{function.function}` calls `{parameter.function}` several times",
            notes=fault.notes,
            help="name the argument as it is written in the call",
        ) from None
    argument = _argument(call, parameter)
    if argument is None:
        raise Fault(
            "unknown-anchor",
            f"the call of `{parameter.function}` hands over no `{parameter.cell}`",
            help="name the argument as it is written in the call",
        )
    return Cell(text, function, parameter, "before", call.node, argument)


def _argument(call: Anchor, parameter: Anchor) -> str | None:
    """The expression that a call gives to a parameter; None where that cannot be read off."""
    made = expression_tree(call.part)
    owner = module_tree(f"{parameter.code} pass").body[0]
    if not isinstance(made, ast.Call) or not isinstance(owner, ast.FunctionDef):
        return None
    for keyword in made.keywords:
        if keyword.arg == parameter.cell:
            return ast.unparse(keyword.value)
    names = [each.arg for each in (*owner.args.posonlyargs, *owner.args.args)]
    if "." in parameter.function and names[:1] in (["self"], ["cls"]):
        return None  # whether the instance is among the arguments depends on the call
    place = names.index(parameter.cell) if parameter.cell in names else len(made.args)
    before = made.args[: place + 1]
    if place >= len(made.args) or any(isinstance(each, ast.Starred) for each in before):
        return None
    return ast.unparse(made.args[place])


def _is_inside(anchor: Anchor, function: Anchor) -> bool:
    same = anchor.function == function.function
    nested = anchor.function.startswith(function.function + ".")
    return anchor.path == function.path and (same or nested)


def _is_around(index: SourceIndex, anchor: Anchor, function: Anchor) -> bool:
    """Whether it lies in a function inside of which this one is defined."""
    is_held = bool(anchor.function) and function.function.startswith(f"{anchor.function}.")
    return is_held and anchor.path == function.path and index.holder(anchor).kind == "function"


def _cell(
    text: str,
    function: Anchor,
    anchor: Anchor,
    expression: str,
    exact: bool,
    free: tuple[str, ...] = (),
) -> Cell:
    if anchor.kind == "parameter":
        return Cell(text, function, anchor, "entry", None, expression, exact, free)
    return Cell(text, function, anchor, "after", anchor.node, expression, exact, free)


def _indexed_cell(index: SourceIndex, text: str, wanted: str, function: Anchor) -> Cell | None:
    """A cell that starts from a bound name and indexes it or takes an attribute of it.

    Letters that stand in an index and are no name of the function (`Xn[t]`) are positions of the
    equation; the value is recorded at position 0, which has the same shape.
    """
    spelled = re.sub(r"\breturn\b", _RETURN, wanted)
    try:
        tree = expression_tree(spelled)
    except SyntaxError:
        return None
    base = tree
    while isinstance(base, ast.Subscript | ast.Attribute):
        base = base.value
    if not isinstance(base, ast.Name) or base is tree:
        return None
    anchor = _base_anchor(index, tree, base, function)
    if anchor is None:
        return None
    is_constant_read = constant_name(index, anchor, function) == base.id
    if not is_constant_read and not _is_inside(anchor, function):
        return None
    expression, free = fill_letters(index, tree, function)
    if is_constant_read:
        return Cell(text, function, anchor, "entry", None, expression, False, free)
    return _cell(text, function, anchor, expression.replace(_RETURN, "return"), False, free)


def fill_letters(
    index: SourceIndex, tree: ast.expr, function: Anchor
) -> tuple[str, tuple[str, ...]]:
    """A cell with 0 for the letters of its index that the code does not know, and the letters."""
    positions = _Positions(index, function)
    filled = positions.visit(tree)
    return ast.unparse(ast.fix_missing_locations(filled)), tuple(positions.free)


def _base_anchor(
    index: SourceIndex, tree: ast.expr, base: ast.Name, function: Anchor
) -> Anchor | None:
    """The anchor of `return[0]` in `return[0][t]`, else of the bare name."""
    if base.id == _RETURN:
        inner: ast.expr = tree
        while isinstance(inner, ast.Subscript) and inner.value is not base:
            inner = inner.value
        is_member = isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Constant)
        spelled = ast.unparse(inner).replace(_RETURN, "return") if is_member else "return"
        return index.resolve(spelled, function.scope)
    try:
        return index.resolve(base.id, function.scope)
    except Fault as fault:
        if fault.code == "ambiguous-anchor":
            raise
        return imported_constant(index, base.id, function)


class _Positions(ast.NodeTransformer):
    """Puts 0 for the letters of an index that the code does not know."""

    def __init__(self, index: SourceIndex, function: Anchor) -> None:
        self.index = index
        self.function = function
        self.free: dict[str, None] = {}

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        node.slice = _FreeLetters(self).visit(node.slice)
        return node

    def is_known(self, name: str) -> bool:
        """Whether the code of the function itself may use a name.

        Variables of comprehensions, lambdas and nested functions have no value in it.
        """
        module = self.index.module_at(self.function.path)
        scope = definition_of(module, self.function)
        if scope is not None and _binds(scope, name):
            return True
        while scope is not None:
            scope = scope.holder
            # Methods do not see the names of their class.
            if scope is not None and not scope.is_class and _binds(scope, name):
                return True
        return _binds(module, name)


def _binds(scope: Module | Definition, name: str) -> bool:
    if any(each.name == name for each in scope.children):
        return True
    return any(each.text == name for each in own_bindings(scope))


class _FreeLetters(ast.NodeTransformer):
    def __init__(self, positions: _Positions) -> None:
        self.positions = positions

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if len(node.id) != 1 or self.positions.is_known(node.id):
            return node
        self.positions.free[node.id] = None
        return ast.Constant(0)
