"""Pages of the manual as they are written: files to write, changes, commands and what they print.

`fences(page)` are the fences of a page; `Shell` runs the commands of one. `python -m
tests.tutorial.walk` prints where a page of `CASES` no longer shows what docgen prints; with names
of pages it looks at these alone, and with `--write` it writes what is printed into them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MANUAL = ROOT / "docs" / "manual"
FENCE = re.compile(
    r'^(?P<marks>`{3,})(?P<language>\w+)(?: title="(?P<title>[^"\n]+)")?\n'
    r"(?P<body>.*?)^(?P=marks)$",
    re.MULTILINE | re.DOTALL,
)
END = "end of a command of the tutorial, exit code"
SHOWN_FOLDER = "/path/to"
LEFT = re.compile(r"^\d+ (errors?$|not confirmed|references?:)", re.MULTILINE)
"""The line with which a command says that something is left to do."""


@dataclass(frozen=True)
class Fence:
    """A file to write, a change to a file, or commands."""

    line: int
    language: str
    title: str | None
    body: str


def fences(page: str) -> list[Fence]:
    return [
        Fence(page.count("\n", 0, found.start()) + 1, *found.group("language", "title", "body"))
        for found in FENCE.finditer(page)
    ]


def commands(body: str) -> Iterator[tuple[str, str]]:
    """Each command with the output that the page shows below it."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def changed(text: str, diff: str) -> str:
    """A text after a change, whose old lines must stand in it once."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(old) == 1, diff
    return text.replace(old, new)


def is_shown(shown: str, printed: str) -> bool:
    """Whether the page shows what was printed; `...` stands for anything, and times vary."""
    pattern = re.escape(shown).replace(re.escape("..."), ".*")
    pattern = re.sub(r"\d+\\\.\d+\\ seconds", r"\\d+\\.\\d+\\ seconds", pattern)
    return re.fullmatch(pattern, printed, re.DOTALL) is not None


class Shell:
    """One shell for the whole page, so that what a command sets holds for the next."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self._code = 0
        self._process = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate("exit\n")

    def run(self, command: str) -> tuple[str, int]:
        """What a command printed, and its exit code."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # The command before left its exit code for this one to ask for. What comes next is not
        # this one's input.
        text = f"(exit {self._code})\n{{\n{command}\n}} </dev/null\nprintf '{END} %s\\n' $?\n"
        self._process.stdin.write(text)
        self._process.stdin.flush()
        printed = ""
        for line in self._process.stdout:
            before, mark, code = line.partition(END)
            printed += before
            if mark:
                self._code = int(code)
                break
        else:
            raise AssertionError(f"the shell ended in `{command}`:\n{printed}")
        return printed.replace(str(self._folder), SHOWN_FOLDER), self._code


def write(fence: Fence, project: Path) -> None:
    """Write the file that a fence shows, or change it."""
    assert fence.title is not None
    file = project / fence.title
    file.parent.mkdir(parents=True, exist_ok=True)
    text = fence.body
    if fence.language == "diff":
        text = changed(file.read_text(encoding="utf-8"), text)
    file.write_text(text, encoding="utf-8")


CASES: dict[str, tuple[str, ...]] = {
    "case-study.md": ("examples", "model"),
    "how-to/gradients.md": (),
    "how-to/line-numbers.md": (),
    "how-to/numbers.md": (),
    "how-to/own-repository.md": (),
    "how-to/pictures.md": (),
    "how-to/review.md": (),
}
"""Pages that are walked with docgen as it is here, and what of the repository they begin with."""


@dataclass(frozen=True)
class Step:
    """A command of a page, with what the page shows below it and what it printed."""

    line: int
    command: str
    shown: str
    printed: str
    code: int

    @property
    def is_true(self) -> bool:
        """Whether the page shows this; what is left to do is announced by a line."""
        failing = LEFT.search(self.shown) is not None
        asked = self.command == "echo $?"
        return is_shown(self.shown, self.printed) and (asked or self.code == failing)


def plain_environment(home: Path) -> dict[str, str]:
    """Nothing of the caller's environment, and the programs that are installed beside docgen."""
    git = shutil.which("git")
    assert git is not None
    folders = [str(Path(sys.executable).parent), str(Path(git).parent), "/usr/bin", "/bin"]
    return {
        "PATH": os.pathsep.join(folders),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
        "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
        "GIT_AUTHOR_NAME": "author",
        "GIT_AUTHOR_EMAIL": "author@example.org",
        "GIT_COMMITTER_NAME": "author",
        "GIT_COMMITTER_EMAIL": "author@example.org",
    }


def walk(name: str, folder: Path) -> list[Step]:
    """Do what a page of `CASES` says, in a project of its own."""
    project = folder / "project"
    project.mkdir()
    for part in CASES[name]:
        shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
    steps = []
    with Shell(project, plain_environment(folder)) as shell:
        for fence in fences((MANUAL / name).read_text(encoding="utf-8")):
            if fence.title is not None:
                write(fence, project)
            elif fence.language == "console":
                for command, shown in commands(fence.body):
                    steps.append(Step(fence.line, command, shown, *shell.run(command)))
    return steps


def corrected(page: str, steps: list[Step]) -> str:
    """A page with what was printed where it shows something else."""
    done = 0
    for step in steps:
        start = page.index(f"$ {step.command}\n{step.shown}", done) + len(f"$ {step.command}\n")
        text = step.shown if is_shown(step.shown, step.printed) else step.printed
        page = page[:start] + text + page[start + len(step.shown) :]
        done = start + len(text)
    return page


def main(*arguments: str) -> None:
    names = [name for name in arguments if name in CASES] or list(CASES)
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            steps = walk(name, Path(folder))
        if "--write" in arguments:
            page = MANUAL / name
            page.write_text(corrected(page.read_text(encoding="utf-8"), steps), encoding="utf-8")
        for step in steps:
            if not step.is_true:
                print(f"{name}:{step.line}: `{step.command}` ends with {step.code}:")
                print(step.printed)


if __name__ == "__main__":
    main(*sys.argv[1:])
