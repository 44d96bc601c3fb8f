"""A Typst document, compiled to a PDF and asked for what carries a number.

The compiler is the `typst` package, imported only when something has to be compiled. It reads
what lies in the folder of the document, and only the fonts that come with it, so that the same
files give the same pages on every machine.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docgen.diagnostics import Finding
from docgen.notes.document import Document, Entry
from docgen.text import SourceText, Span, decode_page

_ENTRIES = """
query(selector(heading).or(math.equation.where(block: true)).or(figure)).map(it => {
  let at = it.location()
  let kind = repr(it.func())
  let count = if kind == "figure" { it.counter } else { counter(it.func()) }
  let label = it.at("label", default: none)
  let printed = at.page-numbering()
  (
    kind: if kind == "figure" and it.kind == table { "table" } else { kind },
    label: if label == none { "" } else { str(label) },
    number: if it.numbering == none { "" } else { numbering(it.numbering, ..count.at(at)) },
    page: if printed == none { str(at.page()) } else { numbering(printed, ..counter(page).at(at)) },
    sheet: at.page(),
    title: if kind == "heading" { it.body } else { "" },
    level: if kind == "heading" { it.level } else { 0 },
  )
})
"""
_KINDS = {"heading": "section", "equation": "equation", "figure": "figure", "table": "table"}
_PLACE = re.compile(r"┌─ (?P<path>.+?):(?P<line>\d+):(?P<column>\d+)")
_HEAD = re.compile(r"^(?:error|warning): (?P<message>.*)$", re.MULTILINE)
_HELP = re.compile(r"^ *= hint: (?P<hint>.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of a document; with findings, the rest is of no use."""

    document: Document
    pdf: bytes
    findings: tuple[Finding, ...] = ()


def compile_document(root: Path, file: str, fonts: str, timestamp: int) -> Compiled:
    """Compile a document of a project.

    Args:
        root: Folder of the project.
        file: Main file of the document, from `root`.
        fonts: Folder of further fonts, from `root`; empty for none.
        timestamp: Seconds since 1970 that the document takes for today.

    Returns:
        The PDF with its entries; or `source-unreadable` findings, one for each error and each
        warning of the compiler, at the line that it names.
    """
    import typst

    main = root / file
    folders: list[str] = [str(root / fonts)] if fonts else []
    compiler = typst.Compiler(
        str(main),
        root=str(main.parent),
        font_paths=typst.Fonts(include_system_fonts=False, font_paths=folders),
    )
    nothing = Document(())
    try:
        pdf, warnings = compiler.compile_with_warnings(format="pdf", timestamp=timestamp)
        told = compiler.eval(_ENTRIES) if not warnings else "[]"
    except typst.TypstError as error:
        return Compiled(nothing, b"", tuple(_findings(root, file, error.diagnostic)))
    except RuntimeError as error:  # what Typst does not place: a file that is no text, for one
        return Compiled(nothing, b"", (_finding(root, file, str(error), None, ()),))
    if warnings:
        found = [one for each in warnings for one in _findings(root, file, each.diagnostic)]
        return Compiled(nothing, b"", tuple(found))
    assert isinstance(pdf, bytes)
    return Compiled(Document(tuple(_entries(json.loads(told)))), pdf)


def _entries(told: list[dict[str, Any]]) -> Iterator[Entry]:
    section, level = "", 0
    for one in told:
        number = _text(one["number"]).strip("()[]. ")
        kind = _KINDS[one["kind"]]
        if kind == "section" and (number or one["level"] <= level):
            section, level = number, one["level"]
        above = number if kind == "section" else section
        title, page = " ".join(_text(one["title"]).split()), _text(one["page"]).strip()
        yield Entry(
            one["label"],
            kind,  # type: ignore[arg-type]
            number,
            above,
            page,
            one["sheet"],
            title,
            one["level"],
        )


def _text(content: object) -> str:
    """The letters of what Typst calls content: text, or a tree that holds some."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(map(_text, content))
    if not isinstance(content, dict):
        return ""
    if content.get("func") == "space":
        return " "
    return "".join(
        _text(content.get(key)) for key in ("text", "body", "base", "b", "t", "children", "child")
    )


def _findings(root: Path, file: str, diagnostic: str) -> Iterator[Finding]:
    """One finding for each message of the compiler, at the first place that it names."""
    heads = list(_HEAD.finditer(diagnostic))
    ends = [head.start() for head in heads[1:]] + [len(diagnostic)]
    for head, end in zip(heads, ends, strict=True):
        block = diagnostic[head.end() : end]
        hints = tuple(hint["hint"] for hint in _HELP.finditer(block))
        yield _finding(root, file, head["message"], _PLACE.search(block), hints)


def _finding(
    root: Path, file: str, message: str, at: re.Match[str] | None, hints: tuple[str, ...]
) -> Finding:
    path = file
    if at is not None:  # the compiler names files from the folder of the process
        named = Path(os.path.abspath(at["path"]))
        if named.is_relative_to(root.absolute()) and named.is_file():
            path = named.relative_to(root.absolute()).as_posix()
    try:
        source = SourceText(path, decode_page((root / path).read_bytes()))
    except UnicodeDecodeError:
        source = SourceText(path, "")
    start = 0
    if at is not None and int(at["line"]) <= len(source.line_starts):
        start = source.line_starts[int(at["line"]) - 1] + int(at["column"])
    start = min(start, len(source.text))
    advice = hints[0] if hints else "mend it there; nothing that cites the document is checked"
    if message.startswith("unknown font family"):
        advice = 'put the font into a folder and name that in the settings: fonts = "docs/fonts"'
    headline = f"Typst: {message}"
    place = source.place(Span(start, min(start + 1, len(source.text))))
    return Finding("source-unreadable", headline, place, notes=hints[1:], help=advice)
