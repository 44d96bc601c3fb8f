"""What a page says, as values with exact places.

`$Z$` at offset 4 is `InlineMath("Z", Span(4, 7), Span(5, 6))`; every `span` slices the page's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from docgen.diagnostics import Finding
from docgen.text import SourceText, Span


@dataclass(frozen=True, slots=True)
class Option:
    """`key: value` of a block or `key="value"` of a fence; the value is the text as written."""

    key: str
    value: str
    span: Span
    key_span: Span
    value_span: Span


@dataclass(frozen=True, slots=True)
class Options:
    """Options in the order of the page; of a repeated key the first counts."""

    entries: tuple[Option, ...] = ()

    def option(self, key: str) -> Option | None:
        """The first option of a name; None where there is none."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def value(self, key: str, default: str = "") -> str:
        """What the first option of a name says; `default` where there is none."""
        option = self.option(key)
        return default if option is None else option.value

    def items(self, key: str) -> list[tuple[str, Span]]:
        """Entries of a list, split at each `;` outside quotes, brackets and backticks."""
        option = self.option(key)
        return [] if option is None else split_list(option.value, option.value_span.start)


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell; `text` is stripped, and so is `span`."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, with its characters on the page."""

    cells: tuple[Cell, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `rows` are those below the delimiter row."""

    header: Row
    rows: tuple[Row, ...]
    span: Span
    indent: int


@dataclass(frozen=True, slots=True)
class Fence:
    """A code fence.

    Attributes:
        language: First word of the opening line; empty without one.
        options: Of `math` fences; other fences have none that docgen reads.
        body: The lines inside, without the indentation of the fence.
        body_span: Those lines whole, indentation included, without the last line end.
        span: From the first backtick to the end of the closing line.
        indent: Columns before the opening backticks.
        title: Text of a bold line right above a `math` fence.
        title_span: That line's `**...**`, asterisks included; outside of `span`.
        info_span: What follows the opening backticks.
    """

    language: str
    options: Options
    body: str
    body_span: Span
    span: Span
    indent: int
    title: str
    title_span: Span | None
    info_span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """A docgen `///` block, with its lines from the first slash to the last.

    Attributes:
        argument: What follows the `|`; empty without one.
        rows: Rows of its table; `table` is the whole of it.
        fence: A Python fence in its body.
        body_span: Everything between the options and the closing line.
    """

    name: str
    argument: str
    argument_span: Span
    options: Options
    rows: tuple[Row, ...]
    fence: Fence | None
    body_span: Span
    span: Span
    indent: int
    name_span: Span
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `id` is the one that an attribute list gives, such as `{#scores}`."""

    level: int
    text: str
    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class InlineMath:
    """`$...$`, or `$$...$$` with `display`.

    Attributes:
        within_block: It stands inside something that docgen renders as a whole: a row, caption or
            title of a block, the title of an equation, the text of a `code:` or `value:` link.
    """

    latex: str
    span: Span
    latex_span: Span
    display: bool = False
    within_block: bool = False


LinkKind = Literal["code", "value", "anchor"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link that docgen reads.

    Attributes:
        target: Without `code:` or `value:`; of an anchor with its `#`.
    """

    kind: LinkKind
    text: str
    target: str
    span: Span
    text_span: Span
    target_span: Span
    within_block: bool = False


@dataclass(frozen=True, slots=True)
class LineReference:
    """A typed line number of a file, such as `transformer.py:143`; `end_line` of a range."""

    path: str
    line: int
    span: Span
    end_line: int = 0


class Reference(NamedTuple):
    """A definition `[name]: target "title"`, which links such as `[words][name]` lead by.

    Attributes:
        name: In small letters; the last of several definitions is the one that holds.
        title: Empty without one.
    """

    name: str
    target: str
    title: str


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The YAML on top, as far as it is `key: value` lines; an empty span without any."""

    values: Options
    span: Span


Item = Block | Fence | Table | Heading | InlineMath | Link | LineReference


@dataclass(frozen=True)
class Page:
    """A scanned page.

    Attributes:
        items: In the order of the text; what stands inside another item follows it.
        references: Definitions of links, in the order of the text.
    """

    source: SourceText
    front: FrontMatter
    items: tuple[Item, ...]
    findings: tuple[Finding, ...]
    references: tuple[Reference, ...] = ()

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Its blocks, in the order of the page."""
        return tuple(item for item in self.items if isinstance(item, Block))

    @cached_property
    def fences(self) -> tuple[Fence, ...]:
        """Its code fences and equations, in the order of the page."""
        return tuple(item for item in self.items if isinstance(item, Fence))

    @cached_property
    def equations(self) -> tuple[Fence, ...]:
        """The `math` fences."""
        return tuple(fence for fence in self.fences if fence.language == "math")

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Tables of the page itself; those of blocks are `Block.table`."""
        return tuple(item for item in self.items if isinstance(item, Table))

    @cached_property
    def maths(self) -> tuple[InlineMath, ...]:
        """Its mathematics within lines, in the order of the page."""
        return tuple(item for item in self.items if isinstance(item, InlineMath))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Its links to code and values, in the order of the page."""
        return tuple(item for item in self.items if isinstance(item, Link))

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Its headings, in the order of the page."""
        return tuple(item for item in self.items if isinstance(item, Heading))

    @cached_property
    def line_references(self) -> tuple[LineReference, ...]:
        """Its typed references to lines such as `ops.py:12`, in the order of the page."""
        return tuple(item for item in self.items if isinstance(item, LineReference))


def split_list(text: str, start: int, separators: str = ";") -> list[tuple[str, Span]]:
    """Non-empty stripped pieces of a text that stands at `start`, with their places.

    A bracket or quote that is never closed is read as a letter.
    """
    closers = _closers(text)
    pieces: list[tuple[str, Span]] = []
    begin = at = 0
    while at <= len(text):
        if at == len(text) or text[at] in separators:
            piece = text[begin:at]
            stripped = piece.strip()
            if stripped:
                first = start + begin + len(piece) - len(piece.lstrip())
                pieces.append((stripped, Span(first, first + len(stripped))))
            begin = at + 1
        at = closers.get(at, at) + 1
    return pieces


_PAIRS = {")": "(", "]": "[", "}": "{"}


def _closers(text: str) -> dict[int, int]:
    """Offset of each opening bracket or quote → offset of what closes it."""
    closers: dict[int, int] = {}
    open_at: list[int] = []
    at = 0
    while at < len(text):
        character = text[at]
        if character in "\"'`":
            end = text.find(character, at + 1)
            if end >= 0:
                closers[at] = end
                at = end
        elif character in "([{":
            open_at.append(at)
        elif character in _PAIRS:
            matching = next((i for i in reversed(open_at) if text[i] == _PAIRS[character]), None)
            if matching is not None:
                closers[matching] = at
                del open_at[open_at.index(matching) :]
        at += 1
    return closers
