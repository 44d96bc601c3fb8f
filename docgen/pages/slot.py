"""A place on a page that is left open while the host reads the Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from docgen.pages.assemble import Draft, PageDraft
from docgen.pages.cards import render_page_cards
from docgen.pages.render import loose_findings, plain_draft, render_draft
from docgen.views.findings import plain_findings, render_findings
from docgen.views.parts import EquationPart, FindingsPart


@dataclass
class Slot:
    """A place on a page and what belongs there; made when it is asked for, and not kept.

    Without a draft it is the place for findings that no block of the page shows, or that of the
    cards that end it.
    """

    key: str
    page: PageDraft
    draft: Draft | None
    is_end: bool = False

    def render(self) -> str:
        """The HTML that belongs there, made anew."""
        return self.page.context.targets.fill(self._render())

    def _render(self) -> str:
        if self.is_end:
            return render_page_cards(self.page)
        if self.draft is not None:
            return render_draft(self.page, self.draft)
        return render_findings(FindingsPart(tuple(loose_findings(self.page))))

    def plain(self) -> str:
        """The same as text, for a search index."""
        if self.is_end:
            return ""
        if self.draft is not None:
            return plain_draft(self.page, self.draft)
        return plain_findings(FindingsPart(tuple(loose_findings(self.page))))

    @property
    def html_id(self) -> str:
        """The id of an equation, which the slot bears; else empty."""
        part = self.draft.part if self.draft else None
        own = self.draft.html_id if self.draft else ""
        return part.html_id if isinstance(part, EquationPart) else own
