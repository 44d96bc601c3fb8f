r"""Rows with what their examples give, as tables of HTML.

`render_tables()["functions"]` is the table of functions. It fails on a row whose example is
refused or gives anything but what was worked out by hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from docgen.diagnostics import Fault
from docgen.grammar.execute import Unfit, is_same, objection_to, spelled, value_of
from docgen.grammar.row import FUNCTION, Given, Refusal, Row, Section, Value
from docgen.grammar.sections import REFUSALS, SECTIONS
from docgen.latex.mathml import set_math
from docgen.views.escape import code, escape
from docgen.views.frame import render_table

_QUOTED = re.compile(r"`([^`]+)`")
_PASSED = r"\\(?:begin|end|text|operatorname)\*?\{[^}]*\}|\\[a-zA-Z]+"
"""Parts of a formula whose letters are no names of their own."""


def render_tables() -> dict[str, str]:
    """Every table by its name.

    Raises:
        Unfit: An example does not do what its row says.
    """
    tables = {section.name: _table(section) for section in SECTIONS}
    for name, rows in REFUSALS.items():
        head = ("Written", "Why", "The finding")
        cells = [_refusal(row) for row in rows]
        label = "Signs that are refused" if name == "refused-signs" else "Forms that are refused"
        tables[name] = render_table("grammar", label, head, cells)
    return tables


def _table(section: Section) -> str:
    head = ("Written", "Means", "Example", "Gives")
    return render_table("grammar", section.title, head, [_row(row) for row in section.rows])


def _row(row: Row) -> tuple[str, ...]:
    values = [value_of(row, spelling) for spelling in row.spellings]
    for spelling, value in zip(row.spellings, values, strict=True):
        if not is_same(value, row.gives):
            latex = spelled(row.latex, spelling)
            raise Unfit(f"`{latex}` gives {value}, worked out by hand {row.gives}")
    first = row.spellings[0]
    latex = spelled(row.latex, first)
    names = {spelled(name, first): value for name, value in row.given.items()}
    given = {name: names[name] for name in _used(latex, names)}
    example = f"{code(latex)}<br>{_formula(latex)}{_where(given, row.slopes)}"
    return _written(row), _sentence(row.means), example, _result(values[0])


def _refusal(row: Refusal) -> tuple[str, ...]:
    for spelling in row.spellings:
        said = objection_to(row, spelling)
        if said.code != row.code:
            raise Unfit(f"`{spelled(row.latex, spelling)}` is {said.code}, not {row.code}")
    said = objection_to(row, row.spellings[0])
    latex = spelled(row.latex, row.spellings[0])
    written = _written(row)
    if written != code(latex):
        written += f"<br>as in {'<br>'.join(map(code, latex.splitlines()))}"
    arrays = [
        f"{escape(name)} {escape(_shape(value))}"
        for name in _used(latex, row.given)
        if isinstance(value := row.given[name], tuple)
    ]
    if arrays:
        written += f"<br>{', '.join(arrays)}"
    help_ = f"<br>{_sentence(said.help)}" if said.help else ""
    return written, _sentence(row.why), f"{code(said.code)}<br>{_sentence(said.message)}{help_}"


def _written(row: Row | Refusal) -> str:
    """How the row is headed: its spellings as code."""
    heads = [" … ".join(_headed(row.kind, key) for key in one) for one in row.spellings]
    has_commas = any(key.endswith(",") for one in row.spellings for key in one)
    return (" and " if has_commas else ", ").join(heads)


def _headed(kind: str, key: str) -> str:
    """A key as code; the end of a line has no sign that could stand there."""
    return f"{code(key[0])} at the end of a line" if key == "\\\n" else code(_key(kind, key))


def _used(latex: str, given: Mapping[str, Given]) -> list[str]:
    """The given names that an example holds; the x of `\\bar{x}` and of `\\exp` is none."""
    longest_first = sorted(given, key=len, reverse=True)
    pieces = re.compile("|".join([*map(re.escape, longest_first), _PASSED, "."]), re.DOTALL)
    found = set(pieces.findall(latex))
    return [name for name in given if name in found]


def _key(kind: str, key: str) -> str:
    match kind:
        case "environment":
            return rf"\begin{{{key}}}"
        case "font":
            return rf"{key}{{…}}"
        case "word":
            return rf"\text{{{key}}}"
        case "command":
            return spelled("@", (key,))
    return key


def _formula(latex: str) -> str:
    """The formula as mathematics; as nothing but its code where it cannot be set."""
    try:
        return f'<span class="dg-inline">{set_math(latex, False)}</span>'
    except Fault:
        return ""


def _where(given: Mapping[str, Given], slopes: Mapping[tuple[str, str], Value]) -> str:
    """The values of an example, with the shapes of arrays."""
    parts = []
    for name, value in given.items():
        if isinstance(value, tuple):
            parts.append(f"{_formula(name)} {escape(_shape(value))} = {_result(value[1])}")
        elif value != FUNCTION:
            parts.append(f"{_formula(name)} = {_result(value)}")
    for (of, by), slope in slopes.items():
        name = rf"\partial {of} / \partial {by}"
        parts.append(f"{_formula(name)} = {_result(slope)}")
    return f"<br>with {', '.join(parts)}" if parts else ""


def _shape(value: tuple[str, Value]) -> str:
    axes, _, target = value[0].partition(" in ")
    shown = f"({axes})" if "," in axes else f"({axes},)"
    return f"{shown} in {target}" if target else shown


def _result(value: Value | str) -> str:
    return escape(value) if isinstance(value, str) else code(_number(value))


def _number(value: Value) -> str:
    if isinstance(value, float | int):
        return f"{value:.6g}" if value != int(value) else str(int(value))
    return f"[{', '.join(_number(one) for one in value)}]"


def _sentence(text: str) -> str:
    """Text with what stands in backticks as code."""
    pieces = _QUOTED.split(text)
    return "".join(code(one) if at % 2 else escape(one) for at, one in enumerate(pieces))
