"""What docgen can propose for a page is written into it: options, shapes, numbers, rows.

Where `Z = X_n W_1` stands on a page whose table lacks $X_n$ and whose function has the one name
`Xn`, the row ``| $X_n$ | | `Xn` | |`` is added, and then its Shape, which a run has.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from docgen.diagnostics import Finding, Fix
from docgen.drafting.rows import missing_row
from docgen.pages.assemble import PageDraft
from docgen.project import Project
from docgen.text import Span

ROUNDS = 30
"""How often the project is checked anew; every round writes at least one thing."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing that was written: where the page had the fault, and what stands there now."""

    path: str
    line: int
    code: str
    text: str


@dataclass(frozen=True)
class Filled:
    """Pages with what could be proposed.

    Attributes:
        texts: Path of each page that changed, from the root → its text.
        edits: In the order in which they were made.
        findings: What is left on the pages.
    """

    texts: dict[str, str]
    edits: tuple[Edit, ...]
    findings: tuple[Finding, ...]


def fill(project: Project, pages: Collection[str] = ()) -> Filled:
    """Write what can be proposed, check again, and so on until nothing more can be.

    Args:
        pages: Paths from the docs folder; none for all.
    """
    texts: dict[str, str] = {}
    edits: list[Edit] = []
    tried: set[tuple[str, str]] = set()
    for _ in range(ROUNDS):
        project.load(texts=texts)
        chosen = {
            path: draft for path, draft in project.pages.items() if not pages or path in pages
        }
        made = [edit for draft in chosen.values() for edit in _write(draft, texts, tried)]
        if not made:
            break
        edits += made
    left = tuple(project.concerning(chosen) if pages else project.findings)
    return Filled(texts, tuple(edits), left)


def _write(draft: PageDraft, texts: dict[str, str], tried: set[tuple[str, str]]) -> list[Edit]:
    """The edits of one round on one page; `texts` gets its new text."""
    path = draft.page.source.path
    fixes: list[tuple[Fix, Finding]] = []
    for finding in draft.findings:
        fix = finding.fix if finding.place.path == path else None
        if fix is None and finding.code == "unbound-symbol" and finding.place.path == path:
            fix = missing_row(draft, finding)
        key = (path, f"{fix.text}@{_context(draft, fix.span)}") if fix is not None else ("", "")
        # What was written once and did not help is not written again.
        if fix is None or key in tried or _meets(fix.span, fixes):
            continue
        # The letters of a Shape follow from those that are written already.
        if finding.code == "shape-mismatch" and any(one.code == finding.code for _, one in fixes):
            continue
        tried.add(key)
        fixes.append((fix, finding))
    text = draft.page.source.text
    for fix, _ in sorted(fixes, key=lambda one: one[0].span.start, reverse=True):
        text = text[: fix.span.start] + fix.text + text[fix.span.end :]
    if fixes:
        texts[path] = text
    return [
        Edit(path, finding.place.line, finding.code, " ".join(fix.text.split()))
        for fix, finding in fixes
    ]


def _context(draft: PageDraft, span: Span) -> str:
    """The text just before a span, by which it is known again after other edits."""
    return draft.page.source.text[max(span.start - 80, 0) : span.start]


def _meets(span: Span, fixes: list[tuple[Fix, Finding]]) -> bool:
    """Whether a span overlaps one that is changed already; two insertions at one place do too."""
    return any(span.start <= fix.span.end and fix.span.start <= span.end for fix, _ in fixes)


def restore(data: bytes, texts: str) -> bytes:
    """The new text with the mark and the line ends of the file that it replaces.

    Raises:
        ValueError: The file has line ends of several kinds.
    """
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    ends = set(re.findall(rb"\r\n|\r|\n", data)) or {b"\n"}
    if len(ends) > 1:
        raise ValueError("the file has line ends of several kinds")
    return mark + texts.encode().replace(b"\n", ends.pop())
