"""Puts the figures of `docgen mutate` into the page on trust, and says when they are of old code.

`python docs/hooks/mutation.py figures.json` keeps what `docgen mutate --format json` printed, with
the state of code and pages that it was measured on, in mutation.json beside this file.
"""

from __future__ import annotations

import hashlib
import html
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).resolve().parent / "mutation.json"
MARK = "<!-- mutation -->"
WORDS = b"Meaning"
"""The column of a table that says in words what a symbol is."""
SCOPES = {
    "covered": "Covered by an independent equation",
    "documented": "In all documented functions",
    "all": "In all functions",
}
FIGURES = {
    "statements": "Numeric statements",
    "breaks": "Breaks made",
    "equivalent": "Equivalent",
    "raised": "A run raised",
    "changing": "Changing a value",
    "noticed": "Noticed",
}


def on_page_content(page_html: str, *, page: Any, **_: object) -> str:
    if page.file.src_uri != "trust.md":
        return page_html
    if MARK not in page_html:
        raise ValueError(f"{page.file.src_uri} has lost its mark {MARK}")
    return page_html.replace(MARK, render(json.loads(KEPT.read_text(encoding="utf-8"))))


def state() -> str:
    """Digest of the code and of what pages say of it: what the figures depend on besides docgen."""
    found = hashlib.sha256()
    for path in [*_code("model"), *_code("examples"), *_pages()]:
        name = path.relative_to(ROOT).as_posix()
        text = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(name.encode() + b"\0" + (text if path.suffix == ".py" else _checked(text)))
    return found.hexdigest()


def _checked(page: bytes) -> bytes:
    """What of a page is checked: fences, blocks and tables, less the words in and between them.

    Of an example its run counts, not which of its values are shown and what they are called.
    """
    kept: list[bytes] = []
    end, is_example, words = b"", False, -1
    for number, line in enumerate(page.split(b"\n")):
        mark = line.lstrip()[:3]
        if end:
            key = line.strip().partition(b" ")[0]
            if key in (b"run:", b"sizes:") if is_example else key != b"caption:":
                kept.append(line)
            end = b"" if mark == end else end
        elif mark in (b"```", b"///") or (mark == b"---" and not number):
            end, is_example = mark, line.split()[:2] == [b"///", b"example"]
            kept.append(b"/// example" if is_example else line)
        elif mark.startswith(b"|"):
            cells = [cell.strip() for cell in line.split(b"|")]
            words = cells.index(WORDS) if WORDS in cells else words
            kept.append(b"|".join(cell for at, cell in enumerate(cells) if at != words))
        else:
            words = -1
    return b"\n".join(kept)


def _code(folder: str) -> list[Path]:
    return sorted((ROOT / folder).glob("*.py"))


def _pages() -> list[Path]:
    """The pages that document code: those with a concept, whose checks the figures count."""
    pages = sorted((ROOT / "docs").glob("*.md"))
    return [page for page in pages if b"/// concept" in page.read_bytes()]


def render(kept: dict[str, Any]) -> str:
    """The table of the figures and the list of what nothing noticed."""
    if not kept["scopes"]["all"]["breaks"]:
        raise ValueError(f"{KEPT.name} holds no figures: run `make mutate`")
    scopes = {
        words: kept["scopes"][scope]
        for scope, words in SCOPES.items()
        if scope != "documented" or kept["scopes"][scope] != kept["scopes"]["all"]
    }
    rows = "".join(
        f"<tr><td>{words}</td>{_cells(figures[name] for figures in scopes.values())}</tr>"
        for name, words in FIGURES.items()
    )
    shares = _cells(f"{_share(figures)}" for figures in scopes.values())
    heads = "<td></td>" + "".join(f'<th scope="col">{head}</th>' for head in scopes)
    table = (
        f"<table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}<tr><td>Share noticed</td>{shares}</tr></tbody></table>"
    )
    survivors = "".join(
        f"<li>{_code_of(one['path'] + ':' + str(one['line']))}, {html.escape(one['kind'])}: "
        f"{_code_of(one['before'])} became {_code_of(one['after'])}</li>"
        for one in kept["survivors"]
    )
    listed = f"<p>No check noticed:</p><ul>{survivors}</ul>" if survivors else ""
    return table + _age(kept) + listed


def _code_of(text: str) -> str:
    """Code that goes to the next line as a whole where it fits there: `-value` keeps its minus."""
    return f'<code class="dg-key">{html.escape(text)}</code>'


def _cells(values: Iterable[int | str]) -> str:
    shown = (f"{value:,}" if isinstance(value, int) else value for value in values)
    return "".join(f"<td>{value}</td>" for value in shown)


def _share(figures: dict[str, Any]) -> str:
    return "none" if figures["share"] is None else f"{100 * figures['share']:.1f} %"


def _age(kept: dict[str, Any]) -> str:
    if kept["state"] == state():
        return "<p>Measured on the code and the pages as they stand here.</p>"
    return "<p>Code or pages have changed since these figures were measured.</p>"


def main(source: str) -> None:
    kept = json.loads(Path(source).read_text(encoding="utf-8"))
    kept["state"] = state()
    KEPT.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
