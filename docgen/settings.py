"""Settings: `[tool.docgen]` of pyproject.toml, checked and typed.

`timeout = 30` becomes `Settings(...).timeout == 30.0`; an unknown key is a finding with the
nearest known one.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Literal, cast

from docgen.codes import CODES
from docgen.diagnostics import Finding, Severity, suggest, undecodable
from docgen.environment import installed_folder
from docgen.text import SourceText, Span, decode_page

FILE = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class DimensionSetting:
    """A letter of shapes: where the code keeps its real size, and a remark for the reader."""

    code: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A paper, a book or a document that pages cite.

    Attributes:
        locators: Places in it that are known, such as `"Eq. 2"`, and where else they stand, such
            as `"Section 3.3, p. 5"`.
    """

    title: str
    authors: str = ""
    year: str = ""
    url: str = ""
    locators: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NotesSetting:
    """A Typst document of the project, which pages cite by its labels.

    Attributes:
        file: Its main file, from the folder of pyproject.toml.
        title: As pages name it; `Derivation notes` if left out.
        pdf: Where the site serves it, from the site's root.
        fonts: Folder of fonts besides those that come with Typst.
    """

    file: str
    title: str = "Derivation notes"
    pdf: str = "notes.pdf"
    fonts: str = ""


@dataclass(frozen=True)
class Settings:
    """What a project says about itself; every key has a default.

    Attributes:
        root: Folder of the project: the one that holds pyproject.toml.
        docs: Folder of the pages, from `root`.
        modules: Packages whose code the pages document.
        installed: Installed packages that pages may document too, such as `scipy`.
        tests: Folders of the test suite.
        timeout: Seconds that one run may take.
        memory: MiB of address space that one run may take.
        lookup: Short names of cells and the expressions they stand for.
        severity: Code of a finding and the severity it has here.
        sources: Papers and books that pages cite, by the names that they cite.
        notes: Typst documents of the project that pages cite, by the same.
        source_link: Template of links to a host whose form docgen does not know.
        unexplained: Statement that no equation explains → the reason.
        baseline: File of the findings that are known and do not fail, from `root`.
    """

    root: Path
    docs: str = "docs"
    modules: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    tests: tuple[str, ...] = ("tests",)
    timeout: float = 30.0
    memory: int = 4096
    dimensions: Mapping[str, DimensionSetting] = field(default_factory=dict)
    lookup: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, CitedSource] = field(default_factory=dict)
    notes: Mapping[str, NotesSetting] = field(default_factory=dict)
    severity: Mapping[str, Severity] = field(default_factory=dict)
    source_link: str = ""
    unexplained: Mapping[str, str] = field(default_factory=dict)
    baseline: str = ""

    def weigh(self, finding: Finding) -> Finding:
        """The finding with the severity that it has in this project."""
        severity = self.severity.get(finding.code)
        return replace(finding, severity=severity) if severity else finding


KEYS = tuple(name for name in Settings.__dataclass_fields__ if name != "root")

_KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "docs": (str, "a folder in quotes"),
    "modules": (list, "a list of names in quotes"),
    "installed": (list, "a list of names in quotes"),
    "tests": (list, "a list of folders in quotes"),
    "timeout": ((int, float), "a number of seconds"),
    "memory": (int, "a number of MiB"),
    "dimensions": (dict, "a table"),
    "lookup": (dict, "a table"),
    "sources": (dict, "a table"),
    "notes": (dict, "a table"),
    "severity": (dict, "a table"),
    "unexplained": (dict, "a table"),
    "source_link": (str, "a template in quotes"),
    "baseline": (str, "a file in quotes"),
}
_SUBKEYS = {
    "dimensions": tuple(DimensionSetting.__dataclass_fields__),
    "sources": tuple(CitedSource.__dataclass_fields__),
    "notes": tuple(NotesSetting.__dataclass_fields__),
}
_RECORDS: dict[str, Callable[..., object]] = {
    "dimensions": DimensionSetting,
    "sources": CitedSource,
    "notes": NotesSetting,
}
_REQUIRED = {"dimensions": "code", "sources": "title", "notes": "file"}


def nearest_root(folder: Path) -> Path | None:
    """The nearest folder upwards that holds pyproject.toml, this one included."""
    return next((each for each in (folder, *folder.parents) if (each / FILE).is_file()), None)


def read_settings(root: Path) -> tuple[Settings, list[Finding]]:
    """The settings of the project at `root`, and what is wrong with them.

    Returns:
        Settings in which a faulty key has its default, and one finding for each fault
        (`unknown-option`, `malformed-block`).
    """
    file = root / FILE
    if not file.is_file():
        return Settings(root), []
    try:
        source = SourceText(FILE, decode_page(file.read_bytes()))
    except UnicodeDecodeError as error:
        return Settings(root), [undecodable(FILE, error)]
    try:
        document = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return Settings(root), [_toml_finding(source, str(error))]
    reader = _Reader(source)
    table: object = document.get("tool", {})
    if isinstance(table, dict):
        table = table.get("docgen", {})
    if not isinstance(table, dict):
        reader.refuse("`docgen` must be a table", "docgen", "write `[tool.docgen]` above its keys")
        table = {}
    values = reader.read(cast(dict[str, object], table))
    return Settings(root, **values), reader.findings  # type: ignore[arg-type]


def _toml_finding(source: SourceText, message: str) -> Finding:
    at = re.search(r"\(at line (\d+), column (\d+)\)", message)
    offset = 0
    if at:
        line = min(int(at[1]), len(source.line_starts))
        offset = min(source.offset(line, int(at[2])), len(source.text))
    elif "end of document" in message:
        offset = len(source.text.rstrip())
    text = message.split(" (at ")[0]
    span = Span(offset, offset + 1)
    headline = f"{FILE} is not valid TOML: {text[:1].lower()}{text[1:]}"
    help_text = "mend it there; nothing of [tool.docgen] is read until then"
    return Finding("malformed-block", headline, source.place(span), help=help_text)


_MOST = {"timeout": 86_400, "memory": 1_048_576}
"""A day, and a TiB: more is a slip of the pen, and the system would not take it."""


def _refuse(key: str, value: object) -> str:
    """What to write instead of a value of the right type that cannot be used; empty if it can."""
    if isinstance(value, list) and not all(isinstance(entry, str) for entry in value):
        return "write every entry in quotes"
    if isinstance(value, int | float) and not 0 < value < math.inf:
        return f"write a number above 0, or leave `{key}` out"
    if isinstance(value, int | float) and value > _MOST[key]:
        return f"write a number up to {_MOST[key]:,}"
    if key in ("docs", "tests", "baseline"):
        folders = [value] if isinstance(value, str) else cast(list[str], value)
        for folder in folders:
            path = PurePosixPath(folder)
            if path.is_absolute() or ".." in path.parts or "\\" in folder or not folder:
                return f"`{folder}`: write a path from the folder that holds {FILE}"
    return ""


def _texts(table: Mapping[str, object]) -> dict[str, str]:
    return {str(name): str(entry) for name, entry in table.items()}


class _Reader:
    """Checks the table key by key; remembers what was wrong."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.findings: list[Finding] = []

    def read(self, table: dict[str, object]) -> dict[str, object]:
        values: dict[str, object] = {}
        for key, value in table.items():
            if key not in KEYS:
                self._unknown(key, KEYS, key)
                continue
            kind, wording = _KINDS[key]
            if not isinstance(value, kind) or isinstance(value, bool):
                self._report("malformed-block", f"`{key}` must be {wording}", key)
                continue
            fault = _refuse(key, value)
            if fault:
                self._report("malformed-block", f"`{key}` must be {wording}", key, fault)
                continue
            values[key] = self._convert(key, value)
            if key == "installed":
                values[key] = self._installed(cast(tuple[str, ...], values[key]))
        sources = cast(dict[str, object], values.get("sources", {}))
        for name in cast(dict[str, object], values.get("notes", {})):
            if name in sources:
                message = f"`{name}` is a source and a document: a citation could mean either"
                advice = "rename one of them"
                self._report("malformed-block", message, f"tool.docgen.sources.{name}", advice)
        return values

    def _installed(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The packages that are there; each other one is reported."""
        missing = [name for name in names if installed_folder(name) is None]
        for name in missing:
            top = name.partition(".")[0]
            if top != name and installed_folder(top) is not None:
                advice = f'write the package\'s name alone: "{top}"'
            else:
                advice = "install it beside docgen; it must be a folder or file of Python code"
            message = f"`{name[:60]}` is no installed package"
            self._report("malformed-block", message, "installed", advice)
        return tuple(name for name in names if name not in missing)

    def refuse(self, message: str, word: str, help_text: str) -> None:
        """Report a table that is none."""
        self._report("malformed-block", message, word, help_text)

    def _convert(self, key: str, value: object) -> object:
        if isinstance(value, list):
            return tuple(str(entry) for entry in value)
        if key == "timeout":
            return float(cast(float, value))
        if not isinstance(value, dict):
            return value
        if key in _SUBKEYS:
            return self._records(key, value)
        texts = _texts(value)
        if key == "severity":
            return self._severities(texts)
        return texts

    def _records(self, key: str, table: dict[str, object]) -> dict[str, object]:
        records: dict[str, object] = {}
        for name, entry in table.items():
            fields = entry if isinstance(entry, dict) else {_REQUIRED[key]: entry}
            unknown = [field_name for field_name in fields if field_name not in _SUBKEYS[key]]
            for field_name in unknown:
                self._unknown(field_name, _SUBKEYS[key], field_name)
            known = {
                k: _texts(v) if k == "locators" and isinstance(v, dict) else str(v)
                for k, v in fields.items()
                if k not in unknown
            }
            if _REQUIRED[key] not in known:
                message = f"`{key}.{name}` lacks `{_REQUIRED[key]}`"
                self._report("malformed-block", message, name)
                continue
            if key == "notes" and self._is_misplaced(name, cast(dict[str, str], known)):
                continue
            records[name] = _RECORDS[key](**known)
        return records

    def _is_misplaced(self, name: str, paths: dict[str, str]) -> bool:
        """Report a path that leaves the project or the site, or a document without a folder."""
        for key in ("file", "pdf", "fonts"):
            path = PurePosixPath(paths.get(key, "a"))
            if path.is_absolute() or ".." in path.parts or not path.parts:
                whence = "the site's root" if key == "pdf" else f"the folder that holds {FILE}"
                message = f"`{key}` of `notes.{name}` must be a path from {whence}"
                self._report("malformed-block", message, paths[key] or key)
                return True
        if len(PurePosixPath(paths["file"]).parts) == 1:
            message = f"`{paths['file']}` must stand in a folder of its own"
            advice = "move it into one: the document may read what lies in its folder, and no more"
            self._report("malformed-block", message, paths["file"], advice)
            return True
        return False

    def _severities(self, texts: dict[str, str]) -> dict[str, Severity]:
        good: dict[str, Severity] = {}
        for name, text in texts.items():
            if name not in CODES:
                near = suggest(name, CODES)
                help_text = f"did you mean `{near}`?" if near else "list them: docgen explain"
                self._report("unknown-option", f"there is no finding `{name}`", name, help_text)
            elif text in ("error", "warning"):
                good[name] = cast(Literal["error", "warning"], text)
            else:
                message = f"severity of `{name}` must be `error` or `warning`"
                self._report("malformed-block", message, name)
        return good

    def _unknown(self, key: str, known: tuple[str, ...], word: str) -> None:
        near = suggest(key, known)
        help_text = f"did you mean `{near}`?" if near else f"known: {', '.join(known)}"
        self._report("unknown-option", f"[tool.docgen] has no key `{key}`", word, help_text)

    def _report(self, code: str, message: str, word: str, help_text: str = "") -> None:
        start = self.source.text.find("[tool.docgen")
        found = re.compile(rf"(?<![\w.-]){re.escape(word)}(?![\w-])").search(
            self.source.text, max(start, 0)
        )
        span = Span(*found.span()) if found else Span(max(start, 0), max(start, 0) + 1)
        self.findings.append(Finding(code, message, self.source.place(span), help=help_text))
