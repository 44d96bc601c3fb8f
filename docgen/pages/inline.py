"""The author's inline Markdown, in places that Python-Markdown does not see: rows and captions.

``the input of `f`, $X_n$`` becomes HTML with `<code>` and `<math>`. Links keep a mark until the
host has resolved them, as it does in sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

from docgen.diagnostics import Fault
from docgen.latex.mathml import set_math
from docgen.markup.page import InlineMath, Item, Link
from docgen.markup.scan import scan
from docgen.pages.context import PageContext
from docgen.pages.targets import Target, Targets
from docgen.text import SourceText
from docgen.views.escape import escape
from docgen.views.reference import render_ref

_TOKEN = "\ue0d6{}\ue0d7"
_TOKENS = re.compile("\ue0d6(\\d+)\ue0d7")
_LINK = re.compile(r"</?a\b[^>]*>")
_SHOWN = re.compile(r"<(?:a|img)\b")
_BRACKET = re.compile(r"[\[<]")
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_ATTRIBUTES = {"a": "href", "img": "src"}
"""Elements whose target a host resolves, with the attribute that holds it."""


def render_inline(text: str, context: PageContext) -> str:
    """HTML of one line of inline Markdown; formulas that cannot be set stay as code.

    The formulas of block rows are checked where the page is scanned, so a fault says nothing here.
    """
    return _render(text, context, True, context.targets) if text else ""


def render_unlinked(text: str, context: PageContext, is_marked: bool = True) -> str:
    """The same without links; an image of the site is left to its words.

    For words within a link, and for those of another page, from where a path leads elsewhere.

    Args:
        is_marked: Whether they stand on their own page, whose symbols have numbers there.
    """
    return _LINK.sub("", _render(text, context, is_marked, None)) if text else ""


def holds_link(text: str, context: PageContext) -> bool:
    """Whether Markdown or docgen reads a link or an image in one line of text."""
    if not _BRACKET.search(text):
        return False
    page = scan(SourceText(context.page.source.path, text))
    return bool(page.links) or bool(_SHOWN.search(_render(text, context, False, Targets())))


def show_targets(md: Markdown, current: Callable[[], Targets]) -> None:
    """Have a host see the targets of docgen's own HTML in the tree, as those of sentences.

    They stand there only while hosts take their steps (0), of which one resolves targets.

    Args:
        current: The targets of the page that is read.
    """
    shown = _Shown(md, current)
    md.treeprocessors.register(shown, "docgen-targets", 4)
    md.treeprocessors.register(_Resolved(md, shown), "docgen-resolved", -5)


def _render(text: str, context: PageContext, is_marked: bool, targets: Targets | None) -> str:
    made: list[str] = []
    rest = text
    for item in reversed(scan(SourceText(context.page.source.path, text)).items):
        html = _replacement(item, context, is_marked, targets)
        if html is not None:
            made.append(html)
            token = _TOKEN.format(len(made) - 1)
            rest = rest[: item.span.start] + token + rest[item.span.end :]
    reader = Markdown()
    reader.references.update(
        {each.name: (each.target, each.title) for each in context.page.references}
    )
    # Behind the step that undoes escapes (0), which knows nothing of marks.
    reader.treeprocessors.register(_Marker(reader, targets), "docgen-targets", -1)
    html = reader.convert(rest).removeprefix("<p>").removesuffix("</p>")
    return _TOKENS.sub(lambda match: made[int(match[1])], html)


def _replacement(
    item: Item, context: PageContext, is_marked: bool, targets: Targets | None
) -> str | None:
    """HTML of a formula or of a link that docgen reads; None for what Markdown reads."""
    if isinstance(item, InlineMath):
        return _set(context, item.latex, is_marked)
    if not isinstance(item, Link) or item.kind == "anchor":
        return None
    text = _render(item.text, context, is_marked, targets)
    ref = context.code_refs.get(context.code_key(item.target))
    if item.kind == "value" or ref is None:
        return text
    return f"{text} ({render_ref(ref)})"


def _set(context: PageContext, latex: str, is_marked: bool) -> str:
    try:
        if is_marked and context.marks is not None:
            return str(context.marks.text(context.concept, latex))
        return set_math(latex, display=False)
    except Fault:
        return f"<code>{escape(latex)}</code>"


class _Marker(Treeprocessor):
    """Marks what the host has to resolve; without targets, such images become their words."""

    def __init__(self, md: Markdown, targets: Targets | None) -> None:
        super().__init__(md)
        self.targets = targets

    def run(self, root: Element) -> None:
        for element in list(root.iter()):
            attribute = _ATTRIBUTES.get(element.tag)
            url = element.get(attribute) if attribute else None
            # Markdown writes the letters of a mail address as numbers, only later.
            if attribute is None or url is None or AMP_SUBSTITUTE in url or _ELSEWHERE.match(url):
                continue
            if self.targets is not None:
                element.set(attribute, self.targets.mark(Target(element.tag, url)))
            elif element.tag == "img":
                words, tail = element.get("alt", ""), element.tail
                element.clear()
                element.tag, element.text, element.tail = "span", words, tail


class _Shown(Treeprocessor):
    def __init__(self, md: Markdown, current: Callable[[], Targets]) -> None:
        super().__init__(md)
        self.current = current
        self.held = Element("div")

    def run(self, root: Element) -> None:
        self.held = Element("div")
        for target in self.current().written:
            SubElement(self.held, target.tag, {_ATTRIBUTES[target.tag]: target.url})
        if len(self.held):
            root.append(self.held)


class _Resolved(Treeprocessor):
    def __init__(self, md: Markdown, shown: _Shown) -> None:
        super().__init__(md)
        self.shown = shown

    def run(self, root: Element) -> None:
        held = self.shown.held
        holder = next((parent for parent in root.iter() if held in parent), None)
        if holder is not None:
            holder.remove(held)
        urls = [element.get(_ATTRIBUTES[element.tag], "") for element in held]
        self.shown.current().resolve(urls)
