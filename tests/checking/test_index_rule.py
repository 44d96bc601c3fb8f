r"""Rule 7: a subscript letter without a row is an index, bound by its sum or free.

A plainer rule wraps round the end of an axis as NumPy does, or is off by one without a word.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

STEPS = """
    def f(x):
        d = x[1:] - x[:-1]
        n = x[1:].sum()
        return d, n


    def ex(N=6):
        return f(np.random.default_rng(0).normal(size=N))
    """
DIFFERENCES = table("x | `x` | (N,)", "D | `d` | (N-1,)")
ZERO = "base: 0\n"


@pytest.mark.parametrize(
    ("latex", "front", "state"),
    [
        (r"D_i = x_{i+1} - x_i \quad\text{for } i = 1, \dots, N - 1", "", "verified"),
        (r"D_{i-1} = x_i - x_{i-1} \quad\text{for } i = 2, \dots, N", "", "verified"),
        # Told where it starts, an index counts from there, whatever the base of the page.
        (r"D_i = x_{i+1} - x_i \quad\text{for } i = 0, \dots, N - 2", "", "verified"),
        (r"D_i = x_{i+1} - x_i \quad\text{for } i = 0, \dots, N - 2", ZERO, "verified"),
        # With base 1 the second entry has the number 2.
        (r"D_{i-1} = x_i - x_{i-1} \quad\text{for } i = 1, \dots, N - 1", ZERO, "verified"),
        (r"D_i = x_i - x_{i+1} \quad\text{for } i = 1, \dots, N - 1", "", "mismatch"),
    ],
)
def test_bounds(check: Check, latex: str, front: str, state: str) -> None:
    found = check(STEPS, concept("f", fence("D", latex), DIFFERENCES), front=front)
    assert found.states == {"d": state}


@pytest.mark.parametrize("front", ["", ZERO])
def test_an_index_that_leaves_its_axis(check: Check, front: str) -> None:
    """`x[N]` is no entry, and `x[-1]` is not the last one."""
    latex = r"D_i = x_{i+1} - x_i \quad\text{for } i = 1, \dots, N"
    found = check(STEPS, concept("f", fence("D", latex), DIFFERENCES), front=front)
    assert (found.states, found.codes) == ({"d": "mismatch"}, ["shape-mismatch"])
    assert found.only.message.startswith("index `i` is ")


@pytest.mark.parametrize(
    ("front", "last"), [("", "= 1, \\dots, N-1"), (ZERO, "= 0, \\dots, N - 2")]
)
def test_an_index_over_two_axes_is_told_where_to_end(check: Check, front: str, last: str) -> None:
    found = check(STEPS, concept("f", fence("D", "D_i = x_{i+1} - x_i"), DIFFERENCES), front=front)
    fault = found.only
    assert (fault.code, fault.message) == (
        "shape-mismatch",
        "index `i` runs over N-1 and over N",
    )
    assert fault.help == (
        f"write how far it runs behind the equation: `\\quad \\text{{for }} i {last}`"
    )
    latex = rf"D_i = x_{{i+1}} - x_i \quad \text{{for }} i {last}"
    mended = check(STEPS, concept("f", fence("D", latex), DIFFERENCES), front=front)
    assert mended.states == {"d": "verified"}


def test_an_index_below_its_axis(check: Check) -> None:
    model = STEPS.replace("x[1:] - x[:-1]", "x - np.roll(x, 1)")
    rows = table("x | `x` | (N,)", "D | `d` | (N,)")
    found = check(model, concept("f", fence("D", "D_i = x_i - x_{i-1}"), rows))
    assert (found.states, found.codes) == ({"d": "mismatch"}, ["shape-mismatch"])


@pytest.mark.parametrize(
    ("latex", "front", "state"),
    [
        (r"n = \sum_{i=2}^{N} x_i", "", "verified"),
        (r"n = \sum_{i=1}^{N-1} x_i", ZERO, "verified"),
        (r"n = \sum_{i=1}^{N-1} x_i", "", "mismatch"),
        (r"n = \sum_{i=1}^{N} x_i", "", "mismatch"),
        (r"n = \sum_i x_i", "", "mismatch"),
    ],
)
def test_bounds_of_a_sum(check: Check, latex: str, front: str, state: str) -> None:
    rows = table("x | `x` | (N,)", "n | `n` | scalar")
    found = check(STEPS, concept("f", fence("N", latex), rows), front=front)
    assert found.states == {"n": state}


def test_a_condition_on_the_side(check: Check) -> None:
    model = """
        def f(X):
            L = np.tril(X)
            return L


        def ex(n=4):
            return f(np.random.default_rng(0).normal(size=(n, n)))
        """
    rows = table("X | `X` | (n, n)", "L | `L` | (n, n)")
    for latex, state in (
        (r"L_{ij} = 0 \quad\text{for } j > i", "verified"),
        (r"L_{ij} = X_{ij} \quad\text{for } j \le i", "verified"),
        (r"L_{ij} = X_{ij}", "mismatch"),
        (r"L_{ij} = 0 \quad\text{for } j \ge i", "mismatch"),
    ):
        found = check(model, concept("f", fence("L", latex), rows))
        assert found.states == {"l": state}, latex


EMBED = """
    def f(ids, E):
        h = E[ids]
        return h


    def ex(V=7, d=4):
        r = np.random.default_rng(0)
        return f(np.array([2, 0, 5]), r.normal(size=(V, d)))
    """


@pytest.mark.parametrize("front", ["", ZERO])
def test_numbers_that_come_out_of_data(check: Check, front: str) -> None:
    """Token ids count from 0, as in the code, whatever the base of the page."""
    rows = table("H | `h` | (T, d)", "E | `E` | (V, d)", "y | `ids` | (T,) in V")
    found = check(EMBED, concept("f", fence("H", "H_t = E_{y_t}"), rows), front=front)
    assert (found.states, found.codes) == ({"h": "verified"}, [])


def test_numbers_of_which_nothing_says_what_they_number(check: Check) -> None:
    rows = table("H | `h` | (T, d)", "E | `E` | (V, d)", "y | `ids` | (T,)")
    found = check(EMBED, concept("f", fence("H", "H_t = E_{y_t}"), rows))
    assert found.states == {"h": "not-run"}
    assert found.places == [found.at("E_{«y_t}", "unsupported-latex")]
    assert found.only.help == "write its Shape as `(...) in V`"


LOOP = """
    def f(x):
        s = np.zeros(3)
        for i in range(3):
            s[i] = x[i] * 2.0 + i
        return s


    def ex(N=6):
        return f(np.random.default_rng(0).normal(size=N))
    """


def test_a_letter_with_a_row_is_that_value(check: Check) -> None:
    """`i` counts 0, 1, 2 here; with base 1 that is no number of an entry of x."""
    rows = table(r"\sigma | `s[i]` | scalar", "x | `x` | (N,)", "i | `i` | scalar")
    latex = fence("S", r"\sigma = 2 x_i + i", 'code="s[i]"')
    found = check(LOOP, concept("f", latex, rows), front=ZERO)
    assert (found.states, found.codes) == ({"s": "verified"}, [])
    found = check(LOOP, concept("f", latex, rows))
    assert (found.states, found.codes) == ({"s": "mismatch"}, ["shape-mismatch"])
    one = fence("S", r"\sigma = 2 x_{i+1} + i", 'code="s[i]"')
    found = check(LOOP, concept("f", one, rows))
    assert (found.states, found.codes) == ({"s": "verified"}, [])
