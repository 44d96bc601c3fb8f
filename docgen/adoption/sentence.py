"""Line numbers typed in sentences: `transformer.py:143`, and line 143 of `transformer.py`.

What docgen's own scanner finds on a page becomes references, with the words that a link replaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from docgen.adoption.reference import Edit, Form, Reference
from docgen.markup.math import match_code
from docgen.markup.page import LineReference
from docgen.text import SourceText, Span

_FILE = r"(?P<path>(?:[\w.-]+/)*[\w-][\w.-]*\.[A-Za-z]\w*)"
_RANGE = r"(?P<line>\d{1,7})(?:\s?[-\u2013]\s?L?(?P<end>\d{1,7}))?(?!\w)"
_CAPITAL = re.compile(r"\bLines?\s+" + _RANGE + r"\s+(?:of|in)\s+`?(?<![\w/.@\\-])" + _FILE)
_MORE = re.compile(r"\s*(?:,|;|&|/|\+|and|or|to)\s*(?:and\s+|or\s+)?(?:L|lines?\s*)?\d|:\d")


def capital_references(text: str, taken: Iterable[Span]) -> list[LineReference]:
    """`Line 143 of transformer.py` at the start of a sentence, which the scanner leaves out."""
    occupied = list(taken)
    found: list[LineReference] = []
    for match in _CAPITAL.finditer(text):
        span = Span(*match.span())
        if not any(each.start < span.end and span.start < each.end for each in occupied):
            line = int(match["line"])
            end_line = int(match["end"] or line)
            found.append(LineReference(match["path"], line, span, end_line))
    return found


def typed_references(
    source: SourceText, found: Iterable[LineReference], closed: Sequence[tuple[Span, str]]
) -> list[Reference]:
    """References of prose and inline code.

    Args:
        closed: Parts of the page in which no link can be written, and why.
    """
    references = []
    listed = list(found)
    starts = [each.span.start for each in listed]
    for each in listed:
        edit, refusal = _edit(source, each, starts)
        for span, reason in closed:
            if span.start <= each.span.start < span.end:
                edit, refusal = None, reason
        references.append(
            Reference(
                _form(source.slice(each.span)),
                each.span,
                source.slice(each.span),
                each.path,
                each.line,
                each.end_line or each.line,
                edit,
                refusal,
            )
        )
    return references


def _form(text: str) -> Form:
    if "#L" in text:
        return "path#line"
    return "path:line" if re.search(r"`?:\d", text) else "words"


def _edit(
    source: SourceText, found: LineReference, starts: Sequence[int]
) -> tuple[Edit | None, str]:
    """The words that the link replaces: quotes and brackets around them go with them.

    Args:
        starts: Where references start; numbers of the next one do not belong to this one.
    """
    text, start, end = source.text, found.span.start, found.span.end
    shown = f"`{found.path.removeprefix('./')}`"
    for first, last in code_spans(text, start, end):
        inside = text[first:last].strip("`").strip()
        if inside in (text[start:end], found.path):
            start, end = min(start, first), max(end, last)
        else:
            return None, "it stands in code together with other text"
    if "(" in text[start:end]:
        if text[end : end + 1] != ")":
            return None, "the bracket around the number holds more"
        end += 1
    more = _MORE.match(text, end)
    if more and not any(end <= start < more.end() for start in starts):
        return None, "more numbers follow it"
    return Edit(Span(start, end), shown), ""


def code_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Inline code of the lines around a place that touches it, backticks included."""
    at = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    line = text[: stop if stop >= 0 else len(text)]
    spans: list[tuple[int, int]] = []
    while (at := line.find("`", at)) >= 0 and at < end:
        is_code, behind = match_code(line, at)
        if is_code and behind > start:
            spans.append((at, behind))
        at = behind
    return spans
