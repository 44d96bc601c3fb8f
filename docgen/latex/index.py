r"""Subscripts as indices: `ij` of a matrix is two, `i+1` is one, `2i` is twice i.

Letters side by side are split only where their number is the number of axes.
"""

from __future__ import annotations

from docgen.latex.context import Context, split_commas
from docgen.latex.item import Item, span_of
from docgen.latex.node import Node, Number, Product


def read_indices(
    items: tuple[Item, ...], rank: int | None, base: str, context: Context
) -> tuple[Node, ...]:
    """The indices of a base with so many axes, None if unknown.

    Raises:
        Fault: `ambiguous-latex` where a part could be one index or several, `unsupported-latex`
            for more indices than axes.
    """
    whole = span_of(items)
    parts = split_commas(items)
    indices: list[Node] = []
    for part in parts:
        if not part:
            raise context.unsupported("an index is missing", whole)
        _check_stretch(part, base, context)
        adjacent = _adjacent(part, context)
        if adjacent is None:
            indices.append(_check_digits(context.read(part, whole), rank, part, context))
            continue
        room = None if rank is None else rank - (len(parts) - 1)
        if room == len(adjacent):
            indices.extend(context.read(one, whole) for one in adjacent)
            continue
        if len(adjacent) == 2 and adjacent[0][0].kind == "number" and not (rank and room == 2):
            factors = tuple(context.read(one, whole) for one in adjacent)
            indices.append(Product(span_of(part), factors, ("",)))
            continue
        shown = context.text(span_of(part))
        commas = ", ".join(context.text(span_of(one)) for one in adjacent)
        points = r" \cdot ".join(context.text(span_of(one)) for one in adjacent)
        axes = "unknown axes" if rank is None else f"{rank} axes" if rank != 1 else "one axis"
        raise context.ambiguous(
            f"subscript `{shown}` of `{base}`, which has {axes}",
            span_of(part),
            f"write `{commas}` for {len(adjacent)} indices, `{points}` for a product",
            f"{len(adjacent)} indices: {commas}",
            f"one index: {points}",
        )
    if rank is not None and len(indices) > rank:
        count = f"{len(indices)} indices" if len(indices) > 1 else "one index"
        axes = {0: "no axis", 1: "one axis"}.get(rank, f"{rank} axes")
        raise context.unsupported(f"{count} on `{base}`, which has {axes}", whole)
    return tuple(indices)


def _adjacent(part: tuple[Item, ...], context: Context) -> list[tuple[Item, ...]] | None:
    """The indices that stand side by side without an operator; None if there is one only."""
    units: list[tuple[Item, ...]] = []
    at = 0
    while at < len(part):
        item = part[at]
        match = context.names.match(part, at)
        length = match.length if match is not None else 1
        if match is None and item.kind not in ("letter", "number"):
            return None
        units.append(part[at : at + length])
        at += length
    if len(units) < 2 or any(unit[0].kind == "number" for unit in units[1:]):
        return None
    return units


def _check_stretch(part: tuple[Item, ...], base: str, context: Context) -> None:
    """Refuse `1:H`, a stretch of an axis."""
    at = next((at for at, item in enumerate(part) if item.is_sign(":")), None)
    if at is None:
        return
    bounds = [one for one in (part[:at], part[at + 1 :]) if one and one[0].kind != "number"]
    cure = "write a letter, which runs along the whole axis"
    if len(part) > 1:
        entry = f"{{{context.text(span_of(bounds[0]))}+j}}" if bounds else "j"
        cure = f"write the entry, such as `{base}_{entry}`"
    message = f"`{context.text(span_of(part))}` is a stretch of an axis"
    raise context.unsupported(message, span_of(part), cure)


def _check_digits(node: Node, rank: int | None, part: tuple[Item, ...], context: Context) -> Node:
    if isinstance(node, Number) and len(node.digits) > 1 and (rank or 0) > 1:
        digits = ", ".join(node.digits)
        raise context.ambiguous(
            f"subscript `{node.digits}`: one index or several",
            span_of(part),
            f"write `{digits}`",
            f"one index: {node.digits}",
            f"{len(node.digits)} indices: {digits}",
        )
    return node
