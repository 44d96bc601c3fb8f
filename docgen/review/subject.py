"""What is confirmed: an equation, a link in prose or a concept, with the code that it rests on.

The equation `widen` whose statement is `Z = X @ W` is a subject that holds one record.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from docgen.diagnostics import Fault
from docgen.links.equation import Equation
from docgen.markup.page import Link, Page
from docgen.markup.sections import Concept
from docgen.review.callees import Callees
from docgen.review.record import CALLS, CONCEPT, EQUATION, NONE, PROSE, Key, Record
from docgen.source.anchor import Anchor
from docgen.source.anchors import definition_anchor, statement_anchor
from docgen.source.constants import Constant
from docgen.source.fingerprint import (
    anchor_node,
    definition_fingerprint,
    fingerprint,
    head_code,
    head_fingerprint,
    names_fingerprint,
    statements_fingerprint,
)
from docgen.source.index import SourceIndex
from docgen.source.module import Module
from docgen.source.resolve import Search
from docgen.source.statements import definition_of
from docgen.text import Span


@dataclass(frozen=True)
class Held:
    """A record of the code as it is now.

    Attributes:
        anchor: What the fingerprint was taken of.
        span: Where the page refers to it.
        write: Gives the statement on one line; empty of a function.
    """

    record: Record
    anchor: Anchor
    span: Span
    write: Callable[[], str] = field(default=str, compare=False)

    @property
    def is_whole(self) -> bool:
        """Whether it is a function, a class or a module, not a statement of one."""
        return self.anchor.kind in ("module", "class", "function")


@dataclass(frozen=True)
class Subject:
    """An equation, a link in prose or a concept.

    Attributes:
        name: Slug, target of the link, or function.
        function: Of the concept that it is or stands in; None outside of one.
        span: Of the whole: fence, link, section.
        is_faulty: It has an error of its own, which comes before all that is to be confirmed.
        more: Other places of the section with the same link.
    """

    page: Page
    name: str
    function: Anchor | None
    span: Span
    held: tuple[Held, ...]
    is_faulty: bool = False
    more: tuple[Span, ...] = ()

    @property
    def what(self) -> str:
        """What it is, in the words of the lock."""
        return self.held[0].record.what

    @property
    def home(self) -> tuple[str, str]:
        """Page and function of the section."""
        return (self.page.source.path, self.function.dotted if self.function else NONE)


class Holder:
    """Makes subjects of what a page says."""

    def __init__(self, index: SourceIndex) -> None:
        self.index = index
        self.callees = Callees(index)

    def equation(
        self, page: Page, equation: Equation, function: Anchor, is_faulty: bool = False
    ) -> Subject | None:
        """An equation of a concept with its statements, those of tests left out."""
        held: list[Held] = []
        info = equation.fence.info_span
        for link in equation.links:
            if link.role == "tests":
                continue
            is_typed = info.start <= link.span.start and link.span.end <= info.end
            reference = page.source.slice(link.span) if is_typed else link.anchor.reference
            span = link.span if is_typed else info
            what = EQUATION + equation.slug
            place = (page.source.path, function.dotted, what, link.role)
            held.append(self._held(place, link.anchor, reference, span, function.scope))
        if not held:
            return None
        return Subject(
            page, equation.slug, function, equation.fence.span, _distinct(held), is_faulty
        )

    def prose(
        self,
        page: Page,
        link: Link,
        anchor: Anchor,
        function: Anchor | None,
        scope: str,
        is_faulty: bool = False,
    ) -> Subject:
        """A `code:` link and what it names.

        Args:
            scope: Function or module that the link was looked up in.
        """
        place = (page.source.path, function.dotted if function else NONE, PROSE, NONE)
        held = self._held(place, anchor, link.target, link.target_span, scope)
        return Subject(page, link.target, function, link.span, (held,), is_faulty)

    def concept(
        self, page: Page, section: Concept, function: Anchor, is_faulty: bool = False
    ) -> Subject:
        """The function of a concept, whole, with all functions and constants that it leads to."""
        span = section.block.argument_span
        place = (page.source.path, function.dotted, CONCEPT, NONE)
        held = [self._held(place, function, function.dotted, span, "")]
        definition = definition_of(self.index.module_at(function.path), function)
        place = (page.source.path, function.dotted, CALLS, NONE)
        called = self.callees.reached(definition) if definition else {}
        for dotted, definitions in called.items():
            digest = definition_fingerprint(definitions)
            anchor = definition_anchor(definitions[0], dotted).anchor
            held.append(Held(Record(*place, dotted, "", digest), anchor, span))
        read = self.callees.read(definition) if definition else {}
        for constant in read.values():
            held.append(_constant(place, constant, span))
        return Subject(page, function.function, function, section.span, tuple(held), is_faulty)

    def _held(
        self,
        place: tuple[str, str, str, str],
        anchor: Anchor,
        reference: str,
        span: Span,
        scope: str,
    ) -> Held:
        module = self.index.module_at(anchor.path)
        name = anchor_name(module, anchor, reference)
        nth = self._nth(anchor, scope)
        node = anchor_node(module, anchor)
        write: Callable[[], str] = str
        if isinstance(node, ast.Module):
            digest = names_fingerprint(module)
        elif anchor.kind in ("function", "class"):
            digest = fingerprint(node)
        else:
            digest, write = head_fingerprint(node), lambda: head_code(node)
        return Held(Record(*place, name, nth, digest), anchor, span, write)

    def _nth(self, anchor: Anchor, scope: str) -> str:
        """`2/3` where the reference says which of identical statements it means."""
        search = Search(self.index, anchor.reference)
        if search.nth is None:
            return ""
        at = (anchor.path, anchor.region)
        for where in (scope, anchor.scope):
            try:
                found = Search(self.index, anchor.reference).candidates(where)
            except Fault:
                continue
            places = [(each.path, each.region) for each in found]
            if at in places:
                return f"{places.index(at) + 1}/{len(places)}"
        return f"{search.nth}/{search.nth}"


def _constant(place: tuple[str, str, str, str], constant: Constant, span: Span) -> Held:
    """A value of a module or class that a function reads, with all that binds it."""
    first = constant.statements[0]
    anchor = statement_anchor(constant.module, constant.owner, first, constant.dotted).anchor
    digest = statements_fingerprint(constant.statements)
    return Held(
        Record(*place, constant.dotted, "", digest),
        anchor,
        span,
        lambda: "; ".join(map(head_code, constant.statements)),
    )


def anchor_name(module: Module, anchor: Anchor, reference: str) -> str:
    """`model.ffn.Z` of `Z`, `ffn.Z` and `model.ffn.Z`: the function once, then what is in it."""
    holder = anchor.dotted
    if anchor.twin:
        # Definitions of one name are told apart by their order.
        lines = [
            each.statement.lineno for each in module.definitions if each.qualname == anchor.function
        ]
        holder = f"{holder}@{lines.index(anchor.twin) + 1}"
    if anchor.kind in ("module", "class", "function"):
        return holder
    for name in _endings(anchor.dotted):
        if reference.startswith(f"{name}."):
            return f"{holder}.{reference[len(name) + 1 :]}"
    return f"{holder}.{reference}"


def _endings(dotted: str) -> Iterator[str]:
    """`a.b.c`, `b.c`, `c`."""
    while dotted:
        yield dotted
        dotted = dotted.partition(".")[2]


def _distinct(held: list[Held]) -> tuple[Held, ...]:
    """One record of each link; several statements by one name are numbered."""
    taken: Counter[Key] = Counter()
    found: list[Held] = []
    for each in held:
        taken[each.record.key] += 1
        count = taken[each.record.key]
        name = each.record.anchor + (f" ({count})" if count > 1 else "")
        found.append(replace(each, record=replace(each.record, anchor=name)))
    return tuple(found)
