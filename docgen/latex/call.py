r"""Functions at their arguments.

`\operatorname{FFN}(x)^2` is the square of a value; `f_j(S_{ij})` applies f along j.
"""

from __future__ import annotations

from docgen.latex.context import Context, letter_of, read_list
from docgen.latex.item import Item, span_of
from docgen.latex.node import Call, Composition, FunctionName, Node
from docgen.latex.script import apply_scripts
from docgen.text import Span


def read_call(
    name: tuple[str, str],
    head: Span,
    sub: tuple[Item, ...] | None,
    sup: tuple[Item, ...] | None,
    bracket: Item,
    context: Context,
) -> Node:
    """A function at the arguments in a bracket.

    Args:
        name: The function's name, and its kind as in `Call`.
        head: The characters of the name.
        sub: What is left of its subscript: the index that it runs along.
        sup: What is left of its superscript: a power of the value.
        bracket: The arguments; scripts on it belong to the value.

    Raises:
        Fault: `unsupported-latex` for an empty bracket or a subscript that is no index.
    """
    along: tuple[str, ...] = ()
    if sub is not None:
        letter = letter_of(sub)
        if letter is None or context.names.has(letter):
            shown = context.text(span_of(sub))
            raise context.unsupported(
                f"subscript `{shown}` of a function is no index",
                span_of(sub),
                "add a row for the function with this subscript",
            )
        along = (letter,)
    inside = context.within(along)
    where = Span(head.start, bracket.nucleus.end)
    arguments = read_list(bracket.parts[0], bracket.span, inside)
    if name[1] == "built-in" and len(arguments) != 1:
        raise context.unsupported(f"`{name[0]}` takes one argument", bracket.span)
    node: Node = Call(where, name[0], arguments, name[1], along)
    span = Span(head.start, bracket.span.end)
    if sup is not None:
        if name[1] != "built-in":
            raise context.unsupported(f"`{context.text(span)}`: a power of a function", span)
        node = apply_scripts(node, None, sup, None, span, context)
    return apply_scripts(node, bracket.sub, bracket.sup, None, span, context)


def read_composed(
    functions: Composition | FunctionName, bracket: Item, head: Span, context: Context
) -> Node:
    r"""`(f \circ g)(x)`, which is f at g at x."""
    names = functions.functions if isinstance(functions, Composition) else (functions,)
    arguments = read_list(bracket.parts[0], bracket.span, context)
    where = Span(head.start, bracket.nucleus.end)
    for function in reversed(names):
        arguments = (Call(where, function.name, arguments, function.kind),)
    span = Span(head.start, bracket.span.end)
    return apply_scripts(arguments[0], bracket.sub, bracket.sup, None, span, context)
