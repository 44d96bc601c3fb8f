"""Old and new code beside each other, cut to the terminal."""

from __future__ import annotations

from docgen.review.show import Code, side_by_side

LEFT = Code("confirmed", ("a = 1", "b = 2", "c = 3"))
RIGHT = Code("now", ("a = 1", "b = 4", "x = 5", "c = 3"))


def test_two_columns() -> None:
    assert side_by_side(LEFT, RIGHT, 83) == [
        "  confirmed                              | now",
        "  a = 1                                  |   a = 1" + " " * 33,
        "- b = 2                                  | + b = 4" + " " * 33,
        "                                         | + x = 5" + " " * 33,
        "  c = 3                                  |   c = 3" + " " * 33,
    ]


def test_one_above_the_other() -> None:
    assert side_by_side(LEFT, RIGHT, 79) == [
        "  confirmed",
        "  a = 1",
        "- b = 2",
        "  c = 3",
        "  now",
        "  a = 1",
        "+ b = 4",
        "+ x = 5",
        "  c = 3",
    ]


def test_long_and_wide_lines_go_on_below() -> None:
    rows = side_by_side(Code("old", ("x" * 50,)), Code("new", ("名" * 25,)), 83)
    assert rows[1:] == [
        "- " + "x" * 38 + " | + " + "名" * 19,
        "    " + "x" * 12 + " " * 24 + " |     " + "名" * 6 + " " * 24,
    ]


def test_no_old_code() -> None:
    rows = side_by_side(Code("no commit shows it", ()), Code("now", ("a",)), 83)
    assert rows[1] == " " * 40 + " | + a" + " " * 37
