"""The counts of a survey, as text and as JSON."""

from __future__ import annotations

import json

from docgen.mutation.figures import (
    Fate,
    Figures,
    Outcome,
    Survey,
    render_json,
    render_text,
    sentence,
)
from docgen.mutation.notice import CheckKind
from docgen.source.module import parse_module
from docgen.source.mutant import Mutant, mutants

MUTANTS = [*mutants(parse_module("m", "m.py", b"def f(x):\n    y = 2.0 - x\n    return y\n"))]


def outcome(
    mutant: Mutant, fate: Fate, *by: CheckKind, covered: bool = False, documented: bool = True
) -> Outcome:
    return Outcome(mutant, fate, by, covered, documented)


FOUND = Survey(
    (
        outcome(MUTANTS[0], "noticed", "equation", "shape", covered=True),
        outcome(MUTANTS[1], "equivalent", covered=True),
        outcome(MUTANTS[2], "raised", covered=True),
        outcome(MUTANTS[3], "survived"),
        outcome(MUTANTS[-1], "noticed", "gradient"),
        outcome(MUTANTS[-2], "survived", documented=False),
    ),
    ("m.g",),
    2,
)


def test_figures_of_each_scope() -> None:
    assert FOUND.figures("covered") == Figures(1, 3, 1, 1, 1, 1, 0)
    assert FOUND.figures("documented") == Figures(2, 5, 1, 1, 3, 2, 1)
    assert FOUND.figures("all") == Figures(2, 6, 1, 1, 4, 2, 2)
    assert FOUND.figures("all").share == 0.5
    assert Survey((), (), 0).figures("all").share is None


def test_text() -> None:
    made = render_text(FOUND).splitlines()

    assert made == [
        "                                    statements  breaks  equivalent  raised  changing"
        "  noticed  survived    share",
        "covered by an independent equation           1       3           1       1         1"
        "        1         0  100.0 %",
        "functions of the pages                       2       5           1       1         3"
        "        2         1   66.7 %",
        "all functions that were asked for            2       6           1       1         4"
        "        2         2   50.0 %",
        "",
        "noticed by equations 1, shapes 1, gradients 1",
        "",
        "no run executes:",
        "  m.g",
        "",
        "no check notices:",
        f"  {sentence(MUTANTS[3])}",
        f"  {sentence(MUTANTS[-2])}",
    ]


def test_a_sentence() -> None:
    assert sentence(MUTANTS[1]) == "m.py:2:9 sign: 2.0 - x → 2.0 + x"


def test_no_share_of_nothing() -> None:
    """Where no break changes a value, there is nothing of which a share could be noticed."""
    nothing = Survey((outcome(MUTANTS[1], "equivalent"),), (), 1)

    assert json.loads(render_json(nothing))["scopes"]["all"] == {
        "statements": 1,
        "breaks": 1,
        "equivalent": 1,
        "raised": 0,
        "changing": 0,
        "noticed": 0,
        "survived": 0,
        "share": None,
    }
    assert render_text(nothing).splitlines()[3].split()[-1] == "-"


def test_json() -> None:
    made = json.loads(render_json(FOUND))

    assert made["scopes"]["documented"] == {
        "statements": 2,
        "breaks": 5,
        "equivalent": 1,
        "raised": 1,
        "changing": 3,
        "noticed": 2,
        "survived": 1,
        "share": 0.666667,
    }
    assert made["runs"] == 2
    assert made["noticed_by"] == {"equation": 1, "gradient": 1, "shape": 1}
    assert made["unexecuted"] == ["m.g"]
    assert sum(made["kinds"].values()) == 6
    assert made["survivors"][0] == {
        "path": "m.py",
        "line": 2,
        "column": 9,
        "function": "f",
        "kind": "dropped",
        "before": "2.0 - x",
        "after": "2.0",
        "covered": False,
        "documented": True,
    }
