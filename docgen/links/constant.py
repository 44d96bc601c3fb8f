"""Values of modules that a function reads, under the name that its code has for them.

In `def k(x): return x @ TABLE` the cells `TABLE` and `settings.TABLE` both name `TABLE`.
"""

from __future__ import annotations

from collections.abc import Iterator

from docgen.source.anchor import Anchor
from docgen.source.constants import Constant, Constants
from docgen.source.index import SourceIndex
from docgen.source.names import Names
from docgen.source.reads import reads
from docgen.source.statements import definition_of


def constant_name(index: SourceIndex, anchor: Anchor, function: Anchor) -> str:
    """How the code of a function reads what an anchor of a module binds: `TABLE`, `data.TABLE`.

    Empty for an anchor that is no such value, and where the function itself does not read it.

    Raises:
        source-unreadable: A module on the way is no Python.
    """
    if not is_constant(anchor):
        return ""
    wanted = (anchor.path, anchor.cell)
    return next(
        (text for text, one in _read(index, function) if (one.module.path, one.name) == wanted), ""
    )


def imported_constant(index: SourceIndex, text: str, function: Anchor) -> Anchor | None:
    """The statement that binds what a function reads under a name that its module imports.

    Raises:
        ambiguous-anchor: Several statements bind it.
        source-unreadable: A module on the way is no Python.
    """
    for name, one in _read(index, function):
        if name == text and one.module.path != function.path:
            return index.resolve(one.dotted)
    return None


def is_constant(anchor: Anchor) -> bool:
    """Whether it is a name that the statement of a module binds to a value."""
    is_bound = bool(anchor.cell) and anchor.cell.isidentifier() and anchor.bound != "import"
    return anchor.kind == "statement" and not anchor.function and is_bound


def _read(index: SourceIndex, function: Anchor) -> Iterator[tuple[str, Constant]]:
    """The values of modules that a function reads, as its own frame knows them."""
    module = index.module_at(function.path)
    scope = definition_of(module, function)
    constants = Constants(Names(index))
    for read in reads(scope) if scope is not None else ():
        if read.is_late or read.in_target or read.text.partition(".")[0] in read.hidden:
            continue
        for found in constants.read(module, scope, read.node):
            if found.owner is None:
                yield read.text, found
