"""Worked examples; every number is counted by hand in `tests/foreign.py`."""

from __future__ import annotations

import pytest

from docgen.views.parts import ExamplePart, SourceRef
from tests.foreign import TABLE, page
from tests.pages.conftest import Draw, numbers

ROWS = """
| | | |
|---|---|---|
| `x` | Input | one row |
| `drive` | Driven | |
| `return[0]` | **New** | `bend` of `pre` |
"""


def rows_of(part: ExamplePart) -> list[tuple[str, str, str, list[list[object]], str]]:
    return [
        (row.label, row.name, row.code, [numbers(value) for value in row.values], row.words)
        for row in part.rows
    ]


def test_steps(draw: Draw) -> None:
    drawn = draw(
        page(f"/// example | One *step*\n    run: runs.example\n    caption: A $x$.\n{ROWS}///\n")
    )
    assert drawn.places == []
    part = drawn.part(ExamplePart)
    assert (part.title, part.caption, part.form, part.runs) == (
        "One *step*",
        "A <math><mi>x</mi></math>.",
        "steps",
        ("example",),
    )
    assert rows_of(part) == [
        ("Input", "x", "x", [[[1.0, 2.0]]], "one row"),
        ("Driven", "drive", 'drive = x @ weights["in"]', [[[1.0, 2.0, -1.0]]], ""),
        (
            "<strong>New</strong>",
            "return[0]",
            "new",
            [[[4.0, 4.0, 4.0]]],
            "<code>bend</code> of <code>pre</code>",
        ),
    ]
    assert [row.ref for row in part.rows] == [
        SourceRef("rnn.py", "rnn.py", 13, 13),
        SourceRef("rnn.py", "rnn.py", 14, 14),
        SourceRef("rnn.py", "rnn.py", 18, 18),
    ]


def test_matrices_are_captioned_with_what_computes_them(draw: Draw) -> None:
    drawn = draw(page(f"/// example\n    run: runs.example\n    form: matrices\n{ROWS}///\n"))
    part = drawn.part(ExamplePart)
    assert [(row.name, row.code) for row in part.rows] == [
        ("x", "x"),
        ("drive", 'x @ weights["in"]'),
        ("return[0]", "new"),
    ]


@pytest.mark.parametrize("form", ["steps", "matrices"])
def test_a_part_of_a_returned_name_is_shown_as_an_expression(draw: Draw, form: str) -> None:
    """`return new, dict(...)` writes its parts out; `return whole` and `return 0, kept` do not."""
    code = (
        "import numpy as np\n\n\ndef pick(a):\n    whole = (a, {'s': a + 1})\n    return whole\n\n"
        "def keep(a):\n    kept = {'s': a + 2}\n    return 0, kept\n\n\n"
        "def run():\n    return pick(np.ones(2)), keep(np.ones(2))\n"
    )
    head = "---\ncode: pick\n---\n# P\n"
    blocks = "".join(
        f"\n## {name}\n\n/// concept | {name}\n    parts: none\n///\n\n/// example | E\n"
        f"    run: pick.run\n    form: {form}\n\n| | |\n|---|---|\n{rows}///\n"
        for name, rows in (
            ("pick", '| `return[0]` | |\n| `return[1]["s"]` | |\n'),
            ("keep", '| `return[1]` | |\n| `return[1]["s"]` | |\n'),
        )
    )
    drawn = draw(head + blocks, {"pick.py": code}, settings="")
    assert drawn.places == []
    assert [row.code for part in drawn.parts(ExamplePart) for row in part.rows] == [
        "whole[0]",
        'whole[1]["s"]',
        "kept",
        'kept["s"]',
    ]


def test_all_that_is_bound_in_code_order(draw: Draw) -> None:
    part = draw(page("/// example\n    run: runs.example\n///\n")).part(ExamplePart)
    assert [row.name for row in part.rows] == [
        "x",
        "h",
        "weights",
        "drive",
        "keep",
        "pre",
        "new",
        "return",
    ]


def test_several_runs_side_by_side(draw: Draw) -> None:
    text = page(
        "/// example\n    run: runs.example; runs.quiet\n    labels: with a state; from zero\n"
        "\n| | |\n|---|---|\n| `keep` | |\n| `return[0]` | |\n///\n"
    )
    drawn = draw(text)
    assert drawn.places == []
    part = drawn.part(ExamplePart)
    assert part.runs == ("with a state", "from zero")
    assert [[numbers(value) for value in row.values] for row in part.rows] == [
        [[[1.0, 0.0, -1.0]], [[0.0, 0.0, 0.0]]],
        [[[4.0, 4.0, 4.0]], [[1.0, 4.0, 1.0]]],
    ]


def test_runs_of_one_callable_at_several_sizes(draw: Draw) -> None:
    text = page(
        "/// example\n    in: begin\n    run: runs.weights\n    sizes: I=1 H=2; I=2, H=1\n\n"
        '| | |\n|---|---|\n| `return["in"]` | |\n///\n'
    )
    drawn = draw(text)
    assert drawn.places == []
    (row,) = drawn.part(ExamplePart).rows
    assert [numbers(value) for value in row.values] == [[[1.0, 1.0]], [[1.0], [1.0]]]


def test_a_fence_is_a_run(draw: Draw) -> None:
    text = page(
        "/// example\n    sizes: k=3\n\n```python\n"
        "W = {'in': np.ones((2, 3)), 'rec': np.eye(3)}\n"
        "advance(np.array([[k, 1.0]]), np.zeros((1, 3)), W)\n```\n\n"
        "| | |\n|---|---|\n| `drive` | |\n///\n"
    )
    drawn = draw(text)
    assert drawn.places == []
    part = drawn.part(ExamplePart)
    assert part.runs == ("the fence",)
    assert numbers(part.rows[0].values[0]) == [[4.0, 4.0, 4.0]]


def test_a_chosen_call_is_named(draw: Draw) -> None:
    text = page(
        "/// example\n    run: runs.round_trip\n    call: 2\n    caption: Twice.\n\n"
        "| | |\n|---|---|\n| `dnew` | |\n| `dx` | |\n///\n",
        "retreat",
    )
    drawn = draw(text)
    assert drawn.places == []
    part = drawn.part(ExamplePart)
    assert part.caption == "Twice. The run makes 2 calls; call 2 is shown."
    # dpre = dnew * 2 * pre = (28, 32, -36); dx = (28 - 36, 32 + 36).
    assert [numbers(row.values[0]) for row in part.rows] == [[[7.0, 8.0, 9.0]], [[-8.0, 68.0]]]


def test_what_a_call_hands_over_is_of_that_call(draw: Draw) -> None:
    """`retreat` runs first on its own: its first call is not the one that `cycle` makes."""
    text = page(
        "/// example\n    run: runs.round_trip\n\n"
        "| | |\n|---|---|\n| `retreat.dnew` | |\n| `dx` | |\n///\n",
        "cycle",
    )
    drawn = draw(text)
    assert drawn.places == []
    part = drawn.part(ExamplePart)
    assert [numbers(row.values[0]) for row in part.rows] == [[[7.0, 8.0, 9.0]], [[-8.0, 68.0]]]


@pytest.mark.parametrize(
    ("body", "mark", "code"),
    [
        ("/// example\n    run: runs.nothing\n///\n", "run: runs.«nothing", "unknown-function"),
        ("/// example\n    run: runs.WEIGHTS\n///\n", "run: «runs.WEIGHTS", "unknown-function"),
        ("/// example\n    run: runs\n///\n", "run: «runs", "unknown-function"),
        ("/// example\n///\n", "/// «example", "never-executed"),
        ("/// example\n    run: rnn.bend\n///\n", "run: «rnn.bend", "run-failed"),
        (
            "/// example\n    run: runs.example\n    form: tables\n///\n",
            "form: «tables",
            "unknown-option",
        ),
        (
            "/// example\n    run: runs.example\n    call: 0\n///\n",
            "call: «0",
            "malformed-block",
        ),
        (
            "/// example\n    run: runs.example\n    call: 2\n///\n",
            "call: «2",
            "never-executed",
        ),
        (
            "/// example\n    run: runs.example\n    labels: one; two\n///\n",
            "labels: «one; two",
            "malformed-block",
        ),
        (
            "/// example\n    run: runs.example\n    sizes: Q=3\n///\n",
            "sizes: «Q=3",
            "unknown-option",
        ),
        (
            "/// example\n    run: runs.weights\n    sizes: I=3 and H\n///\n",
            "sizes: «I=3",
            "malformed-block",
        ),
        (
            "/// example\n    in: bend\n    sizes: Q=3\n\n```python\nbend(2.0)\n```\n///\n",
            "sizes: «Q=3",
            "unknown-option",
        ),
        (
            "/// example\n    run: runs.example\n\n| | |\n|---|---|\n| `dryve` | |\n///\n",
            "`«dryve`",
            "unknown-anchor",
        ),
        (
            "/// example\n    run: runs.example\n\n| | |\n|---|---|\n| `drive[b]` | |\n///\n",
            "`«drive[b]`",
            "unbound-symbol",
        ),
        (
            "/// example\n    run: runs.example\n\n| | |\n|---|---|\n| `drive.size.x` | |\n///\n",
            "`«drive.size.x`",
            "run-failed",
        ),
        (
            "/// example\n    in: retreat\n    run: runs.example\n///\n",
            "run: «runs.example",
            "never-executed",
        ),
        ("/// example\n    in: retreats\n///\n", "in: «retreats", "unknown-function"),
    ],
)
def test_faults(draw: Draw, body: str, mark: str, code: str) -> None:
    drawn = draw(page(body))
    assert drawn.places == [drawn.at(mark, code)]


def test_outside_of_a_concept_a_block_names_its_function(draw: Draw) -> None:
    drawn = draw("---\ncode: rnn\n---\n\n/// example\n    run: runs.example\n///\n")
    assert drawn.places == [drawn.at("/// «example", "unknown-function")]
    assert drawn.finding.help == "add `in: function` to the block, or a concept block above it"


def test_a_nearest_function_is_named(draw: Draw) -> None:
    finding = draw(page("/// example\n    run: runs.exampel\n///\n")).finding
    assert finding.help == "did you mean `runs.example`?"


def test_open_indices_are_told_how_to_close(draw: Draw) -> None:
    body = "/// example\n    run: runs.example\n\n| | |\n|---|---|\n| `drive[b]` | |\n///\n"
    finding = draw(page(body)).finding
    assert finding.message == "`b` in `drive[b]` has no value in the code"
    assert finding.help == "write a position, such as `drive[0]`"


def test_labels_that_do_not_fit_the_runs(draw: Draw) -> None:
    finding = draw(page("/// example\n    run: runs.example\n    labels: one; two\n///\n")).finding
    assert finding.message == "`labels:` names 2, the block shows 1"
    assert finding.notes == ("runs: `example`",)


def test_a_later_example_does_not_change_an_earlier_one(draw: Draw) -> None:
    """An example without `run:` shows the runs that came before it, and no others."""
    text = page(
        "/// example\n    run: runs.example\n///\n\n/// example\n///\n\n"
        "/// example\n    run: runs.quiet\n///\n"
    )
    drawn = draw(text)
    assert drawn.places == []
    assert [part.runs for part in drawn.parts(ExamplePart)] == [
        ("example",),
        ("example",),
        ("quiet",),
    ]


def test_all_faults_of_a_block_in_one_run(draw: Draw) -> None:
    """A faulty row does not hide that the run fails."""
    text = page(
        TABLE + "\n/// example\n    run: tests.test_rnn.test_wrong\n\n"
        "| | |\n|---|---|\n| `dryve` | |\n| `kept` | |\n///\n"
    )
    drawn = draw(text)
    assert drawn.places == [
        drawn.at("run: «tests.test_rnn", "run-failed"),
        drawn.at("`«dryve`", "unknown-anchor"),
        drawn.at("`«kept`", "unknown-anchor"),
    ]


UNSTABLE = """
import numpy as np
from rnn import advance
from runs import WEIGHTS


def drawn():
    return advance(np.random.rand(1, 2), np.zeros((1, 3)), WEIGHTS)


def often():
    for _ in range(1 + np.random.randint(1000)):
        result = advance(np.ones((1, 2)), np.zeros((1, 3)), WEIGHTS)
    return result
"""


def test_a_run_that_draws_without_a_seed(draw: Draw) -> None:
    body = "/// example\n    run: loose.drawn\n\n| | |\n|---|---|\n| `h` | |\n| `x` | |\n///\n"
    drawn = draw(page(body), {"loose.py": UNSTABLE})
    assert drawn.places == [drawn.at("run: «loose.drawn", "unstable-run")]
    assert drawn.finding.notes == ("executed twice, it disagreed with itself on `x`",)


def test_values_that_are_the_same_each_time_are_shown(draw: Draw) -> None:
    body = "/// example\n    run: loose.drawn\n\n| | |\n|---|---|\n| `h` | |\n///\n"
    assert draw(page(body), {"loose.py": UNSTABLE}).places == []


def test_another_number_of_calls_each_time(draw: Draw) -> None:
    body = "/// example\n    run: loose.often\n\n| | |\n|---|---|\n| `h` | |\n///\n"
    drawn = draw(page(body), {"loose.py": UNSTABLE})
    assert drawn.places == [drawn.at("run: «loose.often", "unstable-run")]
    assert drawn.finding.notes == (
        "executed twice, it disagreed with itself on `the calls of advance`",
    )
