"""Which links an author's word for an anchor means."""

from __future__ import annotations

import pytest

from docgen.review.choice import is_named
from docgen.review.record import Record
from docgen.review.subject import Held
from docgen.source.index import SourceIndex
from docgen.text import Span
from tests.conftest import MakeProject


@pytest.fixture
def held(make_project: MakeProject) -> Held:
    root = make_project({"m.py": "def other(x):\n    Zn = x\n"})
    record = Record("docs/p.md", "m.f", "prose", "-", "m.other.Zn", "", "0" * 16)
    return Held(record, SourceIndex.scan(root).resolve("m.other.Zn"), Span(0, 1))


@pytest.mark.parametrize("name", ["m.other.Zn", "other.Zn", "Zn", "other", "m.other", "f", "m.f"])
def test_names(held: Held, name: str) -> None:
    assert is_named(held, name)


@pytest.mark.parametrize("name", ["Z", "n", "the.Zn", "other.Z", "f.Zn", "-"])
def test_other_names(held: Held, name: str) -> None:
    assert not is_named(held, name)
