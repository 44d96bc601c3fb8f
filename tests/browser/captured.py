"""A plugin of pytest: what the tests of the evaluator evaluate, as cases in a file.

`pytest -p tests.browser.captured tests/evaluation` with `DOCGEN_CAPTURED` naming the file.
"""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from docgen.evaluation import evaluate as evaluation
from docgen.evaluation.masked import is_masked
from docgen.evaluation.term import Formula
from tests.browser.evaluated import Case, evaluated

LARGEST = 10_000
"""Numbers of one value; a page is sent far fewer."""

_asked: list[tuple[str, Formula, int, dict[str, object], tuple[Any, ...], dict[str, Any]]] = []


def _watched(real: Callable[..., Any], skipped: int) -> Callable[..., Any]:
    """The same function; `skipped` arguments stand between the number and the values."""

    def watching(formula: Formula, number: int, *more: Any, **named: Any) -> Any:
        values, *rest = more[skipped:]
        test = os.environ["PYTEST_CURRENT_TEST"]
        _asked.append((test, formula, number, copy.deepcopy(dict(values)), tuple(rest), named))
        return real(formula, number, *more, **named)

    return watching


def pytest_configure() -> None:
    evaluation.evaluate = _watched(evaluation.evaluate, 0)
    evaluation.side = _watched(evaluation.side, 1)


def pytest_sessionfinish(session: pytest.Session) -> None:
    cases: list[Case] = []
    for test, formula, number, values, rest, named in _asked:
        if not all(map(_is_numbers, values.values())):
            continue
        case = evaluated(test, formula, number, values, *rest, **named)
        if all(isinstance(got, Exception) or _is_numbers(got) for _, _, got in case.calls):
            cases.append(case)
    Path(os.environ["DOCGEN_CAPTURED"]).write_bytes(pickle.dumps(cases))


def _is_numbers(value: object) -> bool:
    """Whether a page can have the value: others never reach it."""
    if value is None or isinstance(value, tuple | dict) or is_masked(value):
        return False
    try:
        array = np.asarray(value)
    except ValueError:
        return False
    return array.dtype.kind in "fiub" and array.size <= LARGEST
