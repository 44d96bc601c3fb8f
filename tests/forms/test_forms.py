"""Every common spelling of the textbook forms is verified on real arrays."""

from __future__ import annotations

import pytest

from tests.forms.catalogue import FORMS
from tests.forms.form import Form
from tests.forms.judge import formula_of, is_mismatch, outcomes

CASES = [
    pytest.param(one, spelling, id=f"{one.name.replace(' ', '-')}-{number}")
    for one in FORMS.values()
    for number, spelling in enumerate(one.spellings)
]


def test_each_form_has_two_to_four_spellings_and_sizes_that_differ() -> None:
    assert len(FORMS) >= 24
    for one in FORMS.values():
        assert 2 <= len(set(one.spellings)) <= 4, one.name
        for sizes in one.run_sizes():
            assert len(set(sizes.values())) == len(sizes), one.name
            assert min(sizes.values()) >= 3, one.name
        seen = {tuple(point) for point in one.points() + one.fresh_points()}
        assert len(seen) == 1, one.name
        assert {*seen.pop()} == {row.latex for row in one.declared if not row.is_function}


@pytest.mark.parametrize(("one", "spelling"), CASES)
def test_spelling_is_verified(one: Form, spelling: str) -> None:
    formula = formula_of(one, spelling)

    assert formula.statements
    for point in one.points():
        for found in outcomes(one, formula, point):
            assert found.problem is None, found.problem
            assert not is_mismatch(found), found
            assert found.entries > 0
