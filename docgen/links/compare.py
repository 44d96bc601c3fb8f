r"""What of the code a statement of an equation is compared with, and what that leaves out.

`dW = X^\top dZ` linked to `grads["W"] += x.T @ dz` is compared with what that statement adds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from docgen.evaluation.term import Definition, Leaf, Statement, Term
from docgen.links.letters import leaf_terms
from docgen.links.place import Place, Surroundings, normal
from docgen.links.same import says_nothing
from docgen.source.flow import NodeKey
from docgen.syntax import expression_tree
from docgen.trace.plan import When

TIMES: tuple[When, ...] = ("after", "before")


@dataclass(frozen=True)
class Compared:
    """What one statement of a formula is compared with.

    Attributes:
        anchor: What its points are taken from.
        shown: What a reader is pointed to: where its left side is read.
        nodes: Statements of the code whose values are compared.
        is_same: All sides are one and the same value, so that nothing is compared.
    """

    statement: Statement
    anchor: Place
    shown: Place
    nodes: frozenset[NodeKey]
    is_same: bool = False


def left_leaf(statement: Statement) -> Term | None:
    """The leaf that stands on the left, alone or with indices."""
    left = statement.sides[0]
    if left.op == "at":
        left = left.args[0]
    return left if left.op == "leaf" else None


def compare(
    statement: Statement,
    places: Mapping[str, Place],
    around: Surroundings,
    definitions: Mapping[str, Definition] | None = None,
) -> Compared:
    """What a statement is compared with; a linked `-=` adds the negative of its right side.

    Args:
        definitions: Functions that are put in, by their keys.
    """
    left = None if statement.is_property else left_leaf(statement)
    is_same = says_nothing(statement, lambda name: _value(places[name], around), definitions)
    if left is None:
        read = [places[term.text] for term in leaf_terms(statement)]
        anchor = _anywhere(around, read)
        nodes = frozenset(node for place in read for node in sources(place, around))
        return Compared(statement, anchor, anchor, nodes, is_same)
    place = places[left.text]
    step = around.flow.step(place.node) if place.node is not None else None
    is_amount = place.is_part and step is not None and normal(place.expression) == step.added[1]
    if step is not None and is_amount and step.added[0] == "-":
        statement = _with_left(statement, _negative(statement.sides[0]))
    nodes = frozenset(sources(place, around))
    anchor = _latest(place, statement, places, around)
    return Compared(statement, anchor, place, nodes, is_same)


def amounts(
    statement: Statement,
    leaves: dict[str, Leaf],
    places: dict[str, Place],
    around: Surroundings,
    compared: set[NodeKey],
    is_one_of_many: bool,
) -> Iterator[Compared]:
    """Comparisons with what linked `+=` and `-=` add, where they do not bind the left side.

    Args:
        is_one_of_many: The equation has other parts; what names another value belongs to them.
    """
    left = left_leaf(statement)
    if left is None or statement.is_property:
        return
    home = places[left.text]
    text = normal(home.expression)
    for node in around.linked:
        step = around.flow.step(node)
        if step is None or not step.added[0]:
            continue
        is_added = home.node == node and home.is_part and text == step.added[1]
        if node in compared and not is_added:
            continue
        if is_one_of_many and step.added[1] != text:
            continue
        # What the target gained: the amount alone would not tell `+=` from `=`.
        terms = []
        for when in TIMES:
            leaf = f"+{len(leaves)}"
            leaves[leaf] = msgspec.structs.replace(leaves[left.text], name=leaf, letters=())
            places[leaf] = Place(around.function, when, node, step.binds[0])
            terms.append(Term("leaf", (), leaf, (), left.span))
        gained = Term("sum", tuple(terms), "+-", (), left.span)
        added = _with_left(statement, _replaced(statement.sides[0], gained))
        place = places[terms[0].text]
        yield Compared(added, place, place, frozenset((node,)))


def sources(place: Place, around: Surroundings) -> set[NodeKey]:
    """Statements that a value comes from: those that may have bound what is read."""
    if place.is_paired or place.function != around.function or place.node is None:
        return set()
    if place.is_part:
        return {place.node}
    return set(_givers(place, around))


def _givers(place: Place, around: Surroundings) -> frozenset[NodeKey]:
    """Statements that may have bound the name from which a cell starts."""
    name = _owner(place.expression)
    if place.node is None or not name:
        return frozenset()
    return around.flow.reaching.of(place.node, name, is_after=place.when == "after")


def _anywhere(around: Surroundings, read: Sequence[Place]) -> Place:
    """The place of a statement without a left side: where the last of its symbols is known."""
    if around.linked:
        return _hit(around, around.gate or around.linked[-1])
    own = [one for one in read if one.function == around.function and not one.is_paired]
    placed = [one for one in own if one.node is not None]
    if not placed:
        return Place(around.function, "exit", None, "return")
    return max(placed, key=lambda one: one.node or ())


def _hit(around: Surroundings, node: NodeKey) -> Place:
    """The execution of a statement, whatever it computes."""
    step = around.flow.step(node)
    is_return = step is not None and step.is_return
    return Place(around.function, "before" if is_return else "after", node, "")


def _latest(
    left: Place, statement: Statement, places: Mapping[str, Place], around: Surroundings
) -> Place:
    """What the points are taken from: the left side, where it is read once in a call.

    In a loop it is the last of the places that one iteration reaches, so that all are read in this
    one; of several ways through the function, the statement that only this one has.
    """
    own = around.flow.step(left.node) if left.node is not None else None
    if own is None or not own.loops:
        is_gated = own is not None and around.gate not in (None, left.node)
        return _hit(around, around.gate) if is_gated and around.gate is not None else left
    latest = left
    for term in leaf_terms(statement):
        place = places[term.text]
        step = around.flow.step(place.node) if place.node is not None else None
        is_beside = step is not None and step.arms == own.arms and step.owner == own.owner
        is_here = place.function == left.function and not place.is_paired and place.when == "after"
        assert latest.node is not None
        if is_beside and is_here and place.node is not None and place.node > latest.node:
            latest = place
    return latest


def _value(place: Place, around: Surroundings) -> object:
    """What tells values apart that are bound to be equal: a target is what is assigned to it."""
    if place.function != around.function or place.is_paired:
        return replace(place, is_part=False)
    step = around.flow.step(place.node) if place.node is not None else None
    shown = _shown(place.expression)
    if step is not None and place.when == "after":
        given = dict(step.given)
        values = {*given.values(), step.added[1]} - {""}
        if shown in given or (place.is_part and shown in values):
            return (place.node, given.get(shown, shown), place.index, place.letters)
    if place.is_part or not _owner(shown):
        return replace(place, expression=shown, is_part=False)
    return (shown, _givers(place, around), place.index, place.letters)


def _with_left(statement: Statement, left: Term) -> Statement:
    return msgspec.structs.replace(statement, sides=(left, *statement.sides[1:]))


def _negative(term: Term) -> Term:
    return Term("sum", (term,), "-", (), term.span)


def _replaced(left: Term, value: Term) -> Term:
    """A left side with another term in the place of its leaf."""
    if left.op == "at":
        return Term("at", (_replaced(left.args[0], value), *left.args[1:]), "", (), left.span)
    return value


def _shown(text: str) -> str:
    """A cell in normalised syntax; `return` is no name in Python."""
    rest = text.strip().removeprefix("return")
    if rest == text.strip() or not rest.startswith("["):
        return normal(text)
    return f"return{normal(f'_{rest}')[1:]}"


def _owner(text: str) -> str:
    """The name or attribute whose content a cell is a part of: `self.P` of `self.P[0]`."""
    try:
        node: ast.expr = expression_tree(text.strip())
    except (SyntaxError, ValueError):
        return ""
    while isinstance(node, ast.Subscript):
        node = node.value
    inner = node
    while isinstance(inner, ast.Attribute):
        inner = inner.value
        if isinstance(inner, ast.Subscript):
            node = inner = inner.value
    return ast.unparse(node) if isinstance(inner, ast.Name) else ""
