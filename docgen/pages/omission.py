"""What a check that executes nothing leaves unsaid, counted.

A page with one equation, checked without its runs, gives `("1 equation was not evaluated", ...)`.
"""

from __future__ import annotations

from collections.abc import Iterable

from docgen.markup.page import Block, Link
from docgen.pages.assemble import PageDraft
from docgen.pages.context import Site, equation_key
from docgen.text import counted

_OPEN = ("pending", "not-run")
"""Verdicts of equations on which nothing was compared."""
VERBS = {
    "equation": "evaluated",
    "run": "executed",
    "declared shape": "compared",
    "gradient check": "made",
    "number in the text": "compared",
    "dimension": "read",
}
"""What a run would have done with each."""


def unchecked(site: Site, pages: Iterable[PageDraft]) -> tuple[str, ...]:
    """Phrases such as `26 equations were not evaluated`; what there is none of has none.

    Args:
        pages: Those whose check is reported.
    """
    counts = dict.fromkeys(VERBS, 0)
    runs: set[str] = set()
    for draft in pages:
        for equation, _ in draft.equations:
            verdict = site.verdicts.get(equation_key(draft.page, equation))
            counts["equation"] += verdict is None or verdict.state in _OPEN
        for facts in draft.concepts:
            runs.update(run.key for run in facts.runs)
            counts["declared shape"] += sum(
                symbol.cell is not None and symbol.shape is not None for symbol in facts.symbols
            )
        for item in draft.page.items:
            counts["gradient check"] += isinstance(item, Block) and item.name == "gradcheck"
            counts["number in the text"] += isinstance(item, Link) and item.kind == "value"
    counts["run"] = len(runs)
    counts["dimension"] = len(site.settings.dimensions)
    return tuple(
        f"{_said(count, noun)} not {VERBS[noun]}" for noun, count in counts.items() if count
    )


def _said(count: int, noun: str) -> str:
    first, space, rest = noun.partition(" in ")
    return f"{counted(count, first)}{space}{rest} {'was' if count == 1 else 'were'}"
