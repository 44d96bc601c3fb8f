"""Entries with sure anchors are written into a page; everything around them stays byte for byte.

``see `model.py:6` `` becomes ``see [`model.py`](code:model.ffn_forward.Z)``, to which docgen adds
file and line by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from docgen.adoption.survey import Entry
from docgen.diagnostics import Fault
from docgen.markup.page import Page
from docgen.markup.scan import scan
from docgen.settings import Settings
from docgen.source.index import SourceIndex
from docgen.text import SourceText, Span, decode_page

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class _Change:
    """A replacement and where the target of its link will stand in it."""

    entry: int
    span: Span
    text: str
    anchor: str


def write_anchors(
    root: Path, settings: Settings, index: SourceIndex, entries: Sequence[Entry]
) -> list[Entry]:
    """Write what can be written; the entries with `is_written`, or the reason why not."""
    result = list(entries)
    pages: dict[str, list[int]] = {}
    for at, entry in enumerate(entries):
        if not entry.refusal and entry.reference.edit is not None:
            pages.setdefault(entry.place.path, []).append(at)
    for path, chosen in pages.items():
        file = root / path
        data = file.read_bytes()
        changed, refused = _rewritten(
            path, data, [(at, entries[at]) for at in chosen], index, settings
        )
        if changed != data:
            try:
                file.write_bytes(changed)
            except OSError as error:
                reason = (error.strerror or "it is no file").lower()
                refused = dict.fromkeys(chosen, f"{path} cannot be written: {reason}")
        for at in chosen:
            if at in refused:
                result[at] = replace(entries[at], refusal=refused[at])
            else:
                result[at] = replace(entries[at], is_written=True)
    return result


def _rewritten(
    path: str,
    data: bytes,
    chosen: Sequence[tuple[int, Entry]],
    index: SourceIndex,
    settings: Settings,
) -> tuple[bytes, dict[int, str]]:
    """The page with links, and why some entries were left; each link is read back."""
    source = SourceText(path, decode_page(data))
    refused: dict[int, str] = {}
    before = scan(source)
    for at, entry in chosen:
        if not _is_found(before, entry.proposal.anchor, index, settings):
            refused[at] = "on this page the anchor means something else"
    while True:
        changes = [_change(at, each) for at, each in chosen if at not in refused]
        changes.sort(key=lambda change: change.span)
        text, targets = _applied(source.text, changes)
        links = {
            (link.target_span.start, link.target): link
            for link in scan(SourceText(path, text)).links
            if link.kind == "code"
        }
        lost = [
            change.entry
            for change, start in zip(changes, targets, strict=True)
            if (start, change.anchor) not in links
        ]
        if not lost:
            return _bytes(data, changes), refused
        refused |= dict.fromkeys(lost, "docgen would read no link there")


def _is_found(page: Page, anchor: str, index: SourceIndex, settings: Settings) -> bool:
    """Whether an anchor means the same wherever on the page it is looked up."""
    if anchor in settings.lookup:
        return False
    module = page.front.values.value("code")
    scopes = ["", module]
    for block in page.blocks:
        if block.name == "concept":
            scopes += [block.argument, f"{module}.{block.argument}"]
    try:
        wanted = index.resolve(anchor)
        return all(index.test(anchor, scope).node == wanted.node for scope in scopes)
    except Fault:
        return False


def _change(at: int, entry: Entry) -> _Change:
    edit, anchor = entry.reference.edit, entry.proposal.anchor
    assert edit is not None
    target = f"code:{anchor}"
    if re.search(r"[\s()<>\"]", target):
        target = f"<{target}>"
    return _Change(at, edit.span, f"[{edit.text}]({target})" if edit.text else target, anchor)


def _applied(text: str, changes: Sequence[_Change]) -> tuple[str, list[int]]:
    """The text with all changes, and where the anchor of each starts in it."""
    pieces: list[str] = []
    starts: list[int] = []
    length = behind = 0
    for change in changes:
        kept = text[behind : change.span.start]
        starts.append(length + len(kept) + change.text.rindex(change.anchor))
        pieces += [kept, change.text]
        length += len(kept) + len(change.text)
        behind = change.span.end
    return "".join([*pieces, text[behind:]]), starts


def _bytes(data: bytes, changes: Sequence[_Change]) -> bytes:
    """The file with all changes; line ends and a byte-order mark stay."""
    mark = _BOM if data.startswith(_BOM) else b""
    raw = data.removeprefix(_BOM).decode("utf-8")
    # Offsets of the text, whose line ends are one character, in the file.
    offsets = [at for at, letter in enumerate(raw) if letter != "\n" or raw[at - 1 : at] != "\r"]
    offsets.append(len(raw))
    for change in reversed(changes):
        start, end = offsets[change.span.start], offsets[change.span.end]
        raw = raw[:start] + change.text + raw[end:]
    return mark + raw.encode()
