"""Ticks and places along an axis; all counted by hand."""

from __future__ import annotations

import pytest

from docgen.views.scale import Scale, linear, powers

HUNDREDS = ["100", "150", "200", "250"]


def words(scale: Scale) -> list[str]:
    return [text for _, text in scale.ticks]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 1.0, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (0.3, 4.1, ["0", "1", "2", "3", "4", "5"]),
        (-1.0, 1.0, ["-1", "-0.5", "0", "0.5", "1"]),
        (0.0, 299.0, ["0", "100", "200", "300"]),
        (0.0, 5e6, ["0", "1e6", "2e6", "3e6", "4e6", "5e6"]),
        (0.0, 3e-7, ["0", "1e-7", "2e-7", "3e-7"]),
        (0.0012, 0.0019, ["0.0012", "0.0014", "0.0016", "0.0018", "0.002"]),
        (100_000.0, 100_004.0, [f"10000{digit}" for digit in range(5)]),
        # Equal numbers stand in the middle.
        (2.0, 2.0, ["1", "1.5", "2", "2.5", "3"]),
        (0.0, 0.0, ["-1", "-0.5", "0", "0.5", "1"]),
    ],
)
def test_linear_ticks(low: float, high: float, expected: list[str]) -> None:
    assert words(linear(low, high, 5)) == expected


def test_whole_numbers_have_no_parts() -> None:
    assert words(linear(0.0, 2.0, 5, whole=True)) == ["0", "1", "2"]
    assert words(linear(0.0, 0.0, 5, whole=True)) == ["0", "1"]


def test_a_tight_axis_ends_at_its_numbers() -> None:
    scale = linear(-0.03, 0.035, 6, tight=True)
    assert (scale.low, scale.high) == (-0.03, 0.035)
    assert words(scale) == ["-0.02", "0", "0.02"]
    assert words(linear(0.0, 299.0, 6, whole=True, tight=True)) == ["0", "50", *HUNDREDS]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.002, 30.0, ["0.001", "0.01", "0.1", "1", "10", "100"]),
        (1e-13, 0.1, ["1e-12", "1e-10", "1e-8", "1e-6", "0.0001", "0.01"]),
        (1e-3, 1.0, ["0.001", "0.01", "0.1", "1"]),
        # Within two powers of ten, 2 and 5 have ticks too.
        (2.1, 3.9, ["2", "5"]),
        (1.5, 40.0, ["1", "2", "5", "10", "20", "50"]),
        (1.0, 1.0, ["1", "2"]),
        (10.0, 10.0, ["10", "20"]),
    ],
)
def test_ticks_at_powers(low: float, high: float, expected: list[str]) -> None:
    assert words(powers(low, high, 6)) == expected


def test_places() -> None:
    straight = linear(0.3, 4.1, 5)
    assert [straight.share(each) for each in (0.0, 2.5, 5.0)] == [0.0, 0.5, 1.0]
    bent = powers(0.002, 30.0, 6)
    assert (bent.low, bent.high) == (0.001, 100.0)
    assert [round(bent.share(each), 9) for each in (0.001, 0.1, 100.0)] == [0.0, 0.4, 1.0]
