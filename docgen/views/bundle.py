"""The stylesheet and the script of every page, each joined from its parts in `assets`.

`script()` is the parts in `assets/script`, one after the other, without comments and indentation;
`stylesheet()` ends with the rule that lights the places of a symbol where no script runs.
"""

from __future__ import annotations

import re
from importlib.resources import files

STYLES = ("page", "narrow", "print", "symbols", "stepper", "flow")
SCRIPTS = ("page", "stepper", "flow", "try", "style")
LINKED = 110
"""Symbols of one page that light up without a script; with one all do."""
LIT = "{background:var(--dg-lit);outline:.08em solid var(--dg-lit-line)}"
_PIECE = re.compile(r'/\*.*?\*/|"[^"\n]*"|\s+', re.DOTALL)
_AROUND = re.compile(r'("[^"\n]*")| *(?:; *(?=})|([{};,>]) *|(:) )')


def stylesheet() -> str:
    """All parts in order, then the rule of the first symbols of a page."""
    text = "\n".join(_part("style", f"{name}.css") for name in STYLES)
    linked = ",".join(map(link_selector, range(LINKED)))
    # Where scripts run, these selectors would only make every move of the pointer slow.
    return f"{_squeezed(text)}@media (scripting:none){{{linked}{LIT}}}\n"


def script() -> str:
    """All parts in order. No part holds a text of several lines, so that lines can be cut."""
    lines = "\n".join(_part("script", f"{name}.js") for name in SCRIPTS).split("\n")
    kept = [line.strip() for line in lines if not line.lstrip().startswith("//")]
    return "\n".join(filter(None, kept)) + "\n"


def link_selector(number: int) -> str:
    """Every place of a symbol, while one of them is pointed at."""
    name = f".dg-s{number}"
    return f".md-content:has({name}:is(:hover,:focus)) {name}"


def _part(folder: str, name: str) -> str:
    return (files("docgen") / "assets" / folder / name).read_text(encoding="utf-8")


def _squeezed(style: str) -> str:
    """Rules without comments and without blanks that mean nothing; texts stay as they are."""
    text = _PIECE.sub(lambda found: _kept(found[0]), style)
    return _AROUND.sub(lambda found: found[1] or found[2] or found[3] or "", text).strip()


def _kept(piece: str) -> str:
    if piece.startswith("/*"):
        return ""
    return piece if piece.startswith('"') else " "
