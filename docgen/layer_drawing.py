"""The layers of docgen as a drawing, and as words for readers who do not see it.

`render_layers(package)` is an SVG in which every arrow is an import between two layers.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from pathlib import Path

from docgen.layers import LAYERS, Layer, LayerMap, layer_ranks, scan_layers

_ROW, _GAP, _LEFT, _WIDE, _LANE = 52, 26, 1, 340, 22


def render_layers(package: Path) -> str:
    """The layers as an SVG with an arrow for every pair that imports, then as a nested list.

    The list says the same in text, with the first docstring line of each module.
    """
    found = scan_layers(package)
    ranks = layer_ranks()
    arrows: Counter[tuple[int, int]] = Counter()
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


def _drawing(arrows: Counter[tuple[int, int]]) -> str:
    lanes = _lanes(sorted(arrows, key=lambda edge: (edge[1] - edge[0], edge)))
    width = _LEFT + _WIDE + _LANE * (max(lanes.values(), default=-1) + 2)
    height = len(LAYERS) * (_ROW + _GAP) - _GAP + 2
    boxes = [_box(rank, layer) for rank, layer in enumerate(LAYERS)]
    lines = [_arrow(edge, arrows[edge], lanes) for edge in sorted(arrows)]
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


def _box(rank: int, layer: Layer) -> str:
    top = 1 + rank * (_ROW + _GAP)
    units = " · ".join([*layer.units[:5], *("…" for _ in layer.units[5:6])])
    return (
        f'<g class="dg-layer"><rect x="{_LEFT}" y="{top}" width="{_WIDE}" height="{_ROW}" rx="4"/>'
        f'<text x="14" y="{top + 22}" font-size="15" font-weight="bold" fill="currentColor"'
        f' stroke="none">{layer.name}</text>'
        f'<text x="14" y="{top + 41}" font-size="13" fill="currentColor" stroke="none">'
        f"{units}</text></g>"
    )


def _arrow(edge: tuple[int, int], count: int, lanes: dict[tuple[int, int], int]) -> str:
    """Out of the upper layer's right side, down its lane, into the lower layer's right side."""
    ways = sorted(lanes, key=lanes.__getitem__)
    tops = [one for one in ways if edge[0] in one]
    ends = [one for one in ways if edge[1] in one]
    start = _port(edge[0], tops.index(edge), len(tops))
    end = _port(edge[1], ends.index(edge), len(ends))
    right, lane = _LEFT + _WIDE, _LEFT + _WIDE + _LANE * (lanes[edge] + 1)
    middle = (start + end) / 2
    return (
        f'<g class="dg-layer-arrow"><path d="M{right} {start:g}H{lane}V{end:g}H{right}"'
        ' marker-end="url(#dg-layers-tip)" stroke-opacity="0.6"/>'
        f'<text x="{lane + 3}" y="{middle + 4:g}" font-size="11" fill="currentColor"'
        f' stroke="none">{count}</text></g>'
    )


def _port(rank: int, place: int, places: int) -> float:
    """Height at which an arrow meets a box, so that no two meet it at one point."""
    return 1 + rank * (_ROW + _GAP) + _ROW * (place + 1) / (places + 1)


def _lanes(edges: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """A lane for each arrow; arrows that overlap have lanes of their own, short ones first."""
    lanes: dict[tuple[int, int], int] = {}
    for edge in edges:
        taken = {
            lane for other, lane in lanes.items() if edge[0] <= other[1] and other[0] <= edge[1]
        }
        lanes[edge] = next(lane for lane in range(len(edges)) if lane not in taken)
    return lanes


def _outline(found: LayerMap, arrows: Counter[tuple[int, int]], package: str) -> str:
    items = []
    for rank, layer in enumerate(LAYERS):
        below = [f"{LAYERS[to].name} {n}" for (at, to), n in sorted(arrows.items()) if at == rank]
        imports = f" Imports: {', '.join(below)}." if below else ""
        inside = [module for unit in layer.units for module in found.modules if module.unit == unit]
        modules = "".join(
            f"<li><code>{package}.{module.name}</code> {_inline(module.summary)}</li>"
            for module in inside
        )
        items.append(
            f"<li><strong>{layer.name}</strong>: {html.escape(layer.words)}.{imports}"
            f"<ul>{modules}</ul></li>"
        )
    return f'<ul class="dg-layers-list">{"".join(items)}</ul>'


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))
