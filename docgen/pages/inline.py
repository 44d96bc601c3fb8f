"""The author's inline Markdown, in places that Python-Markdown does not see: rows and captions.

``the input of `f`, $X_n$`` becomes HTML with `<code>` and `<math>`.
"""

from __future__ import annotations

import re

import markdown

from docgen.diagnostics import Fault
from docgen.latex.mathml import set_math
from docgen.markup.page import InlineMath, Item, Link
from docgen.markup.scan import scan
from docgen.pages.context import PageContext
from docgen.text import SourceText
from docgen.views.escape import escape
from docgen.views.reference import render_ref

_TOKEN = "\ue0d6{}\ue0d7"
_TOKENS = re.compile("\ue0d6(\\d+)\ue0d7")


def render_inline(text: str, context: PageContext, is_marked: bool = True) -> str:
    """HTML of one line of inline Markdown; formulas that cannot be set stay as code.

    The formulas of block rows are checked where the page is scanned, so a fault says nothing here.

    Args:
        is_marked: Whether it stands on its own page, whose symbols have numbers there.
    """
    if not text:
        return ""
    made: list[str] = []
    rest = text
    for item in reversed(scan(SourceText(context.page.source.path, text)).items):
        html = _replacement(item, context, is_marked)
        if html is not None:
            made.append(html)
            token = _TOKEN.format(len(made) - 1)
            rest = rest[: item.span.start] + token + rest[item.span.end :]
    html = markdown.markdown(rest).removeprefix("<p>").removesuffix("</p>")
    return _TOKENS.sub(lambda match: made[int(match[1])], html)


def _replacement(item: Item, context: PageContext, is_marked: bool) -> str | None:
    """HTML of a formula or of a link that docgen reads; None for what Markdown reads."""
    if isinstance(item, InlineMath):
        return _set(context, item.latex, is_marked)
    if not isinstance(item, Link) or item.kind == "anchor":
        return None
    text = render_inline(item.text, context, is_marked)
    ref = context.code_refs.get(context.code_key(item.target))
    if item.kind == "value" or ref is None:
        return text
    return f"{text} ({render_ref(ref)})"


def _set(context: PageContext, latex: str, is_marked: bool) -> str:
    try:
        if is_marked and context.marks is not None:
            return str(context.marks.text(context.concept, latex))
        return set_math(latex, display=False)
    except Fault:
        return f"<code>{escape(latex)}</code>"
