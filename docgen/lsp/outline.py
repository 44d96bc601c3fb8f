"""What stands around the cursor in a page that is being typed, however broken its text is.

`outline(text, offset)` below `/// concept | ffn_forward` has the concept `ffn_forward`; nothing is
parsed but the starts of lines, so an open link, block or fence does not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_FENCE = re.compile(r"[\s>]*(?P<mark>`{3,}|~{3,})\s*(?P<info>.*)")
_HEADING = re.compile(r"(?P<marks>#{1,6})\s")
_BLOCK = re.compile(r"[\s>]*(?P<mark>/{3,})\s*(?P<name>[\w-]+)\s*(?:\|\s*(?P<argument>.*))?")
_BLOCK_END = re.compile(r"[\s>]*/{3,}\s*")
_OPTION = re.compile(r"(?:\s{4,}|\t)(?P<key>[\w-]*)\s*:\s*(?P<value>.*)")
_FRONT = re.compile(r"code\s*:\s*(?P<module>[\w.]+)")


@dataclass
class Outline:
    """The surroundings of a cursor.

    Attributes:
        before: The line up to the cursor; `after`, the rest of it.
        module: The module that the front matter names.
        concept: The function of the concept whose section this is, as written; empty outside.
        lent: Functions that the concept's `with:` names.
        fence: The language of the fence whose body this is; None outside of fences.
        block: The block whose lines these are; empty outside.
        is_head: Whether the line belongs to the options of that block.
        keys: Options that the block has already.
        header: Cells of the first line of the table that the line belongs to.
        symbols: Lines of the tables of the concept, from the whole text.
    """

    before: str
    after: str
    module: str = ""
    concept: str = ""
    lent: list[str] = field(default_factory=list)
    fence: str | None = None
    block: str = ""
    is_head: bool = False
    keys: list[str] = field(default_factory=list)
    header: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)


@dataclass(eq=False)
class _Section:
    level: int
    concept: str
    lent: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)


class _Reader:
    """Reads line by line; keeps what is open."""

    def __init__(self) -> None:
        self.level = 0
        self.sections: list[_Section] = []
        self.front = False
        self.module = ""
        self.fence = ""
        self.language: str | None = None
        self.block = ""
        self.is_head = False
        self.keys: list[str] = []
        self.table: list[str] = []
        self.header: list[str] = []

    def read(self, line: str, number: int) -> None:
        if self._in_front(line, number) or self._in_fence(line):
            return
        fence = _FENCE.match(line)
        heading = _HEADING.match(line)
        block = _BLOCK.match(line)
        self._read_table(line)
        if fence:
            self.fence = fence["mark"]
            self.language = fence["info"].split(" ")[0].strip("{.}")
            self.is_head = False
        elif heading:
            self.level = len(heading["marks"])
            self.sections = [one for one in self.sections if one.level < self.level]
        elif _BLOCK_END.fullmatch(line):
            self.block, self.is_head, self.keys = "", False, []
        elif block:
            self.block, self.is_head, self.keys = block["name"], True, []
            if self.block == "concept":
                argument = (block["argument"] or "").strip()
                self.sections.append(_Section(self.level, argument))
        elif self.block and self.is_head:
            self._read_option(line)

    def _in_front(self, line: str, number: int) -> bool:
        if number == 1 and line.strip() == "---":
            self.front = True
            return True
        if self.front:
            self.front = line.strip() not in ("---", "...")
            found = _FRONT.match(line)
            self.module = found["module"] if found else self.module
            return True
        return False

    def _in_fence(self, line: str) -> bool:
        if self.language is None:
            return False
        text = line.strip(" \t>")
        if text.startswith(self.fence) and not text.strip(self.fence[0]):
            self.language = None
        return True

    def _read_option(self, line: str) -> None:
        option = _OPTION.match(line)
        if option is None:
            self.is_head = False
            return
        self.keys.append(option["key"])
        if self.block == "concept" and option["key"] == "with" and self.sections:
            self.sections[-1].lent = [one.strip() for one in option["value"].split(";")]

    def _read_table(self, line: str) -> None:
        if not line.lstrip(" \t>").startswith("|"):
            self.table, self.header = [], []
            return
        cells = cut_cells(line)
        if not self.table:
            self.header = [cell.strip(" *_").casefold() for cell in cells]
        self.table.append(line)
        is_table = "symbol" in self.header and "in code" in self.header
        if is_table and len(self.table) > 2 and self.sections:
            place = self.header.index("symbol")
            if place < len(cells):
                self.sections[-1].symbols.append(cells[place])


def outline(text: str, offset: int) -> Outline:
    """The surroundings of an offset; a fence, block or section before it may still be open."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    reader = _Reader()
    lines = text[:start].split("\n")[:-1]
    for number, line in enumerate(lines, 1):
        reader.read(line, number)
    found = Outline(text[start:offset], text[offset:end], reader.module)
    found.fence, found.block, found.is_head = reader.language, reader.block, reader.is_head
    found.keys = list(reader.keys)
    found.header = list(reader.header)
    section = reader.sections[-1] if reader.sections else None
    if section is not None:
        # Rows of the table may stand below the cursor.
        for number, line in enumerate(text[start:].split("\n"), len(lines) + 1):
            reader.read(line, number)
            if section not in reader.sections:
                break
        found.concept, found.lent = section.concept, section.lent
        found.symbols = section.symbols
    return found


def cut_cells(line: str) -> list[str]:
    """The cells of a table's line, cut at each `|` outside of closed code and formulas."""
    text = line.strip(" \t>").removeprefix("|")
    cells, cell, at = [], "", 0
    while at < len(text):
        character = text[at]
        if character == "\\":
            cell += text[at : at + 2]
            at += 2
            continue
        end = text.find(character, at + 1) if character in "`$" else -1
        if end >= 0:
            cell += text[at : end + 1]
            at = end + 1
            continue
        if character == "|":
            cells.append(cell)
            cell = ""
        else:
            cell += character
        at += 1
    return [*(one.strip() for one in cells), *([cell.strip()] if cell.strip() else [])]
