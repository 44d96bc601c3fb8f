from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from docgen.trace.value import Value
from docgen.views.example import caption_of, plain_example, render_example
from docgen.views.gradcheck import plain_gradcheck, render_gradcheck
from docgen.views.parts import (
    ExamplePart,
    ExampleRow,
    GradcheckPart,
    GradientRow,
    Operand,
    SourceRef,
    StepperPart,
    StepperStep,
)
from docgen.views.stepper import plain_stepper, render_stepper


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
    assert [node.text() for node in groups[1].css("caption")] == ["n, shape ()", "n"]
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
        "Check", "A <em>test</em>.", "(out * dOut).sum()", "1e-5", "float64", "1e-6", (row,)
    )


SENTENCE = (
    "docgen made the central differences when it built this page: it moved every entry up and down "
    "by 1e-5 and measured how (out * dOut).sum() changed. Values are float64; the check fails if a "
    "gap is larger than its tolerance, here at most 1e-6."
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


def test_wide_values_stand_in_rows_of_their_own() -> None:
    def kinds(*data: float) -> list[str]:
        value = array((1, len(data)), *data)
        row = GradientRow("grads", value, value, "≤ 1e-11")
        part = GradcheckPart("", "", "out", "1e-5", "float64", "1e-6", (row,))
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
        f"{SENTENCE} Differences smaller than 1e-9 are rounding and shown as 0.0000."
    )


def test_c076_a_kink_is_noted_at_its_row() -> None:
    note = "kink: one-sided slopes 0 and 1, code 0 lies between"
    page = LexborHTMLParser(render_gradcheck(gradcheck(0.5, note)))

    assert page.css_first(".dg-note").text() == note
    assert note in plain_gradcheck(gradcheck(0.5, note))


def operand(name: str, *data: float) -> Operand:
    return Operand(name, array((len(data),), *data))


STEPPER = StepperPart(
    "The stream",
    "A tiny model.",
    "1",
    (
        StepperStep(
            "Input",
            "X enters.",
            (),
            (),
            (operand("X[1]", 1.0, -0.5),),
            "(T, d)",
            ref(131),
            "def f(X):",
        ),
        StepperStep(
            "Norm",
            "",
            (operand("X[1]", 1.0, -0.5),),
            (),
            (operand("Xn[1]", 0.39, 1.0, 2.0),),
            "",
            ref(133),
            "Xn = g(\n    X)",
            "First LayerNorm",
            "norm",
        ),
        StepperStep(
            "Add",
            "",
            (),
            (operand("X[1]", 1.0), operand("att[1]", 0.25)),
            (operand("X1[1]", 1.25),),
            "",
            ref(135),
            "X1 = X + att",
        ),
        StepperStep("Note", "", (), (), (), "", ref(136), "pass"),
    ),
)


def test_a_stepper_shows_all_steps_in_order() -> None:
    page = LexborHTMLParser(render_stepper(STEPPER))
    steps = page.css("ol > li")

    assert [step.css_first(".dg-stephead").text() for step in steps] == [
        "Step 1 of 4Input",
        "Step 2 of 4Norm",
        "Step 3 of 4Add",
        "Step 4 of 4Note",
    ]
    assert [step.css_first(".dg-codeline").text() for step in steps] == [
        "t.py:131 def f(X):",
        "t.py:133 Xn = g( X)",
        "t.py:135 X1 = X + att",
        "t.py:136 pass",
    ]
    assert page.css_first(".dg-legend").text() == (
        "Row 1 of each array is shown; rows count from 0, as in the code."
    )
    assert page.css_first(".dg-eq a").attributes["href"] == "#norm"
    assert [node.text() for node in page.css("caption")] == ["Each array has shape (T, d)"]


def test_vectors_before_and_after_and_sums() -> None:
    assert table(render_stepper(STEPPER)) == [
        ["", "X[1]", "1", "-0.5"],
        ["Before", "X[1]", "1", "-0.5", ""],
        ["After", "Xn[1]", "0.39", "1", "2"],
        ["", "X[1]", "1"],
        ["+", "att[1]", "0.25"],
        ["=", "X1[1]", "1.25"],
    ]


def test_plain_stepper() -> None:
    assert plain_stepper(STEPPER) == (
        "The stream\nA tiny model.\nInput X enters. def f(X):\nNorm Xn = g( X)\n"
        "Add X1 = X + att\nNote pass"
    )
