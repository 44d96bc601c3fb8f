"""The block `notes`: what a document of the project holds, and where the site cites it.

It becomes Markdown, so that the host resolves and checks the links to other pages.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from docgen.diagnostics import Fault, suggest
from docgen.markup.page import Block, Fence
from docgen.notes.document import Entry
from docgen.pages.citation import all_cited
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.indexes import MarkdownPart, Markup, page_title
from docgen.pages.inline import render_unlinked
from docgen.views.escape import code, escape

_HEAD = "| Place, label | Page | Cited on the site by |\n|---|---|---|\n"


def assemble_notes(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], MarkdownPart]:
    """Every section and every equation of a document with its page and what cites it.

    Raises:
        UnresolvedError: The document is not declared or could not be compiled; that is reported.
    """
    del concept
    key = _document(context, block)
    shelf = context.site.shelf
    document = shelf.documents.get(key) if shelf is not None else None
    if document is None:
        raise UnresolvedError

    def finish() -> MarkdownPart:
        citing: dict[Entry, dict[str, tuple[str, str]]] = {}
        for other, item, entry in all_cited(context.site, key):
            link = _citing(context, other, item)
            if link is not None:
                citing.setdefault(entry, {})[link[0]] = link[1]
        path = _path(context, f"{context.settings.docs}/{context.settings.notes[key].pdf}")
        pieces: list[str | Markup] = [_HEAD]
        for entry in document.entries:
            if not entry.number:
                continue
            page = f"[p. {entry.page}]({path}#page={entry.sheet})"
            label = f"<br>{code(entry.label)}" if entry.label else ""
            pieces += ["| ", Markup(_name(entry) + label), f" | {page} | "]
            pieces += _links(citing.get(entry, {}))
            pieces.append(" |\n")
        return MarkdownPart(tuple(pieces))

    return finish


def _document(context: PageContext, block: Block) -> str:
    declared = sorted(context.settings.notes)
    option = block.options.option("source")
    if option is None and len(declared) == 1:
        return declared[0]
    if option is not None and option.value in declared:
        return option.value
    if option is None:
        if declared:
            raise context.missing(block, "source", declared[0])
        span, near = block.name_span, None
        message = "`notes` has no document to show: the settings declare none"
    else:
        span, near = option.value_span, suggest(option.value, declared)
        message = f"`{option.value[:40]}` is no document of [tool.docgen.notes]"
    advice = 'declare it: [tool.docgen.notes.notes] file = "docs/notes/main.typ"'
    fault = Fault("unknown-reference", message, help=f"did you mean `{near}`?" if near else advice)
    context.fault(fault, span)
    raise UnresolvedError


def _name(entry: Entry) -> str:
    place = str(entry.parts[0] if entry.kind == "section" else entry.parts[-2])
    if entry.kind != "section":
        return escape(place)
    return f"<strong>{escape(f'{place} {entry.title}')}</strong>"


def _links(citing: dict[str, tuple[str, str]]) -> list[str | Markup]:
    """Links under each other; where titles are the same, each with the title of its page."""
    titles = [title for title, _ in citing.values()]
    pieces: list[str | Markup] = []
    for target, (title, page) in citing.items():
        pieces += [Markup("<br>")] if pieces else []
        where = f" ({page})" if titles.count(title) > 1 else ""
        pieces += ["[", Markup(title), f"{where}]({target})"]
    return pieces


def _citing(
    context: PageContext, other: PageContext, item: Block | Fence
) -> tuple[str, tuple[str, str]] | None:
    """The address of what cites, an equation or the head of a concept; its title and its page's."""
    draft = context.site.pages[other.page.source.path]
    path = _path(context, other.page.source.path)
    if isinstance(item, Fence):
        for equation, _ in draft.equations:
            if equation.fence is item:
                title = render_unlinked(equation.title, other, is_marked=False)
                return f"{path}#{equation.html_id}", (title, page_title(other))
        return None
    for one in draft.drafts:
        if one.item is item and one.concept is not None:
            target = f"{path}#{one.html_id}" if one.html_id else path
            return target, (escape(one.concept.title or item.argument), page_title(other))
    return None


def _path(context: PageContext, other: str) -> str:
    here = posixpath.dirname(context.page.source.path)
    return posixpath.relpath(other, here or ".")
