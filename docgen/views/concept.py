"""The head of a concept: which function it documents, where that stands, what it cites."""

from __future__ import annotations

from docgen.views.escape import code, escape, plain_lines
from docgen.views.frame import render_chip
from docgen.views.parts import ConceptPart
from docgen.views.reference import plain_citation, render_citation, render_ref


def render_concept(part: ConceptPart) -> str:
    """The head of a concept in HTML."""
    chip = render_chip(part.status) if part.status else ""
    facts = [f'<span class="dg-group">{escape(part.group)}</span>'] if part.group else []
    facts.append(render_ref(part.ref))
    facts += [f"<span>{render_citation(citation)}</span>" for citation in part.citations]
    return (
        f'<div class="dg-concept" role="group" aria-label="{escape(part.title)}">'
        f'<p class="dg-name">{code(part.function)}{chip}</p>'
        f'<p class="dg-facts">{" ".join(facts)}</p></div>'
    )


def plain_concept(part: ConceptPart) -> str:
    """The head of a concept as text for a search index."""
    head = " ".join(filter(None, (part.function, part.status)))
    return plain_lines(head, part.group, *(plain_citation(each) for each in part.citations))
