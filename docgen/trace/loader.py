"""Finds the project's modules by file, before anything installed, and compiles them with probes.

With roots `("", "src")`, `model.ops` is `model/ops.py` or `src/model/ops.py` of the checkout; a
copy of `model` in site-packages is never read. Bytecode is neither read nor written.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import linecache
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from types import CodeType, ModuleType

from docgen.trace.codes import Codes, compiled, parsed
from docgen.trace.probes import instrument
from docgen.trace.recorder import Recorder


@dataclass(frozen=True)
class Edits:
    """What is loaded in place of what stands in the files.

    Attributes:
        texts: Path from the root → text of the file.
        unasserted: Modules whose bare `assert` statements do not assert: their tests are still
            evaluated, since a call may stand in one.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    unasserted: frozenset[str] = frozenset()


NO_EDITS = Edits()


class WrongFileError(ImportError):
    """The module is another file than the one that the page's anchors were found in."""


class Finder(MetaPathFinder):
    """Finds modules below the roots.

    Attributes:
        expected: Module → its file from the root, for the modules of a plan.
        installed: Module of an installed package → its file, for those that get probes.
    """

    def __init__(
        self,
        root: str,
        roots: Sequence[str],
        expected: Mapping[str, str],
        recorder: Recorder,
        edits: Edits = NO_EDITS,
        installed: Mapping[str, str] | None = None,
        codes: Codes | None = None,
    ) -> None:
        self._codes = codes or Codes()
        self.installed = dict(installed or {})
        self.expected = dict(expected)
        self._root = root
        self._folders = [os.path.normpath(os.path.join(root, folder)) for folder in roots]
        self._own = {name.partition(".")[0] for name in expected}
        self._recorder = recorder
        self._edits = edits
        self._probed = {probed.plan.module for probed in recorder.functions}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        _target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Where a module lies below the roots, in Python's own order; None where it does not."""
        if fullname in sys.builtin_module_names:
            return None
        if fullname in self.installed:
            return self._probed_spec(fullname, self.installed[fullname])
        folders = self._folders if path is None else [f for f in path if self._is_inside(f)]
        tail = fullname.rpartition(".")[2]
        spaces: list[str] = []
        for folder in folders:
            place = os.path.join(folder, tail)
            found = os.path.join(place, "__init__.py")
            if os.path.isfile(found):
                return self._spec(fullname, found, [place])
            if os.path.isfile(place + ".py"):
                return self._spec(fullname, place + ".py", None)
            if os.path.isdir(place):
                spaces.append(place)
        if not spaces or (path is None and not self._wins(fullname)):
            return None
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = spaces
        return spec

    def _probed_spec(self, name: str, file: str) -> importlib.machinery.ModuleSpec | None:
        """A module of an installed package, with probes."""
        is_package = os.path.basename(file) == "__init__.py"
        loader = _Loader(name, file, self._recorder, self._codes, self._edits)
        folders = [os.path.dirname(file)] if is_package else None
        return importlib.util.spec_from_file_location(
            name, file, loader=loader, submodule_search_locations=folders
        )

    def _is_inside(self, folder: str) -> bool:
        place = os.path.join(os.path.abspath(folder), "")
        inside = any(place.startswith(os.path.join(own, "")) for own in self._folders)
        return inside and "site-packages" not in place

    def _wins(self, name: str) -> bool:
        """Whether a folder without `__init__.py` goes before what is installed."""
        if name in self._own:
            return True
        elsewhere = importlib.machinery.PathFinder.find_spec(name)
        return elsewhere is None or elsewhere.loader is None

    def _spec(
        self, name: str, file: str, folders: list[str] | None
    ) -> importlib.machinery.ModuleSpec | None:
        shown = os.path.relpath(file, self._root).replace(os.sep, "/")
        expected = self.expected.get(name)
        if expected and expected != shown:
            raise WrongFileError(f"`{name}` is {shown}, not {expected}")
        recorder = self._recorder if name in self._probed else None
        text = self._edits.texts.get(shown)
        loader = _Loader(name, file, recorder, self._codes, self._edits, text)
        return importlib.util.spec_from_file_location(
            name, file, loader=loader, submodule_search_locations=folders
        )


class _Loader(importlib.machinery.SourceFileLoader):
    """Takes the code of what the file holds now, with probes where the plan has any."""

    def __init__(
        self,
        name: str,
        file: str,
        recorder: Recorder | None,
        codes: Codes,
        edits: Edits = NO_EDITS,
        text: str | None = None,
    ) -> None:
        super().__init__(name, file)
        self._recorder = recorder
        self._codes = codes
        self._text = text
        self._drops_asserts = name in edits.unasserted

    def get_code(self, fullname: str) -> CodeType:
        file = self.get_filename(fullname)
        content = self.get_data(file)  # read in any case: what a run rests on is logged
        data: bytes | str = content
        if self._text is not None:
            data = self._text
            lines = self._text.splitlines(keepends=True)
            linecache.cache[file] = (len(self._text), None, lines, file)
        source = (file, self._drops_asserts)
        if self._recorder is None:
            return (
                self._codes.code(source, content) if self._text is None else compiled(source, data)
            )
        tree = parsed(source, data)
        instrument(tree, fullname, self._recorder)
        return compile(tree, file, "exec", dont_inherit=True, optimize=0)

    def get_source(self, fullname: str) -> str | None:
        return self._text if self._text is not None else super().get_source(fullname)
