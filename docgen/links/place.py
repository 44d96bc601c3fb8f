"""When a symbol of an equation is read: its cell, and the time that the equation asks for.

In `A = relu(Z)` linked to the statement that binds `A`, `Z` is read just before that statement, and
`A` just after it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.links.cell import base_name
from docgen.links.runs import Run
from docgen.links.symbol import Symbol
from docgen.settings import Settings
from docgen.source.anchor import Anchor
from docgen.source.flow import Flow, NodeKey, Step
from docgen.syntax import expression_tree
from docgen.trace.plan import When

_RETURN = "__returned__"


class ReportedError(Exception):
    """A symbol's row is faulty, which is reported there already."""


@dataclass(frozen=True, slots=True)
class Place:
    """A cell at one time.

    Attributes:
        index: Subscript with `:` for the letters that are free in the cell: `[:, 0]`.
        letters: These letters, each with the axis of what was recorded that it runs along.
        is_paired: It is read in the call that made what this call received.
        is_part: It is what a part of the statement at `node` evaluated to.
    """

    function: Anchor
    when: When
    node: NodeKey | None
    expression: str
    index: str = ""
    letters: tuple[tuple[str, int], ...] = ()
    is_paired: bool = False
    is_part: bool = False

    def watch(self, run: Run) -> str:
        """Ask the run to record the cell at this time; the key of its trace."""
        return run.watch(self.function, self.when, self.node, self.expression)


@dataclass(frozen=True)
class Surroundings:
    """What the places of an equation's symbols depend on.

    Attributes:
        flow: Of the concept's function.
        linked: Statements that compute the equation, in code order.
        lefts: Symbols that stand left in another equation or part → statements that bind them.
        is_turned: Read what linked statements bind anew after them instead of before.
        gate: The linked statement that tells this way through the function from others.
    """

    function: Anchor
    flow: Flow
    linked: Sequence[NodeKey]
    lefts: Mapping[str, Sequence[NodeKey]]
    settings: Settings
    is_turned: bool = False
    gate: NodeKey | None = None

    def entry(self, place: Place) -> Place | None:
        """Where an argument was given that nothing binds anew; None for anything else."""
        is_whole = place.when != "entry" and place.expression in self.flow.parameters
        if not is_whole or not self.is_input(place):
            return None
        return replace(place, when="entry", node=None)

    def is_input(self, place: Place) -> bool:
        """Whether it is an argument, or a part of one, that no statement changes."""
        name = place.expression
        is_own = place.function == self.function and not place.is_paired and not place.is_part
        if not is_own or base_name(name) not in self.flow.parameters:
            return False
        changed = {one for step in self.flow.steps for one in (*step.binds, *step.stores)}
        return not any(name == one or name.startswith((f"{one}.", f"{one}[")) for one in changed)

    @property
    def linked_cell(self) -> str:
        """What the last linked statement binds; empty without one."""
        step = self.flow.step(self.linked[-1]) if self.linked else None
        if step is None:
            return ""
        return "return" if step.is_return else next(iter(step.binds), "")

    def left(self, symbol: Symbol) -> Place:
        """Where a left side is read: after the linked statement that binds it, else the last.

        Raises:
            unbound-symbol: Its row names no code.
        """
        given = self._given(symbol)
        if given is not None:
            return given
        text = self._text(symbol)
        linked = set(self.linked)
        own = symbol.cell.node if symbol.cell is not None and symbol.cell.when == "after" else None
        bound = [step.node for step in self._binders(text) if step.node in linked]
        if own in linked:
            node = own
        elif bound:
            node = bound[-1]
        elif self.linked:
            node = self.linked[-1]
        else:
            return self._natural(symbol)
        return self._at("after", node, symbol, text)

    def right(self, symbol: Symbol) -> Place:
        """Where a right side is read: before the first linked statement, or once it is bound.

        Raises:
            unbound-symbol: Its row names no code.
            ambiguous-anchor: It is bound later, by several statements.
        """
        given = self._given(symbol)
        if given is not None:
            return given
        text = self._text(symbol)
        if not self.linked:
            return self._natural(symbol)
        first, last = self.linked[0], self.linked[-1]
        between = [node for node in self.lefts.get(symbol.latex, ()) if first <= node <= last]
        if len(set(between)) > 1:
            steps = [step for step in self.flow.steps if step.node in between]
            raise _several(symbol, steps)
        if between:
            return self._at("after", between[0], symbol, text)
        binders = self._binders(text)
        is_known = not binders or self._is_given(text, binders[0])
        if is_known or binders[0].node < first:
            anew = [step.node for step in binders if step.node in self.linked]
            if self.is_turned and anew:
                return self._at("after", anew[-1], symbol, text)
            return self._at("before", first, symbol, text)
        later = [step for step in binders if step.node >= first]
        if len(later) > 1:
            raise replace(symbol.doubt[0], within=None) if symbol.doubt else _several(symbol, later)
        return self._at("after", later[0].node, symbol, text)

    def _is_given(self, text: str, binder: Step) -> bool:
        """Whether a cell has a value before the first statement that binds it.

        An attribute of an argument has one where some statement reads it up to then, as
        `self.P = F @ self.P` does.
        """
        if base_name(text) not in self.flow.parameters:
            return False
        if "[" in text or "." not in text:
            return True
        earlier = [step for step in self.flow.steps if step.node <= binder.node]
        return any(_reads(step, normal(text)) for step in earlier)

    def _given(self, symbol: Symbol) -> Place | None:
        """The place of a symbol whose cell says it all; None where it depends on the equation."""
        cell = symbol.cell
        if cell is None:
            if not symbol.cell_text:
                raise unbound(symbol)
            if symbol.doubt is None:
                raise ReportedError
            return self._chosen(symbol) if symbol.choices else None
        if symbol.borrowed:
            if self.is_here(symbol):
                return None
            return replace(self._natural(symbol), is_paired=True)
        is_elsewhere = cell.anchor.function != cell.function.function
        is_part = cell.anchor.kind in ("expression", "call", "return", "assert")
        is_handed = cell.anchor.kind == "parameter" and is_elsewhere
        if cell.fixed or is_part or is_handed:
            return replace(self._natural(symbol), is_part=is_part or is_handed)
        return None

    def _chosen(self, symbol: Symbol) -> Place:
        """Of the places of a quoted cell the one that a linked statement holds.

        Raises:
            ambiguous-anchor: None does, or several.
        """
        held = [anchor for anchor in symbol.choices if anchor.node in self.linked]
        if len(held) != 1:
            assert symbol.doubt is not None
            raise replace(symbol.doubt[0], within=None)
        text = held[0].cell or symbol.cell_text
        return Place(self.function, "after", held[0].node, text, is_part=True)

    def natural(self, symbol: Symbol) -> Place:
        """The place where a symbol is bound, whatever the equation."""
        place = self._natural(symbol)
        if symbol.borrowed and place.function != self.function:
            return replace(place, is_paired=True)
        return place

    def _natural(self, symbol: Symbol) -> Place:
        """The place that the cell has by itself."""
        cell = symbol.cell
        if cell is None:
            raise replace(symbol.doubt[0], within=None) if symbol.doubt else unbound(symbol)
        if not cell.free:
            return Place(cell.function, cell.when, cell.node, cell.expression)
        expression, index, letters = split_free(self._text(symbol), cell.free)
        return Place(cell.function, cell.when, cell.node, expression, index, letters)

    def _at(self, when: When, node: NodeKey, symbol: Symbol, text: str) -> Place:
        free = symbol.cell.free if symbol.cell is not None else ()
        if symbol.cell is not None and not free and symbol.cell.expression:
            text = symbol.cell.expression
        if symbol.borrowed:
            text = self._text(symbol)
        if not free:
            return Place(self.function, when, node, text)
        expression, index, letters = split_free(text, free)
        return Place(self.function, when, node, expression, index, letters)

    def _text(self, symbol: Symbol) -> str:
        return self.settings.lookup.get(symbol.cell_text, symbol.cell_text)

    def is_here(self, symbol: Symbol) -> bool:
        """Whether a borrowed symbol's cell starts from a name of this function."""
        base = base_name(self._text(symbol))
        if not base:
            return False
        return base in self.flow.parameters or any(base in step.binds for step in self.flow.steps)

    def _binders(self, text: str) -> list[Step]:
        """The statements that bind a cell, or, where none does, the name it starts from."""
        exact = self.flow.binders(normal(text))
        return exact or self.flow.binders(base_name(text))


def _reads(step: Step, name: str) -> bool:
    return any(load == name or name.startswith(f"{load}.") for load in step.loads)


def split_free(text: str, free: Sequence[str]) -> tuple[str, str, tuple[tuple[str, int], ...]]:
    """A cell without its free letters, the subscript that was cut off, and their axes.

    `W[t, 0, j]` is `W`, `[:, 0, :]` and t along axis 0, j along axis 1 of what remains.

    Raises:
        unsupported-latex: A letter stands elsewhere than in the last subscripts.
    """
    tree = expression_tree(re.sub(r"\breturn\b", _RETURN, text).strip())
    elements: list[ast.expr] = []
    while isinstance(tree, ast.Subscript) and set(_names(tree)) & set(free):
        inner = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        elements = [*inner, *elements]
        tree = tree.value
    if set(_names(tree)) & set(free):
        raise Fault("unsupported-latex", f"`{text[:50]}`: a letter that is free inside a cell")
    letters: list[tuple[str, int]] = []
    shown: list[str] = []
    axis = 0
    for element in elements:
        if isinstance(element, ast.Name) and element.id in free:
            letters.append((element.id, axis))
            shown.append(":")
            axis += 1
        else:
            shown.append(ast.unparse(element))
            axis += isinstance(element, ast.Slice)
    expression = ast.unparse(tree).replace(_RETURN, "return")
    return expression, f"[{', '.join(shown)}]", tuple(letters)


def unbound(symbol: Symbol) -> Fault:
    """The fault of a symbol that is read and has no cell."""
    return Fault(
        "unbound-symbol",
        f"`{symbol.latex[:40]}` has no code in its row, and no equation defines it",
        help="name its code in backticks, or write the equation that defines it",
    )


def _several(symbol: Symbol, steps: Sequence[Step]) -> Fault:
    lines = ", ".join(str(step.node[0]) for step in steps)
    return Fault(
        "ambiguous-anchor",
        f"`{symbol.cell_text[:40]}` is bound several times behind the first linked statement",
        notes=(f"in lines {lines}",),
        help=f"say when it is read: `{symbol.cell_text}` before `statement`",
    )


def normal(text: str) -> str:
    """An expression as Python prints it; the text itself where it is none."""
    try:
        return ast.unparse(expression_tree(text.strip()))
    except (SyntaxError, ValueError):
        return text


def _names(node: ast.AST) -> list[str]:
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
