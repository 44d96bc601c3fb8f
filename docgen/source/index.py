"""A project's folder becomes an index of its modules, in which references are looked up.

`SourceIndex.scan(root).resolve("ffn_forward.Z", "model.transformer")` is the statement that binds
`Z`. Nothing is imported; files are read once an index, and parsed once a content.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from docgen.diagnostics import Fault, suggest
from docgen.environment import installed_folder
from docgen.source.anchor import Anchor
from docgen.source.anchors import definition_anchor, statement_anchor
from docgen.source.module import Definition, Module, parse_module
from docgen.source.package import Installed
from docgen.source.resolve import Search
from docgen.source.statements import definition_of
from docgen.source.tail import Scope
from docgen.text import SourceText, decode_page

EXCLUDED = ("site", "build", "dist")
_NEVER = ("node_modules", "__pycache__", "site-packages")

_parsed: dict[tuple[str, str], tuple[str, Module]] = {}
"""(name, path) → digest of the content and its module; a file that did not change is not parsed
again in this process."""


class SourceIndex:
    """The Python files of a project, by path and by dotted name.

    Attributes:
        root: Folder of the project.
        tests: Folders of the test suite, from the root.

    Modules of the `installed` packages are found by name as well; their paths are those below the
    folder that they are installed in. A package of the project hides an installed one of its name.
    """

    def __init__(
        self,
        root: Path,
        tests: tuple[str, ...],
        files: dict[str, str],
        installed: tuple[str, ...] = (),
    ) -> None:
        self.root = root
        self._installed = Installed(
            tuple(name for name in installed if name not in _tops(files.values()))
        )
        self.tests = tuple(folder.strip("/") for folder in tests)
        self._name_of = files
        self._modules: dict[str, Module] = {}
        self._unreadable: dict[str, Fault] = {}
        self._digests: dict[str, str] = {}
        self._sources: dict[str, SourceText] = {}
        self._resolved: dict[tuple[str, str], Anchor | Fault] = {}

    @classmethod
    def scan(
        cls,
        root: Path,
        tests: tuple[str, ...] = ("tests",),
        exclude: tuple[str, ...] = EXCLUDED,
        installed: tuple[str, ...] = (),
    ) -> SourceIndex:
        """Find the modules below `root`, named from it and from its `src` folder.

        Args:
            exclude: Folders that are passed over, by path from the root; hidden ones and
                virtual environments always are.
            installed: Installed packages in which modules are looked up too.
        """
        files: dict[str, str] = {}
        for path in sorted(_python_files(root, "", exclude)):
            parts = path.removesuffix(".py").split("/")
            if parts[0] == "src" and len(parts) > 1:
                parts = parts[1:]
            if parts[-1] == "__init__" and len(parts) > 1:
                parts = parts[:-1]
            files[path] = ".".join(parts)
        return cls(root, tests, files, installed)

    @cached_property
    def _paths_of(self) -> dict[str, list[str]]:
        by_name: dict[str, list[str]] = {}
        for path, name in self._name_of.items():
            by_name.setdefault(name, []).append(path)
        return by_name

    @cached_property
    def _packages(self) -> set[str]:
        names = set()
        for path, name in self._name_of.items():
            if path.endswith("/__init__.py"):
                names.add(name)
            while name := name.rpartition(".")[0]:
                names.add(name)
        return names

    def paths(self) -> list[str]:
        """Every Python file of the project, from the root, with `/`."""
        return list(self._name_of)

    def file(self, path: str) -> Path:
        """The file of a path, of the project or of an installed package."""
        own = path not in self._installed.names
        return self.root / path if own else self._installed.file(path)

    @property
    def installed(self) -> tuple[str, ...]:
        """Installed packages in which modules are looked up."""
        return self._installed.packages

    def is_installed(self, name: str) -> bool:
        """Whether a path, or a dotted name, belongs to an installed package."""
        return name in self._installed.names or self._installed.holds(name)

    def name_of(self, path: str) -> str:
        """The dotted name of a known file."""
        return self._installed.names.get(path) or self._name_of[path]

    def files(self) -> dict[str, str]:
        """The files that were read as modules so far, with the digest of their content."""
        return dict(sorted(self._digests.items()))

    def is_test(self, path: str) -> bool:
        """Whether a file lies in one of the folders of tests."""
        return any(path.startswith(f"{folder}/") for folder in self.tests if folder)

    def source(self, path: str) -> SourceText:
        """The text of a file below the root.

        Raises:
            source-unreadable: There is none, or it is not text.
        """
        if path in self._name_of or path in self._installed.names:
            return self.module_at(path).source
        if path not in self._sources:
            try:
                text = decode_page((self.root / path).read_bytes())
            except (OSError, UnicodeDecodeError) as error:
                reason = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else "is missing"
                raise Fault("source-unreadable", f"`{path}` {reason}") from None
            self._sources[path] = SourceText(path, text)
        return self._sources[path]

    def module_at(self, path: str) -> Module:
        """The module of a file.

        Raises:
            source-unreadable: It cannot be read as Python.
        """
        if path in self._unreadable:  # names of it are looked up as often as those of others
            raise replace(self._unreadable[path])
        if path not in self._modules:
            name = self.name_of(path)
            try:
                data = self.file(path).read_bytes()
            except OSError:
                raise Fault("source-unreadable", f"`{path}` is missing") from None
            digest = hashlib.sha256(data).hexdigest()
            self._digests[path] = digest
            known = _parsed.get((name, path))
            if known is None or known[0] != digest:
                try:
                    known = (digest, parse_module(name, path, data))
                except Fault as fault:
                    self._unreadable[path] = replace(fault)
                    raise
                _parsed[name, path] = known
            self._modules[path] = known[1]
        return self._modules[path]

    def modules(self, package: str = "") -> Iterator[Module]:
        """Every module that can be read, by path; with a package, itself and what is in it."""
        for path, name in self._name_of.items():
            if package and name != package and not name.startswith(f"{package}."):
                continue
            try:
                yield self.module_at(path)
            except Fault:
                continue

    def find_module(self, name: str) -> Module | None:
        """The module of a dotted name; None where no file has it.

        Raises:
            ambiguous-module: Several files have it.
            source-unreadable: It cannot be read as Python.
        """
        paths = self._paths_of.get(name) or self._installed.paths(name)
        if len(paths) > 1:
            files = " and ".join(f"`{path}`" for path in paths)
            raise Fault(
                "ambiguous-module",
                f"`{name}` is the name of {len(paths)} files",
                notes=(f"it is {files}",),
                help="rename or remove all but one",
            )
        return self.module_at(paths[0]) if paths else None

    def has_package(self, name: str) -> bool:
        """Whether the project, or a documented installed package, has a package of this name."""
        return name in self._packages or self._installed.is_package(name)

    def module_names(self, package: str) -> list[str]:
        """Names of the modules and packages right inside a package; of the root without one."""
        if self._installed.holds(package):
            return self._installed.module_names(package)
        prefix = f"{package}." if package else ""
        inner = (name[len(prefix) :] for name in self._paths_of if name.startswith(prefix))
        return sorted({name.partition(".")[0] for name in inner if name})

    def module(self, dotted: str) -> Module:
        """The module of a dotted name.

        Raises:
            unknown-function: No file has it.
            ambiguous-module, source-unreadable.
        """
        found = self.find_module(dotted)
        if found is not None:
            return found
        near = suggest(dotted, self._paths_of)
        raise Fault(
            "unknown-function",
            f"no module `{dotted}`",
            notes=(
                "modules are found from the project's root, from `src`, and in the packages that"
                " `installed` of [tool.docgen] names",
            ),
            help=f"did you mean `{near}`?" if near else _installed_help(dotted),
        )

    def resolve(self, reference: str, scope: str = "") -> Anchor:
        """The place in the code that a reference means.

        Args:
            scope: Dotted function, module or package that the reference is written for.

        Raises:
            unknown-function, unknown-anchor, ambiguous-anchor, ambiguous-module,
            source-unreadable.
        """
        key = (reference, scope)
        if key not in self._resolved:
            try:
                self._resolved[key] = Search(self, reference).run(scope)
            except Fault as fault:
                self._resolved[key] = fault
        found = self._resolved[key]
        if isinstance(found, Fault):
            # Whoever catches a fault may adapt it; the next one gets it as it was.
            raise replace(found)
        return found

    def candidates(self, reference: str, scope: str = "") -> list[Anchor]:
        """All places that a reference may mean, where it means several."""
        return Search(self, reference).candidates(scope)

    def function(self, reference: str, scope: str = "") -> Anchor:
        """The function or class that a path means.

        Raises:
            unknown-function, ambiguous-anchor, ambiguous-module, source-unreadable.
        """
        return Search(self, reference, functions_only=True).run(scope)

    def holder(self, anchor: Anchor) -> Anchor:
        """The function or class that an anchor lies in; the anchor itself at module level."""
        definition = definition_of(self.module_at(anchor.path), anchor)
        return definition_anchor(definition, anchor.reference).anchor if definition else anchor

    def test(self, reference: str, scope: str = "") -> Anchor:
        """Like `resolve`; a test may also be named by its function alone, where that is unique.

        Raises:
            unknown-function, unknown-anchor, ambiguous-anchor, ambiguous-module,
            source-unreadable.
        """
        try:
            return self.resolve(reference, scope)
        except Fault as fault:
            holders = self._test_scopes(reference) if fault.code.startswith("unknown") else []
            if not holders:
                raise
        return Search(self, reference).within(holders)

    def _test_scopes(self, reference: str) -> list[Scope]:
        """Test modules and classes that hold the function with which a reference starts."""
        head = re.match(r"[^\W\d]\w*", reference)
        if head is None:
            return []
        found: list[Scope] = []
        for path in self._name_of:
            if not self.is_test(path) or not self._mentions(path, head[0]):
                continue
            try:
                module = self.module_at(path)
            except Fault:
                continue
            for each in module.definitions:
                holder = each.holder
                if each.name == head[0] and (holder is None or holder.is_class):
                    found.append(holder or module)
        return found

    def _mentions(self, path: str, name: str) -> bool:
        """Whether a file that is not parsed yet holds a name at all."""
        if path in self._modules or not name.isascii():
            return True
        try:
            return name.encode() in (self.root / path).read_bytes()
        except OSError:
            return False

    def anchor_at(self, path: str, line: int) -> str:
        """A reference to the statement at a line, as `module.function.Z`; empty without one."""
        try:
            module = self.module_at(path)
        except (Fault, KeyError):
            return ""
        scope, name = _innermost(module, line)
        prefix = f"{module.name}.{scope.qualname}" if scope else module.name
        for statement in (scope or module).statements:
            head = module.head(statement)
            if not head.line <= line <= head.end_line:
                continue
            candidate = statement_anchor(module, scope, statement, "")
            for text in (candidate.anchor.cell, candidate.head):
                reference = f"{prefix}.{text}"
                if text and self._means(reference, candidate.anchor):
                    return reference
        if scope is not None and scope.statement.lineno == line:
            return prefix
        return f"{module.name}.{name}" if name else ""

    def _means(self, reference: str, anchor: Anchor) -> bool:
        try:
            return self.resolve(reference).node == anchor.node
        except Fault:
            return False


def _installed_help(dotted: str) -> str:
    """What to type for a module that is installed, and not named in the settings."""
    top = dotted.partition(".")[0]
    if installed_folder(top) is None:
        return ""
    return f'to document an installed package, write in [tool.docgen]: installed = ["{top}"]'


def _tops(names: Iterable[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def _innermost(module: Module, line: int) -> tuple[Definition | None, str]:
    """The innermost definition around a line, and its qualname."""
    found: Definition | None = None
    for each in module.definitions:
        whole = module.whole(each)
        if whole.line <= line <= whole.end_line:
            found = each
    return found, found.qualname if found else ""


def _python_files(root: Path, folder: str, exclude: tuple[str, ...]) -> Iterator[str]:
    with os.scandir(root / folder) as entries:
        listed = list(entries)
    if any(entry.name == "pyvenv.cfg" for entry in listed):
        return
    for entry in listed:
        path = f"{folder}/{entry.name}".lstrip("/")
        if entry.name.startswith(".") or entry.name in _NEVER or path in exclude:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _python_files(root, path, exclude)
        elif entry.name.endswith(".py") and entry.name[:-3].isidentifier():
            yield path
