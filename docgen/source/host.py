"""Lines of a file become a link to the commit that holds them.

`repository.link("https://github.com/o/r", Path("model.py"), 10, 12)` is
`https://github.com/o/r/blob/<commit>/model.py#L10-L12`.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path, PurePath
from urllib.parse import quote, urlsplit

from docgen.diagnostics import Fault


@dataclass(frozen=True, slots=True)
class _Host:
    name: str
    one: str
    several: str


_FORMS = {
    "github": _Host(
        "GitHub",
        "{repo}/blob/{commit}/{path}#L{first}",
        "{repo}/blob/{commit}/{path}#L{first}-L{last}",
    ),
    "gitlab": _Host(
        "GitLab",
        "{repo}/-/blob/{commit}/{path}#L{first}",
        "{repo}/-/blob/{commit}/{path}#L{first}-{last}",
    ),
    "bitbucket": _Host(
        "Bitbucket",
        "{repo}/src/{commit}/{path}#lines-{first}",
        "{repo}/src/{commit}/{path}#lines-{first}:{last}",
    ),
    "gitea": _Host(
        "Gitea",
        "{repo}/src/commit/{commit}/{path}#L{first}",
        "{repo}/src/commit/{commit}/{path}#L{first}-L{last}",
    ),
}
_FORMS["codeberg"] = _Host("Codeberg", _FORMS["gitea"].one, _FORMS["gitea"].several)
_FORMS["forgejo"] = _Host("Forgejo", _FORMS["gitea"].one, _FORMS["gitea"].several)
_FIELDS = ("repo", "commit", "path", "first", "last")


@dataclass(frozen=True)
class Repository:
    """A Git work tree at one commit.

    Attributes:
        top: Its top folder.
        folder: The project's folder, from which relative paths are meant.
        commit: All 40 digits.
        committed: Files of the commit, from `top`, with `/`.
        changed: Those that differ in the work tree, and files that are not in the commit.
    """

    top: PurePath
    folder: PurePath
    commit: str
    committed: frozenset[str]
    changed: frozenset[str]

    @classmethod
    def find(cls, folder: Path) -> Repository | None:
        """The repository around a folder; None where git, a repository or a commit is missing."""
        folder = folder.resolve()
        top = _git(folder, "rev-parse", "--show-toplevel")
        commit = _git(folder, "rev-parse", "--verify", "HEAD^{commit}")
        if not top or not commit:
            return None
        root = Path(top.rstrip("\n")).resolve()
        listed = _git(root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD")
        status = _git(root, "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")
        if listed is None or status is None:
            return None
        committed = frozenset(filter(None, listed.split("\0")))
        changed = frozenset(entry[3:] for entry in status.split("\0") if entry)
        return cls(root, folder, commit.strip(), committed, changed)

    def relative(self, path: PurePath) -> str:
        """A file's path from the top folder, with `/`; empty where it lies outside."""
        full = path if path.is_absolute() else self.folder / path
        if isinstance(path, Path):
            # A link inside of the work tree stays the file that the commit knows.
            full = Path(os.path.normpath(full))
            if not full.is_relative_to(self.top):
                full = full.resolve()
        return full.relative_to(self.top).as_posix() if full.is_relative_to(self.top) else ""

    def is_linkable(self, path: PurePath) -> bool:
        """Whether the commit holds the file as it is now."""
        relative = self.relative(path)
        return relative in self.committed and relative not in self.changed

    def link(self, repo_url: str, path: PurePath, first: int, last: int, template: str = "") -> str:
        """A link to lines; empty for a file that differs from the commit or is not in it.

        Args:
            template: For a host whose form is not known, with `{commit}`, `{path}`, `{first}`,
                `{last}` and, if wanted, `{repo}`.

        Raises:
            no-source-host: The host is not known and there is no template.
        """
        repo = web_url(repo_url)
        form = template or _form(repo, first == last)
        if not self.is_linkable(path):
            return ""
        values = {
            "repo": repo,
            "commit": self.commit,
            "path": quote(self.relative(path)),
            "first": str(first),
            "last": str(last),
        }
        unknown = [name for name in re.findall(r"\{(\w*)\}", form) if name not in _FIELDS]
        if unknown:
            raise Fault(
                "no-source-host",
                f"the template of source links has no field `{{{unknown[0]}}}`",
                help="use {commit}, {path}, {first} and {last}",
            )
        link = re.sub(r"\{(\w+)\}", lambda found: values[found[1]], form)
        if "{" in link or "}" in link:
            raise Fault(
                "no-source-host",
                "the template of source links has a brace that belongs to no field",
                help="use {commit}, {path}, {first} and {last}",
            )
        return link


def commit_time(folder: Path) -> str:
    """When the commit around a folder was made, in seconds since 1970; empty without one."""
    return (_git(folder, "log", "-1", "--format=%ct") or "").strip()


def _form(repo: str, is_single: bool) -> str:
    host = _host(repo)
    if host is None:
        name = urlsplit(repo).hostname or repo
        raise Fault(
            "no-source-host",
            f"links to lines at `{name}` have no known form",
            notes=("known are GitHub, GitLab, Bitbucket, Gitea, Forgejo and Codeberg",),
            help="give the form in [tool.docgen]: source_link = "
            f'"{repo}/blob/{{commit}}/{{path}}#L{{first}}-L{{last}}"',
        )
    return host.one if is_single else host.several


def _host(repo: str) -> _Host | None:
    labels = (urlsplit(repo).hostname or "").lower().split(".")
    if labels[-2:] == ["bitbucket", "org"] or labels[-2:] == ["codeberg", "org"]:
        return _FORMS[labels[-2]]
    # A host of one's own says in its name what runs there: gitlab.example.org.
    return _FORMS.get(labels[0]) if labels[0] not in ("bitbucket", "codeberg") else None


def host_name(repo_url: str) -> str:
    """The host as people call it: `GitHub`; of an unknown one its domain."""
    repo = web_url(repo_url)
    host = _host(repo)
    return host.name if host else urlsplit(repo).hostname or ""


def web_url(repo_url: str) -> str:
    """The page of a repository: `git@github.com:o/r.git` becomes `https://github.com/o/r`."""
    url = repo_url.strip()
    # Only an address with a scheme may hold a port, which is not that of the pages.
    ssh = re.fullmatch(
        r"(?:ssh://git@(?P<host>[^:/]+)(?::\d+(?=/))?|git@(?P<other>[^:/]+))[:/](?P<path>.+)", url
    )
    if ssh:
        url = f"https://{ssh['host'] or ssh['other']}/{ssh['path']}"
    return url.rstrip("/").removesuffix(".git")


def _git(folder: Path, *arguments: str) -> str | None:
    """What git prints; None where it is missing or fails."""
    printed = run_git(folder, *arguments)
    return None if printed is None else os.fsdecode(printed)


def run_git(folder: Path, *arguments: str, given: bytes = b"") -> bytes | None:
    """The bytes that git prints; None where it is missing or fails.

    Args:
        given: What git reads from its standard input.
    """
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    clean.update(LC_ALL="C", GIT_OPTIONAL_LOCKS="0", GIT_TERMINAL_PROMPT="0")
    command = ["git", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=clean,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
