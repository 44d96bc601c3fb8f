r"""What holds in one call only is not written, or the page says for which case it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.drafting.draft import Draft, draft
from docgen.project import Project
from tests.conftest import MakeProject
from tests.drafting.test_expressions import written

TABLE = (
    ("v[:k] * 2.0", r"y_i = 2 v_i, \quad i = 1, \dots, k"),
    ("v[:3] * 2.0", r"y_i = 2 v_i, \quad i = 1, \dots, 3"),
    ("np.sum(v[:k])", r"y = \sum_{i=1}^{k} v_i"),
    ("np.sum(v[k:])", r"y = \sum_{i=1}^{n - k} v_{k+i}"),
    ("np.mean(v[1:])", r"y = \frac{1}{n - 1} \sum_{i=1}^{n - 1} v_{i+1}"),
    ("np.prod(v[-3:])", r"y = \prod_{i=1}^{3} v_{n+i-3}"),
    ("np.sum(np.diff(v))", r"y = \sum_{i=1}^{n - 1} (v_{i+1} - v_i)"),
    ("np.exp(v, dtype=float)", r"y_i = \exp(v_i)"),
    ("np.ones(4) * a", "y_i = a"),
    ("np.linspace(0.0, a, 5)", r"y_i = \frac{a}{n - 1} (i - 1)"),
)
UNWRITTEN = (
    "np.divide(1.0, v, where=v > 0.0, out=np.zeros(4))",
    "np.exp(v, where=v > 0.0, out=np.zeros(4))",
    "np.trace(A, offset=0)",
    "np.max(v[:-1])",
    "np.max(v[1:])",
    "np.sum(np.arange(4) * a)",
    "np.sum(v[::2])",
    "np.average(x, 1, v)",
    "v.imag",
)
SYMBOLS = (
    ("v[-k:] * 2.0", "`v[-k:]`"),
    ("v[-k] * 2.0", "`v[-k]`"),
    ("v[3:] * 2.0", "`v[3:]`"),
    ("v[1:][-1] * 2.0", "`v[1:][-1]`"),
    ("np.diff(v)[::-1] * 2.0", "`np.diff(v)[::-1]`"),
    ("np.flip(v[1:]) * 2.0", "`np.flip(v[1:])`"),
    ("v.astype(int) * 2.0", "`v.astype(int)`"),
    ("np.array(v, dtype=int) * 2.0", "`np.array(v, dtype=int)`"),
    ("np.inner(A, A) * 2.0", "`np.inner(A, A)`"),
    ("np.eye(4, k=0) * 2.0", "`np.eye(4, k=0)`"),
    ("np.diag(A, k=0) * 2.0", "`np.diag(A, k=0)`"),
    ("np.vander(v, increasing=False) * 2.0", "`np.vander(v, increasing=False)`"),
)
CASES = (
    ("np.sum(t, axis=k)", "`k` is `2`"),
    ("np.cumsum(t, axis=k) * 2.0", "`k` is `2`"),
    ("np.flip(t, k) * 2.0", "`k` is `2`"),
    ("t.swapaxes(k, 0) * 2.0", "`k` is `2`"),
    ("np.sum(t, axis=(k, 0)[1:])", "`(k, 0)[1:]` is `(0,)`"),
    ("a / t.shape[k]", "`k` is `2`"),
    ("a if k > 1 else b", "`k > 1` holds"),
    ("b if k < 1 else 2 * a", "`k < 1` does not hold"),
)
CODE = """
import numpy as np

from math import pi

from maths import log


def exp(x):
    return np.exp(np.minimum(x, 50.0))


class Model:
    def sin(self, x):
        return np.sin(x)

    def own(self, x):
        return exp(x) + log(x) * self.sin(x)


def chain(x, mode):
    try:
        y = x / mode
    except TypeError:
        y = x * 0.25
    if mode == "`a` | b":
        return y
    elif mode is None:
        for _ in y:
            match len(mode or "two"):
                case 3 | 4:
                    z = y * 2.0
    else:
        z = y
    if x[0] > 100.0:
        return z
    return z - 1.0


def letters(d, T, α, Δt, n):
    return (d * T + α * Δt) * pi - 0.0 * n


def middle(x):
    return x - x.mean(axis=(0, 2, 3), keepdims=True)


def fenced(x, text):
    return x * 2.0
"""


@pytest.fixture
def folder(make_project: MakeProject) -> Path:
    maths = "import numpy as np\n\n\ndef log(x):\n    return np.log(np.abs(x))\n"
    return make_project({"nets.py": CODE, "maths.py": maths})


def drafted(folder: Path, function: str, call: str, setup: str = "") -> Draft:
    return draft(Project.open(folder), f"nets.{function}", call, setup)


@pytest.mark.parametrize(("code", "latex"), TABLE)
def test_range_is_what_the_code_says(code: str, latex: str) -> None:
    assert written(code).groups[0][0].latex == latex


@pytest.mark.parametrize("code", UNWRITTEN)
def test_what_one_call_says_is_not_written(code: str) -> None:
    found = written(code)

    assert found.reason == "it calls code that has no equation of its own"
    assert all(one.by_call for group in found.groups for one in group)


@pytest.mark.parametrize(("code", "cell"), SYMBOLS)
def test_what_one_call_says_is_a_symbol_of_its_own(code: str, cell: str) -> None:
    assert cell in [row.cell for row in written(code).groups[0][0].rows]


@pytest.mark.parametrize(("code", "case"), CASES)
def test_case_that_the_call_chose_is_said(code: str, case: str) -> None:
    assert written(code).groups[0][0].notes == (f"Written for the case that {case}.",)


def test_symbols_of_an_attempt_that_failed_are_forgotten() -> None:
    found = written("np.max(v[:-1]) * a")

    assert [row.cell for row in found.groups[0][0].rows] == ["`return`", "`np.max(v[:-1])`", "`a`"]


def test_function_of_the_project_is_no_function_of_mathematics(folder: Path) -> None:
    made = drafted(folder, "Model.own", "Model().own(rng.uniform(1.0, 2.0, size=4))")

    assert r"y_i = \mathrm{exp}_i + \mathrm{log}_i \mathrm{sin}_i" in made.text


def test_branch_that_the_call_took_is_said(folder: Path) -> None:
    made = drafted(folder, "chain", "chain(rng.normal(size=4), None)")

    said = [line for line in made.text.splitlines() if line.startswith("Written for")]
    assert said == [
        "Written for the case that `TypeError` is raised.",
        "Written for the case that ``mode == '`a` | b'`` does not hold.",
        "Written for the case that `mode is None` holds.",
        "Written for the case that `len(mode or 'two')` matches `3 | 4`.",
        "Written for the case that ``mode == '`a` | b'`` does not hold.",
        "Written for the case that `x[0] > 100.0` does not hold.",
    ]


def test_factors_do_not_read_as_a_differential(folder: Path) -> None:
    made = drafted(folder, "letters", "[letters(*rng.normal(size=5)) for _ in range(2)]")

    assert r"y = (d \cdot T + \alpha \mathrm{Deltat}) \pi - 0 n" in made.text


def test_sizes_do_not_read_as_a_differential(folder: Path) -> None:
    made = drafted(folder, "middle", "middle(rng.normal(size=(2, 3, 7, 5)))")

    assert r"\frac{1}{n d \cdot h}" in made.text


def test_letters_of_dimensions_in_the_settings_stay_theirs(make_project: MakeProject) -> None:
    settings = 'dimensions = { n = { code = "nets.N" }, m = { code = "nets.N" } }\n'
    code = "N = 7\n\n\ndef twice(x):\n    return 2.0 * x\n"
    folder = make_project({"nets.py": code}, settings)

    made = drafted(folder, "twice", "twice(rng.normal(size=(3, 4)))")

    assert "| $x$ | Parameter `x` | `x` | (d, h) |" in made.text


def test_marks_of_code_are_longer_than_those_within(folder: Path) -> None:
    setup = 'text = """\n```\n"""\n'
    made = drafted(folder, "fenced", "fenced(rng.normal(size=2),\n    '`')", setup)

    assert "/// example | The call ``fenced(rng.normal(size=2), '`')``\n````python\n" in made.text
    assert "    '`')\n````\n\n| | |\n" in made.text
