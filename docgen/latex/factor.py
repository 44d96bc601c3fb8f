r"""Factors: one name, number, bracket, fraction or function with its scripts.

`\operatorname{softmax}(S)` is one factor, `\log p` is one without brackets.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.latex.builtin import ONES, read_letter, read_ones
from docgen.latex.call import read_call, read_composed
from docgen.latex.context import Context, letter_of, read_list, split_commas
from docgen.latex.derivative import read_fraction, read_inline
from docgen.latex.item import Item, span_of
from docgen.latex.layout import read_environment, read_square
from docgen.latex.node import (
    Absolute,
    Call,
    Composition,
    Concatenation,
    Constant,
    Dimension,
    FunctionName,
    Local,
    Node,
    Norm,
    Number,
    Root,
    Symbol,
)
from docgen.latex.script import apply_scripts
from docgen.latex.symbol import Match, function_name
from docgen.latex.table import COMMANDS
from docgen.text import Span, counted

_JOIN = ("Concat", "concat", "Concatenate", "concatenate")
# Nobody raises what stands in their brackets: det(A)^2 is the square of a number.
_WHOLE = ("diag", "det")


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor, the item after it, and whether it is a function without brackets."""

    node: Node
    after: int
    is_bare: bool = False


def read_factor(items: tuple[Item, ...], at: int, context: Context) -> Factor:
    """The factor that starts at an item.

    Raises:
        Fault: `unbound-symbol` for a name without a row, `unsupported-latex` for a sign that has
            no meaning here.
    """
    match = context.names.match(items, at)
    if match is not None:
        return _declared(match, items, at, context)
    item = items[at]
    if item.kind == "name" and item.text in COMMANDS:
        row = COMMANDS[item.text]
        if row.kind == "function":
            return _function(items, at, row.word, context)
        return _named_reduction(items, at, row.word, context)
    if item.kind == "function":
        return _function(items, at, item.text, context)
    if item.kind == "reduction":
        return _named_reduction(items, at, item.text, context)
    if item.kind == "name":
        return _name(items, at, context)
    if item.kind == "letter" and item.text == "partial":
        return Factor(*read_inline(items, at, context))
    if item.kind == "letter":
        _check_function(items, at, context)
        return Factor(read_letter(item, context), at + 1)
    if item.primes:
        raise context.unbound(item.span)
    if item.kind == "fence":
        return _fence(items, at, context)
    node = _plain(item, context)
    return Factor(_scripted(node, item, context), at + 1)


def _plain(item: Item, context: Context) -> Node:
    """The nucleus of an item that is complete in itself."""
    where = item.nucleus
    if item.kind == "number":
        if item.sub is not None:
            raise context.unsupported("a subscript on a number", item.span)
        return Number(where, item.text)
    if item.kind == "constant":
        if item.sub is not None:
            raise context.unbound(item.span)
        return Constant(where, item.text)
    if item.kind == "group":
        return context.read(item.parts[0], where)
    if item.kind == "fraction":
        if item.has_scripts:
            raise context.unsupported("scripts on a fraction", item.span, "put brackets round it")
        return read_fraction(item, context)
    if item.kind == "root":
        degree = item.parts[1] if len(item.parts) > 1 else ()
        of = context.read(degree, where) if degree else None
        return Root(where, context.read(item.parts[0], where), of)
    if item.kind in ("cases", "matrix"):
        return read_environment(item, context)
    if item.kind == "accent":
        raise context.unbound(item.span)
    message = f"`{context.text(where)}` has no meaning here"
    raise context.unsupported(message, item.span)


def _scripted(node: Node, item: Item, context: Context, rank: int | None = None) -> Node:
    return apply_scripts(node, item.sub, item.sup, rank, item.span, context)


def _declared(match: Match, items: tuple[Item, ...], at: int, context: Context) -> Factor:
    after = at + match.length
    declared = match.entry.declared
    span = Span(match.span.start, items[after - 1].span.end)
    bracket = items[after] if after < len(items) and items[after].is_bracket else None
    if declared.is_function and not match.entry.dimension:
        if bracket is None:
            if match.sub is not None or match.sup is not None:
                raise context.unsupported(f"`{context.text(span)}` lacks its brackets", span)
            return Factor(FunctionName(match.span, declared.latex), after)
        name = (declared.latex, "declared")
        return Factor(read_call(name, span, match.sub, match.sup, bracket, context), after + 1)
    name_node: Node
    if match.entry.dimension:
        name_node = Dimension(match.span, match.entry.dimension)
    elif declared.latex in context.local:
        name_node = Local(match.span, declared.latex)
    else:
        name_node = Symbol(match.span, declared.latex, declared.letters)
    if bracket is not None and bracket.text == "(":
        called = _as_array_call(name_node, match, bracket, context)
        if called is not None:
            return Factor(called, after + 1)
    node = apply_scripts(name_node, match.sub, match.sup, declared.rank, span, context)
    return Factor(node, after)


def _as_array_call(symbol: Node, match: Match, bracket: Item, context: Context) -> Node | None:
    r"""`\mathrm{Ff}(X_1)`: a word that is an array, written as a function of a symbol."""
    inner = bracket.parts[0]
    parts = split_commas(inner)
    span = Span(match.span.start, bracket.span.end)
    if len(parts) > 1:
        name = context.text(match.span)
        raise context.ambiguous(
            f"`{name}`: function or factor?",
            span,
            rf"add a row for `{name}(x)` if it is a function",
            f"{name} is a function of {counted(len(parts), 'argument')}",
            f"{name} is a factor before a list",
        )
    is_word = match.entry.items[-1].kind == "name" and match.entry.declared.rank != 0
    plain = match.sub is None and match.sup is None and not bracket.has_scripts
    if not (is_word and plain and inner and isinstance(symbol, Symbol)):
        return None
    found = context.names.match(inner, 0)
    if found is None or found.length != len(inner) or found.sub or found.sup:
        return None
    return Call(span, symbol.name, (context.read(inner, span),), "array")


def _check_function(items: tuple[Item, ...], at: int, context: Context) -> None:
    """Refuse an undeclared letter before brackets: nothing says whether it is a function."""
    item = items[at]
    bracket = items[at + 1] if at + 1 < len(items) else None
    if bracket is None or not bracket.is_bracket or item.has_scripts:
        return
    if item.text in context.letters | context.bound | context.parameters:
        return
    name = context.text(item.span)
    fault = context.unbound(item.span)
    fault.message = f"`{name}`: function or factor?"
    fault.help = rf"add a row for `{name}`, or for `{name}(x)` if it is a function"
    raise fault


def _name(items: tuple[Item, ...], at: int, context: Context) -> Factor:
    """A word without a row: ones, an indicator, concatenation, or a function of the site."""
    item = items[at]
    follower = items[at + 1] if at + 1 < len(items) else None
    bracket = follower if follower is not None and follower.is_bracket else None
    if item.text in ONES:
        ones, length = read_ones(item, bracket, context)
        return Factor(ones, at + length)
    is_upright = ":" not in item.text
    if is_upright and bracket is not None and not item.primes:
        if item.text in _JOIN and not item.has_scripts:
            span = Span(item.span.start, bracket.span.end)
            return Factor(read_square(bracket, span, context, joined=True), at + 2)
        return _named_call(item, bracket, at, context)
    beside = [items[near] for near in (at - 1, at + 1) if 0 <= near < len(items)]
    if is_upright and any(one.is_sign("∘") for one in beside):
        return Factor(FunctionName(item.span, function_name(item), "named"), at + 1)
    if "?" in item.text:
        raise context.unsupported(f"`{context.text(item.span)}` is a question", item.span)
    raise context.unbound(item.span)


def _named_call(item: Item, bracket: Item, at: int, context: Context) -> Factor:
    letter = letter_of(item.sub) if item.sub is not None else None
    along = letter is not None and letter in context.bound
    if along:
        name = function_name(item, with_scripts=False)
        call = read_call((name, "named"), item.span, item.sub, item.sup, bracket, context)
    else:
        name = function_name(item)
        call = read_call((name, "named"), item.span, None, None, bracket, context)
    return Factor(call, at + 2)


def bare_function(items: tuple[Item, ...], at: int, context: Context) -> bool:
    """Whether an elementary function without scripts stands there, for a big operator to follow."""
    item = items[at]
    if context.names.match(items, at) is not None or item.has_scripts:
        return False
    return item.kind == "function"


def _function(items: tuple[Item, ...], at: int, word: str, context: Context) -> Factor:
    """An elementary function: with brackets, or of the one atom that follows."""
    item = items[at]
    shown = context.text(item.nucleus)
    if item.sub is not None or item.primes:
        raise context.unsupported(f"scripts on `{shown}`", item.span)
    if item.sup is not None and not (len(item.sup) == 1 and item.sup[0].kind == "number"):
        cure = f"write `({shown}(x))^{{k}}`, or the name of the inverse function"
        raise context.unsupported(f"`{context.text(item.span)}` is not read", item.span, cure)
    if at + 1 == len(items):
        raise context.unsupported(f"`{shown}` has no argument", item.span)
    following = items[at + 1]
    if following.is_bracket:
        span = Span(item.span.start, following.span.end)
        is_raised = following.sup is not None and word not in _WHOLE
        if is_raised or following.primes:
            raise context.ambiguous(
                f"`{context.text(span)}`: what is raised",
                span,
                "put brackets round what is raised",
                f"({shown}(x))^k",
                f"{shown}((x)^k)",
            )
        call = read_call((word, "built-in"), item.span, None, item.sup, following, context)
        return Factor(call, at + 2)
    if following.kind == "operator":
        cure = f"write `{shown}(...)`"
        raise context.unsupported(f"`{shown}` has no argument", item.span, cure)
    atom = read_factor(items, at + 1, context)
    if isinstance(atom.node, (FunctionName, Composition)):
        raise context.unsupported("a function lacks its brackets", atom.node.span)
    span = Span(item.span.start, atom.node.span.end)
    applied: Node = Call(span, word, (atom.node,), "built-in")
    applied = apply_scripts(applied, None, item.sup, 0, span, context)
    return Factor(applied, atom.after, is_bare=True)


def _named_reduction(items: tuple[Item, ...], at: int, word: str, context: Context) -> Factor:
    r"""`\max(0, z)` and `\min\{a, b\}`; without an index and a list nothing says over what."""
    item = items[at]
    shown = context.text(item.nucleus)
    bracket = items[at + 1] if at + 1 < len(items) and items[at + 1].is_bracket else None
    if word in ("max", "min") and bracket is not None and not item.has_scripts:
        span = Span(item.span.start, bracket.span.end)
        arguments = read_list(bracket.parts[0], bracket.span, context)
        if len(arguments) > 1:
            call = Call(span, word, arguments, "built-in")
            return Factor(_scripted(call, bracket, context), at + 2)
    raise context.ambiguous(
        f"`{shown}` without an index",
        item.span,
        f"write `{shown}_{{i}} x_i` over all entries, `{shown}(0, x)` entry by entry",
        "over all entries",
        "along one axis",
        "entry by entry against another value",
    )


def _fence(items: tuple[Item, ...], at: int, context: Context) -> Factor:
    item = items[at]
    inner, where = item.parts[0], item.nucleus
    if item.text == "|":
        return Factor(_scripted(Absolute(where, context.read(inner, where)), item, context), at + 1)
    if item.text == "‖":
        return Factor(_norm(item, context), at + 1)
    if item.text in (r"\lfloor", r"\lceil"):
        word = "floor" if item.text == r"\lfloor" else "ceil"
        call = Call(where, word, (context.read(inner, where),), "built-in")
        return Factor(_scripted(call, item, context), at + 1)
    if item.text == r"\{":
        raise context.unsupported("a set", item.span, "write `(...)` for brackets")
    if item.text == "[" and item.sub is not None and item.sub[0].kind == "operator":
        message = f"`{context.text(item.span)}` is not read"
        raise context.unsupported(message, item.span, r"write `\max(0, z)`")
    follower = items[at + 1] if at + 1 < len(items) else None
    node = read_square(item, where, context)
    if isinstance(node, (Composition, FunctionName)):
        if follower is None or not follower.is_bracket or item.has_scripts:
            raise context.unsupported("a composition lacks its brackets", item.span)
        return Factor(read_composed(node, follower, where, context), at + 2)
    if (
        isinstance(node, Concatenation)
        and at > 0
        and items[at - 1].kind not in ("operator", "relation", "fence")
        and item.text == "("
    ):
        span = Span(items[at - 1].span.start, item.span.end)
        name = context.text(items[at - 1].span)
        raise context.ambiguous(
            f"`{name}`: function or factor?",
            span,
            rf"write `{name} [x, y]` for a product, or add a row for the function",
            f"{name} is a function",
            f"{name} is a factor before a list",
        )
    return Factor(_scripted(node, item, context), at + 1)


def _norm(item: Item, context: Context) -> Node:
    where = Span(item.nucleus.start, item.nucleus.end)
    order = ""
    if item.sub is not None:
        order = item.sub[0].text if len(item.sub) == 1 and not item.sub[0].has_scripts else "?"
        if order not in ("1", "2", "F", "infty"):
            cure = r"write `_1`, `_2`, `_F` or `_\infty`"
            raise context.unsupported("a norm of another order", item.span, cure)
        where = Span(where.start, max(where.end, span_of(item.sub).end))
    norm = Norm(where, context.read(item.parts[0], where), order)
    return apply_scripts(norm, None, item.sup, 0, item.span, context)
