"""The records of `docgen.json`, version 1, and the JSON Schema that they make.

`Manifest` is the whole file. `schema_text()` is kept in `assets/docgen.schema.json`, beside which
every built site has it too: at `assets/docgen/docgen.schema.json`.
"""

from __future__ import annotations

import json
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


class Verdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be said of an equation.

    `gap` is how far the two sides were apart where that came nearest to `tolerance`; both are
    rounded up to a power of ten, and null where nothing was compared. `runs`, `points` and
    `replays` say on how much: examples, places of comparison, and evaluations on other numbers.
    `variants` wrong variants of the equation were tried and failed. `trusted` are functions of the
    code that the checking side calls, `replayed` those that were run again for a derivative,
    `definitions` equations of the site that were put in.
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
    definitions: list[str]


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement of the code and what it does for an equation.

    `anchor` is its dotted name, `file` a path from the project's folder, `url` its lines at the
    source host, empty where there is no link to them.
    """

    role: Role
    anchor: str
    file: str
    start_line: Number
    end_line: Number
    code: str
    url: str


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol: its LaTeX, what it means, the code it stands for, and its shape as text."""

    latex: str
    meaning: str
    code: str
    shape: str


class DeclaredSymbol(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a symbol table: the symbol, its page, and the function of its concept."""

    page: str
    concept: str
    latex: str
    meaning: str
    code: str
    shape: str


class Citation(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a paper or in a document of the project.

    `source` is its name in the settings, `locator` the section, the number and the page, `url` the
    paper's address, or that of the page of a document, from the root of the site.
    """

    source: str
    locator: str
    url: str


class Equation(Struct, frozen=True, forbid_unknown_fields=True):
    """An equation of the site.

    `page` is a path from the docs folder, `url` an address from the root of the site, `concept`
    the dotted name of the function that the section is about, empty outside of one.
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

    `path` is from the project's folder; lines and columns count from 1, columns in characters, and
    `end_column` is the one behind the last.
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
    """How many equations there are, are linked to code, and have each state; 0 is left out."""

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
    """What a built site says of its equations, for programs."""

    version: Literal[1]
    equations: list[Equation]
    symbols: list[DeclaredSymbol]
    findings: list[Finding]
    coverage: Coverage


def schema() -> dict[str, Any]:
    """The JSON Schema of `docgen.json`."""
    made = msgspec.json.schema(Manifest)
    return {"$schema": DIALECT, "$id": SCHEMA, "title": "docgen.json", **made}


def schema_text() -> str:
    """The JSON Schema as its file holds it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
