r"""Rows of symbol tables that explain notation and bind nothing.

`$\odot$`, the letter `$T$` of a Shape and, where $x$ has a row of its own, `$x^2$`: equations go on
reading these as what they are.
"""

from __future__ import annotations

import re
from functools import lru_cache

from docgen.diagnostics import Fault
from docgen.latex import node as latex
from docgen.latex.parse import read_formula
from docgen.latex.symbol import Declared
from docgen.latex.walk import walk

_SIGNS = re.compile(
    r"""^(\\mathbf\s*\{?\s*1.* | \\mathbb\s*\{?\s*1.* | \\odot | \\circ | \\cdot | \\times | \\top
        | \\infty | \\sum.* | \\prod.* | = | \\leftarrow)$""",
    re.VERBOSE,
)
_NAME = re.compile(r"\\?\w+(_\\?\w|_\{\\?\w+\})?")
_OPERATIONS = (
    latex.Addition,
    latex.Product,
    latex.Quotient,
    latex.Power,
    latex.Root,
    latex.Transpose,
    latex.Inverse,
    latex.Indicator,
    latex.Reduction,
)
"""Norms and derivatives are not among them: a row may give such a value a name."""

Names = tuple[tuple[str, bool], ...]
"""LaTeX of rows, each with whether it is a function."""


def is_sign(text: str) -> bool:
    """Whether some LaTeX is a built-in sign."""
    return bool(_SIGNS.match(text.strip()))


@lru_cache(maxsize=4096)
def is_expression(text: str, names: Names) -> bool:
    """Whether some LaTeX is an operation on what other rows declare."""
    if _NAME.fullmatch(text.strip()):
        return False
    others = [Declared(name, None, called) for name, called in names if name != text]
    try:
        parts = read_formula(text, others).parts
    except Fault:
        return False
    if len(parts) != 1 or parts[0].chain.relations or not others:
        return False
    tree = parts[0].chain.sides[0]
    is_operation = isinstance(tree, _OPERATIONS) or (
        isinstance(tree, latex.Call) and tree.kind == "built-in"
    )
    inside = list(walk(tree))
    named = any(isinstance(one, latex.Call) and one.kind == "named" for one in inside)
    return is_operation and not named and any(isinstance(one, latex.Symbol) for one in inside)
