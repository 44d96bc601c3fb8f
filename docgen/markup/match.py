"""Pairs the items of a page with those of the text that a host made of it.

A page whose second formula a macro removed gives `[(0, 0), (1, None), (2, 1)]`.
"""

from __future__ import annotations

import difflib

from docgen.markup.page import Fence, Item, Page


def alignment(raw: Page, rendered: Page) -> list[tuple[int | None, int | None]]:
    """Pairs of indices into `raw.items` and `rendered.items`, in order, by kind and exact text.

    An item without a partner is paired with None.
    """
    left = [_key(raw, item) for item in raw.items]
    right = [_key(rendered, item) for item in rendered.items]
    pairs: list[tuple[int | None, int | None]] = []
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        if tag == "equal":
            pairs.extend(zip(range(start, end), range(other_start, other_end), strict=True))
            continue
        pairs.extend((index, None) for index in range(start, end))
        pairs.extend((None, index) for index in range(other_start, other_end))
    return pairs


def _key(page: Page, item: Item) -> tuple[str, str, str]:
    title = item.title if isinstance(item, Fence) else ""
    return type(item).__name__, page.source.slice(item.span), title
