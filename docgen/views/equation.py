"""A display equation with its title, permalink and verdict.

The badge is a `<details>`: closed it says the verdict in a word, open it says what that rests on.
"""

from __future__ import annotations

from docgen.latex.mathml import plain_math
from docgen.views.escape import escape, plain_lines, slug, titled, untitled
from docgen.views.parts import Badge, EquationPart, Foundation
from docgen.views.reference import render_citation


def render_equation(part: EquationPart) -> str:
    """An equation with its title, badge and permalink in HTML."""
    title = untitled(part.title) or plain_math(part.latex)
    label = f"Link to {title}" if part.title else "Link to this equation"
    head = f'<span class="dg-title">{titled(part.title)}</span>' if part.title else ""
    link = (
        f'<a class="dg-permalink" href="#{escape(part.html_id)}" aria-label="{escape(label)}">#</a>'
    )
    derived = '<span class="dg-chip">Derived from implementation</span>' if part.derived else ""
    return (
        f'<figure class="dg-equation" data-state="{slug(part.badge.state)}">'
        f"<figcaption>{head}{link}</figcaption>"
        f'<div class="dg-verdict">{derived}{render_badge(part.badge)}{_trial(part)}</div>'
        f'<div class="dg-math" tabindex="0" role="group" aria-label="{escape(title)}">'
        f"{part.mathml}</div>{_cited(part)}</figure>"
    )


def _cited(part: EquationPart) -> str:
    """Where the equation stands in a paper or in the notes."""
    if not part.citations:
        return ""
    cited = "".join(f"<li>{render_citation(each)}</li>" for each in part.citations)
    return f'<ul class="dg-cited">{cited}</ul>'


def _trial(part: EquationPart) -> str:
    """What the script of the page shows once it can be used."""
    if not part.trial:
        return ""
    return (
        f'<dg-try hidden data-page="{escape(part.trial)}" data-eq="{escape(part.html_id)}">'
        '<button type="button" class="dg-try dg-chip" aria-expanded="false">Try it</button>'
        "</dg-try>"
    )


def render_badge(badge: Badge) -> str:
    """The verdict; without details there is nothing to open."""
    state = slug(badge.state)
    label = f'<span class="dg-mark" aria-hidden="true"></span>{escape(badge.label)}'
    if not badge.details and not badge.rests_on:
        return f'<span class="dg-badge" data-state="{state}">{label}</span>'
    lines = "".join(f"<li>{escape(line)}</li>" for line in badge.details)
    if badge.rests_on:
        lines += f"<li>Rests on {', '.join(map(_foundation, badge.rests_on))}.</li>"
    if badge.command:
        lines += f"<li>Check it again: <code>{escape(badge.command)}</code></li>"
    return (
        f'<details class="dg-badge" data-state="{state}"><summary>{label}</summary>'
        f"<ul>{lines}</ul></details>"
    )


def _foundation(found: Foundation) -> str:
    """`ReLU (Verified)`, with a link to that equation."""
    link = f'<a href="{escape(found.url)}">{titled(found.title)}</a>'
    return f"{link} ({escape(found.label)})"


def plain_equation(part: EquationPart) -> str:
    """An equation as text for a search index."""
    return plain_lines(untitled(part.title), plain_math(part.latex))
