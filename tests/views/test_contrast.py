"""What pictures draw has 3:1 to the page, WCAG 1.4.11, by the colours in the theme's stylesheets.

Of two nested parts the outer one's attributes hold for the inner one, as in SVG.
"""

from __future__ import annotations

import colorsys
import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from docgen.views.chart import COLOURS, LinePart, draw_bars, draw_curves, swatch
from docgen.views.heatmap import HeatPart, draw_heat

LEAST = 3.0
Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""
ROWS = [LinePart("v", (0.0, 1.0))] * (2 * len(COLOURS))
ACCENT = "#526cfe"
"""The theme's accent where a palette names no other, which stands in no scheme."""
SCHEMES = {"light": "[data-md-color-scheme=default]", "dark": "[data-md-color-scheme=slate]"}


@pytest.fixture(scope="module", params=sorted(SCHEMES))
def theme(request: pytest.FixtureRequest) -> dict[str, str]:
    """The variables of one colour scheme of the theme; others follow those of the light one."""
    folder = files("material") / "templates" / "assets" / "stylesheets"
    sheets = sorted(folder.iterdir(), key=lambda sheet: sheet.name)
    text = "".join(sheet.read_text() for sheet in sheets if sheet.name.endswith(".css"))
    found: dict[str, str] = {}
    for scheme in (SCHEMES["light"], SCHEMES[request.param]):
        for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            if scheme in selectors.split(","):
                found |= dict(re.findall(r"(--[\w-]+):([^;]+)", rules))
    return found


def number(text: str) -> float:
    return float(re.sub(r"deg|%", "", text))


def read(text: str, theme: dict[str, str]) -> Colour:
    """A colour as the theme writes it: a variable, `#rgb`, `#rrggbbaa`, or `hsla(...)`."""
    while found := re.search(r"var\((--[\w-]+)\)", text):
        text = text.replace(found[0], theme[found[1]])
    if text.startswith("hsla("):
        hue, saturation, lightness, opacity = map(number, text[5:-1].split(","))
        return *colorsys.hls_to_rgb(hue / 360, lightness / 100, saturation / 100), opacity
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue, opacity = bytes.fromhex(f"{digits}ff"[:8])
    return red / 255, green / 255, blue / 255, opacity / 255


def luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(colour: Colour, ground: Colour) -> float:
    red, green, blue = (
        top * colour[3] + under * (1 - colour[3])
        for top, under in zip(colour[:3], ground[:3], strict=True)
    )
    pair = sorted((luminance((red, green, blue, 1.0)), luminance(ground)))
    return (pair[1] + 0.05) / (pair[0] + 0.05)


def painted(svg: str, theme: dict[str, str]) -> dict[str, float]:
    """Each shape, and the better contrast of the two that its line and its area have."""
    best: dict[str, float] = {}
    ground = read("var(--md-default-bg-color)", theme)

    def visit(part: ElementTree.Element, outer: dict[str, str]) -> None:
        held = outer | part.attrib
        if part.tag in ("path", "rect", "circle"):
            ratios = [1.0]
            for kind in ("fill", "stroke"):
                if (name := held.get(kind, "none")) != "none":
                    name = name.replace("currentColor", "var(--md-typeset-color)")
                    colour = read(name, theme)
                    opacity = colour[3] * float(held.get(f"{kind}-opacity", "1"))
                    ratios.append(ratio((*colour[:3], opacity), ground))
            best[ElementTree.tostring(part, encoding="unicode")] = max(ratios)
        for inner in part:
            visit(inner, held)

    visit(ElementTree.fromstring(svg), {})
    return best


def faint(svg: str, theme: dict[str, str]) -> list[str]:
    return [f"{part} {found:.2f}" for part, found in painted(svg, theme).items() if found < LEAST]


def test_contrast_is_counted_as_wcag_does(theme: dict[str, str]) -> None:
    white, black = read("#fff", theme), read("#000000", theme)
    assert ratio(black, white) == pytest.approx(21)
    # The grey that WCAG's techniques name: the faintest on white for text, 4.5:1.
    assert ratio(read("#767676", theme), white) == pytest.approx(4.54, abs=0.005)
    # Half of black on white is the grey 127.5.
    assert ratio(read("#00000080", theme), white) == pytest.approx(3.98, abs=0.05)
    assert read("hsla(120deg, 100%, 50%, 0.5)", theme) == pytest.approx((0, 1, 0, 0.5))


def test_curves_are_seen_in_both_schemes(theme: dict[str, str]) -> None:
    svg = draw_curves(ROWS, (), "", "", "", "L")
    # The lines of the grid alone are faint: the numbers at the axis say the same.
    left = [each for each in faint(svg, theme) if 'stroke-opacity=".15"' not in each]
    assert left == []
    assert sum("var(" in each for each in painted(svg, theme)) == len(ROWS)


def test_bars_are_seen_in_both_schemes(theme: dict[str, str]) -> None:
    svg = draw_bars(ROWS, (), "", "", "L")
    left = [each for each in faint(svg, theme) if 'stroke-opacity=".15"' not in each]
    assert left == []
    assert svg.count("<rect") == 2 * len(ROWS)


def test_the_legend_is_seen_in_both_schemes(theme: dict[str, str]) -> None:
    for form in ("curve", "bars"):
        for at in range(len(ROWS)):
            assert faint(swatch(at, form), theme) == []


def test_a_gap_of_a_heat_map_is_struck_out_visibly(theme: dict[str, str]) -> None:
    svg = draw_heat(HeatPart("v", (1, 1), (None,)), (0.0, 1.0), "", "")
    gaps = {part: found for part, found in painted(svg, theme).items() if part.startswith("<path")}
    assert len(gaps) == 1
    assert min(gaps.values()) >= LEAST


def test_numbers_are_read_on_the_strongest_cells_of_a_heat_map(theme: dict[str, str]) -> None:
    part = HeatPart("v", (1, 2), (-1.0, 1.0))
    ground, ink = (
        read(f"var(--md-{name})", theme) for name in ("default-bg-color", "typeset-color")
    )
    cells = re.findall(
        r'fill="([^"]+)" fill-opacity="([^"]+)"', draw_heat(part, (-1.0, 1.0), "", "")
    )
    assert len(cells) == 2
    for name, opacity in cells:
        *colour, own = read(name, {"--md-accent-fg-color": ACCENT, **theme})
        part_of = own * float(opacity)
        under = [
            top * part_of + low * (1 - part_of) for top, low in zip(colour, ground, strict=False)
        ]
        assert ratio(ink, (*under, 1.0)) >= 4.5, name


def test_bars_of_one_picture_differ_without_colours() -> None:
    pattern = r'fill-opacity="([\d.]+)"'
    shades = [re.findall(pattern, swatch(at, "bars")) for at in range(len(COLOURS))]
    assert len(set(map(tuple, shades))) == len(COLOURS)
    # The colours that start again come with other shades than before.
    again = [swatch(at, "bars") for at in range(2 * len(COLOURS))]
    assert len(set(again)) == len(again)
