"""Cases of kind K, from LaTeX to numbers: each formula against the value worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from docgen.diagnostics import Fault
from docgen.evaluation.evaluate import evaluate
from docgen.evaluation.term import Outcome
from docgen.latex.parse import read_equation
from docgen.links.formula import lower_equation
from tests.forms.form import Function, declare

Numbers = float | list[float] | list[list[float]]


def compared(
    latex: str,
    rows: str,
    values: Mapping[str, Numbers],
    functions: Mapping[str, Function] | None = None,
) -> list[Outcome]:
    """Each statement on the values."""
    declared = declare(rows)
    formula = lower_equation(read_equation(latex, declared), declared)
    arrays = {name: np.array(value) for name, value in values.items()}
    return [
        evaluate(formula, number, arrays, dict(functions or {}))
        for number in range(len(formula.statements))
    ]


def holds(
    latex: str,
    rows: str,
    values: Mapping[str, Numbers],
    functions: Mapping[str, Function] | None = None,
) -> list[bool]:
    """Whether each statement holds; one that could not be compared is an error."""
    found = compared(latex, rows, values, functions)
    for one in found:
        assert one.problem is None, one.problem
        assert one.entries > 0
    return [one.ratio <= 1 for one in found]


def problem(latex: str, rows: str, values: Mapping[str, Numbers]) -> str:
    """The code of what keeps the first statement from being compared."""
    found = compared(latex, rows, values)[0].problem
    assert found is not None
    return found.code


def refused(latex: str, rows: str) -> str:
    with pytest.raises(Fault) as caught:
        read_equation(latex, declare(rows))
    return caught.value.code


def test_c080_letters_in_a_subscript() -> None:
    latex = r"Z_{AB} = V_{in} + K_{\rho} - K_{\eta}"
    rows = r"Z_{AB} & V_{in} & K_{\rho} & K_{\eta} : ()"
    values = {"V_{in}": 2.0, r"K_{\rho}": 5.0, r"K_{\eta}": 1.0}

    assert holds(latex, rows, {**values, "Z_{AB}": 6.0}) == [True]
    assert holds(latex, rows, {**values, "Z_{AB}": 2.0}) == [False]


def test_c081_words_are_one_symbol() -> None:
    latex = r"\mathrm{loss} = \tfrac{1}{2} (\mathit{out} - y)^2, \qquad dW = x^\top dZ"
    rows = r"\mathrm{loss} & \mathit{out} & y : (); dW : (F,); x : (n,); dZ : (n, F)"
    values: dict[str, Numbers] = {
        r"\mathrm{loss}": 2.0, r"\mathit{out}": 3.0, "y": 1.0, "x": [1.0, 2.0],
        "dZ": [[1.0, 0.0, 2.0], [3.0, 1.0, 0.0]], "dW": [7.0, 2.0, 2.0],
    }  # fmt: skip

    assert holds(latex, rows, values) == [True, True]
    assert refused("V = dW", "V & W : (n,); d : ()") == "ambiguous-latex"


def test_c082_escaped_underscores() -> None:
    rows = r"\mathtt{hidden\_size} & d_{\text{model}} : (); y & h : (n,); \texttt{W\_out} : (n, n)"
    values: dict[str, Numbers] = {
        r"\mathtt{hidden\_size}": 12.0, r"d_{\text{model}}": 3.0, "h": [1.0, 2.0],
        r"\texttt{W\_out}": [[1.0, 2.0], [3.0, 4.0]], "y": [5.0, 11.0],
    }  # fmt: skip
    latex = r"\mathtt{hidden\_size} = 4 \cdot d_{\text{model}}, \qquad y = \texttt{W\_out}\,h"

    assert holds(latex, rows, values) == [True, True]
    assert refused(r"\mathtt{hidden\_size} = 4", "y : ()") == "unbound-symbol"
    assert refused(r"y = h, \qquad \text{is\_train?}", "y & h : ()") == "unsupported-latex"


def test_c083_application_or_multiplication() -> None:
    rows = "Z & q & A & a & b & c & x : (); f(z) : () to ()"
    values: dict[str, Numbers] = {
        "Z": 14.0, "a": 2.0, "b": 3.0, "c": 4.0, "x": 5.0, "q": 20.0, "A": 15.0,
    }  # fmt: skip
    latex = r"Z = a(b + c), \qquad A = f(Z), \qquad q = x(x-1)"

    assert holds(latex, rows, values, {"f(z)": lambda z: z + 1.0}) == [True, True, True]
    assert refused("Z = g(b + c)", rows) == "unbound-symbol"


def test_c084_transposes() -> None:
    spellings = (
        r"W^T x = W^\top x = W^{\top} x = W^{\mathsf{T}} x = W^{\mathsf T} x = W^{\intercal} x"
        r" = W^{\mathrm{T}} x = (W)^{T} x"
    )
    W, x = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [1.0, 0.0, 1.0]
    rows = "W : (n, m); x : (n,); y : (m,)"

    assert holds(f"y = {spellings}", rows, {"W": W, "x": x, "y": [6.0, 8.0]}) == [True]
    assert holds(r"y = W^\top x", rows, {"W": W, "x": x, "y": [6.0, 9.0]}) == [False]
    assert refused("y = W^{T2} x", rows) == "unsupported-latex"
    assert refused("y = W^T x", f"{rows}; T : ()") == "unsupported-latex"


def test_c084_inverse_transpose_and_square() -> None:
    square = "M & Y & Q : (n, n)"
    M = [[2.0, 1.0], [0.0, 4.0]]
    values: dict[str, Numbers] = {
        "M": M, "Y": [[0.5, 0.0], [-0.125, 0.25]], "Q": [[4.0, 6.0], [0.0, 16.0]],
    }  # fmt: skip

    assert holds(r"Y = M^{-\top}, \quad Q = M^2", square, values) == [True, True]
    assert holds("Q = M^2", square, {"M": M, "Q": [[4.0, 1.0], [0.0, 16.0]]}) == [False]
    assert holds("q = m^2", "q & m : (…)", {"m": M, "q": [[4.0, 1.0], [0.0, 16.0]]}) == [True]


def test_c085_order_of_minus_and_division() -> None:
    rows = "p & q & r & s & t & a & b & c : ()"
    values: dict[str, Numbers] = {
        "a": 2.0, "b": 1.0, "c": 4.0, "p": -3.0, "q": -4.0, "r": 0.5, "s": 8.0, "t": 512.0,
    }  # fmt: skip
    latex = (
        r"p = a - b - c, \qquad q = -a^2, \qquad r = a / b / c, \qquad s = \frac{a}{b} c,"
        r" \qquad t = 2^{3^2}"
    )

    assert holds(latex, rows, values) == [True] * 5
    assert holds("p = a - b - c", rows, {**values, "p": 5.0}) == [False]
    assert refused("p = a / b c", rows) == "ambiguous-latex"


def test_c086_letters_with_built_in_meaning() -> None:
    rows = r"p & q & r & d & x & e & E & N & S & i & \beta & a : (); \pi(s) : () to ()"
    values: dict[str, Numbers] = {
        "d": 3.0, "x": 2.0, "e": 1.0, "N": 4.0, "S": 5.0, "i": 7.0, r"\beta": 0.5, "a": 6.0,
        "p": 7.0, "E": 20.0, "q": 7.5, "r": 1.5,
    }  # fmt: skip
    latex = r"p = d \cdot x + e, \qquad E = N S, \qquad q = i + \beta, \qquad r = \frac{d}{2}"

    assert holds(latex, rows, values) == [True] * 4
    policy: Mapping[str, Function] = {r"\pi(s)": lambda s: s - 4.5}
    assert holds(r"r = \pi(a)", rows, values, policy) == [True]
    constants = {"u": math.e, "v": math.pi}
    assert holds(r"u = e, \quad v = \pi", "u & v : ()", constants) == [True, True]


def test_c087_bars() -> None:
    rows = "p & q & x & y & r & s & t & u : (); v : (n,)"
    values: dict[str, Numbers] = {
        "x": 1.0, "y": -4.0, "v": [3.0, -4.0], "p": 3.0, "q": 4.0, "r": 5.0, "s": 7.0,
        "t": 25.0, "u": 4.0,
    }  # fmt: skip
    latex = (
        r"p = |x - |y||, \qquad q = |x| |y|, \qquad r = \|v\|, \qquad s = \|v\|_1, \qquad"
        r" t = \|v\|_2^2, \qquad u = \lVert v \rVert_\infty"
    )

    assert holds(latex, rows, values) == [True] * 6


def test_c088_max_and_min() -> None:
    rows = "a & r & z : (n,); m & s : ()"
    values: dict[str, Numbers] = {
        "z": [-2.0, 0.5, 3.0], "a": [0.0, 0.5, 3.0], "m": 3.0, "s": 0.5, "r": [-1.0, 0.5, 1.0],
    }  # fmt: skip
    latex = (
        r"a = \max(0, z), \qquad m = \max_j z_j, \qquad s = \max\{z_1, z_2\}, \qquad"
        r" r = \min(\max(z, -1), 1)"
    )

    assert holds(latex, rows, values) == [True] * 4
    assert [one.shape for one in compared(latex, rows, values)] == [(3,), (), (), (3,)]
    assert refused(r"m = \max z", rows) == "ambiguous-latex"


def test_c089_how_far_a_sum_reaches() -> None:
    rows = "S & T & U & c : (); a & b : (n,)"
    values: dict[str, Numbers] = {
        "a": [1.0, 2.0, 4.0], "b": [1.0, 1.0, 1.0], "c": 10.0, "S": 17.0, "T": 21.0, "U": 3.0,
    }  # fmt: skip
    latex = (
        r"S = \sum_{i=1}^{n} a_i b_i + c, \qquad T = \sum_{i} a_i^2, \qquad"
        r" U = \sum_{i=1}^{n-1} (a_{i+1} - a_i)"
    )

    assert holds(latex, rows, values) == [True] * 3
    assert holds(latex, rows, {**values, "S": 37.0})[0] is False


def test_c089_bounds_that_leave_the_array() -> None:
    rows = "U : (); a : (n,)"
    a, wrapped = [1.0, 2.0, 4.0], 0.0
    past = compared(r"U = \sum_{i=1}^{n} (a_{i+1} - a_i)", rows, {"a": a, "U": wrapped})[0]
    before = compared("U = a_0", rows, {"a": a, "U": 4.0})[0]

    assert past.problem is not None
    assert past.problem.code == "shape-mismatch"
    assert past.problem.message == "index `i+1` is 4, and its axis has 3 entries"
    assert before.problem is not None
    assert before.problem.message == "index `0` is 0, and its axis has 3 entries"


def test_c089_a_bound_that_is_not_the_length() -> None:
    latex, rows = r"S = \sum_{i=1}^{n} a_i", "S & n : (); a : (n,)"
    values: dict[str, Numbers] = {"a": [1.0, 2.0, 4.0], "S": 7.0}

    assert holds(latex, rows, {**values, "n": 3.0}) == [True]
    assert problem(latex, rows, {**values, "n": 4.0}) == "shape-mismatch"
    assert holds(latex, rows, {**values, "n": 2.0}) == [False]


def test_c090_products() -> None:
    rows = (
        r"p & q & u & v & x : (n,); C & D & E & A & B : (n, n); \alpha : ();"
        " f(t) & g(t) : (n,) to (n,)"
    )
    values: dict[str, Numbers] = {
        "u": [1.0, 2.0], "v": [3.0, 4.0], "A": [[1.0, 2.0], [3.0, 4.0]],
        "B": [[0.0, 1.0], [1.0, 0.0]], r"\alpha": 2.0, "p": [3.0, 8.0], "q": [3.0, 8.0],
        "C": [[2.0, 1.0], [4.0, 3.0]], "D": [[0.0, 2.0], [3.0, 0.0]],
        "E": [[2.0, 4.0], [6.0, 8.0]], "x": [3.0, 5.0],
    }  # fmt: skip
    latex = (
        r"p = u \odot v, \qquad q = u \circ v, \qquad C = A B, \qquad D = A \odot B, \qquad"
        r" E = \alpha A"
    )
    functions: Mapping[str, Function] = {"f(t)": lambda t: t + 1.0, "g(t)": lambda t: 2.0 * t}

    assert holds(latex, rows, values) == [True] * 5
    assert holds(r"x = (f \circ g)(u)", rows, values, functions) == [True]
    assert refused("p = u v", rows) == "ambiguous-latex"


def test_c091_dot_and_outer() -> None:
    rows = "s & t : (); r & q & u & v & x : (n,); O & W : (n, n)"
    values: dict[str, Numbers] = {
        "u": [1.0, 2.0], "v": [3.0, 4.0], "W": [[1.0, 2.0], [3.0, 4.0]], "x": [1.0, 1.0],
        "s": 11.0, "r": [3.0, 7.0], "O": [[3.0, 4.0], [6.0, 8.0]], "t": 11.0, "q": [2.0, 4.0],
    }  # fmt: skip
    latex = (
        r"s = u \cdot v, \qquad r = W \cdot x, \qquad O = u v^\top, \qquad t = u^\top v,"
        r" \qquad q = 2 \cdot u"
    )

    assert holds(latex, rows, values) == [True] * 5
    assert refused(r"s = \langle u, v \rangle", rows) == "unsupported-latex"
    assert refused(r"O = u \otimes v", rows) == "unsupported-latex"


def test_c091_batch_axis() -> None:
    generator = np.random.default_rng(0)
    W, x = generator.normal(size=(2, 2)), generator.normal(size=(5, 2))
    values: dict[str, Numbers] = {"W": W.tolist(), "x": x.tolist(), "y": (x @ W.T).tolist()}

    assert holds("y = W x", "y & x : (…, d); W : (d, d)", values) == [True]
    found = compared("y = W x", "y & x : (d,); W : (d, d)", values)[0].problem
    assert found is not None
    assert found.code == "shape-mismatch"
    assert "(5, 2)" in " ".join((found.message, *found.notes))


def test_c092_accents_and_fonts() -> None:
    loss = r"L = (\hat{y} - y)^2 + (\bar{y} - y)^2"
    numbers = {"y": 1.0, r"\hat{y}": 3.0, r"\bar{y}": 2.0}
    rows = r"L & y & \hat{y} & \bar{y} : ()"
    bold = r"\mathbf{W}\mathbf{x} + \boldsymbol{b} = \bm{W} \mathbf x + \mathbf b"
    vectors: dict[str, Numbers] = {
        r"\mathbf{W}": [[1.0, 2.0], [3.0, 4.0]], r"\mathbf{x}": [1.0, 1.0],
        r"\mathbf{b}": [0.5, 0.0], "y": [3.5, 7.0],
    }  # fmt: skip
    bold_rows = r"y & \mathbf{x} & \mathbf{b} : (n,); \mathbf{W} : (n, n)"

    assert holds(loss, rows, {**numbers, "L": 5.0}) == [True]
    assert holds(loss, rows, {**numbers, "L": 0.0}) == [False]
    assert holds(f"y = {bold}", bold_rows, vectors) == [True]
    assert refused(r"y = \mathbf{W} x", bold_rows) == "unbound-symbol"


def test_c093_numbers() -> None:
    rows = r"n & m & p & b & \epsilon & \eta : (); f(x) : () to ()"
    values: dict[str, Numbers] = {"n": 48512.0, r"\epsilon": 0.00001, r"\eta": 0.0003}
    latex = r"n = 48{,}512, \qquad \epsilon = 10^{-5}, \qquad \eta = 3\times10^{-4}"

    assert holds(latex, rows, values) == [True] * 3
    for wrong in ("m = 1,000", "m = f(1,000)", r"p = 50\%", "b = 0{,}5"):
        assert refused(wrong, rows) == "unsupported-latex"


def test_c094_spacing_and_sizing() -> None:
    rows = "Z & W & x & b & y : ()"
    values: dict[str, Numbers] = {"W": 2.0, "x": 3.0, "b": 1.0, "Z": 7.0, "y": 6.0}
    latex = (
        r"Z = \left( W\,x \;+\; b \right)\!, \qquad y = {\displaystyle {W x}} \quad,\ \phantom{y}"
    )

    assert holds(latex, rows, values) == [True, True]
    assert refused(r"Z = \left( W x", rows) == "unsupported-latex"
    assert refused(r"Z = \bigl[\, x \bigr]_{+}", rows) == "unsupported-latex"


def test_c095_cases() -> None:
    elu = (
        r"a = \begin{cases} z & \text{if } z > 0 \\ \alpha (e^{z} - 1) & \text{otherwise}"
        r" \end{cases}"
    )
    rows = r"a & z : (…); \alpha : ()"
    z = [-1.0, 0.0, 2.0]
    values: dict[str, Numbers] = {"z": z, "a": [math.exp(-1) - 1, 0.0, 2.0], r"\alpha": 1.0}
    gap = elu.replace(r"\text{otherwise}", "z < 0")
    overlap = elu.replace(r"\text{otherwise}", "z < 3")

    assert holds(elu, rows, values) == [True]
    assert problem(gap, rows, values) == "unsupported-latex"
    assert problem(overlap, rows, values) == "ambiguous-latex"
    # The unused branch overflows at 1000; warnings are errors here.
    assert holds(elu, rows, {"z": [1000.0, 2.0], "a": [1000.0, 2.0], r"\alpha": 1.0}) == [True]


def test_c096_ones() -> None:
    generator = np.random.default_rng(1)
    X, W, b = generator.normal(size=(4, 2)), generator.normal(size=(2, 3)), [1.0, -2.0, 0.5]
    rows = "Z : (n, F); X : (n, d); W : (d, F); b : (F,)"
    Z = X @ W + np.array(b)
    values: dict[str, Numbers] = {"X": X.tolist(), "W": W.tolist(), "b": b, "Z": Z.tolist()}

    assert holds(r"Z = X W + \mathbf{1}_n b^\top", rows, values) == [True]
    assert holds("Z = X W + b", rows, values) == [True]
    assert holds(r"Z = X W + \mathbf{1} b^\top", rows, values) == [True]
    assert refused(r"Z = X W + b \mathbf{1}^\top", rows) == "shape-mismatch"


def test_c097_juxtaposition() -> None:
    rows = "Z & b : (n,); W : (n, m); x : (m,); y & p : (K,); L : (); q & a & b_c : ()"
    values: dict[str, Numbers] = {
        "W": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], "x": [1.0, 1.0], "b": [0.0, 1.0, 2.0],
        "Z": [3.0, 8.0, 13.0], "y": [0.0, 1.0], "p": [0.25, 0.5], "L": math.log(2.0),
        "a": 3.0, "b_c": 5.0, "q": 15.0,
    }  # fmt: skip
    latex = r"Z = Wx + b, \qquad L = -\sum_k y_k \log p_k, \qquad q = ab_c"

    assert holds(latex, rows, values) == [True] * 3
    assert refused("q = 2a 3", rows) == "unsupported-latex"
    assert refused("Z = xW", rows) == "shape-mismatch"
