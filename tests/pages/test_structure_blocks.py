"""Blocks `flow`, `caches` and `parameters` on a foreign model."""

from __future__ import annotations

import pytest

from docgen.views.parts import (
    CacheKey,
    CacheRow,
    CachesPart,
    Dimension,
    NamedRef,
    ParameterRow,
    ParametersPart,
    SourceRef,
)
from docgen.views.steps import FlowEdge, FlowPart, FlowStep
from tests.foreign import RNN, SETTINGS, page
from tests.pages.conftest import Draw


def ref(line: int, last: int = 0) -> SourceRef:
    return SourceRef("rnn.py", "rnn.py", line, last or line)


def test_a_flow(draw: Draw) -> None:
    rows = (
        "\n| | | |\n|---|---|---|\n| `dpre` | | |\n"
        '| `grads["in"]` | *Sum* | over $x$ |\n| `dx` | | |\n'
    )
    options = "    fills: grads\n    entry: `dnew` comes in.\n    caption: One.\n"
    drawn = draw(page(f"/// flow | Back\n{options}{rows}///\n", "retreat"))
    assert drawn.places == []
    assert drawn.part(FlowPart) == FlowPart(
        "Back",
        "One.",
        "<code>dnew</code> comes in.",
        "grads",
        (
            FlowStep(
                "",
                "",
                "dpre",
                ref(22),
                'dpre = dnew * 2 * memo["pre"]',
                None,
                (),
                'dnew * 2 * memo["pre"]',
            ),
            FlowStep(
                "<em>Sum</em>",
                "over <math><mi>x</mi></math>",
                'grads["in"]',
                ref(23),
                'grads["in"] += memo["x"].T @ dpre',
                None,
                ("in",),
                'memo["x"].T @ dpre',
                ('grads["in"]', 'memo["x"].T @ dpre'),
            ),
            FlowStep(
                "",
                "",
                "dx",
                ref(25),
                'dx = dpre @ weights["in"].T',
                None,
                (),
                'dpre @ weights["in"].T',
            ),
        ),
        "retreat",
        "dnew",
        (
            FlowEdge(0, 1, "dnew"),
            FlowEdge(1, 2, "dpre"),
            FlowEdge(1, 3, "dpre"),
            FlowEdge(3, 4, "dx"),
            FlowEdge(1, 4, "dpre", ("dh",)),
        ),
    )


def test_a_step_shows_the_function_it_calls(draw: Draw) -> None:
    part = draw(page("/// flow\n///\n", "cycle")).part(FlowPart)
    assert [(step.result, step.callee) for step in part.steps] == [
        ("new", NamedRef("advance", ref(13, 18))),
        ("dx", NamedRef("retreat", ref(21, 27))),
        ("return", None),
    ]


def test_loops_are_steps(draw: Draw) -> None:
    drawn = draw(page("/// flow\n///\n", "begin"))
    assert drawn.places == []
    steps = drawn.part(FlowPart).steps
    assert [step.result for step in steps][:3] == ["weights", "name", "rows"]
    assert steps[1].code == 'for name in ("in", "rec"):'


@pytest.mark.parametrize(
    ("options", "row", "mark", "code"),
    [
        ("", "`dnew`", "`«dnew`", "unknown-anchor"),
        ("", "`dold`", "`«dold`", "unknown-anchor"),
        ("    in: retread\n", "`dx`", "in: «retread", "unknown-function"),
    ],
)
def test_faults_of_a_flow(draw: Draw, options: str, row: str, mark: str, code: str) -> None:
    body = f"/// flow\n{options}\n| | |\n|---|---|\n| {row} | |\n///\n"
    drawn = draw(page(body, "retreat"))
    assert drawn.places == [drawn.at(mark, code)]


def test_a_parameter_is_no_step(draw: Draw) -> None:
    body = "/// flow\n\n| | |\n|---|---|\n| `dnew` | |\n| `dx` | |\n///\n"
    drawn = draw(page(body, "retreat"))
    assert drawn.finding.message == "`dnew` is a parameter; a flow shows statements"
    assert [step.result for step in drawn.part(FlowPart).steps] == ["dx"]


def test_what_is_filled_must_be_a_name_of_the_code(draw: Draw) -> None:
    drawn = draw(page("/// flow\n    fills: grades\n///\n", "retreat"))
    assert set(drawn.places) == {drawn.at("fills: «grades", "unknown-anchor")}


DEEP = """
def up(x, w):
    y = x * w
    return y, dict(x=x, y=y)


def down(d, c, w):
    return d * w * c["x"] + c["y"]


def both(x, w):
    a, first = up(x, w)
    b, second = up(a, w)
    return b, dict(one=first, two=second)


def back(d, c, w):
    d = down(d, c["two"], w)
    return down(d, c["one"], w)
"""
DEEP_HEAD = "---\ncode: deep\n---\n# D\n\n## D\n\n/// concept | both\n    parts: none\n///\n\n"
CACHES = "/// caches | Kept\n    forward: both\n    backward: back\n    caption: Two.\n"


def test_caches(draw: Draw) -> None:
    body = f'{CACHES}\n| | |\n|---|---|\n| `c["two"]["x"]` | what *came* in |\n///\n'
    drawn = draw(DEEP_HEAD + body, {"deep.py": DEEP}, settings="")
    assert drawn.places == []

    def at(line: int) -> SourceRef:
        return SourceRef("deep.py", "deep.py", line, line)

    part = drawn.part(CachesPart)
    assert (part.title, part.caption) == ("Kept", "Two.")
    rows = {row.passed_as: row for row in part.rows}
    assert rows == {
        'c["one"]': CacheRow('c["one"]', (CacheKey("x"), CacheKey("y")), at(3), "down", at(18)),
        'c["two"]': CacheRow(
            'c["two"]',
            (CacheKey("x", "what <em>came</em> in"), CacheKey("y")),
            at(3),
            "down",
            at(17),
        ),
    }


@pytest.mark.parametrize(
    ("body", "mark", "code"),
    [
        ("/// caches\n    forward: both\n///\n", "/// «caches", "malformed-block"),
        ("/// caches\n    backward: back\n///\n", "/// «caches", "malformed-block"),
        (
            "/// caches\n    forward: bath\n    backward: back\n///\n",
            "forward: «bath",
            "unknown-function",
        ),
        (
            "/// caches\n    forward: up\n    backward: up\n///\n",
            "backward: «up",
            "unknown-anchor",
        ),
        (
            f'{CACHES}\n| | |\n|---|---|\n| `c["two"]["z"]` | no |\n///\n',
            '`«c["two"]["z"]`',
            "unknown-anchor",
        ),
        (f"{CACHES}\n| | |\n|---|---|\n| `nothing` | no |\n///\n", "`«nothing`", "unknown-anchor"),
    ],
)
def test_faults_of_caches(draw: Draw, body: str, mark: str, code: str) -> None:
    drawn = draw(DEEP_HEAD + body, {"deep.py": DEEP}, settings="")
    assert drawn.places == [drawn.at(mark, code)]


def test_entries_of_caches_are_listed(draw: Draw) -> None:
    body = f'{CACHES}\n| | |\n|---|---|\n| `c["two"]["z"]` | no |\n///\n'
    finding = draw(DEEP_HEAD + body, {"deep.py": DEEP}, settings="").finding
    (note,) = finding.notes
    assert note.startswith("entries: ")
    assert sorted(note.removeprefix("entries: ").split(", ")) == [
        'c["one"]["x"]',
        'c["one"]["y"]',
        'c["two"]["x"]',
        'c["two"]["y"]',
    ]
    assert finding.help.startswith('did you mean `c["two"]["')


PARAMETERS = "/// parameters | All\n    function: begin\n    run: runs.weights\n"
SIZES = "    sizes: I=2 H=5; I=4 H=7\n"


def test_parameters(draw: Draw) -> None:
    drawn = draw(page(f"{PARAMETERS}{SIZES}    decay: decays\n    caption: Few.\n///\n"))
    assert drawn.places == []
    made = "np.ones((rows, H))"
    assert drawn.part(ParametersPart) == ParametersPart(
        "All",
        "Few.",
        (
            ParameterRow("in", ref(40), "(I, H)", "(2, 3)", "I × H", 6, made, True),
            ParameterRow("rec", ref(40), "(H, H)", "(3, 3)", "H × H", 9, made, True),
            ParameterRow("bias", ref(41), "(H,)", "(3,)", "H", 3, "np.zeros(H)", False),
        ),
        18,
        (Dimension("I", "INPUTS", "2", "of one step"), Dimension("H", "HIDDEN", "3")),
    )


def test_chosen_parameters_in_the_order_of_the_rows(draw: Draw) -> None:
    rows = "\n| | |\n|---|---|\n| `bias` | *added* |\n| `in` | |\n"
    part = draw(page(f"{PARAMETERS}{SIZES}{rows}///\n")).part(ParametersPart)
    assert [(row.name, row.words, row.decay) for row in part.rows] == [
        ("bias", "<em>added</em>", None),
        ("in", "", None),
    ]
    assert part.total == 9


@pytest.mark.parametrize(
    ("body", "mark", "code"),
    [
        ("/// parameters\n    run: runs.weights\n///\n", "/// «parameters", "malformed-block"),
        (f"{PARAMETERS}///\n", "/// «parameters", "malformed-block"),
        (f"{PARAMETERS}    sizes: I=2 H=5\n///\n", "/// «parameters", "malformed-block"),
        (f"{PARAMETERS}    sizes: I=2 H=2; I=4 H=4\n///\n", "/// «parameters", "shape-mismatch"),
        (f"{PARAMETERS}{SIZES}    decay: decay\n///\n", "decay: «decay", "unknown-function"),
        (f"{PARAMETERS}{SIZES}    decay: bendy\n///\n", "decay: «bendy", "unknown-function"),
        (f"{PARAMETERS}{SIZES}    decay: cycle\n///\n", "decay: «cycle", "run-failed"),
        (
            f"{PARAMETERS}{SIZES}\n| | |\n|---|---|\n| `biases` | |\n///\n",
            "`«biases`",
            "unknown-anchor",
        ),
        (
            PARAMETERS.replace("begin", "bend") + SIZES + "///\n",
            "run: «runs.weights",
            "never-executed",
        ),
        (
            PARAMETERS.replace("begin", "begun") + SIZES + "///\n",
            "function: «begun",
            "unknown-function",
        ),
    ],
)
def test_faults_of_parameters(draw: Draw, body: str, mark: str, code: str) -> None:
    drawn = draw(page(body))
    assert set(drawn.places) == {drawn.at(mark, code)}


def test_a_letter_without_a_real_size_counts_nothing(draw: Draw) -> None:
    settings = SETTINGS.replace('H = "rnn.HIDDEN"\n', "")
    drawn = draw(page(f"{PARAMETERS}{SIZES}///\n"), settings=settings)
    assert drawn.places == [drawn.at("/// «parameters", "unbound-symbol")]
    assert drawn.finding.message == "`H` is no declared dimension"
    assert drawn.part(ParametersPart).rows == ()


def test_an_array_that_no_statement_stores_is_not_left_out_silently(draw: Draw) -> None:
    code = RNN.replace("    return weights\n", "    stash(weights)\n    return weights\n").replace(
        "def begin", 'def stash(w):\n    w["late"] = np.zeros(2)\n\n\ndef begin'
    )
    drawn = draw(page(f"{PARAMETERS}{SIZES}///\n"), {"rnn.py": code})
    assert drawn.places == [drawn.at("/// «parameters", "unknown-anchor")]
    assert drawn.finding.message == "no statement is found that stores `late`"


def test_decay_needs_a_callable(draw: Draw) -> None:
    fence = "\n```python\nbegin(I, H)\n```\n"
    body = f"/// parameters\n    function: begin\n{SIZES}    decay: decays\n{fence}///\n"
    drawn = draw(page(body))
    assert drawn.places == [drawn.at("decay: «decays", "malformed-block")]
    assert draw(page(body.replace("    decay: decays\n", ""))).places == []


def test_a_run_that_makes_other_arrays(draw: Draw) -> None:
    rows = "\n| | |\n|---|---|\n| `bias` | |\n"
    code = RNN.replace('    weights["bias"] =', '    if I > 9:\n        weights["bias"] =')
    drawn = draw(page(f"{PARAMETERS}{SIZES}{rows}///\n"), {"rnn.py": code})
    assert drawn.places == [drawn.at("`«bias`", "never-executed")]


def test_a_run_without_the_function(draw: Draw) -> None:
    other = "def other(I, H):\n    return {}\n"
    body = PARAMETERS.replace("runs.weights", "other.other")
    drawn = draw(page(f"{body}{SIZES}///\n"), {"other.py": other})
    assert drawn.places == [drawn.at("run: «other.other", "never-executed")]


def test_every_dimension_that_the_callable_takes_has_a_size(draw: Draw) -> None:
    """`H` would keep one length in all runs and be shown as a number."""
    code = "from rnn import begin\n\n\ndef some(I, H=5):\n    return begin(I, H)\n"
    body = PARAMETERS.replace("runs.weights", "some.some")
    drawn = draw(page(f"{body}    sizes: I=2; I=4\n///\n"), {"some.py": code})
    assert drawn.places == [drawn.at("sizes: «I=2", "shape-mismatch")]
    assert drawn.finding.message == "`sizes:` leaves out `H`, which `some` takes"
    assert drawn.finding.help == "give it a size in each run: `H=5`"


def test_another_number_of_axes_in_each_run(draw: Draw) -> None:
    rows = "\n| | |\n|---|---|\n| `bias` | |\n"
    code = RNN.replace("np.zeros(H)", "np.zeros(H if I < 3 else (H, 1))")
    drawn = draw(page(f"{PARAMETERS}{SIZES}{rows}///\n"), {"rnn.py": code})
    assert drawn.places == [drawn.at("`«bias`", "shape-mismatch")]
    assert drawn.finding.notes == ("its shapes are (5,), (7, 1)",)
