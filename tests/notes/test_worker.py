"""A document compiled in a process of its own: the same result, and an end in any case."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from docgen.notes import worker
from docgen.notes.compile import compile_document
from docgen.notes.worker import compile_within
from tests.conftest import write_files

LOOP = "#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }\n"
"""A million million steps; of one `while`, Typst itself refuses ten thousand."""
ENDLESS = f"= A\n{LOOP}"


@pytest.mark.parametrize(
    "main", ["= A <a>\n$ x = y $ <eq:x>\n", "A\n#nosuch\n", '#set text(font: "Nosuchfont")\nA']
)
def test_it_is_what_the_compiler_gives(tmp_path: Path, main: str) -> None:
    write_files(tmp_path, {"n/main.typ": main})
    made = compile_within(tmp_path, "n/main.typ", "", 7, 600)
    assert made == compile_document(tmp_path, "n/main.typ", "", 7)


@pytest.mark.parametrize(
    "files",
    [
        {"n/main.typ": ENDLESS},
        {"n/main.typ": '#include "part.typ"\n', "n/part.typ": LOOP},
    ],
)
def test_a_loop_without_end_is_ended(tmp_path: Path, files: dict[str, str]) -> None:
    write_files(tmp_path, files)
    made = compile_within(tmp_path, "n/main.typ", "", 0, 0.2)
    assert (made.document.entries, made.pdf) == ((), b"")
    (found,) = made.findings
    assert (found.code, found.place.path, found.place.line) == (
        "source-unreadable",
        "n/main.typ",
        1,
    )
    assert found.message == "Typst: the document was not compiled within 0.2 s"
    assert found.notes == (
        "where it was then is not known: the compiler tells nothing before its end",
    )
    assert found.help == (
        "look for a loop without end in this file and in those that it includes; if there is none, "
        "write `timeout = 0.4` below `[tool.docgen]`"
    )


def test_a_compiler_that_dies_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = "import os, sys\nsys.stderr.write('memory is gone')\nsys.stderr.flush()\nos.abort()\n"
    write_files(tmp_path, {"n/main.typ": "A", "other/typst.py": package})
    monkeypatch.setattr(worker, "_HOME", f"{tmp_path / 'other'}{os.pathsep}{worker._HOME}")

    (found,) = compile_within(tmp_path, "n/main.typ", "", 0, 600).findings

    assert found.message == "Typst: the compiler died of this document"
    assert found.notes == ("memory is gone",)
    assert (found.place.path, found.place.line, found.place.column) == ("n/main.typ", 1, 1)


def test_a_blocked_alarm_ends_it_all_the_same(tmp_path: Path) -> None:
    """Hosts may block signals, and what they start inherits that."""
    write_files(tmp_path, {"n/main.typ": ENDLESS})
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        made = compile_within(tmp_path, "n/main.typ", "", 0, 0.2)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert len(made.findings) == 1
