r"""Functions of an equation that are calls of the project's code.

The row `$\operatorname{LN}_1(u)$` with the cell `layer_norm_forward(u, ln1_g, eps)[0]` calls that
function with `u` replaced by the argument, and with the frame's own `params` and `eps`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.latex.name import split_function
from docgen.links.place import Place, Surroundings
from docgen.links.runs import Run
from docgen.links.symbol import Symbol
from docgen.syntax import expression_tree
from docgen.trace.plan import CallPlan


@dataclass(frozen=True, slots=True)
class BoundCall:
    """A call that is made while an equation is evaluated.

    Attributes:
        names: Names of the frame in the expression.
        place: Where the tuple of their values is recorded; None where there are none.
        called: Functions that the expression calls, as it spells them.
    """

    key: str
    expression: str
    parameters: tuple[str, ...]
    module: str
    names: tuple[str, ...]
    place: Place | None
    called: tuple[str, ...]

    def plan(self, run: Run) -> CallPlan:
        """The call as a worker is asked for it; its place is watched in `run`."""
        watch = self.place.watch(run) if self.place is not None else ""
        return CallPlan(self.key, self.expression, self.parameters, self.module, self.names, watch)


def bind_call(key: str, symbol: Symbol, around: Surroundings) -> BoundCall:
    """The call that a row's cell writes.

    Raises:
        unbound-symbol: The cell is no call of the row's argument.
    """
    parts = split_function(symbol.latex)
    parameters = parts[1] if parts is not None else ()
    try:
        tree = expression_tree(symbol.cell_text.strip())
    except (SyntaxError, ValueError):
        raise _no_call(symbol, parameters) from None
    tree = _Lookup(around.settings.lookup, parameters).visit(tree)
    names = {node.id: None for node in ast.walk(tree) if isinstance(node, ast.Name)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    if not calls or not parameters or not all(name in names for name in parameters):
        raise _no_call(symbol, parameters)
    bound = {name for step in around.flow.steps for name in step.binds}
    frame = tuple(
        name
        for name in names
        if name not in parameters and (name in bound or name in around.flow.parameters)
    )
    place = None
    if frame:
        text = f"({', '.join(frame)},)"
        if around.linked:
            place = Place(around.function, "before", around.linked[0], text)
        else:
            place = Place(around.function, "entry", None, text)
    return BoundCall(
        key,
        ast.unparse(ast.fix_missing_locations(tree)),
        parameters,
        around.function.module,
        frame,
        place,
        tuple(dict.fromkeys(ast.unparse(call.func) for call in calls)),
    )


class _Lookup(ast.NodeTransformer):
    """Puts what the settings' short names stand for in their place."""

    def __init__(self, lookup: Mapping[str, str], parameters: tuple[str, ...]) -> None:
        self._lookup = lookup
        self._parameters = parameters

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._parameters or node.id not in self._lookup:
            return node
        return expression_tree(self._lookup[node.id])


def _no_call(symbol: Symbol, parameters: tuple[str, ...]) -> Fault:
    argument = parameters[0] if parameters else "u"
    name = symbol.cell_text.partition("(")[0].strip() or "function"
    cure = f"write the call with its arguments: `{name}({argument}, ...)`"
    if name.startswith("return"):
        cure = f"add a row for `{argument}`: without one it stands for any value"
    return Fault(
        "unbound-symbol",
        f"`{symbol.cell_text[:50]}` is no call of `{argument}`",
        notes=(f"the row of {symbol.latex} is a function, so its cell must say what is called",),
        help=cure,
    )
