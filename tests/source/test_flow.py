"""Data flow in a function: what reaches what, and which statements are never reached together."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

from docgen.source.flow import Flow
from docgen.source.index import SourceIndex
from tests.conftest import MakeProject

FlowOf = Callable[[str], Flow]


@pytest.fixture
def flow_of(make_project: MakeProject) -> FlowOf:
    def make(body: str) -> Flow:
        text = f"def f(x, y, k):\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"
        index = SourceIndex.scan(make_project({"m.py": text}))
        return Flow.of(index, index.function("m.f"))

    return make


def lines(flow: Flow, *last: int) -> list[int]:
    """Lines of the body, from 1, that feed the statements of the given ones."""
    nodes = [step.node for step in flow.steps if step.node[0] - 1 in last]
    return sorted({node[0] - 1 for node in flow.feeding(nodes)})


@pytest.mark.parametrize(
    ("body", "last", "fed"),
    [
        ("a = x\nb = a\nc = b", 3, [1, 2, 3]),
        # Order counts, and so does what a name was bound to last.
        ("a = x\nb = a\na = y", 2, [1, 2]),
        ("a = x\na = y\nb = a", 3, [2, 3]),
        ("a = x\nb = a\nb = y\nc = a", 4, [1, 4]),
        # A branch may be taken or not.
        ("a = x\nif k:\n    a = y\nb = a", 4, [1, 3, 4]),
        ("if k:\n    a = x\nelse:\n    a = y\nb = a", 5, [2, 4, 5]),
        # Nothing gets past a return.
        ("a = x\nif k:\n    a = y\n    return a\nb = a", 5, [1, 5]),
        # A loop carries values to its beginning, and may run not at all.
        ("a = x\nfor i in y:\n    b = a\n    a = b + i", 3, [1, 2, 3, 4]),
        ("a = x\nwhile k:\n    a = y\n    break\nb = a", 5, [1, 3, 5]),
        ("a = x\nwhile k:\n    a = y\n    continue\n    a = k\nb = a", 6, [1, 3, 6]),
        # An exception may come from anywhere.
        ("try:\n    a = x\n    a = y\nexcept ValueError:\n    b = a", 5, [2, 3, 5]),
        ("try:\n    a = x\nfinally:\n    b = y\nc = a", 5, [2, 5]),
        ("match k:\n    case 1:\n        a = x\n    case _:\n        a = y\nb = a", 6, [3, 5, 6]),
        ("with x as a:\n    b = a\nc = b", 3, [1, 2, 3]),
        # Parts and attributes of a name.
        ("a = {}\na['k'] = x\nb = a['j']", 3, [1, 2, 3]),
        ("x.p = y\nx.q = k\nb = x.p", 3, [1, 3]),
        ("x.p = y\nb = x", 2, [1, 2]),
        ("a = x\na += y\nb = a", 3, [1, 2, 3]),
        ("a = x\nk.add(a, y)\nb = a", 3, [1, 2, 3]),
        ("a, b = x, y\nc = b", 2, [1, 2]),
        ("if (a := x) > 0:\n    b = a", 2, [1, 2]),
        ("del y\na = x", 2, [2]),
        # Functions inside: what they return is what their name stands for.
        ("c = x\ndef g(u):\n    v = u * c\n    return v\nw = g(y)", 5, [1, 3, 4, 5]),
        ("s = x\ndef g():\n    nonlocal s\n    s = y\ng()\nb = s", 6, [1, 4, 6]),
    ],
)
def test_feeding(flow_of: FlowOf, body: str, last: int, fed: list[int]) -> None:
    flow = flow_of(body)
    assert lines(flow, last) == fed


@pytest.mark.parametrize(
    ("body", "linked", "ways"),
    [
        ("a = x\nb = y", [1, 2], [[1, 2]]),
        ("if k:\n    a = x\nelse:\n    a = y", [2, 4], [[2], [4]]),
        ("z = x\nif k:\n    a = x\nelse:\n    a = y\nb = a", [1, 3, 5, 6], [[1, 3, 6], [1, 5, 6]]),
        ("if k:\n    a = x\nif y:\n    b = x", [2, 4], [[2, 4]]),
        ("if k:\n    return x\nreturn y", [2, 3], [[2], [3]]),
        ("if k:\n    a = x\n    return a\nb = y\nreturn b", [2, 3, 4, 5], [[2, 3], [2, 4, 5]]),
        (
            "if k == 1:\n    a = x\nelif k == 2:\n    a = y\nelse:\n    a = k",
            [2, 4, 6],
            [[2], [4], [6]],
        ),
        ("match k:\n    case 1:\n        a = x\n    case _:\n        a = y", [3, 5], [[3], [5]]),
        # A block of `try` may fail after some of its statements; `else` follows its end.
        ("try:\n    a = x\nexcept E:\n    a = y", [2, 4], [[2, 4]]),
        ("try:\n    a = x\nexcept E:\n    pass\nelse:\n    b = a", [2, 6], [[2, 6]]),
        ("for i in x:\n    a = i\nelse:\n    b = y", [2, 4], [[2, 4]]),
    ],
)
def test_ways(flow_of: FlowOf, body: str, linked: list[int], ways: list[list[int]]) -> None:
    flow = flow_of(body)
    nodes = [step.node for step in flow.steps if step.node[0] - 1 in linked]
    assert [[node[0] - 1 for node in way] for way in flow.ways(nodes)] == ways


def test_the_blocks_around_a_statement(flow_of: FlowOf) -> None:
    body = """
        for i in x:
            if i > k:
                a = 1
            elif i:
                b = 2
            else:
                c = 3
        """
    flow = flow_of(body)
    shown = {step.binds[0]: [arm.text for arm in step.arms] for step in flow.steps if step.binds}
    assert shown == {
        "i": [],
        "a": ["`for i in x`", "`if i > k`"],
        "b": ["`for i in x`", "else of `if i > k`", "`elif i`"],
        "c": ["`for i in x`", "else of `if i > k`", "else of `elif i`"],
    }
    assert [len(step.loops) for step in flow.steps if step.binds] == [0, 1, 1, 1]


def test_statements_that_bind_no_number(flow_of: FlowOf) -> None:
    flow = flow_of("a = None\na = 'text'\na = True\na = f'{x}'\na = 1\na = x")
    assert [step.node[0] - 1 for step in flow.binders("a")] == [5, 6]
