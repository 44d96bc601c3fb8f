"""The Markdown extension: puts what a project checked where its pages say.

Blocks, `math` fences, `$...$` and `code:` links are found by the one scanner and replaced by slots
before Markdown reads the text; `place` fills the slots.
"""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as etree
from dataclasses import replace
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from docgen.markup.page import Block, Fence, InlineMath, Item, Link, Page
from docgen.markup.scan import scan
from docgen.markup.sections import concepts
from docgen.pages.assemble import Draft, PageDraft
from docgen.pages.cards import has_cards
from docgen.pages.cells import cell_codes
from docgen.pages.indexes import MarkdownPart
from docgen.pages.inline import show_targets
from docgen.pages.render import loose_findings
from docgen.pages.slot import Slot
from docgen.pages.targets import Targets
from docgen.project import Project
from docgen.text import TAB_WIDTH, SourceText, Span
from docgen.views.tie import tie_formulas

BLOCK_TOKEN = re.compile("\ue0d0(\\d+)\ue0d1")
INLINE_TOKEN = "\ue0d2(\\d+)\ue0d3"
LOST_LINK = re.compile(r'<a href="(?P<scheme>code|value):[^"]*"(?P<rest>[^>]*>)')
LOST_TOKEN = re.compile("[\ue0d0\ue0d2](\\d+)[\ue0d1\ue0d3]")
SLOT = re.compile(
    r'<(?P<tag>div|span) class="dg-slot"(?P<before>[^>]*?) data-dg="(?P<key>[0-9a-f]+-\d+)"'
    r"(?P<after>[^>]*)>(?P<plain>[^<]*)</(?P=tag)>"
)


class DocgenExtension(Extension):
    """Renders the pages of one project.

    Attributes:
        project: Loaded project; opened from `root` at the first page if a host gave none.
        path: Page that is being rendered, from the docs folder; found by its text if empty.
        drafts: Path of a page → its draft as it was rendered.
    """

    def __init__(self, **options: Any) -> None:
        self.config = {
            "root": [".", "Folder that holds pyproject.toml"],
            "late": [False, "Leave the slots to the host, which calls `place` itself"],
        }
        self.project: Project | None = options.pop("project", None)
        self.path = ""
        self.page_key = ""
        self.current = ""
        self.count = 0
        self.slots: dict[str, Slot] = {}
        self.draft: PageDraft | None = None
        self.drafts: dict[str, PageDraft] = {}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register a step at each of Markdown's stages that docgen needs."""
        # After snippets (32), so that what they insert is checked; before tabs are changed (30).
        md.preprocessors.register(_Slots(md, self), "docgen", 31)
        md.parser.blockprocessors.register(_BlockSlot(md.parser, self), "docgen", 200)
        md.inlinePatterns.register(_InlineSlot(INLINE_TOKEN, md, self), "docgen", 200)
        md.postprocessors.register(_Lost(md, self), "docgen-lost", 2)
        show_targets(md, lambda: self.draft.context.targets if self.draft else Targets())
        # Not a postprocessor: those are run on every heading, too.
        md.treeprocessors.register(_End(md, self), "docgen-end", -10)
        if not self.getConfig("late"):
            md.postprocessors.register(_Place(md, self), "docgen", 1)

    def place(self, html: str) -> str:
        """Fill the slots of a page, or of a whole HTML document."""
        return tie_formulas(SLOT.sub(self._fill, html))

    def _fill(self, match: re.Match[str]) -> str:
        slot = self.slots.get(match["key"])
        if slot is None:
            return match[0]
        if slot.is_end:
            return slot.render()
        tag, attributes = match["tag"], (match["before"] + match["after"]).strip()
        name = "dg-block" if tag == "div" else "dg-inline"
        extra = f" {attributes}" if attributes else ""
        return f'<{tag} class="{name}"{extra}>{slot.render()}</{tag}>'

    def loaded(self) -> Project:
        """The project; opened and checked at the first call where no host gave one."""
        if self.project is None:
            self.project = Project.open(Path(self.getConfig("root")).resolve())
            self.project.counts = True
            self.project.load()
        return self.project

    def page_path(self, text: str) -> str:
        """The page of the project that a text belongs to: the host's word, else equal text."""
        if self.path:
            return self.path
        for path, draft in self.loaded().pages.items():
            source, front = draft.page.source.text, draft.page.front.span.end
            if text.strip() in (source.strip(), source[front:].strip()):
                return path
        return ""

    def slot(self, page: PageDraft, draft: Draft | None, is_end: bool = False) -> int:
        """A new slot of a page; its number is unique on the page."""
        number = self.count
        self.count += 1
        key = f"{self.current}-{number}"
        self.slots[key] = Slot(key, page, draft, is_end)
        return number

    def begin(self, draft: PageDraft) -> None:
        """Start a page: slots that it has from an earlier rendering are dropped."""
        self.draft = draft
        path = draft.page.source.path
        self.current = hashlib.sha256(path.encode()).hexdigest()[:8]
        self.drafts[path] = draft
        self.count = 0


class _Slots(Preprocessor):
    """Replaces what docgen renders by tokens, and appends the parts that concepts get."""

    def __init__(self, md: Markdown, extension: DocgenExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        project = self.extension.loaded()
        path = self.extension.page_path(text)
        source = SourceText(f"{project.settings.docs}/{path}", text)
        rendered = scan(source)
        draft = project.reconcile(path, rendered)
        self.extension.page_key = path
        self.extension.begin(draft)
        return self._replace(text, rendered, draft).split("\n")

    def _replace(self, text: str, rendered: Page, draft: PageDraft) -> str:
        edits = _edits(rendered, draft, self.extension)
        edits += _additions(rendered, draft, self.extension)
        out: list[str] = []
        at = 0
        for span, replacement in sorted(edits, key=lambda edit: (edit[0].start, edit[0].end)):
            if span.start < at:
                continue
            out += [text[at : span.start], replacement]
            at = span.end
        out.append(text[at:])
        body = "".join(out)
        if loose_findings(draft):
            number = self.extension.slot(draft, None)
            body = f"{_block_token(number)}\n\n{body}"
        return body


def _block_token(number: int) -> str:
    return f"\ue0d0{number}\ue0d1"


def _edits(rendered: Page, draft: PageDraft, extension: DocgenExtension) -> list[tuple[Span, str]]:
    """Replacements of the items that docgen renders; an item inside of another falls away."""
    edits: list[tuple[Span, str]] = []
    covered = -1
    for item, entry in zip(rendered.items, draft.drafts, strict=True):
        if item.span.start < covered or not _is_rendered(item):
            continue
        if isinstance(entry.part, MarkdownPart):
            edits.append((item.span, _markdown(entry.part, draft, entry, extension)))
            covered = item.span.end
            continue
        number = extension.slot(draft, entry)
        if isinstance(item, Block | Fence):
            edits.append(_block_edit(rendered.source.text, item, number))
        else:
            edits.append((item.span, f"\ue0d2{number}\ue0d3"))
        covered = item.span.end
    for code in cell_codes(rendered, draft):
        edits.append((code.span, f"\ue0d2{extension.slot(draft, code.draft)}\ue0d3"))
    return edits


def _markdown(part: MarkdownPart, page: PageDraft, entry: Draft, extension: DocgenExtension) -> str:
    """A table that the host's Markdown reads; HTML inside of it stands in slots."""
    made = []
    for piece in part.pieces:
        if isinstance(piece, str):
            made.append(piece)
        elif piece.html:
            inner = replace(entry, part=piece)
            made.append(f"\ue0d2{extension.slot(page, inner)}\ue0d3")
    return "".join(made)


def _is_rendered(item: Item) -> bool:
    """Whether a slot stands for the item; what is inside of a block is drawn with the block."""
    if isinstance(item, InlineMath | Link) and item.within_block:
        return False
    if isinstance(item, Fence):
        return item.language == "math"
    if isinstance(item, Link):
        return item.kind in ("code", "value")
    return isinstance(item, Block | InlineMath)


def _block_edit(text: str, item: Block | Fence, number: int) -> tuple[Span, str]:
    """The token on a line of its own, at the indentation of what it stands for.

    Blank lines are added where there are none: two of them would end a footnote.
    """
    start = item.span.start
    if isinstance(item, Fence) and item.title_span is not None:
        start = item.title_span.start
    line_start = text.rfind("\n", 0, start) + 1
    indent = text[line_start:start]
    above, below = _line_above(text, line_start), _line_below(text, item.span.end)
    if not indent.strip():
        open_, close = "\n" * bool(above.strip()), "\n" * bool(below.strip())
        return Span(line_start, item.span.end), f"{open_}{indent}{_block_token(number)}{close}"
    if indent.strip(" \t>"):
        return Span(start, item.span.end), f"{_block_token(number)}\n"
    # In a quote the blank lines are the quote's own, but for those at its edges.
    mark = indent.rstrip()
    quoted = [line.lstrip().startswith(">") for line in (above, below)]
    blank = [not line.strip(" \t>") for line in (above, below)]
    open_ = "" if blank[0] else f"{mark}\n" if quoted[0] else "\n"
    close = "" if blank[1] else f"\n{mark}" if quoted[1] else "\n"
    return Span(line_start, item.span.end), f"{open_}{indent}{_block_token(number)}{close}"


def _line_above(text: str, line_start: int) -> str:
    return text[:line_start].removesuffix("\n").rpartition("\n")[2]


def _line_below(text: str, end: int) -> str:
    """The line below the one that ends at `end`, or what is left of that one."""
    rest, _, below = text[end:].partition("\n")
    return rest if rest.strip() else below.partition("\n")[0]


def _additions(
    rendered: Page, draft: PageDraft, extension: DocgenExtension
) -> list[tuple[Span, str]]:
    """Headings and slots of the standard parts, at the end of each concept's section."""
    sections, _ = concepts(rendered)
    edits: list[tuple[Span, str]] = []
    for facts, section in zip(draft.concepts, sections, strict=True):
        text = ""
        for addition in draft.additions:
            if addition.concept is facts:
                number = extension.slot(draft, addition.draft)
                head = "#" * min(addition.level, 6)
                text += f"\n\n{head} {addition.title}\n\n{_block_token(number)}\n\n"
        if text:
            edits.append((Span(section.span.end, section.span.end), text))
    return edits


class _BlockSlot(BlockProcessor):
    """Makes an element of a block token, so that ids are real at once."""

    def __init__(self, parser: Any, extension: DocgenExtension) -> None:
        super().__init__(parser)
        self.extension = extension

    def test(self, parent: etree.Element, block: str) -> bool:
        # A token further right belongs to the list item, tab or box around it: that comes first.
        indent = len(block.lstrip("\n")) - len(block.lstrip())
        return indent < TAB_WIDTH and BLOCK_TOKEN.fullmatch(block.strip()) is not None

    def run(self, parent: etree.Element, blocks: list[str]) -> None:
        match = BLOCK_TOKEN.fullmatch(blocks.pop(0).strip())
        assert match is not None
        element = etree.SubElement(parent, "div")
        _fill_element(element, self.extension, int(match[1]))


class _InlineSlot(InlineProcessor):
    """Makes an element of an inline token."""

    def __init__(self, pattern: str, md: Markdown, extension: DocgenExtension) -> None:
        super().__init__(pattern, md)
        self.extension = extension

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[etree.Element, int, int]:
        element = etree.Element("span")
        _fill_element(element, self.extension, int(m[1]))
        return element, m.start(0), m.end(0)


def _fill_element(element: etree.Element, extension: DocgenExtension, number: int) -> None:
    slot = extension.slots[f"{extension.current}-{number}"]
    element.set("class", "dg-slot")
    if slot.html_id:
        element.set("id", slot.html_id)
    element.set("data-dg", slot.key)
    element.text = AtomicString(slot.plain())


class _Lost(Postprocessor):
    """Reports items for whose token Markdown made no element; they would be missing unnoticed."""

    def __init__(self, md: Markdown, extension: DocgenExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        return LOST_LINK.sub(self._unlinked, LOST_TOKEN.sub(self._report, text))

    def _unlinked(self, match: re.Match[str]) -> str:
        """A link that Markdown read and docgen did not; the scanner reports each of these."""
        page = self.extension.loaded().pages.get(self.extension.page_key)
        findings = page.findings if page else []
        is_reported = any(f"`{match['scheme']}:`" in each.message for each in findings)
        return f"<a{match['rest']}" if is_reported else match[0]

    def _report(self, match: re.Match[str]) -> str:
        slot = self.extension.slots.get(f"{self.extension.current}-{match[1]}")
        if slot is not None and slot.draft is not None:
            project = self.extension.loaded()
            project.report_unplaced(self.extension.page_key, slot.page, slot.draft.item)
        return ""


class _End(Treeprocessor):
    """Puts the slot of the cards behind all that the page says."""

    def __init__(self, md: Markdown, extension: DocgenExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: etree.Element) -> None:
        draft = self.extension.draft
        if draft is not None and has_cards(draft):
            number = self.extension.slot(draft, None, is_end=True)
            _fill_element(etree.SubElement(root, "div"), self.extension, number)


class _Place(Postprocessor):
    """Fills the slots where no host does it later."""

    def __init__(self, md: Markdown, extension: DocgenExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        return self.extension.place(text)
