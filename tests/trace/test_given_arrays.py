"""Arrays of other libraries in a run: recorded, copied and changed like NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation.binding import to_array
from docgen.evaluation.term import Leaf, Problem
from docgen.trace.cells import CellError
from docgen.trace.copies import deep_copy, measured_copy
from docgen.trace.encode import digest, encode
from docgen.trace.points import indexed, numbers
from docgen.trace.walk import arrays
from tests.tensor import Tensor


class Computed(Tensor):
    """One that was computed from others: PyTorch copies only what was made directly."""

    def __deepcopy__(self, memo: object) -> Tensor:
        raise RuntimeError("only what was created explicitly can be copied")


class Silent:
    """No array, and an error when it is asked for one."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        raise RuntimeError("none")


def test_recorded_as_an_array() -> None:
    value = encode(Tensor(np.array([[1.0, 2.0]], np.float32), tracked=True))

    assert (value.kind, value.dtype, value.shape) == ("array", "float32", (1, 2))
    assert value.data == (1.0, 2.0)


def test_the_digest_tells_numbers_and_kinds_apart() -> None:
    one = digest(Tensor(np.array([1.0])))

    assert one == digest(Tensor(np.array([1.0])))
    assert one != digest(Tensor(np.array([2.0])))
    assert one != digest(np.array([1.0]))


def test_found_where_a_run_changes_its_arrays() -> None:
    data = np.array([1.0, 2.0])
    [found] = arrays({"w": [Tensor(data)]})

    assert np.shares_memory(found, data)


@pytest.mark.parametrize("kind", [Tensor, Computed])
def test_a_copy_shares_nothing(kind: type[Tensor]) -> None:
    given = kind(np.array([1.0, 2.0]))
    made, size = measured_copy({"w": given})

    assert isinstance(made, dict)
    given.data[0] = 9.0
    assert made["w"].data.tolist() == [1.0, 2.0]
    assert size == 16
    assert isinstance(deep_copy(given), Tensor)


def test_read_as_numbers() -> None:
    tracked = Tensor(np.array([[1.0, 2.0]]), tracked=True)
    leaf = Leaf("x", "x", None)

    found = numbers(tracked)
    assert isinstance(found, np.ndarray)
    assert np.asarray(indexed(tracked, "[0, 1]")).tolist() == 2.0
    assert not isinstance(to_array(leaf, tracked), Problem)


def test_what_gives_no_numbers_is_a_fault_of_the_page() -> None:
    leaf = Leaf("x", "x", None)
    silent = Silent()

    assert numbers(silent) is silent
    problem = to_array(leaf, silent)
    assert isinstance(problem, Problem)
    assert problem.message == "`x` holds a value of type Silent, not numbers"
    with pytest.raises(CellError, match="none"):
        indexed(silent, "[0]")
