r"""Letters that a cell leaves free: `$N_k$ | Nk[k]` is an entry for every k of the equation."""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

COUNTS = """
    def f(R, X):
        Nk = R.sum(axis=0)
        c = Nk.sum()
        w = np.array([(R[:, k] * X).sum() / Nk[k] for k in range(len(Nk))])
        return w, c


    def ex(N=7, K=3):
        r = np.random.default_rng(0)
        return f(r.random(size=(N, K)), r.normal(size=N))
    """
ROWS = (
    "R | `R` | (N, K)",
    "x | `X` | (N,)",
    "w | `w` | (K,)",
    "c | `c` | scalar",
    "N_k | `Nk[k]` | scalar",
)


@pytest.mark.parametrize("front", ["", "base: 0\n"])
def test_letter_of_a_cell_is_an_index_of_the_right_side(check: Check, front: str) -> None:
    """The k of the comprehension is no name of `f`, and that of `R_{nk}` is the k of `Nk[k]`."""
    equations = (
        fence("Counts", r"N_k = \sum_n R_{nk}"),
        fence("Weights", r"w_k = \frac{1}{N_k} \sum_n R_{nk} x_n"),
        fence("Total", r"c = \sum_k N_k"),
    )
    found = check(COUNTS, concept("f", *equations, table(*ROWS)), front=front)
    states = {"counts": "verified", "weights": "verified", "total": "verified"}
    assert (found.states, found.codes) == (states, [])


@pytest.mark.parametrize("front", ["", "base: 0\n"])
@pytest.mark.parametrize(
    "latex",
    [
        r"N_k = 2 \sum_n R_{nk}",
        r"N_k = \sum_n R_{nk} x_n",
        r"N_k = \sum_n R_{nk}^2",
        r"N_k = \sum_n R_{n,K-k+%s}",
    ],
)
def test_wrong_right_side_of_a_cell_with_a_letter(check: Check, latex: str, front: str) -> None:
    latex = latex.replace("%s", "1" if not front else "0-1")
    rows = table(*(row for row in ROWS if row[0] in ("RxN" if "x" in latex else "RN")))
    found = check(COUNTS, concept("f", fence("Counts", latex), rows), front=front)
    assert (found.states, found.codes) == ({"counts": "mismatch"}, ["equation-mismatch"])


def test_letter_of_a_cell_is_no_index_of_its_own_symbol(check: Check) -> None:
    """Of square arrays, `y_i` with `Y[i]` behind it would be the diagonal only, which is right."""
    model = """
        def f(X):
            Y = np.where(np.eye(len(X)) > 0, 2 * X, 7 * X)
            return Y


        def ex(T=5):
            return f(np.random.default_rng(0).normal(size=(T, T)))
        """
    rows = table("x | `X[i]` | (T,)", "y | `Y[i]` | (T,)")
    found = check(model, concept("f", fence("Twice", "y_i = 2 x_i"), rows))
    assert found.states == {"twice": "not-run"}
    assert ("unsupported-latex", "the cell of `y` has the letter `i` already") in [
        (one.code, one.message) for one in found.findings
    ]
    found = check(model, concept("f", fence("Twice", "y_j = 2 x_j"), rows))
    assert found.states == {"twice": "mismatch"}


def test_position_of_a_cell_is_told(check: Check) -> None:
    model = COUNTS.replace("Nk = R.sum(axis=0)", "Nk = R.sum(axis=0) + np.array([0, 0, 1.0])")
    rows = table(*(row for row in ROWS if row[0] in "RN"))
    found = check(model, concept("f", fence("Counts", r"N_k = \sum_n R_{nk}"), rows))
    assert found.states == {"counts": "mismatch"}
    assert found.only.label.endswith("at k = 3")


def test_letter_with_a_range_below(check: Check) -> None:
    """A clause limits the letter of a cell as it limits any other."""
    rows = table(*(row for row in ROWS if row[0] in "RN"))
    latex = r"N_k = \sum_n R_{nk}, \quad k = 1, \dots, K - 1"
    model = COUNTS.replace("Nk = R.sum(axis=0)", "Nk = R.sum(axis=0) + np.array([0, 0, 1.0])")
    found = check(model, concept("f", fence("Counts", latex), rows))
    assert (found.states, found.codes) == ({"counts": "verified"}, [])


def test_letter_that_a_sum_binds_again(check: Check) -> None:
    rows = table(*(row for row in ROWS if row[0] in "RN"))
    found = check(COUNTS, concept("f", fence("Counts", r"N_k = \sum_k R_{nk}"), rows))
    assert found.states == {"counts": "not-run"}
    assert found.only.message == "index `k` is bound already"


def test_indexed_letter_nobody_has(check: Check) -> None:
    rows = table(*(row for row in ROWS if row[0] in "RN"))
    found = check(COUNTS, concept("f", fence("Counts", r"N_k = R_{ik}"), rows))
    assert found.states == {"counts": "not-run"}
    assert found.only.message == "`i` stands on the right only"
