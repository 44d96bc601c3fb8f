"""Values against the shapes that tables declare, with all of their entries recorded or not."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.links.shape import parse_shape
from docgen.pages.declared import disagreement
from docgen.trace.encode import encode
from docgen.trace.value import LIMIT

SMALL, LARGE = 3, 70
assert SMALL**2 < LIMIT < LARGE**2
TURNED = "declared symmetric, the array differs from its transpose"
NO_POSITION = "declared in d = 5, an entry is no position from 0 to 4"


def why(text: str, array: object, **bound: int) -> str:
    shape = parse_shape(text)
    assert shape is not None
    return disagreement(shape, encode(array), dict(bound))


def matrix(size: int, dtype: str = "float64") -> np.ndarray:
    """A symmetric one of which no row is another: entry i, j is (i + 1) (j + 1)."""
    one = np.arange(1.0, size + 1)
    return np.outer(one, one).astype(dtype)


def bent(array: np.ndarray, by: float, *entry: int) -> np.ndarray:
    made = array.copy()
    made[entry] += by
    return made


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_symmetry_of_one_matrix(size: int) -> None:
    whole = matrix(size)
    largest = float(size * size)

    assert why("(d, d), symmetric", whole) == ""
    assert why("(d, d), symmetric", bent(whole, 1.0, 0, size - 1)) == TURNED
    assert why("(d, d), symmetric", bent(whole, 1.0, size - 2, size - 1)) == TURNED
    assert why("(d, d), symmetric", bent(whole, 0.5e-9 * largest, 0, 1)) == ""
    assert why("(d, d), symmetric", bent(whole, 3e-9 * largest, 0, 1)) == TURNED
    assert why("(d, d), symmetric", bent(whole, np.nan, 0, 1)) == TURNED
    assert why("(d, d), symmetric", bent(whole, np.nan, 1, 1)) == ""
    assert why("(d, d), symmetric", matrix(size, "complex128")) == ""
    assert why("(d, d), symmetric", matrix(size, "complex128") + np.triu(whole, 1) * 1j) == TURNED
    assert why("(d, d), symmetric", matrix(size, "int64")) == ""
    assert why("(n, d), symmetric", whole[:, :-1]) == TURNED


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_single_precision_is_symmetric_up_to_its_own_rounding(size: int) -> None:
    largest = float(size * size)

    whole = matrix(size, "float32")
    assert why("(d, d), symmetric", bent(whole, 5e-5 * largest, 0, 1)) == ""
    assert why("(d, d), symmetric", bent(whole, 3e-4 * largest, 0, 1)) == TURNED


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_stack_is_symmetric_where_each_of_its_matrices_is(size: int) -> None:
    stack = np.stack([matrix(size), 2 * matrix(size)])

    assert why("(B, d, d), symmetric", stack) == ""
    assert why("(…, d, d), symmetric", stack) == ""
    assert why("(…, d, d), symmetric", stack[None]) == ""
    assert why("(d, d, …), symmetric", np.moveaxis(stack, 0, -1)) == ""
    assert why("(B, d, d), symmetric", bent(stack, 1.0, 1, 0, 2)) == TURNED
    assert why("(d, d, …), symmetric", np.moveaxis(bent(stack, 1.0, 1, 0, 2), 0, -1)) == TURNED
    assert why("(d, d, B), symmetric", np.moveaxis(stack, 0, -1)) == TURNED
    # Along `…` nothing is claimed.
    assert why("(B, B, …), symmetric", np.ones((2, 2, size))) == ""


@pytest.mark.parametrize("count", [SMALL, LIMIT + 1])
def test_positions(count: int) -> None:
    places = np.arange(count) % 5

    assert why("(n,) in d", places, d=5) == ""
    assert why("(n,) in d", bent(places, 5, count - 1), d=5) == NO_POSITION
    assert why("(n,) in d", bent(places, -9, count - 1), d=5) == NO_POSITION
    assert why("(n,) in d", places.astype(float), d=5) == NO_POSITION


def test_what_hides_entries_is_no_plain_array() -> None:
    masked = np.ma.masked_array(matrix(SMALL), mask=np.eye(SMALL, dtype=bool))

    assert why("(d, d)", masked) == ""
    assert why("(d, d), symmetric", masked) == (
        "declared symmetric, the entries of a MaskedArray are not read"
    )
    assert why("(d, d) in d", masked) == "declared in d, the entries of a MaskedArray are not read"
