"""A checked page as a list of claims: each equation, table, block and reference, one by one.

The equation *Widen* of `ffn_forward` is the claim `ffn_forward.widen`, a link to code in line 45
the claim `code:Z@45`; every finding of the page belongs to exactly one claim, the last of which,
`other`, has what belongs to no part of the page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from docgen.diagnostics import Finding
from docgen.markup.page import Block, Fence, Item, Link, Table
from docgen.pages.assemble import Draft, PageDraft
from docgen.text import Span

OTHER = "other"


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a page says and docgen checks.

    Attributes:
        name: Unique on the page.
        line: Where it stands.
        findings: What speaks against it, warnings included.
    """

    name: str
    line: int
    findings: tuple[Finding, ...]


def page_claims(draft: PageDraft) -> list[Claim]:
    """The claims of a finished page in its order, `other` last."""
    parts = _parts(draft)
    held: list[list[Finding]] = [[] for _ in parts]
    rest: list[Finding] = []
    for finding in sorted(draft.findings, key=lambda one: one.sort_key):
        at = _innermost(draft, finding, [span for _, span in parts])
        (rest if at is None else held[at]).append(finding)
    source = draft.page.source
    claims = [
        Claim(name, source.line_at(span.start), tuple(findings))
        for (name, span), findings in zip(parts, held, strict=True)
    ]
    return [*claims, Claim(OTHER, 1, tuple(rest))]


def _parts(draft: PageDraft) -> list[tuple[str, Span]]:
    """Names and places of what is a claim of its own."""
    ids = {id(equation.fence): equation.id for equation, _ in draft.equations}
    seen: Counter[str] = Counter({OTHER: 1})
    parts: list[tuple[str, Span]] = []
    for entry in draft.drafts:
        item = entry.item
        name = ids.get(id(item)) or _name(entry, draft.page.source.line_at(item.span.start))
        if not name:
            continue
        seen[name] += 1
        unique = f"{name}#{seen[name]}" if seen[name] > 1 else name
        parts.append((unique, _extent(item)))
    return parts


def _name(entry: Draft, line: int) -> str:
    """What a claim that is no equation is called; empty if the item is none."""
    item = entry.item
    if isinstance(item, Block):
        return f"{item.name}@{line}"
    if isinstance(item, Table):
        titles = [cell.text.casefold() for cell in item.header.cells]
        return f"symbols@{line}" if entry.concept and "symbol" in titles else ""
    if isinstance(item, Link):
        kind = "" if item.kind == "anchor" else f"{item.kind}:"
        is_checked = bool(kind) or "#eq-" in item.target
        return f"{kind}{_plain(item.target)}@{line}" if is_checked else ""
    return ""


def _plain(target: str) -> str:
    """A target without what has a meaning in test ids: `::`, and the brackets of parameters."""
    return target.replace("::", ":").translate(str.maketrans("[]", "()"))


def _extent(item: Item) -> Span:
    if isinstance(item, Fence) and item.title_span is not None:
        return Span(item.title_span.start, item.span.end)
    return item.span


def _innermost(draft: PageDraft, finding: Finding, spans: list[Span]) -> int | None:
    """The smallest of the parts that hold the place of a finding."""
    source, place = draft.page.source, finding.place
    if place.path != source.path:
        return None
    at = source.offset(place.line, place.column)
    holding = [number for number, span in enumerate(spans) if span.start <= at < span.end]
    sizes = [span.end - span.start for span in spans]
    return min(holding, key=sizes.__getitem__, default=None)
