from itertools import pairwise

import numpy as np
import pytest

from docgen.evaluation.fresh import Draw, Unknown, assignments, derivatives, shaken
from docgen.evaluation.point import Point
from docgen.evaluation.term import Formula, Leaf, Range, Signature, Statement, Term


def formula(*leaves, free=(), **more):
    statement = Statement((Term("leaf", text="y"),), (), free=free)
    return Formula((statement,), leaves, **more)


def shapes(drawn):
    return {name: np.shape(value) for name, value in drawn.point().values.items()}


def test_sizes_are_all_different_and_no_two_are_neighbours():
    given = formula(Leaf("X", "X", ("T", "d")), Leaf("W", "W", ("d", "F")))
    assert list(assignments(given)) == [{"F": 3, "T": 5, "d": 8}, {"F": 5, "T": 8, "d": 3}]
    many = formula(Leaf("X", "X", tuple("abcdefghij")))
    for sizes in assignments(many):
        found = sorted(sizes.values())
        assert all(b - a > 1 for a, b in pairwise(found))


def test_a_letter_may_equal_a_product_of_others_where_nothing_else_fits():
    given = formula(Leaf("O", "O", ("T", "h*k")), Leaf("Y", "Y", ("T", "d")))
    first, second, *tied = assignments(given)
    assert first == {"T": 3, "d": 5, "h": 8, "k": 12}
    assert second == {"T": 5, "d": 12, "h": 8, "k": 3}
    assert {**first, "d": 96} in tied
    assert {**second, "d": 24} in tied


def test_sizes_that_must_be_even_are():
    given = formula(Leaf("P", "P", ("T", "d/2")), Leaf("X", "X", ("T", "d")))
    assert next(assignments(given)) == {"T": 6, "d": 10}


def test_arrays_have_their_declared_shapes_with_leading_axes_and_letters_of_cells():
    given = formula(
        Leaf("X", "X", ("…", "T", "d")),
        Leaf("g", "g", ("…",)),
        Leaf("b", "b", ("d",)),
        Leaf("x", "x", ("d",), letters=(("t", 0),)),
        Leaf("s", "s", ()),
        free=(Range("t", "T"),),
        sizing=(Leaf("V", "V", ("T", "2*d")),),
    )
    assert shapes(Draw(given, {"T": 3, "d": 5}, 0)) == {
        "X": (2, 4, 3, 5),
        "g": (2, 4),
        "b": (5,),
        "x": (3, 5),
        "s": (),
        "V": (3, 10),
    }


def test_a_letter_of_a_cell_that_no_shape_names_has_one_length_everywhere():
    given = formula(
        Leaf("x", "x", ("d",), letters=(("t", 0),)), Leaf("y", "y", ("d",), letters=(("t", -1),))
    )
    assert shapes(Draw(given, {"d": 5}, 0)) == {"x": (7, 5), "y": (5, 7)}


def test_positions_lie_within_their_axis():
    given = formula(Leaf("y", "y", ("T",), target="V"), Leaf("P", "P", ("T", "V")))
    drawn = Draw(given, {"T": 200, "V": 3}, 0).point().values["y"]
    assert drawn.dtype.kind == "i"
    assert set(drawn.tolist()) == {0, 1, 2}


def test_numbers_have_the_sign_asked_for():
    given = formula(Leaf("x", "x", ("n",)))
    signed, positive, fraction = (
        Draw(given, {"n": 500}, 0, sign).point().values["x"]
        for sign in ("signed", "positive", "fraction")
    )
    assert signed.min() < -0.5 < 0.5 < signed.max()
    assert np.abs(signed).min() >= 0.5
    assert (positive.min() >= 0.5, positive.max() <= 1.5) == (True, True)
    assert (fraction.min() > 0, fraction.max() < 1) == (True, True)


def test_types_follow_what_was_recorded():
    given = formula(Leaf("t", "t", ()), Leaf("m", "m", ("n",)), Leaf("u", "u"))
    like = {"t": np.asarray(1), "m": np.zeros(3, bool), "u": np.asarray(0.5)}
    values = Draw(given, {"n": 50}, 0, like=like).point().values
    assert 2 <= values["t"] <= 5
    assert set(values["m"].tolist()) == {False, True}
    assert np.shape(values["u"]) == ()


def test_masks_stay_masks_and_symmetric_matrices_symmetric():
    given = formula(Leaf("M", "M", ("n", "n")), Leaf("P", "P", ("n", "n"), is_symmetric=True))
    like = {"M": np.asarray([[0.0, -np.inf], [0.0, 0.0]])}
    values = Draw(given, {"n": 8}, 0, like=like).point().values
    assert set(values["M"].ravel().tolist()) == {0.0, -np.inf}
    assert (values["P"] == values["P"].T).all()


def test_an_array_without_a_declared_shape_cannot_be_drawn():
    with pytest.raises(Unknown, match="U"):
        Draw(formula(Leaf("U", "U")), {}, 0, like={"U": np.zeros((2, 3))}).point()


def test_the_same_seed_draws_the_same_values():
    given = formula(Leaf("x", "x", ("n",)))
    one, two, other = (Draw(given, {"n": 4}, seed).point().values["x"] for seed in (1, 1, 2))
    assert (one == two).all()
    assert (one != other).any()


def test_functions_are_fixed_smooth_and_of_their_declared_shape():
    signatures = (
        Signature("f", "f", (("…", "d"),), ("…", "F")),
        Signature("g", "g", (("d",),), ("d",)),
        Signature("h", "h", (("d",), ()), ()),
    )
    given = formula(Leaf("x", "x", ("d",)), signatures=signatures)
    drawn = Draw(given, {"d": 5, "F": 3}, 0).point().functions
    x = np.linspace(-1, 1, 5)
    assert drawn["f"](np.ones((2, 5))).shape == (2, 3)
    assert drawn["g"](x).shape == (5,)
    assert drawn["h"](x, 0.5).shape == ()
    assert (drawn["g"](x) == drawn["g"](x)).all()
    # A second argument counts, and so does every entry; a small step is a small change.
    assert drawn["h"](x, 0.5) != drawn["h"](x, 0.6)
    gaps = np.abs(drawn["g"](x + 1e-6) - drawn["g"](x))
    assert (gaps > 0).all()
    assert gaps.max() < 1e-4


def test_functions_of_positive_draws_are_positive():
    given = formula(Leaf("x", "x", ("d",)), signatures=(Signature("g", "g", (("d",),), ("d",)),))
    drawn = Draw(given, {"d": 300}, 0, "positive").point().functions["g"]
    assert drawn(np.linspace(-5, 5, 300)).min() > 0


def test_derivatives_have_the_axes_of_both():
    term = Term("derivative", (Term("leaf", text="Y"), Term("leaf", text="X")))
    statement = Statement((Term("leaf", text="D"), Term("transpose", (term,))), ("=",))
    given = Formula((statement,), (Leaf("Y", "Y", ("a",)), Leaf("X", "X", ("b", "c"))))
    assert derivatives(given) == (("Y", "X"),)
    drawn = Draw(given, {"a": 3, "b": 5, "c": 8}, 0).point()
    assert drawn.derivatives["Y", "X"]().shape == (3, 5, 8)


def test_recorded_values_are_moved_and_keep_their_signs_zeros_and_masks():
    recorded = Point(
        {
            "p": np.asarray([0.0, 1.0, 2.0]),
            "z": np.zeros(4),
            "m": np.asarray([0.0, -np.inf]),
            "n": np.arange(3),
        },
        {"f": lambda x: x[:2]},
        {("Y", "X"): lambda: np.ones((2, 3))},
    )
    moved = shaken(recorded, 0)
    assert moved.values["p"][0] == 0
    assert (0.5 <= moved.values["p"][1] <= 1.5, moved.values["p"][1] != 1) == (True, True)
    assert (moved.values["z"] != 0).all()
    assert moved.values["m"][1] == -np.inf
    assert moved.values["n"].tolist() == [0, 1, 2]
    assert moved.functions["f"](np.ones(5)).shape == (2,)
    assert moved.derivatives["Y", "X"]().shape == (2, 3)
