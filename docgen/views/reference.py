"""A place in the code, as a link where the source host has it.

`transformer.py:113` is `<a class="dg-ref" href="..." rel="noopener">transformer.py:113</a>`.
"""

from __future__ import annotations

import re

from docgen.views.escape import code, escape
from docgen.views.parts import Citation, NamedRef, SourceRef

_BEFORE_NUMBER = re.compile(r" (?=[\d(])")


def render_ref(ref: SourceRef) -> str:
    """A place in the code in HTML, as a link where one may be made."""
    text = escape(ref.text)
    if not ref.url:
        return f'<span class="dg-ref">{text}</span>'
    return f'<a class="dg-ref" href="{escape(ref.url)}" rel="noopener">{text}</a>'


def render_home(ref: SourceRef) -> str:
    """The lines as a link to the page that shows the file; else as `render_ref` has them."""
    if not ref.page:
        return render_ref(ref)
    return f'<a class="dg-ref" href="{escape(ref.page)}">{escape(ref.text)}</a>'


def render_host(ref: SourceRef) -> str:
    """The link to the source host under the host's name; empty where there is none."""
    if not ref.url:
        return ""
    host = escape(ref.host or "Source")
    label = escape(f"{ref.host or 'Source'}: {describe(ref)}")
    return (
        f'<a class="dg-host" href="{escape(ref.url)}" rel="noopener" aria-label="{label}">'
        f"{host}</a>"
    )


def describe(ref: SourceRef) -> str:
    """The place in words: `transformer.py, lines 112-116`."""
    noun = "line" if ref.line == ref.end_line else "lines"
    return f"{ref.label}, {noun} {ref.lines}"


def render_named(named: NamedRef) -> str:
    """A function with its place in HTML."""
    return f"{code(named.name)} {render_ref(named.ref)}"


def render_citation(citation: Citation) -> str:
    """A citation in HTML, linked as far as its address leads; a line never ends before a number."""
    source = escape(citation.source)
    locator = _BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", escape(citation.locator))
    if citation.leads_there:
        text = ", ".join(filter(None, (source, locator)))
        return f'<a class="dg-cite" href="{escape(citation.url)}">{text}</a>'
    if citation.url:
        source = f'<a href="{escape(citation.url)}" rel="noopener">{source}</a>'
    return f"{source}, {locator}" if locator else source


def plain_citation(citation: Citation) -> str:
    """A citation as text."""
    return ", ".join(filter(None, (citation.source, citation.locator)))
