"""Rows: brackets and bars, case distinctions, matrices and lists, and what only moves ink."""

from __future__ import annotations

from docgen.grammar.row import Given, Row, both, form, one

X: dict[str, Given] = {"x": 2, "y": 3}
V: dict[str, Given] = {"v": ("n", [3, -4])}
A: dict[str, Given] = {"A": ("m, n", [[1, 2, 2], [0, 4, 0]])}

DELIMITERS = (
    Row(
        (("(", ")"), ("[", "]"), (r"\lbrack", r"\rbrack")),
        "Brackets; all mean the same",
        "2 @x + y#",
        X,
        10,
    ),
    Row(
        ((r"\{", r"\}"), (r"\lbrace", r"\rbrace")),
        "Brackets of a function or an indicator",
        r"\max@x, y#",
        X,
        3,
    ),
    Row(
        (("|",), (r"\vert",)), "Absolute value of a number or of an entry, `|v_i|`", "@x - y@", X, 1
    ),
    Row(both(r"\lvert \rvert"), "Absolute value", "@x - y#", X, 1),
    Row((("\\|",), (r"\Vert",)), "Norm of a vector: root of the sum of squares", "@v@", V, 5),
    Row(both(r"\lVert \rVert"), "Norm of a vector", "@v#", V, 5),
    form(r"\|v\|_1", "Sum of the absolute values", r"\|v\|_1", V, 7),
    form(r"\|v\|_2", "The same as without a number", r"\|v\|_2", V, 5),
    form(r"\|v\|_\infty", "Largest absolute value", r"\|v\|_\infty", V, 4),
    form(r"\|A\|_F", "Norm of a matrix: root of the sum of squares", r"\|A\|_F", A, 5),
    Row(
        both(r"\lfloor \rfloor"), "Largest whole number that is not above", r"@\tfrac{x}{y}#", X, 0
    ),
    Row(both(r"\lceil \rceil"), "Smallest whole number that is not below", r"@\tfrac{x}{y}#", X, 1),
)

BLOCKS = (
    Row(
        one("cases"),
        "The value of the first row whose condition holds, entry by entry",
        r"\begin{@} x & x > 0 \\ 0 & \text{otherwise} \end{@}",
        {"x": ("n", [-1, 0, 2])},
        [0, 0, 2],
        kind="environment",
    ),
    Row(
        one("matrix pmatrix bmatrix"),
        "A matrix of numbers, or of blocks",
        r"\begin{@} x & y \\ 0 & 1 \end{@}",
        X,
        [[2, 3], [0, 1]],
        kind="environment",
    ),
    form(
        "[u, v]",
        "A list: vectors one after the other, matrices side by side",
        "[u, v]",
        {"u": ("m", [1, 2, 3]), "v": ("n", [4, 5])},
        [1, 2, 3, 4, 5],
    ),
    form(
        "[A; B]",
        "Matrices one below the other",
        "[A; B]",
        {"A": ("m, n", [[1, 2]]), "B": ("k, n", [[3, 4], [5, 6]])},
        [[1, 2], [3, 4], [5, 6]],
    ),
    form(
        r"\operatorname{Concat}(u, v)",
        "The same as a list in square brackets",
        r"\operatorname{Concat}(u, v)",
        {"u": ("m", [1, 2, 3]), "v": ("n", [4, 5])},
        [1, 2, 3, 4, 5],
    ),
    form(
        r"[x_1, \dots, x_n]",
        "A list with the terms between two that are written out",
        r"[x_1^2, \dots, x_n^2]",
        {"x": ("n", [1, 2, 3])},
        [1, 4, 9],
    ),
)

_SIZES = ("big", "Big", "bigg", "Bigg")

INK = (
    Row(both(r"\left \right"), "Sizes a delimiter", r"@( \frac{x}{2} #) y", X, 3, kind="sizing"),
    Row(
        tuple((rf"\{size}l", rf"\{size}r") for size in _SIZES),
        "Sizes a delimiter",
        "@( x #) y",
        X,
        6,
        kind="sizing",
    ),
    Row(
        tuple((rf"\{size}",) for size in _SIZES),
        "Sizes a delimiter",
        "@( x @) y",
        X,
        6,
        kind="sizing",
    ),
    Row(
        tuple((rf"\{size}m",) for size in _SIZES),
        "Sizes a bar",
        "@| x @| y",
        X,
        6,
        kind="sizing",
    ),
    Row(
        (
            *one(r"\, \; \: \! \>"),
            ("\\ ",),
            ("\\\n",),
            *one(r"\thinspace \medspace \thickspace \negthinspace"),
        ),
        "Space; means nothing",
        "x @ y",
        X,
        6,
        kind="spacing",
    ),
    Row(
        one(r"\displaystyle \textstyle \scriptstyle"),
        "Size of the formula; means nothing",
        r"@ \frac{x}{2} y",
        X,
        3,
        kind="spacing",
    ),
    Row(
        one(r"\limits \nolimits"),
        "Where bounds are set; means nothing",
        r"\sum@_{i=1}^{n} v_i",
        V,
        -1,
        kind="spacing",
    ),
    form(
        r"\phantom{z}",
        r"Space as wide as its argument; `\hphantom` and `\vphantom` too",
        r"x \phantom{z} y",
        X,
        6,
    ),
)
