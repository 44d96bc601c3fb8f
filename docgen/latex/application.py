r"""Shapes of functions at their arguments.

A declared function of `(d,)` to `(d,)` on an array `(T, d)` runs over T; a function that only the
site knows has no shape here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from docgen.latex import elementary
from docgen.latex.axes import Form, form_of
from docgen.latex.logic import Known, Shaped, Shaper, join
from docgen.latex.node import Call, Node, Parameter, Product, Symbol
from docgen.latex.symbol import Declared
from docgen.latex.walk import changed
from docgen.text import Span


class Applier(Shaper, Protocol):
    """Who reads the arguments of a function."""

    functions: Mapping[str, Declared]
    parameters: dict[str, Form]

    def unknown(self, node: Node) -> Shaped:
        """An argument whose shape nothing says yet."""

    def has_shape(self, node: Node) -> bool:
        """Whether something says the shape of an argument."""


def read_call_shape(node: Call, shaper: Applier) -> Shaped:
    """The call with its kinds, and the shape of its value."""
    if node.kind == "declared":
        _learn_parameter(node, shaper)
    pairs = [shaper.read(one) for one in node.arguments]
    result = changed(node, arguments=tuple(one for one, _ in pairs))
    forms = [form for _, form in pairs]
    if node.kind == "array":
        return _array_call(result, shaper)
    if node.kind == "named":
        return shaper.unknown(result)
    if node.kind == "declared":
        return _declared_call(result, forms, shaper)
    form = forms[0]
    if node.name in ("max", "min"):
        for one in forms[1:]:
            form = join(form, one, node.span, shaper.combiner)
        return result, form
    if form is None:
        return result, None
    return result, elementary.function(node.name, form, node.span, shaper.combiner)


def _learn_parameter(node: Call, shaper: Applier) -> None:
    """The letter in the brackets of a definition has the declared shape of the argument."""
    argument = shaper.functions[node.name].argument
    for one in node.arguments:
        if isinstance(one, Parameter) and argument is not None and len(node.arguments) == 1:
            shaper.parameters[one.name] = form_of(argument)


def _array_call(node: Call, shaper: Applier) -> Shaped:
    """An array written as a function of a symbol; its product must have no shape."""
    symbol = Symbol(Span(node.span.start, node.arguments[0].span.start), node.name)
    if shaper.has_shape(Product(node.span, (symbol, node.arguments[0]), ("",))):
        raise shaper.combiner.ambiguous(
            f"`{shaper.combiner.text(node.span)}`: function or factor?",
            node.span,
            "add a row for the function, or leave out the brackets",
            f"{node.name} as a function of what stands in the brackets",
            f"{node.name} times what stands in the brackets",
        )
    return node, shaper.read(symbol)[1]


def _declared_call(node: Call, forms: list[Known], shaper: Applier) -> Shaped:
    declared = shaper.functions[node.name]
    known = tuple(form for form in forms if form is not None)
    if declared.shape is None or node.along or len(known) < len(forms):
        return shaper.unknown(node)
    result = form_of(declared.shape)
    if len(known) == len(declared.arguments) > 1:
        wants = tuple(map(form_of, declared.arguments))
        return node, elementary.applied_to_all(result, wants, known, node.span, shaper.combiner)
    wanted = form_of(declared.argument) if declared.argument is not None else None
    return node, elementary.applied(result, wanted, known, node.span, shaper.combiner)
