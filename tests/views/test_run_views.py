from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from docgen.trace.value import Value
from docgen.views.example import caption_of, plain_example, render_example
from docgen.views.gradcheck import plain_gradcheck, render_gradcheck
from docgen.views.parts import ExamplePart, ExampleRow, GradcheckPart, GradientRow, SourceRef
from docgen.views.stepper import plain_stepper, render_stepper
from docgen.views.steps import Operand, StepperPart, StepperStep, StepVectors


def array(shape: tuple[int, ...], *data: float) -> Value:
    return Value("array", "float64", shape, data)


def ref(line: int) -> SourceRef:
    return SourceRef("t.py", "model/t.py", line, line)


def table(html: str, selector: str = "tr") -> list[list[str]]:
    page = LexborHTMLParser(html)
    return [[cell.text() for cell in row.css("th, td")] for row in page.css(selector)]


STEPS = ExamplePart(
    "One row",
    "The numbers of <code>test_f</code>.",
    "steps",
    ("test_f",),
    (
        ExampleRow("Input", "Xn", "Xn", (array((1, 2), 1.0, -1.0),)),
        ExampleRow("", "Z", "Z = Xn @ W", (array((1, 3), 1.0, -0.5, -1.0),)),
        ExampleRow("Never", "B", "B = 1", (None,)),
    ),
)


def test_steps_keep_zeros() -> None:
    html = render_example(STEPS)

    assert table(html) == [
        ["Step", "Code", "Value"],
        ["Input", "Xn", "[[1.0000, -1.0000]]"],
        ["Z", "Z = Xn @ W", "[[1.0000, -0.5000, -1.0000]]"],
        ["Never", "B = 1", "not reached"],
    ]
    head = LexborHTMLParser(html).css_first("figcaption")
    assert head.text() == "One row Illustrative Example The numbers of test_f."
    assert plain_example(STEPS) == (
        "One row\nThe numbers of test_f.\nInput Xn [[1.0000, -1.0000]]\n"
        "Z = Xn @ W [[1.0000, -0.5000, -1.0000]]\nNever B = 1"
    )


def test_steps_of_two_runs_with_words() -> None:
    row = ExampleRow("A", "x", "x", (array((1,), 1.0), array((1,), 2.0)), words="<em>w</em>")

    assert table(render_example(ExamplePart("", "", "steps", ("plain", "scaled"), (row,)))) == [
        ["Step", "Code", "plain", "scaled", "Meaning"],
        ["A", "x", "[1.0000]", "[2.0000]", "w"],
    ]


MATRICES = ExamplePart(
    "Backward",
    "",
    "matrices",
    ("drawn", "scales at 0"),
    (
        ExampleRow("First", "dX1", "dX1 = dY + b", (array((1, 2), 0.265, 0.0), None), words="sum"),
        ExampleRow("", "n", "n", (Value("number", "float", (), (2.0,)), Value("none"))),
    ),
)


def test_matrices_stand_side_by_side_with_captions() -> None:
    page = LexborHTMLParser(render_example(MATRICES))
    groups = page.css(".dg-row")

    assert [node.text() for node in groups[0].css(".dg-cell")] == [
        "drawndX1 = dY + b, shape (1, 2)0.2650",
        "scales at 0dX1 = dY + b: not reached in this run",
    ]
    assert groups[0].css_first(".dg-rowhead").text() == "First sum"
    assert [node.text() for node in groups[1].css("caption")] == ["n, a scalar", "n"]
    assert [node.text() for node in groups[1].css("td")] == ["2", "None"]
    assert groups[1].css(".dg-rowhead") == []
    assert plain_example(MATRICES) == "Backward\ndX1 = dY + b First sum\nn"


def test_a_label_that_the_caption_says_is_left_out() -> None:
    row = ExampleRow("dX", "dX", "return dX1 + b", (array((1,), 1.0),))
    other = ExampleRow("d", "dX", "return dX1 + b", (array((1,), 1.0),))
    part = ExamplePart("", "", "matrices", ("only",), (row, other))

    groups = LexborHTMLParser(render_example(part)).css(".dg-row")
    assert [len(group.css(".dg-label")) for group in groups] == [0, 1]


def test_one_run_needs_no_name() -> None:
    part = ExamplePart(
        "", "", "matrices", ("only",), (ExampleRow("", "a", "a", (array((1,), 1.0),)),)
    )
    assert LexborHTMLParser(render_example(part)).css(".dg-run") == []


def test_captions_say_the_code_once() -> None:
    def row(name: str, code: str) -> ExampleRow:
        return ExampleRow("", name, code, ())

    assert [
        caption_of(row("a", "a = b\n    + c")),
        caption_of(row("dX", "dX1 + b")),
        caption_of(row("dX", "return dX1 + b")),
        caption_of(row("return[0]", "return a")),
        caption_of(row("a", "a")),
        caption_of(row("a", "")),
    ] == ["a = b + c", "dX = dX1 + b", "dX = dX1 + b", "return a", "a", "a"]


def gradcheck(numeric: float, note: str = "") -> GradcheckPart:
    row = GradientRow(
        'grads["w"]', array((1, 2), 1.0, 0.0), array((1, 2), 1.0, numeric), "≤ 1e-11", note
    )
    return GradcheckPart(
        "Check", "A <em>test</em>.", "(out * dOut).sum()", "1e-5", "float64", "1e-6", (row,), 3, ""
    )


SENTENCE = (
    "docgen made the central differences when it built this page: it moved every entry up and down "
    "by 1e-5 and measured how (out * dOut).sum() changed. Values are float64; the check fails if a "
    "gap is larger than its tolerance, here at most 1e-6. The run was made again twice with other "
    "numbers in its arrays, and its gradients checked in a random direction: 3 points in all. An "
    "array without negative numbers was given no negative ones."
)


def test_a_gradient_check_states_how_it_was_made() -> None:
    html = render_gradcheck(gradcheck(0.0))

    assert table(html) == [
        ["Gradient", "From the backward formula", "From central differences", "Largest gap"],
        ['grads["w"]', "[[1.0000, 0.0000]]", "[[1.0000, 0.0000]]", "≤ 1e-11"],
    ]
    assert LexborHTMLParser(html).css_first(".dg-legend").text() == SENTENCE
    assert plain_gradcheck(gradcheck(0.0)) == (
        f'Check\nA test.\ngrads["w"] largest gap ≤ 1e-11\n{SENTENCE}'
    )


@pytest.mark.parametrize(
    ("fixed", "end"),
    [
        ("", "It was made with the numbers of this run only."),
        ("it is < a table.", "It was made with the numbers of this run only: it is < a table."),
    ],
)
def test_a_gradient_check_at_one_point_says_so(fixed: str, end: str) -> None:
    part = replace(gradcheck(0.0), points=1, fixed=fixed)
    legend = LexborHTMLParser(render_gradcheck(part)).css_first(".dg-legend").text()
    assert legend.endswith(f" here at most 1e-6. {end}")
    assert plain_gradcheck(part).endswith(end)


def test_wide_values_stand_in_rows_of_their_own() -> None:
    def kinds(*data: float) -> list[str]:
        value = array((1, len(data)), *data)
        row = GradientRow("grads", value, value, "≤ 1e-11")
        part = GradcheckPart("", "", "out", "1e-5", "float64", "1e-6", (row,), 1, "")
        table = LexborHTMLParser(render_gradcheck(part)).css_first("table")
        return (table.attributes["class"] or "").split()

    # "[[" and "]]", 4 × "1.0000" and 3 × ", ": 34 characters, twice; and 5 of the name.
    assert kinds(1.0, 1.0, 1.0, 1.0) == ["dg-table", "dg-gradients"]
    # The same with 5 numbers: 42 characters, twice, are more than 80.
    assert kinds(1.0, 1.0, 1.0, 1.0, 1.0) == ["dg-table", "dg-gradients", "dg-stacked"]


def test_cells_repeat_their_heading_for_narrow_screens() -> None:
    cells = LexborHTMLParser(render_gradcheck(gradcheck(0.0))).css("tbody td")

    assert [cell.attributes["data-head"] for cell in cells] == [
        "From the backward formula",
        "From central differences",
        "Largest gap",
    ]


def test_noise_is_shown_as_zero_and_that_is_said() -> None:
    html = render_gradcheck(gradcheck(3e-12))

    assert table(html)[1][2] == "[[1.0000, 0.0000]]"
    assert LexborHTMLParser(html).css_first(".dg-legend").text() == (
        f"{SENTENCE} A central difference smaller than 1e-9 is rounding and shown as 0.0000."
    )


def test_c076_a_kink_is_noted_at_its_row() -> None:
    note = "kink: one-sided slopes 0 and 1, code 0 lies between"
    page = LexborHTMLParser(render_gradcheck(gradcheck(0.5, note)))

    assert page.css_first(".dg-note").text() == note
    assert note in plain_gradcheck(gradcheck(0.5, note))


def operand(name: str, *data: float) -> Operand:
    return Operand(name, array((len(data),), *data))


def vectors(
    before: tuple[Operand, ...], terms: tuple[Operand, ...], *after: Operand
) -> tuple[StepVectors, ...]:
    return (StepVectors("1", before, terms, after),)


STEPPER = StepperPart(
    "The stream",
    "A tiny model.",
    "1",
    (
        StepperStep(
            "Input",
            "X enters.",
            vectors((), (), operand("X[1]", 1.0, -0.5)),
            "(T, d)",
            ref(131),
            "def f(X):",
        ),
        StepperStep(
            "Norm",
            "",
            vectors((operand("X[1]", 1.0, -0.5),), (), operand("Xn[1]", 0.39, 1.0, 2.0)),
            "(T, F)",
            ref(133),
            "Xn = g(\n    X)",
            "Xn",
            "First `LayerNorm`",
            "eq-norm",
            "<math><mi>X</mi></math>",
        ),
        StepperStep(
            "Add",
            "",
            vectors((), (operand("X[1]", 1.0), operand("att[1]", 0.25)), operand("X1[1]", 1.25)),
            "",
            ref(135),
            "X1 = X + att",
        ),
        StepperStep("Note", "", vectors((), ()), "", ref(136), "pass"),
    ),
    "step-the-stream",
)


def test_a_stepper_shows_all_steps_in_order() -> None:
    page = LexborHTMLParser(render_stepper(STEPPER))
    steps = page.css("dg-stepper > ol > li")

    assert [step.id for step in steps] == [f"step-the-stream-{number}" for number in (1, 2, 3, 4)]
    assert [step.css_first(".dg-stephead").text() for step in steps] == [
        "Step 1 of 4 Input",
        "Step 2 of 4 Norm",
        "Step 3 of 4 Add",
        "Step 4 of 4 Note",
    ]
    assert [step.css_first(".dg-codeline").text() for step in steps] == [
        "t.py:131 def f(X):",
        "t.py:133 Xn = g(X)",
        "t.py:135 X1 = X + att",
        "t.py:136 pass",
    ]
    assert page.css_first(".dg-legend").text() == (
        "Row 1 of each array is shown; rows count from 0, as in the code."
    )
    assert [node.text() for node in page.css("caption")] == [
        "Each array has shape (T, d)",
        "Xn has shape (T, F)",
    ]


def test_the_equation_of_a_step_is_set_under_its_title() -> None:
    (step,) = LexborHTMLParser(render_stepper(STEPPER)).css("li:has(.dg-eq)")

    assert step.id == "step-the-stream-2"
    assert step.css_first(".dg-eq").html == (
        '<p class="dg-eq">Equation: <a href="#eq-norm">First <code>LayerNorm</code></a></p>'
    )
    assert step.css_first(".dg-math").html == (
        '<div class="dg-math" tabindex="0" role="group" aria-label="First LayerNorm">'
        "<math><mi>X</mi></math></div>"
    )


@pytest.mark.parametrize(
    ("title", "mathml", "expected"),
    [
        ("", "", '<p class="dg-eq"><a href="#eq-1">Equation</a></p>'),
        ("A", "", '<p class="dg-eq">Equation: <a href="#eq-1">A</a></p>'),
    ],
)
def test_an_equation_without_a_title_or_not_set(title: str, mathml: str, expected: str) -> None:
    step = replace(STEPPER.steps[1], equation=title, equation_id="eq-1", mathml=mathml)
    html = render_stepper(replace(STEPPER, steps=(step,)))

    assert expected in html
    assert "dg-math" not in html


def test_vectors_before_and_after_and_sums() -> None:
    assert table(render_stepper(STEPPER)) == [
        ["", "X[1]", "1", "-0.5"],
        ["Before", "X[1]", "1", "-0.5", ""],
        ["After", "Xn[1]", "0.39", "1", "2"],
        ["", "X[1]", "1"],
        ["+", "att[1]", "0.25"],
        ["=", "X1[1]", "1.25"],
    ]


def rows_of(*steps: tuple[StepVectors, ...], row: str = "1", rows: int = 2) -> LexborHTMLParser:
    drawn = tuple(StepperStep("", "", each, "", ref(1), "x") for each in steps)
    return LexborHTMLParser(render_stepper(StepperPart("", "", row, drawn, "step-s", rows)))


def test_rows_that_the_author_did_not_choose_are_hidden() -> None:
    held = [StepVectors(row, (), (), (operand(f"X[{row}]", 2.0),)) for row in ("0", "1")]
    page = rows_of(tuple(held))

    assert [(node.id, "hidden" in node.attributes) for node in page.css("li [data-row]")] == [
        ("step-s-1-r0", True),
        ("step-s-1-r1", False),
    ]
    assert page.css_first("dg-stepper").attributes["data-row"] == "1"
    assert page.css_first(".dg-legend").text() == (
        "Row 1 of each array is shown; rows count from 0, as in the code."
    )
    choices = page.css(".dg-bar [type=radio]")
    assert [(node.attributes["value"], "checked" in node.attributes) for node in choices] == [
        ("0", False),
        ("1", True),
    ]
    assert {node.attributes["name"] for node in choices} == {"step-s"}


@pytest.mark.parametrize(
    ("rows", "held", "expected"),
    [
        (9, range(8), "Of 9 rows, this page holds the first 8."),
        (1200, [*range(8), 70], "Of 1,200 rows, this page holds the first 8 and row 70."),
        (9, range(9), ""),
    ],
)
def test_rows_that_the_page_does_not_hold_are_counted(
    rows: int, held: Iterable[int], expected: str
) -> None:
    drawn = tuple(StepVectors(str(row), (), (), (operand("X", 2.0),)) for row in held)
    legend = rows_of(drawn, row=drawn[-1].row, rows=rows).css_first(".dg-legend").text()

    assert legend.partition("code.")[2].strip() == expected


def test_controls_are_hidden_until_the_script_runs() -> None:
    bar = LexborHTMLParser(render_stepper(STEPPER)).css_first("dg-stepper > .dg-bar")

    assert "hidden" in bar.attributes
    assert [button.text() for button in bar.css("button")] == ["Previous", "Next", "Play"]
    # There is one row only, so there is nothing to choose.
    assert bar.css("[type=radio]") == []
    assert bar.css_first("[type=range]").attributes["max"] == "4"


def test_whole_arrays_have_no_rows() -> None:
    page = rows_of((StepVectors("", (), (), (operand("X", 2.0),)),), row="", rows=0)

    assert page.css("[data-row], .dg-legend, [type=radio]") == []
    assert table(page.html or "") == [["", "X", "2"]]


def test_no_steps_have_no_controls() -> None:
    page = rows_of(row="", rows=0)

    assert page.css("dg-stepper, .dg-bar") == []


def marked(before: tuple[Operand, ...], terms: tuple[Operand, ...], after: Operand) -> list[str]:
    page = rows_of(vectors(before, terms, after))
    legend = page.css_first(".dg-legend").text()
    cells = page.css(".dg-same")
    assert ("A dotted line" in legend) == bool(cells)
    assert all(cell.parent == page.css("tr")[-1] for cell in cells)
    return [cell.text() for cell in cells]


def test_entries_that_stay_as_they_were_are_marked() -> None:
    """What is written alike may differ: 0.39004 and 0.39 are both `0.39`."""
    x = operand("x", 1.0, -2.0, 0.39004, 0.0)
    assert marked((x,), (), operand("a", 1.0, 0.0, 0.39, 0.0)) == ["1", "0"]
    assert marked((), (x, operand("b", 0.0, 2.0, 0.0, 1.0)), operand("y", 1.0, 0.0, 0.4, 1.0)) == [
        "1"
    ]
    assert marked((x,), (), operand("a", 1.0, -2.0, 0.39004)) == []
    assert marked((), (), x) == []


def test_plain_stepper() -> None:
    assert plain_stepper(STEPPER) == (
        "The stream\nA tiny model.\nInput X enters. def f(X):\nNorm Xn = g( X)\n"
        "Add X1 = X + att\nNote pass"
    )
