r"""Functions that equations define, and functions that are code."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.term import (
    Definition,
    Formula,
    Leaf,
    Problem,
    Range,
    Signature,
    Statement,
    Term,
)
from tests.evaluation.reading import holds, problem, right, run

GELU = r"\operatorname{gelu}(x)"
GELU_IS = (
    r"\operatorname{gelu}(x) = \frac{1}{2} x \left(1 + \tanh\left(\sqrt{\frac{2}{\pi}} "
    r"\left(x + 0.044715 x^3\right)\right)\right), \qquad "
)


def gelu(x: np.ndarray, constant: float = np.sqrt(2 / np.pi)) -> np.ndarray:
    return np.asarray(0.5 * x * (1 + np.tanh(constant * (x + 0.044715 * x**3))))


@pytest.mark.parametrize("shape", ["(T, F)", "(…)", "(…, F)"])
def test_a_function_of_a_number_runs_over_every_axis(shape: str) -> None:
    z = np.random.default_rng(0).normal(size=(3, 5))
    rows = {"A": shape, "z": shape, GELU: "() to ()"}
    latex = GELU_IS + r"A = \operatorname{gelu}(z)"
    assert holds(latex, rows, {"A": gelu(z), "z": z})
    assert not holds(latex, rows, {"A": gelu(z, 0.7979), "z": z})


def leaf(name: str) -> Term:
    return Term("leaf", text=name)


def index(letter: str) -> Term:
    return Term("index", text=letter)


def parameter(name: str) -> Term:
    return Term("parameter", text=name)


def entry(body: Term, *letters: str) -> Term:
    return Term("at", (body, *map(index, letters)))


def summed(body: Term, letter: str, axis: str) -> Term:
    return Term("reduce", (body, Term("binder", text=letter, names=(axis, "1"))), "sum")


def applied(key: str, *args: Term, along: tuple[str, ...] = ()) -> Term:
    return Term("apply", args, key, along)


TOTAL = summed(entry(parameter("x"), "j"), "j", "n")
# x minus its mean: x - 1/n sum_j x_j
CENTRED = Definition(
    "centred",
    ("x",),
    (("n",),),
    Term(
        "sum",
        (
            parameter("x"),
            Term(
                "quotient", (summed(entry(parameter("x"), "j"), "j", "n"), Term("size", text="n"))
            ),
        ),
        "+-",
    ),
)
X = np.random.default_rng(1).normal(size=(3, 4))


def equation(left: Term, right_side: Term, *free: Range, **more: object) -> Formula:
    leaves = (Leaf("Y", "Y", ("T", "d")), Leaf("X", "X", ("T", "d")))
    statement = Statement((left, right_side), ("=",), free)
    return Formula((statement,), leaves, **more)  # type: ignore[arg-type]


ROWS_MINUS_MEAN = X - X.mean(1, keepdims=True)
COLUMNS_MINUS_MEAN = X - X.mean(0)


def test_a_function_of_a_vector_runs_over_rows() -> None:
    made = equation(leaf("Y"), applied("centred", leaf("X")), definitions=(CENTRED,))
    outcome = evaluate(made, 0, {"X": X, "Y": ROWS_MINUS_MEAN})
    assert (outcome.problem, outcome.shape) == (None, (3, 4))
    assert outcome.ratio <= 1
    assert outcome.notes == ("a function of fewer axes runs over the leading axes of its argument",)


@pytest.mark.parametrize(("letter", "values"), [("j", ROWS_MINUS_MEAN), ("t", COLUMNS_MINUS_MEAN)])
def test_a_function_along_an_index(letter: str, values: np.ndarray) -> None:
    # The function binds `j` itself: it is another j than the one of its argument.
    free = (Range("t", "T"), Range("j", "d"))
    call = applied("centred", entry(leaf("X"), "t", "j"), along=(letter,))
    made = equation(entry(leaf("Y"), "t", "j"), call, *free, definitions=(CENTRED,))
    outcome = evaluate(made, 0, {"X": X, "Y": values})
    assert outcome.problem is None
    assert outcome.ratio <= 1


@pytest.mark.parametrize(("inner", "outer"), [(0, 1), (1, 0)])
def test_a_function_counts_from_its_own_base(inner: int, outer: int) -> None:
    # x_1 is the first entry, or the second; s counts from the base of its own page.
    first = Term("at", (parameter("x"), Term("number", text="1")))
    of_first = Definition("first", ("x",), (("n",),), first, base=inner)
    side = Term("product", (applied("first", leaf("x")), Term("at", (leaf("x"), index("j")))))
    free = (Range("j", "n", outer),)
    statement = Statement((entry(leaf("s"), "j"), side), ("=",), free)
    leaves = (Leaf("s", "s", ("n",)), Leaf("x", "x", ("n",)))
    made = Formula((statement,), leaves, (of_first,), base=outer)
    x = np.array([2.0, 3.0, 5.0])
    outcome = evaluate(made, 0, {"x": x, "s": x * x[1 - inner]})
    assert (outcome.problem, outcome.ratio) == (None, 0.0)


def test_an_index_of_the_argument_is_not_the_one_that_the_function_binds() -> None:
    free = (Range("j", "T"),)
    call = applied("centred", entry(leaf("X"), "j"))
    made = equation(entry(leaf("Y"), "j"), call, *free, definitions=(CENTRED,))
    outcome = evaluate(made, 0, {"X": X, "Y": ROWS_MINUS_MEAN})
    assert outcome.problem is None
    assert outcome.ratio <= 1


def test_functions_of_functions_and_recursion() -> None:
    twice = Definition(
        "twice", ("v",), (("n",),), applied("centred", applied("centred", parameter("v")))
    )
    made = equation(leaf("Y"), applied("twice", leaf("X")), definitions=(twice, CENTRED))
    outcome = evaluate(made, 0, {"X": X, "Y": ROWS_MINUS_MEAN})
    assert outcome.problem is None
    assert outcome.ratio <= 1
    one = Definition("one", ("v",), (("n",),), applied("two", parameter("v")))
    two = Definition("two", ("v",), (("n",),), applied("one", parameter("v")))
    made = equation(leaf("Y"), applied("one", leaf("X")), definitions=(one, two))
    found = evaluate(made, 0, {"X": X, "Y": X}).problem
    assert found is not None
    assert (found.code, found.message) == (
        "unsupported-latex",
        "a function that is defined by itself",
    )


def test_sizes_within_a_function_are_those_of_its_argument() -> None:
    leaves = (Leaf("a", "a", ("n",)), Leaf("b", "b", ("m",)), Leaf("s", "s", ("m",)))
    statement = Statement((leaf("s"), applied("centred", leaf("b"))), ("=",))
    made = Formula((statement,), leaves, (CENTRED,))
    b = np.array([1.0, 2.0, 6.0])
    outcome = evaluate(made, 0, {"a": np.zeros(7), "b": b, "s": b - 3})
    assert (outcome.problem, outcome.ratio) == (None, 0.0)


def test_one_argument_and_one_entry_are_said_as_one() -> None:
    pair = Definition("pair", ("u", "v"), (("n",), ("n",)), parameter("u"))
    sized = Definition("sized", ("u",), (("3",),), parameter("u"))
    leaves = (Leaf("s", "s", ("n",)),)
    told = []
    for call, definition in (
        (applied("centred", leaf("s"), leaf("s")), CENTRED),
        (applied("pair", leaf("s")), pair),
        (applied("sized", leaf("s")), sized),
    ):
        statement = Statement((leaf("s"), call), ("=",))
        found = evaluate(Formula((statement,), leaves, (definition,)), 0, {"s": np.ones(1)})
        assert found.problem is not None
        told.append((found.problem.code, found.problem.message))
    assert told == [
        ("shape-mismatch", "a function of 1 argument gets 2"),
        ("shape-mismatch", "a function of 2 arguments gets 1"),
        ("shape-mismatch", "an argument has the size 1 along `3`"),
    ]


def test_an_argument_of_too_few_axes() -> None:
    statement = Statement((leaf("s"), applied("centred", leaf("s"))), ("=",))
    made = Formula((statement,), (Leaf("s", "s", ()),), (CENTRED,))
    assert evaluate(made, 0, {"s": 1.0}).problem == Problem(
        "shape-mismatch", "an argument of shape (), and the function takes (n,)"
    )


def opaque(
    function: Callable[..., object],
    signature: Signature,
    *args: Term,
    values: dict[str, object],
    along: tuple[str, ...] = (),
) -> object:
    statement = Statement((applied("f", *args, along=along),), ())
    leaves = tuple(Leaf(name, name) for name in values)
    made = Formula((statement,), leaves, (), (signature,))
    found = side(made, 0, 0, values, {"f": function})
    return found if isinstance(found, Problem) else found.data.tolist()


def test_code_gets_all_axes_or_as_many_as_are_declared() -> None:
    seen: list[tuple[int, ...]] = []

    def f(x: np.ndarray) -> np.ndarray:
        seen.append(np.shape(x))
        return np.asarray(x * 2)

    values: dict[str, object] = {"x": np.ones((2, 3))}
    assert opaque(f, Signature("f", "f"), leaf("x"), values=values) == [[2.0] * 3] * 2
    assert seen == [(2, 3)]
    seen.clear()
    rows = Signature("f", "f", (("d",),), ("d",))
    assert opaque(f, rows, leaf("x"), values=values) == [[2.0] * 3] * 2
    assert seen == [(3,), (3,)]


def test_code_is_called_for_every_value_of_a_hidden_index() -> None:
    rows = {"Y": "(T, d)", "X": "(T, d)", r"\operatorname{f}(x)": "(d,) to (d,)"}
    calls: list[float] = []

    def f(x: np.ndarray) -> np.ndarray:
        calls.append(float(x[0]))
        return np.asarray(x - x.mean())

    functions = {r"\operatorname{f}(x)": f}
    latex = r"Y_t = \operatorname{f}(X_t)"
    assert holds(latex, rows, {"X": X, "Y": ROWS_MINUS_MEAN}, functions=functions)
    assert calls == X[:, 0].tolist()
    assert not holds(latex, rows, {"X": X, "Y": COLUMNS_MINUS_MEAN}, functions=functions)


def test_the_bound_of_code_is_a_guess() -> None:
    rows = {"y": "(d,)", "x": "(d,)", r"\operatorname{f}(x)": "(d,) to (d,)"}
    found = right(
        r"y = \operatorname{f}(x)",
        rows,
        {"x": np.array([1.0, -2.0])},
        functions={r"\operatorname{f}(x)": lambda x: 3 * x},
    )
    assert found.error.tolist() == [12.0, 24.0]


def test_code_may_change_its_arguments_and_use_whole_numbers() -> None:
    def f(x: np.ndarray, ids: np.ndarray) -> np.ndarray:
        x += 1
        return np.asarray(x[ids])

    x = np.array([1.0, 2.0, 3.0])
    values: dict[str, object] = {"x": x, "i": np.array([2, 0])}
    assert opaque(f, Signature("f", "f"), leaf("x"), leaf("i"), values=values) == [4.0, 2.0]
    assert x.tolist() == [1.0, 2.0, 3.0]


def raises(x: object) -> object:
    del x
    raise ValueError("no\nmore")


@pytest.mark.parametrize(
    ("function", "code", "message"),
    [
        (raises, "run-failed", "`f(x)` raises ValueError: no"),
        (
            lambda x: (x, x),
            "shape-mismatch",
            "`f(x)` gives a value of type tuple, not numbers",
        ),
        (lambda _: None, "shape-mismatch", "`f(x)` gives a value of type NoneType, not numbers"),
        (
            lambda x: np.outer(x, x),
            "shape-mismatch",
            "`f(x)` is declared to give (d,), and gives an array of 2 axes",
        ),
    ],
)
def test_what_code_does_wrong(
    function: Callable[[object], object], code: str, message: str
) -> None:
    signature = Signature("f", "f(x)", (None,), ("d",))
    found = opaque(function, signature, leaf("x"), values={"x": np.ones(2)})
    assert isinstance(found, Problem)
    assert (found.code, found.message) == (code, message)


def test_code_that_is_not_there() -> None:
    rows = {"y": "scalar", "x": "scalar", r"\operatorname{f}(x)": "() to ()"}
    found = problem(r"y = \operatorname{f}(x)", rows, {"x": 1.0, "y": 1.0})
    assert found.code == "run-failed"
    assert found.message == r"the function `\operatorname{f}(x)` was not found"


def test_a_definition_goes_before_code() -> None:
    made = equation(
        leaf("Y"),
        applied("centred", leaf("X")),
        definitions=(CENTRED,),
        signatures=(Signature("centred", "centred"),),
    )
    outcome = evaluate(made, 0, {"X": X, "Y": ROWS_MINUS_MEAN}, {"centred": raises})
    assert outcome.problem is None
    assert outcome.ratio <= 1


def test_functions_composed() -> None:
    rows = {
        "y": "scalar",
        "x": "scalar",
        r"\operatorname{f}(x)": "to",
        r"\operatorname{g}(x)": "to",
    }
    functions = {r"\operatorname{f}(x)": lambda x: x + 1, r"\operatorname{g}(x)": lambda x: 10 * x}
    latex = r"y = (\operatorname{f} \circ \operatorname{g})(x)"
    outcome = run(latex, rows, {"x": 2.0, "y": 21.0}, functions)
    assert (outcome.problem, outcome.ratio) == (None, 0.0)
    term = Term("compose", (leaf("X"),), "", ("centred", "centred"))
    made = equation(leaf("Y"), term, definitions=(CENTRED,))
    found = evaluate(made, 0, {"X": X, "Y": ROWS_MINUS_MEAN})
    # Of one parameter declared as a vector, applied to a matrix twice: row by row.
    assert found.problem is None
    assert found.ratio <= 1


def test_a_fault_within_a_function_stands_where_it_is_called() -> None:
    # The equation that defines the function may stand elsewhere.
    late = Term("at", (parameter("x"), Term("number", text="9", span=(70, 71))), span=(68, 71))
    ninth = Definition("ninth", ("x",), (("n",),), late)
    statement = Statement((leaf("s"), Term("apply", (leaf("x"),), "ninth", (), (4, 8))), ("=",))
    made = Formula((statement,), (Leaf("s", "s", ()), Leaf("x", "x", ("n",))), (ninth,))
    found = evaluate(made, 0, {"s": 1.0, "x": np.ones(3)}).problem
    assert found is not None
    assert (found.message, found.span) == ("index `9` is 9, and its axis has 3 entries", (4, 8))
