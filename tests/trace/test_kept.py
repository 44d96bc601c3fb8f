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


def test_of_very_many_the_last_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docgen.trace.kept.MOST_VISITS", 2)
    kept = Kept()
    array = np.ones(1)
    for visit in range(5):  # times 1 to 5
        array[0] = visit
        kept.add("a", AFTER, 0, visit, array)
    found = [(one.visit, one.time, np.asarray(one.read()).tolist()) for one in kept.all("a")]
    assert found == [(0, 1, [0.0]), (1, 2, [1.0]), (4, 5, [4.0])]
    assert np.asarray(kept.last("a", 0)).tolist() == [4.0]
    for time in (3, 4):
        between = kept.at("a", 0, time)
        assert between is not None
        with pytest.raises(LeftOutError):
            between.read()
    assert kept.at("a", 0, 9) == kept.all("a")[-1]


def test_the_one_that_is_the_last_no_more_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docgen.trace.kept.MOST_VISITS", 1)
    kept = Kept(most_bytes=25)
    for visit in range(9):
        kept.add("a", AFTER, 0, visit, np.full(1, visit))
    assert not kept.is_full
    assert [record.visit for record in kept.all("a")] == [0, 8]
    kept.add("b", NEXT, 0, 0, np.ones(2))
    assert kept.is_full
    kept.add("a", AFTER, 0, 9, np.ones(1))  # frees the room of visit 8
    assert [record.visit for record in kept.all("a")] == [0, 9]
    kept.add("b", NEXT, 0, 1, np.ones(9))
    kept.add("a", AFTER, 0, 10, np.ones(1))
    assert [record.visit for record in kept.all("b")] == [0]
    assert [record.visit for record in kept.all("a")] == [0, 10]


def test_where_all_is_full_the_last_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docgen.trace.kept.MOST_VISITS", 1)
    kept = Kept(most_bytes=24)
    for visit in range(3):
        kept.add("a", AFTER, 0, visit, 0)
    for visit in range(3):
        kept.add("b", NEXT, 0, visit, np.ones(2) if visit else np.ones(1))
    kept.add("a", AFTER, 0, 3, 0)
    assert [record.visit for record in kept.all("a")] == [0]
    with pytest.raises(LeftOutError):
        kept.last("a", 0)
