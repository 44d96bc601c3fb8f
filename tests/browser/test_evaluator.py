"""The evaluator of the page says what the Python evaluator says."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from docgen.diagnostics import Fault
from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.quantity import Quantity
from docgen.evaluation.term import Formula, Outcome, Problem
from docgen.evaluation.variant import variants
from docgen.grammar import execute
from docgen.grammar.sections import REFUSALS, SECTIONS
from tests.browser.evaluated import ASSETS, Case, Widest, ask, difference, evaluated, received
from tests.conftest import BuiltSite
from tests.evaluation.reading import Rows, formula
from tests.forms.catalogue import FORMS
from tests.forms.judge import formula_of
from tests.forms.variants import sampled

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
ALIKE = (
    "application",
    "binding",
    "comparison",
    "elementary",
    "evaluate",
    "indexing",
    "operator",
    "piecewise",
    "products",
    "reductions",
    "tables",
)
"""Modules of tests of what the page has too."""

SHARE, MOST = 3, 10
"""One of so many variants of each statement is compared, and so many changes of each LaTeX."""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A blank page with the evaluator."""
    context = chromium.new_context()
    blank = context.new_page()
    blank.add_script_tag(path=ASSETS / "index.js")
    for name in blank.evaluate("docgenTry.files"):
        blank.add_script_tag(path=ASSETS / name)
    yield blank
    context.close()


def compare(page: Page, cases: list[Case]) -> list[str]:
    """What is not the same, and the largest differences of what is."""
    widest = Widest()
    found = []
    for case, answer in zip(cases, ask(page, cases), strict=True):
        found += [f"{case.what}: {text}" for text in difference(case, answer, widest)]
    print(len(cases), widest, *found, sep="\n")
    return found


def of_forms() -> Iterator[tuple[Case, Mapping[str, Any]]]:
    """Every statement of every spelling, and the functions of the code."""
    for form in FORMS.values():
        values = form.values(form.run_sizes()[0], 0)
        functions = form.functions or {}
        for latex in form.spellings:
            formula = formula_of(form, latex)
            for number in range(len(formula.statements)):
                yield evaluated(latex, formula, number, values, functions), functions


def trials(built: BuiltSite) -> Iterator[dict[str, Any]]:
    """What each page of the site sends along: formulas and numbers of its equations."""
    scripts = sorted((built.site / "assets/docgen/try/pages").glob("**/*.js"))
    for script in scripts:
        found = re.fullmatch(r'docgenTry\.accept\("[^"]+",(\{.*\})\);\n', script.read_text("utf-8"))
        assert found is not None
        trial = json.loads(found[1])
        assert isinstance(trial, dict)
        yield trial


def of_site(name: str, equation: Mapping[str, Any]) -> Iterator[Case]:
    """The statements of an equation, evaluated on the numbers that the site shows."""
    for statement in equation["statements"]:
        formula = msgspec.convert(equation["formulas"][statement["formula"]], Formula)
        values = {leaf: received(one) for leaf, one in statement["values"].items()}
        calls = [
            (one["key"], [received(given) for given in one["arguments"]], received(one["result"]))
            for one in statement["calls"]
        ]
        functions = {key: partial(recorded, calls, key) for key, _, _ in calls}
        slopes = {(of, by): partial(received, one) for of, by, one in statement["derivatives"]}
        yield evaluated(name, formula, statement["number"], values, functions, slopes)


def recorded(calls: Sequence[tuple[str, list[Any], Any]], key: str, *arguments: Any) -> Any:
    """What a call of the code with these arguments gave."""
    return next(
        result
        for name, given, result in calls
        if name == key and all(map(np.allclose, given, arguments))
    )


def test_every_equation_of_the_site(page: Page, built: BuiltSite) -> None:
    cases = []
    names = []
    omitted: dict[str, str] = {}
    for trial in trials(built):
        omitted |= trial["omitted"]
        for name, equation in trial["equations"].items():
            names.append(name)
            cases += list(of_site(name, equation))
    pages = [path.read_text("utf-8") for path in built.site.rglob("index.html")]
    drawn = [name for text in pages for name in re.findall(r'id="(eq-[^"]+)"', text)]
    manifest = json.loads((built.site / "docgen.json").read_text("utf-8"))
    unchecked = [
        each["url"].partition("#")[2]
        for each in manifest["equations"]
        if each["verdict"]["state"] not in ("verified", "by-call")
    ]
    assert omitted == dict.fromkeys(unchecked, "it was not verified")
    assert sorted([*names, *unchecked]) == sorted(drawn)
    assert all(case.outcome is not None and case.outcome.ratio <= 1 for case in cases)
    assert compare(page, cases) == []


def test_spellings_of_textbook_forms(page: Page) -> None:
    assert compare(page, [case for case, _ in of_forms()]) == []


def test_wrong_variants_of_textbook_forms(page: Page) -> None:
    cases = []
    for case, functions in of_forms():
        for one in variants(case.formula, case.number)[::SHARE]:
            formula = msgspec.structs.replace(case.formula, statements=(one.statement,))
            cases.append(evaluated(f"{case.what} {one.text}", formula, 0, case.values, functions))
    assert compare(page, cases) == []


def test_wrong_latex(page: Page) -> None:
    cases = []
    for form in FORMS.values():
        sizes = form.run_sizes()[1]
        values = form.values(sizes, 1)
        for spelling in form.spellings:
            for latex in sampled(form, spelling, MOST):
                try:
                    formula = formula_of(form, latex)
                except Fault:
                    continue
                cases += [
                    evaluated(latex, formula, number, values, form.functions, sizes=sizes)
                    for number in range(len(formula.statements))
                ]
    assert compare(page, cases) == []


def test_what_the_tests_of_the_evaluator_evaluate(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "cases"
    tests = [f"tests/evaluation/test_{name}.py" for name in ALIKE]
    # Which of two numbers is larger that rounding alone keeps apart differs by the machine.
    command = [sys.executable, "-m", "pytest", "-q", "-k", "not near_tie", *tests]
    options = ["-p", "tests.browser.captured", "-p", "no:cacheprovider"]
    environment = {**os.environ, "DOCGEN_CAPTURED": str(file)}
    done = subprocess.run(
        [*command, *options], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    cases = pickle.loads(file.read_bytes())
    assert len(cases) > 300
    assert compare(page, cases) == []


def test_corners(page: Page) -> None:
    two, three = np.array([1.0, 2.0]), np.array([1.0, -2.0, np.nan])
    square, many = np.arange(9.0).reshape(3, 3), np.arange(16.0)
    asked: list[tuple[str, Rows, dict[str, object]]] = [
        # Two open lengths are one.
        (
            r"y = X (\mathbf{1} + \mathbf{1})",
            {"y": "(d,)", "X": "(d, d)"},
            {"y": square.sum(1) * 2, "X": square},
        ),
        # Of the sum the inverse is none entry by entry.
        (
            r"y = (I + \mathbf{1} \mathbf{1}^\top)^{-1} x",
            {"y": "(d,)", "x": "(d,)"},
            {"y": two - 1, "x": two},
        ),
        # A condition that is false beside one that is NaN.
        (
            r"s = \sum_{i : a_i > 0, \ b_i > 0} a_i",
            {"s": "scalar", "a": "(n,)", "b": "(n,)"},
            {"s": 1.0, "a": np.array([1.0, 2.0, -1.0]), "b": three},
        ),
        # Lengths that a letter is solved from, and those that no letter gives.
        (r"y = 2 x", {"y": "(2d,)", "x": "(2d,)"}, {"y": 2 * two, "x": two}),
        (r"y = 2 x", {"y": "(2d,)", "x": "(2d,)"}, {"y": 2 * three, "x": three}),
        (r"y = 2 x", {"y": "(d-4,)", "x": "(d-4,)"}, {"y": 2 * two, "x": two}),
        (r"y = 2 x", {"y": "(B*T,)", "x": "(B*T,)"}, {"y": 2 * two, "x": two}),
        (r"y = d \cdot x", {"y": "(d+1,)", "x": "(d+1,)"}, {"y": two, "x": two}),
        (r"y = n x", {"y": "(n*n,)", "x": "(n*n,)"}, {"y": 4 * many, "x": many}),
        # One row of blocks fits, the other does not.
        (
            r"Y = \begin{bmatrix} A & B \\ A & X \end{bmatrix}",
            {"Y": "none", "A": "none", "B": "none", "X": "none"},
            {"Y": np.eye(4), "A": np.eye(2), "B": np.eye(2), "X": np.ones((3, 2))},
        ),
        # An entry that no case covers, where it counts and where it does not.
        *(
            (
                rf"y_i = \begin{{cases}} x_i & x_i > 0 \end{{cases}} \quad \text{{for }} {where}",
                {"y": "(n,)", "x": "(n,)"},
                {"y": np.array([1.0, 1.0]), "x": np.array([-1.0, 1.0])},
            )
            for where in ("i > 1", "i < 3")
        ),
        (
            r"y = [X, X]",
            {"y": "none", "X": "none"},
            {"y": np.ones(4), "X": np.ones((2, 1, 2))},
        ),
        (
            r"s = x_{\max_i k_i}",
            {"s": "scalar", "x": "(n,)", "k": "(m,)"},
            {"s": 2.0, "x": two, "k": np.array([1, 2])},
        ),
        # Numbers whose squares have no digits.
        *(
            (
                "X^{-1} y = y",
                {"X": "(n, n)", "y": "(n,)"},
                {"X": size * np.array([[2.0, 1.0], [1.0, 1.0]]), "y": two},
            )
            for size in (1e-200, 1e200)
        ),
    ]
    cases = [evaluated(latex, formula(latex, rows), 0, values) for latex, rows, values in asked]
    assert compare(page, cases) == []


def test_numbers_as_python_writes_them(page: Page) -> None:
    powers = 10.0 ** np.arange(-12, 24)
    drawn = np.random.default_rng(0).normal(size=powers.size)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 100000.5, 100001.5, 0.5, 999999.5, 5e-324]
    numbers = [float(one) for one in (*powers, *drawn * powers, *-drawn, *special)]
    written = page.evaluate(
        """(numbers) => numbers.map((one) =>
            [6, 9, 12, 17].map((digits) => docgenTry.written.general(one, digits)))""",
        numbers,
    )

    assert written == [[f"{one:.{digits}g}" for digits in (6, 9, 12, 17)] for one in numbers]


def test_rows_of_the_grammar(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    cases: list[Case] = []

    def watch_evaluate(formula: Formula, number: int, *more: Any) -> Outcome:
        cases.append(evaluated(latex, formula, number, *more))
        return evaluate(formula, number, *more)

    def watch_side(formula: Formula, number: int, which: int, *more: Any) -> Quantity | Problem:
        cases.append(evaluated(latex, formula, number, *more))
        return side(formula, number, which, *more)

    monkeypatch.setattr(execute, "evaluate", watch_evaluate)
    monkeypatch.setattr(execute, "side", watch_side)
    for row in (row for section in SECTIONS for row in section.rows):
        for spelling in row.spellings:
            latex = execute.spelled(row.latex, spelling)
            execute.value_of(row, spelling)
    for refusal in (row for rows in REFUSALS.values() for row in rows):
        for spelling in refusal.spellings:
            latex = execute.spelled(refusal.latex, spelling)
            execute.objection_to(refusal, spelling)
    assert compare(page, cases) == []
