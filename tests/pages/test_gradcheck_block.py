"""Gradient checks of a foreign backward function; the gradients are counted by hand."""

from __future__ import annotations

import pytest

from docgen.views.parts import GradcheckPart
from tests.foreign import RNN, page
from tests.pages.conftest import Draw, numbers

OPTIONS = {
    "run": "runs.there_and_back",
    "forward": "advance",
    "backward": "retreat",
    "output": "return[0]",
    "cotangent": "dnew",
}
ROWS = ("`dx` | `x` | input", "`dh` | `h` |", '`grads["in"]` | `weights["in"]` |')


def block(rows: tuple[str, ...] = ROWS, **changes: str | None) -> str:
    options = {**OPTIONS, **changes}
    lines = [f"    {key}: {value}" for key, value in options.items() if value is not None]
    table = ["", "| | | |", "|---|---|---|", *(f"| {row} |" for row in rows)] if rows else []
    return "\n".join(["/// gradcheck | Both ways", *lines, *table, "///", ""])


def test_gradients_beside_central_differences(draw: Draw) -> None:
    drawn = draw(page(block(caption="By *hand*."), "retreat"))
    assert drawn.places == []
    part = drawn.part(GradcheckPart)
    assert (part.title, part.caption, part.objective, part.step, part.dtype) == (
        "Both ways",
        "By <em>hand</em>.",
        "(advance(...)[0] * dnew).sum()",
        "1e-5",
        "float64",
    )
    assert [(row.name, numbers(row.backward), row.note) for row in part.rows] == [
        ("input", [[0.0, 6.0]], ""),
        ("dh", [[4.0, 2.0, -4.0]], ""),
        ('grads["in"]', [[4.0, 2.0, -4.0], [8.0, 4.0, -8.0]], ""),
    ]
    for row in part.rows:
        for one, other in zip(row.backward.data, row.numeric.data, strict=True):
            assert abs(float(one) - float(other)) < 1e-8


def test_short_names_come_from_the_settings(draw: Draw) -> None:
    from tests.foreign import SETTINGS

    settings = SETTINGS + '[tool.docgen.lookup]\nnew_state = "return[0]"\ngi = \'grads["in"]\'\n'
    body = block(('`gi` | `weights["in"]` |',), output="new_state")
    drawn = draw(page(body, "retreat"), settings=settings)
    assert drawn.places == []
    assert [row.name for row in drawn.part(GradcheckPart).rows] == ['grads["in"]']


def test_the_concept_may_be_the_backward_function(draw: Draw) -> None:
    assert draw(page(block(backward=None), "retreat")).places == []


@pytest.mark.parametrize(
    ("changes", "mark", "code"),
    [
        ({"forward": "advanse"}, "forward: «advanse", "unknown-function"),
        ({"backward": "retread"}, "backward: «retread", "unknown-function"),
        ({"output": "returned"}, "output: «returned", "unknown-anchor"),
        ({"cotangent": "dold"}, "cotangent: «dold", "unknown-anchor"),
        ({"tolerance": "2"}, "tolerance: «2", "malformed-block"),
        ({"tolerance": "nan"}, "tolerance: «nan", "malformed-block"),
        ({"step": "small"}, "step: «small", "malformed-block"),
        ({"run": "runs.example"}, "`«dx`", "run-failed"),
        ({"run": "runs.example; runs.quiet"}, "run: «runs.example", "malformed-block"),
        ({"forward": None}, "/// «gradcheck", "malformed-block"),
        ({"output": None}, "/// «gradcheck", "malformed-block"),
        ({"cotangent": None}, "/// «gradcheck", "malformed-block"),
    ],
)
def test_faulty_options(draw: Draw, changes: dict[str, str | None], mark: str, code: str) -> None:
    drawn = draw(page(block(("`dx` | `x` |",), **changes), "retreat"))
    assert drawn.places == [drawn.at(mark, code)]


@pytest.mark.parametrize("key", ["forward", "output", "cotangent"])
def test_a_missing_option_is_named(draw: Draw, key: str) -> None:
    finding = draw(page(block(**{key: None}), "retreat")).finding
    assert finding.message == f"`gradcheck` lacks `{key}:`; it is never guessed"
    examples = {"forward": "ffn_forward", "output": "return[0]", "cotangent": "dOut"}
    assert finding.help == f"add a line such as `{key}: {examples[key]}`"


@pytest.mark.parametrize(
    ("rows", "mark", "code"),
    [
        (("`dz` | `x` |",), "`«dz`", "unknown-anchor"),
        (("`dx` | `z` |",), "`«z`", "unknown-anchor"),
        (("`dx` | |",), "`«dx`", "malformed-block"),
        (("`dx` | `h` |",), "`«dx`", "shape-mismatch"),
        ((), "/// «gradcheck", "malformed-block"),
    ],
)
def test_faulty_rows(draw: Draw, rows: tuple[str, ...], mark: str, code: str) -> None:
    drawn = draw(page(block(rows), "retreat"))
    assert drawn.places == [drawn.at(mark, code)]


def test_a_wrong_backward_function(draw: Draw) -> None:
    wrong = RNN.replace("dh = dpre @", "dh = -dpre @")
    drawn = draw(page(block(), "retreat"), {"rnn.py": wrong})
    assert drawn.places == [drawn.at("`«dh`", "gradient-mismatch")]
    # The entries are 4, 2, -4 and their negatives: the largest difference is 8.
    assert drawn.finding.message == "`dh` differs from central differences by 8.0e+00"


EYE = """
import numpy as np


def onward(x, w):
    return x @ w, (x, w)


def backward(dy, cache):
    x, w = cache
    return dy @ w


def example():
    y, cache = onward(np.array([[1.0, 2.0]]), np.eye(2))
    return backward(np.array([[3.0, -4.0]]), cache)
"""
EYE_CHANGES = {
    "run": "eye.example",
    "forward": "eye.onward",
    "backward": "eye.backward",
    "cotangent": "dy",
}
EYE_ROWS = ("`return` | `x` |",)


def test_a_missing_transpose_that_an_identity_matrix_hides(draw: Draw) -> None:
    drawn = draw(page(block(EYE_ROWS, **EYE_CHANGES), "retreat"), {"eye.py": EYE})
    assert drawn.places == [drawn.at("`«return`", "gradient-mismatch")]
    finding = drawn.finding
    sentence = "`return` agrees with central differences only for the numbers of its run"
    assert finding.message == sentence
    assert finding.notes[:2] == (
        "`example` was made again with other numbers in its arrays",
        "a symmetric matrix of it was not symmetric then",
    )
    right = draw(
        page(block(EYE_ROWS, **EYE_CHANGES), "retreat"),
        {"eye.py": EYE.replace("dy @ w", "dy @ w.T")},
    )
    assert right.places == []
    assert right.part(GradcheckPart).points == 3


def test_a_matrix_that_is_declared_symmetric_stays_so(draw: Draw) -> None:
    table = (
        "\n\n| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
        "| $w$ | Weights | `w` | (d, d) symmetric |\n"
    )
    changes = {**EYE_CHANGES, "backward": None}
    text = page(block(EYE_ROWS, **changes) + table, "eye.backward")
    drawn = draw(text, {"eye.py": EYE})
    assert drawn.places == []
    assert drawn.part(GradcheckPart).points == 2


def test_a_run_that_takes_no_other_numbers(draw: Draw) -> None:
    guard = "w):\n    if w[0, 1]:\n        raise ValueError('no')\n"
    files = {"eye.py": EYE.replace("dy @ w", "dy @ w.T").replace("w):\n", guard)}
    drawn = draw(page(block(EYE_ROWS, **EYE_CHANGES), "retreat"), files)
    assert drawn.places == [drawn.at("run: «eye.example", "weak-verdict")]
    assert drawn.finding.notes == ("run: `example`", "ValueError: no")
    assert drawn.part(GradcheckPart).points == 1
    changes = {**EYE_CHANGES, "fixed": "it only takes this one"}
    fixed = draw(page(block(EYE_ROWS, **changes), "retreat"), files)
    assert fixed.places == []
    part = fixed.part(GradcheckPart)
    assert (part.points, part.fixed) == (1, "it only takes this one")


HALF = """
import numpy as np


def onward(x):
    return x * x / 2, (x,)


def backward(dy, cache):
    return dy


def example():
    y, cache = onward(1.0)
    return backward(1.0, cache)
"""


@pytest.mark.parametrize("dy", ["1.0", "np.float64(1.0)", "np.ones(())"])
def test_one_point_alone_is_weak(draw: Draw, dy: str) -> None:
    """The gradient of x²/2 is x, which is 1 at 1 whatever the backward function makes of x."""
    files = {"eye.py": HALF.replace("backward(1.0", f"backward({dy}")}
    drawn = draw(page(block(EYE_ROWS, **EYE_CHANGES), "retreat"), files)
    assert drawn.places == [drawn.at("run: «eye.example", "weak-verdict")]
    assert drawn.finding.notes == (
        "run: `example`",
        "`onward` computes with no float array from outside",
    )
    assert drawn.part(GradcheckPart).points == 1
    changes = {**EYE_CHANGES, "fixed": "numbers are all there is"}
    assert draw(page(block(EYE_ROWS, **changes), "retreat"), files).places == []
    array = {
        "eye.py": HALF.replace("onward(1.0)", "onward(np.array([1.0]))").replace(
            "backward(1.0", "backward(np.array([1.0])"
        )
    }
    drawn = draw(page(block(EYE_ROWS, **EYE_CHANGES), "retreat"), array)
    assert drawn.places == [drawn.at("`«return`", "gradient-mismatch")]


def test_a_wrong_gradient_at_one_point_is_one_finding(draw: Draw) -> None:
    files = {"eye.py": HALF.replace("return dy", "return 3 * dy")}
    drawn = draw(page(block(EYE_ROWS, **EYE_CHANGES), "retreat"), files)
    assert drawn.places == [drawn.at("`«return`", "gradient-mismatch")]


def test_an_infinite_objective_is_no_check(draw: Draw) -> None:
    """No slope of 1/x is 3; at 0 it has none."""
    files = {
        "eye.py": HALF.replace("x * x / 2", "1 / np.float64(x)")
        .replace("return dy", "return 3.0")
        .replace("onward(1.0)", "onward(0.0)")
        .replace("import numpy as np\n", "import numpy as np\n\nnp.seterr(all='ignore')\n")
    }
    changes = {**EYE_CHANGES, "fixed": "numbers are all there is"}
    drawn = draw(page(block(EYE_ROWS, **changes), "retreat"), files)
    assert drawn.places == [drawn.at("`«return`", "nonfinite-value")]
    assert drawn.finding.notes == (
        "`return[0]` of `onward` is not finite",
        "run: `example`, input: `x`",
    )
    assert drawn.finding.help == "choose inputs for which the output is finite"


def test_an_author_may_ask_for_more_or_less(draw: Draw) -> None:
    wrong = RNN.replace("dh = dpre @", "dh = 1.0001 * dpre @")
    loose = draw(page(block(tolerance="1e-2"), "retreat"), {"rnn.py": wrong})
    assert loose.places == []
    strict = draw(page(block(tolerance="1e-5"), "retreat"), {"rnn.py": wrong})
    assert strict.places == [strict.at("`«dh`", "gradient-mismatch")]


def test_rows_without_a_header_are_one_fault(draw: Draw) -> None:
    body = block(()).replace("\n///\n", "\n\n| `dx` | `x` |\n///\n")
    drawn = draw(page(body, "retreat"))
    assert drawn.places == [drawn.at("«| `dx`", "malformed-block")]


def test_a_forward_function_that_changes_its_argument(draw: Draw) -> None:
    changed = RNN.replace("    drive = x @", '    weights["in"] *= 2.0\n    drive = x @')
    drawn = draw(page(block(("`dx` | `x` |",)), "retreat"), {"rnn.py": changed})
    assert drawn.places == [drawn.at("/// «gradcheck", "mutated-argument")]


def test_a_run_that_draws_without_a_seed(draw: Draw) -> None:
    loose = (
        "import numpy as np\nfrom rnn import advance, retreat\nfrom runs import WEIGHTS\n\n\n"
        "def drawn():\n"
        "    new, memo = advance(np.random.rand(1, 2), np.zeros((1, 3)), WEIGHTS)\n"
        "    return retreat(np.ones((1, 3)), memo, WEIGHTS, {'in': 0.0, 'rec': 0.0})\n"
    )
    body = block(("`dx` | `x` |",), run="loose.drawn")
    drawn = draw(page(body, "retreat"), {"loose.py": loose})
    assert drawn.places == [drawn.at("run: «loose.drawn", "unstable-run")]
    assert drawn.finding.notes == ("executed twice, it disagreed with itself on `Both ways`",)
