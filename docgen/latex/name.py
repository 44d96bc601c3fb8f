r"""Names in one spelling: `\mathrm{LN}_{1}(u)` is the function `\operatorname{LN}_1` of `u`."""

from __future__ import annotations

from functools import lru_cache

from docgen.diagnostics import Fault
from docgen.latex.context import split_commas
from docgen.latex.item import Item, read_items
from docgen.latex.symbol import shown


def split_function(latex: str) -> tuple[str, tuple[str, ...]] | None:
    r"""The head and the arguments of a name that ends in brackets; None if it does not.

    Raises:
        Fault: The text is no LaTeX that the reader knows.
    """
    items = read_items(latex)
    while len(items) == 1 and items[0].kind == "group" and not items[0].has_scripts:
        items = items[0].parts[0]
    last = items[-1] if items else None
    if last is None or len(items) < 2 or last.kind != "fence" or last.text != "(":
        return None
    if last.has_scripts:
        return None
    arguments = tuple(_text(part) for part in split_commas(last.parts[0]))
    return function_head(_text(items[:-1])), arguments


def parts_of(latex: str) -> tuple[str, tuple[str, ...]] | None:
    """As `split_function`; None also for what cannot be read."""
    try:
        return split_function(latex)
    except Fault:
        return None


def function_head(text: str) -> str:
    """A function's name in the spelling in which the site looks it up."""
    return text.replace(r"\mathrm", r"\operatorname", 1)


@lru_cache(maxsize=4096)
def normal_name(latex: str) -> str:
    """A name in one spelling, so that two spellings of it are equal texts."""
    return _text(read_items(latex))


def _text(items: tuple[Item, ...]) -> str:
    return "".join(shown(item) for item in items)
