"""Recorded values as leaves: kinds of numbers, leading axes, what is no array of numbers."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation.binding import bind, common_leads, to_array, unsymmetric
from docgen.evaluation.evaluate import evaluate
from docgen.evaluation.stop import Stop
from docgen.evaluation.term import Formula, Leaf, Problem, Statement, Term
from tests.evaluation.reading import holds, problem, run


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (np.array([1 + 2j]), "complex numbers"),
        (1j, "complex numbers"),
        (np.array([{}, []], dtype=object), "objects"),
        ("text", "text"),
        (None, "None"),
        ({"a": 1}, "a value of type dict"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "values of type datetime64[D]"),
    ],
)
def test_what_is_no_number_is_named(value: object, what: str) -> None:
    found = problem("z = x", {"z": "none", "x": "none"}, {"z": 1.0, "x": value})
    assert found == Problem("shape-mismatch", f"`x` holds {what}, not numbers")


def test_ragged_lists_and_what_nobody_recorded() -> None:
    found = to_array(Leaf("x", "x"), [[1.0], [1.0, 2.0]])
    assert found == Problem("shape-mismatch", "`x` holds a value of type list, not numbers")
    missing = problem("z = x", {"z": "none", "x": "none"}, {"z": 1.0})
    assert missing == Problem("run-failed", "no value of `x` was recorded", (4, 5))


@pytest.mark.parametrize(
    "value", [np.array([1, 2], np.int8), np.array([1, 2], np.uint64), [1, 2], (1.0, 2.0)]
)
def test_numbers_of_every_kind_become_float64(value: object) -> None:
    assert holds("z = 2 x", {"z": "(n,)", "x": "(n,)"}, {"z": np.array([2.0, 4.0]), "x": value})


def test_whole_numbers_are_exact_and_others_carry_their_rounding() -> None:
    leaf = Leaf("x", "x")
    assert bind(leaf, np.array([3, -2]), ()).error.tolist() == [0.0, 0.0]
    assert bind(leaf, np.array([True]), ()).data.tolist() == [1.0]
    assert bind(leaf, np.array([3.0, -2.0, -np.inf]), ()).error.tolist() == [3.0, 2.0, 0.0]


def test_float32_anywhere_widens_the_tolerance() -> None:
    rows = {"z": "(n,)", "x": "(n,)", "y": "(n,)"}
    x, y = np.array([0.1, 0.2]), np.array([0.3, 0.7])
    close = {"z": (x + y) * (1 + 1e-7), "x": x, "y": y}
    assert not holds("z = x + y", rows, close)
    single = run("z = x + y", rows, {**close, "y": y.astype(np.float32)})
    assert single.u == 2**-24
    assert single.ratio <= 1
    assert not holds("z = x + y", rows, {**close, "z": x + y + 1e-4, "y": y.astype(np.float32)})
    unused = run("z = x + y", {**rows, "w": "(n,)"}, {**close, "w": y.astype(np.float32)})
    assert unused.u == 2**-53


def test_the_coarsest_floats_give_the_tolerance() -> None:
    rows = {"z": "(n,)", "x": "(n,)", "y": "(n,)"}
    x, y = np.array([0.1, 0.25, -3.0], np.float16), np.array([0.3, 7.0, 0.011], np.float16)
    third = run("z = x / 3", rows, {"z": x / np.float16(3), "x": x, "y": y})
    # Bounds of z, x and the quotient are its size each: 32 * 2^-11 * 3 |z|, one spacing more.
    assert (third.u, third.ratio <= 1, third.problem) == (2**-11, True, None)
    assert third.tolerance == pytest.approx(3 * abs(float(third.right)) / 64, rel=1e-3)
    assert holds(r"z = x \odot y", rows, {"z": x * y, "x": x, "y": y})
    assert holds(r"z = x \odot y", rows, {"z": x * y, "x": x.astype(np.float32), "y": y})
    for wrong in (r"z = x \odot y + x / 4", r"z = 1.2 (x \odot y)", r"z = x \odot y \odot y"):
        assert not holds(wrong, rows, {"z": x * y, "x": x, "y": y})
    # In single precision beside single precision it is a mismatch.
    narrow = {"z": (x * y).astype(np.float32), "x": x.astype(np.float32), "y": y.astype(float)}
    assert not holds(r"z = x \odot y", rows, narrow)


def test_the_smallest_numbers_of_float16_are_a_spacing_apart() -> None:
    rows = {"z": "(n,)", "x": "(n,)"}
    x = np.array([2.0**-23, 3 * 2.0**-24, 1.0], np.float16)
    halves = {"z": x * np.float16(0.5), "x": x}
    assert halves["z"].tolist() == [2.0**-24, 2.0**-23, 0.5]
    assert holds("z = x / 2", rows, halves)
    assert not holds("z = 8 x", rows, {**halves, "x": x[:2], "z": halves["z"][:2]})


def test_bfloat16_is_named() -> None:
    class Tensor:
        dtype = "torch.bfloat16"

    found = to_array(Leaf("x", "x"), Tensor())
    assert found == Problem(
        "shape-mismatch",
        "`x` holds numbers of type bfloat16, which NumPy does not have",
        help="run the example in float32 or float64",
    )


def test_leading_axes_are_hidden_and_shared() -> None:
    x, s = np.arange(24.0).reshape(2, 3, 4), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    rows = {"Y": "(…, d)", "X": "(…, d)", "s": "(…)", "b": "(d,)", "c": "scalar"}
    b = np.array([1.0, 2.0, 3.0, 4.0])
    values = {"Y": s[..., None] * x + 2 * b, "X": x, "s": s, "b": b, "c": 2.0}
    outcome = run("Y = s X + c b", rows, values)
    assert (outcome.problem, outcome.shape) == (None, (2, 3, 4))
    assert outcome.ratio <= 1
    kept = run("Y = s X + c b", rows, {**values, "s": s[..., None]})
    assert (kept.problem, kept.ratio <= 1) == (None, True)
    wrong = values["Y"].copy()
    wrong[1, 0, 2] += 1
    assert run("Y = s X + c b", rows, {**values, "Y": wrong}).place == "[1, 0, 2]"


def test_leading_axes_in_the_middle() -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    bound = bind(Leaf("x", "x", ("B", "…", "d")), x, (3,))
    assert (bound.letters, bound.visible) == (("…0",), (2, 4))
    assert bound.data.tolist() == x.transpose(1, 0, 2).tolist()


def test_leading_axes_that_differ() -> None:
    rows = {"Y": "(…, d)", "X": "(…, d)"}
    found = problem("Y = X", rows, {"Y": np.zeros((2, 4)), "X": np.zeros((3, 4))})
    assert found.message == "leading axes of `Y` are (2,), those of `X` (3,)"
    with pytest.raises(Stop):
        common_leads(
            [Leaf("x", "x", ("…",)), Leaf("y", "y", ("…",))], {"x": np.zeros(2), "y": np.zeros(3)}
        )


def test_leading_axes_of_another_statement_are_its_own() -> None:
    rows = {"W": "(…)", "b": "(…)", "V": "(…)", "a": "(…)"}
    w, b = np.ones((3, 4)), np.ones(4)
    values = {"W": w, "V": 2 * w, "b": b, "a": 3 * b}
    latex = r"V = 2 W, \qquad a = 3 b"
    assert run(latex, rows, values, number=0).ratio == 0.0
    assert run(latex, rows, values, number=1).ratio == 0.0


def test_leading_axes_that_only_the_right_side_has() -> None:
    rows = {"m": "(d,)", "X": "(…, d)"}
    made = Formula(
        (Statement((Term("leaf", text="m"), Term("leaf", text="X")), ("=",)),),
        (Leaf("m", "m", ("d",)), Leaf("X", "X", ("…", "d"))),
    )
    found = evaluate(made, 0, {"m": np.ones(4), "X": np.ones((3, 4))}).problem
    assert found is not None
    assert found.message == "the right side has leading axes (3,) that the left side has not"
    assert holds("X = m", rows, {"m": np.ones(4), "X": np.ones((3, 4))})


def test_axes_of_length_one_never_broadcast() -> None:
    rows = {"z": "(n,)", "x": "(n,)", "y": "(m,)"}
    values = {"z": np.ones(3), "x": np.ones(3), "y": np.ones(1)}
    made = Formula(
        (
            Statement(
                (
                    Term("leaf", text="z"),
                    Term("sum", (Term("leaf", text="x"), Term("leaf", text="y")), "++"),
                ),
                ("=",),
            ),
        ),
        tuple(Leaf(name, name) for name in rows),
    )
    found = evaluate(made, 0, values).problem
    assert found is not None
    assert (found.code, found.message) == ("shape-mismatch", "shapes (3,) and (1,) do not fit")


SYMMETRIC = np.array([[2.0, 1.0], [1.0, 3.0]])
BY_ROUNDING = SYMMETRIC + np.array([[0.0, 2e-9], [0.0, 0.0]])
NOT = SYMMETRIC + np.array([[0.0, 1e-8], [0.0, 0.0]])


@pytest.mark.parametrize(
    ("shape", "letters", "value", "is_symmetric"),
    [
        (("n", "n"), (), SYMMETRIC, True),
        (("n", "n"), (), BY_ROUNDING, True),
        (("n", "n"), (), NOT, False),
        (("n", "n"), (), NOT.astype(np.float32), True),
        (("n", "n"), (), np.array([[2.0, 1.001], [1.0, 3.0]], np.float32), False),
        (("n", "n"), (), SYMMETRIC.tolist(), True),
        (("n", "n"), (), NOT.tolist(), False),
        (("…", "n", "n"), (), np.stack([SYMMETRIC, NOT]), False),
        (("…", "n", "n"), (), np.stack([SYMMETRIC, SYMMETRIC]), True),
        (("n", "n"), (("t", 2),), np.stack([SYMMETRIC, NOT], axis=2), False),
        (("n", "n"), (("t", 2),), np.stack([SYMMETRIC, SYMMETRIC], axis=2), True),
        (None, (), NOT, False),
        (("n", "n"), (), np.ones((2, 3)), True),  # the shape says more
        (("n", "n"), (), np.ones(3), True),
        (("n", "n"), (), np.array([[1.0, np.nan], [2.0, 1.0]]), True),  # so does the comparison
    ],
)
def test_a_matrix_that_is_declared_symmetric(
    shape: tuple[str, ...] | None,
    letters: tuple[tuple[str, int], ...],
    value: object,
    is_symmetric: bool,
) -> None:
    leaves = (Leaf("P", "P", shape, letters, is_symmetric=True), Leaf("Q", "Q", is_symmetric=True))
    statement = Statement((Term("leaf", text="P"), Term("leaf", text="P")), ("=",))
    found = unsymmetric(Formula((statement,), leaves), statement, {"P": value, "Q": NOT})
    said = "`P` is declared symmetric, the array differs from its transpose"
    assert found == (None if is_symmetric else Problem("shape-mismatch", said))


@pytest.mark.parametrize(
    "value",
    [
        np.ma.masked_array([1.0, 2.0], [True, False]),
        np.ma.masked_array([1.0, 2.0]),
        [np.ma.masked_array([1.0], [True]), np.ones(1)],
    ],
)
def test_what_is_behind_a_mask_is_no_number(value: object) -> None:
    said = "`x` holds a masked array: what is behind the mask says nothing"
    cure = "name `.filled(0.0)` of it, or its `.data`, in the cell"
    assert to_array(Leaf("x", "x"), value) == Problem("shape-mismatch", said, help=cure)
