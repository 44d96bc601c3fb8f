"""Letters of shapes against sizes of a run; the sizes are counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation.extent import letters_of, measure, shown_axes, size_of, split
from docgen.evaluation.term import Leaf, Problem


@pytest.mark.parametrize(
    ("axis", "values", "size"),
    [
        ("T", {"T": 3}, 3),
        ("4", {}, 4),
        ("2*d", {"d": 5}, 10),
        ("n-k+1", {"n": 9, "k": 3}, 7),
        ("d//2", {"d": 6}, 3),
        ("d/2", {"d": 7}, None),
        ("T", {}, None),
        ("?1", {}, None),
        ("(3:5)", {}, None),
    ],
)
def test_the_number_of_an_axis(axis: str, values: dict[str, int], size: int | None) -> None:
    assert size_of(axis, values) == size


def test_letters_of_an_axis_and_axes_as_text() -> None:
    assert letters_of("n-k+1+n") == ("n", "k")
    assert shown_axes(("T", "2*d")) == "(T, 2d)"
    assert shown_axes(("d",)) == "(d,)"


@pytest.mark.parametrize(
    ("axes", "actual", "found"),
    [
        (("T", "d"), (3, 4), ((3, 4), ())),
        (("T", "d"), (3, 1, 4), ((3, 4), ())),
        ((), (1, 1), ((), ())),
        (("…", "d"), (2, 3, 4), ((4,), (2, 3))),
        (("B", "…", "d"), (2, 3, 4), ((2, 4), (3,))),
        (("…",), (2, 3), ((), (2, 3))),
        (("T",), (3, 4), None),
        (("…", "d"), (), None),
    ],
)
def test_visible_and_leading_sizes(
    axes: tuple[str, ...],
    actual: tuple[int, ...],
    found: tuple[tuple[int, ...], tuple[int, ...]] | None,
) -> None:
    assert split(axes, actual) == found


def shaped(**sizes: tuple[int, ...]) -> dict[str, object]:
    return {name: np.zeros(size) for name, size in sizes.items()}


def test_sizes_come_from_all_leaves_composites_last() -> None:
    leaves = [Leaf("O", "O", ("T", "h*k")), Leaf("y", "y", ("n-k+1",)), Leaf("x", "x", ("n",))]
    leaves += [Leaf("H", "H", ("h", "T", "k")), Leaf("a", "a")]
    values = shaped(O=(5, 6), y=(7,), x=(9,), H=(2, 5, 3), a=(8, 8))
    assert measure(leaves, values, {}) == {"T": 5, "h": 2, "k": 3, "n": 9}


def test_one_unknown_letter_of_a_composite_is_solved() -> None:
    assert measure([Leaf("x", "x", ("2*d",))], shaped(x=(8,)), {}) == {"d": 4}


def test_letters_of_a_cell_are_axes_that_the_shape_leaves_out() -> None:
    leaf = Leaf("x", "x", ("d",), (("t", 1),))
    assert measure([leaf], shaped(x=(4, 6)), {}) == {"d": 4}


@pytest.mark.parametrize(
    ("leaf", "size", "message"),
    [
        (
            Leaf("W", "W", ("d", "F")),
            (5, 3),
            "`W` is declared (d, F), that is (4, 3); the run has (5, 3)",
        ),
        (Leaf("W", "W", ("F",)), (5, 3), "`W` is declared (F,); the run has (5, 3)"),
        (Leaf("W", "W", ("2*a",)), (5,), "`W` is declared (2a,); the run has (5,)"),
        (
            Leaf("W", "W", ("F",), (("t", 3),)),
            (5, 3),
            "`W` is declared (F,) and an axis for `t`; the run has (5, 3)",
        ),
    ],
)
def test_a_disagreement_names_the_symbol_and_both_shapes(
    leaf: Leaf, size: tuple[int, ...], message: str
) -> None:
    found = measure([Leaf("X", "X", ("T", "d")), leaf], shaped(X=(3, 4), W=size), {})
    assert found == Problem("shape-mismatch", message)


def test_known_sizes_bind() -> None:
    found = measure([Leaf("x", "x", ("d",))], shaped(x=(8,)), {"d": 4})
    assert found == Problem(
        "shape-mismatch", "`x` is declared (d,), that is (4,); the run has (8,)"
    )
    assert measure([Leaf("x", "x", ("d",))], {}, {"d": 4}) == {"d": 4}


def test_a_product_of_unknown_letters_is_one_length_wherever_it_stands() -> None:
    logits, targets = Leaf("z", "z", ("B*T", "V")), Leaf("y", "y", ("B*T",))
    values = {"z": np.zeros((6, 4)), "y": np.zeros(6)}
    assert measure((logits, targets), values, {}) == {"V": 4, "B*T": 6}
    found = measure((logits, targets), {**values, "y": np.zeros(7)}, {})
    assert isinstance(found, Problem)
    assert found.message == "`y` is declared (BT,), that is (6,); the run has (7,)"
    known = measure((logits, Leaf("x", "x", ("B", "T"))), {**values, "x": np.zeros((2, 3))}, {})
    assert known == {"V": 4, "B": 2, "T": 3}
    wrong = measure((logits, Leaf("x", "x", ("B", "T"))), {**values, "x": np.zeros((2, 4))}, {})
    assert isinstance(wrong, Problem)
