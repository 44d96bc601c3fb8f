"""Records of links: what an anchor is called in the lock, and which of identical ones it is."""

from __future__ import annotations

import pytest

from docgen.markup.scan import scan
from docgen.review.subject import Holder, Subject
from docgen.source.index import SourceIndex
from docgen.text import SourceText
from tests.conftest import MakeProject

CODE = """
def f(a):
    b = a
    b = a
    return b


class C:
    def f(self, a):
        c = a
        return c


if True:
    def g(a):
        return a
else:
    def g(a):
        return -a
"""


@pytest.fixture
def index(make_project: MakeProject) -> SourceIndex:
    return SourceIndex.scan(make_project({"p/m.py": CODE}))


def prose(index: SourceIndex, target: str, scope: str = "p.m") -> Subject:
    page = scan(SourceText("docs/a.md", f"[it](<code:{target}>)\n"))
    return Holder(index).prose(page, page.links[0], index.resolve(target, scope), None, scope)


@pytest.mark.parametrize(
    ("target", "anchor", "nth"),
    [
        ("f.b.2", "p.m.f.b.2", "2/2"),
        ("p.m.f.return", "p.m.f.return", ""),
        ("m.f.return[0]", "p.m.f.return[0]", ""),
        ("C.f.c", "p.m.C.f.c", ""),
        ("C.f", "p.m.C.f", ""),
        ("C", "p.m.C", ""),
        ("p.m", "p.m", ""),
        ("g.2", "p.m.g@2", "2/2"),
        ("f.a", "p.m.f.a", ""),
    ],
)
def test_names_and_numbers(index: SourceIndex, target: str, anchor: str, nth: str) -> None:
    (held,) = prose(index, target).held
    assert (held.record.anchor, held.record.nth) == (anchor, nth)
    assert held.record.key == ("docs/a.md", "-", "prose", "-", anchor)


def test_a_module_is_held_by_the_names_it_defines(make_project: MakeProject) -> None:
    def digest(code: str) -> str:
        index = SourceIndex.scan(make_project({"p/m.py": code}))
        return prose(index, "p.m", "").held[0].record.fingerprint

    first = digest("def a(): pass\ndef b(): pass\n")
    assert digest("def b(): return 1\ndef a(): pass\n") == first
    assert digest("def a(): pass\n") != first
