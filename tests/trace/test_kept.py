from __future__ import annotations

import numpy as np
import pytest

from docgen.trace.cells import CellError
from docgen.trace.kept import Kept, LeftOutError, Record

AFTER = (0, 0, (2, 4, 2, 9), "after")
NEXT = (0, 0, (3, 4, 3, 9), "after")


def test_what_is_shown_at_one_place_at_once_has_one_time() -> None:
    kept = Kept(public={"a", "b"})
    for visit in range(2):
        kept.add("a", AFTER, 0, visit, 10 + visit)
        kept.add("b", AFTER, 0, visit, 20 + visit)
    kept.add("c", NEXT, 0, 0, 30)
    assert kept.all("a") == [Record(0, 0, 1, 10), Record(0, 1, 2, 11)]
    assert kept.all("b") == [Record(0, 0, 1, 20), Record(0, 1, 2, 21)]
    assert kept.all("c") == [Record(0, 0, 3, 30)]


def test_the_last_record_up_to_a_time_else_the_first_one_after() -> None:
    kept = Kept()
    for visit in range(3):
        kept.add("a", AFTER, 0, visit, visit)  # times 1, 2, 3
    assert kept.at("a", 0, 2) == Record(0, 1, 2, 1)
    assert kept.at("a", 0, 9) == Record(0, 2, 3, 2)
    assert kept.at("a", 0, 0) == Record(0, 0, 1, 0)
    assert kept.at("a", 1, 2) is None
    assert kept.at("b", 0, 2) is None


def test_records_of_a_function_that_is_called_in_a_call() -> None:
    kept = Kept()
    kept.start("m:f", 0)  # time 1
    kept.add("g.x", (1, 0, None, "entry"), 0, 0, "first")  # 2
    kept.start("m:f", 1)  # 3
    kept.add("g.x", (1, 1, None, "entry"), 1, 0, "second")  # 4
    kept.add("g.x", (1, 2, None, "entry"), 2, 0, "third")  # 5
    assert kept.starts == {("m:f", 0): 1, ("m:f", 1): 3}
    assert kept.between("g.x", 3, 4) == Record(1, 0, 4, "second")
    assert kept.between("g.x", 3, 9) == Record(2, 0, 5, "third")
    assert kept.between("g.x", 3, 3) is None


def test_a_record_is_a_copy() -> None:
    kept = Kept()
    array = np.array([1.0])
    kept.add("a", AFTER, 0, 0, array)
    array[0] = 2.0
    assert np.array_equal(np.asarray(kept.last("a", 0)), [1.0])


def test_a_problem_in_place_of_a_value() -> None:
    kept = Kept()
    kept.add("a", AFTER, 0, 0, CellError("`a` is not bound here"))
    with pytest.raises(CellError, match=r"^`a` is not bound here$"):
        kept.last("a", 0)
    with pytest.raises(CellError, match=r"^it was not reached in that call$"):
        kept.last("a", 1)


def test_from_where_there_is_no_room_nothing_is_known() -> None:
    kept = Kept(most_bytes=16)
    for visit in range(4):
        kept.add("a", AFTER, 0, visit, np.ones(1))
    assert [record.visit for record in kept.all("a")] == [0, 1]
    late = kept.at("a", 0, 9)
    assert late is not None
    assert late.visit == 2
    with pytest.raises(LeftOutError):
        late.read()
    assert kept.is_full
