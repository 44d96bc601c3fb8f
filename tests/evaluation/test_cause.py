import numpy as np
import pytest

from docgen.evaluation.cause import causes
from docgen.evaluation.term import Formula, Leaf, Range, Statement, Term


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


def equation(right, *leaves, left=None, free=(), **more):
    statement = Statement((left or sym("y"), right), ("=",), free=free)
    return Formula((statement,), leaves, **more)


def leaves(**shapes):
    return tuple(Leaf(name, name, shape) for name, shape in shapes.items())


def found(formula, **values):
    return causes(formula, 0, {name: np.asarray(value) for name, value in values.items()})


rng = np.random.default_rng(0)
Q, K = rng.normal(size=(2, 3, 2))
A = rng.normal(size=(3, 3))
B = rng.normal(size=(3, 3))
b = np.asarray([0.3, -1.2, 0.7])
SCORES = leaves(y=("T", "T"), Q=("T", "d_k"), K=("T", "d_k"))
SUM = leaves(y=("n", "n"), A=("n", "n"), B=("n", "n"))


def test_a_missing_root_is_named_by_the_ratio():
    formula = equation(over(times(sym("Q"), turned(sym("K"))), size("d_k")), *SCORES)
    assert found(formula, Q=Q, K=K, y=Q @ K.T / np.sqrt(2)) == (
        r"code / equation is everywhere 1.4142, that is sqrt(d_k): is a \sqrt missing?",
    )


def test_a_root_too_many_is_found_by_dropping_it():
    formula = equation(over(times(sym("Q"), turned(sym("K"))), root(size("d_k"))), *SCORES)
    assert found(formula, Q=Q, K=K, y=Q @ K.T / 2) == (
        r"it holds without the root: `\sqrt{d_k}`",
        r"code / equation is everywhere 0.7071, that is 1/sqrt(d_k): is a \sqrt missing?",
    )


def test_another_length():
    formula = equation(over(sym("X"), size("T")), *leaves(y=("T", "d"), X=("T", "d")))
    X = rng.normal(size=(5, 7))
    assert found(formula, X=X, y=X / 7) == (
        "it holds with d for T",
        "code / equation is everywhere 0.7143, that is T/d: is a factor missing?",
    )


def test_a_missing_mean_is_named_by_its_length():
    formula = equation(
        total(at(sym("X"), idx("i"), idx("j")), "i", "T"),
        *leaves(y=("d",), X=("T", "d")),
        left=at(sym("y"), idx("j")),
        free=(Range("j", "d"),),
    )
    X = rng.normal(size=(5, 7))
    assert found(formula, X=X, y=X.mean(0)) == (
        "code / equation is everywhere 0.2000, that is 1/T: is a factor missing?",
    )


def test_opposite_signs():
    formula = equation(plus(sym("A"), sym("B")), *SUM)
    assert found(formula, A=A, B=B, y=-A - B) == ("code and equation have opposite signs",)
    one = Statement((sym("y"), sym("A")), ("=",), is_property=True)
    assert found(Formula((one,), SUM), A=A, B=B, y=-A) == (
        "left side and right side have opposite signs",
    )


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (A, "it holds without the term `B`"),
        (A - B, "it holds with the other sign of `B`"),
        (A + 2 * B, "it holds with the term `B` twice"),
        (A + B.T, "it holds with `B` transposed"),
    ],
)
def test_one_term_is_wrong(code, sentence):
    assert found(equation(plus(sym("A"), sym("B")), *SUM), A=A, B=B, y=code) == (sentence,)


def test_the_right_side_is_transposed():
    formula = equation(times(sym("A"), sym("B")), *SUM)
    assert found(formula, A=A, B=B, y=(A @ B).T)[0] == (
        r"it holds with the right side transposed: is a `^\top` missing or too many?"
    )


def test_shapes_that_do_not_fit_may_fit_transposed():
    formula = equation(times(sym("Q"), turned(sym("K"))), *leaves(y=("n", "m"), **OTHER))
    P = rng.normal(size=(5, 2))
    assert found(formula, Q=P, K=K, y=(P @ K.T).T)[0] == (
        r"it holds with the right side transposed: is a `^\top` missing or too many?"
    )


OTHER = {"Q": ("m", "d"), "K": ("n", "d")}


def test_rows_for_columns():
    formula = equation(
        over(total(at(sym("A"), idx("i"), idx("j")), "i", "n"), size("n")),
        *leaves(y=("n",), A=("n", "n")),
        left=at(sym("y"), idx("j")),
        free=(Range("j", "n"),),
    )
    assert found(formula, A=A, y=A.mean(1))[0] == (
        "it holds with the indices `i` and `j` exchanged"
    )


def test_a_term_that_is_left_out():
    formula = equation(
        times(sym("X"), sym("W")),
        *leaves(y=("T", "F"), X=("T", "d"), W=("d", "F")),
        sizing=leaves(b=("F",)),
    )
    X, W = rng.normal(size=(4, 2)), rng.normal(size=(2, 3))
    assert found(formula, X=X, W=W, b=b, y=X @ W + b) == (
        "it holds with `b` added: is a term missing?",
    )
    assert found(formula, X=X, W=W, b=b, y=X @ W - b) == (
        "it holds with `b` subtracted: is a term missing?",
    )


def test_a_difference_that_is_the_same_everywhere():
    formula = equation(times(sym("A"), sym("B")), *SUM)
    assert found(formula, A=A, B=B, y=A @ B + 0.25) == ("code - equation is everywhere 0.25",)


def test_a_ratio_without_a_name_is_said_for_more_than_one_entry():
    formula = equation(sym("A"), *SUM)
    assert found(formula, A=A, B=B, y=1.2345 * A) == ("code / equation is everywhere 1.2345",)
    single = equation(sym("a"), *leaves(y=(), a=()))
    assert found(single, a=0.7, y=0.7 * 1.2345) == ()


def test_nothing_is_said_of_what_nothing_explains_or_of_what_holds():
    formula = equation(times(sym("A"), sym("B")), *SUM)
    assert found(formula, A=A, B=B, y=np.cos(A @ B)) == ()
    assert found(formula, A=A, B=B, y=A @ B) == ()


def test_an_equation_without_symbols_has_causes_as_well():
    pair = Formula((Statement((num("2"), num("6")), ("=",)),), ())
    assert causes(pair, 0, {}) == (
        "code / equation is everywhere 0.3333, that is 1/3: is a factor missing?",
    )


@pytest.mark.parametrize("odd", ["text", None, 2j, object(), [[1.0], [2.0, 3.0]]])
def test_a_value_that_is_no_number_explains_nothing(odd):
    formula = equation(sym("A"), *SUM, *leaves(s=None))
    values = {"A": A, "B": B, "y": 3 * A, "s": odd}
    assert causes(formula, 0, values) == (
        "code / equation is everywhere 3.0000, that is n: is a factor missing?",
    )


def test_the_disagreeing_neighbours_of_a_chain():
    statement = Statement((sym("y"), sym("A"), plus(sym("A"), sym("B"))), ("=", "="))
    assert found(Formula((statement,), SUM), A=A, B=B, y=A) == ("it holds without the term `B`",)


def test_at_most_three_sentences():
    eye = np.eye(3)
    formula = equation(plus(sym("A"), sym("B"), sym("A"), sym("B")), *SUM)
    assert len(found(formula, A=eye, B=eye, y=eye)) <= 3
