r"""Scripts that belong to no name: indices below; powers, transposes and inverses above.

`W_{ij}^2` is the square of an entry, `W^{-\top}` the transpose of the inverse.
"""

from __future__ import annotations

from docgen.latex.context import Context, letter_of
from docgen.latex.index import read_indices
from docgen.latex.item import Item, span_of
from docgen.latex.node import Indexed, Inverse, Node, Power, Transpose
from docgen.latex.symbol import is_transpose
from docgen.text import Span


def apply_scripts(
    node: Node,
    sub: tuple[Item, ...] | None,
    sup: tuple[Item, ...] | None,
    rank: int | None,
    span: Span,
    context: Context,
) -> Node:
    """A value with an index list below and a power, transpose or inverse above.

    Raises:
        Fault: `ambiguous-latex` for an entry that is transposed or inverted, `unbound-symbol` for
            a mark that could only belong to a name.
    """
    base = context.text(node.span)
    if sub is not None:
        alone = len(sub) == 1 and sub[0].kind in ("operator", "mark", "fence")
        if alone or any(item.kind == "name" and is_word(item, context) for item in sub):
            raise context.unbound(span)
        indices = read_indices(sub, rank, base, context)
        node = Indexed(Span(node.span.start, max(span_of(sub).end, node.span.end)), node, indices)
    if sup is None:
        return node
    if any(item.kind == "mark" or (item.kind == "fence" and len(sup) == 1) for item in sup):
        raise context.unbound(span)
    if len(sup) == 1 and sup[0].kind in ("operator", "name") and not is_transpose(sup[0]):
        raise context.unbound(span)
    raised = _raised(node, sup, span, context)
    if isinstance(node, Indexed) and rank is not None and rank > 1:
        entry = len(node.indices) == rank
        if entry and isinstance(raised, (Transpose, Inverse)):
            index = context.text(span_of(sub or sup))
            script = context.text(span_of(sup))
            raise context.ambiguous(
                f"`{context.text(span)}`: which script comes first",
                span,
                "put brackets round what comes first",
                f"({base}^{{{script}}})_{{{index}}}",
                f"({base}_{{{index}}})^{{{script}}}",
            )
    return raised


def is_word(item: Item, context: Context) -> bool:
    """Whether it is a word or sign that no name declares."""
    return context.names.match((item,), 0) is None


def _raised(node: Node, sup: tuple[Item, ...], span: Span, context: Context) -> Node:
    flips = [at for at, item in enumerate(sup) if _is_flip(item, context)]
    if flips:
        if len(sup) == 1:
            return Transpose(span, node)
        if len(sup) == 2 and sup[0].is_sign("-") and flips == [1]:
            return Transpose(span, Inverse(span, node))
        if flips == [0] or any(is_transpose(item) for item in sup):
            script = context.text(span_of(sup))
            cure = r"write `^{\top}`, `^{-1}` or `^{-\top}`"
            raise context.unsupported(f"superscript `{script}` is not read", span_of(sup), cure)
    is_minus_one = len(sup) == 2 and sup[0].is_sign("-") and sup[1].kind == "number"
    if is_minus_one and sup[1].text == "1" and not sup[1].has_scripts:
        return Inverse(span, node)
    return Power(span, node, context.read(sup, span))


def _is_flip(item: Item, context: Context) -> bool:
    """Whether it transposes: a mark, or an undeclared `T`."""
    is_t = letter_of((item,)) == "T" and not context.names.has("T")
    return is_transpose(item) or (is_t and "T" not in context.bound)
