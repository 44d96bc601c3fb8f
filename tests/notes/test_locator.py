"""Locators: what is typed behind a source, as parts, and when a part is right."""

from __future__ import annotations

import pytest

from docgen.notes.locator import Part, holds, read_locator, write_locator


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Section 3.3, Eq. 2, p. 5",
            (Part("section", "3.3"), Part("equation", "2"), Part("page", "5")),
        ),
        ("§ 4.5, equation (51)", (Part("section", "4.5"), Part("equation", "51"))),
        ("sec. A.1, pp. 4-6", (Part("section", "A.1"), Part("page", "4-6"))),
        ("Table 1", (Part("table", "1"),)),
        ("Figure 2., Algorithm 6.4", (Part("figure", "2"), Part("algorithm", "6.4"))),
        ("Theorem 3, p. 5", (Part("", "Theorem 3"), Part("page", "5"))),
        ("somewhere near the end", (Part("", "somewhere near the end"),)),
        ("", ()),
    ],
)
def test_a_locator_is_cut_into_parts(text: str, parts: tuple[Part, ...]) -> None:
    assert read_locator(text) == parts


def test_parts_are_written_in_one_spelling() -> None:
    assert write_locator(read_locator("§3.3, equation 2, page 5")) == "Section 3.3, Eq. 2, p. 5"
    assert write_locator(read_locator("fig 1, Theorem 3")) == "Fig. 1, Theorem 3"


@pytest.mark.parametrize(
    ("known", "typed", "right"),
    [
        ("4.5", "4.5", True),
        ("4.5", "4", True),
        ("4", "4.5", False),
        ("45", "4", False),
        ("4-6", "5", True),
        ("4–6", "7", False),
        ("4-6", "iv", False),
        ("9-10", "10", True),
    ],
)
def test_a_number_is_right_if_it_is_the_known_one_or_contains_it(
    known: str, typed: str, right: bool
) -> None:
    assert holds(known, typed) is right
