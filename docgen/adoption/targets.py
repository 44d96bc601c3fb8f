"""Links with line numbers in their targets: to files of the project and to source hosts.

`[the sum](https://github.com/o/r/blob/main/ops.py#L10-L12)` is a reference to the lines 10 to 12
whose link text stays when an anchor is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from docgen.adoption.reference import Edit, HostLink, Reference
from docgen.adoption.sentence import code_spans
from docgen.text import SourceText, Span

_URL = re.compile(r"(?P<url>https?://[^\s<>()\[\]\"'`|#]+)#(?P<lines>[\w.:%-]*\d)")
_LINES = re.compile(
    r"(?:lines-|L|[\w.%-]+\.\w+-)(?P<first>\d+)(?:C\d+)?(?:[-:]L?(?P<last>\d+)(?:C\d+)?)?"
)
_PAGE = re.compile(
    r"https?://(?:[^/@]+@)?(?P<repo>[^/]+/.+?)"
    r"(?:/-/(?:blob|blame)/|/(?:blob|blame)/|/src/(?:branch/|commit/|tag/)?)(?P<rest>[^?]+)(?:\?.*)?"
)
_LINK = re.compile(
    r"\[(?P<text>(?:[^\[\]\\\n]|\\.|\n(?![ \t]*\n)|\[[^\[\]]*\])*)\]"
    r"\(\s*(?P<target><[^<>\n]*>|[^\s<>()]+)"
)
_LOCAL = re.compile(r"(?P<path>[^\s#?:]+\.\w+)#L(?P<first>\d+)(?:-L?(?P<last>\d+))?")
_DEFINITION = re.compile(r"[ \t]*\[[^\]]+\]:[ \t]*<?$")


@dataclass(frozen=True, slots=True)
class InlineLink:
    """`[text](target)`; the span of the target has its angle brackets."""

    span: Span
    text: Span
    target: Span


def inline_links(source: SourceText, hidden: Sequence[Span]) -> list[InlineLink]:
    """The links of a page outside of some parts of it."""
    found = []
    for match in _LINK.finditer(source.text):
        if _is_outside(match.start(), hidden):
            end = source.text.find(")", match.end())
            whole = Span(match.start(), end + 1 if end >= 0 else match.end())
            found.append(InlineLink(whole, Span(*match.span("text")), Span(*match.span("target"))))
    return found


def host_references(
    source: SourceText, hidden: Sequence[Span], links: Sequence[InlineLink]
) -> list[Reference]:
    """Links to source hosts with lines, in links, between angle brackets, bare or in code."""
    found: list[Reference] = []
    for match in _URL.finditer(source.text):
        lines, page = _LINES.fullmatch(match["lines"]), _PAGE.fullmatch(match["url"])
        if lines is None or page is None or not _is_outside(match.start(), hidden):
            continue
        first = int(lines["first"])
        host = HostLink(page["repo"].lower(), unquote(page["rest"]))
        edit, refusal = _edit(source, Span(*match.span()), host, links)
        found.append(
            Reference(
                "host-link",
                Span(*match.span()),
                match[0],
                "",
                first,
                int(lines["last"] or first),
                edit,
                refusal,
                host,
            )
        )
    return found


def local_references(source: SourceText, links: Sequence[InlineLink]) -> list[Reference]:
    """Links such as `[the sum](../ops.py#L10)`."""
    found: list[Reference] = []
    for link in links:
        written = source.slice(link.target).strip("<>")
        match = _LOCAL.fullmatch(written)
        if match:
            first = int(match["first"])
            last = int(match["last"] or first)
            start = link.target.start + source.slice(link.target).index(written)
            span = Span(start, start + len(written))
            path = unquote(match["path"])
            found.append(Reference("link", span, written, path, first, last, Edit(link.target)))
    return found


def fold_texts(found: Iterable[Reference], links: Sequence[InlineLink]) -> list[Reference]:
    """Join a number in the text of a link with that of its target; both mean one place.

    A number in the text of any other link stays a reference of its own that no link can replace.
    """
    references = sorted(found, key=lambda each: each.span)
    targets = {
        link: each
        for link in links
        for each in references
        if link.target.start <= each.span.start < link.target.end
    }
    for link in links:
        inner = [each for each in references if _within(each.span, link.text)]
        outer = targets.get(link)
        for each in inner:
            references.remove(each)
            is_same = outer is not None and _means_same(each, outer)
            is_whole = each.edit is not None and each.edit.span == link.text
            if outer is not None and is_same and is_whole:
                references[references.index(outer)] = replace(
                    outer, edit=Edit(link.span, each.edit.text if each.edit else "")
                )
                continue
            refusal = "it stands in the text of a link"
            references.append(replace(each, edit=None, refusal=refusal))
            if outer is not None and outer in references:
                refusal = "the text of the link holds a line number too"
                references[references.index(outer)] = replace(outer, edit=None, refusal=refusal)
    return sorted(references, key=lambda each: each.span)


def _means_same(text: Reference, target: Reference) -> bool:
    path = target.host.rest if target.host else target.path
    is_file = f"/{path}".endswith("/" + text.path.removeprefix("./"))
    return is_file and (text.first, text.last) == (target.first, target.last)


def _edit(
    source: SourceText, span: Span, host: HostLink, links: Sequence[InlineLink]
) -> tuple[Edit | None, str]:
    shown = f"`{host.rest.rpartition('/')[2]}`"
    text = source.text
    for link in links:
        if _within(span, link.target):
            return Edit(link.target), ""
        if _within(span, link.text):
            return None, "it stands in the text of a link"
    begin = text.rfind("\n", 0, span.start) + 1
    if _DEFINITION.fullmatch(text, begin, span.start):
        return None, "it is a reference definition; write the link at its place"
    for first, last in code_spans(text, span.start, span.end):
        if text[first:last].strip("`").strip() == source.slice(span):
            return Edit(Span(first, last), shown), ""
        return None, "it stands in code together with other text"
    before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
    if before == "<" and after == ">":
        return Edit(Span(span.start - 1, span.end + 1), shown), ""
    if before in tuple("\"'=("):
        return None, "it stands in an attribute or in brackets"
    return Edit(span, shown), ""


def _is_outside(at: int, hidden: Sequence[Span]) -> bool:
    return not any(span.start <= at < span.end for span in hidden)


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end
