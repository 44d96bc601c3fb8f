"""Files of documentation become entries: each typed line number, its verdict and its anchor.

`Survey(root).entries([Path("docs/a.md")])` is one `Entry` for each reference, in page order.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from docgen.adoption.find import markdown_references
from docgen.adoption.history import History, Origin, bare_url
from docgen.adoption.judge import NOWHERE, Judgement, Lines, judge
from docgen.adoption.lines import CodeText
from docgen.adoption.names import Names
from docgen.adoption.propose import NOTHING, Proposal, highlighted, propose
from docgen.adoption.reference import WHOLE, Reference, Verdict
from docgen.adoption.rst import restructured_references
from docgen.markup.scan import scan
from docgen.settings import read_settings
from docgen.source.index import SourceIndex
from docgen.text import Place, SourceText, decode_page

MARKDOWN = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
SUFFIXES = (*MARKDOWN, ".rst")

_CODE = (".py", ".pyi", ".pyx", ".c", ".h", ".cc", ".cpp", ".hpp", ".cu", ".jl", ".f90", ".ipynb")
"""Endings of what is surely a file; `example.org:443` is reported only where such a file is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Lines of a file, with the first of them that is not blank; `commit` is empty for now."""

    path: str
    first: int
    last: int
    code: str
    commit: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known about one reference.

    Attributes:
        written: As the page has it.
        then: What it meant when it was written.
        now: Where that is now; of an unknown reference, what its number names now.
        refusal: Why `--write` leaves it; empty where it can be written.
    """

    reference: Reference
    place: Place
    written: str
    verdict: Verdict
    note: str = ""
    then: Spot | None = None
    now: Spot | None = None
    proposal: Proposal = NOTHING
    refusal: str = ""
    is_written: bool = False


@dataclass(frozen=True, slots=True)
class _Target:
    """Which file a reference means: when it was written, and now."""

    then: str = ""
    now: str = ""
    commit: str = ""
    verdict: Verdict | None = None
    note: str = ""
    doubt: str = ""


class Survey:
    """One look through pages of a project.

    Attributes:
        elsewhere: Links to lines of other repositories, which are passed over.
        unreadable: Files that are no text.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.settings, self.setting_findings = read_settings(root)
        self.index = SourceIndex.scan(root, self.settings.tests)
        self.history = History.find(root)
        self.names = Names.scan(root)
        self.repositories = self._repositories()
        self.elsewhere = 0
        self.unreadable: list[str] = []
        self._texts: dict[tuple[str, str], CodeText | None] = {}

    def entries(
        self, files: Iterable[Path], tell: Callable[[str], None] | None = None
    ) -> list[Entry]:
        """Entries of all files, which lie below the root."""
        found: list[Entry] = []
        for file in files:
            path = file.resolve().relative_to(self.root).as_posix()
            if tell is not None:
                tell(path)
            try:
                source = SourceText(path, decode_page(file.read_bytes()))
            except UnicodeDecodeError:
                self.unreadable.append(path)
                continue
            found += self._of_page(source)
        return found

    def _of_page(self, source: SourceText) -> list[Entry]:
        if source.path.endswith(".rst"):
            references = restructured_references(source)
        else:
            references = markdown_references(scan(source))
        entries = [self._entry(source, each) for each in references]
        return _with_highlights(self, [each for each in entries if each is not None])

    def _entry(self, source: SourceText, reference: Reference) -> Entry | None:
        place = source.place(reference.span)
        is_words = reference.form == "words" and reference.edit is not None
        shown = reference.edit.span if is_words and reference.edit else reference.span
        written = " ".join(source.slice(shown).split())
        target = self._target(source, reference)
        if target is None:
            return None
        entry = Entry(reference, place, written, target.verdict or "unknown", target.note)
        then = self.text(target.commit, target.then) if target.commit else None
        now = self.text("", target.now)
        if target.verdict is not None or then is None:
            return self._unjudged(entry, now)
        meant, named = _lines(then, reference), _lines(now, reference) if now else None
        if meant is None:
            note, refusal = "what the include shows cannot be told", "its verdict is unknown"
            return replace(entry, note=note, refusal=refusal)
        before = _spot(then, meant, target.commit)
        if now is None:
            note = f"there is no `{target.then}` now"
            refusal = "its verdict is gone"
            return replace(entry, verdict="gone", note=note, then=before, refusal=refusal)
        found = judge(then, meant, now, named or NOWHERE)
        if found.verdict == "same" and now.path != then.path and not _names(reference, now.path):
            found = replace(found, verdict="moved", note=f"the file is `{now.path}` now")
        entry = replace(entry, verdict=found.verdict, note=found.note, then=before)
        if found.verdict == "never":
            return replace(entry, then=None, refusal="it never meant anything")
        return self._proposed(entry, now, found, target.doubt)

    def _unjudged(self, entry: Entry, now: CodeText | None) -> Entry:
        """An entry without a history: what the number names now is shown, and never written."""
        if now is None or entry.verdict not in ("unknown",):
            return replace(entry, refusal=f"its verdict is {entry.verdict}")
        lines = _lines(now, entry.reference)
        if lines is None or lines[0] > len(now.lines):
            return replace(entry, refusal=f"its verdict is {entry.verdict}")
        return self._proposed(entry, now, Judgement("unknown", lines), "")

    def _proposed(self, entry: Entry, now: CodeText, found: Judgement, doubt: str) -> Entry:
        if found.lines == NOWHERE:
            return replace(entry, refusal=f"its verdict is {found.verdict}")
        proposal = propose(self.index, now.path, *found.lines)
        refusal = entry.reference.refusal or doubt
        if not proposal.is_sure:
            refusal = refusal or proposal.note
        if found.verdict not in ("same", "moved"):
            refusal = f"its verdict is {found.verdict}: read the sentence again"
        return replace(entry, now=_spot(now, found.lines, ""), proposal=proposal, refusal=refusal)

    def _target(self, source: SourceText, reference: Reference) -> _Target | None:
        """Which file is meant; None for what is no reference to a file of this project."""
        if reference.host is not None:
            return self._hosted(source, reference)
        folder, is_link = posixpath.dirname(source.path), reference.form == "link"
        current = self.names.find(reference.path, folder, is_link)
        is_code = reference.path.endswith(_CODE) or reference.form not in ("path:line", "words")
        now = current[0] if len(current) == 1 else ""
        several = _several(reference.path, current)
        if self.history is None:
            if not current and not is_code:
                return None
            note = several or ("git knows nothing of this folder" if now else "no such file")
            return _Target(now=now, note=note)
        origin = self._origin(source, reference)
        if not origin.commit:
            if not current and not is_code:
                return None
            return _Target(now=now, note=several or origin.reason)
        before = self.history.names(origin.commit).find(reference.path, folder, is_link)
        if len(before) == 1:
            return self._followed(before[0], origin.commit)
        if before:
            return _Target(note=_several(reference.path, before), verdict="unknown")
        if not current and not is_code:
            return None
        if now and now not in self.history.names("HEAD").paths:
            return _Target(now=now, note=f"`{now}` is not in git")
        note = "there was no such file when it was written" if current else "there is no such file"
        return _Target(verdict="never", note=note)

    def _origin(self, source: SourceText, reference: Reference) -> Origin:
        """The commit that wrote the last piece of a reference."""
        assert self.history is not None
        pieces = [(reference.span, reference.needle)]
        pieces += [(span, source.slice(span)) for span in reference.beside]
        return self.history.latest(
            self.history.origin(source.path, source.line_at(span.start), needle)
            for span, needle in pieces
        )

    def _followed(self, path: str, commit: str, doubt: str = "") -> _Target:
        """A file of a commit and what it is called now."""
        assert self.history is not None
        now = path if path in self.names.paths else self.history.renamed(commit, path)
        return _Target(path, now if now in self.names.paths else "", commit, doubt=doubt)

    def _hosted(self, source: SourceText, reference: Reference) -> _Target | None:
        """A link to a source host: its revision is told from the path by what exists."""
        host = reference.host
        assert host is not None
        is_ours = host.repository in self.repositories
        parts = host.rest.split("/")
        cuts = [("/".join(parts[:at]), "/".join(parts[at:])) for at in range(1, len(parts))]
        if self.history is None:
            now = next((path for _, path in cuts if path in self.names.paths), "")
            return _Target(now=now, note="git knows nothing of this folder") if now else None
        for revision, path in cuts:
            is_digest = re.fullmatch(r"[0-9a-f]{7,64}", revision) is not None
            commit = self.history.commit_of(revision if is_digest else f"refs/tags/{revision}")
            if commit and (is_ours or is_digest) and self.history.show(commit, path) is not None:
                return self._followed(path, commit)
            if is_digest and is_ours and not commit:
                return _Target(note=f"the commit {revision[:12]} is not in this clone")
        if not is_ours and self.repositories:
            self.elsewhere += 1
            return None
        origin = self._origin(source, reference)
        doubt = "" if is_ours else "git knows no remote: whether the link means this code is unsure"
        known = self.history.names(origin.commit).paths if origin.commit else self.names.paths
        path = next((path for _, path in cuts if path in known), "")
        if not is_ours and not path:
            self.elsewhere += 1
            return None
        if not origin.commit:
            return _Target(now=path, note=origin.reason)
        if not path:
            return _Target(verdict="never", note="there was no such file when it was written")
        return self._followed(path, origin.commit, doubt)

    def _repositories(self) -> frozenset[str]:
        """The pages of this repository: remotes of git, and `repo_url` of mkdocs.yml."""
        found = set(self.history.remotes()) if self.history is not None else set()
        file = self.root / "mkdocs.yml"
        text = file.read_text("utf-8", "replace") if file.is_file() else ""
        match = re.search(r"^repo_url:\s*[\"']?(https?://[^\s\"'#]+)", text, re.MULTILINE)
        return frozenset(found | ({bare_url(match[1])} if match else set()))

    def text(self, commit: str, path: str) -> CodeText | None:
        """A file of a commit, or as it is now; None where there is none."""
        key = (commit, path)
        if key not in self._texts:
            data: bytes | None = None
            if commit and self.history is not None:
                data = self.history.show(commit, path)
            elif path and (self.root / path).is_file():
                data = (self.root / path).read_bytes()
            self._texts[key] = None if data is None else CodeText(path, data)
        return self._texts[key]


def _names(reference: Reference, path: str) -> bool:
    """Whether the name that is written fits a file that was renamed since."""
    if reference.host is not None:
        return f"/{reference.host.rest}".endswith(f"/{path}")
    return reference.form != "link" and f"/{path}".endswith(f"/{reference.path}")


def _several(written: str, paths: list[str]) -> str:
    if len(paths) < 2:
        return ""
    listed = ", ".join(f"`{path}`" for path in paths)
    return f"`{written}` is the name of {len(paths)} files: {listed}"


def _lines(text: CodeText, reference: Reference) -> Lines | None:
    """The lines of the file that a reference names; None where an include does not say."""
    first, last = reference.first, reference.last or len(text.lines)
    if reference.excerpt == WHOLE:
        return first, max(first, last)
    shown = text.shown(reference.excerpt)
    if shown is None:
        return None
    beyond = len(text.lines) + 1
    last = reference.last or len(shown)
    named = [shown[at - 1] if 0 < at <= len(shown) else beyond for at in (first, last)]
    return named[0], max(named)


def _spot(text: CodeText, lines: Lines, commit: str) -> Spot:
    code = next((line for at in range(lines[0], lines[1] + 1) if (line := text.line(at))), "")
    return Spot(text.path, lines[0], lines[1], code, commit)


def _shown(survey: Survey, entry: Entry) -> Lines:
    """Where the lines stand now that the include around a highlight was written to show."""
    now = survey.text("", entry.now.path) if entry.now else None
    then = survey.text(entry.then.commit, entry.then.path) if entry.then else now
    lines = then.shown(entry.reference.excerpt) if then is not None else None
    if then is None or now is None or not lines:
        return NOWHERE
    meant = lines[0], lines[-1]
    return judge(then, meant, now, meant).lines


def _with_highlights(survey: Survey, entries: list[Entry]) -> list[Entry]:
    """Give the marked lines of one fence one block, in which all of them stand out."""
    groups: dict[tuple[str, str, int], list[Entry]] = {}
    for entry in entries:
        if entry.reference.form in ("hl_lines", "emphasize-lines") and entry.now is not None:
            key = (entry.now.path, entry.reference.needle, entry.place.line)
            groups.setdefault(key, []).append(entry)
    blocks: dict[tuple[str, str, int], str] = {}
    for key, group in groups.items():
        shown = _shown(survey, group[0])
        spots = [each.now for each in group if each.now is not None]
        marked = [line for spot in spots for line in range(spot.first, spot.last + 1)]
        blocks[key] = highlighted(survey.index, key[0], shown, marked)
    return [
        replace(entry, proposal=replace(entry.proposal, block=blocks[key]))
        if entry.now is not None
        and (key := (entry.now.path, entry.reference.needle, entry.place.line)) in blocks
        else entry
        for entry in entries
    ]
