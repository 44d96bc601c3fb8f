"""Rows: relations, and how one formula holds several equations."""

from __future__ import annotations

from docgen.grammar.row import HOLDS, Given, Row, form, one

Y: dict[str, Given] = {"x": 2, "y": 6}
V: dict[str, Given] = {"x": ("n", [1, 2, 3])}
YZ: dict[str, Given] = {"x": 2, "y": 6, "z": 36}

RELATIONS = (
    Row(one("="), "Both sides are equal up to rounding", "y = 3 x", Y, HOLDS),
    form("a = b = c", "A chain: neighbours are compared", "y = 3 x = x + 4", Y, HOLDS),
    Row(
        one(r"\approx"),
        "Equal within the `tolerance` of the fence: here 1 %",
        r"y \approx 2.98 x",
        Y,
        HOLDS,
        tolerance=0.01,
    ),
    Row(
        one(r"\leftarrow \gets \coloneqq"),
        "A new value; the right side reads the symbols as they were before",
        "y @ 3 x",
        Y,
        HOLDS,
    ),
    form(":=", "The same", "y := 3 x", Y, HOLDS),
    Row(one(r"< \lt"), "Less", r"\mathbb{1}[x @ 2]", V, [1, 0, 0]),
    Row(one(r"> \gt"), "Greater", r"\mathbb{1}[x @ 2]", V, [0, 0, 1]),
    Row(one(r"\le \leq \leqslant"), "Less or equal", r"\mathbb{1}[x @ 2]", V, [1, 1, 0]),
    Row(one(r"\ge \geq \geqslant"), "Greater or equal", r"\mathbb{1}[x @ 2]", V, [0, 1, 1]),
    Row(one(r"\ne \neq"), "Not equal", r"\mathbb{1}[x @ 2]", V, [1, 0, 1]),
    form(r"|x| \le 3", "A bound: weaker than an equation", r"|x| \le 3", {"x": -2}, HOLDS),
)

SEVERAL = (
    Row(one(r"\quad \qquad"), "Between two equations", r"y = 3 x, @ z = y^2", YZ, HOLDS),
    Row(
        one(r"\Rightarrow \implies \Longrightarrow"),
        "Two equations; both are checked, that one follows is not",
        "y = 3 x @ z = y^2",
        YZ,
        HOLDS,
    ),
    Row(
        one("aligned"),
        "An equation each row; a row that starts with a relation goes on with the one above",
        r"\begin{@} y &= 3 x \\ &= x + 4 \\ z &= y^2 \end{@}",
        YZ,
        HOLDS,
        kind="environment",
    ),
    Row(
        (("where",),),
        "Defines names that have no row, or letters",
        r"z = s^2 \quad \text{@} \quad s = 3 x",
        {"x": 2, "z": 36},
        HOLDS,
        kind="word",
    ),
    Row(
        (("for",), ("for all",), ("for every",), ("for each",), ("if",), ("when",), ("with",)),
        "Limits the indices of the equation",
        r"A_{ij} = 0 \quad \text{@} \quad j < i",
        {"A": ("n, n", [[2, 1], [0, 4]])},
        HOLDS,
        kind="word",
    ),
    Row((("and",),), "Another equation", r"y = 3 x \text{ @ } z = y^2", YZ, HOLDS, kind="word"),
    Row(
        (("so",), ("hence",)),
        "Another equation, which follows",
        r"y = 3 x \text{ @ } z = y^2",
        YZ,
        HOLDS,
        kind="word",
    ),
    Row(
        one(r"\dots \ldots \cdots \dotsc \dotsb"),
        "The terms between two that are written out, in lists and ranges",
        r"y_i = 2 x_i, \quad i = 1, @, n",
        {"x": ("n", [1, 2]), "y": ("n", [2, 4])},
        HOLDS,
    ),
)
