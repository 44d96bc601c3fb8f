"""Plots as HTML; every coordinate is counted by hand.

A character of a tick is 7.2 wide, so `0.2` with its margins puts the axis at 4 + 21.6 + 6 = 32, and
the drawing goes from there to 380 - 12 = 368 and from 14 down to 214.
"""

from __future__ import annotations

import re
from dataclasses import replace

from docgen.views.chart import LinePart, draw_bars, draw_curves, thinned
from docgen.views.heatmap import HeatPart, draw_heat, draw_scale, heat_range, short_texts, strength
from docgen.views.plot import PlotPart, PlotRow, plain_plot, render_plot

BLUE = "var(--md-code-hl-keyword-color)"
RED = "var(--md-code-hl-number-color)"
ACCENT = "var(--md-accent-fg-color)"


def row(*numbers: float | None, label: str = "", shape: tuple[int, ...] = ()) -> PlotRow:
    return PlotRow("v", label, "", shape or (len(numbers),), numbers)


def curves(*lines: tuple[float, ...], x: str = "", y: str = "", log: str = "") -> str:
    return draw_curves([LinePart("v", line) for line in lines], (), x, y, log, "L")


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_a_curve() -> None:
    assert curves((0.0, 1.0)) == (
        '<svg viewBox="0 0 380 236" width="480" height="298" role="img" fill="currentColor"'
        ' font-size="12"><title>L</title><desc>The numbers stand in the table below.</desc>'
        '<path d="M32 214H368M32 174H368M32 134H368M32 94H368M32 54H368M32 14H368"'
        ' stroke="currentColor" stroke-opacity=".15"/>'
        '<text x="26" y="218" text-anchor="end">0</text>'
        '<text x="26" y="178" text-anchor="end">0.2</text>'
        '<text x="26" y="138" text-anchor="end">0.4</text>'
        '<text x="26" y="98" text-anchor="end">0.6</text>'
        '<text x="26" y="58" text-anchor="end">0.8</text>'
        '<text x="26" y="18" text-anchor="end">1</text>'
        '<path d="M32 214h336M32 214v4M368 214v4" stroke="currentColor" fill="none"/>'
        '<text x="32" y="230" text-anchor="middle">0</text>'
        '<text x="368" y="230" text-anchor="middle">1</text>'
        f'<path d="M32 214 368 14" fill="none" stroke="{BLUE}" stroke-width="2"'
        ' stroke-linejoin="round"/>'
        f'<g fill="{BLUE}"><circle cx="32" cy="214" r="2.5"/><circle cx="368" cy="14" r="2.5"/></g>'
        "</svg>"
    )


def test_words_at_the_axes_take_room() -> None:
    svg = curves((0.0, 1.0), x="step", y="a < b")
    assert 'viewBox="0 0 380 272"' in svg
    assert '<text x="4" y="14">a &lt; b</text>' in svg
    assert '<text x="200" y="266" text-anchor="middle">step</text>' in svg
    assert 'd="M32 232 368 32"' in svg


def test_an_axis_by_powers_of_ten() -> None:
    svg = curves((1.0, 10.0, 100.0, 1000.0), log="y")
    assert texts(svg)[:4] == ["1", "10", "100", "1000"]
    # `1000` puts the axis at 4 + 28.8 + 6 = 39; steps of (368 - 39) / 3 and of 200 / 3.
    assert 'd="M39 214 148.7 147.3 258.3 80.7 368 14"' in svg


def test_curves_differ_in_colour_and_dashes() -> None:
    strokes = re.findall(r'stroke="(var[^"]*)" stroke-width="2"( [^/ ]*)?', curves(*[(0, 1)] * 5))
    assert strokes[:2] == [(BLUE, ' stroke-linejoin="round"'), (RED, ' stroke-dasharray="7')]
    assert strokes[4] == (BLUE, ' stroke-dasharray="7')


def test_points_that_nobody_sees_are_left_out() -> None:
    column = [(1.0, 5.0), (1.1, 6.0), (1.2, 9.0), (1.3, 1.0), (1.4, 4.0)]
    assert thinned([*column, (2.0, 3.0)]) == [
        (1.0, 5.0),
        (1.2, 9.0),
        (1.3, 1.0),
        (1.4, 4.0),
        (2.0, 3.0),
    ]
    svg = curves(tuple(float(at % 7) for at in range(4000)))
    assert len(svg) < 25_000
    assert "circle" not in svg


def test_bars() -> None:
    svg = draw_bars([LinePart("p", (2.0,))], ["a"], "", "", "L")
    assert texts(svg) == ["0", "0.5", "1", "1.5", "2", "a"]
    # One slot of 336, of which the bar takes 0.8: 268.8 from 65.6 on, with its line inside.
    assert (
        f'<g fill="{BLUE}" fill-opacity="1" stroke="{BLUE}" stroke-width="1.5">'
        '<rect x="66.3" y="14.8" width="267.3" height="198.5"/></g>'
        '<text x="200" y="230" text-anchor="middle">a</text>' in svg
    )


def test_bars_below_zero_hang_from_it() -> None:
    svg = draw_bars([LinePart("p", (-1.0, 1.0))], (), "", "", "L")
    found = re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"', svg)
    # From 114 to 214 and from 14 to 114, with half of a line 1.5 wide at each end.
    assert found == [("114.8", "98.5"), ("14.8", "98.5")]


def test_a_bar_lower_than_its_line_is_as_high_as_its_number() -> None:
    svg = draw_bars([LinePart("p", (1.0, 0.005))], (), "", "", "L")
    assert re.findall(r'<rect [^>]*y="213"[^>]*>', svg) == [
        '<rect x="216.8" y="213" width="134.4" height="1" fill-opacity="1" stroke="none"/>'
    ]


def test_names_of_bars_are_turned_where_they_are_too_long() -> None:
    svg = draw_bars([LinePart("p", (2.0,) * 10)], ["a", "line break"] * 5, "x", "", "L")
    # Ten slots of 33.6; ten characters of 7.2 and 6 are wider, and take 78 - 12 below the axis.
    turned = 'transform="rotate(-90 86.4 220)" text-anchor="end"'
    assert f'<text x="86.4" y="220" {turned}>line break</text>' in svg
    # In the middle of the first slot, 10 below where turned names begin.
    assert '<text x="48.8" y="230" text-anchor="middle">a</text>' in svg
    assert '<text x="200" y="314" text-anchor="middle">x</text>' in svg
    assert svg.startswith('<svg viewBox="0 0 380 320"')


def test_many_bars_scroll_in_their_box() -> None:
    svg = draw_bars([LinePart("p", (1.0,) * 30)], (), "", "", "Many bars")
    # The axis at 32, then 30 slots of 18, and 12.
    assert svg.startswith(
        '<div class="dg-scroll" tabindex="0" role="group" aria-label="Many bars">'
        '<svg viewBox="0 0 584 236" width="584" height="236" class="dg-fixed" role="img"'
    )


def test_a_heat_map() -> None:
    part = HeatPart("Weights", (2, 2), (0.0, 0.5, 1.0, None))
    # Four characters of 6.6 and 8 make cells 34 wide; they begin at 6.6 + 8 and 16 + 4.
    assert draw_heat(part, (0.0, 1.0), "", "") == (
        '<svg viewBox="0 0 85 66" width="85" height="66" class="dg-fixed" role="img"'
        ' fill="currentColor" font-size="11"><title>Heat map: Weights</title>'
        "<desc>The numbers stand in the table below.</desc>"
        '<text x="10" y="35" text-anchor="end">0</text>'
        '<text x="10" y="57" text-anchor="end">1</text>'
        '<text x="32" y="15" text-anchor="middle">0</text>'
        '<text x="66" y="15" text-anchor="middle">1</text>'
        f'<rect x="15" y="20" width="34" height="22" fill="{ACCENT}" fill-opacity="0"/>'
        f'<rect x="49" y="20" width="34" height="22" fill="{ACCENT}" fill-opacity="0.23"/>'
        f'<rect x="15" y="42" width="34" height="22" fill="{ACCENT}" fill-opacity="0.45"/>'
        '<path d="M49 64l34 -22" fill="none" stroke="currentColor" stroke-opacity=".6"/>'
        '<rect x="15" y="20" width="68" height="44" fill="none" stroke="currentColor"'
        ' stroke-opacity=".3"/>'
        '<g text-anchor="middle"><text x="32" y="35">0.00</text><text x="66" y="35">0.50</text>'
        '<text x="32" y="57">1.00</text></g></svg>'
    )


def test_a_wide_heat_map_has_no_numbers_in_its_cells() -> None:
    svg = draw_heat(HeatPart("W", (1, 48), (0.5,) * 48), (0.0, 1.0), "column", "")
    # Cells of 480 / 48 = 10; a name of two digits needs 17.2, so every second one is written.
    assert texts(svg) == ["column", "0", *map(str, range(0, 48, 2))]
    assert svg.count('fill-opacity="0.45"') == 48


def test_long_names_stand_upright() -> None:
    svg = draw_heat(HeatPart("W", (1, 2), (1, 2), ("a", "a long name")), (1, 2), "", "")
    # Eleven characters of 6.6 and 8 make 81 above the cells, which are 26 wide.
    assert '<text x="58" y="76" transform="rotate(-90 58 76)">a long name</text>' in svg


def test_strength_of_colours() -> None:
    assert heat_range([1.0, None, -4.0]) == (-4.0, 1.0)
    assert [strength(each, (-4.0, 1.0)) for each in (-4.0, 0.0, 1.0)] == [
        (1.0, True),
        (0.0, False),
        (0.25, False),
    ]
    assert [strength(each, (2.0, 6.0)) for each in (2.0, 5.0)] == [(0.0, False), (0.75, False)]
    assert strength(3.0, (3.0, 3.0)) == (0.0, False)


def test_numbers_of_one_precision() -> None:
    assert short_texts([0.25, 1.0, None]) == ["0.25", "1.00", ""]
    assert short_texts([25.06, -3.0]) == ["25.1", "-3.0"]
    assert short_texts([0.031, -0.0001]) == ["0.031", "0.000"]
    assert short_texts([3e-7, 0.0]) == ["3.0e-07", "0.0e+00"]
    assert short_texts([1, None, 12]) == ["1", "", "12"]


def test_the_scale_is_even_on_both_sides_of_zero() -> None:
    html = draw_scale((-4.0, 1.0), 2)
    assert re.sub(r"<[^>]*>", "", html).split() == ["-4", "4"]
    assert html.count(f'fill="{RED}"') == 4


def test_the_figure() -> None:
    part = PlotPart("Loss", "A run.", "curve", (row(0.0, 1.0, label="<em>L</em>"),), x="step")
    html = render_plot(part)
    assert html.startswith(
        '<figure class="dg-frame dg-plot"><figcaption><span class="dg-title">Loss</span>'
        ' <span class="dg-caption">A run.</span></figcaption><p class="dg-legend">'
        '<span class="dg-key"><svg viewBox="0 0 24 10" width="24" height="10" aria-hidden="true">'
        f'<path d="M0 5H24" fill="none" stroke="{BLUE}" stroke-width="2"/></svg> <em>L</em></span>'
    )
    assert "<title>Curves: Loss</title>" in html
    table = html[html.index("<details") :]
    assert re.sub(r"<[^>]*>", " ", table).split() == ["Numbers", "step", "L", "0", "0", "1", "1"]
    assert "style=" not in html
    assert plain_plot(part) == "Loss\nA run.\nstep\nL"


def test_words_at_the_axis_that_name_the_only_row_are_its_legend() -> None:
    one = PlotPart("", "", "curve", (row(0.0, 1.0, label="Loss"),), y="loss")
    assert "dg-legend" not in render_plot(one)
    assert "dg-legend" in render_plot(replace(one, y="loss in nats"))
    assert "dg-legend" in render_plot(replace(one, rows=one.rows * 2))


def test_a_long_table_says_what_it_leaves_out() -> None:
    part = PlotPart("", "", "curve", (row(*map(float, range(100))),))
    html = render_plot(part)
    places = re.findall(r'<th scope="row">(\d+)</th>', html)
    # 100 / 40 is more than 2: every third one, and the last.
    assert places == [str(each) for each in range(0, 100, 3)]
    assert "34 of 100 positions: every 3rd and the last." in html


def test_heat_maps_stand_side_by_side_on_one_scale() -> None:
    rows = (row(0.0, 1.0, label="A", shape=(1, 2)), row(None, 4.0, label="B", shape=(1, 2)))
    part = PlotPart("Heads", "", "heatmap", rows)
    html = render_plot(part)
    assert re.findall(r'fill="var[^"]*" fill-opacity="([\d.]+)"', html)[:3] == ["0", "0.11", "0.45"]
    assert '<div class="dg-side"><div class="dg-cell"><p class="dg-run">A</p><svg' in html
    assert "struck out: <code>-inf</code>" in html
    assert "A, shape (1, 2)" in html
    assert "-inf</td>" in html
    assert html == render_plot(replace(part))
