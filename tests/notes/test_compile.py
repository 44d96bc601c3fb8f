"""Typst documents: what carries a number, where it stands, and what the compiler complains of."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.notes.compile import compile_document
from docgen.notes.document import Document, Entry
from tests.conftest import write_files

MAIN = """
#set document(date: none)
#set page(numbering: "i")
#set heading(numbering: "1.1.")
#set math.equation(numbering: n => [(E #n)])
#counter(page).update(4)
= First $x^2$ <first>
$ a = b $ <eq:a>
#pagebreak()
#include "part.typ"
"""
PART = """
== Inside
$ c = d $ <eq:c>
#figure(table([1]), caption: [t]) <tab:t>
#figure([1], caption: [f]) <fig:f>
#heading(numbering: none)[Thanks] <thanks>
$ e = f $ <eq:e>
"""


def made(folder: Path, main: str = MAIN, part: str = PART) -> list[str]:
    """Findings as `path:line:column message`."""
    write_files(folder, {"n/main.typ": main, "n/part.typ": part})
    found = compile_document(folder, "n/main.typ", "", 0).findings
    assert {one.code for one in found} <= {"source-unreadable"}
    return [f"{o.place.path}:{o.place.line}:{o.place.column} {o.message}" for o in found]


def test_entries_have_the_numbers_that_are_printed(tmp_path: Path) -> None:
    assert made(tmp_path) == []
    document = compile_document(tmp_path, "n/main.typ", "", 0).document

    assert document.entries == (
        Entry("first", "section", "1", "1", "iv", 1, "First x2", 1),
        Entry("eq:a", "equation", "E 1", "1", "iv", 1),
        Entry("", "section", "1.1", "1.1", "v", 2, "Inside", 2),
        Entry("eq:c", "equation", "E 2", "1.1", "v", 2),
        Entry("tab:t", "table", "1", "1.1", "v", 2),
        Entry("fig:f", "figure", "1", "1.1", "v", 2),
        Entry("thanks", "section", "", "", "v", 2, "Thanks", 1),
        Entry("eq:e", "equation", "E 3", "", "v", 2),
    )
    assert document.labels["eq:c"].locator == "Section 1.1, Eq. E 2, p. v"
    assert document.labels["tab:t"].locator == "Section 1.1, Table 1, p. v"
    assert Document.decode(document.encode()) == document


def test_bytes_of_another_docgen_are_no_document() -> None:
    assert Document.decode(b'[{"label": "a"}]') is None
    assert Document.decode(b"\xff") is None


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    pdfs = set()
    for folder in (tmp_path / "a", tmp_path / "b"):
        assert made(folder) == []
        pdfs.add(compile_document(folder, "n/main.typ", "", 0).pdf)
    (pdf,) = pdfs
    assert pdf.startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("main", "part", "finding"),
    [
        (MAIN, "Text\n#nosuch(1)\n", "n/part.typ:2:2 Typst: unknown variable: nosuch"),
        ("= A\n@eq:b\n", "", "n/main.typ:2:1 Typst: label `<eq:b>` does not exist in the document"),
        ('#include "gone.typ"\n', "", "n/main.typ:1:10 Typst: file not found (searched at"),
        ("$ a $ <a>\n$ b ", "", "n/main.typ:2:1 Typst: unclosed delimiter"),
        (
            '#set text(font: "Nosuchfont")\nA',
            "",
            "n/main.typ:1:17 Typst: unknown font family: nosuchfont",
        ),
    ],
)
def test_a_complaint_stands_at_its_line(tmp_path: Path, main: str, part: str, finding: str) -> None:
    (found,) = made(tmp_path, main, part)
    assert found.startswith(finding)


def test_files_outside_of_the_folder_are_not_read(tmp_path: Path) -> None:
    write_files(tmp_path, {"secret.typ": "= Secret"})
    (found,) = made(tmp_path, '#include "../secret.typ"\n')
    assert found.startswith("n/main.typ:1:10 Typst: ")
