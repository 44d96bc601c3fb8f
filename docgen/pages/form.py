"""What a block or a fence may hold: nothing that an author writes is passed over in silence."""

from __future__ import annotations

from docgen.diagnostics import Fault
from docgen.markup.page import Block, Fence, Option
from docgen.markup.schema import OPTIONS
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.inline import holds_link
from docgen.text import Span

WITHOUT_ARGUMENT = frozenset(
    {
        "listing",
        "links",
        "implemented",
        "used",
        "equations",
        "glossary",
        "notes",
        "coverage",
        "modules",
        "verdicts",
        "versions",
    }
)
FLAGS = frozenset({"derived"})
MATH_NAMES = frozenset({"latex", "tex", "maths", "mathematics", "katex", "equation"})
COLUMNS = 3
PLAIN = frozenset({"group", "status", "labels", "x", "y", "fixed", "stated"})
"""Options whose words stand in drawings, chips and badges, which hold no link."""


def check_block(context: PageContext, block: Block) -> None:
    """Report what the block would ignore (`malformed-block`)."""
    if block.argument and block.name in WITHOUT_ARGUMENT:
        _report(
            context,
            f"`{block.name}` takes no title",
            block.argument_span,
            "name a function with `in: function`, or leave the text out",
        )
    _check_empty(context, block.options.entries)
    takes_caption = "caption" in OPTIONS[block.name]
    _check_title(context, block.argument, block.argument_span, takes_caption)
    _check_plain(context, block.options.entries)
    if block.table is not None and block.table.header.cells[0].text:
        cell = block.table.header.cells[0]
        _report(
            context,
            "the first row of a table is its heading, which names no row here",
            cell.span,
            "write an empty heading first: | | |, then |---|---|, then the rows",
        )
    for row in block.rows:
        label = row.cells[2:3] if block.name == "gradcheck" else ()
        if label:
            cell = label[0]
            _check_linkless(
                context, "the label of a gradient", cell.text, cell.span, "into `caption:`"
            )
        if len(row.cells) > COLUMNS and any(cell.text for cell in row.cells[COLUMNS:]):
            _report(
                context,
                f"`{block.name}` reads {COLUMNS} columns of a row, this has {len(row.cells)}",
                row.cells[COLUMNS].span,
                "columns are: anchor, label, words",
            )


def check_fence(context: PageContext, facts: ConceptFacts | None, fence: Fence) -> None:
    """Report options of an equation without a value, and equations in a fence of another name."""
    if fence.language == "math":
        _check_empty(context, fence.options.entries)
        _check_plain(context, fence.options.entries)
        if fence.title_span is not None:
            _check_title(context, fence.title, fence.title_span, False)
    elif facts is not None and fence.language.casefold() in MATH_NAMES:
        context.fault(
            Fault(
                "unchecked-math",
                f"a fence named `{fence.language}` is shown as code: nothing is checked",
                help="name it `math`: ```math",
            ),
            fence.info_span,
        )


def check_base(context: PageContext) -> None:
    """The base of indices is 0 or 1."""
    option = context.page.front.values.option("base")
    if option is not None and option.value not in ("0", "1"):
        _report(
            context,
            f"`base: {option.value[:30]}` is no base of indices",
            option.value_span,
            "write `base: 0` or `base: 1`",
        )


def _check_empty(context: PageContext, options: tuple[Option, ...]) -> None:
    for option in options:
        if not option.value.strip() and option.key not in FLAGS:
            _report(
                context,
                f"`{option.key}` has no value",
                option.key_span,
                f"write one, or leave `{option.key}` out",
            )


def _check_title(context: PageContext, title: str, span: Span, takes_caption: bool) -> None:
    """A title stands within links and names drawings, where no link can be."""
    place = "into `caption:`" if takes_caption else "into a sentence"
    _check_linkless(context, "a title", title, span, place)


def _check_plain(context: PageContext, options: tuple[Option, ...]) -> None:
    for option in options:
        if option.key in PLAIN:
            what, span = f"`{option.key}`", option.value_span
            _check_linkless(context, what, option.value, span, "into a sentence")


def _check_linkless(context: PageContext, what: str, text: str, span: Span, place: str) -> None:
    """Report a link in words that are shown as they are typed."""
    if holds_link(text, context):
        _report(
            context,
            f"{what} holds no link; this would be shown as it is typed",
            span,
            f"write the words alone, and put the link {place}",
        )


def _report(context: PageContext, message: str, span: Span, help_text: str) -> None:
    fault = Fault("malformed-block", message, help=help_text)
    context.fault(fault, span)
