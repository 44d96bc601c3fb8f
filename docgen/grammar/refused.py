"""Rows: what is refused, because it has two readings or says more than can be checked."""

from __future__ import annotations

from docgen.grammar.row import Given, Refusal, both, one

N: dict[str, Given] = {"x": 2, "y": 3}
UV: dict[str, Given] = {"u": ("n", [1, 2, 3]), "v": ("n", [4, 5, 6])}
WIDE: dict[str, Given] = {
    "A": ("m, n", [[1, 2, 0], [0, 1, 3]]),
    "B": ("m, n", [[1, 1, 1], [2, 2, 2]]),
}
SQUARE: dict[str, Given] = {"A": ("n, n", [[2, 1], [0, 4]]), "v": ("n", [1, 2]), "x": 2}
_TWO = "ambiguous-latex"
_UNREAD = "unsupported-latex"
_UNBOUND = "unbound-symbol"


def _sign(keys: str, latex: str, given: dict[str, Given], why: str) -> Refusal:
    """A command that the reader knows and refuses."""
    return Refusal(one(keys), latex, given, _UNREAD, why, "refused")


def _form(written: str, latex: str, given: dict[str, Given], code: str, why: str) -> Refusal:
    return Refusal(((written,),), latex, given, code, why)


SIGNS = (
    _sign(r"\pm \mp", "y = x @ 1", N, "Two equations in one"),
    _sign(r"\sim", "x @ y", N, "A distribution is not one value"),
    _sign(r"\propto", "y @ x", N, "The constant is not said"),
    _sign(r"\in", "x @ y", N, "Sets are not read"),
    _sign(r"\mid", "x @ y", N, "Conditions of probabilities are not read"),
    _sign(r"\otimes", "u @ v", UV, "Outer or Kronecker product"),
    Refusal(
        both(r"\langle \rangle"),
        "@ u, v #",
        UV,
        _UNREAD,
        r"An inner product has a plainer spelling, `u^\top v`",
        "refused",
    ),
    _sign(r"\oplus", "u @ v", UV, "Sum, list or logic"),
    _sign(r"\div", r"x @ y", N, "How far it reaches is not said"),
    _sign(r"\%", r"y = 50 @", N, "Units are not read"),
    _sign(r"\to", r"y @ x", N, "Limit, function or assignment"),
    _sign(r"\equiv", "y @ x", N, "A definition or an identity"),
    _sign(r"\substack", r"\sum_{@{i, j}} v_i", UV, "One line says the same"),
    _sign(r"\lim", r"@ x", N, "Only what is computed can be checked"),
    _sign(r"\int", r"@ x", N, "Only what is computed can be checked"),
    Refusal(
        ((r"\middle",),),
        r"\left( x @| y \right)",
        N,
        _UNREAD,
        "A bar that opens and closes nothing",
        "sizing",
    ),
)


FORMS = (
    _form("u v", "u v", UV, _TWO, "Two vectors side by side have three products"),
    _form("|A|", "|A|", SQUARE, _TWO, "Of a matrix: the determinant, or every entry"),
    _form(r"\|A\|", r"\|A\|", SQUARE, _UNREAD, "Matrices have several norms"),
    _form(
        r"\exp(A)", r"\exp(A)", SQUARE, _TWO, "Of a square matrix: of the matrix, or of every entry"
    ),
    _form(
        r"\sqrt{A}",
        r"\sqrt{A}",
        SQUARE,
        _TWO,
        "Of a square matrix: of the matrix, or of every entry",
    ),
    _form("A^2", "A^2", WIDE, _UNREAD, "A matrix that is not square has no square"),
    _form("A / B", "A / B", WIDE, _UNREAD, "Nothing is divided by a matrix"),
    _form(
        "A + x",
        "A + x",
        SQUARE,
        _TWO,
        "Square matrix and number: times the identity, or every entry",
    ),
    _form("A + v", "A + v", SQUARE, _TWO, "Square matrix and vector: rows or columns"),
    _form(
        "X + m",
        "X + m",
        {"X": ("T, d", [[1, 2], [3, 4], [5, 6]]), "m": ("T", [1, 2, 3])},
        "shape-mismatch",
        "A vector along the first axis",
    ),
    _form(
        "A B",
        "A B",
        WIDE,
        "shape-mismatch",
        "The letters of the inner dimensions disagree",
    ),
    _form(r"A \times B", r"A \times B", WIDE, _UNREAD, "Between arrays: which product"),
    _form("A * B", "A * B", WIDE, _UNREAD, "Between arrays: which product"),
    _form("x / y x", "x / y x", N, _TWO, "What is divided by what"),
    _form(r"\log x y", r"\log x y", N, _TWO, "How far the function reaches"),
    _form(r"\log x / y", r"\log x / y", N, _TWO, "How far the function reaches"),
    _form(r"\log(x)^2", r"\log(x)^2", N, _TWO, "What is raised"),
    _form(r"\prod_i v_i x", r"\prod_i v_i x", SQUARE, _TWO, "The last factor: inside or outside"),
    _form(r"\max v", r"\max v", UV, _TWO, "Over what"),
    _form("x 2", "x 2", N, _UNREAD, "A number after a factor"),
    _form(r"\alpha_12", r"\alpha_12", {r"\alpha_1": 2}, _UNREAD, "LaTeX takes one digit only"),
    _form("1,000", "x = 1,000", N, _UNREAD, "One number or two"),
    _form("0{,}5", "x = 0{,}5", N, _UNREAD, "A decimal comma"),
    _form("z", "y = z", N, _UNBOUND, "No row declares it, and nothing binds it as an index"),
    _form("z = x", "z = x", N, _UNBOUND, "A left side that no row declares, outside of `where`"),
    _form("x'", "y = x'", N, _UNBOUND, "A prime that no row declares"),
    _form(r"x^\star", r"y = x^\star", N, _UNBOUND, "A mark that no row declares"),
    _form("x^{(l)}", "y = x^{(l)}", N, _UNBOUND, "A superscript in brackets that no row declares"),
    _form(r"\mathbb{E}", r"y = \mathbb{E}[x]", N, _UNBOUND, "An expectation is not one value"),
    _form("f(x)", "y = f(x)", N, _UNBOUND, "A function or a factor: no row says"),
    _form(
        "X^T",
        "X^T",
        {"X": ("T, d", [[1, 2], [3, 4], [5, 6]])},
        _UNREAD,
        "The letter `T` is declared",
    ),
    _form(r"\sum_x", r"\sum_x x", N, "symbol-clash", "An index that is a declared symbol too"),
    _form(
        r"p_{y_t}",
        "p_{y_t}",
        {"p": ("V", [0.5, 0.25]), "y": ("T", [1, 0])},
        _UNREAD,
        "A position whose Shape names no axis",
    ),
    _form(r"\sum_i", r"\sum_i i", N, _UNREAD, "Nothing says how far the index runs"),
    _form(
        "v_i w_i",
        r"\sum_i v_i w_i",
        {"v": ("n", [1, 2]), "w": ("m", [1, 2, 3])},
        "shape-mismatch",
        "The index runs over two axes",
    ),
    _form("v_{i+1}", r"\sum_{i=1}^{n} v_{i+1}", UV, "shape-mismatch", "The index leaves its axis"),
    _form(r"\sum_{i \in S}", r"\sum_{i \in S} v_i", UV, _UNREAD, "Sets are not read"),
    _form("x = 2 x", "x = 2 x", N, _UNREAD, "A new value in terms of the old one is no equation"),
    _form(
        "aligned, + row",
        "\\begin{aligned}\ny &= x \\\\\n&+ 1\n\\end{aligned}",
        N,
        _UNREAD,
        "A row that goes on with an operator",
    ),
    _form("(x", "y = (x", N, _UNREAD, "Brackets that do not close"),
    _form("x )", "y = x )", N, _UNREAD, "Anything that is left over"),
    _form(r"\alhpa", r"y = \alhpa x", N, _UNREAD, "A command that this page does not list"),
)
