"""What the Python evaluator computes, for comparison with the evaluator of the page.

A `Case` is one call of `evaluate` with its answer; `ask` has the page answer the same calls, and
`difference` says what is not the same.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from playwright.sync_api import Page

import docgen
from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.quantity import Array, Quantity
from docgen.evaluation.term import Formula, Outcome, Problem

ASSETS = Path(docgen.__file__).parent / "assets" / "try"
NEAR, SAME = 1e-12, 1e-9
"""How far apart values may be, of the largest; and rounding bounds, each of itself."""

_ANSWER = (Path(__file__).parent / "evaluated.js").read_text(encoding="utf-8")
_KINDS = {"f": "float", "i": "int", "u": "int", "b": "bool"}
_SINGULAR = re.compile(r"of this matrix is (infinite|\d\.\de\+(\d{3}|1[4-9]|[2-9]\d))")
_EXACT = ("entries", "shape", "branches", "notes", "u", "span", "causes")


@dataclass
class Case:
    """One statement at one point.

    Attributes:
        known: Keys of the functions of the code.
        sizes: Of letters, where the sides are evaluated alone.
        calls: Of these, in the order in which Python made them, with what they gave or raised.
        sides: As far as each has a value by itself.
    """

    what: str
    formula: Formula
    number: int
    values: Mapping[str, object]
    derivatives: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    sizes: Mapping[str, int] = field(default_factory=dict)
    calls: list[tuple[str, list[Any], Any]] = field(default_factory=list)
    outcome: Outcome | None = None
    sides: list[Quantity | Problem] = field(default_factory=list)


def evaluated(
    what: str,
    formula: Formula,
    number: int,
    values: Mapping[str, object],
    functions: Mapping[str, Callable[..., object]] | None = None,
    derivatives: Mapping[tuple[str, str], Any] | None = None,
    sizes: Mapping[str, int] | None = None,
) -> Case:
    """The case with all that Python says to it."""
    # As it is after it was sent: no term stands in two places.
    formula = msgspec.convert(msgspec.to_builtins(formula), Formula)
    slopes = derivatives or {}
    known = frozenset(functions or {})
    case = Case(what, formula, number, values, {k: v() for k, v in slopes.items()}, known)
    watched = {key: partial(_called, case, key, one) for key, one in (functions or {}).items()}
    statement = formula.statements[number]
    if statement.relations:
        case.outcome = evaluate(formula, number, values, watched, slopes)
    case.sizes = sizes or {}
    case.sides = [
        side(formula, number, which, values, watched, slopes, sizes)
        for which in range(len(statement.sides))
    ]
    return case


def _called(case: Case, key: str, function: Callable[..., object], *arguments: object) -> object:
    copies = [np.array(one) for one in arguments]
    try:
        result = function(*arguments)
    except Exception as error:
        case.calls.append((key, copies, error))
        raise
    case.calls.append((key, copies, result))
    return result


def ask(page: Page, cases: Sequence[Case]) -> list[dict[str, Any]]:
    """What the page says to each case: its outcome and the values of the sides."""
    formulas: dict[int, int] = {}
    points: dict[int, int] = {}
    data: dict[str, list[Any]] = {"formulas": [], "points": [], "cases": []}
    for case in cases:
        if id(case.formula) not in formulas:
            formulas[id(case.formula)] = len(data["formulas"])
            data["formulas"].append(msgspec.to_builtins(case.formula))
        if id(case.values) not in points:
            points[id(case.values)] = len(data["points"])
            data["points"].append({name: sent(one) for name, one in case.values.items()})
        data["cases"].append(
            {
                "formula": formulas[id(case.formula)],
                "number": case.number,
                "values": points[id(case.values)],
                "calls": [
                    [key, [sent(one) for one in given], sent(got)] for key, given, got in case.calls
                ],
                "sizes": case.sizes,
                "keys": [one.key for one in case.formula.signatures if one.key in case.known],
                "derivatives": {
                    "|".join(pair): sent(value) for pair, value in case.derivatives.items()
                },
            }
        )
    answers = json.loads(page.evaluate(_ANSWER, json.dumps(data)))
    assert isinstance(answers, list)
    return answers


def sent(value: object) -> dict[str, object]:
    """An array as the page gets it, or what a function raised instead of giving one."""
    if isinstance(value, Exception):
        return {"name": type(value).__name__, "message": str(value)}
    array = np.asarray(value)
    kind = _KINDS.get(array.dtype.kind, str(array.dtype))
    if kind == "float" and array.dtype.itemsize <= 4:
        kind = array.dtype.name
    data = [one if _is_finite(one) else str(one) for one in array.ravel().tolist()]
    return {"shape": list(array.shape), "data": data, "kind": kind}


def received(data: Mapping[str, Any]) -> Any:
    """The array that a page has as data; NaN where it has the shape alone."""
    kind = {"float": "float64"}.get(data["kind"], data["kind"])
    if not data["data"]:
        return np.full(data["shape"], np.nan)
    return np.array([float(one) for one in data["data"]]).astype(kind).reshape(data["shape"])


def _is_finite(value: object) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


@dataclass
class Widest:
    """The largest differences seen of values, bounds and tolerances, each relative."""

    value: float = 0.0
    bound: float = 0.0
    tolerance: float = 0.0


def difference(case: Case, answer: Mapping[str, Any], widest: Widest) -> list[str]:
    """What the page says otherwise than Python."""
    if "crash" in answer:
        return [str(answer["crash"])]
    found: list[str] = []
    size = _size(case)
    if case.outcome is not None:
        found += _outcomes(case.outcome, answer["outcome"], size, widest)
    for number, (one, other) in enumerate(zip(case.sides, answer["sides"], strict=True)):
        found += [f"side {number}: {text}" for text in _sides(one, other, size, widest)]
    return found


def _size(case: Case) -> float:
    """The largest number that the computation met, as the rounding bounds tell it."""
    sides = [one for one in case.sides if isinstance(one, Quantity)]
    found = [np.abs(one.data) for one in sides]
    if not case.derivatives:
        # The bound of a derivative is that of its finite differences, which says nothing here.
        found += [one.error for one in sides]
    if case.outcome is not None and case.outcome.problem is None:
        found.append(np.array([case.outcome.scale, case.outcome.gap]))
    return max(
        (float(np.max(one, where=np.isfinite(one), initial=0.0)) for one in found), default=0.0
    )


def _outcomes(one: Outcome, other: Mapping[str, Any], size: float, widest: Widest) -> Iterator[str]:
    if one.problem is not None or other["problem"] is not None:
        yield from _problems(one.problem, other["problem"])
        return
    ours = msgspec.json.decode(msgspec.json.encode(one))
    yield from (
        f"{name} {other[name]} for {ours[name]}" for name in _EXACT if ours[name] != other[name]
    )
    ratio = float(other["ratio"])
    limit = NEAR * size
    if (one.ratio <= 1) != (ratio <= 1):
        yield f"ratio {ratio} for {one.ratio}"
    elif one.place == other["place"]:
        yield from _near("gap", one.gap, other["gap"], limit)
        yield from _near("tolerance", one.tolerance, other["tolerance"], SAME * one.tolerance)
        if one.tolerance:
            share = abs(one.tolerance - float(other["tolerance"])) / one.tolerance
            widest.tolerance = max(widest.tolerance, share)
        for name, mine in (("left", one.left), ("right", one.right)):
            # Of equal sides as many digits are shown as rounding makes differ.
            if one.ratio > 1 and mine != other[name]:
                yield from _near(name, float(mine), other[name], limit)
    elif one.ratio > 1 and not math.isclose(one.ratio, ratio, rel_tol=SAME):
        # Of equal ones, and of rounding errors, the largest may stand at another place.
        yield f"place {other['place']} for {one.place}"
    yield from _near("scale", one.scale, other["scale"], limit)


def _near(name: str, one: float, other: float | str, limit: float) -> Iterator[str]:
    if not (one == float(other) or abs(one - float(other)) <= limit):
        yield f"{name} {other!r} for {one!r}"


def _problems(one: Problem | None, other: object) -> Iterator[str]:
    ours, theirs = (_text(found) for found in (msgspec.to_builtins(one), other))
    if ours != theirs:
        yield f"problem {theirs} for {ours}"


def _text(problem: object) -> str:
    text = json.dumps(problem, sort_keys=True, ensure_ascii=False)
    # Of a singular matrix the smallest singular value is rounding, and so is what it divides.
    return _SINGULAR.sub("of this matrix is infinite", text)


def _sides(
    one: Quantity | Problem, other: Mapping[str, Any], size: float, widest: Widest
) -> Iterator[str]:
    if isinstance(one, Problem) or "problem" in other:
        ours = one if isinstance(one, Problem) else None
        yield from _problems(ours, other.get("problem"))
        return
    if [*one.data.shape] != other["shape"] or [*one.letters] != other["letters"]:
        yield f"{other['shape']} {other['letters']} for {one.data.shape} {one.letters}"
        return
    shares = {
        "data": _share(one.data, other["data"], np.asarray(size)),
        "error": _share(one.error, other["error"], np.abs(one.error)),
    }
    for name, limit in (("data", NEAR), ("error", SAME)):
        if not shares[name] <= limit:
            yield f"{name} differs by {shares[name]:.1e}"
    widest.value = max(widest.value, shares["data"])
    widest.bound = max(widest.bound, shares["error"])


def _share(one: Array, other: Sequence[float | str], size: Array) -> float:
    """The largest difference, relative to a size; infinite where one has no number."""
    theirs = np.array([float(entry) for entry in other]).reshape(one.shape)
    same = (one == theirs) | (np.isnan(one) & np.isnan(theirs))
    with np.errstate(all="ignore"):
        gap = np.where(same, 0.0, np.abs(one - theirs) / size)
    return float(np.max(np.nan_to_num(gap, nan=np.inf, posinf=np.inf), initial=0.0))
