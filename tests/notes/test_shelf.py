"""Documents of a project: compiled once, kept in the store, and never taken for granted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from docgen.notes import shelf
from docgen.notes.shelf import Shelf
from docgen.project import Project
from docgen.settings import NotesSetting
from docgen.store import Store
from tests.conftest import MakeProject, places, write_files
from tests.notes.test_worker import ENDLESS

MAIN = '#set math.equation(numbering: "(1)")\n$ a = b $ <eq:a>\n'
NOTES = {"notes": NotesSetting("n/main.typ")}
SETTINGS = '[tool.docgen.notes.notes]\nfile = "n/main.typ"\n'


def opened(root: Path, timestamp: int = 0) -> Shelf:
    return Shelf(root, NOTES, Store(root / ".docgen"), timestamp)


def load(root: Path) -> Project:
    """The project, checked without runs, on which documents do not rest."""
    project = Project.open(root)
    project.load(static=True)
    return project


def test_what_did_not_change_is_not_compiled_again(tmp_path: Path) -> None:
    write_files(tmp_path, {"n/main.typ": MAIN, "n/data/more.txt": "1"})
    first = opened(tmp_path)
    assert (first.compiled, list(first.documents["notes"].labels)) == (1, ["eq:a"])
    assert first.files() == [tmp_path / "n/data/more.txt", tmp_path / "n/main.typ"]

    second = opened(tmp_path)
    assert (second.compiled, second.documents) == (0, first.documents)
    assert second.pdf("notes") == first.pdf("notes") != b""
    assert second.compiled == 0

    write_files(tmp_path, {"n/data/more.txt": "2"})
    assert [opened(tmp_path, time).compiled for time in (0, 0, 9)] == [1, 0, 1]


def test_what_a_linked_folder_holds_is_read_anew(tmp_path: Path) -> None:
    write_files(tmp_path, {"n/main.typ": '#include "more/part.typ"', "more/part.typ": "= A <a>"})
    (tmp_path / "n/more").symlink_to("../more")
    (tmp_path / "more/again").symlink_to("../more")
    assert list(opened(tmp_path).documents["notes"].labels) == ["a"]

    write_files(tmp_path, {"more/part.typ": "= B <b>"})
    assert list(opened(tmp_path).documents["notes"].labels) == ["b"]


def test_hidden_files_that_a_document_includes_are_watched_and_read_anew(tmp_path: Path) -> None:
    """But for those that change without it: of version control, of editors, of file managers."""
    main = '#include ".part.typ"\n#include ".more/part.typ"\n'
    parts = {"n/.part.typ": "= A <a>", "n/.more/part.typ": "= B <b>"}
    left = ("n/.git/index", "n/.more/.git", "n/.main.typ.swp", "n/.DS_Store")
    write_files(tmp_path, {"n/main.typ": main, **parts, **dict.fromkeys(left, "1")})
    first = opened(tmp_path)
    assert list(first.documents["notes"].labels) == ["b", "a"]
    assert first.files() == [
        tmp_path / name for name in ("n/.more/part.typ", "n/.part.typ", "n/main.typ")
    ]

    write_files(tmp_path, {"n/.part.typ": "= C <c>"})
    assert list(opened(tmp_path).documents["notes"].labels) == ["b", "c"]
    write_files(tmp_path, {"n/.more/part.typ": "= D <d>"})
    assert list(opened(tmp_path).documents["notes"].labels) == ["d", "c"]
    write_files(tmp_path, dict.fromkeys(left, "2"))
    assert opened(tmp_path).compiled == 0


def test_a_document_that_takes_too_long_is_a_finding_that_is_not_kept(tmp_path: Path) -> None:
    write_files(tmp_path, {"n/main.typ": ENDLESS})
    for _ in range(2):
        shelf = Shelf(tmp_path, NOTES, Store(tmp_path / ".docgen"), seconds=0.2)
        assert (shelf.compiled, shelf.documents, shelf.pdf("notes")) == (1, {}, b"")
        (finding,) = shelf.findings
        assert finding.message == "Typst: the document was not compiled within 0.2 s"


def test_without_a_store_the_pdf_is_there_all_the_same(tmp_path: Path) -> None:
    write_files(tmp_path, {"n/main.typ": MAIN})
    assert Shelf(tmp_path, NOTES, Store(None)).pdf("notes").startswith(b"%PDF-")


def test_a_check_that_finds_all_in_the_store_does_not_start_the_compiler(
    make_project: MakeProject,
) -> None:
    root = make_project({"n/main.typ": MAIN}, SETTINGS)
    code = (
        "import sys; from pathlib import Path; from docgen.project import Project; "
        "p = Project.open(Path(sys.argv[1])); p.load(static=True); "
        "print(len(p.findings), len(p.site.shelf.documents), p.site.shelf.compiled); "
        "assert 'typst' not in sys.modules"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code, str(root)], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert told == ["0 1 1\n", "0 1 0\n"]


def test_an_error_is_told_at_every_check(make_project: MakeProject) -> None:
    root = make_project({"n/main.typ": "A\n#nosuch\n", "docs/p.md": "# P\n"}, SETTINGS)
    for _ in range(2):
        project = load(root)
        assert places(project) == ["n/main.typ:2:2 source-unreadable"]
        assert list(project.documents()) == []


def test_a_missing_compiler_is_a_finding_even_with_a_full_store(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_project({"n/main.typ": MAIN, "docs/p.md": "# P\n"}, SETTINGS)
    assert load(root).findings == []
    monkeypatch.setattr(shelf, "_typst", lambda: "")

    (finding,) = load(root).findings

    assert (finding.code, finding.place.path, finding.place.line) == (
        "source-unreadable",
        "pyproject.toml",
        3,
    )
    assert finding.message == "`n/main.typ` is not compiled: the package `typst` is not installed"
    assert finding.help == 'install it: pip install "mkdocs-docgen[notes]"'


@pytest.mark.parametrize(
    ("settings", "place", "message"),
    [
        (
            SETTINGS.replace("main.typ", "gone.typ"),
            "3:9 source-unreadable",
            "`notes.notes` names `n/gone.typ`, which is no file",
        ),
        (
            SETTINGS.replace("n/main.typ", "main.typ"),
            "3:9 malformed-block",
            "`main.typ` must stand in a folder of its own",
        ),
        (
            SETTINGS + 'pdf = "/a.pdf"\n',
            "4:8 malformed-block",
            "`pdf` of `notes.notes` must be a path from the site's root",
        ),
        (
            SETTINGS.replace("file", "fiel"),
            "3:1 unknown-option",
            "[tool.docgen] has no key `fiel`",
        ),
        (
            SETTINGS + '[tool.docgen.sources.notes]\ntitle = "T"\n',
            "4:2 malformed-block",
            "`notes` is a source and a document: a citation could mean either",
        ),
    ],
)
def test_faulty_settings_are_findings(
    make_project: MakeProject, settings: str, place: str, message: str
) -> None:
    project = load(make_project({"n/main.typ": MAIN}, settings))
    found = [
        (one.place.path, f"{one.place.line}:{one.place.column} {one.code}", one.message)
        for one in project.findings
    ]
    assert ("pyproject.toml", place, message) in found


def test_what_documents_are_made_of_is_watched(make_project: MakeProject) -> None:
    names = ("n/main.typ", "n/part.typ", "n/.part.typ", "n/.more/part.typ")
    root = make_project({**dict.fromkeys(names, ""), "n/main.typ": MAIN}, SETTINGS)
    project = load(root)
    assert {root / name for name in names} <= set(project.watched())
