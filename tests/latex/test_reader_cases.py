"""The cases of reader_cases.md: a formula and its symbols, and the tree or the fault."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from docgen.diagnostics import Fault
from docgen.latex.dotted import dotted
from docgen.latex.node import Equation
from docgen.latex.parse import read_equation, read_formula
from docgen.latex.symbol import Declared

CASES = Path(__file__).with_name("reader_cases.md")
_CASE = re.compile(
    r"^# (?P<title>.+?)\n+```latex\n(?P<latex>.*?)\n```\n(?P<rest>.*?)(?=^# |\Z)", re.M | re.S
)
_ROW = re.compile(r"(?P<names>.+) : (?P<shape>.+)")


@dataclass(frozen=True)
class ReaderCase:
    title: str
    latex: str
    declared: tuple[Declared, ...]
    frame: tuple[str, ...]
    is_formula: bool
    expected: str


def parse_shape(text: str) -> tuple[str, ...] | None:
    if text == "none":
        return None
    assert text.startswith("(")
    assert text.endswith(")")
    return tuple(axis.strip() for axis in text[1:-1].split(",") if axis.strip())


def parse_declared(text: str) -> list[Declared]:
    r"""Rows such as `W_1 & W_2 : (d, F)`, `f(x) : (d,) to (T,)`, `y : (T,) in V`."""
    found = _ROW.fullmatch(text)
    assert found is not None, text
    names, shape = found["names"].split(" & "), found["shape"]
    shape, _, target = shape.partition(" in ")
    argument, is_function, result = shape.rpartition("to ")
    return [
        Declared(
            name.strip(),
            parse_shape((result if is_function else shape).strip()),
            bool(is_function),
            target,
            parse_shape(argument.strip()) if argument.strip() else None,
        )
        for name in names
    ]


def parse_cases(text: str) -> list[ReaderCase]:
    cases: list[ReaderCase] = []
    for found in _CASE.finditer(text):
        lines = found["rest"].strip().splitlines()
        declared: list[Declared] = []
        frame: list[str] = []
        is_formula = False
        rest: list[str] = []
        for line in lines:
            if line.startswith("declare: "):
                for row in line.removeprefix("declare: ").split("; "):
                    declared.extend(parse_declared(row.strip()))
            elif line.startswith("frame: "):
                frame = line.removeprefix("frame: ").split()
            elif line == "formula":
                is_formula = True
            elif line:
                rest.append(line)
        expected = "\n".join(line for line in rest if not line.startswith("```"))
        cases.append(
            ReaderCase(
                found["title"],
                found["latex"],
                tuple(declared),
                tuple(frame),
                is_formula,
                expected,
            )
        )
    return cases


ALL = parse_cases(CASES.read_text(encoding="utf-8"))


def test_titles_are_unique_and_none_is_lost() -> None:
    titles = [case.title for case in ALL]

    assert len(titles) == len(set(titles))
    assert len(titles) == CASES.read_text(encoding="utf-8").count("```latex\n")


def outcome(case: ReaderCase) -> Equation | Fault:
    read = read_formula if case.is_formula else read_equation
    try:
        return read(case.latex, case.declared, case.frame)
    except Fault as fault:
        return fault


@pytest.mark.parametrize("case", ALL, ids=[case.title.replace(" ", "-") for case in ALL])
def test_formula_is_read_as_the_case_says(case: ReaderCase) -> None:
    found = outcome(case)

    if isinstance(found, Equation):
        assert dotted(found) == case.expected
        return
    assert found.within is not None
    characters = case.latex[found.within.start : found.within.end]
    assert f'error: {found.code} at "{characters}"' == case.expected, found
    assert len(found.message) <= 90
    assert found.code != "ambiguous-latex" or (len(found.notes) > 1 and found.help)
    assert found.code != "unbound-symbol" or found.help
