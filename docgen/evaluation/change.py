"""Small wrong turns at one node of an expression: `a + b` becomes `a`, `b`, `a - b`, `2a + b`.

Every change is of a kind that an author could have made; which of them a check would notice tells
how much the check is worth. No symbol is put in the place of another: that two symbols have equal
values in one run says nothing about the equation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import combinations

from docgen.evaluation.term import Leaf, Term

ONE = Term("number", text="1")
TWO = Term("number", text="2")

_KEPT_KINDS = ("hadamard", "dot", "outer")
_CLOSE = {"<": "≤", "≤": "<", ">": "≥", "≥": ">"}
_REDUCTIONS = {
    "sum": ("prod", "with a product for the sum"),
    "prod": ("sum", "with a sum for the product"),
    "mean": ("sum", "with a sum for the mean"),
    "max": ("min", "with the smallest for the largest"),
    "min": ("max", "with the largest for the smallest"),
    "argmax": ("argmin", "with the smallest for the largest"),
    "argmin": ("argmax", "with the largest for the smallest"),
}

_LONE = {
    "sum": ("last term", "with its last term alone"),
    "prod": ("last factor", "with its last factor alone"),
}
"""Code that writes over what it should add up keeps the last term of each set."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: what was done, in words, where, to which part, and what there is instead.

    Attributes:
        term: What stands where the whole node stood.
        part: What is gone or changed: the node, or one of its terms or factors.
    """

    text: str
    span: tuple[int, int]
    term: Term
    part: Term


@dataclass(frozen=True, slots=True)
class Scope:
    """What a change may draw on where it stands.

    Attributes:
        matrices: Names of leaves that have, or may have, two axes.
        lengths: Letters that the shapes of the formula name.
        letters: Letters in force with the axis of each, the innermost last.
        is_position: It is within a subscript or the bounds of an index.
    """

    matrices: frozenset[str] = frozenset()
    lengths: tuple[str, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    is_position: bool = False


def is_matrix(leaf: Leaf) -> bool:
    """Whether a leaf has a transpose of its own; true too where no axes are declared."""
    if leaf.is_symmetric:
        return False
    if leaf.shape is None:
        return True
    return len([axis for axis in leaf.shape if axis != "…"]) == 2


def changes(term: Term, scope: Scope) -> Iterator[Change]:
    """The changes at this very term; those of its parts are not among them."""
    match term.op:
        case "number":
            yield from _of_number(term, scope)
        case "leaf" if term.text in scope.matrices and not scope.is_position:
            yield Change("transposed", term.span, Term("transpose", (term,), span=term.span), term)
        case "size":
            yield from _of_size(term, scope)
        case "index":
            yield from _of_index(term, scope)
        case "sum":
            yield from _of_sum(term)
        case "product":
            yield from _of_product(term)
        case "quotient":
            yield from _of_quotient(term)
        case "power":
            yield Change("without the power", term.span, term.args[0], term)
        case "root":
            yield Change("without the root", term.span, term.args[0], term)
        case "inverse":
            yield Change("without the inverse", term.span, term.args[0], term)
        case "absolute":
            yield Change("without the absolute value", term.span, term.args[0], term)
        case "transpose" if term.args[0].op != "number":
            yield Change("without the transpose", term.span, term.args[0], term)
        case "call" | "apply":
            yield from _of_call(term)
        case "compose":
            yield from _of_composition(term)
        case "at":
            yield from _of_subscripts(term)
        case "reduce":
            yield from _of_reduction(term)
        case "indicator" | "delta":
            yield Change("with 1 for the condition", term.span, _placed(ONE, term.span), term)
        case "cases":
            yield from _of_cases(term)
        case "chain":
            yield from _of_chain(term)


def negated(term: Term) -> Term:
    """The term with the other sign."""
    return Term("sum", (term,), "-", span=term.span)


def doubled(term: Term) -> Term:
    """The term twice."""
    return Term("product", (_placed(TWO, term.span), term), names=("scalar",), span=term.span)


def _of_number(term: Term, scope: Scope) -> Iterator[Change]:
    try:
        value = Decimal(term.text)
    except InvalidOperation:
        return
    more = Term("number", text=format(value + 1, "f"), span=term.span)
    yield Change(f"with {more.text} for {term.text}", term.span, more, term)
    if value and not scope.is_position:
        twice = Term("number", text=format(value * 2, "f"), span=term.span)
        yield Change(f"with {twice.text} for {term.text}", term.span, twice, term)


def _of_size(term: Term, scope: Scope) -> Iterator[Change]:
    # Another length is no other symbol: that two lengths agree in a run is what hides `T` for `d`.
    if term.text in scope.lengths and not scope.is_position:
        for length in scope.lengths:
            if length != term.text:
                other = Term("size", text=length, span=term.span)
                yield Change(f"with {length} for {term.text}", term.span, other, term)


def _of_index(term: Term, scope: Scope) -> Iterator[Change]:
    axes = dict(scope.letters)
    axis = axes.get(term.text, "")
    if not axis:
        return
    for letter, along in axes.items():
        if along == axis and letter != term.text:
            other = Term("index", text=letter, span=term.span)
            yield Change(f"with the index {letter} for {term.text}", term.span, other, term)


def _of_sum(term: Term) -> Iterator[Change]:
    for number, part in enumerate(term.args):
        span = part.span if part.span != (0, 0) else term.span
        signs = term.text
        if len(term.args) > 1:
            rest = term.args[:number] + term.args[number + 1 :]
            left = signs[:number] + signs[number + 1 :]
            yield Change("without this term", span, _sum(rest, left, term.span), part)
        other = "-" if signs[number] == "+" else "+"
        turned = signs[:number] + other + signs[number + 1 :]
        yield Change("with the other sign", span, _sum(term.args, turned, term.span), part)
        if len(term.args) > 1:
            parts = (*term.args[:number], doubled(part), *term.args[number + 1 :])
            twice = Term("sum", parts, signs, span=term.span)
            yield Change("with this term twice", span, twice, part)


def _sum(parts: tuple[Term, ...], signs: str, span: tuple[int, int]) -> Term:
    return parts[0] if signs == "+" else Term("sum", parts, signs, span=span)


def _of_product(term: Term) -> Iterator[Change]:
    for number, factor in enumerate(term.args):
        span = factor.span if factor.span != (0, 0) else term.span
        rest = term.args[:number] + term.args[number + 1 :]
        gone = max(number - 1, 0)
        kinds = term.names[:gone] + term.names[gone + 1 :]
        # A kind was decided by the factors on both its sides, so another factor may change it.
        if any(kind != "scalar" for kind in term.names):
            kinds = tuple(kind if kind in _KEPT_KINDS else "open" for kind in kinds)
        left = rest[0] if len(rest) == 1 else Term("product", rest, names=kinds, span=term.span)
        yield Change("without the factor", span, left, factor)


def _of_quotient(term: Term) -> Iterator[Change]:
    above, below = term.args
    yield Change("without the divisor", below.span, above, below)
    if above.op != "number":
        inverse = Term("quotient", (_placed(ONE, above.span), below), span=term.span)
        yield Change("with 1 for the numerator", above.span, inverse, above)


def _of_call(term: Term) -> Iterator[Change]:
    if len(term.args) == 1:
        yield Change("without the function", term.span, term.args[0], term)
    elif term.op == "call":
        for number, argument in enumerate(term.args, start=1):
            yield Change(f"only the {_nth(number)} argument", term.span, argument, term)


def _of_composition(term: Term) -> Iterator[Change]:
    for number, _ in enumerate(term.names):
        keys = term.names[:number] + term.names[number + 1 :]
        text = f"without the {_nth(number + 1)} function"
        if len(keys) == 1 and term.args:
            yield Change(text, term.span, Term("apply", term.args, keys[0], span=term.span), term)
        elif keys:
            yield Change(
                text, term.span, Term("compose", term.args, names=keys, span=term.span), term
            )


def _of_subscripts(term: Term) -> Iterator[Change]:
    body, *indices = term.args
    for first, second in combinations(range(len(indices)), 2):
        swapped = list(indices)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        if swapped != indices:
            other = Term("at", (body, *swapped), term.text, term.names, term.span)
            yield Change("with the indices exchanged", term.span, other, term)


def _of_reduction(term: Term) -> Iterator[Change]:
    if term.text in _REDUCTIONS:
        kind, text = _REDUCTIONS[term.text]
        yield Change(text, term.span, Term("reduce", term.args, kind, term.names, term.span), term)
    if term.text in _LONE:
        kind, text = _LONE[term.text]
        args = _chosen(term)
        if any(part.op == "chain" for part in args):
            yield Change(text, term.span, Term("reduce", args, kind, term.names, term.span), term)
    for number, part in enumerate(term.args):
        if part.op == "chain":
            rest = term.args[:number] + term.args[number + 1 :]
            left = Term("reduce", rest, term.text, term.names, term.span)
            yield Change("without this condition", part.span, left, part)


def _chosen(term: Term) -> tuple[Term, ...]:
    """The parts of a sum, with the factors of its body that are 1 or 0 as conditions."""
    body, *rest = term.args
    if term.text != "sum":
        return term.args
    factors = body.args if body.op == "product" else (body,)
    chosen = [one for one in factors if one.op in ("indicator", "delta")]
    for one in chosen:
        if one.op == "indicator":
            rest.append(one.args[0])
        else:
            rest.append(Term("chain", one.args, names=("=",), span=one.span))
    # The factor stays: where its condition is met it is 1.
    return (body, *rest)


def _of_cases(term: Term) -> Iterator[Change]:
    for number, case in enumerate(term.args, start=1):
        if len(term.args) > 1:
            yield Change(f"only the {_nth(number)} case", term.span, case.args[0], term)


def _of_chain(term: Term) -> Iterator[Change]:
    for number, relation in enumerate(term.names):
        if relation in _CLOSE:
            close = _CLOSE[relation]
            names = (*term.names[:number], close, *term.names[number + 1 :])
            other = Term("chain", term.args, term.text, names, term.span)
            yield Change(f"with {close} for {relation}", term.span, other, term)


def _placed(term: Term, span: tuple[int, int]) -> Term:
    return Term(term.op, term.args, term.text, term.names, span)


def _nth(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return words[number - 1] if number <= len(words) else f"{number}th"
