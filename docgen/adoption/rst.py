"""References of reStructuredText, which is read and never written.

`.. literalinclude:: ops.py` with `:lines: 10-20` is a reference to the lines 10 to 20; code blocks
are passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from docgen.adoption.reference import Excerpt, Reference
from docgen.adoption.sentence import capital_references, typed_references
from docgen.adoption.targets import host_references
from docgen.markup.inline import scan_inline
from docgen.markup.page import LineReference
from docgen.text import SourceText, Span

REFUSAL = "reStructuredText is read only"
_DIRECTIVE = re.compile(r"(?P<indent>[ \t]*)\.\. (?P<name>[\w-]+)::(?:[ \t]+(?P<argument>\S.*))?")
_OPTION = re.compile(r"[ \t]+:(?P<name>[\w-]+):[ \t]*(?P<value>.*)")
_ONE = re.compile(r"(?P<first>\d+)?[ \t]*(?P<dash>-)?[ \t]*(?P<last>\d+)?")
_CODE = frozenset({"code", "code-block", "sourcecode", "parsed-literal", "math", "doctest"})


@dataclass(frozen=True, slots=True)
class _Option:
    """The value of an option, where it starts, and the whole line."""

    value: str
    start: int
    line: str

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.value))


_NONE = _Option("", 0, "")


def restructured_references(source: SourceText) -> list[Reference]:
    """Everything that a file refers to by line."""
    masked = _without_code(source)
    items, _ = scan_inline(source, masked, 0)
    typed = [item for item in items if isinstance(item, LineReference)]
    typed += capital_references(masked, [item.span for item in typed])
    found = typed_references(source, typed, ())
    hidden = [Span(*match.span()) for match in re.finditer(r"\0+", masked)]
    found += host_references(source, hidden, ())
    found += _includes(source)
    ordered = sorted(found, key=lambda each: each.span)
    return [replace(each, edit=None, refusal=REFUSAL) for each in ordered]


def _without_code(source: SourceText) -> str:
    """The text with code blocks and directives' arguments blanked, its length kept."""
    out: list[str] = []
    code_indent: int | None = None
    for line in source.text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if code_indent is not None and line.strip() and indent <= code_indent:
            code_indent = None
        directive = _DIRECTIVE.match(line)
        if code_indent is not None or (directive and directive["name"] == "literalinclude"):
            out.append("\0" * len(line))
            continue
        out.append(line)
        is_code = directive is not None and directive["name"] in _CODE
        if is_code or (directive is None and line.rstrip().endswith("::")):
            code_indent = indent
    return "\n".join(out)


def _includes(source: SourceText) -> list[Reference]:
    found: list[Reference] = []
    number = 1
    while number <= source.line_count:
        directive = _DIRECTIVE.match(source.line_text(number))
        number += 1
        if directive is None or directive["name"] != "literalinclude":
            continue
        at = source.line_starts[number - 2] + max(directive.start("argument"), 0)
        path = _Option((directive["argument"] or "").rstrip(), at, "")
        options: dict[str, _Option] = {}
        while number <= source.line_count:
            option = _OPTION.match(source.line_text(number))
            if option is None:
                break
            at = source.line_starts[number - 1] + option.start("value")
            value = option["value"].rstrip()
            options[option["name"]] = _Option(value, at, option[0].strip())
            number += 1
        found += _of_options(path, options)
    return found


def _of_options(path: _Option, options: dict[str, _Option]) -> list[Reference]:
    name = options.get("pyobject", _NONE).value
    cut = next((each for each in options if each.startswith(("start-", "end-"))), "")
    lines, marked = options.get("lines", _NONE), options.get("emphasize-lines", _NONE)
    chosen = _ranges(lines)
    shown = Excerpt(tuple((first, last) for first, last, _ in chosen), cut, name)
    beside = (path.span, lines.span) if chosen else (path.span,)
    found = [
        Reference(
            "literalinclude",
            span,
            lines.line,
            path.value,
            first,
            last,
            excerpt=Excerpt((), cut, name),
            beside=(path.span,),
        )
        for first, last, span in chosen
    ]
    found += [
        Reference(
            "emphasize-lines",
            span,
            marked.line,
            path.value,
            first,
            last,
            excerpt=shown,
            beside=beside,
        )
        for first, last, span in _ranges(marked)
    ]
    return found


def _ranges(option: _Option) -> list[tuple[int, int, Span]]:
    """`3, 5-7, 9-` with their places."""
    ranges: list[tuple[int, int, Span]] = []
    begin = option.start
    for piece in option.value.split(","):
        match = _ONE.fullmatch(piece.strip())
        if match and match[0]:
            start = begin + len(piece) - len(piece.lstrip())
            first = int(match["first"] or 1)
            last = int(match["last"] or (0 if match["dash"] else first))
            ranges.append((first, last, Span(start, start + len(piece.strip()))))
        begin += len(piece) + 1
    return ranges
