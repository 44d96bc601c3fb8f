"""Why a run did not finish, in one line and with the place in the project's files.

A `ValueError("bad")` raised in `model.py` is `Failure("raised", "ValueError: bad", "model.py", 3)`.
"""

from __future__ import annotations

import ast
import linecache
import os
import re
import signal
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docgen.syntax import module_tree
from docgen.trace.files import below
from docgen.trace.loader import WrongFileError
from docgen.trace.plan import Failure

EXAMPLE = "<example>"
"""File name of a fence; its lines count from the fence's first."""
LONGEST = 300
_OWN = str(Path(__file__).resolve().parent)


@dataclass
class StopRunError(Exception):
    """docgen itself ends the run."""

    kind: str
    message: str


def describe(error: BaseException, root: str, *, is_import: bool) -> Failure:
    """The failure that an exception of the run means."""
    if isinstance(error, StopRunError):
        return Failure(error.kind, scrub(error.message, root))
    path, line = _place(error, root)
    text = _said(error)
    if isinstance(error, AssertionError) and not text:
        text = _assertion(os.path.join(root, path), line) if path else ""
    message = f"{type(error).__name__}: {text}" if text else type(error).__name__
    kind = "import" if is_import else "raised"
    if isinstance(error, SystemExit):
        kind, message = "exited", f"the run ended itself with SystemExit({text or ''})"
    elif isinstance(error, MemoryError):
        kind = "memory"
    elif isinstance(error, WrongFileError):
        kind, message = "wrong-file", str(error)
    return Failure(kind, scrub(message, root), path, line)


def ended(status: int) -> Failure:
    """The failure of a process that ended without an answer, by its wait status."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in set(signal.Signals) else str(number)
        return Failure("killed", f"the run was killed by {name}")
    code = os.waitstatus_to_exitcode(status)
    return Failure("exited", f"the run ended its process with exit status {code}")


def scrub(text: str, root: str) -> str:
    """One line of bounded length without the folders of this machine."""
    return " ".join(without_folders(text, root).split())[:LONGEST]


def without_folders(text: str, root: str) -> str:
    """The text with paths from the root, and files outside it by name only."""
    for folder in dict.fromkeys((root, os.path.realpath(root))):
        text = text.replace(os.path.join(folder, ""), "")
    return re.sub(r"(?<![\w.:/])/(?:[^\s/'\":,;()]+/)+(?=[^\s/'\":,;()])", "", text)


def _said(error: BaseException) -> str:
    try:
        if isinstance(error, SyntaxError):
            return str(error.msg)
        return str(error)
    except Exception:
        return ""


def _place(error: BaseException, root: str) -> tuple[str, int]:
    """The innermost place in the project's files; that of a syntax error is where it says."""
    roots = (root, os.path.realpath(root))
    if isinstance(error, SyntaxError) and error.filename:
        path = below(error.filename, roots)
        if path or error.filename == EXAMPLE:
            return path, error.lineno or 0
    for file, line in reversed(list(_steps(error))):
        if file == EXAMPLE:
            return "", line
        path = below(file, roots)
        if path and not file.startswith(os.path.join(_OWN, "")):
            return path, line
    return "", 0


def _steps(error: BaseException) -> Iterator[tuple[str, int]]:
    """File and line of each step of a traceback, outermost first."""
    for frame, line in traceback.walk_tb(error.__traceback__):
        yield frame.f_code.co_filename, line


def _assertion(file: str, line: int) -> str:
    """The text of an assert that carries no message of its own."""
    try:
        tree = module_tree("".join(linecache.getlines(file)))
    except (OSError, SyntaxError, ValueError):
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and node.lineno <= line <= (node.end_lineno or 0):
            return f"assert {ast.unparse(node.test)}"
    return ""
