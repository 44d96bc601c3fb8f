"""Rows: numbers, products, quotients, powers, transposes and entries of arrays."""

from __future__ import annotations

from docgen.grammar.row import HOLDS, Given, Row, form, one

X: dict[str, Given] = {"x": 9}
U_V: dict[str, Given] = {"u": ("n", [1, 2, 3]), "v": ("n", [4, 5, 6])}
A_X: dict[str, Given] = {"A": ("m, n", [[1, 2, 0], [0, 1, 3]]), "x": ("n", [1, 2, 3])}
A_B: dict[str, Given] = {
    "A": ("m, n", [[1, 2], [3, 4], [5, 6]]),
    "B": ("m, n", [[2, 0], [1, 1], [0, 3]]),
}
SQUARE: dict[str, Given] = {"A": ("n, n", [[2, 1], [0, 4]])}

ARITHMETIC = (
    form(
        "48{,}512.5", "A number; groups of three digits may be set off", "48{,}512.5", {}, 48512.5
    ),
    Row(one("+"), "Sum of equal shapes, or of an array and a number", "x + 2", X, 11),
    form(
        "X + b",
        "A vector is added to every row of a matrix that is not square; the page notes it",
        "X + b",
        {"X": ("T, d", [[1, 2], [3, 4], [5, 6]]), "b": ("d", [10, 20])},
        [[11, 22], [13, 24], [15, 26]],
    ),
    Row(one("-"), "Difference, or the opposite sign", "2 - x", X, -7),
    form(
        "A x", "Side by side: product of numbers, or of matrices and vectors", "A x", A_X, [5, 11]
    ),
    Row(one(r"\cdot"), "Product; of two vectors the dot product", r"u \cdot v", U_V, 32),
    Row(one(r"\times"), "Product where one side is a number", r"2 \times x", X, 18),
    Row(one("*"), "Product where one side is a number", "2 * x", X, 18),
    Row(one(r"\odot"), "Product entry by entry", r"A \odot B", A_B, [[2, 0], [3, 4], [0, 18]]),
    Row(one(r"\circ"), "Product entry by entry, between arrays", r"u \circ v", U_V, [4, 10, 18]),
    Row(
        one(r"\circ"),
        "Composition, between functions",
        r"f(x) = x + 1, \quad g(x) = 2 x, \quad (f \circ g)(5)",
        {"f(x)": "function", "g(x)": "function"},
        11,
    ),
    Row(one("/"), "Quotient; `a/b/c` is read from the left", "x / 2 / 3", X, 1.5),
    Row(one(r"\frac \dfrac \tfrac"), "Quotient", r"@{x}{2}", X, 4.5),
    Row(one(r"\sqrt"), "Square root of a number, or of every entry", r"\sqrt{x}", X, 3),
    form(r"\sqrt[n]{x}", "Root of another degree", r"\sqrt[3]{x}", {"x": 8}, 2),
    form(
        "x^k",
        "Power of a number; of a vector, entry by entry",
        "x^2",
        {"x": ("n", [1, 2, 3])},
        [1, 4, 9],
    ),
    form("A^k", "Power of a square matrix: the matrix product", "A^2", SQUARE, [[4, 6], [0, 16]]),
    form(
        r"x^{-1}",
        "Reciprocal of a number; inverse of a square matrix",
        "A^{-1}",
        SQUARE,
        [[0.5, -0.125], [0, 0.25]],
    ),
    Row(one(r"\top \intercal"), "Transpose", "A^@", A_B, [[1, 3, 5], [2, 4, 6]]),
    form(
        r"A^{\mathsf{T}}",
        r"Transpose; `\mathrm{T}` too, and `T` where no `T` is declared",
        r"A^{\mathsf{T}}",
        A_B,
        [[1, 3, 5], [2, 4, 6]],
    ),
    form(
        r"A^{-\top}", "Transpose of the inverse", r"A^{-\top}", SQUARE, [[0.5, 0], [-0.125, 0.25]]
    ),
    form(r"u^\top v", "Row times column: the dot product", r"u^\top v", U_V, 32),
    form(
        r"u v^\top",
        "Column times row: the outer product",
        r"u v^\top",
        {"u": ("m", [1, 2]), "v": ("n", [4, 5, 6])},
        [[4, 5, 6], [8, 10, 12]],
    ),
)

INDICES = (
    form(
        "x_i",
        "An entry; a letter that is free holds for all its values",
        "x_i + 1",
        U_X := {"x": ("n", [1, 2, 3])},
        [2, 3, 4],
    ),
    form("x_2", "An entry at a number, which counts as the page does: here from 1", "x_2", U_X, 2),
    form(
        "A_{ij}",
        "An entry of a matrix; also `A_{i,j}`",
        "A_{ij} + j",
        A_B,
        [[2, 4], [4, 6], [6, 8]],
    ),
    form("A_i", "A row: fewer indices than axes read the leading ones", "A_2", A_B, [3, 4]),
    form(
        "x_{i+1}",
        "Arithmetic in an index",
        r"x_{i+1} - x_i, \quad i = 1, \dots, n - 1",
        {"x": ("n", [1, 4, 9])},
        [3, 5],
    ),
    form(
        "p_{y_t}",
        "An entry at a position, which the Shape declares as `(T,) in V` and which counts from 0",
        "p_{y_t}",
        {"p": ("V", [0.5, 0.25, 0.125]), "y": ("T in V", [2, 0])},
        [0.125, 0.5],
    ),
    form(
        r"i = 1, \dots, n",
        "The range of a free index",
        r"y_i = 2 x_i, \quad i = 1, \dots, n - 1",
        {"x": ("n", [1, 2, 3]), "y": ("n", [2, 4, 7])},
        HOLDS,
    ),
    form(
        r"i = 0, 2, \dots, n",
        "A range with a step; one that starts at 0 counts from 0",
        r"y_i = 2 x_i, \quad i = 0, 2, \dots, n - 1",
        {"x": ("n", [1, 2, 3]), "y": ("n", [2, 5, 6])},
        HOLDS,
    ),
    form(
        "j < i",
        "A condition on free indices: elsewhere nothing is compared",
        r"A_{ij} = 0, \quad j < i",
        SQUARE,
        HOLDS,
    ),
)
