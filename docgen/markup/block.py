"""docgen's own `///` blocks: options, then a table or a Python fence.

`/// listing`, `    in: ffn_forward`, `///` on three lines are one `Block`. pymdownx reads a block
with a typo as a paragraph; here each typo is a finding or read as it was meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from docgen.diagnostics import Fault, Finding, suggest
from docgen.markup.fence import opens_fence, read_fence
from docgen.markup.html import skip_comment
from docgen.markup.option import check_options, read_bare, read_option
from docgen.markup.page import Block, Fence, Option, Options, Table
from docgen.markup.row import Line
from docgen.markup.schema import OPTIONS, WITH_FENCE, WITH_ROWS
from docgen.markup.table import is_table, read_table
from docgen.text import SourceText, Span

OPENING = re.compile(
    r"(?P<slashes>/{3,})[ \t]*(?P<name>[A-Za-z][\w-]*)"
    r"(?:[ \t]*(?P<bar>\|)[ \t]*(?P<argument>.*?)|[ \t]+(?P<loose>[^|\s].*?))?[ \t]*$"
)
CLOSING = re.compile(r"(?P<slashes>/{3,})[ \t]*$")
_SHORT = re.compile(r"/{1,2}[ \t]*$")


@dataclass
class BlockRead:
    """A block, the index of the line behind it, and what is wrong with it."""

    block: Block
    next: int
    findings: list[Finding]


@dataclass
class _Body:
    """What stands between the options and the closing line."""

    table: Table | None = None
    fence: Fence | None = None
    findings: list[Finding] = field(default_factory=list)


def read_block(
    source: SourceText,
    lines: Sequence[Line],
    at: int,
    end: int,
    outer: frozenset[int],
    base: int,
    known: str,
) -> BlockRead:
    """Read the block that opens at a line.

    Args:
        source: The page.
        lines: Its lines.
        at: Index of the opening line.
        end: Index behind the last line that may belong to it.
        outer: Numbers of slashes that close blocks around it.
        base: Columns at which the content of the place starts that the block stands in.
        known: The block's name in `OPTIONS`, where the page misspells it.
    """
    opening = OPENING.match(lines[at].body)
    assert opening is not None
    slashes = len(opening["slashes"])
    findings: list[Finding] = []
    name_span = lines[at].part(opening, "name")
    argument, argument_span = _argument(source, lines[at], opening, findings)
    closing, last = _find_end(lines, at, end, slashes, outer, base)
    entries, first = _read_options(source, lines, at + 1, last, known, findings)
    if closing is None:
        last = _broken_end(lines, first, last)
        fault = Fault(
            "malformed-block",
            f"`{known}` is not closed",
            help=f"write `{opening['slashes']}` on a line of its own after it",
        )
        findings.append(fault.at(source, name_span))
    else:
        findings += _check_closing(source, lines[closing], slashes)
    body = _read_body(source, lines, first, last, known, entries)
    findings += body.findings
    findings += check_options(source, known, entries, OPTIONS[known])
    ending = lines[last if closing is not None else max(last - 1, at)].end
    body_start = lines[first - 1].end
    block = Block(
        known,
        argument,
        argument_span,
        Options(tuple(entries)),
        body.table.rows if body.table else (),
        body.fence,
        Span(body_start, max(body_start, lines[last - 1].end)),
        Span(lines[at].start, ending),
        lines[at].indent,
        name_span,
        body.table,
    )
    return BlockRead(block, last + (closing is not None), findings)


def _argument(
    source: SourceText, line: Line, opening: re.Match[str], findings: list[Finding]
) -> tuple[str, Span]:
    if opening["loose"]:
        span = line.part(opening, "loose")
        fault = Fault(
            "malformed-block",
            "a `|` is missing before what the block is about",
            help=f"write `/// {opening['name']} | {opening['loose']}`",
        )
        findings.append(fault.at(source, span))
        return opening["loose"], span
    if opening["bar"]:
        return opening["argument"], line.part(opening, "argument")
    end = line.part(opening, "name").end
    return "", Span(end, end)


def _find_end(
    lines: Sequence[Line], at: int, end: int, slashes: int, outer: frozenset[int], base: int
) -> tuple[int | None, int]:
    """The closing line, and where the block ends: there, or before what it cannot hold."""
    index = at + 1
    while index < end:
        line = lines[index]
        if line.body:
            if line.indent < base:
                return None, index
            closing = CLOSING.match(line.body)
            if closing:
                count = len(closing["slashes"])
                if count != slashes and count in outer:
                    return None, index
                return index, index
            if _SHORT.match(line.body):
                return index, index
            if OPENING.match(line.body):
                return None, index
            if opens_fence(line):
                index = _behind_fence(lines, index, end)
                continue
        index += 1
    return None, end


def _behind_fence(lines: Sequence[Line], at: int, end: int) -> int:
    """The line behind a fence; the next line where it is closed nowhere."""
    opening = opens_fence(lines[at])
    assert opening is not None
    for index in range(at + 1, end):
        if lines[index].body.rstrip() == opening["fence"]:
            return index + 1
    return at + 1


def _broken_end(lines: Sequence[Line], first: int, last: int) -> int:
    """Where a block that is never closed ends: behind its table or fence, else its options."""
    at = first
    while at < last and not lines[at].body:
        at += 1
    if at < last and is_table(lines, at):
        while at < last and lines[at].body:
            at += 1
        return at
    if at < last and opens_fence(lines[at]):
        return min(_behind_fence(lines, at, last), last)
    return first


def _read_options(
    source: SourceText,
    lines: Sequence[Line],
    at: int,
    last: int,
    name: str,
    findings: list[Finding],
) -> tuple[list[Option], int]:
    """The option lines right below the first line, and the line behind them.

    A line that lacks the colon is reported and read as the option that was meant.
    """
    entries: list[Option] = []
    while at < last and lines[at].body:
        option = read_option(lines[at])
        if option is None:
            option = read_bare(lines[at], OPTIONS[name])
            if option is None:
                break
            fault = Fault(
                "malformed-block",
                f"the option `{option.key}` has no colon",
                help=f"write `{f'{option.key}: {option.value[:50]}'.strip()}`",
            )
            findings.append(fault.at(source, option.span))
        entries.append(option)
        at += 1
    return entries, at


def _check_closing(source: SourceText, line: Line, slashes: int) -> list[Finding]:
    found = len(line.body.rstrip())
    if found == slashes:
        return []
    fault = Fault(
        "malformed-block",
        f"the block is closed with {found} slash{'es' * (found > 1)}, it opens with {slashes}",
        help=f"write `{'/' * slashes}`",
    )
    return [fault.at(source, line.span)]


def _read_body(
    source: SourceText,
    lines: Sequence[Line],
    at: int,
    last: int,
    name: str,
    entries: list[Option],
) -> _Body:
    body = _Body()
    while at < last:
        line = lines[at]
        behind_comment = skip_comment(lines, at, last) if line.body else at + 1
        if behind_comment is not None:
            at = behind_comment
        elif opens_fence(line):
            read = read_fence(source, lines, at, last)
            body.findings += read.findings
            fault = _refused_fence(name, read.fence, body)
            if fault:
                body.findings.append(fault.at(source, line.span))
            else:
                body.fence = read.fence
            at = read.next
        elif at + 1 < last and is_table(lines, at):
            table, at, ragged = read_table(source, lines, at, last)
            body.findings += ragged
            fault = _refused_table(name, body)
            if fault:
                body.findings.append(fault.at(source, line.span))
            else:
                body.table = table
        elif _is_late(name, line):
            late, behind = _read_options(source, lines, at, last, name, body.findings)
            entries += late
            body.findings.append(_late(late[0], line).at(source, line.span))
            at = behind
        else:
            fault = _stray(name, line, entries)
            body.findings.append(fault.at(source, line.span))
            at = _behind_stray(lines, at, last)
    return body


def _is_late(name: str, line: Line) -> bool:
    """Whether a line below a blank one or below rows was meant as an option."""
    option = read_option(line)
    known = OPTIONS[name]
    return option is not None and (option.key in known or suggest(option.key, known) is not None)


def _late(option: Option, line: Line) -> Fault:
    return Fault(
        "malformed-block",
        f"the option `{option.key[:40]}` is not right below the first line",
        help=f"options come first, without a blank line: move `{line.body.strip()[:50]}` up",
    )


def _behind_stray(lines: Sequence[Line], at: int, last: int) -> int:
    """Lines below a stray one belong to it, up to a blank one, a table or a fence."""
    at += 1
    while at < last and lines[at].body:
        if opens_fence(lines[at]) or is_table(lines, at):
            break
        at += 1
    return at


def _refused_fence(name: str, fence: Fence, body: _Body) -> Fault | None:
    if name not in WITH_FENCE:
        return Fault("malformed-block", f"`{name}` takes no fence", help="move the fence out of it")
    if fence.language not in ("python", "py"):
        return Fault(
            "malformed-block",
            f"the fence of `{name}` is not Python",
            help="write ```python; an equation stands outside of the block",
        )
    if body.fence is not None:
        return Fault("malformed-block", f"`{name}` takes one fence", help="write a block for each")
    return None


def _refused_table(name: str, body: _Body) -> Fault | None:
    if name not in WITH_ROWS:
        return Fault("malformed-block", f"`{name}` takes no rows", help="move the table out of it")
    if body.table is not None:
        return Fault(
            "malformed-block", f"`{name}` takes one table", help="write all rows in one table"
        )
    return None


def _stray(name: str, line: Line, entries: Sequence[Option]) -> Fault:
    """What is wrong with a line that is neither an option nor a table nor a fence."""
    text = line.body.strip()
    if text.startswith("|") or text.count("|") > 1:
        return Fault(
            "malformed-block",
            "rows without a header are no table",
            help="begin the table with the lines `| | |` and `|---|---|`, a blank line above",
        )
    if text.startswith("- ") and entries and not entries[-1].value:
        return Fault(
            "malformed-block",
            f"`{entries[-1].key[:40]}` is no YAML list",
            help=f"write the entries in one line: `{entries[-1].key}: a; b`",
        )
    takes = " takes rows and options only" if name in WITH_ROWS else " takes options only"
    return Fault(
        "malformed-block",
        f"text in `{name}`, which{takes}",
        help="move the text above or below the block",
    )
