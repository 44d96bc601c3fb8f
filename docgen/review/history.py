"""The text of a function as it was confirmed, looked for in the Git history.

The lock keeps the fingerprint of a function and not its text; the newest commit in which the
function has that fingerprint shows it.
"""

from __future__ import annotations

from pathlib import Path

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.fingerprint import definition_fingerprint
from docgen.source.host import run_git
from docgen.source.module import Definition, Module, parse_module

MOST = 200
"""Commits of a file that are looked at."""


def confirmed_code(root: Path, anchor: Anchor, fingerprint: str) -> str | None:
    """The lines of a function when it had a fingerprint; None where no commit shows them."""
    file = root / anchor.path
    # Asked from its own folder, which may be a repository in this one.
    folder, name = file.parent, file.name
    listed = run_git(folder, "log", f"-n{MOST}", "--format=%H", "--", name)
    for commit in (listed or b"").decode("ascii", "replace").split():
        data = run_git(folder, "show", f"{commit}:./{name}")
        code = _code(anchor, data, fingerprint) if data is not None else None
        if code is not None:
            return code
    return None


def definition_code(module: Module, definition: Definition) -> str:
    """A function from its first decorator, without its indentation."""
    return module.lines(module.whole(definition))


def _code(anchor: Anchor, data: bytes, fingerprint: str) -> str | None:
    try:
        module = parse_module(anchor.module, anchor.path, data)
    except Fault:
        return None
    named = [each for each in module.definitions if each.qualname == anchor.function]
    for several in ([each] for each in named):
        if definition_fingerprint(several) == fingerprint:
            return definition_code(module, several[0])
    if len(named) > 1 and definition_fingerprint(named) == fingerprint:
        return "\n\n".join(definition_code(module, each) for each in named)
    return None
