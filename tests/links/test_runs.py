"""Runs in the making: what is asked twice is asked once, what is new is asked anew."""

from __future__ import annotations

import pytest

from docgen.links.runs import RunBook, plan_name
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.trace.plan import (
    Failure,
    FunctionPlan,
    GradientPlan,
    Observation,
    RunPlan,
    Trace,
    Watch,
)
from tests.conftest import MakeProject
from tests.foreign import FILES

GRADIENT = GradientPlan("g", "rnn:advance", "rnn:retreat", "return[0]", "dnew", (("dx", "x"),))


@pytest.fixture
def index(make_project: MakeProject) -> SourceIndex:
    return SourceIndex.scan(make_project(FILES))


@pytest.fixture
def advance(index: SourceIndex) -> Anchor:
    return index.function("rnn.advance")


@pytest.fixture
def example(index: SourceIndex) -> Anchor:
    return index.function("runs.example")


def test_one_callable_and_size_is_one_run(example: Anchor) -> None:
    book = RunBook()
    first = book.run(example)
    assert book.run(example) is first
    assert book.run(example, {}) is first
    sized = book.run(example, {"T": 3, "F": 2})
    assert sized is not first
    assert book.run(example, {"F": 2, "T": 3}) is sized
    assert [run.key for run in book.runs.values()] == ["runs:example()", "runs:example(F=2,T=3)"]


def test_fences_differ_by_text_imports_and_sizes() -> None:
    book = RunBook()
    runs = [
        book.fence("f()", ()),
        book.fence("g()", ()),
        book.fence("f()", ("m",)),
        book.fence("f()", (), {"T": 1}),
    ]
    assert len({run.key for run in runs}) == 4
    assert book.fence("f()", ()) is runs[0]


def test_names_for_readers(example: Anchor) -> None:
    book = RunBook()
    assert book.run(example).name == "example"
    assert book.fence("f()", ()).name == "the fence"
    assert book.namespace.name == "the settings"


def test_a_plan_is_sorted_and_whole(index: SourceIndex, example: Anchor, advance: Anchor) -> None:
    run = RunBook().run(example, {"b": 2, "a": 1})
    retreat = index.function("rnn.retreat")
    node = (14, 4, 14, 29)
    run.watch(advance, "after", node, "drive")
    run.watch(advance, "entry", None, "x")
    run.watch(advance, "after", node, "drive")
    run.gradient(GRADIENT, advance, retreat)
    key = run.expression("rnn", "RATE")
    assert key == "rnn|RATE"
    assert run.plan() == RunPlan(
        "runs:example(a=1,b=2)",
        "runs:example",
        "runs.py",
        "",
        (),
        {"a": 1, "b": 2},
        (
            FunctionPlan(
                "rnn",
                "rnn.py",
                "advance",
                13,
                (
                    Watch("rnn:advance|after|14,4,14,29|drive", node, "after", "drive"),
                    Watch("rnn:advance|entry||x", None, "entry", "x"),
                ),
            ),
            FunctionPlan("rnn", "rnn.py", "retreat", 21),
        ),
        (GRADIENT,),
        (("rnn|RATE", "rnn", "RATE"),),
        replays=2,
    )


def test_a_trace_is_kept_until_something_new_is_asked(example: Anchor, advance: Anchor) -> None:
    book = RunBook()
    run = book.run(example)
    trace = Trace(run.key)

    def forgets(ask: object) -> bool:
        book.fill({run.key: trace})
        assert callable(ask)
        ask()
        kept = run.trace is trace
        book.fill({run.key: trace})
        ask()
        assert run.trace is trace
        return not kept

    assert forgets(lambda: run.probe(advance))
    assert forgets(lambda: run.watch(advance, "entry", None, "x"))
    assert forgets(lambda: run.watch(advance, "exit", None, "x"))
    assert forgets(lambda: run.gradient(GRADIENT, advance, advance))
    assert forgets(lambda: run.expression("rnn", "RATE"))


def test_another_gradient_under_one_key_is_recorded_anew(example: Anchor, advance: Anchor) -> None:
    run = RunBook().run(example)
    run.gradient(GRADIENT, advance, advance)
    run.trace = Trace(run.key)
    other = GradientPlan("g", "rnn:advance", "rnn:retreat", "return[0]", "dnew", (("dh", "h"),))
    run.gradient(other, advance, advance)
    assert run.trace is None
    assert run.plan().gradients == (other,)


def test_what_was_observed(example: Anchor, advance: Anchor) -> None:
    run = RunBook().run(example)
    assert (run.failed, run.calls(advance), run.observations("k")) == (True, 0, [])
    one, two = Observation("k", 0, 0), Observation("l", 0, 0)
    run.trace = Trace(run.key, calls={plan_name(advance): 2}, observations=(one, two))
    assert (run.failed, run.calls(advance), run.observations("k")) == (False, 2, [one])
    run.trace = Trace(run.key, Failure("raised", "ValueError"))
    assert run.failed


def test_plans_of_a_book(example: Anchor) -> None:
    book = RunBook()
    book.run(example)
    assert book.namespace is book.namespace
    assert [plan.key for plan in book.plans()] == ["runs:example()", ""]
