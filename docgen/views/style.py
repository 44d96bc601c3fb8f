"""The stylesheet of every page: the parts in `assets/style`, and the rules that link symbols.

`link_selector(2)` matches every place of the third symbol of a page while one is pointed at,
with no script: `.md-content:has(.dg-s2:is(:hover,:focus)) .dg-s2`.
"""

from __future__ import annotations

from importlib.resources import files

PARTS = ("page", "symbols", "stepper", "flow")
LINKED = 120
"""Symbols of one page that light up without a script; a script lights the others."""
LIT = "{background:var(--dg-lit);outline:.08em solid var(--dg-lit-line)}"


def stylesheet() -> str:
    """All parts in order, then the rule of the first symbols of a page."""
    folder = files("docgen") / "assets" / "style"
    parts = [(folder / f"{name}.css").read_text(encoding="utf-8") for name in PARTS]
    return "\n".join(parts) + "\n" + ",".join(map(link_selector, range(LINKED))) + LIT + "\n"


def link_selector(number: int) -> str:
    name = f".dg-s{number}"
    return f".md-content:has({name}:is(:hover,:focus)) {name}"
