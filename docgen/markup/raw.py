"""Lines of raw HTML that hold what docgen would read, and would show as it is typed.

`<a href="code:f.Z">` in a line of raw HTML is a link to nowhere.
"""

from __future__ import annotations

import re

from docgen.diagnostics import Fault
from docgen.markup.block import OPENING
from docgen.markup.fence import opens_fence
from docgen.markup.inline import RAW_TARGET, raw_target
from docgen.markup.row import Line
from docgen.markup.schema import OPTIONS
from docgen.text import Span

_MARKDOWN_LINK = re.compile(r"\]\(\s*<?(?P<target>(?:code|value):[^)>]*)", re.IGNORECASE)


def check_raw(line: Line) -> list[tuple[Fault, Span]]:
    """Blocks, equations and links to code in one line of raw HTML."""
    found = [
        (raw_target(raw["scheme"]), line.part(raw, "scheme"))
        for raw in RAW_TARGET.finditer(line.body)
    ]
    found += [
        (_unread("links to code"), line.part(link, "target"))
        for link in _MARKDOWN_LINK.finditer(line.body)
    ]
    opening, fence = OPENING.match(line.body), opens_fence(line)
    is_math = fence is not None and fence["info"].split(" ")[0] == "math"
    if is_math or (opening and opening["name"].lower() in OPTIONS):
        found.append((_unread("blocks and no equations"), line.span))
    return found


def _unread(what: str) -> Fault:
    return Fault(
        "malformed-block",
        f"raw HTML holds no {what}",
        help="write the attribute `markdown` in the HTML tag around it",
    )
