"""Boxes and the values between them become a drawing: one column, what skips a box at its side.

The text of a page is never measured: a character of the code font is taken as 0.6 of its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from docgen.views.escape import escape

WIDTH = 340
_LANE, _MARGIN, _GAP = 16, 10, 42
_BOX, _PILL, _RADIUS = 48, 28, 17
_NAME, _SMALL, _LEAST = 14, 13, 11
_CORNER, _TIP, _PORT = 9, 8, 8
_ROW, _LIFT, _BOX_PORT = 15, 6, 12


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """A box.

    Attributes:
        kind: `call` is filled, `plain` outlined, `sum` a circle with a plus sign; `end` is where
            values come in or leave, no link.
        text: The second line.
        title: What a reader hears, and sees on pointing at it.
    """

    kind: str
    name: str
    text: str = ""
    title: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class DiagramEdge:
    """An arrow between nodes, counted from 0; `is_indirect` is drawn dashed."""

    start: int
    end: int
    label: str = ""
    is_indirect: bool = False


def render_diagram(nodes: Sequence[DiagramNode], edges: Sequence[DiagramEdge], label: str) -> str:
    """The drawing as SVG; colours are classes, nothing in it has an id."""
    return _Drawing(nodes, edges).svg(label)


class _Drawing:
    def __init__(self, nodes: Sequence[DiagramNode], edges: Sequence[DiagramEdge]) -> None:
        backs = {at for edge in edges if edge.end <= edge.start for at in (edge.start, edge.end)}
        # What comes back meets a node at its left, where the name of a circle stands.
        self.nodes = [
            replace(node, kind="plain") if node.kind == "sum" and at in backs else node
            for at, node in enumerate(nodes)
        ]
        self.down = [edge for edge in edges if edge.end == edge.start + 1]
        self.skip = [edge for edge in edges if edge.end > edge.start + 1]
        self.back = [edge for edge in edges if edge.end <= edge.start]
        self.right = _lanes(self.skip)
        self.left = _lanes(self.back)
        sides = [
            _MARGIN + _LANE * (1 + max(lanes.values())) if lanes else 2
            for lanes in (self.left, self.right)
        ]
        box = min(max(WIDTH - sum(sides), 180), 260)
        self.x0 = sides[0]
        self.x1 = sides[0] + box
        self.middle = (self.x0 + self.x1) // 2
        self.width = self.x1 + sides[1]
        self.tags = [self._tags(at) for at in range(len(self.nodes))]
        self.tops: list[int] = []
        top = 1
        for node, tags in zip(self.nodes, self.tags, strict=True):
            top += tags.gap(is_first=not self.tops)
            self.tops.append(top)
            top += _height(node)
        self.height = top + 1

    def svg(self, label: str) -> str:
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}"'
        wires = [
            *(self._side(edge, is_back=False) for edge in self.skip),
            *(self._side(edge, is_back=True) for edge in self.back),
            *map(self._straight, self.down),
        ]
        return (
            f'<svg class="dg-drawing" {size} height="{self.height}" role="group" '
            f'aria-label="{escape(label)}">{"".join(wires)}{self._labels()}'
            f"{''.join(map(self._node, range(len(self.nodes))))}</svg>"
        )

    def _node(self, at: int) -> str:
        node, top = self.nodes[at], self.tops[at]
        if node.kind == "end":
            half = self._half(at)
            return (
                f'<g class="dg-end"><rect x="{self.middle - half}" y="{top}" width="{2 * half}" '
                f'height="{_PILL}" rx="{_PILL // 2}"/>'
                f"{self._text(self.middle, top + 19, node.name, 2 * half - 16, 'dg-mid')}</g>"
            )
        width = self.x1 - self.x0
        if node.kind == "sum":
            x = self.middle - _RADIUS - 10
            room = x - self.x0 - 6
            named = len(cut(node.name, room, _NAME)) * 0.6 * _NAME
            left = round(x - named - 6)
            y = top + _RADIUS
            shape = (
                f'<rect class="dg-hit" x="{left}" y="{top - 2}" '
                f'width="{self.middle + _RADIUS + 2 - left}" height="{2 * _RADIUS + 4}" rx="6"/>'
                f'<circle cx="{self.middle}" cy="{y}" r="{_RADIUS}"/>'
                f'<path class="dg-plus" d="M{self.middle - 7} {y}h14M{self.middle} {y - 7}v14"/>'
                + self._text(x, y + 5, node.name, room, "dg-boxname dg-last")
            )
        else:
            y = top + (20 if node.text else 29)
            shape = (
                f'<rect x="{self.x0}" y="{top}" width="{width}" height="{_BOX}" rx="6"/>'
                + self._text(self.middle, y, node.name, width - 12, "dg-boxname dg-mid")
            )
            if node.text:
                shape += self._text(self.middle, top + 38, node.text, width - 12, "dg-mid")
        # A theme that sets every `[href]` of a page anew fails at that of a drawing.
        return (
            f'<a class="dg-box dg-{node.kind}" xlink:href="{escape(node.href)}" '
            f'aria-label="{escape(node.title)}"><title>{escape(node.title)}</title>{shape}</a>'
        )

    def _half(self, at: int) -> int:
        return min(8 + round(len(self.nodes[at].name) * 0.3 * _SMALL) + 4, (self.x1 - self.x0) // 2)

    def _text(self, x: float, y: float, text: str, room: float, name: str) -> str:
        sizes = (_NAME, _SMALL, _LEAST) if name.startswith("dg-boxname") else (_SMALL, _LEAST)
        size = next((one for one in sizes if cut(text, room, one) == text), sizes[-1])
        shown = cut(text, room, size)
        whole = f"<title>{escape(text)}</title>" if shown != text else ""
        return (
            f'<text class="{name}" x="{x:g}" y="{y:g}" font-size="{size}">'
            f"{whole}{escape(shown)}</text>"
        )

    def _straight(self, edge: DiagramEdge) -> str:
        start = self.tops[edge.start] + _height(self.nodes[edge.start])
        end = self.tops[edge.end]
        line = f"M{self.middle} {start}V{end - _TIP}"
        return _wire("dg-down", line, (self.middle, end), "down", edge.is_indirect)

    def _side(self, edge: DiagramEdge, *, is_back: bool) -> str:
        """Out of the side of one node, along its lane, into the side of another."""
        lane = self._lane(edge, is_back)
        y0, y1 = self._port(edge.start, is_back, True), self._port(edge.end, is_back, False)
        x0, x1 = self._edge_at(edge.start, y0, is_back), self._edge_at(edge.end, y1, is_back)
        out, turn = (-1, -1) if is_back else (1, 1)
        corner = min(_CORNER, abs(y1 - y0) / 2)
        along = corner if y1 > y0 else -corner
        line = (
            f"M{x0:g} {y0:g}H{lane - out * corner:g}Q{lane:g} {y0:g} {lane:g} {y0 + along:g}"
            f"V{y1 - along:g}Q{lane:g} {y1:g} {lane - turn * corner:g} {y1:g}"
            f"H{x1 + turn * _TIP:g}"
        )
        way = "right" if is_back else "left"
        kind = "dg-back" if is_back else "dg-skip"
        return _wire(kind, line, (x1, y1), way, edge.is_indirect)

    def _lane(self, edge: DiagramEdge, is_back: bool) -> int:
        if is_back:
            return self.x0 - _LANE * (1 + self.left[edge.start])
        return self.x1 + _LANE * (1 + self.right[edge.start])

    def _port(self, at: int, is_back: bool, is_out: bool) -> float:
        """Height at which arrows leave or meet a node; near its names where it is a box."""
        if self.nodes[at].kind in ("call", "plain"):
            return self.tops[at] + (_BOX - _BOX_PORT if is_out else _BOX_PORT)
        edges = self.back if is_back else self.skip
        both = any(each.start == at for each in edges) and any(each.end == at for each in edges)
        middle = self.tops[at] + _height(self.nodes[at]) / 2
        return middle + (0 if not both else _PORT if is_out else -_PORT)

    def _edge_at(self, at: int, y: float, is_left: bool) -> float:
        """The outline of a node at a height."""
        node = self.nodes[at]
        half: float = (self.x1 - self.x0) / 2
        if node.kind == "end":
            half = self._half(at)
        elif node.kind == "sum":
            half = sqrt(_RADIUS**2 - (y - self.tops[at] - _RADIUS) ** 2)
        side = self.middle - half if is_left else self.middle + half
        return round(side, 1)

    def _tags(self, at: int) -> _Tags:
        """The names at the arrows that meet a node, in rows as wide as there is room."""
        node = self.nodes[at]
        straight = _names(self.down, at)
        if at and self.nodes[at - 1].kind == "end" and straight == [self.nodes[at - 1].name]:
            straight = []
        half = (self.x1 - self.x0) / 2
        at_circle = _RADIUS + _TIP + 6
        return _Tags(
            _rows(straight, half - 10),
            _rows(_names(self.skip, at), half - (at_circle if node.kind == "sum" else 16)),
            _rows(_names(self.back, at), half - 16),
            node.kind == "sum",
        )

    def _labels(self) -> str:
        """Names beside the arrows that they go along: of side arrows where these arrive."""
        parts: list[str] = []
        half = (self.x1 - self.x0) / 2
        for at, tags in enumerate(self.tags):
            top = self.tops[at]
            first = top - tags.gap(is_first=not at) + (16 if tags.below else 25)
            for row, text in enumerate(tags.straight):
                y = first + _ROW * row
                parts.append(self._text(self.middle + 8.0, y, text, half - 10, "dg-tag"))
            side = self._port(at, False, False) if tags.is_sum else top
            room = half - (_RADIUS + _TIP + 6 if tags.is_sum else 16)
            for x, y0, texts, width, name in (
                (self.x1 - 4, side, tags.skip, room, "dg-tag dg-last dg-skip"),
                (self.x0 + 4, top, tags.back, half - 16, "dg-tag dg-back"),
            ):
                for row, text in enumerate(reversed(texts)):
                    parts.append(self._text(x, y0 - _LIFT - _ROW * row, text, width, name))
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class _Tags:
    """Rows of names above a node: at the arrow from above, at those from the right and the left."""

    straight: list[str]
    skip: list[str]
    back: list[str]
    is_sum: bool

    @property
    def below(self) -> int:
        """The rows just above the node; the last name at a circle stands beside it."""
        return max(len(self.skip) - self.is_sum, len(self.back), 0)

    def gap(self, *, is_first: bool) -> int:
        """The height of what is free above the node."""
        if is_first:
            return _ROW * self.below + 3 if self.below else 0
        rows = max(len(self.straight), 1) + max(self.below, 1)
        return _GAP + _ROW * (rows - 2)


def cut(text: str, room: float, size: int) -> str:
    """The text, or what of it fits with an ellipsis."""
    fitting = max(int(room / (0.6 * size)), 1)
    return text if len(text) <= fitting else text[: fitting - 1].rstrip() + "…"


def _height(node: DiagramNode) -> int:
    return {"end": _PILL, "sum": 2 * _RADIUS}.get(node.kind, _BOX)


def _names(edges: Sequence[DiagramEdge], end: int) -> list[str]:
    return list(dict.fromkeys(edge.label for edge in edges if edge.end == end and edge.label))


def _rows(names: Sequence[str], room: float) -> list[str]:
    """Names with commas between them, as many in a row as it has room for."""
    fitting = int(room / (0.6 * _SMALL))
    rows: list[str] = []
    for at, name in enumerate(names):
        text = name if at == len(names) - 1 else f"{name},"
        if rows and len(rows[-1]) + 1 + len(text) <= fitting:
            rows[-1] += f" {text}"
        else:
            rows.append(text)
    return rows


def _lanes(edges: Sequence[DiagramEdge]) -> dict[int, int]:
    """A lane for all side arrows of a node; nodes whose arrows overlap have lanes of their own."""
    reach: dict[int, tuple[int, int]] = {}
    for edge in edges:
        low, high = reach.get(edge.start, (edge.start, edge.start))
        reach[edge.start] = (min(low, edge.end), max(high, edge.end))
    lanes: dict[int, int] = {}
    for start in sorted(reach, key=lambda one: (reach[one][1] - reach[one][0], one)):
        low, high = reach[start]
        taken = {
            lane for one, lane in lanes.items() if reach[one][0] < high and low < reach[one][1]
        }
        lanes[start] = next(lane for lane in range(len(reach)) if lane not in taken)
    return lanes


def _wire(kind: str, line: str, tip: tuple[float, float], way: str, is_indirect: bool) -> str:
    x, y = tip
    head = {
        "down": f"M{x:g} {y:g}l-4.5 -9h9z",
        "left": f"M{x:g} {y:g}l9 -4.5v9z",
        "right": f"M{x:g} {y:g}l-9 -4.5v9z",
    }[way]
    dashed = " dg-via" if is_indirect else ""
    return (
        f'<path class="dg-wire {kind}{dashed}" d="{line}"/><path class="dg-tip {kind}" d="{head}"/>'
    )
