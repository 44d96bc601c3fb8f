"""Arrays of other libraries: read by what they give, without that library."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation.given import detached, given_array
from tests.tensor import Tensor


class Frame:
    """A table that gives an array, and is none."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return np.ones(2)


def test_an_array_of_another_library_shares_its_memory() -> None:
    data = np.array([1.0, 2.0], np.float32)
    found = given_array(Tensor(data))

    assert found is not None
    assert found.dtype == np.float32
    assert np.shares_memory(found, data)


def test_a_tracked_one_is_detached() -> None:
    tracked = Tensor(np.array([3.0]), tracked=True)
    found = given_array(tracked)

    assert found is not None
    assert found.tolist() == [3.0]
    assert isinstance(detached(tracked), Tensor)
    assert detached(1.0) == 1.0


@pytest.mark.parametrize(
    "value",
    [np.ones(2), np.float64(1.0), Tensor, Frame(), [1.0], None, Tensor(np.array(["a"]))],
)
def test_anything_else_is_none(value: object) -> None:
    assert given_array(value) is None


def test_one_that_gives_no_numbers_is_none() -> None:
    class Elsewhere(Tensor):
        def detach(self) -> Tensor:
            raise TypeError("on another device")

    assert given_array(Elsewhere(np.ones(2))) is None
