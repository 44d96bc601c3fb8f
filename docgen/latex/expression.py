r"""Sums and products: the outer grammar of an expression.

`a - b c / d` is an addition of `a` and minus `(b c) / d`. A big operator takes the rest of its
term; `\odot` binds less than juxtaposition.
"""

from __future__ import annotations

from docgen.latex.context import Context
from docgen.latex.factor import bare_function, read_factor
from docgen.latex.item import Item, span_of
from docgen.latex.node import (
    Addition,
    Call,
    Composition,
    FunctionName,
    Node,
    Product,
    Quotient,
)
from docgen.latex.reduction import is_big, read_reduction
from docgen.text import Span

_PLUS = ("+", "-")
_LOOSE = ("⊙", "∘")
# Alone they are a factor and nothing else; half of all expressions are one item.
_ALONE = ("letter", "number", "fence", "fraction", "constant")


def read_expression(items: tuple[Item, ...], context: Context) -> Node:
    """The items as one expression, all of them; at least one.

    Raises:
        Fault: What cannot be read in exactly one way.
    """
    if len(items) == 1 and items[0].kind in _ALONE:
        factor = read_factor(items, 0, context).node
        if not isinstance(factor, (FunctionName, Composition)):
            return factor
    _check_run(items, context)
    terms: list[Node] = []
    signs: list[str] = []
    start = 0
    sign = ""
    span = span_of(items)
    for at, item in enumerate((*items, None)):
        if item is not None and not item.is_sign(*_PLUS):
            continue
        if item is not None and item.has_scripts:
            raise context.unsupported(f"scripts on `{item.text}`", item.span)
        if at > start:
            terms.append(_read_term(items[start:at], context))
            signs.append(sign or "+")
        elif at > 0 or item is None:
            before = items[at - 1] if at else items[0]
            message = f"`{context.text(before.span)}` has nothing on its right"
            raise context.unsupported(message, before.span)
        if item is not None:
            sign, start = item.text, at + 1
    if len(terms) == 1 and signs == ["+"]:
        if items[0].is_sign("+"):
            raise context.unsupported("`+` has nothing on its left", items[0].span)
        return terms[0]
    return Addition(span, tuple(signs), tuple(terms))


def _read_term(items: tuple[Item, ...], context: Context) -> Node:
    big = next((at for at, item in enumerate(items) if is_big(items, at, context)), None)
    if big is None:
        return _read_loose(items, None, context)
    tail = read_reduction(items[big:], context)
    return tail if big == 0 else _read_loose(items[:big], tail, context)


def _read_loose(items: tuple[Item, ...], tail: Node | None, context: Context) -> Node:
    """Groups between `⊙`; each is a product."""
    groups: list[Node] = []
    signs: list[str] = []
    start = 0
    for at, item in enumerate((*items, None)):
        if item is not None and not item.is_sign(*_LOOSE):
            continue
        last = tail if item is None else None
        if at == start and last is None:
            where = items[at - 1] if item is None else item
            raise context.unsupported(f"`{where.text}` lacks a factor", where.span)
        groups.append(_read_product(items[start:at], last, context))
        if item is not None:
            if item.has_scripts:
                raise context.unsupported(f"scripts on `{item.text}`", item.span)
            signs.append(item.text)
            start = at + 1
    functions = [group for group in groups if isinstance(group, (FunctionName, Composition))]
    if not signs:
        if isinstance(groups[0], FunctionName):
            raise _unapplied(groups[0], context)
        return groups[0]
    span = Span(groups[0].span.start, groups[-1].span.end)
    if functions:
        if len(functions) < len(groups) or "⊙" in signs:
            raise _unapplied(functions[0], context)
        return Composition(span, tuple(one for one in groups if isinstance(one, FunctionName)))
    return Product(span, tuple(groups), tuple(signs))


def _unapplied(node: Node, context: Context) -> Exception:
    name = context.text(node.span)
    return context.unsupported(f"`{name}` lacks its brackets", node.span, f"write `{name}(x)`")


def _read_product(items: tuple[Item, ...], tail: Node | None, context: Context) -> Node:
    """Factors side by side, with `\\cdot`, `\\times` or `*` between, and quotients by `/`."""
    factors: list[Node] = []
    operators: list[str] = []
    pending: Item | None = None
    bare: Node | None = None
    slashed = False
    at = 0
    while at < len(items) or tail is not None:
        item = items[at] if at < len(items) else None
        if item is not None and item.kind == "operator":
            if pending is not None or not factors or item.has_scripts:
                raise context.unsupported(f"`{item.text}` lacks a factor on its left", item.span)
            pending = item
            at += 1
            continue
        function = False
        if item is None:
            assert tail is not None
            node, tail = tail, None
            is_bare = False
        elif at == len(items) - 1 and tail is not None and bare_function(items, at, context):
            node = Call(Span(item.span.start, tail.span.end), item.text, (tail,), "built-in")
            at, tail, is_bare, function = at + 1, None, False, True
        else:
            function = item.kind == "function"
            if pending is None:
                _check_prefix(items, at, context)
            read = read_factor(items, at, context)
            node, at, is_bare = read.node, read.after, read.is_bare
        operator = pending.text if pending is not None else ""
        if factors:
            whole = Span(factors[0].span.start, node.span.end)
            is_number = item is not None and item.kind == "number"
            _check_joint(
                whole, operator, is_number, bare, function, slashed, factors, node, context
            )
        if operator == "/":
            numerator = _product(factors, operators)
            factors = [Quotient(Span(numerator.span.start, node.span.end), numerator, node)]
            operators, slashed = [], True
        else:
            if factors:
                operators.append(operator)
            factors.append(node)
        bare = node if is_bare else None
        pending = None
    if pending is not None:
        raise context.unsupported(f"`{pending.text}` has nothing on its right", pending.span)
    for factor in factors:
        if isinstance(factor, (FunctionName, Composition)) and len(factors) > 1:
            raise _unapplied(factor, context)
    return _product(factors, operators)


def _product(factors: list[Node], operators: list[str]) -> Node:
    if len(factors) == 1:
        return factors[0]
    span = Span(factors[0].span.start, factors[-1].span.end)
    return Product(span, tuple(factors), tuple(operators))


def _check_joint(
    whole: Span,
    operator: str,
    is_number: bool,
    bare: Node | None,
    function: bool,
    slashed: bool,
    factors: list[Node],
    node: Node,
    context: Context,
) -> None:
    """Refuse two factors whose joint can be read in two ways."""
    right = context.text(node.span)
    if slashed and operator != "/":
        quotient = factors[-1]
        assert isinstance(quotient, Quotient)
        left, below = (context.text(one.span) for one in (quotient.numerator, quotient.denominator))
        raise context.ambiguous(
            f"`{context.text(whole)}`: what is divided by what",
            whole,
            rf"write `\frac{{{left}}}{{{below}}} {right}` or `\frac{{{left}}}{{{below} {right}}}`",
            f"({left} / {below}) · {right}",
            f"{left} / ({below} · {right})",
        )
    if bare is not None and not (function and operator == ""):
        applied = context.text(bare.span)
        joint = {"/": " / ", "": " "}.get(operator, rf" {operator} ")
        raise context.ambiguous(
            f"`{context.text(Span(bare.span.start, node.span.end))}`: how far the function reaches",
            Span(bare.span.start, node.span.end),
            "put brackets round its argument",
            f"({applied}){joint}{right}",
            f"{applied}{joint}{right}, all of it the argument",
        )
    if is_number and operator == "":
        raise context.unsupported(
            f"`{context.text(whole)}`: a number after a factor",
            node.span,
            r"put the number first, or write `\cdot`",
        )


def _check_prefix(items: tuple[Item, ...], at: int, context: Context) -> None:
    """Refuse `dW` without a row where `d` is a size: it may be meant as one name."""
    if at == 0 or items[at].kind not in ("letter", "name", "accent"):
        return
    before = items[at - 1]
    if before.kind != "letter" or before.text != "d" or before.has_scripts:
        return
    match = context.names.match(items, at)
    if match is None or match.entry.items[0].text == "d":
        return
    span = Span(before.span.start, match.span.end)
    name = context.text(match.span)
    raise context.ambiguous(
        f"`{context.text(span)}`: d times `{name}`, or one name",
        span,
        rf"add a row for `{context.text(span)}`, or write `d \cdot {name}`",
        f"d · {name}",
        f"the name {context.text(span)}",
    )


def _check_run(items: tuple[Item, ...], context: Context) -> None:
    """Refuse letters side by side that spell an undeclared name of the code."""
    if not context.frame:
        return
    at = 0
    while at < len(items):
        match = context.names.match(items, at)
        if match is not None and match.length > 1:
            at += match.length
            continue
        word = ""
        for end in range(at, len(items)):
            item = items[end]
            if item.kind != "letter" or len(item.text) > 1:
                break
            if end > at and item.span.start > items[end - 1].span.end:
                break  # `A v` is two names: nobody spells one with a space
            word += item.text
            names = {word}
            if item.sub is not None:
                script = "".join(one.text for one in item.sub)
                names = {word + script, f"{word}_{script}"} | names
            found = sorted(names & context.frame)
            if end > at and found:
                span = Span(items[at].span.start, item.span.end)
                raise context.ambiguous(
                    f"`{context.text(span)}`: a product, or the variable `{found[0]}`",
                    span,
                    f"add a row for `{context.text(span)}`, or write the product with `\\cdot`",
                    " · ".join(context.text(one.span) for one in items[at : end + 1]),
                    f"the variable `{found[0]}`",
                )
            if item.has_scripts:
                break
        at += 1
