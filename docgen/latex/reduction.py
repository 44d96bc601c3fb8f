r"""Big operators: what they bind, and how far they reach.

`\sum_{j=1}^{n} a_j b_j` takes the rest of its term. A factor after `\prod` or `\max_j` that does
not hold the index could stand inside or outside, so it is refused.
"""

from __future__ import annotations

from docgen.latex.context import Context, letter_of, split_commas
from docgen.latex.item import Item, fault_at, span_of
from docgen.latex.node import Binder, Chain, Node, Product, Quotient, Reduction
from docgen.latex.relation import has_relation, read_chain
from docgen.latex.table import COMMANDS
from docgen.latex.walk import letters_in
from docgen.text import Span


def is_big(items: tuple[Item, ...], at: int, context: Context) -> bool:
    """Whether the item is a big operator: a sum, or a maximum with an index below."""
    item = items[at]
    word = _word(item)
    if not word or context.names.match(items, at) is not None:
        return False
    return item.sub is not None or word in ("sum", "prod")


def _word(item: Item) -> str:
    row = COMMANDS.get(item.text) if item.kind == "name" else None
    if row is not None and row.kind == "reduction":
        return row.word
    return item.text if item.kind == "reduction" else ""


def read_reduction(items: tuple[Item, ...], context: Context) -> Reduction:
    r"""A big operator with its body, which is all that follows.

    Raises:
        Fault: `unsupported-latex` without index or body; `symbol-clash` for an index that is
            declared; `ambiguous-latex` for a factor that may stand inside or outside.
    """
    head, rest = items[0], items[1:]
    word = _word(head)
    shown = context.text(head.nucleus)
    if head.sub is None or head.primes:
        cure = f"write `{shown}_{{i}}`"
        raise context.unsupported(f"`{shown}` without an index", head.span, cure)
    letters, binders, conditions = _bindings(head, context)
    if not rest:
        raise context.unsupported(f"`{shown}` has nothing on its right", head.span)
    inner = context.within(letters)
    body = inner.read(rest, head.span)
    span = Span(head.span.start, body.span.end)
    if rest[0].kind == "operator":
        raise context.unsupported(f"`{rest[0].text}` after `{shown}`", rest[0].span)
    for letter in letters:
        if letter not in letters_in(body):
            raise context.unsupported(
                f"index `{letter}` does not occur in the body of `{shown}`",
                span,
                _other_letter(letter, sorted(letters_in(body) - inner.bound), shown),
            )
    if word not in ("sum", "mean"):
        _check_scope(body, letters, shown, context)
    return Reduction(span, word, binders, conditions, body)


def _other_letter(letter: str, loose: list[str], shown: str) -> str:
    """What to write where a letter is bound that the body does not have.

    Args:
        loose: Letters of the body that nothing binds.
    """
    if len(loose) == 1:
        return f"write `{shown}_{loose[0]}`, or `{letter}` for `{loose[0]}` in the body"
    return f"write `{letter}` as an index of what is summed, or leave out `{shown}_{letter}`"


def _check_scope(body: Node, letters: tuple[str, ...], shown: str, context: Context) -> None:
    """Refuse a last factor, or what is divided by, without the index."""
    factors: tuple[Node, ...] = ()
    if isinstance(body, Product):
        factors = body.factors
    elif isinstance(body, Quotient) and body.numerator.span.start == body.span.start:
        factors = (body.numerator, body.denominator)
    holding = [at for at, one in enumerate(factors) if letters_in(one) & set(letters)]
    if not holding or holding[-1] + 1 == len(factors):
        return
    last = holding[-1]
    outer = Span(factors[last + 1].span.start, body.span.end)
    outside = context.text(outer)
    inside = context.text(Span(body.span.start, factors[last].span.end))
    joint = "/ " if isinstance(body, Quotient) else ""
    raise context.ambiguous(
        f"`{outside}` may stand inside or outside `{shown}`",
        outer,
        "put brackets round what belongs together, or the factor first",
        f"({shown} {inside}) {joint}{outside}",
        f"{shown} ({inside} {joint}{outside})",
    )


def _bindings(
    head: Item, context: Context
) -> tuple[tuple[str, ...], tuple[Binder, ...], tuple[Chain, ...]]:
    """The letters that a subscript binds, their bounds, and the conditions on them."""
    assert head.sub is not None
    around = span_of(head.sub)
    parts = _condition_parts(head.sub)
    low: Node | None = None
    binders: list[Binder] = []
    conditions: list[Chain] = []
    letters: dict[str, Span] = {}
    for part in parts:
        if not part:
            raise context.unsupported("an index is missing", around)
        letter = letter_of(part)
        span = span_of(part)
        if letter is not None:
            letters[letter] = span
            binders.append(Binder(span, letter))
            continue
        first = letter_of(part[:1])
        is_start = len(part) > 2 and part[1].is_sign("=") and not has_relation(part[2:])
        if first is not None and is_start and low is None:
            # One letter from a lower bound: the upper bound stands above.
            letters[first] = span
            low = context.read(part[2:], span)
            high = context.read(head.sup, span) if head.sup is not None else None
            binders.append(Binder(span, first, low, high))
            if high is None:
                message = f"`{first}` has a lower bound and no upper bound"
                raise context.unsupported(message, span, f"write `^{{n}}`, or `_{{{first}}}` alone")
            continue
        if not has_relation(part):
            raise context.unsupported(f"`{context.text(span)}` is no index", span)
        new = [one for one in _condition_letters(part, context) if one not in letters]
        for one in new:
            if one not in context.bound:
                letters[one] = span
                binders.append(Binder(span, one))
        conditions.append(read_chain(part, context.within(tuple(letters))))
    if head.sup is not None and low is None:
        raise context.unsupported("an upper bound without a lower one", head.span, "write `_{i=1}`")
    for letter, span in letters.items():
        if context.names.has(letter):
            raise fault_at(
                "symbol-clash",
                f"`{letter}` is an index here, and a declared symbol",
                span,
                "use another letter for the index",
            )
        if letter in context.bound:
            message = f"index `{letter}` is bound already"
            raise context.unsupported(message, span, "use another letter")
    if not letters:
        raise context.unsupported("a big operator that binds no index", around)
    return tuple(letters), tuple(binders), tuple(conditions)


def _condition_parts(items: tuple[Item, ...]) -> list[tuple[Item, ...]]:
    r"""Parts at commas; `t : x_t = v` is an index and a condition on it."""
    return split_commas(items, ",:")


def _condition_letters(part: tuple[Item, ...], context: Context) -> list[str]:
    """Letters that stand alone on a side of a condition: they are bound if nothing else is."""
    found: list[str] = []
    sides: list[tuple[Item, ...]] = []
    start = 0
    for at, item in enumerate(part):
        if item.kind == "relation":
            sides.append(part[start:at])
            start = at + 1
    sides.append(part[start:])
    for side in sides:
        letter = letter_of(side)
        if letter is not None and not context.names.has(letter):
            found.append(letter)
    return found
