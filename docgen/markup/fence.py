"""Code fences, `math` fences among them.

The lines after ```` ```math code="Z" ```` up to the closing backticks are one `Fence`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.diagnostics import Fault, Finding
from docgen.markup.option import read_attributes
from docgen.markup.page import Fence, Options
from docgen.markup.row import Line, dedent
from docgen.markup.schema import MATH_OPTIONS
from docgen.text import SourceText, Span

FENCE_START = re.compile(r"(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)$")
_LANGUAGE = re.compile(r"[ \t]*\{?[ \t]*\.?(?P<language>[^\s{}=\"'`]*)")
_MATH = re.compile(r"[ \t]*\{?[ \t]*\.?math(?![\w.+-])|[ \t]*math[a-z]*=", re.IGNORECASE)
_BOLD = re.compile(r"(?P<mark>\*\*|__)(?=\S)(?P<title>.+?)(?<=\S)(?P=mark)[ \t]*")


@dataclass(frozen=True, slots=True)
class FenceRead:
    """A fence, the index of the line behind it, and what is wrong with it."""

    fence: Fence
    next: int
    findings: list[Finding]


def opens_fence(line: Line) -> re.Match[str] | None:
    """The match of a line that opens a fence; code within one line is none."""
    match = FENCE_START.match(line.body) if line.body[:3] in ("```", "~~~") else None
    if match is None:
        return None
    is_code = match["fence"][0] == "`" and "`" in match["info"]
    return None if is_code and not re.match(r"[ \t]*math\s", match["info"]) else match


def read_title(line: Line) -> tuple[str, Span] | None:
    """Text and place of a line that is only bold."""
    match = _BOLD.fullmatch(line.body)
    if match is None or match["mark"] in match["title"]:
        return None
    return match["title"], line.span


def read_fence(
    source: SourceText,
    lines: Sequence[Line],
    at: int,
    end: int,
    title: tuple[str, Span] | None = None,
) -> FenceRead:
    """Read the fence that opens at a line.

    A fence that is closed nowhere ends before the next blank line, the next fence that opens, or
    the line that leaves its indentation.
    """
    line = lines[at]
    match = opens_fence(line)
    assert match is not None
    found = _LANGUAGE.match(match["info"])
    assert found is not None
    language = found["language"]
    is_math = _MATH.match(match["info"]) is not None
    closing = _closing(lines, at, end, match["fence"], is_math)
    findings: list[Finding] = []
    if closing is None:
        last = _broken_end(lines, at, end)
        findings.append(_unclosed(lines, at, last, match["fence"]).at(source, line.span))
    else:
        last = closing - 1
    options, faults = Options(), []
    info_span = Span(line.start + match.end("fence"), line.span.end)
    if is_math:
        offset = match.end("fence") + found.end()
        rest = line.body.rstrip()[offset:]
        faults = _spelling(found[0].strip(), match["info"])
        findings += [fault.at(source, info_span) for fault in faults]
        if not faults:
            options, wrong = read_attributes(source, rest, line.start + offset, MATH_OPTIONS)
            findings += wrong
    body_span, body = _body(source, lines, at, last, line)
    fence_end = lines[last if closing is None else closing].end
    fence = Fence(
        "math" if is_math else language,
        options,
        body,
        body_span,
        Span(line.start, fence_end),
        line.indent,
        title[0] if title and is_math else "",
        title[1] if title and is_math else None,
        info_span,
    )
    return FenceRead(fence, (last if closing is None else closing) + 1, findings)


def _closing(lines: Sequence[Line], at: int, end: int, fence: str, is_math: bool) -> int | None:
    """The line that closes a fence: as many of its character, indented alike.

    A formula holds no line of backticks, so more of them, or indented more, close it too.
    """
    indent = lines[at].indent
    for index in range(at + 1, end):
        line = lines[index]
        if not line.body:
            continue
        if line.indent < indent and not lines[at].is_beside:
            return None
        body = line.body.rstrip()
        if body == fence and (line.indent == indent or lines[at].is_beside):
            return index
        if is_math and set(body) == {fence[0]} and len(body) >= len(fence):
            return index
        if is_math and opens_fence(line):
            return None
    return None


def _broken_end(lines: Sequence[Line], at: int, end: int) -> int:
    """The last line of a fence that is never closed."""
    last = at
    while last + 1 < end and lines[last + 1].body:
        line = lines[last + 1]
        if line.indent < lines[at].indent or opens_fence(line) or line.body.startswith("///"):
            break
        last += 1
    return last


def _unclosed(lines: Sequence[Line], at: int, last: int, fence: str) -> Fault:
    notes: tuple[str, ...] = ()
    if last + 1 < len(lines) and lines[last + 1].body and lines[last + 1].indent < lines[at].indent:
        notes = ("a line below is indented less than the fence",)
    return Fault(
        "malformed-block",
        "the fence is not closed",
        notes=notes,
        help=f"write {fence} on a line of its own after it, indented alike",
    )


def _spelling(word: str, info: str) -> list[Fault]:
    """Faults of the first line of a `math` fence that is not written the one way."""
    if "`" in info:
        return [
            Fault(
                "malformed-block",
                "a backtick in the first line of a fence",
                help="Markdown then reads no fence; write the option without backticks",
            )
        ]
    if word != "math":
        return [
            Fault(
                "malformed-block",
                f"`{word[:30]}` opens no equation",
                help='write ```math, and options behind it as `key="value"`',
            )
        ]
    return []


def _body(
    source: SourceText, lines: Sequence[Line], at: int, last: int, line: Line
) -> tuple[Span, str]:
    if last == at:
        here = min(line.end + 1, len(source.text))
        return Span(here, here), ""
    span = Span(lines[at + 1].begin, lines[last].end)
    texts = [source.text[each.begin : each.end] for each in lines[at + 1 : last + 1]]
    return span, "\n".join(dedent(text, line.indent) for text in texts)
