"""The pytest plugin: with `--docgen`, everything that the pages claim is a test item.

`pytest --docgen` collects `docs/page.md::ffn_forward.widen` for an equation and
`docs/page.md::code:ffn_forward.Z@45` for a reference in line 45; an item fails with the errors that
docgen found there, but for those that the baseline of the settings holds. Findings that belong to
no item are those of `docs/page.md::other`, and those of no page are `pyproject.toml::project`.
Without `--docgen` nothing else of docgen is imported.
"""

from __future__ import annotations

import fnmatch
import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from docgen.diagnostics import Finding
    from docgen.project import Project

SETTINGS = "pyproject.toml"
MARK = "docgen"
ENVIRONMENTS = ("pyvenv.cfg", "conda-meta/history")
"""What pytest knows virtual environments by."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--docgen` and `--docgen-root`, and the setting `docgen`."""
    group = parser.getgroup("docgen", "checked documentation")
    group.addoption(
        "--docgen",
        action="store_true",
        help="collect every equation, table, block and reference of the documentation",
    )
    group.addoption(
        "--docgen-root",
        metavar="DIR",
        help="folder of the documented project, which holds pyproject.toml; by default the nearest"
        " one upwards with [tool.docgen]",
    )
    parser.addini("docgen", "collect the documentation without --docgen too", "bool", False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the collection where it was asked for."""
    config.addinivalue_line("markers", f"{MARK}: an item of the documentation")
    if config.getoption("docgen") or config.getini("docgen"):
        folder = _find_root(config)
        # Workers of pytest-xdist are given the options of this process.
        config.option.docgen_root = str(folder)
        config.pluginmanager.register(DocgenCollection(config, folder), "docgen-collection")


class DocgenCollection:
    """Collects the pages of one project, which it loads once, when the first page is met."""

    def __init__(self, config: pytest.Config, root: Path) -> None:
        from docgen.baseline import BaselineError
        from docgen.project import PAGES, Project

        self.project = Project.open(root)
        try:
            self.baseline = self.project.known()
        except BaselineError as error:
            raise pytest.UsageError(f"docgen: {error}") from None
        self.known: set[Finding] = set()
        self.suffixes = PAGES
        self.docs = self.project.docs.resolve()
        self.settings = root.resolve() / SETTINGS
        self.is_loaded = False
        if not self.docs.is_dir():
            raise pytest.UsageError(f"docgen: there is no folder {self.docs}")
        self._add_arguments(config)

    def loaded(self) -> Project:
        """The project, checked; what its baseline holds is known from then on."""
        if not self.is_loaded:
            # Filters for the tests' own warnings must not make errors of those of the pages' code.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.project.load()
            findings = self.project.findings
            self.known = set(findings).difference(self.baseline.fresh(findings))
            self.is_loaded = True
        return self.project

    def fresh(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Those that the settings' baseline does not hold."""
        return tuple(one for one in findings if one not in self.known)

    def _add_arguments(self, config: pytest.Config) -> None:
        """Collect all pages where no paths were asked for, and findings of no page with pages."""
        paths = [_absolute(config, argument) for argument in config.args if "::" not in argument]
        if config.args_source is not pytest.Config.ArgsSource.ARGS and not _hold(paths, self.docs):
            config.args.append(str(self.docs))
            paths.append(self.docs)
        are_pages = any(path.is_relative_to(self.docs) for path in paths) or _hold(paths, self.docs)
        if are_pages and not _hold(paths, self.settings):
            config.args.append(str(self.settings))

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Have pages in folders such as `docs/build`, which pytest would pass over, collected.

        It passes over virtual environments and bytecode too, whatever the settings say.
        """
        if config.getoption("ignore") or config.getoption("ignore_glob"):
            return None
        folder = collection_path.resolve()
        if not folder.is_dir() or not folder.is_relative_to(self.docs):
            return None
        parts = folder.relative_to(self.docs).parts
        patterns = [*config.getini("norecursedirs"), "__pycache__"]
        is_passed_over = any(fnmatch.fnmatch(collection_path.name, each) for each in patterns)
        is_passed_over |= any((folder / mark).exists() for mark in ENVIRONMENTS)
        is_hidden = any(part.startswith(".") for part in parts)
        return False if is_passed_over and not is_hidden else None

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Make a file of claims of a page, and of pyproject.toml."""
        if file_path.suffix not in (*self.suffixes, self.settings.suffix):
            return None
        if _real(file_path) != self.settings and self.page(file_path) is None:
            return None
        file: ClaimFile = ClaimFile.from_parent(parent, path=file_path)
        file.collection = self
        return file

    def page(self, file: Path) -> str | None:
        """The path of a page from the docs folder; None for other files."""
        path = _real(file)
        is_page = path.suffix in self.suffixes and path.is_relative_to(self.docs)
        return path.relative_to(self.docs).as_posix() if is_page else None


class ClaimFile(pytest.File):
    """A page; or pyproject.toml, for what is wrong with no page."""

    collection: DocgenCollection

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each claim of the page, in its order."""
        from docgen.pages.claims import page_claims

        project = self.collection.loaded()
        page = self.collection.page(self.path)
        if page is None:
            found = self.collection.fresh(project.concerning(()))
            yield ClaimItem.from_parent(self, name="project", line=1, findings=found)
            return
        # A page that cannot be read has no draft; the project's item says so.
        draft = project.pages.get(page)
        for claim in page_claims(draft) if draft is not None else ():
            findings = self.collection.fresh(claim.findings)
            yield ClaimItem.from_parent(self, name=claim.name, line=claim.line, findings=findings)


class ClaimItem(pytest.Item):
    """One claim; it fails if an error stands against it."""

    def __init__(self, *, line: int, findings: tuple[Finding, ...], **named: Any) -> None:
        super().__init__(**named)
        self.line = line
        self.findings = findings
        self.add_marker(MARK)

    def runtest(self) -> None:
        """Show what was found; fail if some of it is an error.

        Raises:
            FindingsError: An error stands against the claim.
        """
        errors = [finding for finding in self.findings if finding.severity == "error"]
        others = [finding for finding in self.findings if finding.severity != "error"]
        if others:
            self.add_report_section("call", "docgen", _text(others))
        if errors:
            raise FindingsError(errors)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The findings as `docgen check` prints them; of other exceptions what pytest shows."""
        if isinstance(excinfo.value, FindingsError):
            is_colored = self.config.get_terminal_writer().hasmarkup
            return _text(excinfo.value.findings, is_colored)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """The page, its line counted from 0, and the name of the claim."""
        return self.path, self.line - 1, self.name


class FindingsError(Exception):
    """The errors that stand against a claim."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(f"{one.code}: {one.message}" for one in findings))
        self.findings = findings


def _text(findings: list[Finding], is_colored: bool = False) -> str:
    from docgen.report import render_finding

    return "\n".join(render_finding(finding, color=is_colored) for finding in findings).rstrip()


def _find_root(config: pytest.Config) -> Path:
    """The folder of the project: the option's, else the nearest that says `[tool.docgen]`.

    Raises:
        UsageError: There is none.
    """
    given = config.getoption("docgen_root")
    if given:
        folder = _absolute(config, given)
        if (folder / SETTINGS).is_file():
            return folder
        raise pytest.UsageError(f"docgen: --docgen-root {given} holds no {SETTINGS}")
    starts = [_absolute(config, argument) for argument in config.args]
    for start in [*starts, config.rootpath, config.invocation_params.dir]:
        for folder in (start, *start.parents):
            file = folder / SETTINGS
            if file.is_file() and "[tool.docgen" in file.read_text("utf-8", errors="replace"):
                return folder
    raise pytest.UsageError(
        f"docgen: no {SETTINGS} with [tool.docgen] here or above; name its folder with"
        " --docgen-root"
    )


def _absolute(config: pytest.Config, argument: str) -> Path:
    return Path(config.invocation_params.dir, argument.partition("::")[0]).resolve()


def _real(file: Path) -> Path:
    """The file's path without links in its folders; a page may be a link itself."""
    return file.parent.resolve() / file.name


def _hold(paths: Iterable[Path], target: Path) -> bool:
    return any(target.is_relative_to(path) for path in paths)
