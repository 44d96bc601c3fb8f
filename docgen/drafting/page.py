"""The text of a drafted page.

A function with two equations becomes front matter, a concept, the equations, their symbols, a
worked example, and a listing for each statement that is not written as mathematics.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.drafting.calls import code_span, fence
from docgen.drafting.candidates import Candidate
from docgen.drafting.symbols import Row
from docgen.drafting.target import Target

ROWS = "rows of the example"
"""What lines of the example's table belong to."""


@dataclass(frozen=True)
class Written:
    """An equation on its way to the page.

    Attributes:
        code: What the option `code` says; empty where the left side names the statement.
        key: Its own id.
        statement: Number of its statement.
    """

    candidate: Candidate
    title: str
    code: str
    key: str
    statement: int


@dataclass(frozen=True)
class Listed:
    """A statement that stays code, and why."""

    code: str
    reason: str


@dataclass(frozen=True)
class Example:
    """The call that checks the page.

    Attributes:
        setup: Lines that go before it.
        is_shown: Whether the page shows values.
        has_rows: Whether they are those of the equations, and not of all statements.
    """

    call: str
    setup: str = ""
    is_shown: bool = True
    has_rows: bool = True


@dataclass(frozen=True)
class Layout:
    """The text, and what each of its lines belongs to.

    Attributes:
        owners: Line → the key of the equation, or the LaTeX of the symbol, that stands there.
    """

    text: str
    owners: dict[int, str]


def render(
    target: Target,
    example: Example,
    equations: Sequence[Written],
    listed: Sequence[Listed],
) -> Layout:
    """Write the page."""
    lines: list[str] = []
    owners: dict[int, str] = {}

    def put(text: str, owner: str = "") -> None:
        for line in text.split("\n"):
            lines.append(line)
            if owner:
                owners[len(lines)] = owner

    title = target.name
    put(f"---\ncode: {target.anchor.module}\nparts: listing; links\n---")
    put(f"# `{title}`\n\n## `{title}`: what it computes\n")
    put(f"/// concept | {target.name}\n///\n")
    put(f"{_opening(target)}\n")
    put("<!-- Say here what the function is for, and in the table what each symbol means. -->\n")
    if equations:
        put("### Mathematics\n")
    for each in equations:
        put(f"**{each.title}**", each.key)
        put(f"```math{_options(each)}", each.key)
        put(f"{each.candidate.latex}\n```", each.key)
        for note in each.candidate.notes:
            put(f"\n{note}")
        put("")
    rows = _rows(equations)
    if rows:
        put("### What does each symbol mean?\n")
        put("| Symbol | Meaning | In code | Shape |\n|---|---|---|---|")
        for row in rows:
            cell = row.cell.replace("|", r"\|")
            meaning = row.meaning.replace("|", r"\|")
            shape = "" if row.shape == "none" else row.shape
            put(f"| ${row.latex}$ | {meaning} | {cell} | {shape} |", f"${row.latex}$")
        put("")
    put(f"### Worked example\n\n/// example | The call {code_span(' '.join(example.call.split()))}")
    if not example.is_shown:
        put("    show: no\n")
    code = "\n".join(filter(None, [example.setup.rstrip(), example.call]))
    marks = fence(code)
    put(f"{marks}python\n{code}\n{marks}")
    steps = _steps(equations, rows) if example.is_shown and example.has_rows else []
    if steps:
        put("\n| | |\n|---|---|", ROWS)
        for anchor, label in steps:
            put(f"| {anchor} | {label} |", ROWS)
    put("///")
    if listed:
        put("\n### Not written as mathematics")
    for number, one in enumerate(listed):
        put(f"\n{one.reason}\n", f"listing {number}")
        put(f"/// listing\n    in: {one.code}\n///", f"listing {number}")
    return Layout("\n".join(lines) + "\n", owners)


def _steps(equations: Sequence[Written], rows: Sequence[Row]) -> list[tuple[str, str]]:
    """What the example shows: the parameters of the equations, then what each one gives."""
    given = [(row.cell, f"${row.latex}$") for row in rows if row.meaning.startswith("Parameter ")]
    made = [
        (f"`{each.code or each.candidate.cell}`", f"${each.candidate.rows[0].latex}$")
        for each in equations
        if not each.code.startswith("(")
    ]
    every = dict([*given, *made])
    return [(key, label) for key, label in every.items() if "|" not in key + label]


def _opening(target: Target) -> str:
    names = [f"`{parameter.arg}`" for parameter in target.definition.parameters]
    last = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
    word = "parameter" if len(names) == 1 else "parameters"
    taking = f" and takes the {word} {last}" if names else ""
    return f"`{target.asked}` is defined in `{target.anchor.module}`{taking}."


def _options(each: Written) -> str:
    quote = "'" if '"' in each.code else '"'
    code = f" code={quote}{each.code}{quote}" if each.code else ""
    return f'{code} id="{each.key}"'


def _rows(equations: Sequence[Written]) -> list[Row]:
    found: dict[str, Row] = {}
    for each in equations:
        for row in each.candidate.rows:
            found.setdefault(row.latex, row)
    return list(found.values())


def slug(text: str) -> str:
    """A text as an id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "value"
