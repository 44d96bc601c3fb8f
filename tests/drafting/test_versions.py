"""Which value of a name a statement reads, and which it gives."""

from __future__ import annotations

import ast

from docgen.drafting.observed import Seen
from docgen.drafting.versions import Version, versions
from docgen.source.module import Statement

CODE = """
x = a
x += 1
for i in y:
    total = total + i
z = total
"""


def seen(code: str) -> list[Seen]:
    body = ast.parse(code).body
    flat: list[Statement] = []
    for one in body:
        flat += [one, *one.body] if isinstance(one, ast.For) else [one]
    return [Seen(one, {}, {}, is_executed=True) for one in flat]


def test_augmented_assignment_changes_a_value_and_a_loop_has_one_of_its_own() -> None:
    found = versions(seen(CODE), is_augmented_new=False)

    inside = {"x": 1, "i": 1, "total": 1}
    assert found == [
        Version({}, {"x": 1}, frozenset()),
        Version({"x": 1}, {"x": 1}, frozenset({"x"})),
        Version(inside, inside, frozenset({"i"})),
        Version(inside, inside, frozenset({"total"})),
        Version({"x": 1, "i": 2, "total": 2}, {"x": 1, "i": 2, "total": 2, "z": 1}, frozenset()),
    ]


def test_augmented_assignment_may_give_a_new_value() -> None:
    found = versions(seen(CODE)[:2], is_augmented_new=True)

    assert found[1] == Version({"x": 1}, {"x": 2}, frozenset())


def test_statement_that_is_not_executed_changes_nothing() -> None:
    first, second = seen("x = 1\nx = 2\n")
    skipped = Seen(first.statement, {}, {}, is_executed=False)

    assert versions([skipped, second], is_augmented_new=False) == [
        Version({}, {}, frozenset()),
        Version({}, {"x": 1}, frozenset()),
    ]


def test_filling_a_part_gives_a_new_value_of_the_whole() -> None:
    found = versions(seen("y[1:-1] = 2\n"), is_augmented_new=False)

    assert found == [Version({}, {"y": 1}, frozenset())]
