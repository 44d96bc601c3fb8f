"""Variants of what a statement calls: the definition with one small thing wrong."""

from __future__ import annotations

import msgspec
import numpy as np

from docgen.evaluation.body import body_variants
from docgen.evaluation.evaluate import evaluate
from docgen.evaluation.judge import Point, judge
from docgen.evaluation.term import Definition, Formula, Leaf, Statement, Term


def leaf(name: str) -> Term:
    return Term("leaf", text=name)


def parameter(name: str) -> Term:
    return Term("parameter", text=name)


def times(*factors: Term) -> Term:
    return Term("product", factors, names=("scalar",) * (len(factors) - 1))


def plus(*terms: Term) -> Term:
    return Term("sum", terms, "+" * len(terms))


def applied(key: str, *args: Term, at: tuple[int, int] = (4, 8)) -> Term:
    return Term("apply", args, key, span=at)


TWO = Term("number", text="2")
LEAVES = tuple(Leaf(name, name, ()) for name in ("y", "x", "s", "b"))
SCALED = Definition("F", ("u",), ((),), times(TWO, leaf("s"), parameter("u")), is_alone=True)
OUTER = Definition("G", ("v",), ((),), plus(applied("F", parameter("v")), leaf("b")))


def formula(right: Term, *definitions: Definition, **more: object) -> Formula:
    statement = msgspec.structs.replace(Statement((leaf("y"), right), ("=",)), **more)
    return Formula((statement,), LEAVES, definitions)


def told(made: Formula) -> list[tuple[str, tuple[int, int]]]:
    return [(one.text, one.span) for one in body_variants(made, 0)]


def test_every_small_thing_of_a_definition_is_changed() -> None:
    made = formula(applied("F", leaf("x")), SCALED)
    found = body_variants(made, 0)

    factors = ("without the factor", "without the factor (2)", "without the factor (3)")
    texts = (*factors, "with 3 for 2", "with 4 for 2")
    assert told(made) == [(f"{text} in its definition", (4, 8)) for text in texts]
    assert [one.statement.sides for one in found] == [(leaf("y"), applied("F′", leaf("x")))] * len(
        found
    )
    assert [[each.key for each in one.definitions] for one in found] == [["F′"]] * len(found)
    assert found[0].definitions[0].body == times(leaf("s"), parameter("u"))


def test_what_calls_the_changed_one_is_put_in_anew() -> None:
    made = formula(applied("G", leaf("x"), at=(2, 6)), SCALED, OUTER)
    found = body_variants(made, 0)

    assert {one.span for one in found} == {(2, 6)}
    assert found[0].statement.sides[1] == applied("G′", leaf("x"), at=(2, 6))
    keys = {each.key: each.body for each in found[0].definitions}
    assert keys == {
        "F′": times(leaf("s"), parameter("u")),
        "G′": plus(applied("F′", parameter("v")), leaf("b")),
    }


def test_what_code_is_compared_with_is_left_alone() -> None:
    known = msgspec.structs.replace(SCALED, is_alone=False)
    assert told(formula(applied("F", leaf("x")), known)) == []
    assert told(formula(times(leaf("s"), leaf("x")), SCALED)) == []


def test_a_side_that_is_a_bound_is_left_alone() -> None:
    assert told(formula(applied("F", leaf("x")), SCALED, relations=("≤",))) == []


def test_the_left_side_of_a_property_is_changed_too() -> None:
    twice = Statement((applied("F", leaf("x")), leaf("y")), ("=",), is_property=True)
    made = Formula((twice,), LEAVES, (SCALED,))
    assert body_variants(made, 0)[0].statement.sides[0].text == "F′"


def test_what_where_defines_is_changed_too() -> None:
    local = (("k", times(leaf("s"), parameter("u"))),)
    one = Definition("F", ("u",), ((),), Term("local", text="k"), local, is_alone=True)
    found = body_variants(formula(applied("F", leaf("x")), one), 0)
    assert [each.definitions[0].locals for each in found] == [
        (("k", parameter("u")),),
        (("k", leaf("s")),),
    ]


def test_functions_after_one_another_are_changed() -> None:
    made = formula(Term("compose", (leaf("x"),), names=("G", "F"), span=(1, 3)), SCALED, OUTER)
    first = body_variants(made, 0)[0]
    assert first.statement.sides[1].names == ("G′", "F′")


def point(s: float) -> Point:
    x = 0.7
    return Point(
        {"y": np.asarray(2 * s * x), "x": np.asarray(x), "s": np.asarray(s), "b": np.asarray(0.0)}
    )


def survivors(made: Formula, *points: Point) -> set[str]:
    return {text for text, _, _ in judge(made, 0, points)[0]}


def test_a_run_that_cannot_tell_is_found() -> None:
    """With s = 1 the factor s may be there or not; with s = 1 and s = 3 it may not."""
    made = formula(applied("F", leaf("x")), SCALED)
    for one in (point(1.0), point(3.0)):
        outcome = evaluate(made, 0, one.values)
        assert (outcome.problem, outcome.ratio <= 1) == (None, True)

    (left,) = survivors(made, point(1.0))
    (dropped,) = [one for one in body_variants(made, 0) if one.text == left]
    assert dropped.definitions[0].body == times(TWO, parameter("u"))
    assert survivors(made, point(1.0), point(3.0)) == set()


def test_a_change_that_means_the_same_is_none() -> None:
    """F(x) - F(x) + y: what is left out of F is left out twice."""
    one = applied("F", leaf("x"))
    made = formula(Term("sum", (one, one, leaf("b")), "+-+"), SCALED)
    values = Point(
        {"y": np.asarray(2.0), "x": np.asarray(1.0), "s": np.asarray(3.0), "b": np.asarray(2.0)}
    )
    assert not any("definition" in text for text in survivors(made, values))
