r"""The text of an equation and its declared symbols, as a tree or as a fault.

`read_equation(r"Y = X_1 + F", [Declared("Y", ("T", "d")), ...])` is one part: `Y` equals the sum of
two symbols. The whole text is read, or nothing is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from docgen.latex.bracket import closed
from docgen.latex.context import Context, letter_of, split_commas, walk_items
from docgen.latex.expression import read_expression
from docgen.latex.item import Item, fault_at, read_items, span_of
from docgen.latex.node import Chain, Clause, Equation, Index, Indexed, Local, Node, Part, Symbol
from docgen.latex.relation import has_relation, read_chain
from docgen.latex.same import same
from docgen.latex.shape import with_shapes
from docgen.latex.statement import Segment, split_segments, take_clause
from docgen.latex.steps import Steps, TooManySteps, shape_steps
from docgen.latex.symbol import Declared, Names
from docgen.latex.walk import cell_letters, letters_in, walk, written_letters
from docgen.text import Span


def read_equation(
    latex: str, declared: Sequence[Declared], frame: Collection[str] = ()
) -> Equation:
    """The equations that a formula states; every part compares something.

    Args:
        latex: The formula, without fence or dollars.
        declared: The symbols in reach. Dimensions are the letters of their shapes.
        frame: Names of the code: letters side by side that spell one are refused.

    Raises:
        Fault: With the characters that cannot be read in exactly one way, and why.
    """
    equation = read_formula(latex, declared, frame)
    for part in equation.parts:
        if not part.chain.relations:
            shown = latex[part.span.start : part.span.end]
            context = _context(latex, Names(declared), (), frame)
            cure = "write an equation, such as `y = ...`"
            raise context.unsupported(f"`{shown}` states nothing", part.span, cure)
    return equation


def read_formula(latex: str, declared: Sequence[Declared], frame: Collection[str] = ()) -> Equation:
    """As `read_equation`, where a part may be an expression that is compared with nothing.

    Raises:
        Fault: `unsupported-latex` for what is nested too deeply or takes too many steps to read.
    """
    try:
        return _read(latex, declared, frame)
    except TooManySteps:
        whole, cure = Span(0, len(latex)), "write it as several equations"
        raise fault_at("unsupported-latex", "takes too many steps to read", whole, cure) from None
    except RecursionError:
        whole = Span(0, len(latex))
        raise fault_at("unsupported-latex", "nested too deeply", whole) from None


def _read(latex: str, declared: Sequence[Declared], frame: Collection[str]) -> Equation:
    items = read_items(latex)
    steps = Steps(len(walk_items(items)))
    context = _context(latex, Names(declared, steps), items, frame)
    segments = split_segments(items, context)
    context = _with_locals(segments, declared, context)
    parts: list[Part] = []
    definitions: list[Chain] = []
    clauses: list[Clause] = []
    at = 0
    in_where = False
    while at < len(segments):
        segment = segments[at]
        in_where = segment.joined == "where" or (in_where and segment.joined == "comma")
        if in_where and _defined(segment, context) is not None:
            definitions.append(_read_definition(segment, context))
            at += 1
            continue
        taken = take_clause(segments, at, context)
        if taken is not None:
            if not parts:
                raise context.unsupported("a clause before the equation", taken[0][0].span)
            clauses.extend(taken[0])
            at = taken[1]
            continue
        parts.append(_read_part(segment, context))
        at += 1
    if not parts:
        raise context.unsupported("a formula without an equation", span_of(items))
    parts = [_with_definitions(part, definitions) for part in parts]
    parts = _with_clauses(parts, clauses, context)
    _check_definitions(parts, definitions, context)
    for part in parts:
        _check_letters(part, context)
        _check_left(part, context)
        _check_twice(part, context)
        steps.take(shape_steps(part))
    shaped = tuple(closed(with_shapes(part, declared, latex), latex) for part in parts)
    return Equation(latex, shaped)


def _context(latex: str, names: Names, items: tuple[Item, ...], frame: Collection[str]) -> Context:
    letters = {
        item.text
        for item, is_below in walk_items(items)
        if is_below and item.kind == "letter" and not names.has(item.text)
    }
    return Context(
        latex, names, read_expression, frozenset(letters - {"e", "I"}), frame=frozenset(frame)
    )


def _defined(segment: Segment, context: Context) -> tuple[Item, ...] | None:
    """The undeclared name on the left of a definition, if the segment is one."""
    relation = next((at for at, one in enumerate(segment.items) if one.kind == "relation"), None)
    if not relation or not segment.items[relation].is_sign("=", ":="):
        return None
    left = segment.items[:relation]
    match = context.names.match(left, 0)
    is_new = match is None and left[0].kind in ("letter", "name", "accent")
    is_local = match is not None and match.entry.declared.latex in context.local
    return left if len(left) == 1 and (is_new or is_local) else None


def _with_locals(
    segments: list[Segment], declared: Sequence[Declared], context: Context
) -> Context:
    """The context in which the names that `where` defines are known."""
    local: list[Declared] = []
    in_where = False
    for segment in segments:
        in_where = segment.joined == "where" or (in_where and segment.joined == "comma")
        left = _defined(segment, context) if in_where else None
        if left is not None and not (
            letter_of(left) and any(one.kind == "dots" for s in segments for one in s.items)
        ):
            local.append(Declared(context.text(span_of(left)), None))
    if not local:
        return context
    names = Names([*declared, *local], context.names.steps)
    found = frozenset(one.latex for one in local)
    return replace(context, names=names, local=found, letters=context.letters - found)


def _read_definition(segment: Segment, context: Context) -> Chain:
    chain = read_chain(segment.items, context)
    if len(chain.sides) != 2:
        raise context.unsupported("a definition has one `=`", chain.span)
    return chain


def _check_definitions(parts: list[Part], definitions: list[Chain], context: Context) -> None:
    for chain in definitions:
        left = chain.sides[0]
        inside = [part.chain for part in parts] + [one for one in definitions if one is not chain]
        used = {node.name for one in inside for node in walk(one) if isinstance(node, Local)}
        if isinstance(left, Local) and left.name not in used:
            raise context.unsupported(f"`{left.name}` is defined and not used", chain.span)
        if any(same(left, node) for node in walk(chain.sides[1])):
            shown = context.text(left.span)
            raise context.unsupported(f"`{shown}` is defined by itself", chain.span)


def _read_part(segment: Segment, context: Context) -> Part:
    """One equation; what its left side leaves free is bound on the right."""
    items = segment.items
    parameters = _parameters(items, context)
    names = context.names.beside(parameters)
    context = replace(context, names=names, parameters=frozenset(parameters))
    first = next((at for at, one in enumerate(items) if one.kind == "relation"), len(items))
    if not items[:first]:
        shown = context.text(items[0].span)
        raise context.unsupported(f"`{shown}` has nothing on its left", items[0].span)
    left = read_chain(items[:first], context)
    free = letters_in(left)
    chain = left
    if has_relation(items):
        rest = read_chain(items, context.within(tuple(free)))
        chain = Chain(rest.span, (left.sides[0], *rest.sides[1:]), rest.relations)
    moves = [one for one in chain.relations if one in ("←", ":=")]
    if moves and len(chain.relations) > 1:
        raise context.unsupported(f"`{moves[0]}` in a chain", chain.span, "write two equations")
    free = free | (letters_in(chain) if any(one in "<>≤≥≠" for one in chain.relations) else set())
    if not parameters:
        # What a cell leaves free holds at every position, wherever its symbol stands.
        free = free | cell_letters(chain)
    joined = segment.joined if segment.joined != "where" else "comma"
    return Part(chain.span, chain, joined, (), (), tuple(sorted(free)), parameters)


def _with_definitions(part: Part, definitions: Sequence[Chain]) -> Part:
    """A part with what `where` defines, whose cells may leave letters free as well."""
    free = set(part.free)
    if not part.parameters:
        free |= {letter for chain in definitions for letter in cell_letters(chain)}
    return replace(part, definitions=tuple(definitions), free=tuple(sorted(free)))


def _parameters(items: tuple[Item, ...], context: Context) -> tuple[str, ...]:
    """Undeclared letters in the brackets of a function that the left side defines."""
    first = next((at for at, one in enumerate(items) if one.kind == "relation"), 0)
    if first < 2 or not items[first - 1].is_bracket:
        return ()
    head = items[: first - 1]
    match = context.names.match(items, 0)
    if match is None:
        is_function = len(head) == 1 and head[0].kind == "name" and ":" not in head[0].text
    else:
        is_function = match.length == len(head) and match.entry.declared.is_function
    if not is_function:
        return ()
    letters = [letter_of(part) for part in split_commas(items[first - 1].parts[0])]
    return tuple(one for one in letters if one is not None and not context.names.has(one))


def _with_clauses(parts: list[Part], clauses: list[Clause], context: Context) -> list[Part]:
    """The parts with the clauses on their letters; each clause must limit some part."""
    for clause in clauses:
        letters = letters_in(clause)
        if clause.binder is not None:
            letters = letters | {clause.binder.letter}
        limited = [part for part in parts if letters & set(part.free)]
        if not limited:
            shown = context.text(clause.span)
            raise context.unsupported(f"`{shown}` limits no index of the equation", clause.span)
        parts = [
            replace(part, clauses=(*part.clauses, clause)) if part in limited else part
            for part in parts
        ]
    return parts


def _check_letters(part: Part, context: Context) -> None:
    """Refuse an index that nothing binds."""
    allowed = set(part.free)
    bound = {binder.letter for node in walk(part.chain) for binder in getattr(node, "binders", ())}
    for chain in (part.chain, *part.definitions):
        for side in chain.sides:
            loose = written_letters(side) - allowed
            if not loose:
                continue
            where = _first_use(side, loose)
            letter = context.text(where)
            if loose & bound:
                raise context.unsupported(
                    f"`{letter}` stands outside the sum that binds it",
                    where,
                    "put brackets round what is summed",
                )
            if chain is part.chain:
                message = f"`{letter}` stands on the right only"
                raise fault_at("unbound-symbol", message, where, _with_letters(side, loose, part))
            raise context.unbound(where)
    for clause in part.clauses:
        loose = written_letters(clause) - allowed
        if loose:
            raise context.unbound(_first_use(clause, loose))


def _with_letters(side: Node, loose: set[str], part: Part) -> str:
    """What to write where letters of a side are missing on the left."""
    left = part.chain.sides[0]
    base = left.base if isinstance(left, Indexed) else left
    given = left.indices if isinstance(left, Indexed) else ()
    written = [one.name for one in given if isinstance(one, Index)]
    if not isinstance(base, Symbol) or len(written) < len(given):
        return "give the left side this index, or sum over it"
    uses = (one.name for one in walk(side) if isinstance(one, Index) and one.name in loose)
    letters = "".join([*written, *dict.fromkeys(uses)])
    return f"write `{base.name}_{{{letters}}}`, or sum over it"


def _first_use(node: Node, letters: set[str]) -> Span:
    return next(one.span for one in walk(node) if isinstance(one, Index) and one.name in letters)


def _check_twice(part: Part, context: Context) -> None:
    """Refuse a letter of a symbol's cell as its index: of `X[i]`, `x_i` is the diagonal only."""
    for chain in (part.chain, *part.definitions):
        for node in walk(chain):
            if not isinstance(node, Indexed) or not isinstance(node.base, Symbol):
                continue
            for one in node.indices:
                if isinstance(one, Index) and one.name in node.base.letters:
                    shown = context.text(node.base.span)
                    raise context.unsupported(
                        f"the cell of `{shown}` has the letter `{one.name}` already",
                        one.span,
                        "use another letter for the index",
                    )


def _check_left(part: Part, context: Context) -> None:
    """Refuse an equation whose left symbol stands on its right as well."""
    left = part.chain.sides[0]
    base = left.base if isinstance(left, Indexed) else left
    if not isinstance(base, Symbol) or part.chain.relations[:1] != ("=",):
        return
    for side in part.chain.sides[1:]:
        for node in walk(side):
            if isinstance(node, Symbol) and node.name == base.name:
                shown = context.text(base.span)
                raise context.unsupported(
                    f"`{shown}` stands on both sides of `=`",
                    node.span,
                    r"write `\leftarrow` for a new value, or another symbol for the old one",
                )
