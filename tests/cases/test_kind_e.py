"""Kind E: links to the repository, in built sites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mkdocs.exceptions import Abort
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from tests.cases.conftest import SITE, listings, page, references
from tests.conftest import MakeProject, build_site, commit_all, git, load, places

MODEL = (
    "import numpy as np\n\n\ndef f(x, W, b):\n    A = W @ x\n    Z = A + b\n"
    "    return (\n        Z\n    )\n"
)
PAGE = page("[it](code:f.Z)\n\n" + listings("f.return"))
HUB = "https://github.com/a/b"


def hrefs(site: Path, host: str, commit: str) -> list[str]:
    """Links of the page to a host, each once."""
    html = HTMLParser((site / "index.html").read_text(encoding="utf-8"))
    found = [node.attributes.get("href") or "" for node in html.css("article a")]
    return list(dict.fromkeys(each.replace(commit, "<commit>") for each in found if host in each))


def test_c035_links_never_point_to_a_moving_branch(make_project: MakeProject) -> None:
    folder = make_project({"model.py": MODEL, "docs/index.md": PAGE, "mkdocs.yml": SITE})
    commit = commit_all(folder)
    assert re.fullmatch("[0-9a-f]{40}", commit)
    clean = build_site(folder, repo_url=HUB)
    assert hrefs(clean, "github", commit) == [
        f"{HUB}/blob/<commit>/model.py#L6",
        f"{HUB}/blob/<commit>/model.py#L7-L9",
    ]
    (folder / "model.py").write_text("# new first line\n" + MODEL)
    changed = build_site(folder, strict=False, repo_url=HUB)
    assert hrefs(changed, "github", commit) == []
    html = HTMLParser((changed / "index.html").read_text(encoding="utf-8"))
    assert references(html) == ["model.py:7", "model.py:8-10"]
    with pytest.raises(Abort, match="Aborted with 1 warnings"):
        build_site(folder, repo_url=HUB)
    assert places(load(folder)) == []


def test_c036_forms_of_hosts(make_project: MakeProject) -> None:
    folder = make_project({"model.py": MODEL, "docs/index.md": PAGE, "mkdocs.yml": SITE})
    commit = commit_all(folder)
    lab = "https://gitlab.com/a/b"
    assert hrefs(build_site(folder, repo_url=lab), "gitlab", commit) == [
        f"{lab}/-/blob/<commit>/model.py#L6",
        f"{lab}/-/blob/<commit>/model.py#L7-9",
    ]
    with pytest.raises(Abort, match="Aborted with 1 warnings"):
        build_site(folder, repo_url="https://code.example.org/a/b")


def test_c038_a_project_inside_of_a_repository(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_project(
        {
            "packages/ffn/pyproject.toml": "[tool.docgen]\n",
            "packages/ffn/mkdocs.yml": SITE,
            "packages/ffn/src/model.py": MODEL,
            "packages/ffn/docs/index.md": PAGE,
        }
    )
    commit = commit_all(folder)
    for start in (folder, folder / "packages/ffn"):
        monkeypatch.chdir(start)
        assert hrefs(build_site(folder / "packages/ffn", repo_url=HUB), "github", commit) == [
            f"{HUB}/blob/<commit>/packages/ffn/src/model.py#L6",
            f"{HUB}/blob/<commit>/packages/ffn/src/model.py#L7-L9",
        ]


def test_c038_in_a_worktree(make_project: MakeProject, tmp_path: Path) -> None:
    folder = make_project({"model.py": MODEL, "docs/index.md": PAGE, "mkdocs.yml": SITE})
    commit = commit_all(folder)
    git(folder, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert hrefs(build_site(tmp_path / "tree", repo_url=HUB), "github", commit) == [
        f"{HUB}/blob/<commit>/model.py#L6",
        f"{HUB}/blob/<commit>/model.py#L7-L9",
    ]


def test_c038_outside_of_a_repository(make_project: MakeProject) -> None:
    """No link, and a warning at the setting that asks for links."""
    site = SITE + f"repo_url: {HUB}\n"
    folder = make_project({"model.py": MODEL, "docs/index.md": PAGE, "mkdocs.yml": site})
    built = build_site(folder, strict=False, repo_url=HUB)
    assert hrefs(built, "github", "none") == []
    project = load(folder)
    project.load(HUB, publish=True)
    line = site.split("\n").index(f"repo_url: {HUB}") + 1 - site.startswith("\n")
    assert places(project) == [f"mkdocs.yml:{line}:1 no-source-host"]


def test_the_kind_pages_outside_of_the_project(make_project: MakeProject) -> None:
    """Pages that docgen would read from another folder than the host are no pages at all."""
    folder = make_project(
        {"model.py": MODEL, "docs/index.md": PAGE, "web/mkdocs.yml": SITE + "docs_dir: ../docs\n"}
    )
    with pytest.raises(Abort):
        build_site(folder / "web", strict=False)


def test_the_kind_severity_of_what_is_no_pages_fault(make_project: MakeProject) -> None:
    settings = "severity = { uncommitted-source = 'warning' }\n"
    files = {"model.py": MODEL, "docs/index.md": PAGE, "mkdocs.yml": SITE}
    folder = make_project(files, settings)
    commit_all(folder)
    (folder / "model.py").write_text("# new\n" + MODEL)
    build_site(folder, repo_url=HUB)
