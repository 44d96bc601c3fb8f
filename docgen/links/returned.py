"""Rows that ask for a value as it is when the function returns: `grads["w"] at return`.

In `train_step`, `params["lnf_g"] at return` is recorded once the `return` that was taken has its
value, so it is what later statements made of the array in place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from docgen.diagnostics import Fault, Label, suggest
from docgen.links.cell import Cell, base_name, fill_letters, resolve_cell
from docgen.source.anchor import Anchor
from docgen.source.anchors import definition_anchor, statement_anchor
from docgen.source.bindings import head_nodes, own_bindings
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Statement, node_key
from docgen.source.statements import definition_of, enclosing
from docgen.source.tail import AT_RETURN
from docgen.syntax import expression_tree


def resolve_row(index: SourceIndex, text: str, function: Anchor, lookup: Mapping[str, str]) -> Cell:
    """Find what a row that takes `x at return` means; any other cell as `resolve_cell` does.

    Raises:
        unknown-anchor: As for a cell; or the function has no such name, or no one return after
            which nothing of it is executed.
        ambiguous-anchor: As for a cell.
    """
    timed = AT_RETURN.fullmatch(lookup.get(text, text).strip())
    if timed is None:
        return resolve_cell(index, text, function, lookup)
    wanted = lookup.get(timed["text"], timed["text"])
    definition = definition_of(index.module_at(function.path), function)
    if definition is None or definition.is_class:
        raise Fault(
            "unknown-anchor",
            f"`{function.function or function.module}` is a {function.kind}, which never returns",
            help="name a function with `in:`, or leave out `at return`",
        )
    _check_name(wanted, definition)
    _check_end(wanted, definition)
    expression, free = fill_letters(index, expression_tree(wanted), function)
    return Cell(text, function, _place(definition), "exit", None, expression, False, free, True)


def _check_name(text: str, definition: Definition) -> None:
    """Raise unless the text is a name that the function itself binds, or an item of one."""
    name = base_name(text)
    if name == "return":
        raise Fault(
            "unknown-anchor",
            f"`{text[:40]}` is what the function returns",
            help=f"leave out `at return`: `{text[:40]}` is read as the function returns",
        )
    if not name:
        raise Fault(
            "unknown-anchor",
            f"`{text[:40]}` is no name and no item of one",
            help='`at return` takes a name or an item of it, as in `params["w"] at return`',
        )
    bound = [one.text for one in own_bindings(definition) if one.text.isidentifier()]
    if name in bound:
        return
    near = suggest(name, bound)
    names = ", ".join(f"`{one}`" for one in dict.fromkeys(bound[:8]))
    raise Fault(
        "unknown-anchor",
        f"`{name[:40]}` is no parameter and no local name of `{definition.qualname[:30]}`",
        notes=(f"it has {names}",) if names else (),
        help=f"did you mean `{near} at return`?"
        if near
        else "name a parameter or something that the function binds",
    )


def _check_end(text: str, definition: Definition) -> None:
    """Raise where a value may still change behind the `return`, or is handed out before it."""
    nodes = (node for one in definition.statements for node in head_nodes(one, False))
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
        raise Fault(
            "unknown-anchor",
            f"`{definition.qualname[:40]}` is a generator: it stops before it returns",
            help=f"write `{text[:40]}`, the value where a statement binds it",
        )
    for node, word in _left_by_return(definition):
        source = definition.module.source
        raise Fault(
            "unknown-anchor",
            f"`{definition.qualname[:40]}` returns inside `{word}`, whose end may change values",
            related=(Label(source.place(source.line_span(node.lineno)), "returns here"),),
            help=f"move the `return` behind the `{word}`, or write `{text[:40]}`, the value where"
            " a statement binds it",
        )


def _left_by_return(definition: Definition) -> Iterator[tuple[ast.Return, str]]:
    """Each `return` behind which a `finally` or the end of a `with` is executed."""
    around = enclosing(definition)
    by_key: dict[object, Statement] = {node_key(one): one for one in definition.statements}
    for node in definition.statements:
        if not isinstance(node, ast.Return):
            continue
        key = node_key(node)
        while key in around:
            key, block = around[key]
            outer = by_key.get(key)
            if isinstance(outer, ast.With | ast.AsyncWith):
                yield node, "with"
            if block != "finalbody" and getattr(outer, "finalbody", None):
                yield node, "try ... finally"


def _place(definition: Definition) -> Anchor:
    """The only `return` where the function cannot end elsewhere; else the function."""
    returns = [one for one in definition.statements if isinstance(one, ast.Return)]
    body = getattr(definition.node, "body", None)
    if len(returns) == 1 and isinstance(body, list) and body[-1] is returns[0]:
        return statement_anchor(definition.module, definition, returns[0], "return").anchor
    return definition_anchor(definition, definition.qualname).anchor
