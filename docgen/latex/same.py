"""Whether two nodes say the same, wherever they stand.

`same` of the two `x_i` in `x_i + x_i` is true.
"""

from __future__ import annotations

from dataclasses import fields

from docgen.latex.node import Node


def same(one: object, other: object) -> bool:
    """Equality without spans."""
    if isinstance(one, Node):
        if type(one) is not type(other):
            return False
        return all(
            same(getattr(one, field.name), getattr(other, field.name))
            for field in fields(one)
            if field.name != "span"
        )
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other
