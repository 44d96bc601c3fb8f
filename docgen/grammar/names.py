"""Rows: letters, fonts and decorations, which make names, and names that mean something."""

from __future__ import annotations

from docgen.grammar.row import Given, Row, form, one

LETTERS = (
    r"\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa"
    r" \lambda \mu \nu \xi \rho \varrho \sigma \varsigma \tau \upsilon \phi \varphi \chi \psi"
    r" \omega \varpi \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega"
    r" \ell \hbar \nabla"
)

NAMES = (
    form(
        "W_1",
        "A subscript belongs to the name that is declared with it",
        "W_1 + W_2",
        {"W_1": 2, "W_2": 5},
        7,
    ),
    form(
        "dX_1",
        "Of the declared names that fit, the longest is taken",
        "dX_1 + X_1",
        {"dX_1": 5, "X_1": 1},
        6,
    ),
    form("x^{(l)}", "A superscript in brackets, if declared", "2 x^{(l)}", {"x^{(l)}": 3}, 6),
    form("x'", "A prime, if declared", "2 x'", {"x'": 3}, 6),
    Row(one(LETTERS), "Letters, each a name of its own", "2 @", {"@": 3}, 6),
    Row(
        one(r"\mathrm \operatorname \operatorname* \text \textrm"),
        "Upright: a name of several letters, one name in all these spellings",
        "2 @{in}",
        {r"\mathrm{in}": 3},
        6,
        kind="font",
    ),
    Row(one(r"\mathbf \boldsymbol \bm"), "Bold", "2 @{W}", {r"\mathbf{W}": 3}, 6, kind="font"),
    Row(one(r"\mathcal \mathscr"), "Script", "2 @{L}", {r"\mathcal{L}": 3}, 6, kind="font"),
    Row(one(r"\mathbb"), "Double-struck", "2 @{H}", {r"\mathbb{H}": 3}, 6, kind="font"),
    Row(one(r"\mathfrak"), "Fraktur", "2 @{g}", {r"\mathfrak{g}": 3}, 6, kind="font"),
    Row(one(r"\mathtt \texttt"), "Typewriter", "2 @{lr}", {r"\mathtt{lr}": 3}, 6, kind="font"),
    Row(one(r"\mathsf"), "Sans serif", "2 @{W}", {r"\mathsf{W}": 3}, 6, kind="font"),
    Row(
        one(r"\mathit \textit"),
        "Italic; a single letter is the letter itself",
        "2 @{W}",
        {"W": 3},
        6,
        kind="font",
    ),
    Row(one(r"\hat \widehat"), "A decorated name", "2 @{x}", {r"\hat{x}": 3}, 6),
    Row(one(r"\tilde \widetilde"), "A decorated name", "2 @{x}", {r"\tilde{x}": 3}, 6),
    Row(
        one(r"\bar \overline \underline \vec \dot \ddot \check \breve \mathring"),
        "Decorations; with each of them the name is another one",
        "2 @{x}",
        {"@{x}": 3, "x": 100},
        6,
    ),
    Row(
        one(r"\star \ast \dagger \ddagger \bullet \prime \perp"),
        "Marks above a name, if declared; with each of them the name is another one",
        "2 x^@",
        {"x^@": 3, "x": 100},
        6,
    ),
)

A: dict[str, Given] = {"A": ("n, n", [[2, 1], [3, 4]])}

BUILT_IN = (
    Row(one(r"\pi"), "The number π", r"2 \pi", {}, 6.283185307179586),
    form("e", "Euler's number", "e^x", {"x": 1}, 2.718281828459045),
    Row(
        one(r"\infty"),
        "Infinity, such as in a mask",
        r"\exp(-\infty)",
        {},
        0,
    ),
    form(
        "I", "Identity matrix; `I_n` where nothing tells its size", "A + 2 I", A, [[4, 1], [3, 6]]
    ),
    form(
        r"\mathbf{1}",
        r"Column of ones; `\mathbf{1}_n` where nothing tells its length",
        r"\mathbf{1}^\top X",
        {"X": ("T, d", [[1, 2], [3, 4], [5, 6]])},
        [9, 12],
    ),
    form(
        r"\mathbb{1}[\ldots]",
        r"Indicator: 1 where the condition holds, else 0; also `\mathbf{1}\{\ldots\}`",
        r"\mathbb{1}[x > 0] \odot x",
        {"x": ("n", [-1, 2, 3])},
        [0, 2, 3],
    ),
    Row(
        one(r"\delta"),
        "1 where its two indices are equal, else 0",
        r"A_{ij} - \delta_{ij}",
        A,
        [[1, 1], [3, 3]],
    ),
    Row(
        one(r"\partial"),
        "Derivative of one symbol by another, taken on the code with central differences",
        r"\frac{\partial L}{\partial x} + 1",
        {"L": 14, "x": ("n", [1, 2, 3])},
        [3, 5, 7],
        slopes={("L", "x"): [2, 4, 6]},
    ),
)
