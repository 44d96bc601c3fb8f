"""Blocks `caches`: what a forward function leaves behind for its backward function."""

from __future__ import annotations

import re
from collections.abc import Callable

from docgen.diagnostics import Fault, suggest
from docgen.markup.page import Block
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.example import row_key
from docgen.pages.inline import render_inline
from docgen.source.anchor import Anchor
from docgen.source.caches import Cache, caches
from docgen.views.parts import CacheKey, CacheRow, CachesPart

_ROW = re.compile(r"""^(?P<cache>.+?)\[(?P<quote>["'])(?P<key>[^"']*)(?P=quote)\]$""")


def assemble_caches(
    context: PageContext, _: ConceptFacts | None, block: Block
) -> Callable[[], CachesPart]:
    """A table of caches: keys, the line that builds each, the function and line that read it.

    Rows are written `c["ff"]["Xn"]` with the author's words; caches and keys without a row keep
    their names only.

    Raises:
        UnresolvedError: Something it names is unknown; it is reported.
    """
    forward = _function(context, block, "forward")
    backward = _function(context, block, "backward")
    option = block.options.option("backward")
    assert option is not None
    try:
        found = caches(context.index, forward, backward)
    except Fault as fault:
        context.fault(fault, option.value_span)
        raise UnresolvedError from None
    words = _words(context, block, found)
    rows = tuple(
        CacheRow(
            cache.passed_as,
            tuple(CacheKey(key, words.get((cache.passed_as, key), "")) for key in cache.keys),
            context.statement_ref(cache.built),
            cache.reader,
            context.statement_ref(cache.read),
        )
        for cache in found
    )
    part = CachesPart(block.argument, render_inline(block.options.value("caption"), context), rows)
    return lambda: part


def _function(context: PageContext, block: Block, key: str) -> Anchor:
    option = block.options.option(key)
    if option is None:
        raise context.missing(block, key, f"block_{key}")
    return context.function(option.value, option.value_span)


def _words(
    context: PageContext, block: Block, found: tuple[Cache, ...]
) -> dict[tuple[str, str], str]:
    """The author's words for `c["ff"]["Xn"]`; a row that names no key of a cache is reported."""
    known = {
        (_plain(cache.passed_as), key): (cache.passed_as, key)
        for cache in found
        for key in cache.keys
    }
    words: dict[tuple[str, str], str] = {}
    for row in block.rows:
        text, span = row_key(row)
        match = _ROW.match(text)
        entry = known.get((_plain(match["cache"]), match["key"])) if match else None
        if entry is None:
            spelled = [f'{passed_as}["{key}"]' for passed_as, key in known.values()]
            near = suggest(text, spelled)
            context.fault(
                Fault(
                    "unknown-anchor",
                    f"`{text[:60]}` is no entry of a cache",
                    notes=("entries: " + ", ".join(spelled),),
                    help=f"did you mean `{near}`?" if near else "",
                ),
                span,
            )
            continue
        cells = [cell.text for cell in row.cells[1:]]
        words[entry] = render_inline(next(filter(None, reversed(cells)), ""), context)
    return words


def _plain(text: str) -> str:
    return text.replace("'", '"').replace(" ", "")
