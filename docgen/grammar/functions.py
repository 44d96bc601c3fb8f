r"""Rows: functions of one argument and big operators.

Without brackets a function takes the one name that follows: `\log x`, but not `\log x y`.
"""

from __future__ import annotations

from docgen.grammar.row import HOLDS, Given, Row, form, one

X: dict[str, Given] = {"x": 0.5}
V: dict[str, Given] = {"x": ("n", [-2.5, 0, 1.5])}
A: dict[str, Given] = {"A": ("n, n", [[2, 1], [3, 4]])}

FUNCTIONS = (
    Row(
        one(r"\exp"),
        "Exponential of a number, or of every entry",
        r"\exp(x)",
        X,
        1.6487212707001282,
    ),
    Row(one(r"\log \ln"), "Natural logarithm", "@ x", X, -0.6931471805599453),
    Row(one(r"\sin"), "Sine", r"\sin x", {"x": 1}, 0.8414709848078965),
    Row(one(r"\cos"), "Cosine", r"\cos x", {"x": 1}, 0.5403023058681398),
    form(r"\sin^k x", "Power of the value", r"\sin^2 x + \cos^2 x", {"x": 1}, 1),
    Row(one(r"\tan"), "Tangent", r"\tan x", {"x": 1}, 1.5574077246549023),
    Row(one(r"\arcsin"), "Inverse of the sine", r"6 \arcsin(x)", X, 3.141592653589793),
    Row(one(r"\arccos"), "Inverse of the cosine", r"3 \arccos(x)", X, 3.141592653589793),
    Row(one(r"\arctan arctan"), "Inverse of the tangent", "4 @(x)", {"x": 1}, 3.141592653589793),
    Row(one(r"\sinh"), "Hyperbolic sine", r"\sinh(x)", {"x": 1}, 1.1752011936438014),
    Row(one(r"\cosh"), "Hyperbolic cosine", r"\cosh(x)", {"x": 1}, 1.5430806348152437),
    Row(one(r"\tanh"), "Hyperbolic tangent", r"\tanh(x)", {"x": 1}, 0.7615941559557649),
    Row(one("erf"), "Error function", "@(x)", {"x": 1}, 0.8427007929497149),
    Row(one("expm1"), "Exponential less 1, exact near 0", "@(x)", X, 0.6487212707001282),
    Row(one("log1p"), "Logarithm of 1 + x, exact near 0", "@(x)", {"x": 1}, 0.6931471805599453),
    Row(one("sign sgn"), "Sign: -1, 0 or 1", "@(x)", V, [-1, 0, 1]),
    Row(one("floor"), "Largest whole number that is not above", "@(x)", V, [-3, 0, 1]),
    Row(one(r"\det"), "Determinant of a square matrix", r"\det(A)", A, 5),
    Row(one("tr trace"), "Sum of the diagonal", "@(A)", A, 6),
    Row(
        one("diag"),
        "Diagonal of a matrix; of a vector the matrix with that diagonal",
        "@(u)",
        {"u": ("n", [2, 3])},
        [[2, 0], [0, 3]],
    ),
    Row(one(r"\max"), "The larger, entry by entry", r"\max(0, x)", V, [0, 0, 1.5]),
    Row(one(r"\min"), "The smaller, entry by entry", r"\min(0, x)", V, [-2.5, 0, 0]),
)

REDUCTIONS = (
    Row(one(r"\sum"), "Sum over an index, to the next + or -", r"\sum_i 2 x_i", V, -2),
    form(
        r"\sum_{i=0}^{n-2}",
        "Sum between bounds; a lower bound 0 makes the index count from 0",
        r"\sum_{i=0}^{n-2} x_i",
        V,
        -2.5,
    ),
    form(
        r"\sum_{i,j}",
        "Sum over several indices",
        r"\sum_{i,j} A_{ij}",
        A,
        10,
    ),
    form(
        r"\sum_{j \ne i}",
        r"Sum where a condition holds; also `i < j`, `i \le j` and `t : y_t = v`",
        r"y_i = \sum_{j \ne i} x_j",
        {"x": ("n", [1, 2, 4]), "y": ("n", [6, 5, 3])},
        HOLDS,
    ),
    Row(one(r"\prod"), "Product over an index", r"\prod_i x_i", {"x": ("n", [2, 3, 4])}, 24),
    Row(one("mean"), "Mean over an index", "@_i x_i", {"x": ("n", [1, 2, 6])}, 3),
    Row(one(r"\max"), "Largest over an index", r"\max_i x_i", V, 1.5),
    Row(one(r"\min"), "Smallest over an index", r"\min_i x_i", V, -2.5),
    Row(
        one(r"\argmax argmax"),
        "Where the largest stands, as the page counts: here from 1",
        "@_i x_i",
        V,
        3,
    ),
    Row(one(r"\argmin argmin"), "Where the smallest stands", "@_i x_i", V, 1),
    Row(
        one("logsumexp"),
        "Logarithm of the sum of exponentials over an index",
        "@_i x_i",
        {"x": ("n", [1, 1])},
        1.6931471805599454,
    ),
)
