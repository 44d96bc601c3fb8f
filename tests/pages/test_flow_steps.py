"""What a step of a flow says: what it calls, adds and fills, and the listing of what it calls."""

from __future__ import annotations

from docgen.views.parts import ListingPart, SourceRef
from docgen.views.steps import FlowPart, FlowStep
from tests.foreign import page
from tests.pages.conftest import Draw

DEEP = """
import numpy as np


def inner(g, grads):
    grads["deep"] += g


def back(d, w, grads):
    \"\"\"Stores one entry itself and one in a function of its own.\"\"\"
    grads["w"] += (
        d.T @ d
    )
    inner(d, grads)
    return d @ w, d


def whole(d, w, grads):
    dx, db = back(d, w, grads)
    grads["b"] += db

    grads["c"] += db
    y = dx + d + w
    for name in ("a", "b"):
        if name == "a":
            y = np.maximum(0, y[0].copy())
    p, q = y + d, y * d
    y = back(q, w, {})
    return p, q
"""


def steps(draw: Draw, rows: str, options: str = "") -> tuple[FlowStep, ...]:
    table = "".join(f"| `{row.strip()}` | |\n" for row in rows.split(";"))
    body = page(f"/// flow\n{options}\n| | |\n|---|---|\n{table}///\n", "deep.whole")
    drawn = draw(body, {"deep.py": DEEP})
    assert drawn.places == []
    return drawn.part(FlowPart).steps


def ref(line: int, last: int = 0) -> SourceRef:
    return SourceRef("deep.py", "deep.py", line, last or line)


def test_the_callee_is_listed_with_the_lines_that_fill(draw: Draw) -> None:
    (step,) = steps(draw, "dx", "    fills: grads\n")
    lines = DEEP.split("\n")
    assert step.listing == ListingPart(
        "code-back",
        ref(8, 14),
        "back",
        tuple(lines[8:15]),
        frozenset({10, 11, 12, 13}),
        ((),) * 7,
        ((),) * 7,
    )
    assert step.fills == ("w", "deep", "b", "c")
    assert step.fill_refs == (ref(19), ref(21))


def test_a_callee_that_is_called_twice_is_listed_under_two_ids(draw: Draw) -> None:
    found = steps(draw, "dx; y = back(q, w, {})")
    assert [step.listing and step.listing.html_id for step in found] == [
        "code-back",
        "code-back--2",
    ]
    assert [step.listing and step.listing.highlight for step in found] == [frozenset()] * 2


def test_what_a_step_adds_and_calls_is_read_off_the_syntax(draw: Draw) -> None:
    found = steps(draw, "y = dx + d + w; y = np.maximum(0, y[0].copy()); p; q; return[0]")
    assert [(step.adds, step.calls, step.expression) for step in found] == [
        (("dx", "d", "w"), (), "dx + d + w"),
        ((), ("np.maximum", ".copy"), "np.maximum(0, y[0].copy())"),
        (("y", "d"), (), "y + d"),
        ((), (), "y * d"),
        ((), (), "p"),
    ]


def test_a_step_in_a_loop_or_a_branch_says_so(draw: Draw) -> None:
    found = steps(draw, "y = dx + d + w; y = np.maximum(0, y[0].copy())")
    assert [step.within for step in found] == [
        (),
        ('`for name in ("a", "b")`', '`if name == "a"`'),
    ]


def test_two_flows_of_one_function_have_two_names(draw: Draw) -> None:
    body = page("/// flow\n///\n\n/// flow\n///\n", "deep.whole")
    parts = draw(body, {"deep.py": DEEP}).parts(FlowPart)
    assert [part.slug for part in parts] == ["whole", "whole--2"]


def test_a_flow_without_rows_has_one_step_for_each_statement(draw: Draw) -> None:
    code = (
        "def whole(d, w):\n    dx, db, dg = g(d, w)\n    a = b = db * 2\n    return dx + a + b\n"
        "\n\ndef g(d, w):\n    return d, w, d\n"
    )
    (part,) = draw(page("/// flow\n///\n", "deep.whole"), {"deep.py": code}).parts(FlowPart)
    assert [(step.result, step.others) for step in part.steps] == [
        ("dx", ("db",)),
        ("a", ("b",)),
        ("return", ()),
    ]


def test_what_has_a_row_of_its_own_is_no_other_of_a_step(draw: Draw) -> None:
    found = steps(draw, "dx; db; y = dx + d + w; return[0]")
    assert [step.others for step in found] == [(), (), (), ()]
    found = steps(draw, 'dx; grads["b"]; p; y = back(q, w, {})')
    assert [step.others for step in found] == [("db",), (), ("q",), ()]


METHODS = """
class Optimiser:
    def step(self, w):
        w -= 0.1


def train(w, opt: Optimiser, other):
    opt.step(w)
    other.step(w)
    return w
"""


def test_a_method_of_a_declared_parameter_is_a_call_of_the_project(draw: Draw) -> None:
    body = page("/// flow\n///\n", "method.train")
    found = draw(body, {"method.py": METHODS}).part(FlowPart).steps
    assert [(step.callee and step.callee.name, step.calls) for step in found[:2]] == [
        ("Optimiser.step", ()),
        (None, ("other.step",)),
    ]
