"""Code and math connection: one row for every statement that an equation is tied to."""

from __future__ import annotations

from collections.abc import Sequence

from docgen.views import code
from docgen.views.code import marked_code
from docgen.views.escape import escape, titled, untitled
from docgen.views.frame import render_table
from docgen.views.parts import LinkRow
from docgen.views.reference import render_home

TITLE = "Code and math connection"
HEAD = ("Equation", "Role", "Lines", "Code")


def render_links(part: Sequence[LinkRow]) -> str:
    """A table of links in HTML."""
    rows = [
        (
            equation_link(row),
            render_role(row.role),
            render_home(row.ref),
            marked_code(row.code, row.marks),
        )
        for row in part
    ]
    return render_table("links", TITLE, HEAD, rows, repeated(part))


def equation_link(row: LinkRow) -> str:
    """A link to an equation of the same page."""
    return f'<a href="#{escape(row.equation_id)}">{titled(row.equation)}</a>'


def render_role(role: str) -> str:
    """What a statement does with an equation, as a small label."""
    return f'<span class="dg-role">{escape(role)}</span>'


def repeated(part: Sequence[LinkRow]) -> list[str]:
    """A class for each row whose equation is that of the row above."""
    above = [None, *(row.equation_id for row in part)]
    return [
        "dg-again" if row.equation_id == before else ""
        for row, before in zip(part, above, strict=False)
    ]


def one_line(text: str) -> str:
    """A statement of several lines as one."""
    return code.one_line(text)[0] if "\n" in text else text


def plain_links(part: Sequence[LinkRow]) -> str:
    """Links as text, one a line."""
    return "\n".join(f"{untitled(row.equation)}: {row.role}, {one_line(row.code)}" for row in part)
