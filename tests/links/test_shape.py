"""Declared shapes against recorded ones; the right answers are counted by hand."""

from __future__ import annotations

import pytest

from docgen.diagnostics import Fault
from docgen.links.shape import Shape, is_function_shape, parse_shape, unify


@pytest.mark.parametrize(
    ("text", "axes", "shown"),
    [
        ("(T, d)", ("T", "d"), "(T, d)"),
        ("(d,)", ("d",), "(d,)"),
        ("(d)", ("d",), "(d,)"),
        ("()", (), "()"),
        ("scalar", (), "()"),
        ("(2d, T + 1)", ("2*d", "T+1"), "(2d, T+1)"),
        ("(B, ..., d)", ("B", "…", "d"), "(B, …, d)"),
        ("`(T, d)`", ("T", "d"), "(T, d)"),
        ("(3, 4)", ("3", "4"), "(3, 4)"),
        ("(head_dim, T)", ("head_dim", "T"), "(head_dim, T)"),
    ],
)
def test_parse_shape(text: str, axes: tuple[str, ...], shown: str) -> None:
    shape = parse_shape(text)
    assert shape == Shape(axes)
    assert str(shape) == shown


@pytest.mark.parametrize("text", ["none", "—", "", "-", "None"])
def test_no_shape(text: str) -> None:
    assert parse_shape(text) is None


def test_marks_of_a_shape() -> None:
    assert parse_shape("(T,) in V") == Shape(("T",), target="V")
    assert parse_shape("(d, d), symmetric") == Shape(("d", "d"), symmetric=True)
    assert is_function_shape("(T, d) to (T, F)")
    assert not is_function_shape("(T, d)")


@pytest.mark.parametrize("text", ["T, d", "(T; d)", "(f(T),)", "(T, d", "big", "(T.d,)"])
def test_what_is_no_shape_is_a_fault(text: str) -> None:
    with pytest.raises(Fault) as caught:
        parse_shape(text)
    assert caught.value.code == "malformed-block"
    assert "(T, d)" in caught.value.help


def test_unify_binds_letters_of_one_call() -> None:
    bound: dict[str, int] = {}
    assert unify(Shape(("T", "d")), (3, 4), bound) == ""
    assert bound == {"T": 3, "d": 4}
    assert unify(Shape(("d", "F")), (4, 6), bound) == ""
    assert bound == {"T": 3, "d": 4, "F": 6}


def test_unify_says_why_and_binds_nothing() -> None:
    bound = {"T": 3}
    why = unify(Shape(("d", "T")), (3, 4), bound)
    assert why == "declared (d, T), that is (3, 3); the run has (3, 4)"
    assert bound == {"T": 3}
    assert unify(Shape(("T",)), (3, 4), {}) == "declared (T,), the run has (3, 4)"
    assert unify(Shape(("T", "T")), (3, 4), {}) == (
        "declared (T, T), that is (3, 3); the run has (3, 4)"
    )


def test_unify_axes_of_length_one_and_leading_axes() -> None:
    assert unify(Shape(("d",)), (1, 4), {"d": 4}) == ""
    assert unify(Shape(("T", "d")), (3, 1, 4), {}) == ""
    assert unify(Shape(("…", "d")), (2, 3, 4), {"d": 4}) == ""
    assert unify(Shape(("…", "d")), (), {}) == "declared (…, d), the run has ()"
    assert unify(Shape(()), (1, 1), {}) == ""


def test_unify_composite_axes_are_never_waved_through() -> None:
    bound: dict[str, int] = {}
    assert unify(Shape(("2*d",)), (8,), bound) == ""
    assert bound == {"d": 4}
    assert unify(Shape(("2*d",)), (7,), {}) == "declared (2d,): no sizes make `2*d` the 7 of (7,)"
    assert unify(Shape(("T+1", "T")), (4, 3), {}) == ""
    assert unify(Shape(("d//2",)), (3,), {"d": 6}) == ""
    assert unify(Shape(("d//2",)), (3,), {"d": 7}).startswith("declared (d//2,)")
    two_unknown = unify(Shape(("a+b",)), (5,), {})
    assert two_unknown == "declared (a+b,): no sizes make `a+b` the 5 of (5,)"


def test_real_sizes() -> None:
    assert Shape(("T", "2*d")).real({"T": 16, "d": 32}) == (16, 64)
    assert Shape(("T", "Q")).real({"T": 16}) is None
    assert Shape(("…", "T")).real({"T": 16}) is None
    assert Shape(("T", "2*d", "T-1")).letters == ("T", "d")


@pytest.mark.parametrize(
    ("text", "actual", "bound"),
    [
        ("(…, d)", (2, 5, 4), {"d": 4}),
        ("(…, d)", (4,), {"d": 4}),
        ("(B, ..., d)", (7, 4), {"B": 7, "d": 4}),
        ("(B, ..., d)", (7, 2, 3, 4), {"B": 7, "d": 4}),
        ("(B, …)", (7, 2), {"B": 7}),
        ("(…)", (), {}),
    ],
)
def test_any_axes_stand_where_they_are_written(
    text: str, actual: tuple[int, ...], bound: dict[str, int]
) -> None:
    shape = parse_shape(text)
    assert shape is not None
    found: dict[str, int] = {}
    assert unify(shape, actual, found) == ""
    assert found == bound


def test_too_few_axes_for_any_axes() -> None:
    shape = parse_shape("(B, ..., d)")
    assert shape is not None
    assert unify(shape, (3,), {}) == "declared (B, …, d), the run has (3,)"
    assert shape.real({"B": 1, "d": 2}) is None


def test_any_axes_are_written_once() -> None:
    with pytest.raises(Fault) as caught:
        parse_shape("(…, d, …)")
    assert caught.value.code == "malformed-block"


@pytest.mark.parametrize(
    ("text", "actual", "bound"),
    [
        ("(T - 1,)", (3,), {"T": 4}),
        ("(d//2,)", (3,), {"d": 6}),
        ("(T*T,)", (9,), {"T": 3}),
        ("(2T + 1, T)", (7, 3), {"T": 3}),
    ],
)
def test_axes_that_are_computed(text: str, actual: tuple[int, ...], bound: dict[str, int]) -> None:
    shape = parse_shape(text)
    assert shape is not None
    found: dict[str, int] = {}
    assert unify(shape, actual, found) == ""
    assert found == bound


@pytest.mark.parametrize(("text", "actual"), [("(T*T,)", (8,)), ("(2d,)", (7,)), ("(T*d,)", (6,))])
def test_axes_that_no_one_size_makes(text: str, actual: tuple[int, ...]) -> None:
    shape = parse_shape(text)
    assert shape is not None
    assert unify(shape, actual, {}).startswith(f"declared {shape}")
