"""The stylesheet and the script that are joined from parts."""

from __future__ import annotations

import re
from pathlib import Path

from docgen.views.bundle import LINKED, SCRIPTS, STYLES, _squeezed, script, stylesheet

ASSETS = Path(__file__).resolve().parents[2] / "docgen" / "assets"


def test_every_part_is_joined() -> None:
    assert {path.stem for path in (ASSETS / "style").iterdir()} == set(STYLES)
    assert {path.stem for path in (ASSETS / "script").iterdir()} == set(SCRIPTS)


def test_a_style_loses_comments_and_blanks_alone() -> None:
    style = """/* What "it" is */
.a > .b, .c :is(td, th) {
  content: " · /* no: comment */  {;} ";
  width: calc(1ch + 2px); /* why */
}

@media print { .d :hover { color: inherit; } }
"""
    assert _squeezed(style) == (
        '.a>.b,.c :is(td,th){content:" · /* no: comment */  {;} ";width:calc(1ch + 2px)}'
        "@media print{.d :hover{color:inherit}}"
    )


def test_every_line_of_code_is_in_the_script() -> None:
    lines = script().split("\n")
    for name in SCRIPTS:
        text = (ASSETS / "script" / f"{name}.js").read_text(encoding="utf-8")
        wanted = [line.strip() for line in text.split("\n") if line.strip()]
        code = [line for line in wanted if not line.startswith("//")]
        assert "\n".join(code) in "\n".join(lines), name


def test_no_part_holds_what_cutting_lines_would_change() -> None:
    for path in (ASSETS / "script").iterdir():
        lines = path.read_text(encoding="utf-8").split("\n")
        assert [line for line in lines if line.count("`") % 2 or "/*" in line] == [], path.name
        assert [line for line in lines if line.rstrip().endswith("\\")] == [], path.name


def test_the_rule_that_lights_names_every_symbol_once() -> None:
    rule = stylesheet().rstrip("\n").rpartition("@media (scripting:none){")[2]
    numbers = re.findall(r"has\(\.dg-s(\d+):is\(:hover,:focus\)\) \.dg-s(\d+)", rule)
    assert numbers == [(str(number), str(number)) for number in range(LINKED)]


def test_every_script_is_short_and_classic() -> None:
    found = [*(ASSETS / "script").iterdir(), *(ASSETS / "try").glob("*.js")]
    texts = {path.name: path.read_text(encoding="utf-8") for path in found}
    assert [name for name, text in texts.items() if text.count("\n") > 200] == []
    modules = re.compile(r"^\s*(?:import|export)\b|\bimport\(", re.MULTILINE)
    assert [name for name, text in texts.items() if modules.search(text)] == []
