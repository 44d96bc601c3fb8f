"""Steps of a foreign function; one row of every array."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from docgen.views.parts import SourceRef
from docgen.views.steps import Operand, StepperPart, StepperStep, StepVectors
from tests.foreign import RNN, TABLE, page
from tests.pages.conftest import Draw, numbers

RUN = "    run: runs.batch\n"


X = '<math><mrow class="dg-sym dg-s0"><mi>x</mi></mrow></math>'
"""The first symbol of `TABLE`."""


def said(operands: tuple[Operand, ...]) -> list[object]:
    return [(each.name, numbers(each.value)) for each in operands]


def vectors_of(step: StepperStep, row: str) -> StepVectors:
    (found,) = [each for each in step.vectors if each.row == row]
    return found


def steps_of(part: StepperPart) -> list[tuple[str, list[object], list[object], list[object]]]:
    """Code, what is read, what is added, and the result, as (name, numbers), in the first row."""
    found = [(step.code, vectors_of(step, part.row)) for step in part.steps]
    return [(code, said(each.before), said(each.terms), said(each.after)) for code, each in found]


ROWS = "\n| | | |\n|---|---|---|\n| `drive` | *Drive* | by $x$ |\n| `pre` | | |\n| `new` | | |\n"


def test_one_row_of_every_array(draw: Draw) -> None:
    """The second of two rows: x (0, 1) drives (0, 1, -1); h (1, 0, -1) is kept."""
    equation = "**Driven**\n```math\nd = x W\n```\n"
    block = f"/// stepper | A row\n{RUN}    row: 1\n    caption: Of *two*.\n{ROWS}///\n"
    # Another example tells the letters of the table apart.
    example = "/// example\n    run: runs.example\n///\n"
    drawn = draw(page(f"{TABLE}\n{equation}\n{example}\n{block}"))
    assert drawn.places == []
    part = drawn.part(StepperPart)
    assert (part.title, part.caption, part.row) == ("A row", "Of <em>two</em>.", "1")
    assert steps_of(part) == [
        (
            'drive = x @ weights["in"]',
            [("x[1]", [0.0, 1.0])],
            [],
            [("drive[1]", [0.0, 1.0, -1.0])],
        ),
        (
            "pre = drive + keep",
            [],
            [("drive[1]", [0.0, 1.0, -1.0]), ("keep[1]", [1.0, 0.0, -1.0])],
            [("pre[1]", [1.0, 1.0, -2.0])],
        ),
        ("new = bend(pre)", [("pre[1]", [1.0, 1.0, -2.0])], [], [("new[1]", [1.0, 1.0, 4.0])]),
    ]
    first = part.steps[0]
    assert (first.label, first.words) == ("<em>Drive</em>", f"by {X}")
    # What it reads has another shape than what it gives.
    assert (first.shape, first.shape_of) == ("(B, H)", "drive")
    assert (first.equation, first.equation_id) == ("Driven", "eq-driven")
    assert first.mathml.startswith("<math")
    # The weights are in no table.
    assert re.findall(r"dg-s(\d)", first.mathml) == ["2", "0"]
    assert [(mark.start, mark.end, mark.numbers) for mark in first.marks] == [
        (0, 5, (2,)),
        (8, 9, (0,)),
    ]
    assert first.ref == SourceRef("rnn.py", "rnn.py", 14, 14)
    middle, last = part.steps[1:]
    assert (middle.shape, middle.shape_of) == ("(B, H)", "")
    assert (last.shape, last.equation, last.equation_id, last.mathml) == ("", "", "", "")


def test_the_reader_may_choose_every_row(draw: Draw) -> None:
    """The other of the two rows: x (1, 2) drives (1, 2, -1), and the sum is (2, 2, -2)."""
    part = draw(page(f"/// stepper\n{RUN}    row: 1\n{ROWS}///\n")).part(StepperPart)
    assert (part.row, part.rows) == ("1", 2)
    assert [[each.row for each in step.vectors] for step in part.steps] == [["0", "1"]] * 3
    first = vectors_of(part.steps[0], "0")
    assert said(first.before) == [("x[0]", [1.0, 2.0])]
    assert said(first.after) == [("drive[0]", [1.0, 2.0, -1.0])]
    total = vectors_of(part.steps[1], "0")
    assert total.before == ()
    assert said(total.terms) == [("drive[0]", [1.0, 2.0, -1.0]), ("keep[0]", [1.0, 0.0, -1.0])]
    assert said(total.after) == [("pre[0]", [2.0, 2.0, -2.0])]


TALL = """
import numpy as np


def tall(a):
    top = a[:10]
    return top


def run():
    return tall(np.arange(24.0).reshape(12, 2))
"""


@pytest.mark.parametrize(("row", "held"), [(3, range(8)), (8, range(9)), (9, [*range(8), 9])])
def test_eight_rows_of_a_longer_array_and_the_author_s(
    draw: Draw, row: int, held: Iterable[int]
) -> None:
    """Twelve rows enter, ten of them remain: a row that one step lacks cannot be chosen."""
    text = (
        "---\ncode: tall\n---\n# D\n\n## D\n\n/// concept | tall\n    parts: none\n///\n\n"
        f"/// stepper\n    run: tall.run\n    row: {row}\n\n| |\n|---|\n| `a` |\n| `top` |\n///\n"
    )
    drawn = draw(text, {"tall.py": TALL}, settings="")
    assert drawn.places == []
    part = drawn.part(StepperPart)
    assert part.rows == 10
    for step in part.steps:
        assert [each.row for each in step.vectors] == [str(number) for number in held]
    last = vectors_of(part.steps[1], str(row))
    assert said(last.after) == [(f"top[{row}]", [2.0 * row, 2.0 * row + 1])]


def test_ids_are_those_of_no_other_stepper_and_no_heading(draw: Draw) -> None:
    titles = ["A row", "A `row`", "", "", "Über x"]
    blocks = [f"/// stepper | {title}".rstrip(" |") + f"\n{RUN}{ROWS}///\n" for title in titles]
    drawn = draw(page("\n".join([*blocks, "## Step 2\n", "## Step {#step-a-row-1-r0}\n"])))
    assert [part.html_id for part in drawn.parts(StepperPart)] == [
        "step-a-row--2",
        "step-a-row--3",
        "step--2",
        "step--3",
        "step-über-x",
    ]


def test_an_equation_that_cannot_be_set_is_reported_once(draw: Draw) -> None:
    """Its link stays: the title says which equation it is."""
    equation = "**Driven**\n```math\nd = \\frac{x\n```\n"
    drawn = draw(page(f"{TABLE}\n{equation}\n/// stepper\n{RUN}{ROWS}///\n"))
    assert [each.code for each in drawn.findings].count("unrenderable-latex") == 1
    for step in drawn.part(StepperPart).steps:
        assert step.mathml == ""


def test_whole_arrays_without_a_row(draw: Draw) -> None:
    drawn = draw(page(f"/// stepper\n    run: runs.example\n{ROWS}///\n"))
    assert drawn.places == []
    assert steps_of(drawn.part(StepperPart))[0] == (
        'drive = x @ weights["in"]',
        [("x", [[1.0, 2.0]])],
        [],
        [("drive", [[1.0, 2.0, -1.0]])],
    )


def test_all_that_is_bound_and_has_rows(draw: Draw) -> None:
    """A dictionary and a returned tuple have no rows: the author did not ask for them."""
    drawn = draw(page(f"/// stepper\n{RUN}    row: 0\n///\n"))
    assert drawn.places == []
    part = drawn.part(StepperPart)
    assert [vectors_of(step, "0").after[0].name for step in part.steps] == [
        "x[0]",
        "h[0]",
        "drive[0]",
        "keep[0]",
        "pre[0]",
        "new[0]",
    ]


DENSE = """
import numpy as np


def dense(x, w, b):
    z = x @ w + b
    z += x
    s = x.T
    y = z * 2 - x
    return z + b


def run():
    return dense(np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2) * 2, np.array([10.0, 20.0]))
"""
"""Square, so that a wrong row would show: rows of z are (12, 24) and (16, 28), then (19, 32)."""


def dense(draw: Draw, rows: str, row: str = "    row: 1\n") -> StepperPart:
    text = (
        "---\ncode: dense\n---\n# D\n\n## D\n\n/// concept | dense\n    parts: none\n///\n\n"
        f"/// stepper\n    run: dense.run\n{row}\n| | |\n|---|---|\n{rows}///\n"
    )
    drawn = draw(text, {"dense.py": DENSE}, settings="")
    assert drawn.places == []
    return drawn.part(StepperPart)


def test_a_term_without_rows_is_added_to_every_row(draw: Draw) -> None:
    (step,) = steps_of(dense(draw, "| `z = x @ w + b` | |\n"))
    assert step[2] == [("(x @ w)[1]", [6.0, 8.0]), ("b", [10.0, 20.0])]
    assert step[3][0][1] == [16.0, 28.0]


def test_both_terms_of_an_augmented_sum(draw: Draw) -> None:
    (step,) = steps_of(dense(draw, "| `z += x` | |\n"))
    assert step[2] == [("z[1]", [16.0, 28.0]), ("x[1]", [3.0, 4.0])]
    assert step[3][0][1] == [19.0, 32.0]


def test_a_returned_sum(draw: Draw) -> None:
    (step,) = steps_of(dense(draw, "| `return` | |\n"))
    assert step[2:] == (
        [("z[1]", [19.0, 32.0]), ("b", [10.0, 20.0])],
        [("return[1]", [29.0, 52.0])],
    )


def test_a_difference_reads_its_names(draw: Draw) -> None:
    (step,) = steps_of(dense(draw, "| `y` | |\n"))
    assert step[1:] == (
        [("z[1]", [19.0, 32.0]), ("x[1]", [3.0, 4.0])],
        [],
        [("y[1]", [35.0, 60.0])],
    )


@pytest.mark.parametrize(
    ("options", "rows", "mark", "code", "help_text"),
    [
        (
            "    row: 2\n",
            ROWS,
            "row: «2",
            "malformed-block",
            "write a row from 0 to 1",
        ),
        (
            "    row: last\n",
            ROWS,
            "row: «last",
            "malformed-block",
            "rows are positions as in the code, from 0: `row: 1`",
        ),
        (
            "    row: 0\n",
            "\n| | |\n|---|---|\n| `weights` | |\n",
            "`«weights`",
            "malformed-block",
            "leave the line out, or leave out `row:`",
        ),
        (
            "",
            "\n| | |\n|---|---|\n| `drive[b]` | |\n",
            "`«drive[b]`",
            "unbound-symbol",
            "write a position, such as `drive[0]`",
        ),
        (
            "    call: 2\n",
            ROWS,
            "call: «2",
            "never-executed",
            "write a number up to 1",
        ),
        (
            "    sizes: I=2; I=3\n",
            ROWS,
            "run: «runs.batch",
            "malformed-block",
            "write one block for each run",
        ),
    ],
)
def test_faults(draw: Draw, options: str, rows: str, mark: str, code: str, help_text: str) -> None:
    drawn = draw(page(f"/// stepper\n{RUN}{options}{rows}///\n"))
    assert drawn.at(mark, code) in drawn.places
    found = [each for each in drawn.project.findings if each.code == code]
    assert [each.help for each in found] == [help_text]
    if "sizes" not in options:
        assert len(drawn.places) == 1


def test_each_block_reports_its_own_row(draw: Draw) -> None:
    one = f"/// stepper\n{RUN}    row: 5\n{ROWS}///\n"
    drawn = draw(page(f"{one}\n{one}"))
    assert drawn.places == [
        drawn.at("row: «5", "malformed-block"),
        drawn.at("row: «5", "malformed-block", 2),
    ]


def test_arrays_that_are_too_large(draw: Draw) -> None:
    large = "import numpy as np\n\n\ndef large():\n    a = np.zeros((70, 70))\n    return a\n"
    text = (
        "---\ncode: large\n---\n# D\n\n## D\n\n/// concept | large\n    parts: none\n///\n\n"
        "/// stepper\n    run: large.large\n    row: 1\n///\n"
    )
    drawn = draw(text, {"large.py": large})
    assert drawn.places == [drawn.at("row: «1", "malformed-block")]
    assert drawn.finding.message == "`a` is too large to show one row of"


def test_a_statement_that_failed_leaves_nothing_to_draw(draw: Draw) -> None:
    code = RNN.replace("    new = bend(pre)\n", "    new = bend(pre)\n    assert RATE > 1\n")
    drawn = draw(page(f"/// stepper\n{RUN}{ROWS}///\n"), {"rnn.py": code})
    assert drawn.places == [drawn.at("run: «runs.batch", "run-failed")]
    assert drawn.parts(StepperPart) == []


def test_steps_of_no_parts(draw: Draw) -> None:
    part = draw(page(f"/// stepper\n{RUN}\n| | |\n|---|---|\n| `x` | |\n///\n")).part(StepperPart)
    assert part.steps == (
        StepperStep(
            "",
            "",
            (StepVectors("", (), (), part.steps[0].vectors[0].after),),
            "",
            SourceRef("rnn.py", "rnn.py", 13, 13),
            "def advance(x, h, weights):",
        ),
    )
