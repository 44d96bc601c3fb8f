r"""Symbols without code become what the equation that defines them says.

With `\mu_t = \frac{1}{d} \sum_j X_{tj}` on the page, `X_{ti} - \mu_t` is read as
`X_{ti} - \frac{1}{d} \sum_j X_{tj}`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.term import Term
from docgen.evaluation.walk import walk_terms
from docgen.latex.node import Index, Indexed, Part, Symbol

_BINDING = ("binder", "series")


def defining(part: Part) -> Symbol | None:
    """The symbol that a part would define if no code stood behind it: `S`, or `S_{ij}`."""
    left = part.chain.sides[0]
    base = left.base if isinstance(left, Indexed) else left
    letters = left_letters(part)
    is_plain = letters is not None and len(set(letters)) == len(letters)
    is_equal = part.chain.relations in (("=",), (":=",))
    return base if isinstance(base, Symbol) and is_plain and is_equal else None


def left_letters(part: Part) -> tuple[str, ...] | None:
    """The indices of a left side; None where one of them is no letter."""
    left = part.chain.sides[0]
    if not isinstance(left, Indexed):
        return ()
    letters = tuple(one.name for one in left.indices if isinstance(one, Index))
    return letters if len(letters) == len(left.indices) else None


def check_definition(part: Part) -> None:
    """Refuse what no symbol can be replaced by.

    Raises:
        unsupported-latex: It has several right sides, limits its indices, or names more in `where`.
    """
    symbol = part.chain.sides[0]
    if len(part.chain.sides) > 2:
        raise Fault(
            "unsupported-latex",
            "a definition has one right side; nothing would compare the second one",
            part.chain.sides[2].span,
            help="give the symbol a cell, or write the last `=` as an equation of its own",
        )
    if part.chain.relations[0] not in ("=", ":="):
        raise Fault(
            "unsupported-latex",
            "a symbol without code is defined by `=` only, so nothing checks this",
            part.chain.span,
            help="name its code in its row, or write `=`",
        )
    is_function = bool(part.parameters)
    if not is_function and (part.clauses or part.definitions):
        what = "limits its indices" if part.clauses else "needs `where`"
        raise Fault(
            "unsupported-latex",
            f"a definition that {what} cannot be put in where its symbol is used",
            symbol.span,
            help="write it out, for every value of its indices, or give the symbol a cell",
        )


def at_indices(body: Term, letters: Sequence[str], indices: Sequence[Term]) -> Term:
    """The right side of a definition with indices in the place of its letters."""
    free = {term.text for one in indices for term in walk_terms(one) if term.op == "index"}
    bound = {term.text for term in walk_terms(body) if term.op in _BINDING}
    renamed = {letter: f"{letter}\u2032" for letter in bound & (free | set(letters))}
    body = with_letters(body, renamed)
    return _replaced(body, dict(zip(letters, indices, strict=True)))


def as_vector(body: Term, letter: str, axis: str, base: int) -> Term:
    """The right side of a definition for every value of its one index."""
    low = Term("number", (), str(base))
    size = Term("size", (), axis)
    high = size if base else Term("sum", (size, Term("number", (), "1")), "+-")
    return Term("join", (Term("series", (body, low, high), letter, (str(base),)),), "", ())


def as_array(body: Term, letters: Sequence[str], axes: Sequence[str], base: int) -> Term:
    """The right side of a definition for every value of all its indices."""
    binders = (
        Term("binder", (), letter, (axis, str(base)))
        for letter, axis in zip(letters, axes, strict=True)
    )
    return Term("reduce", (body, *binders), "array")


def with_letters(term: Term, names: dict[str, str]) -> Term:
    """The term with other letters for those that it binds itself."""
    if not names:
        return term
    args = tuple(with_letters(inner, names) for inner in term.args)
    text = names.get(term.text, term.text) if term.op in (*_BINDING, "index") else term.text
    along = term.names
    if term.op in ("call", "apply"):
        along = tuple(names.get(one, one) for one in term.names)
    return msgspec.structs.replace(term, args=args, text=text, names=along)


def _replaced(term: Term, indices: dict[str, Term]) -> Term:
    """The term at other indices.

    Raises:
        unsupported-latex: A function runs along a letter that becomes arithmetic.
    """
    if term.op == "index" and term.text in indices:
        return indices[term.text]
    args = tuple(_replaced(inner, indices) for inner in term.args)
    along = term.names
    if term.op in ("call", "apply") and set(along) & set(indices):
        if any(indices[one].op != "index" for one in along if one in indices):
            raise Fault(
                "unsupported-latex",
                "a definition by a function along an index is used at another entry",
                help="give the symbol a cell, or use it at a letter",
            )
        along = tuple(indices[one].text if one in indices else one for one in along)
    return msgspec.structs.replace(term, args=args, names=along)
