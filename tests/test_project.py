"""A project loaded, stored, reconciled with what a host renders, and linked to its host."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from docgen.markup.page import Page
from docgen.markup.scan import scan
from docgen.pages.assemble import PageDraft
from docgen.project import Project
from docgen.recording import STORE
from docgen.store import FILE, Store
from docgen.text import SourceText
from docgen.trace.plan import Failure, RunPlan, Trace
from docgen.trace.record import record
from docgen.views.parts import ExamplePart, ListingPart
from tests.conftest import REPO_URL, MakeProject, commit_all, load, places
from tests.foreign import FILES, RUNS, SETTINGS, TABLE, line_of, page

RUN = "/// example\n    run: runs.example\n\n| | |\n|---|---|\n| `drive` | |\n///\n"
TEXT = page(f"{TABLE}\n{RUN}")


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    return make_project({**FILES, "docs/p.md": TEXT}, SETTINGS)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def part(project: Project, kind: type[object], name: str = "p.md") -> object:
    return next(each.part for each in project.pages[name].drafts if isinstance(each.part, kind))


def drive(project: Project) -> object:
    example = part(project, ExamplePart)
    assert isinstance(example, ExamplePart)
    return example.rows[0].values[0]


# The store


def test_a_second_load_records_nothing(root: Path) -> None:
    first = load(root)
    assert first.recorded == 2  # the example, and the sizes that the settings name
    assert places(first) == []
    second = load(root)
    assert second.recorded == 0
    assert places(second) == []
    assert drive(second) == drive(first)


def test_a_changed_model_file_is_recorded_again(root: Path) -> None:
    load(root)
    edit(root / "rnn.py", "drive = x @", "drive = 2 * x @")
    again = load(root)
    assert again.recorded == 2
    value = drive(again)
    assert getattr(value, "data", None) == (2.0, 4.0, -2.0)


def test_a_file_that_no_run_read_changes_nothing(root: Path) -> None:
    load(root)
    (root / "unrelated.py").write_text("x = 1\n")
    (root / "docs/other.md").write_text("# Other\n")
    assert load(root).recorded == 0


def test_a_changed_plan_is_recorded_again(root: Path) -> None:
    load(root)
    edit(root / "docs/p.md", "| `drive` | |", "| `keep` | |")
    assert load(root).recorded == 1
    edit(root / "docs/p.md", "| `keep` | |", "| `drive` | |")
    assert load(root).recorded == 0


DATA = RUNS.replace("def example():\n", "def example():\n    float(open('data.txt').read())\n")


def test_a_changed_data_file_is_recorded_again(root: Path) -> None:
    (root / "runs.py").write_text(DATA)
    (root / "data.txt").write_text("1.0")
    load(root)
    assert load(root).recorded == 0
    (root / "data.txt").write_text("oops")
    again = load(root)
    assert again.recorded == 1
    assert [each.code for each in again.findings] == ["run-failed"]
    (root / "data.txt").write_text("1.0")
    assert places(load(root)) == []


def test_a_data_file_that_was_missing(root: Path) -> None:
    (root / "runs.py").write_text(DATA)
    assert [each.code for each in load(root).findings] == ["run-failed"]
    assert load(root).recorded == 0
    (root / "data.txt").write_text("1.0")
    assert places(load(root)) == []


def test_a_module_that_was_missing(root: Path) -> None:
    edit(root / "runs.py", "import numpy as np\n", "import numpy as np\nimport later\n")
    assert [each.code for each in load(root).findings] == ["run-failed"]
    (root / "later.py").write_text("")
    assert places(load(root)) == []


def test_a_module_that_a_run_can_do_without(root: Path) -> None:
    optional = "try:\n    from later import SCALE\nexcept ImportError:\n    SCALE = 1\n"
    edit(root / "rnn.py", "RATE = 0.25\n", f"RATE = 0.25\n{optional}")
    edit(root / "rnn.py", "drive = x @", "drive = SCALE * x @")
    assert getattr(drive(load(root)), "data", None) == (1.0, 2.0, -1.0)
    (root / "later.py").write_text("SCALE = 3\n")
    assert getattr(drive(load(root)), "data", None) == (3.0, 6.0, -3.0)


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_a_damaged_store_only_costs_time(root: Path, content: bytes) -> None:
    load(root)
    (root / STORE / FILE).write_bytes(content)
    again = load(root)
    assert (again.recorded, places(again)) == (2, [])


def test_records_of_another_docgen_are_not_read(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(root)
    monkeypatch.setattr(Store, "load", lambda *_: b"\x81\xa3key\x01")
    again = load(root)
    assert (again.recorded, places(again)) == (2, [])


def test_time_outs_are_not_kept(root: Path) -> None:
    edit(root / "pyproject.toml", "[tool.docgen]\n", "[tool.docgen]\ntimeout = 0.5\n")
    edit(root / "runs.py", "def example():\n", "def example():\n    while True:\n        pass\n")
    for _ in range(2):
        project = load(root)
        assert places(project) == [f"docs/p.md:{line_of(TEXT, 'run: «runs')} run-timeout"]
    assert project.recorded == 1


# Pages


def test_pages_are_read_from_the_docs_folder(root: Path) -> None:
    (root / "docs/.hidden").mkdir()
    (root / "docs/.hidden/h.md").write_text("/// exampel\n///\n")
    (root / "docs/sub").mkdir()
    (root / "docs/sub/q.markdown").write_text("# Q\n")
    (root / "docs/bad.md").write_bytes(b"# \xff\n")
    project = load(root)
    assert list(project.pages) == ["p.md", "sub/q.markdown"]
    assert places(project) == ["docs/bad.md:1:3 source-unreadable"]


def test_files_to_watch(root: Path) -> None:
    (root / "runs.py").write_text(DATA)
    (root / "data.txt").write_text("1.0")
    watched = {path.relative_to(root).as_posix() for path in load(root).watched()}
    assert {"rnn.py", "runs.py", "data.txt"} <= watched


def test_severities_of_the_settings(root: Path) -> None:
    edit(root / "docs/p.md", "`drive` | (B, H)", "`drive` | (H, B)")
    edit(
        root / "pyproject.toml",
        "[tool.docgen]\n",
        '[tool.docgen]\nseverity = { shape-mismatch = "warning" }\n',
    )
    assert [each.severity for each in load(root).findings] == ["warning"]


# What a host renders


def rendered(project: Project, text: str, path: str = "docs/p.md") -> Page:
    return scan(SourceText(path, text))


def body(text: str) -> str:
    """The page as a host hands it over, without its front matter."""
    return text.split("---\n", 2)[2]


def test_the_same_items_are_the_page_of_the_file(root: Path) -> None:
    project = load(root)
    assert project.reconcile("p.md", rendered(project, body(TEXT))) is project.pages["p.md"]
    other = body(TEXT).replace("# Cell", "Words.\n\n# Cell")
    assert project.reconcile("p.md", rendered(project, other)) is project.pages["p.md"]


def test_what_a_macro_made_is_checked_too(root: Path) -> None:
    raw = page(f"{TABLE}\n{RUN}\n{{{{ made }}}}\n")
    (root / "docs/p.md").write_text(raw)
    project = load(root)
    assert places(project) == []
    made = body(raw).replace(
        "{{ made }}", "One.\n\n/// listing\n///\n\n/// listing\n    in: advanse\n///"
    )
    draft = project.reconcile("p.md", rendered(project, made))
    assert places(project) == [f"docs/p.md:{line_of(raw, '«{{ made')} unknown-anchor"]
    assert [each for each in draft.drafts if isinstance(each.part, ListingPart)]
    assert draft.findings[0].place.line > project.findings[0].place.line


def test_what_a_macro_took_away_is_missed(root: Path) -> None:
    project = load(root)
    gone = body(TEXT).replace(RUN, "")
    project.reconcile("p.md", rendered(project, gone))
    place = f"docs/p.md:{line_of(TEXT, '«/// example')} malformed-block"
    assert place in places(project)
    finding = next(each for each in project.findings if "another plugin" in each.message)
    assert finding.help == "keep braces apart for templating plugins: `{ {x} }`, or render it raw"


def test_values_that_only_the_rendered_page_asks_for_are_recorded(root: Path) -> None:
    project = load(root)
    more = body(TEXT).replace("| `drive` | |", "| `drive` | |\n| `keep` | |")
    draft = project.reconcile("p.md", rendered(project, more))
    example = next(each.part for each in draft.drafts if isinstance(each.part, ExamplePart))
    assert [row.values[0] is not None for row in example.rows] == [True, True]
    assert [each.code for each in project.findings] == ["malformed-block"]


def test_a_page_that_is_checked_again_documents_its_function_once(root: Path) -> None:
    second = "\n## Back\n\n/// concept | retreat\n    with: advance\n    parts: none\n///\n"
    raw = TEXT + second + "\n{{ made }}\n"
    (root / "docs/p.md").write_text(raw)
    (root / "docs/q.md").write_text(
        page("\n{{ x }}\n", "cycle").replace("parts: none", "parts: none\n    with: advance")
    )
    project = load(root)
    assert places(project) == []
    for name in ("p.md", "q.md", "p.md"):
        text = (root / "docs" / name).read_text()
        made = (
            body(text).replace("{{ made }}", "/// listing\n///").replace("{{ x }}", "/// used\n///")
        )
        project.reconcile(name, rendered(project, made, f"docs/{name}"))
    assert places(project) == []


def test_a_page_that_another_plugin_made(root: Path) -> None:
    """Nobody else would report what is wrong with it."""
    project = load(root)
    draft = project.reconcile(
        "made.md", rendered(project, "See [x](code:rnn.nothing).\n", "docs/made.md")
    )
    assert isinstance(draft, PageDraft)
    assert places(project) == ["docs/made.md:1:18 unknown-anchor"]
    assert list(project.pages) == ["p.md", "made.md"]


def test_a_title_that_a_macro_changed(root: Path) -> None:
    raw = page(f"{TABLE}\n{RUN}\n**{{{{ name }}}}**\n```math\nd = x\n```\n")
    (root / "docs/p.md").write_text(raw)
    project = load(root)
    draft = project.reconcile("p.md", rendered(project, body(raw).replace("{{ name }}", "Driven")))
    assert [equation.title for equation, _ in draft.equations] == ["Driven"]


# Links to the source host


def test_links_name_the_commit(root: Path) -> None:
    edit(root / "docs/p.md", "/// example", "/// listing\n///\n\n/// example")
    commit = commit_all(root)
    project = Project.open(root)
    project.load(REPO_URL, publish=True)
    assert places(project) == []
    listing = part(project, ListingPart)
    assert isinstance(listing, ListingPart)
    assert listing.ref.url == f"{REPO_URL}/blob/{commit}/rnn.py#L13-L18"
    assert listing.ref.host == "GitHub"


def test_no_links_without_a_repo_url(root: Path) -> None:
    edit(root / "docs/p.md", "/// example", "/// listing\n///\n\n/// example")
    commit_all(root)
    listing = part(load(root), ListingPart)
    assert isinstance(listing, ListingPart)
    assert (listing.ref.url, listing.ref.host) == ("", "")


def test_a_changed_file_is_not_linked(root: Path) -> None:
    edit(root / "docs/p.md", "/// example", "/// listing\n///\n\n/// example")
    commit_all(root)
    edit(root / "rnn.py", "RATE = 0.25", "RATE = 0.5")
    project = Project.open(root)
    project.load(REPO_URL, publish=True)
    assert places(project) == ["rnn.py:1:1 uncommitted-source"]
    assert project.findings[0].help == "commit the file, or build without `repo_url`"
    listing = part(project, ListingPart)
    assert isinstance(listing, ListingPart)
    assert (listing.ref.url, listing.ref.host) == ("", "")
    project.load(REPO_URL)
    assert places(project) == []


def test_no_commit_is_known(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    project = Project.open(root)
    project.load(REPO_URL, publish=True)
    assert [each.code for each in project.findings] == ["no-source-host"]
    project.load(REPO_URL)
    assert places(project) == []


def test_a_host_whose_links_are_not_known(root: Path) -> None:
    edit(root / "docs/p.md", "/// example", "/// listing\n///\n\n/// example")
    commit_all(root)
    project = Project.open(root)
    project.load("https://code.example.org/o/r", publish=True)
    assert [each.code for each in project.findings] == ["no-source-host"]


def test_a_run_that_was_lost_is_a_finding_and_not_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(folder: Path, plans: Sequence[RunPlan], limits: object, **_: object) -> list[Trace]:
        return [Trace(plan.key, Failure("killed", "the worker ended early")) for plan in plans]

    monkeypatch.setattr("docgen.recording.record", lose)
    assert f"docs/p.md:{line_of(TEXT, 'run: «runs')} run-failed" in places(load(root))
    monkeypatch.undo()
    assert places(load(root)) == []


def test_a_module_of_the_settings_that_was_missing(root: Path) -> None:
    edit(root / "pyproject.toml", '"rnn.BATCH"', '"sizes.small.BATCH"')
    for _ in range(2):
        first = load(root)
        assert [each.code for each in first.findings if each.place.path == "pyproject.toml"] == [
            "unbound-symbol"
        ]
        assert first.recorded > 0  # nothing says where the module will be
    (root / "sizes").mkdir()
    (root / "sizes/small.py").write_text("BATCH = 1\n", encoding="utf-8")
    again = load(root)
    assert [each for each in again.findings if each.place.path == "pyproject.toml"] == []
    assert load(root).recorded == 0


def test_a_trace_that_may_be_the_machines_is_not_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(folder: Path, plans: Sequence[RunPlan], limits: object, **_: object) -> list[Trace]:
        found = record(folder, plans, limits)  # type: ignore[arg-type]
        return [msgspec.structs.replace(trace, is_lasting=False) for trace in found]

    monkeypatch.setattr("docgen.recording.record", late)
    assert load(root).recorded == 2
    assert load(root).recorded == 2
    monkeypatch.undo()
    assert load(root).recorded == 2
    assert load(root).recorded == 0


def test_faulty_settings_are_findings(root: Path) -> None:
    edit(root / "pyproject.toml", "[tool.docgen]\n", '[tool.docgen]\ndoc = "docs"\n')
    assert places(load(root)) == ["pyproject.toml:2:1 unknown-option"]
