"""Where is it used?: source, cited places, callers and tests of a function."""

from __future__ import annotations

from collections.abc import Sequence

from docgen.views.escape import code, plain_lines
from docgen.views.frame import render_chip
from docgen.views.links import equation_link
from docgen.views.parts import LinkRow, NamedRef, UsedPart
from docgen.views.reference import (
    describe,
    plain_citation,
    render_citation,
    render_named,
    render_ref,
)

_OPEN = 6
"""How many names of a group are shown without a click."""


def render_used(part: UsedPart) -> str:
    """The uses of a function in HTML."""
    facts = [("Source", f"{render_ref(part.ref)}, {code(part.function)}")]
    if part.citations:
        facts.append(("Reference", "; ".join(map(render_citation, part.citations))))
    facts.append(("Used by", _render_uses(part)))
    if part.status:
        facts.append(("Status", render_chip(part.status)))
    body = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
    return f'<dl class="dg-used">{body}</dl>'


def _render_uses(part: UsedPart) -> str:
    lines = [f"<li>{_render_group(label, names)}</li>" for label, names in _uses(part)]
    lines += [f"<li>Tests it: {_render_test(row)}</li>" for row in part.tests_linked]
    if not lines:
        return "No function and no test calls it"
    return f"<ul>{''.join(lines)}</ul>"


def _render_group(label: str, names: Sequence[NamedRef]) -> str:
    """The names under their label, folded where there are so many that they hide what follows."""
    if len(names) <= _OPEN:
        return f"{label}:{_render_names(names)}"
    summary = f"<summary>{label}: {len(names)}</summary>"
    return f'<details class="dg-callee">{summary}{_render_names(names)}</details>'


def _render_names(names: Sequence[NamedRef]) -> str:
    """The names under each other, below their label."""
    return f"<ul>{''.join(f'<li>{render_named(name)}</li>' for name in names)}</ul>"


def _uses(part: UsedPart) -> list[tuple[str, Sequence[NamedRef]]]:
    groups: list[tuple[str, Sequence[NamedRef]]] = [
        ("Called by", part.callers),
        ("Tested by", part.tests_calling),
        ("Reached by tests", part.tests_reaching),
    ]
    return [(label, names) for label, names in groups if names]


def _render_test(row: LinkRow) -> str:
    function = f" ({code(row.function)})" if row.function else ""
    return f"{render_ref(row.ref)}{function}, for {equation_link(row)}"


def plain_used(part: UsedPart) -> str:
    """The uses of a function as text for a search index."""
    tests = [f"Tests it: {row.function}, for {row.equation}" for row in part.tests_linked]
    return plain_lines(
        f"Source: {describe(part.ref)}, {part.function}",
        *(f"Reference: {plain_citation(each)}" for each in part.citations),
        *(f"{label}: {', '.join(each.name for each in names)}" for label, names in _uses(part)),
        *tests,
        f"Status: {part.status}" if part.status else "",
    )
