"""Blocks `equations` and `glossary`: all equations and all symbols of the site, as lists.

They become Markdown, so that the host resolves and checks the links to other pages.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from docgen.latex.mathml import set_math
from docgen.links.equation import Equation
from docgen.links.symbol import Symbol
from docgen.markup.page import Block
from docgen.pages.badge import LABELS
from docgen.pages.context import ConceptFacts, PageContext, equation_key
from docgen.pages.inline import render_unlinked
from docgen.views.escape import escape, titled
from docgen.views.reference import render_home


@dataclass(frozen=True, slots=True)
class Markup:
    """HTML that stands inside of the Markdown."""

    html: str


@dataclass(frozen=True, slots=True)
class MarkdownPart:
    """A list as Markdown: pieces of text with HTML between them."""

    pieces: tuple[str | Markup, ...]


def assemble_equation_index(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], MarkdownPart]:
    """Every equation of the site with its verdict and its statements, page by page.

    They are lists and no table, so that they fit a narrow screen.
    """
    del concept, block

    def finish() -> MarkdownPart:
        pieces: list[str | Markup] = []
        above: tuple[str, str | None] = ("", None)
        for other, equation, facts in _equations(context):
            path = _path(context, other)
            name = _concept(facts)
            if path != above[0]:
                pieces.append(f"\n## [{_title(other)}]({path})\n\n")
            if (path, name) != above and name:
                pieces += ["\n**", Markup(titled(name)), "**\n\n"]
            above = (path, name)
            verdict = context.site.verdicts[equation_key(other.page, equation)]
            title = Markup(render_unlinked(equation.title, other, is_marked=False))
            pieces += ["- [", title, f"]({path}#{equation.html_id}) "]
            pieces += [Markup(_badge(verdict.state) + _code(context, other, equation)), "\n"]
        return MarkdownPart(tuple(pieces))

    return finish


def _badge(state: str) -> str:
    label = f'<span class="dg-badge" data-state="{state}">'
    return f'{label}<span class="dg-mark" aria-hidden="true"></span>{LABELS[state]}</span> '


def _title(other: PageContext) -> str:
    """The first heading of a page; its file where it has none."""
    headings = other.page.headings
    return headings[0].text if headings else other.page.source.path


def assemble_glossary(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], MarkdownPart]:
    """Every symbol of the site with its meaning, its code and its shape, by name.

    A list fits a narrow screen.
    """
    del concept, block

    def finish() -> MarkdownPart:
        pieces: list[str | Markup] = []
        rows = sorted(_symbols(context), key=lambda row: (_sort_key(row[1]), row[2].title))
        for other, symbol, facts in rows:
            words = render_unlinked(symbol.meaning, other, is_marked=False)
            code = f"<code>{escape(symbol.cell_text)}</code>" if symbol.cell_text else ""
            told = " ".join(filter(None, (code, escape(symbol.shape_text))))
            lines = [line for line in (words, told) if line]
            pieces += ["- ", Markup(_set(symbol.latex)), ": "]
            pieces += [Markup("".join(f"{line}<br>" for line in lines))]
            pieces += [f"[{facts.title}]({_path(context, other)}{_place(context, facts)})\n"]
        return MarkdownPart(tuple(pieces))

    return finish


def _place(context: PageContext, facts: ConceptFacts) -> str:
    """Where a concept begins on its page; empty where that has no id."""
    draft = context.site.pages[facts.section.page.source.path]
    held = (one.html_id for one in draft.drafts if one.item is facts.section.block)
    html_id = next(held, "")
    return f"#{html_id}" if html_id else ""


def _equations(
    context: PageContext,
) -> Iterator[tuple[PageContext, Equation, ConceptFacts | None]]:
    for path in sorted(context.site.pages):
        draft = context.site.pages[path]
        for equation, facts in draft.equations:
            yield draft.context, equation, facts


def _symbols(context: PageContext) -> Iterator[tuple[PageContext, Symbol, ConceptFacts]]:
    for path in sorted(context.site.pages):
        draft = context.site.pages[path]
        for facts in draft.concepts:
            for symbol in facts.symbols:
                yield draft.context, symbol, facts


def _path(context: PageContext, other: PageContext) -> str:
    here = posixpath.dirname(context.page.source.path)
    return posixpath.relpath(other.page.source.path, here or ".")


def _concept(facts: ConceptFacts | None) -> str:
    return facts.title if facts is not None else ""


def _code(context: PageContext, other: PageContext, equation: Equation) -> str:
    """The statements of an equation, linked from this page to that of their file."""
    here = context.page.source.path
    refs = [other.statement_ref(link.anchor) for link in equation.links if link.role != "tests"]
    linked = (
        replace(ref, page=context.site.code_address(here, ref.path, ref.line)) for ref in refs
    )
    return ", ".join(dict.fromkeys(map(render_home, linked)))


def _set(latex: str) -> str:
    return set_math(latex, False)


def _sort_key(symbol: Symbol) -> str:
    """Letters of the name alone, so that commands and braces do not order the glossary."""
    plain = symbol.latex.replace("operatorname", "").replace("mathrm", "").replace("mathbf", "")
    return "".join(each for each in plain if each.isalnum()).casefold()
