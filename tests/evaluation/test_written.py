from docgen.evaluation.term import Formula, Leaf, Term
from docgen.evaluation.written import written


def sym(name):
    return Term("leaf", text=name)


def num(text):
    return Term("number", text=text)


def size(text):
    return Term("size", text=text)


def idx(letter):
    return Term("index", text=letter)


def at(body, *indices):
    return Term("at", (body, *indices))


def plus(*parts, signs=""):
    return Term("sum", parts, signs or "+" * len(parts))


def times(*factors):
    return Term("product", factors, names=("open",) * (len(factors) - 1))


def over(above, below):
    return Term("quotient", (above, below))


def root(body):
    return Term("root", (body,))


def turned(body):
    return Term("transpose", (body,))


def total(body, letter, axis):
    return Term("reduce", (body, Term("binder", text=letter, names=(axis, "1"))), "sum")


def test_terms_as_latex():
    formula = Formula((), (Leaf("X<", "X_n", ("T", "d")),))
    texts = [
        written(term, formula)
        for term in (
            sym("X<"),
            plus(sym("X<"), num("1"), signs="-+"),
            times(num("2"), plus(sym("a"), sym("b"))),
            over(num("1"), root(size("d"))),
            turned(times(sym("a"), sym("b"))),
            at(sym("X<"), idx("i"), idx("j")),
            total(at(sym("x"), idx("i")), "i", "T"),
            Term("power", (sym("a"), num("12"))),
            Term("chain", (idx("i"), idx("j")), names=("≤",)),
            Term("product", (sym("a"), sym("b")), names=("hadamard",)),
            Term("call", (sym("a"),), "exp"),
            Term("apply", (sym("a"),), "f"),
            Term("norm", (Term("absolute", (sym("a"),)),)),
            Term("derivative", (sym("L"), sym("W"))),
            Term("join", (Term("ones"), Term("identity"), Term("constant", text="pi"))),
            Term("inverse", (sym("A"),)),
            plus(*[sym("abcdefgh")] * 9),
        )
    ]
    assert texts == [
        "X_n",
        "- X_n + 1",
        r"2 \left(a + b\right)",
        r"\frac{1}{\sqrt{d}}",
        r"\left(a b\right)^\top",
        "{X_n}_{i, j}",
        r"\sum_i x_i",
        "a^{12}",
        r"i \le j",
        r"a \odot b",
        r"\exp(a)",
        "f(a)",
        r"\||a|\|",
        r"\frac{\partial L}{\partial W}",
        r"join(\mathbf{1}, I, \pi)",
        "A^{-1}",
        "abcdefgh + abcdefgh + abcdefgh + abcdefgh + abcdefgh + abcd…",
    ]
