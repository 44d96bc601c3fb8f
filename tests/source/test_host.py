from __future__ import annotations

import os
import subprocess
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from docgen.diagnostics import Fault
from docgen.source.host import Repository, host_name, web_url

COMMIT = "0123456789" * 4
TOP = PurePosixPath("/repo")
MODEL = "def f(x):\n    Z = x\n"


def git(folder: Path, *arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_"}
    identity = ["-c", "user.name=author", "-c", "user.email=author@example.org"]
    done = subprocess.run(
        ["git", *identity, "-c", "protocol.file.allow=always", *arguments],
        cwd=folder,
        env={**environment, "GIT_CONFIG_GLOBAL": os.devnull},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def committed(folder: Path, *paths: str) -> str:
    """A repository with one commit of the given files; its commit."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-b", "main")
    for path in paths:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(MODEL)
    git(folder, "add", ".")
    git(folder, "commit", "-m", "one")
    return git(folder, "rev-parse", "HEAD")


def found(folder: Path) -> Repository:
    repository = Repository.find(folder)
    assert repository is not None
    return repository


def at(path: str = "src/model.py", top: PurePath = TOP) -> Repository:
    return Repository(top, top, COMMIT, frozenset({path}), frozenset())


def test_c035_links_hold_the_commit_and_never_point_to_changed_files(tmp_path: Path) -> None:
    commit = committed(tmp_path, "model.py", "same.py")
    (tmp_path / "model.py").write_text("# new first line\n" + MODEL)
    (tmp_path / "new.py").write_text(MODEL)
    repository = found(tmp_path)
    assert (repository.commit, len(repository.commit)) == (commit, 40)
    assert repository.changed == {"model.py", "new.py"}
    url = "https://github.com/o/r"
    assert repository.link(url, tmp_path / "same.py", 2, 2) == f"{url}/blob/{commit}/same.py#L2"
    assert repository.link(url, tmp_path / "model.py", 2, 2) == ""
    assert repository.link(url, tmp_path / "new.py", 2, 2) == ""
    assert repository.link(url, tmp_path.parent / "out.py", 2, 2) == ""
    git(tmp_path, "checkout", "model.py")
    assert found(tmp_path).link(url, Path("model.py"), 2, 2).endswith("/model.py#L2")


def test_a_file_that_git_ignores_is_not_in_the_commit(tmp_path: Path) -> None:
    committed(tmp_path, "model.py")
    (tmp_path / ".git/info/exclude").write_text("made.py\n")
    (tmp_path / "made.py").write_text(MODEL)
    assert found(tmp_path).link("https://github.com/o/r", Path("made.py"), 1, 1) == ""


@pytest.mark.parametrize(
    ("url", "one", "several"),
    [
        ("https://github.com/o/r", "/blob/{c}/src/model.py#L10", "#L10-L12"),
        ("https://gitlab.com/o/r/", "/-/blob/{c}/src/model.py#L10", "#L10-12"),
        ("https://gitlab.example.org/o/r", "/-/blob/{c}/src/model.py#L10", "#L10-12"),
        ("https://bitbucket.org/o/r", "/src/{c}/src/model.py#lines-10", "#lines-10:12"),
        ("https://codeberg.org/o/r.git", "/src/commit/{c}/src/model.py#L10", "#L10-L12"),
        ("https://gitea.example.org/o/r", "/src/commit/{c}/src/model.py#L10", "#L10-L12"),
    ],
)
def test_c036_ranges_have_the_form_of_their_host(url: str, one: str, several: str) -> None:
    base = url.rstrip("/").removesuffix(".git")
    single = base + one.format(c=COMMIT)
    path = PurePosixPath("src/model.py")
    assert at().link(url, path, 10, 10) == single
    assert at().link(url, path, 10, 12) == single.partition("#")[0] + several


def test_c036_an_unknown_host_needs_a_template() -> None:
    path = PurePosixPath("src/model.py")
    for url in ("https://git.example.org/o/r", "https://bitbucket.example.org/o/r", "o/r"):
        with pytest.raises(Fault) as caught:
            at().link(url, path, 10, 12)
        assert caught.value.code == "no-source-host"
        assert "source_link" in caught.value.help
    template = "https://x.org/{commit}/{path}?from={first}&to={last}"
    expected = f"https://x.org/{COMMIT}/src/model.py?from=10&to=12"
    assert at().link("https://git.example.org/o/r", path, 10, 12, template) == expected
    assert at().link("https://git.example.org/o/r", path, 1, 1, "{repo}/{path}") == (
        "https://git.example.org/o/r/src/model.py"
    )
    with pytest.raises(Fault, match=r"no field `\{line\}`"):
        at().link("https://git.example.org/o/r", path, 10, 12, "{line}")


def test_c037_links_have_no_backslash_and_no_drive() -> None:
    url = "https://github.com/o/r"
    expected = f"{url}/blob/{COMMIT}/src/ffn/model.py#L6"
    posix = at("src/ffn/model.py")
    assert posix.link(url, PurePosixPath("src/ffn/model.py"), 6, 6) == expected
    windows = at("src/ffn/model.py", PureWindowsPath(r"D:\work\demo"))
    assert windows.link(url, PureWindowsPath(r"src\ffn\model.py"), 6, 6) == expected
    absolute = PureWindowsPath(r"D:\work\demo\src\ffn\model.py")
    assert windows.link(url, absolute, 6, 6) == expected


def test_paths_are_quoted() -> None:
    repository = at("src/a b#c.py")
    link = repository.link("https://github.com/o/r", PurePosixPath("src/a b#c.py"), 1, 1)
    assert link.endswith("/src/a%20b%23c.py#L1")


def test_c038_a_project_below_the_top_of_its_repository(tmp_path: Path) -> None:
    top = tmp_path / "mono"
    commit = committed(top, "packages/ffn/src/model.py")
    project = top / "packages/ffn"
    url = "https://github.com/o/r"
    expected = f"{url}/blob/{commit}/packages/ffn/src/model.py#L6"
    assert found(project).link(url, project / "src/model.py", 6, 6) == expected
    assert found(project).link(url, Path("src/model.py"), 6, 6) == expected


def test_c038_a_submodule_has_a_commit_of_its_own(tmp_path: Path) -> None:
    inner = committed(tmp_path / "inner", "src/model.py")
    committed(tmp_path / "outer", "readme.md")
    git(tmp_path / "outer", "submodule", "add", str(tmp_path / "inner"), "ffn")
    git(tmp_path / "outer", "commit", "-m", "two")
    project = tmp_path / "outer/ffn"
    link = found(project).link("https://github.com/o/r", project / "src/model.py", 1, 1)
    assert link == f"https://github.com/o/r/blob/{inner}/src/model.py#L1"
    outer = found(tmp_path / "outer")
    assert outer.link("https://github.com/o/r", project / "src/model.py", 1, 1) == ""


def test_c038_a_worktree_is_a_repository(tmp_path: Path) -> None:
    commit = committed(tmp_path / "main", "model.py")
    git(tmp_path / "main", "worktree", "add", "-b", "side", str(tmp_path / "side"))
    repository = found(tmp_path / "side")
    assert repository.link("https://github.com/o/r", tmp_path / "side/model.py", 1, 1) == (
        f"https://github.com/o/r/blob/{commit}/model.py#L1"
    )


def test_the_environment_does_not_lead_git_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = committed(tmp_path / "one", "model.py")
    committed(tmp_path / "two", "other.py")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "two/.git"))
    assert found(tmp_path / "one").commit == commit


def test_files_named_through_a_link_to_the_folder(tmp_path: Path) -> None:
    committed(tmp_path / "real", "model.py")
    (tmp_path / "alias").symlink_to(tmp_path / "real", target_is_directory=True)
    repository = found(tmp_path / "alias")
    assert repository.link("https://github.com/o/r", tmp_path / "alias/model.py", 1, 1) != ""


def test_without_git_a_repository_or_a_commit_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Repository.find(tmp_path) is None
    git(tmp_path, "init")
    assert Repository.find(tmp_path) is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Repository.find(tmp_path) is None


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://github.com/o/r", "GitHub"),
        ("git@gitlab.com:o/r.git", "GitLab"),
        ("https://bitbucket.org/o/r", "Bitbucket"),
        ("https://codeberg.org/o/r", "Codeberg"),
        ("https://forgejo.example.org/o/r", "Forgejo"),
        ("https://git.example.org/o/r", "git.example.org"),
        ("https://notgithub.com/o/r", "notgithub.com"),
        ("nowhere", ""),
    ],
)
def test_hosts_have_names(url: str, name: str) -> None:
    assert host_name(url) == name


def test_the_web_page_of_a_repository() -> None:
    assert web_url("ssh://git@github.com/o/r.git") == "https://github.com/o/r"
    assert web_url(" https://github.com/o/r/ ") == "https://github.com/o/r"


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("ssh://git@gitlab.example.org:2222/g/r.git", "https://gitlab.example.org/g/r"),
        ("ssh://git@github.com:o/r.git", "https://github.com/o/r"),
        ("git@gitlab.example.org:2222/r.git", "https://gitlab.example.org/2222/r"),
        ("https://gitlab.example.org:8443/g/r.git", "https://gitlab.example.org:8443/g/r"),
    ],
)
def test_a_port_of_ssh_is_none_of_the_pages(url: str, page: str) -> None:
    """Without a scheme, a number behind the colon is the first folder."""
    assert web_url(url) == page
