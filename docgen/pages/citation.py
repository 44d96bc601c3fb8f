"""`cites:` of a concept and `cites="…"` of an equation: places in papers and in the notes.

`notes#eq:widen` becomes `Derivation notes, Section 4.5, Eq. 51, p. 11` with a link to that page of
the PDF; the figures are those of the compiled document.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from docgen.diagnostics import Fault, Fix, suggest
from docgen.markup.page import Block, Fence, Options
from docgen.notes.document import Document, Entry
from docgen.notes.locator import Part, holds, read_locator, write_locator
from docgen.pages.address import page_address
from docgen.pages.context import PageContext, Site
from docgen.settings import CitedSource
from docgen.text import Span
from docgen.views.parts import Citation

_ITEM = re.compile(r"^(?P<key>[\w-]+)(?:[#,: ]\s*(?P<where>.*))?$")
_LABELLED = re.compile(r"^(?P<name>[\w-]+(?:#(?P<label>[^\s,;]+))?)[\s,:]*(?P<where>.*)$")
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Cited:
    """What one entry of `cites` names.

    Attributes:
        key: The source, as the settings name it.
        entry: Where it stands in a document of the project; None in a paper, of the document as a
            whole, and of one that could not be compiled.
        address: That of the paper; of a document its PDF, from the site's root.
    """

    key: str
    citation: Citation
    entry: Entry | None = None
    address: str = ""


def citations(context: PageContext, options: Options) -> tuple[Citation, ...]:
    """The entries of `cites`, looked up; those that name nothing are reported."""
    found: list[Citation] = []
    for text, span in options.items("cites"):
        try:
            found.append(find_cited(context, text, span).citation)
        except Fault as fault:
            context.fault(fault, span)
    return tuple(found)


def all_cited(site: Site, key: str) -> Iterator[tuple[PageContext, Block | Fence, Entry]]:
    """What the pages cite of a document, in their order; what names nothing is left out."""
    for path in sorted(site.pages):
        context = site.pages[path].context
        for item in context.page.items:
            if not isinstance(item, Block | Fence):
                continue
            for cited in readable_cited(context, item.options):
                if cited.key == key and cited.entry is not None:
                    yield context, item, cited.entry


def readable_cited(context: PageContext, options: Options) -> Iterator[Cited]:
    """The entries of `cites` without those that name nothing, which are reported elsewhere."""
    for text, span in options.items("cites"):
        with suppress(Fault):
            yield find_cited(context, text, span)


def find_cited(context: PageContext, text: str, span: Span) -> Cited:
    """What an entry names.

    Raises:
        Fault: There is no such source or label (`unknown-reference`), or the place that is typed
            is not where it stands (`wrong-locator`).
    """
    settings = context.settings
    match = _ITEM.match(text)
    key = match["key"] if match else text
    if key in settings.notes:
        return _in_document(context, key, text, span)
    source = settings.sources.get(key)
    if source is None:
        declared = sorted({*settings.sources, *settings.notes})
        near = suggest(key, declared)
        raise Fault(
            "unknown-reference",
            f"`{key[:60]}` is no declared source",
            notes=(f"declared: {', '.join(declared) or 'none'}",),
            help=f"did you mean `{near}`?"
            if near
            else f'declare it: [tool.docgen.sources.{key}] title = "..."',
        )
    where = (match["where"] or "").strip() if match else ""
    _compare_known(source, where)
    name = ", ".join(filter(None, (source.authors, source.title, source.year)))
    return Cited(key, Citation(name, where, source.url), address=source.url)


def _document_cited(context: PageContext, key: str, entry: Entry | None) -> Cited:
    """A document, with a link from the page to the page of its PDF."""
    setting = context.settings.notes[key]
    address = f"{setting.pdf}#page={entry.sheet if entry is not None else 1}"
    site, docs = context.site, context.settings.docs
    here = context.page.source.path
    root = page_address(here, f"{docs}/index.md", "", site.has_folders)
    root = root.removesuffix("index.html").removeprefix("./")
    where = entry.locator if entry is not None else ""
    return Cited(key, Citation(setting.title, where, root + address, True), entry, address)


def _in_document(context: PageContext, key: str, text: str, span: Span) -> Cited:
    match = _LABELLED.match(text)
    assert match is not None, "an entry that begins with a name"
    shelf = context.site.shelf
    document = shelf.documents.get(key) if shelf is not None else None
    if document is None:  # why is reported where the document stands
        return Cited(key, Citation(context.settings.notes[key].title, match["where"]))
    typed = read_locator(match["where"])
    entry = _labelled(document, key, match["label"]) if match["label"] else None
    if entry is None and not typed:
        return _document_cited(context, key, None)
    place = _placed(document, key, entry, typed)
    try:
        _compare(match["name"], place, typed)
    except Fault as fault:
        start = span.start + match.start("where")
        if match["label"]:
            fault.fix = Fix(Span(start, start + len(match["where"])), place.locator)
        raise
    return _document_cited(context, key, place)


def _labelled(document: Document, key: str, label: str) -> Entry:
    entry = document.labels.get(label)
    if entry is not None:
        others = [one.locator for one in document.entries if one.label == label]
        if len(others) > 1:
            raise Fault(
                "duplicate-id",
                f"`{key}` has the label `{label[:40]}` at {len(others)} places",
                notes=(f"they are {'; '.join(others[:_NEAR])}",),
                help="give each place in the document a label of its own",
            )
        return entry
    near = difflib.get_close_matches(label, document.labels, n=_NEAR, cutoff=0.4)
    near = near or sorted(document.labels)[:_NEAR]
    listed = ", ".join(f"`{key}#{one}`" for one in near)
    raise Fault(
        "unknown-reference",
        f"`{key}` has no label `{label[:40]}` at a heading, an equation or a figure",
        notes=(f"nearest: {listed}",) if near else ("no heading or equation of it has a label",),
        help=f"did you mean `{key}#{near[0]}`?" if near else f"write one there: <{label}>",
    )


def _placed(document: Document, key: str, entry: Entry | None, typed: tuple[Part, ...]) -> Entry:
    """The entry that the typed parts speak of: what is labelled, or what a section holds."""
    for part in typed:
        if part.kind not in ("equation", "figure", "table"):
            continue
        if entry is not None and entry.kind != "section":
            return entry
        found = document.numbered(part.kind, part.number)
        if found is None or (entry is not None and not holds(found.section, entry.number)):
            where = f"Section {entry.number}" if entry is not None else f"`{key}`"
            held = _held(document, part.kind, entry)
            raise Fault(
                "wrong-locator",
                f"{where} has no {part}",
                notes=(f"it holds {held}",) if held else (),
                help=f"cite the label of what you mean, as in `{key}#label`",
            )
        return found
    if entry is not None:
        return entry
    for part in typed:
        found = document.numbered(part.kind, part.number)
        if found is not None:
            return found
    raise Fault(
        "wrong-locator",
        f"`{key}` has no {write_locator(typed)}",
        help=f"cite the label of what you mean, as in `{key}#label`",
    )


def _held(document: Document, kind: str, entry: Entry | None) -> str:
    """The first and the last number of a kind, in a section or in all of the document."""
    numbers = [
        str(Part(kind, one.number))
        for one in document.entries
        if one.kind == kind and one.number
        if entry is None or holds(one.section, entry.number)
    ]
    if not numbers:
        return ""
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _compare(name: str, place: Entry, typed: tuple[Part, ...]) -> None:
    actual = {part.kind: part.number for part in place.parts}
    for part in typed:
        if part.kind in actual and holds(actual[part.kind], part.number):
            continue
        message = f"`{name}` stands at {place.locator}, not at {part}"
        if not part.kind:
            message = f"`{part}` is no place that docgen can look up in `{name}`"
        raise Fault(
            "wrong-locator",
            message,
            help=f"write `{name}` alone, and docgen fills in {place.locator}"
            if "#" in name
            else f"write {place.locator}",
        )


def _compare_known(source: CitedSource, where: str) -> None:
    """Compare what is typed with what the settings know of the paper's most exact place."""
    typed = read_locator(where)
    known = {read_locator(name): read_locator(value) for name, value in source.locators.items()}
    order = ("equation", "table", "figure", "algorithm", "section")
    for part in sorted(typed, key=lambda one: (*order, "page", "").index(one.kind)):
        others = known.get((part,))
        if others is None:
            continue
        for other in others:
            wrong = next((one for one in typed if one.kind == other.kind), other)
            if wrong.kind and not holds(other.number, wrong.number):
                right = ", ".join(str(other if one.kind == other.kind else one) for one in typed)
                raise Fault(
                    "wrong-locator",
                    f"{part} stands at {write_locator(others)}, not at {wrong}",
                    notes=("so the settings say, under `locators` of the source",),
                    help=f"write {right}",
                )
        return
