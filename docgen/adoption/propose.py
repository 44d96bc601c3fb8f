"""Lines of the code become the anchor or the block to write instead of their numbers.

Line 6 of `model.py` is `model.ffn_forward.Z`; its lines 4 to 7 are the function
`model.ffn_forward`; lines 5 to 6 are a `listing` block from `A` to `Z`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Module
from docgen.source.statements import standing


@dataclass(frozen=True, slots=True)
class Proposal:
    """What to write.

    Attributes:
        anchor: For a `code:` link; empty where nothing has a name.
        block: A `listing` block; empty where none shows just these lines.
        note: Why there is no sure anchor.
        is_sure: Whether the anchor means these very lines.
    """

    anchor: str = ""
    block: str = ""
    note: str = ""
    is_sure: bool = False


NOTHING = Proposal()


def propose(index: SourceIndex, path: str, first: int, last: int) -> Proposal:
    """What names the lines of a file as it is now."""
    module = _module(index, path)
    if module is None:
        return Proposal(note="anchors name places of Python files of the project")
    while first < last and not _is_code(module, first, comments=True):
        first += 1
    while first < last and not _is_code(module, last, comments=True):
        last -= 1
    whole = _whole(module, first, last)
    if whole is not None:
        reference = f"{module.name}.{whole.qualname}"
        if _covers(index, reference, path, whole.statement.lineno):
            return Proposal(reference, _listing(reference), is_sure=True)
    start = index.anchor_at(path, first)
    anchor = _resolved(index, start)
    if anchor is None and first < last:
        return _range(index, module, first, last)
    if anchor is not None and _is_text(anchor):
        # A docstring is no place to link to.
        start = start.removesuffix(f".{anchor.cell}")
        anchor = _resolved(index, start)
    if anchor is None:
        return Proposal(note="no statement stands there, and no function around it has a name")
    is_function = anchor.kind in ("function", "class", "module")
    count = standing(module, first) if first == last else 0
    if count > 1 and (not is_function or last > _head_end(module, anchor)):
        around = start if is_function else start.removesuffix(f".{anchor.cell}")
        note = "several statements stand in this line; link the one that is meant"
        return Proposal(around if _resolved(index, around) else "", note=note)
    if not is_function and anchor.statement.end_line >= last:
        return Proposal(start, _listing(start), is_sure=True)
    if is_function and last <= _head_end(module, anchor):
        return Proposal(start, _listing(start), is_sure=True)
    if is_function and first == last:
        note = "no statement stands in this line; the anchor is the function around it"
        if count:
            note = "its statement has no name of its own; the anchor is the function around it"
        return Proposal(start, note=note)
    return _range(index, module, first, last)


def _range(index: SourceIndex, module: Module, first: int, last: int) -> Proposal:
    """Several statements: a listing, if they stand in one function."""
    inside = [
        each
        for each in module.definitions
        if module.whole(each).line <= first and last <= module.whole(each).end_line
    ]
    if not inside:
        return Proposal(
            note="the lines are no part of one function: link what they hold one by one"
        )
    holder = inside[-1]
    reference = f"{module.name}.{holder.qualname}"
    note = "the lines hold several statements; the anchor is the function around them"
    if not _covers(index, reference, module.path, holder.statement.lineno):
        return Proposal(note=note)
    lines = [number for number in range(first, last + 1) if _is_code(module, number)]
    head, whole = module.head(holder.statement), module.whole(holder)
    options: list[tuple[str, str]] = []
    if lines and lines[0] > head.end_line:
        options.append(("from", _part(index, holder, lines[0])))
    if lines and lines[-1] < whole.end_line:
        options.append(("to", _part(index, holder, lines[-1])))
    is_named = bool(lines) and all(name for _, name in options)
    rows = [f"{key}: {name}" for key, name in options]
    return Proposal(reference, _listing(reference, *rows) if is_named else "", note)


def highlighted(
    index: SourceIndex, path: str, shown: tuple[int, int], marked: Sequence[int]
) -> str:
    """The listing of an excerpt in which some lines stand out; empty where none shows that."""
    module = _module(index, path)
    if module is None or not shown[0] or not marked:
        return ""
    block = propose(index, path, *shown).block
    inside = [
        each
        for each in module.definitions
        if module.whole(each).line <= min(marked) and max(marked) <= module.whole(each).end_line
    ]
    if not block and not inside:
        return ""
    if not block:
        block = _listing(f"{module.name}.{inside[-1].qualname}")
    reference = block.split("in: ", 1)[1].split("\n", 1)[0]
    holder = next(
        (each for each in module.definitions if f"{module.name}.{each.qualname}" == reference), None
    )
    if holder is None:
        return block
    parts = dict.fromkeys(_part(index, holder, line) for line in marked if _is_code(module, line))
    if "" in parts or not parts:
        return ""
    return block.removesuffix("///\n") + f"    highlight: {'; '.join(parts)}\n///\n"


def _listing(reference: str, *options: str) -> str:
    rows = "".join(f"    {row}\n" for row in (f"in: {reference}", *options))
    return f"/// listing\n{rows}///\n"


def _module(index: SourceIndex, path: str) -> Module | None:
    if path not in index.paths():
        return None
    try:
        return index.module_at(path)
    except Fault:
        return None


def _whole(module: Module, first: int, last: int) -> Definition | None:
    """The definition that the lines are, a decorator or a comment line more or less."""
    for each in module.definitions:
        whole = module.whole(each)
        if first in (whole.line, each.statement.lineno) and last == whole.end_line:
            return each
    return None


def _head_end(module: Module, anchor: Anchor) -> int:
    """The last line of a `def` up to its colon."""
    for each in module.definitions:
        if each.qualname == anchor.function and module.whole(each).line == anchor.statement.line:
            return module.head(each.statement).end_line
    return 0


def _part(index: SourceIndex, holder: Definition, line: int) -> str:
    """A name for the statement at a line that is looked up in the function it stands in."""
    full = index.anchor_at(holder.module.path, line)
    prefix = f"{holder.module.name}.{holder.qualname}."
    anchor = _resolved(index, full)
    if anchor is None or not full.startswith(prefix) or re.search(r"[;\n]", full):
        return ""
    if not anchor.statement.line <= line <= anchor.statement.end_line or _is_text(anchor):
        return ""
    name = full.removeprefix(prefix)
    try:
        found = index.resolve(name, holder.dotted)
    except Fault:
        return ""
    return name if found.node == anchor.node else ""


def _is_code(module: Module, line: int, comments: bool = False) -> bool:
    text = module.source.line_text(line).strip() if line <= module.source.line_count else ""
    return bool(text) and (comments or not text.startswith("#"))


def _is_text(anchor: Anchor) -> bool:
    """Whether it is a docstring."""
    is_text = anchor.part.lstrip("rRbBuU")[:1] in ("'", '"')
    return is_text and anchor.kind in ("statement", "expression") and not anchor.bound


def _covers(index: SourceIndex, reference: str, path: str, line: int) -> bool:
    anchor = _resolved(index, reference)
    return (
        anchor is not None
        and anchor.path == path
        and anchor.statement.line <= line <= anchor.statement.end_line
    )


def _resolved(index: SourceIndex, reference: str) -> Anchor | None:
    try:
        return index.resolve(reference) if reference else None
    except Fault:
        return None
