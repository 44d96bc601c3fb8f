"""Drafted pages become what `docgen.lock` holds of them, and findings where that changed.

An equation, a `code:` link and a concept are a subject each; `check_lock` compares all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from docgen.diagnostics import Fault, Finding
from docgen.markup.page import Link
from docgen.pages.assemble import PageDraft
from docgen.pages.context import ConceptFacts, Site
from docgen.pages.references import linked_code
from docgen.review.compare import Change, change_findings, compare
from docgen.review.lock import Lock, read_lock
from docgen.review.record import Key
from docgen.review.subject import Holder, Subject
from docgen.text import Span


def check_lock(site: Site, drafts: Sequence[PageDraft]) -> list[Finding]:
    """Report on the pages what is not as it was confirmed; nothing where review is not used.

    Returns:
        The faults of the lock itself.
    """
    lock = read_lock(site.settings.root)
    if lock is None:
        return []
    changes = changes_of(site, drafts, lock)
    contexts = {draft.page.source.path: draft.context for draft in drafts}
    for subject, finding in list(change_findings(lock, changes, site.index)):
        contexts[subject.page.source.path].report(finding)
    return list(lock.findings)


def changes_of(site: Site, drafts: Sequence[PageDraft], lock: Lock) -> list[Change]:
    """Every link of the pages that is not as it was confirmed."""
    root = site.settings.root
    read = {draft.page.source.path for draft in drafts}
    return compare(
        lock, subjects_of(site, drafts), lambda page: page not in read and (root / page).is_file()
    )


def subjects_of(site: Site, drafts: Sequence[PageDraft]) -> list[Subject]:
    """What the pages hold that can be confirmed, in their order; links to nothing left out."""
    holder = Holder(site.index)
    return [subject for draft in drafts for subject in _subjects(draft, holder)]


def _subjects(draft: PageDraft, holder: Holder) -> Iterator[Subject]:
    page = draft.page
    found: list[Subject] = []
    for facts in draft.concepts:
        if facts.function is not None:
            section = facts.section
            is_faulty = _has_error(draft, section.span)
            found.append(holder.concept(page, section, facts.function, is_faulty))
    for equation, concept in draft.equations:
        if concept is not None and concept.function is not None:
            is_faulty = _has_error(draft, equation.fence.span)
            tied = holder.equation(page, equation, concept.function, is_faulty)
            found += [tied] if tied is not None else []
    links: dict[Key, Subject] = {}
    for entry in draft.drafts:
        if isinstance(entry.item, Link) and entry.item.kind == "code":
            for subject in _prose(draft, holder, entry.item, entry.concept):
                key = subject.held[0].record.key
                first = links.get(key)
                # A section that links one statement twice is confirmed once.
                links[key] = replace(first, more=(*first.more, subject.span)) if first else subject
    found.extend(links.values())
    yield from sorted(found, key=lambda subject: subject.span.start)


def _prose(
    draft: PageDraft, holder: Holder, link: Link, facts: ConceptFacts | None
) -> Iterator[Subject]:
    context = draft.context
    function = facts.function if facts is not None else None
    scope = function.scope if function is not None else context.module
    try:
        anchor = linked_code(context, facts, link)
    except Fault:
        return  # reported as it is
    is_faulty = _has_error(draft, link.span)
    yield holder.prose(draft.page, link, anchor, function, scope, is_faulty)


def _has_error(draft: PageDraft, span: Span) -> bool:
    """Whether an error is reported inside of a piece of the page.

    Not where it may be known by a baseline, which would then hide what is to be confirmed as well.
    """
    settings = draft.context.settings
    if settings.baseline:
        return False
    source = draft.page.source
    start, end = source.place(span), source.line_at(max(span.end - 1, span.start))
    is_one_line = start.line == end
    for finding in draft.findings:
        place = finding.place
        if settings.weigh(finding).severity != "error" or place.path != source.path:
            continue
        if start.line <= place.line <= end and not (
            is_one_line and not start.column <= place.column < start.end_column
        ):
            return True
    return False
