"""The functions that a command names: of modules, of packages, of classes, or one by one.

`chosen_functions(project, ("model.ops", "model.transformer.ffn_forward"))` are all functions of the
one and one of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docgen.diagnostics import Fault
from docgen.pages.watch import module_functions
from docgen.project import Project
from docgen.source.index import SourceIndex
from docgen.source.module import Definition
from docgen.source.statements import definition_of


def chosen_functions(project: Project, names: Sequence[str]) -> list[Definition]:
    """Functions in the order of the files; those of the settings' `modules` without names.

    Raises:
        unknown-function: A name means no module and no function, or there is nothing to choose.
        ambiguous-module, ambiguous-anchor, source-unreadable.
    """
    index = project.site.index
    wanted = list(names) or list(project.settings.modules)
    if not wanted:
        raise Fault(
            "unknown-function",
            "the settings name no modules to break",
            help='name some, or write `modules = ["package"]` under [tool.docgen]',
        )
    found = [definition for name in wanted for definition in _meant(index, name)]
    # A function that was named twice is broken once.
    unique = {(each.module.path, each.statement.lineno, each.qualname): each for each in found}
    return [unique[key] for key in sorted(unique)]


def _meant(index: SourceIndex, name: str) -> Iterator[Definition]:
    if any(_is_below(module.name, name) for module in index.modules()):
        yield from module_functions(index, name)
        return
    anchor = index.function(name)
    chosen = definition_of(index.module_at(anchor.path), anchor)
    assert chosen is not None
    for each in chosen.module.definitions:
        if not each.is_class and (each is chosen or _is_below(each.qualname, chosen.qualname)):
            yield each


def _is_below(name: str, holder: str) -> bool:
    return name == holder or name.startswith(f"{holder}.")
