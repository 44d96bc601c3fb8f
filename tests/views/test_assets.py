"""The stylesheet and the font that every page takes along."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from docgen.latex.mathml import _CLASSES
from docgen.views.bundle import stylesheet

ASSETS = Path(__file__).resolve().parents[2] / "docgen" / "assets"
VIEWS = ASSETS.parent / "views"
STYLE = stylesheet()


def test_the_stylesheet_is_small() -> None:
    assert len(gzip.compress(STYLE.encode(), mtime=0)) < 7_100


def test_c073_no_colour_is_written_out() -> None:
    rules = re.sub(r"/\*.*?\*/", "", STYLE, flags=re.DOTALL)

    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*[;}])", rules)) == {"#0000"}
    assert re.findall(r"\b(?:rgba?|hsla?|white|black)\b(?!-)(?=[^{}]*[;}])", rules) == []
    assert "!important" not in rules


def test_every_variable_is_the_theme_s_or_ours() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", STYLE))
    assert {name for name in used if not name.startswith(("--md-", "--dg-"))} == set()


def test_every_class_of_mathematics_has_a_rule() -> None:
    classes = {name for names in _CLASSES.values() for name in names.split()}
    assert {name for name in classes if f".{name}" not in STYLE} == set()


def test_every_state_has_its_own_mark() -> None:
    marks = {}
    for state in "verified by-call stated defined by-binding weak mismatch not-run".split():  # noqa: SIM905
        found = re.search(rf'\[data-state="{state}"\]>\.dg-mark::before{{content:"(.)"', STYLE)
        assert found is not None, state
        marks[state] = found.group(1)

    assert len({*marks.values(), "○"}) == len(marks) + 1


def test_views_write_no_style_and_no_script() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in VIEWS.glob("*.py"))

    assert re.findall(r"style=|<script|<style|onclick", sources) == []


def test_the_font_comes_with_its_licence() -> None:
    font = (ASSETS / "stix-two-math.woff2").read_bytes()
    licence = (ASSETS / "OFL.txt").read_text(encoding="utf-8")

    assert font[:4] == b"wOF2"
    assert len(font) < 290_000
    assert licence.startswith("Copyright 2001-2020 The STIX Fonts Project Authors")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert 'url("stix-two-math.woff2")' in STYLE
    assert "font-display:swap" in STYLE
