"""Numbers of a run that hide which of two formulas is meant."""

import numpy as np
import pytest

from docgen.evaluation.judge import Point, judge
from docgen.evaluation.term import Formula, Leaf, Statement, Term

ROWS, COLUMNS = Term("size", text="T"), Term("size", text="d")
X, Y = Term("leaf", text="x"), Term("leaf", text="y")


def num(text):
    return Term("number", text=text)


def sym(name):
    return Term("leaf", text=name)


def minus(one, other):
    return Term("sum", (one, other), "+-")


def scaled(factor):
    """`y = factor x`, in which nothing but `factor` is of interest."""
    return Term("product", (factor, X), names=("scalar",))


def equal(factor, *runs, literals=(1.0, 2.0), **scalars):
    """What the factor is equal to in runs of sizes T and d in which it comes to a value."""
    leaves = [Leaf("x", "x", ("T", "d")), Leaf("y", "y", ("T", "d"))]
    leaves += [Leaf(name, name, ()) for name in scalars]
    formula = Formula((Statement((Y, scaled(factor)), ("=",)),), tuple(leaves))
    points = []
    for rows, columns, value in runs:
        x = np.random.default_rng(rows).normal(size=(rows, columns))
        values = {name: np.asarray(number) for name, number in scalars.items()}
        points.append(Point({"x": x, "y": value * x, **values}))
    found, _ = judge(formula, 0, points, literals=literals)
    start = "with the equal "
    return sorted(text.removeprefix(start) for text, _, _ in found if text.startswith(start))


def test_a_size_and_its_neighbour():
    one_by_d = Term("quotient", (num("1"), COLUMNS))
    assert equal(one_by_d, (5, 4, 1 / 4)) == ["T - 1"]
    assert equal(one_by_d, (5, 4, 1 / 4), (6, 9, 1 / 9)) == []


def test_a_difference_and_a_size():
    one_by_rest = Term("quotient", (num("1"), minus(ROWS, num("1"))))
    assert equal(one_by_rest, (5, 4, 1 / (5 - 1))) == ["d", "d + 1"]
    assert equal(one_by_rest, (5, 9, 1 / (5 - 1))) == []


def test_a_neighbour_that_the_code_could_not_make():
    one_by_d = Term("quotient", (num("1"), COLUMNS))
    assert equal(one_by_d, (5, 4, 1 / 4), literals=()) == []
    assert equal(COLUMNS, (3, 6, 6), literals=(1.0,)) == []


def test_twice_a_size_in_all_runs():
    assert equal(COLUMNS, (3, 6, 6), (4, 8, 8)) == ["2 T"]
    assert equal(ROWS, (3, 6, 3), (4, 8, 4)) == ["d/2"]
    assert equal(COLUMNS, (3, 6, 6), (4, 9, 9)) == []


def test_a_root_that_is_half():
    root = Term("root", (COLUMNS,))
    assert equal(root, (7, 4, 4**0.5)) == ["d/2"]
    assert equal(root, (7, 9, 9**0.5)) == []


def test_a_number_that_is_a_size():
    third = Term("quotient", (num("1"), num("3")))
    assert equal(third, (3, 7, 1 / 3)) == ["T"]
    # The code writes it, so it is meant.
    assert equal(third, (3, 7, 1 / 3), literals=(3.0,)) == []
    assert equal(num("2"), (3, 4, 2)) == []
    # A number written as a power of ten stands for itself.
    ten = Term("power", (num("10"), Term("sum", (num("3"),), "-")), "entries")
    assert equal(ten, (3, 5, 1e-3)) == []
    cube = Term("power", (num("1.5"), num("3")), "entries")
    assert equal(cube, (3, 7, 1.5**3)) == []


def test_a_power_that_the_code_writes_as_a_number():
    power = Term("power", (num("2"), COLUMNS), "entries")
    said = ["a number in the code = 8"]
    assert equal(power, (11, 3, 2**3), literals=(8.0,)) == said
    assert equal(power, (11, 3, 2**3)) == []
    assert equal(power, (11, 3, 2**3), (11, 4, 2**4), literals=(8.0,)) == []


@pytest.mark.parametrize(("value", "said"), [(0.5, ["1 - b = 0.5"] * 2), (0.3, [])])
def test_a_half_and_what_is_left_of_one(value, said):
    share = Term("quotient", (minus(num("1"), sym("b")), sym("b")))
    assert equal(share, (3, 7, (1 - value) / value), b=value) == said


def test_a_half_of_which_no_rest_is_taken():
    assert equal(sym("b"), (3, 7, 0.5), b=0.5) == []


@pytest.mark.parametrize(("value", "said"), [(-1.0, ["1/c = -1"]), (-3.0, [])])
def test_a_number_and_its_inverse(value, said):
    assert equal(sym("c"), (3, 7, value), c=value) == said


def test_a_symbol_that_is_a_number_of_the_page():
    twice = Term("product", (num("2"), sym("a")), names=("scalar",))
    assert equal(twice, (3, 7, 4), a=2.0, literals=()) == ["a = 2"]
    assert equal(twice, (3, 7, 4), a=2.0, literals=(2.0,)) == []
    assert equal(twice, (3, 7, 6), a=3.0) == []


def test_a_square_that_is_twice():
    square = Term("power", (sym("a"), num("2")), "entries")
    assert "2 a = 4" in equal(square, (3, 7, 4), a=2.0)
    assert equal(square, (3, 7, 9), a=3.0) == []


def test_a_symbol_that_the_code_writes_as_a_number():
    said = ["a number in the code = 0.1"]
    assert equal(sym("a"), (3, 7, 0.1), a=0.1, literals=(0.1,)) == said
    assert equal(sym("a"), (3, 7, 0.1), a=0.1, literals=(0.2,)) == []
