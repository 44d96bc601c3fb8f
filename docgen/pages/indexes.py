r"""Blocks `equations` and `glossary`: all equations and all symbols of the site, as lists.

In the glossary `\hat{X}_1` stands at X, and `\beta_1` among the Greek letters at beta.

They become Markdown, so that the host resolves and checks the links to other pages.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from docgen.latex.mathml import set_math
from docgen.latex.plain import plain_math
from docgen.links.equation import Equation
from docgen.links.symbol import Symbol
from docgen.markup.page import Block
from docgen.pages.badge import LABELS
from docgen.pages.context import ConceptFacts, PageContext, equation_key
from docgen.pages.dimension import dimension_values
from docgen.pages.inline import render_unlinked
from docgen.views.escape import escape, titled
from docgen.views.frame import end_of
from docgen.views.reference import render_home

GREEK = "Greek letters"
SIGNS = "Signs"
"""Headings of the glossary behind those of the Latin letters."""

_Letters = list[tuple[bool, str]]
_SortKey = tuple[_Letters, str, str, str, list[tuple[bool, int, str]]]
_MARK = re.compile(r"\\(?:wide)?(hat|tilde|bar|overline|underline|vec|d?dot|mathring|check)\b")
_PART = re.compile(r"\d+|\D")
_FONT = re.compile(r"\\(?:math(?:bb|bf|cal|frak|scr)|boldsymbol|bm)\b")


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
    """Every equation of the site with its verdict and its statements, by the titles of the pages.

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
                pieces.append(f"\n## [{page_title(other)}]({path})\n\n")
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


def page_title(other: PageContext) -> str:
    """The first heading of a page; its file where it has none."""
    headings = other.page.headings
    return headings[0].text if headings else other.page.source.path


def assemble_glossary(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], MarkdownPart]:
    """Every symbol of the site with its meaning, its code and its shape, by its plain letter.

    The letters of shapes that the settings declare stand among them. A list fits a narrow screen.
    """
    del concept, block

    def finish() -> MarkdownPart:
        rows = [
            (_heading(symbol.latex), _sort_key(symbol.latex), facts.title, entry)
            for other, symbol, facts in _symbols(context)
            for entry in [_entry(context, other, symbol, facts)]
        ]
        rows += [
            (_heading(letter), _sort_key(letter), "", _dimension(context, letter))
            for letter in context.settings.dimensions
        ]
        pieces: list[str | Markup] = []
        above = ""
        # Of rows with the same name and title, the first on the site is the first here.
        for heading, _, _, entry in sorted(rows, key=lambda row: (_rank(row[0]), row[1], row[2])):
            if heading != above:
                pieces.append(f"\n## {heading}\n\n")
            above = heading
            pieces += entry
        return MarkdownPart(tuple(pieces))

    return finish


def _entry(
    context: PageContext, other: PageContext, symbol: Symbol, facts: ConceptFacts
) -> list[str | Markup]:
    words = render_unlinked(symbol.meaning, other, is_marked=False)
    code = f"<code>{escape(symbol.cell_text)}</code>" if symbol.cell_text else ""
    told = " ".join(filter(None, (code, escape(symbol.shape_text))))
    lines = [line for line in (words, told) if line]
    return [
        "- ",
        Markup(_set(symbol.latex)),
        ": ",
        Markup("".join(f"{line}<br>" for line in lines)),
        f"[{facts.title}]({_path(context, other)}{_place(context, facts)})\n",
    ]


def _dimension(context: PageContext, letter: str) -> list[str | Markup]:
    """A letter of shapes, with the place of its size, the size, and the note of the settings."""
    setting = context.settings.dimensions[letter]
    size = dimension_values(context.site).get(letter)
    told = f"<code>{escape(setting.code)}</code>" + (f" = {size:,}" if size is not None else "")
    note = f"<br>{escape(end_of(setting.note))}" if setting.note else ""
    html = f"<code>{escape(letter)}</code>: A size in shapes<br>{told}{note}"
    return ["- ", Markup(html), "\n"]


def _place(context: PageContext, facts: ConceptFacts) -> str:
    """Where a concept begins on its page; empty where that has no id."""
    draft = context.site.pages[facts.section.page.source.path]
    held = (one.html_id for one in draft.drafts if one.item is facts.section.block)
    html_id = next(held, "")
    return f"#{html_id}" if html_id else ""


def _equations(
    context: PageContext,
) -> Iterator[tuple[PageContext, Equation, ConceptFacts | None]]:
    for draft in sorted(context.site.pages.values(), key=lambda draft: _by_title(draft.context)):
        for equation, facts in draft.equations:
            yield draft.context, equation, facts


def _by_title(other: PageContext) -> tuple[str, str]:
    return page_title(other).casefold(), other.page.source.path


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


def _heading(latex: str) -> str:
    """The letter that a symbol begins with, `GREEK` or `SIGNS`."""
    letters, _ = _name(latex)
    first = letters[:1]
    if not first.isalpha():
        return SIGNS
    return GREEK if _is_greek(first) else first.upper()


def _rank(heading: str) -> tuple[int, str]:
    return (GREEK, SIGNS).index(heading) + 1 if heading in (GREEK, SIGNS) else 0, heading


def _sort_key(latex: str) -> _SortKey:
    """By letters, then small before capital, then fonts, marks and indices.

    Greek letters follow Latin ones, by their names; numbers stand in their order, before letters.
    """
    letters, rest = _name(latex)
    spelled = [
        (True, _greek_name(one)) if _is_greek(one) else (False, one.casefold()) for one in letters
    ]
    font = _FONT.search(latex)
    indices = [
        (False, int(part), "") if part.isdecimal() else (True, 0, part)
        for part in _PART.findall(rest.replace("_(", "_"))
    ]
    marks = " ".join(_MARK.findall(latex))
    return spelled, letters.swapcase(), font.group() if font else "", marks, indices


def _name(latex: str) -> tuple[str, str]:
    r"""The plain letters of a symbol and what follows but for marks: X and `_1` of `\hat{X}_1`."""
    # The signs of scripts, double letters and variants of Greek ones stand for plain letters.
    plain = unicodedata.normalize("NFKC", plain_math(_MARK.sub("", latex)))
    found = re.match(r"[^\W\d_]*", plain)
    end = found.end() if found else 0
    return plain[:end], plain[end:]


def _is_greek(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("GREEK ")


def _greek_name(letter: str) -> str:
    """`beta`; Unicode spells lambda without its b."""
    return unicodedata.name(letter).rpartition(" ")[2].casefold().replace("lamda", "lambda")
