"""The plugin: strictness, slots, search, assets, links, watching."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from mkdocs.structure.files import get_files
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.markdown_ext import SLOT
from docgen.mkdocs_plugin import ASSETS, EPOCH, LOG, DocgenPlugin
from tests.conftest import REPO_URL, MakeProject, build_site, commit_all, site_config
from tests.foreign import DRIVEN, FILES, RUN, SETTINGS, line_of, page

FENCE = '**Driven**\n```math tests="test_advance"\nd = x W\n```\n'
PROSE = "See [`keep`](code:keep), [3](value:HIDDEN), $x$ and [it](#eq-driven)."
GOOD = page(f"{PROSE}\n\n{DRIVEN}\n{FENCE}\n{RUN}", parts="used; listing")
CONFIG = site_config("tables", "toc", plugins=("search", "docgen"))
INDEX = "# Home\n\nSee [the equation](p.md#eq-driven).\n"


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    files = {"docs/index.md": INDEX, "docs/p.md": GOOD, "mkdocs.yml": CONFIG}
    return make_project({**FILES, **files}, SETTINGS)


def write(root: Path, text: str) -> None:
    (root / "docs/p.md").write_text(text, encoding="utf-8")


def html(site: Path) -> str:
    return (site / "p/index.html").read_text(encoding="utf-8")


def test_a_strict_build(root: Path) -> None:
    site = build_site(root)
    text = html(site)
    assert SLOT.search(text) is None
    assert "dg-slot" not in text
    assert 'href="code:' not in text
    tree = HTMLParser(text)
    assert tree.css_first("div#eq-driven math") is not None
    assert tree.css_first("#code-advance") is not None
    assert tree.css(".dg-finding") == []
    manifest = json.loads((site / "docgen.json").read_text())
    (equation,) = manifest["equations"]
    assert (equation["url"], manifest["findings"]) == ("p/#eq-driven", [])


def test_the_style_sheet_is_shipped_and_linked(root: Path) -> None:
    site = build_site(root)
    assert (site / ASSETS / "docgen.css").is_file()
    styles = HTMLParser(html(site)).css('link[href$="docgen.css"]')
    assert [node.attributes["href"] for node in styles] == [f"../{ASSETS}/docgen.css"]
    assert styles[0].parent is not None
    assert styles[0].parent.tag == "article"


def test_a_site_may_have_the_style_sheet_among_its_own(root: Path) -> None:
    site = build_site(root, extra_css=[f"{ASSETS}/docgen.css", "own.css"])
    hrefs = [node.attributes.get("href") or "" for node in HTMLParser(html(site)).css("link")]
    ours = [href for href in hrefs if href.endswith(("docgen.css", "own.css"))]
    assert ours == [f"../{ASSETS}/docgen.css", "../own.css"]


def test_equations_that_hold_can_be_tried(root: Path) -> None:
    site = build_site(root)
    assets = site / ASSETS
    (host,) = HTMLParser(html(site)).css("dg-try")
    assert (host.attributes["data-page"], host.attributes["data-eq"]) == ("p", "eq-driven")
    assert "hidden" in host.attributes
    assert 'docgen.js" defer' in html(site)
    assert [file.name for file in (assets / "try/pages").iterdir()] == ["p.js"]
    text = (assets / "try/pages/p.js").read_text(encoding="utf-8")
    assert text.startswith('docgenTry.accept("p",{"equations":{"eq-driven":{')
    assert (assets / "try/open.js").is_file()
    write(root, GOOD.replace("d = x W", "d = 2 x W"))
    again = build_site(root, strict=False)
    assert HTMLParser(html(again)).css("dg-try") == []
    assert not (assets / "try/pages").exists()


def test_the_search_index_holds_plain_text(root: Path) -> None:
    site = build_site(root)
    index = json.loads((site / "search/search_index.json").read_text())
    text = " ".join(f"{entry['title']} {entry['text']}" for entry in index["docs"])
    assert "def advance(x, h, weights):" in text
    assert "drive = x @ weights" in text
    for mark in ("dg-", "data-dg", "<math", "code:", "`keep`", "///"):
        assert mark not in text
    listing = text.partition("def advance")[2].partition("return new")[0]
    assert not any(word.isdigit() for word in listing.split())


def test_late_and_not_late_are_equal(root: Path) -> None:
    late = html(build_site(root))
    (root / "mkdocs.yml").write_text(CONFIG.replace("  - docgen", "  - docgen:\n      late: false"))
    assert html(build_site(root)) == late


def test_a_link_to_a_missing_equation_fails(root: Path) -> None:
    (root / "docs/index.md").write_text(INDEX.replace("eq-driven", "eq-drivn"))
    with pytest.raises(Abort):
        build_site(root)


ROW = "\n| | |\n|---|---|\n"
BAD = {
    "unknown anchor": ("[k](code:kept)\n", "(code:«kept", "unknown-anchor"),
    "ambiguous anchor": ("[k](code:twice.k)\n", "(code:twice.«k", "ambiguous-anchor"),
    "unknown function": (
        "/// listing\n    in: nothing.f\n///\n",
        "in: «nothing",
        "unknown-function",
    ),
    "typed line number": ("See rnn.py:15 there.\n", "«rnn.py:15", "bare-line-reference"),
    "malformed block": ("/// listing\n    in: bend\n", "/// «listing", "malformed-block"),
    "misspelt block": ("/// lisitng\n///\n", "/// «lisitng", "malformed-block"),
    "unknown option": ("/// listing\n    inn: bend\n///\n", "«inn: bend", "unknown-option"),
    "LaTeX": ('```math code="drive"\nd = \\fracc{x}\n```\n', "«\\fracc", "unrenderable-latex"),
    "inline LaTeX": ("Here $\\fracc$.\n", "«\\fracc", "unrenderable-latex"),
    "declared shape": (
        f"{DRIVEN.replace('`drive` | (B, H)', '`drive` | (H, B)')}\n{RUN}",
        "| «(H, B)",
        "shape-mismatch",
    ),
    "a run that raises": (
        "/// example\n    run: tests.test_rnn.test_wrong\n///\n",
        "run: «tests",
        "run-failed",
    ),
    "a run that exits": ("/// example\n    run: bad.leave\n///\n", "run: «bad.leave", "run-failed"),
    "a run that hangs": ("/// example\n    run: bad.hang\n///\n", "run: «bad.hang", "run-timeout"),
    "a run that does not arrive": (
        f"/// example\n    run: bad.idle\n{ROW}| `drive` | |\n///\n",
        "run: «bad.idle",
        "never-executed",
    ),
    "duplicate id": (f"{DRIVEN}\n{FENCE}\n{FENCE}\n{RUN}", None, "duplicate-id"),
    "display": ("$$d = x$$\n", "«$$d", "unchecked-math"),
    "a wrong value": ("[4](value:HIDDEN)\n", "[«4]", "value-mismatch"),
}
RUNS = """
import sys


def leave():
    sys.exit(3)


def hang():
    while True:
        pass


def idle():
    return None
"""
TWICE = "\n\ndef twice():\n    k = 1\n    k = 2\n    return k\n"


@pytest.mark.parametrize("name", list(BAD))
def test_bad_input_fails_a_strict_build(
    root: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    body, mark, code = BAD[name]
    (root / "bad.py").write_text(RUNS)
    (root / "rnn.py").write_text((root / "rnn.py").read_text() + TWICE)
    settings = root / "pyproject.toml"
    settings.write_text(
        settings.read_text().replace("[tool.docgen]\n", "[tool.docgen]\ntimeout = 1\n", 1)
    )
    (root / "docs/index.md").write_text("# Home\n")
    text = page(body)
    write(root, text)
    with caplog.at_level(logging.INFO), pytest.raises(Abort):
        build_site(root)
    records = [record for record in caplog.records if record.name == LOG.name]
    heads = [record.getMessage().splitlines()[:2] for record in records]
    assert [record.levelno for record in records] == [logging.WARNING]
    place = line_of(text, mark) if mark else line_of(text, "«**Driven**", 2)
    ((first, second),) = heads
    assert first.startswith(f"error[{code}]: ")
    assert second.strip() == f"--> docs/p.md:{place}"


@pytest.mark.parametrize("name", list(BAD))
def test_without_strict_the_page_shows_the_finding(root: Path, name: str) -> None:
    body, _, code = BAD[name]
    (root / "bad.py").write_text(RUNS)
    (root / "rnn.py").write_text((root / "rnn.py").read_text() + TWICE)
    settings = root / "pyproject.toml"
    settings.write_text(
        settings.read_text().replace("[tool.docgen]\n", "[tool.docgen]\ntimeout = 1\n", 1)
    )
    (root / "docs/index.md").write_text("# Home\n")
    write(root, page(f"{body}\nLast words.\n"))
    site = build_site(root, strict=False)
    tree = HTMLParser(html(site))
    assert [node.text() for node in tree.css(".dg-findinghead code")] == [code]
    assert "Last words." in tree.body.text()
    assert SLOT.search(html(site)) is None
    manifest = json.loads((site / "docgen.json").read_text())
    assert [finding["code"] for finding in manifest["findings"]] == [code]


def test_all_findings_in_one_build(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    (root / "docs/index.md").write_text("# Home\n")
    write(root, page("[k](code:kept) [l](code:lost)\n\n/// lisitng\n///\n\n[4](value:HIDDEN)\n"))
    with pytest.raises(Abort, match="4 warnings"):
        build_site(root)


def test_warnings_do_not_fail_a_strict_build(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = root / "pyproject.toml"
    severity = '[tool.docgen]\nseverity = { unknown-anchor = "warning" }\n'
    settings.write_text(settings.read_text().replace("[tool.docgen]\n", severity, 1))
    write(root, GOOD + "\n[k](code:kept)\n")
    with caplog.at_level(logging.INFO):
        build_site(root)
    records = [record for record in caplog.records if record.name == LOG.name]
    assert [record.levelno for record in records] == [logging.INFO]


def test_findings_that_only_rendering_brings_to_light(root: Path) -> None:
    hook = (
        "def on_page_markdown(markdown, **_):\n"
        "    return markdown.replace('MADE', '[k](code:rnn.kept)')\n"
    )
    (root / "hook.py").write_text(hook)
    (root / "mkdocs.yml").write_text(CONFIG + "hooks:\n  - hook.py\n")
    write(root, GOOD + "\nMADE\n")
    with pytest.raises(Abort, match="1 warnings"):
        build_site(root)


def test_a_page_that_a_hook_made_is_checked(root: Path) -> None:
    hook = (
        "from mkdocs.structure.files import File\n\n\n"
        "def on_files(files, config):\n"
        "    made = File.generated(config, 'made.md', content='# M\\n\\n[k](code:rnn.kept)\\n')\n"
        "    files.append(made)\n    return files\n"
    )
    (root / "hook.py").write_text(hook)
    (root / "mkdocs.yml").write_text(CONFIG + "hooks:\n  - hook.py\n")
    with pytest.raises(Abort, match="1 warnings"):
        build_site(root)


def test_a_slot_that_is_left_fails_the_build(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    hook = (
        "from mkdocs.plugins import event_priority\n\n\n@event_priority(200)\n"
        "def on_post_page(output, **_):\n"
        '    return output + \'<div class="dg-slot" data-dg="0123abcd-7">x</div>\'\n'
    )
    (root / "hook.py").write_text(hook)
    (root / "mkdocs.yml").write_text(CONFIG + "hooks:\n  - hook.py\n")
    with caplog.at_level(logging.ERROR), pytest.raises(Abort, match="BuildError"):
        build_site(root)
    assert "docgen: a slot of index.md was not filled" in caplog.text


def test_links_name_the_commit_of_the_build(root: Path) -> None:
    commit = commit_all(root)
    text = html(build_site(root, repo_url=REPO_URL))
    assert f"{REPO_URL}/blob/{commit}/rnn.py#L13-L18" in text
    assert f"{REPO_URL}/blob/{commit}/rnn.py#L15" in text


def test_a_changed_file_is_not_linked(root: Path) -> None:
    commit_all(root)
    code = root / "rnn.py"
    code.write_text(code.read_text().replace("RATE = 0.25", "RATE = 0.5"))
    with pytest.raises(Abort):
        build_site(root, repo_url=REPO_URL)
    site = build_site(root, strict=False, repo_url=REPO_URL)
    assert "/rnn.py#L" not in html(site)
    manifest = json.loads((site / "docgen.json").read_text())
    assert [finding["code"] for finding in manifest["findings"]] == ["uncommitted-source"]


def test_the_environment_is_left_as_it_was(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(EPOCH, raising=False)
    commit_all(root)
    build_site(root)
    assert EPOCH not in os.environ
    monkeypatch.setenv(EPOCH, "1")
    build_site(root)
    assert os.environ[EPOCH] == "1"


def test_pages_outside_of_the_project_are_refused(
    root: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "mkdocs.yml").write_text(CONFIG + f"docs_dir: {tmp_path / 'elsewhere'}\n")
    with caplog.at_level(logging.ERROR), pytest.raises(Abort, match="BuildError"):
        build_site(root)
    assert "lies outside of" in caplog.text


class _Server:
    def __init__(self) -> None:
        self.paths: list[str] = []

    def watch(self, path: str) -> None:
        self.paths.append(path)


def test_served_pages_are_watched_and_recover(root: Path) -> None:
    """A broken model and a broken page are findings, and gone when they are mended."""
    config = load_config(str(root / "mkdocs.yml"), strict=False)
    plugin = config.plugins["docgen"]
    assert isinstance(plugin, DocgenPlugin)
    config.plugins.on_startup(command="serve", dirty=False)
    server = _Server()

    def build() -> list[str]:
        config.plugins.on_config(config)
        config.plugins.on_files(get_files(config), config=config)
        return [finding.code for finding in plugin.project.findings]

    assert build() == []
    assert plugin.on_serve(server, config=config, builder=None) is server
    names = [Path(path).relative_to(root).as_posix() for path in server.paths]
    assert {"rnn.py", "runs.py"} <= set(names)
    assert len(names) == len(set(names))
    code = root / "rnn.py"
    text = code.read_text()
    code.write_text(text.replace("def bend(a):", "def bend(a:"))
    assert set(build()) == {"source-unreadable"}
    code.write_text(text)
    write(root, GOOD + "\n/// listing\n")
    assert build() == ["malformed-block"]
    write(root, GOOD)
    assert build() == []
    plugin._watch()
    assert len(server.paths) == len(set(server.paths))
