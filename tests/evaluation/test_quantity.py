"""Axes aligned by their letters, never by their numbers; bounds beside values."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation import arithmetic
from docgen.evaluation.quantity import Quantity, constant, meet, merged, settle, spread
from docgen.evaluation.stop import Stop
from docgen.evaluation.stretch import Stretch


def quantity(data: object, *letters: str, state: str = "") -> Quantity:
    array = np.asarray(data, np.float64)
    return Quantity(array, np.abs(array), letters, state)


def test_letters_are_merged_in_order_of_appearance() -> None:
    a, b = quantity(np.ones((2, 3)), "i", "j"), quantity(np.ones((4, 3)), "k", "j")
    assert merged((a, b)) == ("i", "j", "k")
    with pytest.raises(Stop, match="axis `j` is 3 long here and 1 there"):
        merged((a, quantity(np.ones(1), "j")))
    with pytest.raises(Stop, match="leading axes are 3 long here and 2 there"):
        merged((quantity(np.ones(3), "…0"), quantity(np.ones(2), "…0")))


def test_an_array_is_spread_along_the_letters_that_it_lacks() -> None:
    array = np.arange(24.0).reshape(2, 3, 4)
    wide = spread(array, ("j", "i"), ("i", "k", "j"), 2)
    assert wide.shape == (3, 1, 2, 1, 4)
    assert wide[1, 0, 0, 0].tolist() == array[0, 1].tolist()
    assert spread(array, ("j", "i"), ("j", "i"), 1) is array


def test_equal_lengths_make_no_axes_equal() -> None:
    a, b = quantity([1.0, 2.0], "i"), quantity([10.0, 20.0], "j")
    total = arithmetic.add(a, b)
    assert (total.letters, total.data.tolist()) == (("i", "j"), [[11.0, 21.0], [12.0, 22.0]])
    same = arithmetic.add(a, quantity([10.0, 20.0], "i"))
    assert (same.letters, same.data.tolist()) == (("i",), [11.0, 22.0])


def test_bounds_of_sums_products_and_quotients() -> None:
    a, b = quantity(3.0), quantity(-2.0)
    assert float(arithmetic.add(a, b).error) == 3 + 2 + 1
    assert float(arithmetic.add(a, b, -1.0).error) == 3 + 2 + 5
    assert float(arithmetic.times(a, b, 0.0).error) == 6 + 6 + 6
    assert float(arithmetic.divide(a, b).error) == 1.5 + 1.5 + 1.5
    assert float(constant(0.5).error) == 0.0
    assert float(constant(0.1, False).error) == 0.1


def test_the_bound_of_an_infinity_is_nothing_and_a_lost_bound_is_infinite() -> None:
    data = np.array([1.0, np.inf, -np.inf, np.nan, 2.0, 3.0])
    error = np.array([0.5, np.inf, np.nan, np.nan, np.nan, np.inf])
    assert settle(data, error).tolist() == [0.5, 0.0, 0.0, 0.0, np.inf, np.inf]


def test_states_of_vectors_in_sums() -> None:
    plain, column, row = (quantity([1.0, 2.0], state=state) for state in ("", "column", "row"))
    assert plain.state == "plain"
    assert arithmetic.add(plain, column).state == "column"
    assert arithmetic.add(row, plain).state == "row"
    with pytest.raises(Stop, match="do not fit"):
        arithmetic.add(row, column)
    assert arithmetic.flip(column).state == "row"
    assert arithmetic.flip(plain).state == "row"
    assert arithmetic.flip(row).state == "column"


def test_lengths_that_are_open_are_found() -> None:
    one, other = Stretch((0, 1)), Stretch((2, 3))
    a = Quantity(np.ones((1, 1)), np.zeros((1, 1)), elastic=(one, other))
    rest = meet(a, quantity(np.ones((3, 4))))
    assert (rest, one.root.size, other.root.size) == ((), 3, 4)
    with pytest.raises(Stop, match="ones are of length 4 here and 3 there"):
        one.join(other)
    third = Stretch((4, 5))
    third.join(one)
    assert third.root.size == 3
