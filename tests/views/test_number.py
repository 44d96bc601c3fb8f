from __future__ import annotations

import math

import pytest

from docgen.trace.value import Number, Value
from docgen.views.number import (
    entry_of,
    format_gap,
    format_key,
    format_number,
    format_power,
    format_shape,
    format_value,
)


def number(entry: Number, dtype: str = "float64") -> Value:
    return Value("number", dtype, (), (entry,))


def array(shape: tuple[int, ...], *data: Number, dtype: str = "float64", hidden: int = 0) -> Value:
    return Value("array", dtype, shape, data, hidden)


@pytest.mark.parametrize(
    ("entry", "kept", "cut"),
    [
        (1.0, "1.0000", "1"),
        (-0.5, "-0.5000", "-0.5"),
        (0.265, "0.2650", "0.265"),
        (0.0, "0.0000", "0"),
        (-0.0, "0.0000", "0"),
        (100.0, "100.0000", "100"),
        (1e-10, "1.0000e-10", "1e-10"),
        (-1e-5, "-1.0000e-05", "-1e-05"),
        (0.00005, "0.0001", "0.0001"),
        (123456.7, "123456.7000", "123456.7"),
        (1234567.8, "1.2346e+06", "1.2346e+06"),
        (0.0999755859375, "0.1000", "0.1"),
        (math.nan, "nan", "nan"),
        (math.inf, "inf", "inf"),
        (-math.inf, "-inf", "-inf"),
        ("nan", "nan", "nan"),
        ("-inf", "-inf", "-inf"),
        ("1+2j", "1.0000+2.0000j", "1+2j"),
        ("0.5-1e-07j", "0.5000-1.0000e-07j", "0.5-1e-07j"),
        ("odd", "odd", "odd"),
        (True, "True", "True"),
        (3, "3", "3"),
        (-12345678, "-12345678", "-12345678"),
    ],
)
def test_numbers_keep_or_cut_zeros(entry: Number, kept: str, cut: str) -> None:
    assert (format_number(entry), format_number(entry, zeros=False)) == (kept, cut)


def test_a_floor_makes_noise_zero() -> None:
    assert format_number(-2e-12, floor=1e-9) == "0.0000"
    assert format_number(2e-9, floor=1e-9) == "2.0000e-09"


def test_entries_are_what_their_type_says() -> None:
    assert format_value(array((2,), 1, 0)) == "[1.0000, 0.0000]"
    assert format_value(array((2,), 1.0, 2.0, dtype="int64")) == "[1, 2]"
    assert format_value(array((2,), 1, 0, dtype="bool")) == "[True, False]"
    assert entry_of(array((1,), dtype="int64"), 1.5) == 1.5


def test_arrays_are_nested_as_they_are_shaped() -> None:
    assert format_value(array((1, 2), 1.0, -0.5)) == "[[1.0000, -0.5000]]"
    assert format_value(array((2, 1, 2), 1.0, 2.0, 3.0, 4.0), zeros=False) == (
        "[[[1, 2]], [[3, 4]]]"
    )
    assert format_value(array((), 1e-10)) == "1.0000e-10"
    assert format_value(array((0, 3))) == "[[]], shape (0, 3)"
    assert format_value(array(())) == ""


def test_c056_what_is_hidden_is_counted() -> None:
    flat = format_value(array((100,), *map(float, range(70)), hidden=30), zeros=False)
    square = format_value(array((40, 40), *map(float, range(1600))), zeros=False)
    empty = format_value(array((2, 5000), hidden=10000))

    assert flat.endswith("62, 63, ...] (... 36 more)")
    assert square.endswith("62, 63, ...], ...] (... 1,536 more)")
    assert empty == "[...] (... 10,000 more)"


def test_c056_every_kind_of_scalar_has_its_own_text() -> None:
    items = (
        number(1e-10, "float"),
        number("nan", "float"),
        number("inf", "float"),
        number("1+2j", "complex"),
        number(True, "bool"),
        number(0.0999755859375, "float16"),
    )

    assert format_value(Value("list", "list", items=items)) == (
        "[1.0000e-10, nan, inf, 1.0000+2.0000j, True, 0.1000]"
    )


def test_c052_scalars_in_containers_have_no_types() -> None:
    loss = number(0.25)
    stats = Value(
        "dict",
        "dict",
        keys=("loss", "n", "ok", "pair"),
        items=(
            loss,
            number(2, "int64"),
            number(True, "bool"),
            Value("tuple", "tuple", items=(loss, loss)),
        ),
    )

    assert format_value(loss) == "0.2500"
    assert format_value(stats) == ("{'loss': 0.2500, 'n': 2, 'ok': True, 'pair': (0.2500, 0.2500)}")


def test_other_kinds() -> None:
    one = number(1, "int")
    assert format_value(Value("none")) == "None"
    assert format_value(Value("text", text="it's")) == '"it\'s"'
    assert format_value(Value("text", text="a" * 205)) == f"'{'a' * 200}'... (5 more characters)"
    assert format_value(Value("text", text="a" * 201)) == f"'{'a' * 200}'... (1 more character)"
    assert format_value(Value("object", "Config")) == "<Config>"
    assert format_value(Value("number", text="huge")) == "huge"
    assert format_value(Value("tuple", items=(one,))) == "(1,)"
    assert format_value(Value("list", items=(one,), hidden=2)) == "[1, ... 2 more]"


def test_keys_are_written_as_python_writes_them() -> None:
    assert [format_key(key) for key in ("a b", "'a'", "3", "(1, 'x')", "None", "<Key>")] == [
        "'a b'",
        "'a'",
        "3",
        "(1, 'x')",
        "None",
        "<Key>",
    ]


def test_shapes() -> None:
    assert [format_shape(shape) for shape in ((), (3,), (3, 4))] == ["()", "(3,)", "(3, 4)"]


@pytest.mark.parametrize(
    ("gap", "double", "single"),
    [
        (0.0, "≤ 1e-12", "≤ 1e-6"),
        (1e-13, "≤ 1e-12", "≤ 1e-6"),
        (1e-11, "≤ 1e-11", "≤ 1e-6"),
        (3.3e-11, "≤ 1e-10", "≤ 1e-6"),
        (0.21, "≤ 1", "≤ 1"),
        (2.5, "≤ 10", "≤ 10"),
        (50000.0, "≤ 1e5", "≤ 1e5"),
        (math.nan, "nan", "nan"),
        (math.inf, "inf", "inf"),
    ],
)
def test_gaps_are_the_power_of_ten_above(gap: float, double: str, single: str) -> None:
    assert (format_gap(gap, "float64"), format_gap(gap, "float32")) == (double, single)


def test_powers_are_written_as_typed() -> None:
    assert [format_power(x) for x in (1e-5, 2.5e-7, 0.0, 1.0)] == ["1e-5", "2.5e-7", "0", "1e0"]
