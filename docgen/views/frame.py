"""What blocks share: a figure with its heading, and a table that scrolls inside its own box.

`render_frame("flow", "Gradient flow", "", body)` is `<figure class="dg-frame dg-flow">...`.
"""

from __future__ import annotations

from collections.abc import Sequence

from docgen.views.escape import escape, slug, strip, titled, untitled
from docgen.views.parts import Dimension, SourceRef
from docgen.views.reference import render_ref

Row = Sequence[str]
"""Cells as HTML; the first is the heading of its row."""


def render_frame(
    kind: str, title: str, caption: str, body: str, chip: str = "", ref: SourceRef | None = None
) -> str:
    """A figure; its heading is left out where there is nothing to say."""
    parts = []
    if title:
        parts.append(f'<span class="dg-title">{titled(title)}</span>')
    if chip:
        parts.append(render_chip(chip))
    if ref:
        parts.append(render_ref(ref))
    if caption:
        parts.append(f'<span class="dg-caption">{caption}</span>')
    head = f"<figcaption>{' '.join(parts)}</figcaption>" if parts else ""
    return f'<figure class="dg-frame dg-{kind}">{head}{body}</figure>'


def render_chip(text: str) -> str:
    """A small label, such as `Implemented`, which the style colours by its text."""
    return f'<span class="dg-chip" data-state="{slug(text)}">{escape(text)}</span>'


def render_table(
    kind: str,
    label: str,
    head: Row,
    rows: Sequence[Row],
    classes: Sequence[str] = (),
    foot: Row = (),
) -> str:
    """A table in a box that scrolls.

    Args:
        kind: Becomes the class `dg-{kind}`; further classes may follow it.
        label: Name of the box for screen readers.
        head: Headings as HTML.
        rows: Cells as HTML, one sequence a row.
        classes: One a row; empty for none.
        foot: A last row, set apart.
    """
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    named = list(classes) or [""] * len(rows)
    words = [escape(strip(cell)) for cell in head]
    body = "".join(_render_row(row, words, name) for row, name in zip(rows, named, strict=True))
    tail = f"<tfoot>{_render_row(foot, words, '')}</tfoot>" if foot else ""
    table = (
        f'<table class="dg-table dg-{kind}"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody>{tail}</table>"
    )
    return scroll(table, label)


def _render_row(row: Row, heads: Row, name: str) -> str:
    """A row; each cell repeats its heading in an attribute, for columns set under each other."""
    head, *cells = row
    mark = f' class="{name}"' if name else ""
    rest = "".join(
        f'<td data-head="{word}">{cell}</td>' for word, cell in zip(heads[1:], cells, strict=True)
    )
    return f'<tr{mark}><th scope="row">{head}</th>{rest}</tr>'


def scroll(body: str, label: str) -> str:
    """A box that scrolls sideways, reachable by keyboard."""
    return (
        f'<div class="dg-scroll" tabindex="0" role="group" aria-label="{escape(untitled(label))}">'
        f"{body}</div>"
    )


def render_legend(legend: Sequence[Dimension]) -> str:
    """What the letters of shapes stand for, such as `T = seq_len = 16`."""
    if not legend:
        return ""
    parts = [
        f'<span class="dg-dimension"><code>{escape(entry_text(entry))}</code>.</span>'
        for entry in legend
    ]
    return f'<p class="dg-legend">{" ".join([*parts, *map(escape, _notes(legend))])}</p>'


def plain_legend(legend: Sequence[Dimension]) -> str:
    """The letters of shapes as sentences."""
    return " ".join([*(f"{entry_text(entry)}." for entry in legend), *_notes(legend)])


def _notes(legend: Sequence[Dimension]) -> list[str]:
    """What is said of some letters, behind the sizes of all."""
    return [end_of(entry.note) for entry in legend if entry.note]


def entry_text(entry: Dimension) -> str:
    """`T = seq_len = 16`; what is not known is left out."""
    return " = ".join(filter(None, (entry.letter, entry.name, entry.value)))


def end_of(note: str) -> str:
    """The note as a sentence: first letter as written, a full stop at its end."""
    note = note.strip()
    return note if note.endswith((".", "!", "?")) else f"{note}."
