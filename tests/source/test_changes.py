"""Values end where statements change them. In the sources places stand between « and »."""

from __future__ import annotations

import pytest

from tests.source.conftest import MakeIndex
from tests.source.test_places import check

CASES = [
    ("x[0]", "entry", "Z = «x[0]»\ndel x[0]\nreturn x[0]"),
    ("x", "entry", "Z = «x»\ndel x[0]\nreturn x"),
    ("self.P", "entry", "Z = «self.P»\ndel self.P\nreturn self.P"),
    ("self.P", "entry", "a = «self.P»\nself.step()\nreturn self.P"),
    ("x[0]", "entry", "Z = «x[0]»\na = x.pop(0)\nreturn x[0]"),
    ("x", "entry", "Z = «x»\na = np.add(«x», 1, out=«x»)\nreturn x"),
    ("x", "entry", "a = «x»\na += 1\nreturn x"),
    ("x", "entry", "a = «x»\na[0] = 1\nreturn x"),
    ("t", "after 1", "for «t» in x:\n    if t:\n        del t\n        break\nreturn t"),
    ("x", "entry", "for a in x:\n    a += 1\nreturn x"),
    ("x", "entry", "for k, a in x.items():\n    a[0] = 1\nreturn x"),
    ("x", "entry", "a = «x»\na = a + 1\na += 1\nreturn «x»"),
    ("x", "entry", "a = «x» + 1\na += 1\nreturn «x»"),
    ("x['A']", "entry", "a = «x['A']»\nx['B'] = 1\nreturn «x['A']»"),
    ("a", "after 1", "«a» = x['A']\nx['B'] = 1\nreturn «a»"),
    ("a", "after 1", "«a» = x['A']\nx['A'] = 1\nreturn a"),
    ("a", "after 1", "«a» = x['A']\nx['A'] += 1\nreturn a"),
    ("self.P", "entry", "h = «self.P»\nself.Q = 1\nh = h + 1\nh += «self.P»\nreturn «self.P»"),
    ("self.P", "entry", "h = «self.P»\nh += 1\nreturn self.P"),
    ("x", "entry", "a = «x».reshape(2, 3)\na[0] = 1\nreturn x"),
    ("x", "entry", "a = b = «x»\nb[0] = 1\nreturn x + a"),
    (
        "x['A']",
        "before 3",
        "for t in y:\n    x = t\n    a = «x['A']»\n    b = «x['A']»\n"
        "    x['A'] = 1\n    c = x['A']",
    ),
    ("x", "entry", "return «x».pop(), y"),
    ("x", "entry", "if «x».sort() and y:\n    return x"),
]


@pytest.mark.parametrize(("text", "when", "body"), CASES)
def test_changes(make_index: MakeIndex, text: str, when: str, body: str) -> None:
    check(make_index, text, when, body)
