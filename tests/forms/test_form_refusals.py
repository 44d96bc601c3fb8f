"""What looks like a textbook form and has more than one meaning, or none: refused, with a code."""

from __future__ import annotations

import pytest

from docgen.diagnostics import Fault
from docgen.latex.parse import read_equation
from tests.forms.form import declare

UNSUPPORTED, AMBIGUOUS, SHAPES = "unsupported-latex", "ambiguous-latex", "shape-mismatch"
UNBOUND, CLASH = "unbound-symbol", "symbol-clash"

SCORES = "S : (T, T); Q & K : (T, d); h : ()"
VECTORS = "f & i & c & c' & g & u & v & y : (k,); m : (n,)"
SQUARE = r"Y & A & B : (n, n); C & D : (n, m); x & y : (n,); z : (m,); \lambda & s : ()"
SCALARS = r"a & b & c & y & x & p & q & m & \theta & \alpha : ()"
LOSS = "L : (); p : (T, V); y : (T,); k : (T,) in V; x : (T,) in T"

REFUSED = [
    # T is a size on the page, so `^T` is no transpose.
    ("T declared", SCORES, r"S = Q K^T", UNSUPPORTED),
    ("T declared, weights", "dW : (d, F); X : (T, d); dY : (T, F)", "dW = X^T dY", UNSUPPORTED),
    ("index is a size", "A : (h, T); s : (T,)", r"s_t = \sum_{h} A_{ht}", CLASH),
    ("index is a symbol", SCORES, r"h = \sum_{h} S_{hh}", CLASH),
    # How far a function or a big operator reaches.
    ("log of a sum", "L : (); p : (T,)", r"L = \log \frac{1}{T} \sum_t p_t", AMBIGUOUS),
    ("cosine of two factors", SCALARS, r"y = \cos m\theta", AMBIGUOUS),
    ("log of two factors", SCALARS, r"y = \log p q", AMBIGUOUS),
    ("log before a slash", SCALARS, r"y = \log p / q", AMBIGUOUS),
    ("square after log", SCALARS, r"y = \log(x)^2", AMBIGUOUS),
    ("inverse sine", SCALARS, r"y = \sin^{-1} x", UNSUPPORTED),
    ("factor after a product", "y & c : (); a : (n,)", r"y = \prod_i a_i c", AMBIGUOUS),
    ("factor after a maximum", "y & c : (); a : (n,)", r"y = \max_i a_i c", AMBIGUOUS),
    ("index after its sum", "y : (); a & b : (n,)", r"y = \sum_i a_i + b_i", UNSUPPORTED),
    ("slash before a factor", SCALARS, "y = a / b c", AMBIGUOUS),
    ("number after a factor", SCALARS, "y = 2 x 3", UNSUPPORTED),
    # Products and sums of arrays.
    ("gates side by side", VECTORS, r"c' = f c + i \odot g", AMBIGUOUS),
    (
        "gates side by side, with steps",
        "f_t & c_t & c_{t-1} & i_t & g_t : (k,)",
        r"c_t = f_t c_{t-1} + i_t g_t",
        AMBIGUOUS,
    ),
    ("ridge from the right", "w : (d,); X : (n, d); y : (n,); \\lambda : ()",
     r"w = X^\top y (X^\top X + \lambda I)^{-1}", SHAPES),
    ("column times matrix", SQUARE, "Y = x^{\\top\\top} A", UNSUPPORTED),
    ("matrix times row", SQUARE, r"y = A x^\top", SHAPES),
    ("column plus row", SQUARE, r"y = A x + x^\top A", SHAPES),
    ("number plus square matrix", SQUARE, r"Y = A + \lambda", AMBIGUOUS),
    ("vector plus square matrix", SQUARE, "Y = A + x", AMBIGUOUS),
    ("vector on the first axis", SQUARE, "C = D + x", SHAPES),
    ("times between arrays", SQUARE, r"Y = A \times B", UNSUPPORTED),
    ("star between arrays", SQUARE, "Y = A * B", UNSUPPORTED),
    ("division by a matrix", SQUARE, "Y = A / B", UNSUPPORTED),
    ("inner sizes", SQUARE, "C = D A", SHAPES),
    ("odot of two shapes", SQUARE, r"C = D \odot A", SHAPES),
    ("odot after a product", SQUARE, r"Y = A B \odot A", AMBIGUOUS),
    ("p^T p for p p^T", "J : (k, k); p : (k,)", r"J = \operatorname{diag}(p) - p^\top p",
     AMBIGUOUS),
    # Functions that are not by entry.
    ("bars round a matrix", SQUARE, "Y = |A|", AMBIGUOUS),
    ("norm of a matrix", SQUARE, r"s = \|A\|", UNSUPPORTED),
    ("exp of a square matrix", SQUARE, r"Y = \exp(A)", AMBIGUOUS),
    ("root of a square matrix", SQUARE, r"Y = \sqrt{A}", AMBIGUOUS),
    ("square of a matrix that is not", SQUARE, "C = D^2", UNSUPPORTED),
    ("inverse of a matrix that is not square", SQUARE, "C = D^{-1}", UNSUPPORTED),
    ("maximum of a vector", SQUARE, r"s = \max x", AMBIGUOUS),
    # Names.
    ("prime without a row", SCALARS, "y = x'", UNBOUND),
    ("star without a row", SCALARS, "y = x^*", UNBOUND),
    ("dagger without a row", SQUARE, r"Y = A^\dagger", UNBOUND),
    ("layer without a row", SQUARE, "Y = A^{(l)}", UNBOUND),
    ("left side without a row", SCALARS, "w = x + a", UNBOUND),
    ("subscript of two digits", SCALARS, r"y = \alpha_12", UNSUPPORTED),
    ("dW without a row", "d : (); W & Y : (n, m)", "Y = dW", AMBIGUOUS),
    ("other scripts", "W_1 & Y : (n, m); d : ()", "Y = d W_2", UNBOUND),
    # Indices.
    ("position without target", LOSS, r"L = \sum_t p_{t,y_t}", UNSUPPORTED),
    ("position in another axis", LOSS, r"L = \sum_t p_{t,x_t}", SHAPES),
    ("position and one", LOSS, r"L = \sum_t p_{t,k_t + 1}", UNSUPPORTED),
    ("range of an index", "E : (T, d)", r"E_{p,2i} = \sin(p / 10000^{2i/d})", UNSUPPORTED),
    ("index over two axes", "s : (); X : (T, d)", r"s = \sum_j X_{jj}", SHAPES),
    ("bound of another axis", "s : (T,); X : (T, d)", r"s_t = \sum_{j=1}^{T} X_{tj}", SHAPES),
    ("too many indices", "s : (T,); X : (T, d)", r"s_t = X_{ttt}", AMBIGUOUS),
    ("sum without its index", "s : (); X : (T, d); a : ()", r"s = \sum_{j} a", UNSUPPORTED),
    ("a free index too many", "s : (T,); X : (T, d)", r"s_t = X_{tj}", UNBOUND),
    # Signs and numbers.
    ("plus or minus", SCALARS, r"y = a \pm b", UNSUPPORTED),
    ("a distribution", "W : (m, n); a : ()", r"W \sim U(-a, a)", UNSUPPORTED),
    ("in proportion", SCALARS, r"y \propto x", UNSUPPORTED),
    ("a set", SCALARS, r"y \in \{a, b\}", UNSUPPORTED),
    ("a condition on a probability", SCALARS, r"y = p(a \mid b)", UNSUPPORTED),
    ("an expectation", SCALARS, r"y = \mathbb{E}[x]", UNBOUND),
    ("decimal comma", SCALARS, "y = 0{,}5 x", UNSUPPORTED),
    ("thousands with a comma", SCALARS, "y = 1,000", UNSUPPORTED),
    ("percent", SCALARS, r"y = 50\%", UNSUPPORTED),
    # Statements.
    ("its own left side", SCALARS, "y = y - a x", UNSUPPORTED),
    ("row that starts with plus", SCALARS, r"\begin{aligned} y &= a \\ &+ b \end{aligned}",
     UNSUPPORTED),
    ("nothing is stated", SCALARS, "a + b", UNSUPPORTED),
    ("a tail", SCALARS, "y = a )", UNSUPPORTED),
    ("half a tail", SCALARS, r"y = a \quad b", UNSUPPORTED),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "latex", "code"),
    [pytest.param(*one[1:], id=one[0].replace(" ", "-")) for one in REFUSED],
)
def test_form_is_refused(rows: str, latex: str, code: str) -> None:
    with pytest.raises(Fault) as caught:
        read_equation(latex, declare(rows))

    assert caught.value.code == code, caught.value
    assert caught.value.within is not None
    assert code != AMBIGUOUS or len(caught.value.notes) > 1
