"""Front matter: the YAML between `---` lines on top of a page, as far as docgen reads it.

`code: model.transformer` is the option `code`; titles, tags and nested YAML are left alone.
"""

from __future__ import annotations

import re

from docgen.diagnostics import Fault, Finding, suggest
from docgen.markup.option import read_option
from docgen.markup.page import FrontMatter, Option, Options
from docgen.markup.row import cut_line
from docgen.markup.schema import FRONT_OPTIONS
from docgen.text import SourceText, Span

_FRONT = re.compile(r"---[ \t]*\n(?P<body>.*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


def scan_front(source: SourceText) -> tuple[FrontMatter, list[Finding]]:
    """The front matter of a page, and findings for docgen's keys repeated or in other letters."""
    match = _FRONT.match(source.text)
    if match is None:
        return FrontMatter(Options(), Span(0, 0)), []
    entries: list[Option] = []
    findings: list[Finding] = []
    begin = match.start("body")
    for text in match["body"].split("\n"):
        line = cut_line(text, begin)
        begin += len(text) + 1
        option = read_option(line) if line.indent == 0 else None
        if option is None:
            continue
        if option.key in FRONT_OPTIONS and any(each.key == option.key for each in entries):
            fault = Fault(
                "malformed-block", f"`{option.key}` is given twice", help="keep one of them"
            )
            findings.append(fault.at(source, option.key_span))
        near = suggest(option.key, FRONT_OPTIONS)
        if option.key not in FRONT_OPTIONS and near == option.key.casefold():
            fault = Fault(
                "unknown-option",
                f"front matter has no key `{option.key}`",
                help=f"did you mean `{near}`?",
            )
            findings.append(fault.at(source, option.key_span))
        entries.append(option)
    return FrontMatter(Options(tuple(entries)), Span(0, match.end())), findings
