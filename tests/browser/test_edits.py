"""Numbers typed and sizes changed as a reader may: the page says what Python says to the same."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from docgen.evaluation.binding import unsymmetric
from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.extent import measure, size_of
from docgen.evaluation.quantity import Quantity
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Formula, Leaf, Problem
from docgen.pages.editable import axes_of, locked, recorded, resizable
from docgen.trace.sample import Numbers
from tests.browser.evaluated import ASSETS, Case, Widest, difference, received, sent
from tests.browser.test_evaluator import trials
from tests.conftest import BuiltSite
from tests.forms.catalogue import FORMS
from tests.forms.judge import formula_of

pytestmark = pytest.mark.browser

ANSWER = (Path(__file__).parent / "edited.js").read_text(encoding="utf-8")
FLOATS = (
    *("0", "-0", "1", "-1", "2", "0.1", "-2.5", "1e150", "-1e140", "1e-300", "1e-290", "1e16"),
    *("123456.789", ".5", "3.", "+7", "1E2", "-1e-9", "1000000"),
)
SINGLES = ("0", "-0", "1", "-1", "0.1", "1e30", "-2.5", "1e-40", "16777217")
WHOLES = ("0", "1", "-1", "3", "-0", "7", "1000000", "2")


@dataclass
class Trial:
    """A statement as the page sends it, what is typed, and the arrays that are meant by it."""

    what: str
    equation: Mapping[str, Any]
    statement: int
    equations: Mapping[str, Any]
    sizes: dict[str, int]
    typed: list[tuple[str, list[int], str]] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def data(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.equation["statements"][self.statement]
        return found

    @property
    def formula(self) -> Formula:
        return msgspec.convert(self.equation["formulas"][self.data["formula"]], Formula)

    @property
    def is_resized(self) -> bool:
        return any(self.data["sizes"][letter] != size for letter, size in self.sizes.items())

    @property
    def has_recorded(self) -> bool:
        return any(leaf["recorded"] for leaf in self.data["leaves"])


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A blank page with the evaluator, and what keeps the numbers of a panel."""
    context = chromium.new_context()
    blank = context.new_page()
    blank.add_script_tag(path=ASSETS / "index.js")
    for name in [*blank.evaluate("docgenTry.files"), "sizes.js", "code.js", "chain.js", "trial.js"]:
        blank.add_script_tag(path=ASSETS / name)
    yield blank
    context.close()


def of_site(built: BuiltSite) -> Iterator[tuple[str, Mapping[str, Any], int, Mapping[str, Any]]]:
    for trial in trials(built):
        for name, equation in trial["equations"].items():
            for number in range(len(equation["statements"])):
                yield name, equation, number, trial["equations"]


def of_forms() -> Iterator[tuple[str, Mapping[str, Any], int, Mapping[str, Any]]]:
    for form in FORMS.values():
        if form.functions:
            continue
        values = form.values(form.run_sizes()[0], 0)
        for latex in form.spellings:
            formula = formula_of(form, latex)
            for number in range(len(formula.statements)):
                data = statement_of(formula, number, values)
                equation = {
                    "title": latex,
                    "formulas": [msgspec.to_builtins(formula)],
                    "statements": [data],
                }
                yield latex, equation, 0, {}


def statement_of(formula: Formula, number: int, values: Mapping[str, object]) -> dict[str, object]:
    """A statement as the page gets it, for values that no run recorded."""
    statement = formula.statements[number]
    found = {
        leaf.name: msgspec.convert(sent(values[leaf.name]), Numbers)
        for leaf in (*formula.leaves, *formula.sizing)
        if leaf.name in values
    }
    sizes = measure((*formula.leaves, *formula.sizing), found, {})
    known = {} if isinstance(sizes, Problem) else sizes
    fixed = locked(formula, statement)
    axes = {
        leaf.name: axes_of(leaf, statement, found[leaf.name])
        for leaf in (*formula.leaves, *formula.sizing)
        if leaf.name in found
    }
    leaves = [
        {
            "name": leaf.name,
            "symbol": leaf.symbol,
            "axes": axes[leaf.name],
            "reason": fixed.get(leaf.name, ""),
            "recorded": leaf.name in recorded(formula, statement),
            "target": leaf.target,
            "symmetric": leaf.is_symmetric,
            "same": "",
        }
        for leaf in (*formula.leaves, *formula.sizing)
        if leaf.name in found
    ]
    return {
        "formula": 0,
        "number": number,
        "values": msgspec.to_builtins(found),
        "calls": [],
        "derivatives": [],
        "symbols": {},
        "leaves": leaves,
        "sizes": known,
        "letters": resizable(axes, known),
        "chain": [],
    }


def drawn(
    chance: random.Random,
    what: str,
    equation: Mapping[str, Any],
    number: int,
    equations: Mapping[str, Any],
) -> Trial:
    """A statement with sizes and numbers as a reader may choose them."""
    data = equation["statements"][number]
    sizes = {}
    for letter in data["letters"]:
        if chance.random() < 0.25:
            sizes[letter] = chance.randint(1, 6)
    trial = Trial(what, equation, number, equations, sizes)
    for leaf in data["leaves"]:
        trial.values[leaf["name"]] = filled(trial, leaf)
    for leaf in data["leaves"]:
        array = trial.values[leaf["name"]]
        if leaf["reason"] or not array.size or (leaf["recorded"] and trial.is_resized):
            continue
        for _ in range(chance.choice((0, 0, 1, 2, 5))):
            index = [chance.randrange(size) for size in array.shape]
            trial.typed.append((leaf["name"], index, text_for(chance, leaf, array, trial)))
    for name, index, text in trial.typed:
        array = trial.values[name]
        array[tuple(index)] = float(text) if array.dtype.kind == "f" else int(text)
    return trial


def text_for(
    chance: random.Random, leaf: Mapping[str, Any], array: np.ndarray, trial: Trial
) -> str:
    if leaf["target"]:
        limit = size_of(leaf["target"], {**trial.data["sizes"], **trial.sizes}) or 1
        return str(chance.randrange(limit))
    if array.dtype.kind == "b":
        return chance.choice("01")
    if array.dtype.kind == "i":
        return chance.choice(WHOLES)
    other = float(array.ravel()[chance.randrange(array.size)])
    if chance.random() < 0.3 and np.isfinite(other):
        return repr(other)  # two equal entries
    return chance.choice(SINGLES if array.dtype == np.float32 else FLOATS)


def filled(trial: Trial, leaf: Mapping[str, Any]) -> np.ndarray:
    """The array of a leaf at the sizes of the trial, new entries by the page's rule."""
    value = trial.data["values"][leaf["name"]]
    old = received(value)
    if not trial.is_resized:
        return np.array(old)
    sizes = {**trial.data["sizes"], **trial.sizes}
    lengths = [
        size_of(axis, sizes) if axis else size
        for axis, size in zip(leaf["axes"], old.shape, strict=True)
    ]
    assert None not in lengths
    array = np.zeros([one or 0 for one in lengths], old.dtype)
    limit = (size_of(leaf["target"], sizes) or 0) if leaf["target"] else 0
    for index in np.ndindex(array.shape):
        if all(k < size for k, size in zip(index, old.shape, strict=True)):
            array[index] = old[index]
        else:
            at = index
            if leaf["symmetric"] and index[-2] > index[-1]:
                at = (*index[:-2], index[-1], index[-2])
            mixed = 2 + sum(k * (3 + 2 * axis) for axis, k in enumerate(at))
            rules = {"b": mixed % 2 == 0, "i": mixed % (limit or 5)}
            array[index] = rules.get(old.dtype.kind, (mixed % 11 - 5) / 4)
    return np.asarray(array % limit) if limit else array


def chained(trial: Trial) -> dict[str, Quantity | Problem]:
    """What the equations of the chain make of the numbers, by the leaves that they fill."""
    made: list[Any] = []
    found: dict[str, Quantity | Problem] = {}
    for link in trial.data["chain"]:
        equation = trial.equations[link["equation"]]
        data = equation["statements"][link["statement"]]
        formula = msgspec.convert(equation["formulas"][data["formula"]], Formula)
        given = {
            name: made[source] if isinstance(source, int) else trial.values[source]
            for name, source in link["inputs"].items()
        }
        value = side(formula, data["number"], 1, given, sizes={**data["sizes"], **trial.sizes})
        if isinstance(value, Problem):
            return {link["fills"]: value}
        # Letters of the left side are axes of the array that it names, each at its place there.
        rest = iter(range(len(value.letters), value.data.ndim))
        order = [value.letters.index(one) if one else next(rest) for one in link["axes"]]
        whole = Quantity(*(np.transpose(each, order) for each in (value.data, value.error)))
        made.append(whole.data)
        if link["fills"]:
            found[link["fills"]] = whole
    return found


def calls(trial: Trial) -> dict[str, Any]:
    """Functions of the code: what they gave to these very numbers."""

    def call(key: str, *arguments: Any) -> Any:
        for one in trial.data["calls"]:
            given = [received(each) for each in one["arguments"]]
            if one["key"] == key and all(map(np.array_equal, given, arguments)):
                return received(one["result"])
        symbol = trial.data["symbols"][key]
        raise stop(
            "run-failed", f"{symbol} is code: its value is only known for the recorded numbers"
        )

    return {key: lambda *arguments, key=key: call(key, *arguments) for key in trial.data["symbols"]}


def wrong(trial: Trial, answer: Mapping[str, Any]) -> list[str]:
    """What the page says otherwise than Python."""
    if any(answer["problems"]):
        return [f"refused {answer['problems']}"]
    formula, number = trial.formula, trial.data["number"]
    statement = formula.statements[number]
    values = dict(trial.values)
    for name, value in answer["values"].items():
        leaf = next((one for one in trial.data["leaves"] if one["name"] == name), None)
        if leaf is not None:
            theirs, ours = received(plain(value)), values[name]
            if theirs.dtype != ours.dtype or theirs.tobytes() != ours.tobytes():
                return [f"{name} is {theirs} for {ours}"]
    problem = unsymmetric(formula, statement, values)
    if problem is not None:
        said = (answer["problem"] or {}).get("message", "")
        symbol = problem.message.partition(" is declared")[0].strip("`")
        is_said = said.startswith(f"{symbol} is declared symmetric")
        return [] if is_said else [f"{said!r} for an unsymmetric {symbol}"]
    for name, value in trial.data["values"].items():
        if name not in values:
            values[name] = blank(trial, formula, name, value)
    functions = calls(trial)
    slopes = {
        (of, by): lambda value=value: received(value) for of, by, value in trial.data["derivatives"]
    }
    sizes = {**trial.data["sizes"], **trial.sizes}
    count = len(statement.sides)
    if answer["by"]:
        return by_others(trial, answer, values)
    if trial.is_resized and trial.has_recorded:
        for leaf in trial.data["leaves"]:
            if leaf["recorded"]:
                del values[leaf["name"]]
        value = side(formula, number, count - 1, values, functions, slopes, sizes)
        case = Case(trial.what, formula, number, values, sides=[value])
        given = answer["sides"] or [{"problem": answer["problem"]}]
        return difference(case, {"sides": given}, Widest())
    outcome = evaluate(formula, number, values, functions, slopes)
    sides = [
        side(formula, number, which, values, functions, slopes, sizes) for which in range(count)
    ]
    has_sides = outcome.problem is None and not any(isinstance(one, Problem) for one in sides)
    if has_sides != bool(answer["sides"]):
        return [f"{answer['problem'] or answer['sides']} for {outcome.problem or sides}"]
    shown = sides if has_sides else []
    case = Case(
        trial.what, formula, number, values, dict.fromkeys(slopes), outcome=outcome, sides=shown
    )
    return difference(case, {**answer, "sides": answer["sides"]}, Widest())


def by_others(trial: Trial, answer: Mapping[str, Any], values: dict[str, Any]) -> list[str]:
    """What is wrong with a left side that other equations gave."""
    formula, number = trial.formula, trial.data["number"]
    lefts = chained(trial)
    for name, value in lefts.items():
        if isinstance(value, Problem):
            return [f"a left side for {value}"]
        values[name] = value.data
    outcome = evaluate(formula, number, values)
    if outcome.problem is not None:
        said = answer["outcome"]["problem"]
        same = said is not None and said["message"] == outcome.problem.message
        return [] if same else [f"{answer['outcome']} for {outcome}"]
    if answer["problem"]:
        # Here the left side carries the bounds of its equations.
        same = answer["problem"]["message"].startswith("the rounding bound is infinite")
        return [] if same else [f"{answer['problem']} for {outcome}"]
    sizes = {**trial.data["sizes"], **trial.sizes}
    sides = [side(formula, number, which, values, sizes=sizes) for which in range(2)]
    found = difference(
        Case("", formula, number, values, sides=[sides[1]]),
        {"sides": answer["sides"][1:]},
        Widest(),
    )
    one, other = (np.array(each["data"], float) for each in answer["sides"])
    size = max(np.max(np.abs(each), where=np.isfinite(each), initial=0.0) for each in (one, other))
    assert isinstance(sides[0], Quantity)
    if not np.allclose(sides[0].data.ravel(), one, rtol=1e-12, atol=1e-12 * size):
        found.append(f"the left side is {one} for {sides[0].data}")
    # Letters stand in the order in which each side names them.
    left, right = sides[0], sides[1]
    assert isinstance(right, Quantity)
    assert sorted(left.letters) == sorted(right.letters)
    kept = range(len(left.letters), right.data.ndim)
    order = [*map(right.letters.index, left.letters), *kept]
    other = np.transpose(other.reshape(right.data.shape), order).ravel()
    agrees = float(answer["outcome"]["ratio"]) <= 1
    if agrees and not np.allclose(one, other, rtol=1e-12, atol=1e-12 * size):
        found.append(f"{one} agrees with {other}")
    if not agrees and outcome.ratio <= 1:
        found.append(f"{one} differs from {other}")
    return found


def blank(trial: Trial, formula: Formula, name: str, value: Mapping[str, Any]) -> np.ndarray:
    """An array of which the shape alone counts."""
    leaf: Leaf = next(one for one in (*formula.leaves, *formula.sizing) if one.name == name)
    numbers = Numbers(tuple(value["shape"]), ())
    axes = axes_of(leaf, formula.statements[trial.data["number"]], numbers)
    sizes = {**trial.data["sizes"], **trial.sizes}
    shape = [
        (size_of(axis, sizes) or 0) if axis else size
        for axis, size in zip(axes, value["shape"], strict=True)
    ]
    return np.full(shape, np.nan)


def plain(value: Mapping[str, Any]) -> dict[str, Any]:
    data = [-0.0 if one == "-0" else one for one in value["data"]]
    return {**value, "data": data}


def run(page: Page, found: Sequence[Trial]) -> tuple[list[str], set[str]]:
    """What the page says otherwise, and where the left side was by other equations."""
    asked = [
        {
            "equation": one.equation,
            "statement": one.statement,
            "equations": one.equations if one.data["chain"] else {},
            "sizes": one.sizes,
            "typed": one.typed,
        }
        for one in found
    ]
    answers = json.loads(page.evaluate(ANSWER, json.dumps(asked)))
    said = []
    others: set[str] = set()
    for one, answer in zip(found, answers, strict=True):
        given = {**answer, "problem": answer.get("problem"), "by": answer.get("by")}
        said += [f"{one.what} {one.sizes} {one.typed}: {text}" for text in wrong(one, given)]
        if given["by"]:
            others.add(one.what)
    return said, others


@pytest.mark.parametrize("source", ["site", "forms"])
def test_edits(page: Page, built: BuiltSite, source: str) -> None:
    chance = random.Random(5)
    statements = list(of_site(built) if source == "site" else of_forms())
    rounds = -(-1000 // len(statements))
    found = [drawn(chance, *one) for _ in range(rounds) for one in statements]
    assert len(found) >= 1000
    assert sum(bool(one.typed) for one in found) > 400
    assert sum(one.is_resized for one in found) > 200
    said, others = run(page, found)
    assert said == []
    if source == "site":
        assert "eq-the-same-three-steps-for-one-row-x" in others
    else:
        assert others == set()
