"""What stands inside prose: formulas, links, typed line numbers.

`see [the sum](code:f.s) and $x$` holds a `Link` and an `InlineMath`; code and HTML tags hold none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docgen.diagnostics import Fault, Finding
from docgen.markup.math import Formula, behind_math, match_code, match_math
from docgen.markup.page import InlineMath, LineReference, Link, LinkKind
from docgen.text import SourceText, Span

InlineItem = InlineMath | Link | LineReference

_SPECIAL = re.compile(r"[\\`$\[<!]")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(
    r"""</?[A-Za-z][\w-]*(?:\s+[\w:@.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>`=<$]+))?)*\s*/?>"""
)
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>")
_ANGLE_TARGET = re.compile(r"\(\s*<([^<>\n]*)>")
_TARGET_END = re.compile(r"""(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)""")
_BRACKETED = re.compile(r"((?:\([^()\n]*\)|[^()\n])*)\)")
_SCHEME = re.compile(r"\s*<?(code|value):", re.IGNORECASE)
RAW_TARGET = re.compile(r"""(?:<|\bhref\s*=\s*["']?)(?P<scheme>code|value):""", re.IGNORECASE)
_FILE = r"(?P<path>(?:[\w.-]+/)*[\w-][\w.-]*\.[A-Za-z]\w*)"
_WORD = r"(?<![\w/.@\\-])"
_RANGE = r"(?P<line>\d{1,7})(?:\s?[-\u2013]\s?L?(?P<end>\d{1,7}))?(?!\w)"
_DIGIT = re.compile(r"\d")
_REFERENCES = (
    re.compile(
        _WORD + _FILE + r"`?(?::|\#L|,?\s+lines?\s+|\s+\(lines?\s+|\s+at\s+lines?\s+)" + _RANGE
    ),
    re.compile(r"\blines?\s+" + _RANGE + r"\s+(?:of|in)\s+`?" + _WORD + _FILE),
)


def scan_inline(
    source: SourceText, text: str, start: int, within_block: bool = False
) -> tuple[list[InlineItem], list[Finding]]:
    """Items of prose, in order, and links that are none because of a typo.

    Args:
        source: The page.
        text: The prose, as long as it is in the source; quote marks and indentation of later lines
            may be blanked.
        start: Where it stands in the source.
        within_block: Whether docgen renders the prose as a part of something else.
    """
    scanner = _Inline(source, text, start, within_block)
    scanner.scan(0, len(text))
    scanner.find_references()
    scanner.items.sort(key=lambda item: (item.span.start, -item.span.end))
    return scanner.items, scanner.findings


class _Inline:
    def __init__(self, source: SourceText, text: str, start: int, within_block: bool) -> None:
        self.source = source
        self.text = text
        self.start = start
        self.within_block = within_block
        self.items: list[InlineItem] = []
        self.findings: list[Finding] = []
        self.hidden: list[tuple[int, int]] = []
        self.in_link = 0
        self.in_text = False

    def span(self, start: int, end: int) -> Span:
        return Span(self.start + start, self.start + end)

    def scan(self, at: int, end: int) -> None:
        while at < end:
            special = _SPECIAL.search(self.text, at, end)
            if special is None:
                return
            at = self.step(special.start(), end)

    def step(self, at: int, end: int) -> int:
        """Read what starts at a special character; the offset behind it."""
        match self.text[at]:
            case "\\":
                return at + 2
            case "`":
                return match_code(self.text, at)[1]
            case "$":
                formula = match_math(self.text, at)
                if formula is not None and formula.end <= end:
                    self.add_math(formula)
                return behind_math(self.text, at)
            case "[":
                return self.link(at, end)
            case "!":
                is_image = self.text.startswith("![", at)
                return self.image(at + 1, end) if is_image else at + 1
            case _:
                return self.html(at)

    def add_math(self, formula: Formula) -> None:
        self.hidden.append((formula.start, formula.end))
        whole = self.span(formula.start, formula.end)
        inner = self.span(formula.left, formula.right)
        latex = self.text[formula.left : formula.right]
        if self.source.slice(inner) != latex:
            return
        inside = self.within_block or self.in_link > 0
        self.items.append(InlineMath(latex, whole, inner, formula.display, inside))

    def html(self, at: int) -> int:
        for pattern in (_COMMENT, _AUTOLINK, _TAG):
            match = pattern.match(self.text, at)
            if match:
                self.hidden.append(match.span())
                raw = RAW_TARGET.search(match[0]) if pattern is not _COMMENT else None
                if raw:
                    span = self.span(at + raw.start("scheme"), at + raw.end())
                    self.findings.append(raw_target(raw["scheme"]).at(self.source, span))
                return match.end()
        return at + 1

    def image(self, at: int, end: int) -> int:
        closing = self.closing_bracket(at, end)
        if closing is None or not self.text.startswith("(", closing + 1):
            return at + 1
        target = self.target(closing + 1, end)
        if target is None:
            return at + 1
        self.hidden.append((closing + 1, target[2]))
        return target[2]

    def link(self, at: int, end: int) -> int:
        closing = None if self.in_text else self.closing_bracket(at, end)
        if closing is None or not self.text.startswith("(", closing + 1):
            return at + 1
        target = self.target(closing + 1, end)
        scheme = _SCHEME.match(self.text, closing + 2)
        if target is None:
            if scheme is None:
                return at + 1
            return self.broken(closing, scheme[1])
        first, last, after = target
        if scheme is not None and not scheme[1].islower():
            return self.shouted(first, after, scheme[1])
        raw = self.text[first:last]
        kind: LinkKind | None = None
        if scheme is not None:
            kind = "code" if scheme[1] == "code" else "value"
            first += len(scheme[1]) + 1
            first += len(self.text[first:last]) - len(self.text[first:last].lstrip())
        elif raw.startswith("#") or (".md#eq-" in raw and "://" not in raw):
            kind = "anchor"
        if kind is not None:
            self.items.append(
                Link(
                    kind,
                    self.text[at + 1 : closing],
                    self.text[first:last].rstrip(),
                    self.span(at, after),
                    self.span(at + 1, closing),
                    self.span(first, first + len(self.text[first:last].rstrip())),
                    self.within_block,
                )
            )
        is_replaced = kind in ("code", "value")
        self.in_link += is_replaced
        self.in_text = True
        self.scan(at + 1, closing)
        self.in_text = False
        self.in_link -= is_replaced
        self.hidden.append((closing + 1, after))
        return after

    def broken(self, closing: int, scheme: str) -> int:
        """A `code:` link whose target Markdown does not read as one."""
        line_end = self.text.find("\n", closing)
        line_end = len(self.text) if line_end < 0 else line_end
        last = _BRACKETED.match(self.text, closing + 2, line_end)
        end = last.end() if last else line_end
        target = (last[1] if last else self.text[closing + 2 : line_end]).strip().strip("<>")
        target = target.removeprefix(f"{scheme}:").strip()
        reason = "holds a space outside of angle brackets" if last else "is not closed"
        fault = Fault(
            "malformed-block",
            f"`{scheme}:` link {reason}",
            help=f"write the target in angle brackets: `(<{scheme}:{target}>)`",
        )
        self.findings.append(fault.at(self.source, self.span(closing + 1, end)))
        self.hidden.append((closing + 1, end))
        return end

    def shouted(self, first: int, after: int, scheme: str) -> int:
        """A `Code:` link, which is none."""
        fault = Fault(
            "malformed-block",
            f"`{scheme}:` is no kind of link",
            help=f"write `{scheme.lower()}:`",
        )
        self.findings.append(fault.at(self.source, self.span(first, first + len(scheme) + 1)))
        return after

    def closing_bracket(self, at: int, end: int) -> int | None:
        """The `]` that closes the `[` at `at`; code and formulas inside may hold brackets."""
        depth = 0
        while at < end:
            character = self.text[at]
            if character == "\\":
                at += 1
            elif character == "`":
                at = match_code(self.text, at)[1] - 1
            elif character == "$":
                at = behind_math(self.text, at) - 1
            elif character == "[":
                depth += 1
            elif character == "]":
                depth -= 1
                if depth == 0:
                    return at
            at += 1
        return None

    def target(self, at: int, end: int) -> tuple[int, int, int] | None:
        """Start and end of the target after the `(` at `at`, and the offset behind the `)`."""
        angle = _ANGLE_TARGET.match(self.text, at, end)
        if angle:
            closing = _TARGET_END.match(self.text, angle.end(), end)
            return (angle.start(1), angle.end(1), closing.end()) if closing else None
        first = at + 1
        while first < end and self.text[first] in " \t\n":
            first += 1
        depth, last = 0, first
        while last < end and not self.text[last].isspace():
            if self.text[last] == "\\":
                last += 1
            elif self.text[last] == "(":
                depth += 1
            elif self.text[last] == ")":
                if depth == 0:
                    break
                depth -= 1
            last += 1
        last = min(last, end)
        closing = _TARGET_END.match(self.text, last, end)
        return (first, last, closing.end()) if closing and depth == 0 else None

    def find_references(self) -> None:
        """Line numbers, but for those in formulas, targets and tags."""
        if "." not in self.text or not _DIGIT.search(self.text):
            return
        letters = list(self.text)
        for start, end in self.hidden:
            letters[start:end] = " " * (end - start)
        visible = "".join(letters)
        seen: set[int] = set()
        for match in _references(visible):
            if match.start("line") in seen:
                continue
            seen.add(match.start("line"))
            line = int(match["line"])
            ends = [match.end("line"), match.end("end"), match.end("path")]
            span = self.span(min(match.start("path"), match.start()), max(ends))
            end_line = int(match["end"] or line)
            self.items.append(LineReference(match["path"], line, span, end_line))


def raw_target(scheme: str) -> Fault:
    """A `code:` target in HTML or between angle brackets, where nothing is checked."""
    kind = scheme.lower()
    return Fault(
        "malformed-block",
        f"a `{kind}:` target outside of a Markdown link",
        help=f"write a link: `[text]({kind}:...)`",
    )


def _references(text: str) -> Iterator[re.Match[str]]:
    for pattern in _REFERENCES:
        yield from pattern.finditer(text)
