"""Options of blocks and fences, read as text.

`rtol: 1e-6  # fine` is the key `rtol` with the value `1e-6  # fine`; `code="Z; A"` on the first
line of a fence is the key `code` with the value `Z; A`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from docgen.diagnostics import Fault, Finding, suggest
from docgen.markup.page import Option, Options
from docgen.markup.row import Line
from docgen.markup.schema import Kind
from docgen.text import SourceText, Span

OPTION_LINE = re.compile(r"(?P<key>[A-Za-z][\w-]*)[ \t]*:(?!:)[ \t]*(?P<value>.*?)[ \t]*$")
_BARE_LINE = re.compile(r"(?P<key>[A-Za-z][\w-]*)(?=[ \t=]|$)[ \t=]*(?P<value>.*?)[ \t]*$")
_KEY = re.compile(r"[A-Za-z][\w-]*")
_WORD = re.compile(r"[^\s=]+")
_QUOTED = r"""("[^"]*"|'[^']*'|[^\s"']*)"""
_SPACED = re.compile(r"(?:[ \t]*:[ \t]*|[ \t]+=[ \t]*|=[ \t]+(?=[\"']))" + _QUOTED)
_CURLY = "\u201c\u201d\u2018\u2019"


def read_option(line: Line) -> Option | None:
    """The option that a line is, if it is one."""
    match = OPTION_LINE.match(line.body)
    if match is None:
        return None
    return Option(
        match["key"], match["value"], line.span, line.part(match, "key"), line.part(match, "value")
    )


def read_bare(line: Line, known: Mapping[str, Kind]) -> Option | None:
    """The option that a line would be with a colon behind its first word."""
    match = _BARE_LINE.match(line.body)
    if match is None or match["key"] not in known:
        return None
    return Option(
        match["key"], match["value"], line.span, line.part(match, "key"), line.part(match, "value")
    )


def check_options(
    source: SourceText, name: str, entries: list[Option], known: Mapping[str, Kind]
) -> list[Finding]:
    """Findings for keys that are unknown or repeated."""
    findings: list[Finding] = []
    seen: set[str] = set()
    for entry in entries:
        if entry.key not in known:
            findings.append(_unknown(name, entry.key, known).at(source, entry.key_span))
        elif entry.key in seen:
            fault = Fault(
                "malformed-block",
                f"`{entry.key[:40]}` is given twice",
                help="keep one of them; lists are split at `;`",
            )
            findings.append(fault.at(source, entry.key_span))
        seen.add(entry.key)
    return findings


def _unknown(name: str, key: str, known: Mapping[str, Kind]) -> Fault:
    near = suggest(key, known)
    if not known:
        notes, help_text = (f"`{name}` has no options",), "remove the line"
    else:
        notes = ("options: " + ", ".join(f"`{each}`" for each in sorted(known)),)
        help_text = f"did you mean `{near}`?" if near else "write one of these options"
    return Fault(
        "unknown-option", f"`{name}` has no option `{key[:40]}`", notes=notes, help=help_text
    )


def read_attributes(
    source: SourceText, text: str, start: int, known: Mapping[str, Kind]
) -> tuple[Options, list[Finding]]:
    """The `key="value"` pairs of a fence's first line, and what is wrong with them."""
    entries: list[Option] = []
    findings: list[Finding] = []
    at = 0
    while at < len(text):
        if text[at] in " \t,":
            at += 1
            continue
        option, fault, end = _read_pair(text, at, start, known)
        if fault is not None:
            findings.append(fault.at(source, Span(start + at, start + end)))
        if option is not None:
            entries.append(option)
        at = end
    findings.extend(check_options(source, "math", entries, known))
    return Options(tuple(entries)), findings


def _read_pair(
    text: str, at: int, start: int, known: Mapping[str, Kind]
) -> tuple[Option | None, Fault | None, int]:
    """The pair at an offset, or what is wrong there; and the offset behind it."""
    key = _KEY.match(text, at)
    if key is None:
        word = _WORD.match(text, at)
        end = word.end() if word else at + 1
        return None, _stray(text[at:end]), end
    key_span = Span(start + at, start + key.end())
    spaced = _SPACED.match(text, key.end())
    if spaced:
        return None, _unquoted(key[0], spaced[1]), spaced.end()
    if not text.startswith("=", key.end()):
        if known.get(key[0]) == "flag" and text[key.end() : key.end() + 1] in ("", " ", "\t"):
            nothing = Span(key_span.end, key_span.end)
            return Option(key[0], "", key_span, key_span, nothing), None, key.end()
        word = _WORD.match(text, at)
        assert word is not None
        fault = _stray(word[0]) if '"' in word[0] else _bare(key[0], word[0], known)
        return None, fault, word.end()
    first = key.end() + 1
    quote = text[first : first + 1]
    if quote not in ('"', "'") or not quote:
        word = _WORD.match(text, first)
        end = word.end() if word else first
        fault = _unquoted(key[0], text[first:end])
        return None, fault, max(end, first)
    closing = text.find(quote, first + 1)
    if closing < 0:
        fault = Fault(
            "malformed-block",
            f"the value of `{key[0][:40]}` is not closed",
            Span(first - at, len(text) - at),
            help=f"close the value with `{quote}`",
        )
        return None, fault, len(text)
    span = Span(start + at, start + closing + 1)
    value_span = Span(start + first + 1, start + closing)
    option = Option(key[0], text[first + 1 : closing], span, key_span, value_span)
    return option, None, closing + 1


def _unquoted(key: str, value: str) -> Fault:
    written = value.strip(_CURLY + "\"'")
    return Fault(
        "malformed-block",
        f"the value of `{key[:40]}` is not in quotes right behind a `=`",
        help=f'write `{key}="{written}"`',
    )


def _stray(text: str) -> Fault:
    return Fault(
        "malformed-block",
        f"`{text[:40]}` is no option of a fence",
        help='write options as `key="value"`; a value that holds double quotes in single quotes',
    )


def _bare(key: str, word: str, known: Mapping[str, Kind]) -> Fault:
    near = key if key in known else suggest(key, known)
    help_text = f'write `{near}="..."`' if near else 'write options as `key="value"`'
    return Fault("malformed-block", f"`{word[:40]}` has no value", help=help_text)
