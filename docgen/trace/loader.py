"""Finds the project's modules by file, before anything installed, and compiles them with probes.

With roots `("", "src")`, `model.ops` is `model/ops.py` or `src/model/ops.py` of the checkout; a
copy of `model` in site-packages is never read. Bytecode is neither read nor written.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from types import CodeType, ModuleType

from docgen.trace.probes import instrument
from docgen.trace.recorder import Recorder


class WrongFileError(ImportError):
    """The module is another file than the one that the page's anchors were found in."""


class Finder(MetaPathFinder):
    """Finds modules below the roots.

    Attributes:
        expected: Module → its file from the root, for the modules of a plan.
    """

    def __init__(
        self, root: str, roots: Sequence[str], expected: Mapping[str, str], recorder: Recorder
    ) -> None:
        self.expected = dict(expected)
        self._root = root
        self._folders = [os.path.normpath(os.path.join(root, folder)) for folder in roots]
        self._own = {name.partition(".")[0] for name in expected}
        self._recorder = recorder
        self._probed = {probed.plan.module for probed in recorder.functions}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        _target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname in sys.builtin_module_names:
            return None
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
        loader = _Loader(name, file, recorder)
        return importlib.util.spec_from_file_location(
            name, file, loader=loader, submodule_search_locations=folders
        )


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles from source each time, with probes where the plan has any."""

    def __init__(self, name: str, file: str, recorder: Recorder | None) -> None:
        super().__init__(name, file)
        self._recorder = recorder

    def get_code(self, fullname: str) -> CodeType:
        file = self.get_filename(fullname)
        data = self.get_data(file)
        if self._recorder is None:
            return compile(data, file, "exec", dont_inherit=True, optimize=0)
        tree = ast.parse(data, file)
        instrument(tree, fullname, self._recorder)
        return compile(tree, file, "exec", dont_inherit=True, optimize=0)
