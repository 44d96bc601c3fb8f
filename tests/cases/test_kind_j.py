"""Kind J: gradient checks, as pages show them."""

from __future__ import annotations

import pytest

from docgen.project import Project
from tests.cases.conftest import concept, drawn, page, values
from tests.conftest import MakeProject, load, places

BLOCK = """\
/// gradcheck | Check
    run: ex
    forward: {forward}
    backward: {backward}
    output: return[0]
    cotangent: dL{fixed}

| | | |
|---|---|---|
{rows}///
"""


def checked(
    make_project: MakeProject,
    model: str,
    *pairs: tuple[str, str],
    forward: str = "loss",
    backward: str = "grad",
    more: str = "",
    fixed: str = "",
) -> Project:
    """A page with one gradient check; its first row stands in line 13 where nothing is fixed."""
    rows = "".join(f"| `{gradient}` | `{wrt}` | |\n" for gradient, wrt in pairs)
    option = f"\n    fixed: {fixed}" if fixed else ""
    block = BLOCK.format(forward=forward, backward=backward, rows=rows, fixed=option)
    files = {"model.py": "import numpy as np\n\n\n" + model, "docs/index.md": page(block + more)}
    return load(make_project(files))


def cells(project: Project) -> list[list[str]]:
    """Backward value, central difference and gap of each row."""
    rows = drawn(project).css(".dg-gradcheck tbody tr")
    return [[cell.text(strip=True) for cell in row.css("td")][:3] for row in rows]


RELU = """\
def relu(z):
    a = np.maximum(z, 0.0)
    return a, z


def grad(dL, z):
    dz = dL * {slope}
    return dz


def ex():
    a, c = relu(np.array([-1.0, 0.0, 2.0]))
    return grad(np.ones(3), c)
"""


def test_c076_a_kink_is_noted_and_accepted(make_project: MakeProject) -> None:
    model = RELU.format(slope="(z > 0).astype(z.dtype)")
    project = checked(make_project, model, ("dz", "z"), forward="relu")
    assert places(project) == []
    text = drawn(project).css_first(".dg-gradcheck").text()
    assert "kink: one-sided slopes 0 and 1, code 0 lies between at [1]" in text
    assert cells(project)[0][:2] == ["[0.0000, 0.0000, 1.0000]", "[0.0000, 0.5000, 1.0000]"]


def test_c076_a_slope_outside_of_the_kink_fails(make_project: MakeProject) -> None:
    model = RELU.format(slope="np.array([0.0, 2.0, 1.0])")
    project = checked(make_project, model, ("dz", "z"), forward="relu")
    assert places(project) == ["docs/index.md:13:4 gradient-mismatch"]
    # 2 against a central difference of 0.5.
    assert "1.5e+00" in project.findings[0].message


@pytest.mark.parametrize(
    ("number", "slope", "fixed", "codes"),
    [
        ("np.array([1.0], np.float32)", "3 * x * x", "", []),
        ("np.array([1.0], np.float32)", "2.9 * x * x", "", ["gradient-mismatch"]),
        ("np.array([1.0], np.float32)", "3 * x", "", ["gradient-mismatch"]),
        ("np.float32(1.0)", "3 * x * x", "one number is all there is", []),
        ("np.float32(1.0)", "2.9 * x * x", "one number is all there is", ["gradient-mismatch"]),
        # At 1 alone, 3x² is not to be told from 3x.
        ("np.float32(1.0)", "3 * x * x", "", ["weak-verdict"]),
        ("np.float32(1.0)", "3 * x", "", ["weak-verdict"]),
        ("np.float32(1.0)", "2.9 * x * x", "", ["gradient-mismatch"]),
    ],
)
def test_c077_single_precision(
    make_project: MakeProject, number: str, slope: str, fixed: str, codes: list[str]
) -> None:
    model = f"""\
def loss(x):
    L = x * x * x
    return L, x


def grad(dL, x):
    g = dL * {slope}
    return g


def ex():
    L, c = loss({number})
    return grad(np.ones_like(L), c)
"""
    project = checked(make_project, model, ("g", "x"), fixed=fixed)
    assert [finding.code for finding in project.findings] == codes
    assert "float64" in drawn(project).css_first(".dg-gradcheck").text()


@pytest.mark.parametrize(
    ("bias", "code"),
    [
        ("dL", "shape-mismatch"),
        ("dL.sum(axis=0)", ""),
        ("dL.mean(axis=0)", "gradient-mismatch"),
        ("dL.sum()", "shape-mismatch"),
    ],
)
def test_c078_a_bias_gradient_that_is_not_summed(
    make_project: MakeProject, bias: str, code: str
) -> None:
    model = f"""\
def loss(x, W, b):
    Z = x @ W + b
    return Z, x


def grad(dL, x):
    dW = x.T @ dL
    db = {bias}
    return dW, db


def ex():
    rng = np.random.default_rng(0)
    Z, c = loss(rng.normal(size=(4, 2)), rng.normal(size=(2, 3)), np.zeros(3))
    return grad(np.ones((4, 3)), c)
"""
    project = checked(make_project, model, ("dW", "W"), ("db", "b"))
    assert places(project) == ([f"docs/index.md:14:4 {code}"] if code else [])
    if not code:
        assert cells(project)[1][:2] == ["[4.0000, 4.0000, 4.0000]"] * 2


def test_c079_a_function_that_changes_its_arguments(make_project: MakeProject) -> None:
    """Each evaluation has a copy of its own; the values of the run are those at entry."""
    model = MUTATES.format("[1.0, 3.0]")
    more = concept("loss", ("x at entry",))
    project = checked(make_project, model, ("g", "x"), more=f"\n{more}")
    assert places(project) == ["docs/index.md:4:5 mutated-argument"]
    assert project.findings[0].message == "loss changes its argument x"
    assert cells(project)[0][:2] == ["[-2.0000, 2.0000]", "[-2.0000, 2.0000]"]
    assert values(drawn(project)) == [("x at entry", "[1.0000, 3.0000]")]


def test_c079_whole_numbers_are_not_moved(make_project: MakeProject) -> None:
    project = checked(make_project, MUTATES.format("[1, 3]"), ("g", "x"))
    assert places(project) == ["docs/index.md:5:10 run-failed"]


MUTATES = """\
def loss(x):
    x -= x.mean()
    L = (x ** 2).sum()
    return L, x


def grad(dL, x):
    g = dL * 2 * x
    return g


def ex():
    L, c = loss(np.array({}))
    return grad(1.0, c)
"""

SAME = """\
def loss(x):
    x = x * 3
    L = (x ** 2).sum()
    return L, x


def grad(dL, y):
    dL = dL * 2
    g = dL * y * 3
    return g


def ex():
    L, c = loss(np.array([1.0, 3.0]))
    return grad(1.0, c)
"""


def test_c079_the_kind_arguments_whose_name_is_bound_again(make_project: MakeProject) -> None:
    """Input and cotangent are what is handed over; a gradient's name must mean one statement."""
    project = checked(make_project, SAME, ("g", "x"), ("dL", "x"))
    assert places(project) == ["docs/index.md:14:4 ambiguous-anchor"]
    project = checked(make_project, SAME, ("g", "x"))
    assert places(project) == []
    # L = 9 (x1^2 + x2^2), so its gradient is 18 x.
    assert cells(project)[0][:2] == ["[18.0000, 54.0000]", "[18.0000, 54.0000]"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("cotangent: dL", "cotangent: dQ", "9:16 unknown-anchor"),
        ("    cotangent: dL\n", "", "4:5 malformed-block"),
        ("output: return[0]", "output: return[7]", "8:13 unknown-anchor"),
        ("forward: loss", "forward: los", "6:14 unknown-function"),
        ("| `g` | `x` | |", "| `g` | | |", "13:4 malformed-block"),
        ("| `g` | `x` | |", "| `g` | `q` | |", "13:10 unknown-anchor"),
    ],
)
def test_the_kind_nothing_is_guessed(
    make_project: MakeProject, old: str, new: str, place: str
) -> None:
    block = BLOCK.format(forward="loss", backward="grad", rows="| `g` | `x` | |\n", fixed="")
    assert old in block
    files = {"model.py": "import numpy as np\n\n\n" + SAME}
    text = page(block.replace(old, new))
    project = load(make_project({**files, "docs/index.md": text}))
    assert places(project) == [f"docs/index.md:{place}"]
