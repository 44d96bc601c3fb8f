"""What the site counts: statements that equations explain, modules, verdicts, versions.

A statement that no equation explains is a row with its place, its code and the reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.views.escape import code, escape, plain_lines
from docgen.views.frame import render_table
from docgen.views.parts import SourceRef
from docgen.views.reference import render_home

STATEMENTS = ("Lines", "Code", "Explained", "Reason")
FUNCTIONS = ("Function", "Explained", "Of the rest")
MODULES = ("Module", "Holds", "Lines", "Numeric statements", "Of these explained")
VERDICTS = ("Verdict", "Equations", "Points")
VERSIONS = ("Package", "Version")


@dataclass(frozen=True, slots=True)
class FunctionCount:
    """A function with how many of its statements are explained.

    Attributes:
        rest: What is to say of the others: `1 by call`.
    """

    name: str
    url: str
    explained: int
    statements: int
    rest: str = ""


@dataclass(frozen=True, slots=True)
class OpenStatement:
    """A statement that no independent equation explains.

    Attributes:
        state: In words: `by call`.
        reason: Of the settings; empty where they give none.
    """

    ref: SourceRef
    code: str
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class CoveragePart:
    """All figures of the code.

    Attributes:
        total: A sentence.
        statements: Those without a reason first.
    """

    total: str
    functions: tuple[FunctionCount, ...] = ()
    statements: tuple[OpenStatement, ...] = ()


@dataclass(frozen=True, slots=True)
class ModuleCount:
    """A module: where its page is, what its docstring says first, and its figures.

    Attributes:
        statements, explained: As shown; empty where nothing was counted.
    """

    name: str
    url: str
    words: str
    lines: int
    statements: str
    explained: str


@dataclass(frozen=True, slots=True)
class ModulesPart:
    """The modules of a project."""

    modules: tuple[ModuleCount, ...]


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """How many equations have a verdict, and at how many points they were evaluated."""

    state: str
    label: str
    equations: int
    points: int


@dataclass(frozen=True, slots=True)
class VerdictsPart:
    """The verdicts of all equations, with sentences about what they rest on."""

    counts: tuple[VerdictCount, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VersionsPart:
    """What a site was built with: packages with their versions, and the commit.

    Attributes:
        commit: A sentence, and the link of the commit if it has one.
    """

    versions: tuple[tuple[str, str], ...]
    commit: str


def render_coverage(part: CoveragePart) -> str:
    """The total, then the functions, then the statements that are left."""
    html = f"<p>{escape(part.total)}</p>"
    if part.statements:
        rows = [
            (render_home(one.ref), code(one.code), escape(one.state), escape(one.reason))
            for one in part.statements
        ]
        html += render_table("open", "Statements without an equation", STATEMENTS, rows)
    if part.functions:
        counted = [
            (
                _link(one.url, one.name),
                f"{one.explained} of {one.statements}",
                escape(one.rest),
            )
            for one in part.functions
        ]
        shown = 3 if any(one.rest for one in part.functions) else 2
        told = [row[:shown] for row in counted]
        html += render_table("counts", "Functions", FUNCTIONS[:shown], told)
    return html


def plain_coverage(part: CoveragePart) -> str:
    """The total and the reasons."""
    return plain_lines(part.total, *(one.reason for one in part.statements))


def render_modules(part: ModulesPart) -> str:
    """A row for each module."""
    rows = [
        (
            _link(one.url, one.name),
            escape(one.words),
            f"{one.lines:,}",
            one.statements,
            one.explained,
        )
        for one in part.modules
    ]
    return render_table("modules", "Modules", MODULES, rows)


def plain_modules(part: ModulesPart) -> str:
    """Names and words."""
    return plain_lines(*(f"{one.name}: {one.words}" for one in part.modules))


def render_verdicts(part: VerdictsPart) -> str:
    """A row for each verdict that an equation has, then the sentences."""
    rows = [(_badge(one), f"{one.equations:,}", _number(one.points)) for one in part.counts]
    total = sum(one.equations for one in part.counts), sum(one.points for one in part.counts)
    foot = ("Together", f"{total[0]:,}", _number(total[1]))
    table = render_table("verdicts", "Verdicts", VERDICTS, rows, (), foot)
    return table + "".join(f"<p>{escape(note)}</p>" for note in part.notes)


def plain_verdicts(part: VerdictsPart) -> str:
    """The sentences."""
    return plain_lines(*part.notes)


def render_versions(part: VersionsPart) -> str:
    """The commit, then a row for each package."""
    rows = [(escape(name), code(version)) for name, version in part.versions]
    return f"<p>{escape(part.commit)}</p>" + render_table("versions", "Versions", VERSIONS, rows)


def plain_versions(part: VersionsPart) -> str:
    """The commit and the versions."""
    return plain_lines(part.commit, *(f"{name} {version}" for name, version in part.versions))


def _link(url: str, text: str) -> str:
    """A name as code, and as a link where it has a page."""
    inner = f'<a href="{escape(url)}">{escape(text)}</a>' if url else escape(text)
    return f"<code>{inner}</code>"


def _number(count: int) -> str:
    return f"{count:,}" if count else ""


def _badge(one: VerdictCount) -> str:
    return (
        f'<span class="dg-badge" data-state="{one.state}">'
        f'<span class="dg-mark" aria-hidden="true"></span>{escape(one.label)}</span>'
    )
