"""Rows `x at return`: what a value is when the function returns, after changes in place."""

from __future__ import annotations

import pytest

from docgen.views.parts import ExamplePart, SourceRef
from tests.pages.conftest import Draw, Drawn, numbers

STEP = """
import numpy as np


def step(params, rate, top):
    grads = {"w": params["w"] * 4}
    grads["w"] *= 0.5
    extra = np.zeros(1)
    if rate > 1:
        rate = 9
        del extra
        return rate
    if top:
        late = np.ones(2)
        return params["w"].__imul__(3)
    move(params["w"], rate * grads["w"])
    return params["w"] @ grads["w"]


def move(array, by):
    array -= by


def run():
    return step({"w": np.array([1.0, 2.0])}, 0.25, False)


def high():
    return step({"w": np.array([1.0, 2.0])}, 0.25, True)


def fast():
    return step({"w": np.array([1.0, 2.0])}, 2, False)
"""


def concept(function: str, rows: str, run: str, more: str = "", block: str = "example") -> str:
    return (
        f"---\ncode: m\n---\n# P\n\n## {function}\n\n/// concept | {function}\n    parts: none\n"
        f"///\n\n/// {block} | E\n    run: m.{run}\n{more}\n| | | |\n|---|---|---|\n{rows}///\n"
    )


def rows(*cells: str) -> str:
    return "".join(f"| `{cell}` | | |\n" for cell in cells)


@pytest.fixture
def shown(draw: Draw) -> Draw:
    def shown_of(
        code: str, function: str, cells: str, run: str = "run", more: str = "", block: str = ""
    ) -> Drawn:
        text = concept(function, cells, run, more, block or "example")
        return draw(text, {"m.py": code}, settings="")

    return shown_of


def values(drawn: Drawn) -> list[tuple[str, list[object]]]:
    part = drawn.part(ExamplePart)
    return [(row.code, numbers(row.values[0])) for row in part.rows]


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        # grads (4, 8) are halved; w is (1, 2) - 0.25 (2, 4); extra is left alone.
        ("run", [[0.5, 1.0], [2.0, 4.0], [0.25], [0.0]]),
        # Its `return` itself changes w.
        ("high", [[3.0, 6.0], [2.0, 4.0], [0.25], [0.0]]),
    ],
)
def test_values_are_those_of_the_return_that_was_taken(
    shown: Draw, run: str, expected: list[object]
) -> None:
    names = ['params["w"] at return', 'grads["w"] at return', "rate at return", "extra at return"]
    drawn = shown(STEP, "step", rows(*names), run)
    assert drawn.places == []
    assert values(drawn) == list(zip(names, expected, strict=True))


def test_both_spellings_and_the_place_of_a_row(shown: Draw) -> None:
    code = (
        "def f(x):\n    x = x + 1\n    x = x * 2\n    return x\n\n\ndef run():\n    return f(2)\n"
    )
    drawn = shown(code, "f", "| `x` at `return` | Last | twice |\n| `x at entry` | | |\n")
    assert drawn.places == []
    last, first = drawn.part(ExamplePart).rows
    assert (last.label, last.name, last.code, last.words) == (
        "Last",
        "x at return",
        "x at return",
        "twice",
    )
    assert values(drawn) == [("x at return", [6]), ("x at entry", [2])]
    assert (last.ref, first.ref) == (
        SourceRef("m.py", "m.py", 4, 4),
        SourceRef("m.py", "m.py", 1, 1),
    )


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("    x[0] = 5\n", 1),
        ("    if x[0]:\n        return x\n    x[0] = 5\n", 1),
        ("    x[0] = 5\n    return x\n", 3),
    ],
)
def test_a_row_leads_to_the_return_where_the_function_ends_nowhere_else(
    shown: Draw, body: str, line: int
) -> None:
    code = f"def f(x):\n{body}\n\ndef run():\n    f([0, 7])\n    return 1\n"
    drawn = shown(code, "f", rows("x[0] at return", "x[1] at return"))
    assert drawn.places == []
    assert values(drawn) == [("x[0] at return", [5]), ("x[1] at return", [7])]
    places = {row.ref for row in drawn.part(ExamplePart).rows}
    assert places == {SourceRef("m.py", "m.py", line, line)}


def test_each_call_has_its_own_return(shown: Draw) -> None:
    code = (
        "def f(n, out):\n    out[0] = n\n    inner = [0]\n    if n:\n        f(n - 1, inner)\n"
        "    out[0] += 10 * inner[0]\n    return out\n\n\ndef run():\n    return f(2, [0])\n"
    )
    # f(0) leaves 0; f(1) leaves 1 + 10 * 0; f(2) leaves 2 + 10 * 1.
    for call, value in ((1, 12), (2, 1), (3, 0)):
        drawn = shown(code, "f", rows("out[0] at return"), more=f"    call: {call}\n")
        assert (drawn.places, values(drawn)) == ([], [("out[0] at return", [value])])


def test_a_method_a_lambda_and_a_coroutine(shown: Draw) -> None:
    code = (
        "import asyncio\n\n\nclass C:\n    def __init__(self):\n        self.s = [1]\n\n"
        "    def f(self):\n        self.s[0] += 1\n        return self\n\n\n"
        "g = lambda x: x.append(4)\n\n\nasync def h(x):\n    x[0] = await k()\n    return x\n\n\n"
        "async def k():\n    return 6\n\n\n"
        "def run():\n    C().f()\n    g([3])\n    return asyncio.run(h([5]))\n"
    )
    for function, cell, value in (
        ("C.f", "self.s[0]", 2),
        ("g", "x[1]", 4),
        ("h", "x[0]", 6),
    ):
        drawn = shown(code, function, rows(f"{cell} at return"))
        assert (drawn.places, values(drawn)) == ([], [(f"{cell} at return", [value])])


@pytest.mark.parametrize(
    ("run", "cell", "label"),
    [
        ("run", "late", "`late` is not bound here"),
        ("fast", "extra", "`extra` is not bound here"),
        ("run", 'grads["v"]', "`grads['v']`: KeyError: 'v'"),
        ("run", "params[name]", "`name` is not bound here"),
    ],
)
def test_what_is_not_there_at_the_return(shown: Draw, run: str, cell: str, label: str) -> None:
    drawn = shown(STEP, "step", rows(f"{cell} at return"), run)
    finding = drawn.finding
    assert drawn.places == [drawn.at(f"| `«{cell} at", "run-failed")]
    assert (finding.message, finding.label, finding.help) == (
        f"`{cell} at return` has no value in `{run}`",
        label,
        "name what is there when the function returns, or show another `call:`",
    )


def test_a_call_that_an_exception_ends(shown: Draw) -> None:
    code = (
        "def f(x):\n    x[0] = 1\n    if len(x) > 1:\n        raise ValueError\n    return x\n\n\n"
        "def run():\n    try:\n        f([0, 0])\n    except ValueError:\n        return f([0])\n"
    )
    drawn = shown(code, "f", rows("x[0] at return"))
    finding = drawn.finding
    assert drawn.places == [drawn.at("| `«x[0] at", "never-executed")]
    assert (finding.message, finding.notes, finding.help) == (
        "call 1 of `f` in `run` does not return",
        ("it ends with an exception, or goes on when the run ends",),
        "show a call that returns with `call:`, or name another run",
    )
    drawn = shown(code, "f", rows("x[0] at return"), more="    call: 2\n")
    assert (drawn.places, values(drawn)) == ([], [("x[0] at return", [1])])


def test_a_call_behind_those_that_are_recorded(shown: Draw) -> None:
    code = "def f(x):\n    return x\n\n\ndef run():\n    return [f(n) for n in range(30)]\n"
    drawn = shown(code, "f", rows("x at return"), more="    call: 20\n")
    assert (drawn.places, values(drawn)) == ([], [("x at return", [19])])
    finding = shown(code, "f", rows("x at return"), more="    call: 21\n").finding
    assert (finding.code, finding.message, finding.notes, finding.help) == (
        "never-executed",
        "call 21 of `f` in `run` is not recorded",
        ("of one function the first 20 calls are recorded",),
        "show an earlier call: `call: 20`",
    )


@pytest.mark.parametrize(
    ("cell", "message", "help_text"),
    [
        (
            'grad["w"]',
            "`grad` is no parameter and no local name of `step`",
            "did you mean `grads at return`?",
        ),
        (
            "np",
            "`np` is no parameter and no local name of `step`",
            "name a parameter or something that the function binds",
        ),
        (
            "return",
            "`return` is what the function returns",
            "leave out `at return`: `return` is read as the function returns",
        ),
        *(
            (
                cell,
                f"`{cell}` is no name and no item of one",
                '`at return` takes a name or an item of it, as in `params["w"] at return`',
            )
            for cell in ("rate + 1", "len(params)", "rate at entry", "for")
        ),
    ],
)
def test_what_has_no_value_at_the_return(
    shown: Draw, cell: str, message: str, help_text: str
) -> None:
    drawn = shown(STEP, "step", rows(f"{cell} at return"))
    assert drawn.places == [drawn.at(f"| `«{cell} at", "unknown-anchor")]
    assert (drawn.finding.message, drawn.finding.help) == (message, help_text)


def test_a_letter_that_the_code_does_not_know(shown: Draw) -> None:
    drawn = shown(STEP, "step", rows("extra[t] at return"))
    assert drawn.places == [drawn.at("| `«extra[t]", "unbound-symbol")]
    assert drawn.finding.help == "write a position, such as `extra[0] at return`"


@pytest.mark.parametrize(
    ("body", "message", "line"),
    [
        ("    yield x\n    return 1\n", "`f` is a generator: it stops before it returns", 0),
        ("    y = yield\n", "`f` is a generator: it stops before it returns", 0),
        (
            "    try:\n        return x\n    finally:\n        x[0] = 1\n",
            "`f` returns inside `try ... finally`, whose end may change values",
            3,
        ),
        (
            "    try:\n        x[0]\n    except KeyError:\n        return x\n    finally:\n"
            "        x[0] = 1\n    return 2\n",
            "`f` returns inside `try ... finally`, whose end may change values",
            5,
        ),
        (
            "    with open(x) as y:\n        if x:\n            return x\n",
            "`f` returns inside `with`, whose end may change values",
            4,
        ),
    ],
)
def test_values_that_are_not_settled_at_a_return(
    shown: Draw, body: str, message: str, line: int
) -> None:
    code = f"def f(x):\n{body}\n\ndef run():\n    return f([0])\n"
    drawn = shown(code, "f", rows("x at return"))
    (finding,) = [one for one in drawn.findings if one.code == "unknown-anchor"]
    assert finding.message == message
    assert [one.place.line for one in finding.related] == ([line] if line else [])


def test_a_return_in_or_behind_a_block_that_ends_before_it(shown: Draw) -> None:
    code = (
        "import contextlib\n\n\ndef f(x):\n    with contextlib.nullcontext():\n        x[0] = 1\n"
        "    try:\n        x[0] += 1\n    finally:\n        x[0] *= 5\n    try:\n        x[1]\n"
        "    except IndexError:\n        return x\n\n\ndef run():\n    return f([0])\n"
    )
    drawn = shown(code, "f", rows("x[0] at return"))
    assert (drawn.places, values(drawn)) == ([], [("x[0] at return", [10])])
    code = (
        "def f(x):\n    try:\n        x[0] = 1\n    finally:\n        x[0] += 1\n"
        "        return x\n\n\ndef run():\n    return f([0])\n"
    )
    drawn = shown(code, "f", rows("x[0] at return"))
    assert (drawn.places, values(drawn)) == ([], [("x[0] at return", [2])])


def test_what_never_returns(shown: Draw) -> None:
    code = (
        "class C:\n    def __init__(self):\n        self.s = 1\n\n\ndef run():\n    return C().s\n"
    )
    finding = shown(code, "C", rows("self at return")).finding
    assert (finding.code, finding.message) == (
        "unknown-anchor",
        "`C` is a class, which never returns",
    )


@pytest.mark.parametrize("block", ["shapes", "stepper", "plot"])
@pytest.mark.parametrize("row", ["`rate at return`", "`rate` at `return`"])
def test_other_blocks_do_not_take_it(shown: Draw, block: str, row: str) -> None:
    drawn = shown(STEP, "step", f"| {row} | | |\n", block=block)
    column = "«rate" if row == "`rate at return`" else "«`rate`"
    mark = f"| {column}{row.partition('rate')[2]}".replace("| «rate", "| `«rate")
    assert drawn.places == [drawn.at(mark.replace("«`rate``", "«`rate`"), "unknown-anchor")]
    assert (drawn.finding.message, drawn.finding.help) == (
        "`rate at return` is a value that only a row of an `example` shows",
        "leave out `at return`: write `rate`, or show it in a row of an `example`",
    )
