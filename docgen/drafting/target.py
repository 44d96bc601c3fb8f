"""The function that a draft is about, found by a name under which it can be imported.

`scipy.special.softmax` is defined as `softmax` in `scipy.special._logsumexp`.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.environment import installed_folder
from docgen.project import Project
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Module
from docgen.source.statements import definition_of

_ASK = """
import importlib, inspect, json, sys
module, _, name = sys.argv[1].rpartition(".")
while True:
    try:
        found = importlib.import_module(module)
        break
    except ImportError:
        module, _, last = module.rpartition(".")
        name = last + "." + name
        if not module:
            raise
for part in name.split("."):
    found = getattr(found, part)
found = getattr(found, "_implementation", found)
found = inspect.unwrap(found)
code = found.__code__
print(json.dumps([found.__module__, found.__qualname__, code.co_filename]))
"""
SECONDS = 60.0
_WITH_DEF = "name a function or a method that is written with `def`"


@dataclass(frozen=True)
class Target:
    """A function with its definition.

    Attributes:
        asked: The name that was given.
        package: The installed package that defines it; empty for the project's own functions.
    """

    asked: str
    anchor: Anchor
    module: Module
    definition: Definition
    package: str = ""

    @property
    def name(self) -> str:
        """The function within its module, such as `Class.method`."""
        return self.anchor.function


def find_target(project: Project, asked: str) -> Target:
    """Find a function of the project, or of an installed package.

    Raises:
        unknown-function: Neither the source nor an import knows it, or it is no Python function.
    """
    tops = {path.partition("/")[0] for path in _own(project).paths()}
    top = asked.partition(".")[0]
    package = ""
    if top not in tops and f"{top}.py" not in tops and f"src/{top}.py" not in tops:
        package = top if installed_folder(top) is not None else ""
    index = _index(project, package)
    try:
        return _target(index, asked, asked, package)
    except Fault as fault:
        found = _ask(project, asked)
        if found is None or found[1].endswith(">"):
            raise Fault(
                "unknown-function",
                f"`{asked}` is no function that Python code defines",
                notes=() if fault.help == _WITH_DEF else fault.notes,
                help=_WITH_DEF if fault.help == _WITH_DEF or found else _help(index, asked),
            ) from None
        module, name = found
        package = module.partition(".")[0] if package else ""
        return _target(_index(project, package), asked, f"{module}.{name}", package)


def _help(index: SourceIndex, asked: str) -> str:
    """What to type: for a file, the name of its module."""
    path, _, name = asked.replace(os.sep, "/").removeprefix("./").partition(":")
    if path in index.paths():
        return f"type docgen draft {index.name_of(path)}.{name or 'FUNCTION'}"
    return "give the dotted name under which it can be imported"


def _own(project: Project) -> SourceIndex:
    return SourceIndex.scan(project.root, project.settings.tests)


def _index(project: Project, package: str) -> SourceIndex:
    installed = tuple(dict.fromkeys((*project.settings.installed, *filter(None, [package]))))
    return SourceIndex.scan(project.root, project.settings.tests, installed=installed)


def _target(index: SourceIndex, asked: str, name: str, package: str) -> Target:
    anchor = index.function(name)
    module = index.module(anchor.module)
    definition = definition_of(module, anchor)
    if definition is None or not isinstance(
        definition.node, ast.FunctionDef | ast.AsyncFunctionDef
    ):
        raise Fault(
            "unknown-function",
            f"`{asked}` is no function",
            help=_WITH_DEF,
        )
    return Target(asked, anchor, module, definition, package)


def _ask(project: Project, asked: str) -> tuple[str, str] | None:
    """Module and qualname as Python knows them, found by an import in another process."""
    try:
        said = subprocess.run(
            [sys.executable, "-c", _ASK, asked],
            cwd=project.root,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if said.returncode:
        return None
    module, name, _ = json.loads(said.stdout.splitlines()[-1])
    return module, name
