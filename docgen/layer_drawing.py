"""The layers of docgen as a drawing, and as words for readers who do not see it.

`render_layers(package)` is an SVG in which every arrow is an import between two layers.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections import Counter
from pathlib import Path

from docgen.layers import LAYERS, Layer, LayerMap, layer_ranks, scan_layers
from docgen.text import counted

_WIDE, _GAP, _LINE, _LANE = 160, 14, 15, 11
_TOP, _NUMBERS, _DIGIT = 24, 36, 8
_LETTERS = 24
"""Letters of the units that fit into a line of a box."""
Edge = tuple[int, int]
"""Ranks of a layer and of one that it imports."""


def render_layers(package: Path) -> str:
    """The layers as an SVG with an arrow for every pair that imports, then as a nested list.

    Arrows to one layer share the last part of their way, and each number stands where its arrow
    begins. The list says the same in text, with the first docstring line of each module, which
    are folded up.
    """
    found = scan_layers(package)
    ranks = layer_ranks()
    arrows: Counter[Edge] = Counter()
    for (here, there), count in sorted(found.imports.items()):
        if here in ranks and there in ranks and ranks[here] != ranks[there]:
            arrows[ranks[here], ranks[there]] += count
    return (
        '<div class="dg-layers">\n'
        '<div class="dg-scroll" role="group" tabindex="0" aria-label="Layers of docgen">'
        f"{_drawing(arrows)}</div>\n"
        f"{_outline(found, arrows, package.name)}\n"
        "</div>\n"
    )


def _drawing(arrows: Counter[Edge]) -> str:
    """Boxes below one another; what leads to one layer shares a lane at the right of them."""
    lanes = _lanes(arrows)
    tops = _tops(arrows)
    width = _WIDE + _NUMBERS + _LANE * (max(lanes.values(), default=-1) + 1) + 4
    height = tops[-1] - _GAP + 1
    boxes = [_box(layer, tops[rank], tops[rank + 1]) for rank, layer in enumerate(LAYERS)]
    lines = [_arrow(edge, arrows, tops, lanes[edge[1]]) for edge in sorted(arrows)]
    tip = (
        '<defs><marker id="dg-layers-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="currentColor"/></marker>'
        "</defs>"
    )
    return (
        f'<svg class="dg-layers-drawing" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="Layers of docgen with the number of imports'
        f' between them; the list below says the same" fill="none" stroke="currentColor">'
        + "".join([tip, *boxes, *lines])
        + "</svg>"
    )


def _tops(arrows: Counter[Edge]) -> list[int]:
    """Height at which each box begins, and at which the next one would: room for what it holds."""
    tops = [1]
    for rank, layer in enumerate(LAYERS):
        leaving = sum(edge[0] == rank for edge in arrows)
        text = _TOP + _LINE * len(_units(layer)) + 4
        tops.append(tops[-1] + max(text, _TOP + _LINE * leaving) + _GAP)
    return tops


def _units(layer: Layer) -> list[str]:
    """The first units of a layer, in lines."""
    named = [*layer.units[:5], *("…" for _ in layer.units[5:6])]
    # The blank before a separator does not break, so that lines end with separators.
    return textwrap.wrap("\N{NO-BREAK SPACE}· ".join(named), _LETTERS, break_on_hyphens=False)


def _box(layer: Layer, top: int, end: int) -> str:
    lines = "".join(
        f'<text x="10" y="{top + _TOP + 9 + _LINE * number}" font-size="12" fill="currentColor"'
        f' stroke="none">{line}</text>'
        for number, line in enumerate(_units(layer))
    )
    return (
        f'<g class="dg-layer"><rect x="1" y="{top}" width="{_WIDE - 1}" height="{end - top - _GAP}"'
        f' rx="4"/><text x="10" y="{top + 18}" font-size="14" font-weight="bold"'
        f' fill="currentColor" stroke="none">{layer.name}</text>{lines}</g>'
    )


def _arrow(edge: Edge, arrows: Counter[Edge], tops: list[int], number: int) -> str:
    """Out of the upper layer's right side, down the lane of the lower layer, and into it."""
    here, there = edge
    leaving = [one for one in sorted(arrows) if one[0] == here]
    start = tops[here] + _TOP + _LINE * leaving.index(edge)
    end = tops[there] + 10
    lane = _WIDE + _NUMBERS + _LANE * number
    # It begins behind its number, so that no line runs through one.
    begin = _WIDE + 7 + _DIGIT * len(str(arrows[edge]))
    return (
        f'<g class="dg-layer-arrow"><path d="M{begin} {start}H{lane}V{end}H{_WIDE}"'
        f' marker-end="url(#dg-layers-tip)"/><text x="{_WIDE + 4}" y="{start + 4}" font-size="12"'
        f' fill="currentColor" stroke="none">{arrows[edge]}</text></g>'
    )


def _lanes(arrows: Counter[Edge]) -> dict[int, int]:
    """A lane for each layer that is imported; lanes that overlap differ, short ones first."""
    first = {there: min(here for here, to in arrows if to == there) for _, there in arrows}
    lanes: dict[int, int] = {}
    for there in sorted(first, key=lambda one: (one - first[one], one)):
        taken = {
            lane for other, lane in lanes.items() if first[there] <= other and first[other] <= there
        }
        lanes[there] = next(lane for lane in range(len(first)) if lane not in taken)
    return lanes


def _outline(found: LayerMap, arrows: Counter[Edge], package: str) -> str:
    items = []
    for rank, layer in enumerate(LAYERS):
        below = [f"{LAYERS[to].name} {n}" for (at, to), n in sorted(arrows.items()) if at == rank]
        imports = f" Imports: {', '.join(below)}." if below else ""
        inside = [module for unit in layer.units for module in found.modules if module.unit == unit]
        modules = "".join(
            f"<li><code>{package}.{module.name}</code>: {_inline(module.summary)}</li>"
            for module in inside
        )
        items.append(
            f"<li><strong>{layer.name}</strong>: {html.escape(layer.words)}.{imports}"
            f"<details><summary>{counted(len(inside), 'module')}</summary><ul>{modules}</ul>"
            "</details></li>"
        )
    return f'<ul class="dg-layers-list">{"".join(items)}</ul>'


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))
