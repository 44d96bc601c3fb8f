import numpy as np

from docgen.evaluation.judge import Point, judge
from docgen.evaluation.term import Formula, Leaf, Range, Signature, Statement, Term


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


def power(base, exponent):
    return Term("power", (base, exponent), "entries")


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


def survivors(formula, *values, functions=None):
    """Texts of the survivors, each once."""
    points = [Point({k: np.asarray(v) for k, v in one.items()}, functions or {}) for one in values]
    found, tried = judge(formula, 0, points)
    assert tried >= len(found)
    return sorted({text for text, _, _ in found})


X = np.asarray([[0.3, -1.2, 0.7], [1.9, 0.4, -0.6]])
LINEAR = equation(
    plus(times(sym("g"), sym("x")), sym("b")), *leaves(y=("…",), g=("…",), x=("…",), b=("…",))
)


def linear(g, x, b):
    return {"g": g, "x": x, "b": b, "y": g * x + b}


def test_initial_scale_and_shift_hide_themselves():
    x = np.asarray([0.3, -1.2, 0.7])
    assert survivors(LINEAR, linear(np.ones(3), x, np.zeros(3))) == [
        "with the other sign",
        "with this term twice",
        "without the factor",
        "without this term",
    ]
    assert (
        survivors(LINEAR, linear(np.asarray([1.5, 0.7, -2.0]), x, np.asarray([0.2, -1, 3]))) == []
    )


def test_one_telling_point_is_enough():
    x = np.asarray([0.3, -1.2, 0.7])
    special = linear(np.ones(3), x, np.zeros(3))
    assert survivors(LINEAR, special, linear(x + 2, x, x - 1)) == []


MOMENT = equation(
    over(
        plus(
            times(sym("beta"), sym("m")), times(plus(num("1"), sym("beta"), signs="+-"), sym("g"))
        ),
        plus(num("1"), power(sym("beta"), sym("t")), signs="+-"),
    ),
    *leaves(y=("…",), m=("…",), g=("…",), beta=(), t=()),
)


def moment(beta, m, g, t):
    return {
        "beta": beta,
        "m": m,
        "g": g,
        "t": t,
        "y": (beta * m + (1 - beta) * g) / (1 - beta**t),
    }


def test_the_first_step_of_adam_hides_the_moment_and_the_step():
    g = np.asarray([0.3, -1.2, 0.7])
    first = survivors(MOMENT, moment(0.9, np.zeros(3), g, 1))
    assert "without the power" in first
    assert "without this term" in first
    assert "with this term twice" in first
    assert survivors(MOMENT, moment(0.9, np.asarray([0.2, 0.5, -0.1]), g, 3)) == []


def test_a_temperature_of_one_hides_its_division():
    soft = Term("call", (over(sym("z"), sym("tau")),), "exp")
    formula = equation(soft, *leaves(y=("…",), z=("…",), tau=()))
    z = np.asarray([0.3, -1.2, 0.7])
    assert survivors(formula, {"z": z, "tau": 1.0, "y": np.exp(z)}) == ["without the divisor"]
    assert survivors(formula, {"z": z, "tau": 0.7, "y": np.exp(z / 0.7)}) == []


SCORES = equation(
    over(times(sym("Q"), turned(sym("K"))), root(size("d"))),
    *leaves(y=("T", "T"), Q=("T", "d"), K=("T", "d")),
)


def scores(rows, columns):
    rng = np.random.default_rng(rows * 10 + columns)
    q, k = rng.normal(size=(2, rows, columns))
    return {"Q": q, "K": k, "y": q @ k.T / np.sqrt(columns)}


def test_one_column_hides_the_division_by_its_root():
    # Divided by d, by the root of d, or by nothing: all the same for d = 1.
    assert survivors(SCORES, scores(3, 1)) == ["without the divisor", "without the root"]
    assert survivors(SCORES, scores(3, 5)) == []


def test_equal_sizes_hide_which_of_them_is_meant():
    assert survivors(SCORES, scores(5, 5)) == ["with T for d"]


def test_one_row_hides_a_mean():
    mean = over(total(at(sym("X"), idx("i"), idx("j")), "i", "T"), size("T"))
    formula = equation(
        mean,
        *leaves(y=("d",), X=("T", "d")),
        left=at(sym("y"), idx("j")),
        free=(Range("j", "d"),),
    )
    assert survivors(formula, {"X": X[:1], "y": X[0]}) == [
        "with a product for the sum",
        "without the divisor",
    ]
    # With three columns alone, the two rows are one less than these.
    narrow = X[:, :2]
    others = ({"X": X, "y": X.mean(0)}, {"X": narrow, "y": narrow.mean(0)})
    assert survivors(formula, *others) == []


def test_a_clip_that_is_never_active_hides_its_bound():
    formula = equation(Term("call", (sym("g"), sym("c")), "min"), *leaves(y=("…",), g=("…",), c=()))
    g = np.asarray([0.3, 0.2, 0.7])
    # What the bound is makes no difference: it may be doubled or turned as long as it is above.
    assert survivors(formula, {"g": g, "c": 1.0, "y": g}) == ["only the first argument"]
    assert survivors(formula, {"g": g, "c": 0.1, "y": np.full(3, 0.1)}) == [
        "only the second argument"
    ]
    assert survivors(formula, {"g": g, "c": 0.5, "y": np.minimum(g, 0.5)}) == []


def test_variants_that_mean_the_same_are_no_survivors():
    # The transpose of a plain vector is the vector; exchanged indices of a sum with itself too.
    formula = equation(times(turned(sym("u")), sym("v")), *leaves(y=(), u=("n",), v=("n",)))
    u, v = np.asarray([0.3, -1.2]), np.asarray([2.0, 0.4])
    assert survivors(formula, {"u": u, "v": v, "y": u @ v}) == []
    symmetric = plus(at(sym("A"), idx("i"), idx("j")), at(sym("A"), idx("j"), idx("i")))
    formula = equation(
        symmetric,
        *leaves(y=("n", "n"), A=("n", "n")),
        left=at(sym("y"), idx("i"), idx("j")),
        free=(Range("i", "n"), Range("j", "n")),
    )
    A = np.asarray([[0.3, -1.2], [2.0, 0.4]])
    assert survivors(formula, {"A": A, "y": A + A.T}) == []
    assert survivors(formula, {"A": A + A.T, "y": 2 * (A + A.T)}) != []


def test_a_function_that_ignores_an_argument_hides_what_is_passed_to_it():
    call = Term("apply", (plus(sym("t"), over(sym("h"), num("2"))), sym("x")), "f")
    formula = equation(
        call,
        *leaves(y=("d",), t=(), h=(), x=("d",)),
        signatures=(Signature("f", "f", ((), ("d",)), ("d",)),),
    )
    x = np.asarray([0.3, -1.2, 0.7])
    values = {"t": 0.4, "h": 0.1, "x": x}
    without = {"f": lambda _t, x: -x}
    with_time = {"f": lambda t, x: -x * t}
    found = survivors(formula, {**values, "y": -x}, functions=without)
    assert "without the divisor" in found
    assert "without this term" in found
    assert survivors(formula, {**values, "y": -x * 0.45}, functions=with_time) == []


def test_a_function_that_never_bends_hides_itself():
    formula = equation(Term("call", (num("0"), sym("z")), "max"), *leaves(y=("…",), z=("…",)))
    z = np.asarray([0.3, 1.2])
    assert survivors(formula, {"z": z, "y": z}) == ["only the second argument"]
    assert survivors(formula, {"z": -z, "y": 0 * z}) == [
        "doubled",
        "only the first argument",
        "with the other sign",
    ]
    assert survivors(formula, {"z": X[0], "y": np.maximum(X[0], 0)}) == []


def test_logarithms_are_judged_at_positive_values():
    formula = equation(
        times(Term("call", (sym("p"),), "log"), sym("g")), *leaves(y=("…",), p=("…",), g=("…",))
    )
    p = np.asarray([0.3, 0.9])
    assert survivors(formula, {"p": p, "g": np.ones(2), "y": np.log(p)}) == ["without the factor"]


def test_a_symbol_without_a_declared_shape_is_judged_at_moved_values():
    formula = equation(plus(sym("x"), sym("b")), Leaf("y", "y"), Leaf("x", "x"), Leaf("b", "b"))
    x = np.asarray([0.3, -1.2, 0.7])
    assert survivors(formula, {"x": x, "b": np.zeros(3), "y": x}) == [
        "with the other sign",
        "with this term twice",
        "without this term",
    ]
    assert survivors(formula, {"x": x, "b": x + 1, "y": 2 * x + 1}) == []


def test_a_property_is_judged_on_both_sides():
    left = times(sym("a"), sym("x"))
    statement = Statement((left, sym("z")), ("=",), is_property=True)
    formula = Formula((statement,), leaves(a=(), x=("n",), z=("n",)))
    x = np.asarray([0.3, -1.2, 0.7])
    assert survivors(formula, {"a": 1.0, "x": x, "z": x}) == ["without the factor"]
    assert survivors(formula, {"a": 2.0, "x": x, "z": 2 * x}) == []


def test_what_is_too_small_for_an_approximation_is_no_survivor():
    right = plus(sym("x"), times(num("0.0001"), sym("b")))
    statement = Statement((sym("y"), right), ("≈",), tolerance=0.1)
    formula = Formula((statement,), leaves(y=("n",), x=("n",), b=("n",)))
    x = np.asarray([0.3, -1.2, 0.7])
    found = survivors(formula, {"x": x, "b": x, "y": x})
    assert "without this term" not in found


def test_conditions_keep_indices_within_their_axis():
    # y_i = x_i - x_{i-1} for i > 1: the entry before the first is never asked for.
    before = at(sym("x"), plus(idx("i"), num("1"), signs="+-"))
    statement = Statement(
        (at(sym("y"), idx("i")), plus(at(sym("x"), idx("i")), before, signs="+-")),
        ("=",),
        free=(Range("i", "n"),),
        conditions=(Term("chain", (idx("i"), num("1")), names=(">",)),),
    )
    formula = Formula((statement,), leaves(y=("n",), x=("n",)))
    x = np.asarray([0.3, -1.2, 0.7])
    assert survivors(formula, {"x": x, "y": np.asarray([9, -1.5, 1.9])}) == []
    rising = {"x": np.asarray([0.0, 0.0, 0.7]), "y": np.asarray([9, 0.0, 0.7])}
    assert "without this term" in survivors(formula, rising)


def test_what_where_defines_is_judged_too():
    named = (("s", plus(sym("a"), sym("b"))),)
    statement = Statement(
        (sym("y"), times(sym("x"), Term("local", text="s"))), ("=",), locals=named
    )
    formula = Formula((statement,), leaves(y=("n",), x=("n",), a=(), b=()))
    x = np.asarray([0.3, -1.2])
    assert survivors(formula, {"x": x, "a": 2.0, "b": 0.0, "y": 2 * x}) == [
        "with the other sign",
        "with this term twice",
        "without this term",
    ]
    assert survivors(formula, {"x": x, "a": 2.0, "b": 0.5, "y": 2.5 * x}) == []


def test_a_length_that_is_a_product_of_others():
    formula = equation(
        plus(sym("O"), times(sym("c"), sym("x"))),
        *leaves(y=("T", "d"), O=("T", "h*k"), x=("T", "d"), c=()),
        sizing=leaves(q=("h", "k")),
    )
    x = np.arange(12.0).reshape(2, 6) + 0.5
    special = {"O": x * x, "x": x, "c": 1.0, "q": np.ones((2, 3)), "y": x * x + x}
    assert survivors(formula, special) == ["without the factor"]


def test_derivatives_are_drawn_as_well():
    slope = Term("derivative", (sym("Y"), sym("X")))
    formula = equation(
        plus(times(sym("v"), slope), sym("u")),
        *leaves(y=("n",), v=("m",), u=("n",), Y=("m",), X=("n",)),
    )
    jacobian = np.asarray([[0.3, -1.2, 0.7], [2.0, 0.4, 1.1]])
    values = {"v": np.asarray([0.5, -2.0]), "Y": np.ones(2), "X": np.ones(3)}

    def judged(u):
        arrays = {**values, "u": np.asarray(u), "y": values["v"] @ jacobian + u}
        found, _ = judge(formula, 0, [Point(arrays, {}, {("Y", "X"): lambda: jacobian})])
        return [text for text, _, _ in found]

    assert judged([0.0, 0.0, 0.0]) == [
        "without this term",
        "with the other sign",
        "with this term twice",
    ]
    assert judged([0.5, 1.0, -1.0]) == []


def test_a_row_for_a_column_is_no_other_value():
    # The transpose of the row u^T A is a column; the plain vector on the left equals either.
    formula = equation(
        turned(times(turned(sym("u")), sym("A"))), *leaves(y=("n",), u=("n",), A=("n", "n"))
    )
    u, A = np.asarray([0.3, -1.2]), np.asarray([[0.3, -1.2], [2.0, 0.4]])
    assert survivors(formula, {"u": u, "A": A, "y": u @ A}) == []
    assert survivors(formula, {"u": u, "A": A + A.T, "y": u @ (A + A.T)}) == ["transposed"]


def test_a_bound_that_is_met_exactly_could_be_turned_round():
    statement = Statement((Term("absolute", (sym("x"),)), sym("a")), ("≤",), is_property=True)
    formula = Formula((statement,), leaves(x=(), a=()))
    found, tried = judge(formula, 0, [Point({"x": np.asarray(-2.0), "a": np.asarray(2.0)})])
    assert (found, tried) == ((("with ≥ for ≤", 0, 0),), 1)
    assert survivors(formula, {"x": -1.0, "a": 2.0}) == []


def test_where_nothing_can_be_drawn_what_passes_is_not_taken_for_the_same():
    # The root of -x² has no value but at the 0 that was recorded.
    body = root(plus(times(sym("x"), sym("x")), signs="-"))
    for shape in ((), None):
        formula = equation(body, Leaf("y", "y", shape), Leaf("x", "x", shape))
        assert "doubled" in survivors(formula, {"x": 0.0, "y": 0.0})


def test_places_and_number_of_variants():
    part = Term("leaf", text="b", span=(8, 9))
    statement = Statement((sym("y"), plus(Term("leaf", text="a", span=(4, 5)), part)), ("=",))
    formula = Formula((statement,), leaves(y=("n",), a=("n",), b=("n",)))
    a = np.asarray([0.3, -1.2])
    found, tried = judge(formula, 0, [Point({"y": a, "a": a, "b": np.zeros(2)})])
    assert found == (
        ("without this term", 8, 9),
        ("with the other sign", 8, 9),
        ("with this term twice", 8, 9),
    )
    assert tried == 8


def test_what_means_the_same_is_not_counted_as_wrong():
    # Without the transpose, with the other sign, doubled: of a symmetric matrix the first is right.
    A = np.asarray([[0.3, -1.2], [2.0, 0.4]])
    formula = equation(turned(sym("A")), *leaves(y=("n", "n"), A=("n", "n")))
    assert judge(formula, 0, [Point({"A": A, "y": A.T})]) == ((), 3)
    symmetric = Leaf("A", "A", ("n", "n"), is_symmetric=True)
    formula = equation(turned(sym("A")), *leaves(y=("n", "n")), symmetric)
    assert judge(formula, 0, [Point({"A": A + A.T, "y": A + A.T})]) == ((), 2)


def test_of_suspects_only_they_are_counted():
    formula = equation(times(num("2"), sym("x")), *leaves(y=("n",), x=("n",)))
    x = np.asarray([0.3, -1.2])
    point = Point({"x": x, "y": 2 * x})
    assert judge(formula, 0, [point])[1] == 6
    assert judge(formula, 0, [point], [("doubled", 0, 0)]) == ((), 1)
    assert judge(formula, 0, [point], []) == ((), 0)
