"""Block `module`: a whole file of the code, and beside each line what of the site rests on it.

`/// module | model.ops` shows model/ops.py; the equation of `Z` stands beside `Z = X @ W`.
"""

from __future__ import annotations

from collections.abc import Callable

from docgen.diagnostics import Fault
from docgen.links.equation import slugify
from docgen.markup.page import Block
from docgen.pages.address import CodePage
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.margin import concept_links, line_notes
from docgen.source.anchor import Anchor
from docgen.source.module import Module
from docgen.views.module import FunctionRow, ModulePart

PLACES = frozenset(
    {"concept", "example", "gradcheck", "stepper", "parameters", "shapes", "caches", "flow"}
)
"""Blocks to which the pages of the code lead."""


def find_code_pages(context: PageContext) -> None:
    """Note which files a page shows, before any page that leads to them is drafted."""
    for item in context.page.items:
        if isinstance(item, Block) and item.name == "module":
            try:
                module = context.index.module(item.argument)
            except Fault:
                continue  # reported where the block is drafted
            page = CodePage(context.page.source.path, _html_id(module.name))
            context.site.code_pages.setdefault(module.path, page)


def _html_id(module: str) -> str:
    return f"code-{slugify(module.replace('.', '-').replace('_', '-'))}"


def block_id(context: PageContext, concept: ConceptFacts | None, block: Block) -> str:
    """The id of a block's place: `dg-shapes-ffn-forward`; empty where nothing leads to it."""
    if concept is None or concept.function is None or block.name not in PLACES:
        return ""
    return context.unique_id(f"dg-{block.name}-{_slug(concept.function)}")


def _slug(function: Anchor) -> str:
    return slugify(function.function.replace(".", "-").replace("_", "-"))


def assemble_module(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], ModulePart]:
    """The file of a module, all its lines.

    Raises:
        UnresolvedError: The block names no module; that is reported.
    """
    del concept
    if not block.argument:
        fault = Fault(
            "malformed-block",
            "`module` names no module",
            help="write its dotted name: `/// module | package.module`",
        )
        context.fault(fault, block.name_span)
        raise UnresolvedError
    try:
        module = context.index.module(block.argument)
    except Fault as fault:
        context.fault(fault, block.argument_span)
        raise UnresolvedError from None
    html_id = context.unique_id(_html_id(module.name))
    return lambda: _part(context, module, html_id)


def _part(context: PageContext, module: Module, html_id: str) -> ModulePart:
    source = module.source
    lines = tuple(source.line_text(number) for number in range(1, source.line_count + 1))
    while lines and not lines[-1]:
        lines = lines[:-1]
    ref = context.site.ref(module.path, 1, max(len(lines), 1))
    notes = line_notes(context, module)
    return ModulePart(html_id, module.name, ref, lines, _functions(context, module), notes)


def _functions(context: PageContext, module: Module) -> tuple[FunctionRow, ...]:
    """Every function and class of the file that has a name to call it by, in code order."""
    rows = []
    for each in module.definitions:
        is_inner = each.holder is not None and not each.holder.is_class
        if is_inner or each.qualname in module.repeated:
            continue
        whole = module.whole(each)
        concepts = concept_links(context, each.dotted)
        rows.append(FunctionRow(each.qualname, whole.line, whole.end_line, concepts))
    return tuple(rows)
