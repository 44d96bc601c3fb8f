"""The records of `docgen.json`, version 1, and the JSON Schema that they make.

`Manifest` is the whole file. `schema_text()` is kept in `assets/docgen.schema.json`, beside which
every built site has it too: at `assets/docgen/docgen.schema.json`.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from docgen.diagnostics import Severity
from docgen.links.equation import Role

SCHEMA = "docgen.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

State = Literal[
    "verified",
    "by-call",
    "stated",
    "defined",
    "by-binding",
    "weak",
    "mismatch",
    "not-run",
    "pending",
]
Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Code = Annotated[str, Meta(pattern="^[a-z]+(-[a-z]+)*$")]
Size = Annotated[float, Meta(ge=0)]


class Definition(Struct, frozen=True, forbid_unknown_fields=True):
    """An equation of the site that was put in, since it defines what another one calls.

    Attributes:
        title: The bold line above it, or its number.
        url: An address from the root of the site.
        state: What came of its own check.
    """

    title: str
    url: str
    state: State


class Verdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be said of an equation.

    Attributes:
        state: What came of the check, as the badge of the equation says it. `pending` is left for a
            check that executes no code, as `docgen check --static` does; no site has it.
        gap: How far the sides were apart where that came nearest to `tolerance`, rounded up to a
            power of ten; null where nothing was compared.
        tolerance: How far they were allowed to be apart there, rounded and null like `gap`.
        runs: How many examples reached the equation.
        replays: How many evaluations were made on other numbers.
        points: How many places in the runs were compared.
        variants: How many wrong variants of the equation were tried, and failed.
        reason: Why it has this state, in words; empty where the state says it all.
        trusted: Functions of the code that the checking side calls.
        replayed: Functions of the code that were run again for a derivative.
        definitions: Equations of the site that were put in: this one rests on them, and on what
            came of their own checks.
    """

    state: State
    gap: Size | None
    tolerance: Size | None
    runs: Count
    replays: Count
    points: Count
    variants: Count
    reason: str
    trusted: list[str]
    replayed: list[str]
    definitions: list[Definition]


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement of the code and what it does for an equation.

    Attributes:
        role: What it does for the equation.
        anchor: Its dotted name.
        file: A path from the project's folder.
        start_line: The first line of the statement, from 1.
        end_line: Its last line.
        code: The statement as it stands in the file.
        url: Its lines at the source host; empty where there is no link to them.
    """

    role: Role
    anchor: str
    file: str
    start_line: Number
    end_line: Number
    code: str
    url: str


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol of an equation.

    Attributes:
        latex: The symbol as its table writes it.
        meaning: What the table says of it.
        code: The code that it stands for; empty where it has none.
        shape: Its declared shape as text; empty where none is declared.
    """

    latex: str
    meaning: str
    code: str
    shape: str


class DeclaredSymbol(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a symbol table.

    Attributes:
        page: A path from the docs folder.
        concept: The dotted name of the function that the section is about.
        latex: The symbol as the table writes it.
        meaning: What the table says of it.
        code: The code that it stands for; empty where it has none.
        shape: Its declared shape as text; empty where none is declared.
    """

    page: str
    concept: str
    latex: str
    meaning: str
    code: str
    shape: str


class Citation(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a paper or in a document of the project.

    Attributes:
        source: Its name in the settings.
        locator: The section, the number and the page.
        url: The address of the paper, or that of the page of a document, from the root of the
            site.
    """

    source: str
    locator: str
    url: str


class Equation(Struct, frozen=True, forbid_unknown_fields=True):
    """An equation of the site.

    Attributes:
        id: The function of its section, a dot, and its own name; the name alone outside of a
            section.
        page: A path from the docs folder.
        url: An address from the root of the site.
        concept: The dotted name of the function that the section is about; empty outside of one.
        title: The bold line above it, or its number.
        latex: The LaTeX as the author wrote it.
        verdict: What can be said of it.
        links: The statements that it is tied to.
        cites: The places that it cites.
        symbols: The symbols that stand in it.
    """

    id: str
    page: str
    url: str
    concept: str
    title: str
    latex: str
    verdict: Verdict
    links: list[Link]
    cites: list[Citation]
    symbols: list[Symbol]


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """A fault in a page, the code or the settings.

    Attributes:
        code: The code of the finding, as `docgen explain` takes it.
        severity: Whether it fails a strict build.
        message: What is wrong, in one line.
        path: A path from the project's folder.
        line: The line, from 1.
        column: The column, from 1, in characters.
        end_column: The column behind the last character.
        help: What to type; empty where nothing is sure.
    """

    code: Code
    severity: Severity
    message: str
    path: str
    line: Number
    column: Number
    end_column: Number
    help: str


class Coverage(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """How many equations have each state; a count that is 0 is left out.

    Attributes:
        equations: All equations.
        linked: Those that are tied to a statement.
        verified: Those with the state `verified`.
        by_call: Those with the state `by-call`.
        stated: Those with the state `stated`.
        defined: Those with the state `defined`.
        by_binding: Those with the state `by-binding`.
        weak: Those with the state `weak`.
        mismatch: Those with the state `mismatch`.
        not_run: Those with the state `not-run`.
        pending: Those with the state `pending`.
    """

    equations: Count
    linked: Count
    verified: Count = 0
    by_call: Count = 0
    stated: Count = 0
    defined: Count = 0
    by_binding: Count = 0
    weak: Count = 0
    mismatch: Count = 0
    not_run: Count = 0
    pending: Count = 0


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a built site says of its equations, for programs.

    Attributes:
        version: The version of this form.
        equations: All equations, page by page.
        symbols: All rows of symbol tables.
        findings: All findings of the project.
        coverage: Counts of the equations.
    """

    version: Literal[1]
    equations: list[Equation]
    symbols: list[DeclaredSymbol]
    findings: list[Finding]
    coverage: Coverage


def schema() -> dict[str, Any]:
    """The JSON Schema of `docgen.json`, with what the docstrings say of each field."""
    made = msgspec.json.schema(Manifest)
    for record in made["$defs"].values():
        record["description"], meanings = _split(record["description"])
        for field, found in record["properties"].items():
            found["description"] = meanings[field.replace("-", "_")]
    return {"$schema": DIALECT, "$id": SCHEMA, "title": "docgen.json", **made}


def schema_text() -> str:
    """The JSON Schema as its file holds it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def _split(docstring: str) -> tuple[str, dict[str, str]]:
    """The fact of a docstring, and what it says of each attribute."""
    fact, _, attributes = docstring.partition("\n\nAttributes:\n")
    fields = re.split(r"^ {4}(?=\S)", attributes, flags=re.MULTILINE)[1:]
    pairs = (" ".join(field.split()).partition(": ") for field in fields)
    return fact, {name: meaning for name, _, meaning in pairs}
