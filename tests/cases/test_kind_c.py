"""Kind C: shapes of statements, and the values that a page shows of them."""

from __future__ import annotations

import pytest

from docgen.project import Project
from tests.cases.conftest import concept, drawn, gutters, links, listings, page, references, values
from tests.conftest import MakeProject, load, places

RUN = "\n\ndef ex():\n    return {}\n"
ONE = "ffn_forward(np.array([[2.0]]), np.array([3.0]), np.array([1.0]))"


def shown(make_project: MakeProject, model: str, call: str, body: str) -> Project:
    """A page about a module whose `ex` makes one call; the module's lines count from its text."""
    code = model + RUN.format(call) + "\n\nimport numpy as np\n"
    return load(make_project({"model.py": code, "docs/index.md": page(body)}))


def test_c018_backslash_continuation(make_project: MakeProject) -> None:
    model = "def ffn_forward(W, x, b):\n    h = 1\n    Z = W @ x \\\n        + b\n    return Z\n"
    body = concept("ffn_forward", ("Z",), prose=links("Z")) + listings("ffn_forward.Z")
    html = drawn(shown(make_project, model, ONE, body))
    assert references(html) == ["model.py:1-5", "model.py:3-4", "model.py:3-4"]
    assert (values(html), gutters(html)) == ([("Z", "[7.0000]")], [[3, 4]])


def test_c019_several_statements_on_one_line(make_project: MakeProject) -> None:
    model = "def ffn_forward(W, x, b):\n    A = W @ x; Z = A + b\n    return Z\n"
    body = concept("ffn_forward", ("A", "Z"), prose=links("A", "Z"))
    html = drawn(shown(make_project, model, ONE, body))
    assert references(html) == ["model.py:1-3", "model.py:2", "model.py:2"]
    assert values(html) == [("A", "[6.0000]"), ("Z", "[7.0000]")]


def test_c020_walrus(make_project: MakeProject) -> None:
    model = (
        "def ffn_forward(W, x, b):\n    if (1, Z := W @ x, b):\n"
        "        y = (M := Z * 2) + b\n    return y\n"
    )
    body = concept("ffn_forward", ("Z", "M", "y"), prose=links("Z", "M", "y", "A"))
    project = shown(make_project, model, ONE, body)
    assert places(project) == ["docs/index.md:16:12 unknown-anchor"]
    html = drawn(project)
    assert references(html)[1:] == ["model.py:2", "model.py:3", "model.py:3"]
    assert values(html) == [("Z", "[6.0000]"), ("M", "[12.0000]"), ("y", "[13.0000]")]


def test_c021_nested_and_starred_unpacking(make_project: MakeProject) -> None:
    model = (
        "def f(layer, x):\n    (mu, (Z, *_)), = [layer(x)]\n    first, *Zs = Z\n"
        "    for i, Zs[0] in enumerate([9.0]):\n        pass\n    [q] = [Z]\n"
        "    return mu, Z, q\n\n\ndef layer(x): return 0.5, ([1.0, 2.0, 3.0], 7)\n"
    )
    rows = ("Z", "Zs", "Zs[0]", "q", "return[0]")
    body = concept("f", rows, prose=links("Z", "Zs", "Zs[0]", "q"))
    project = shown(make_project, model, "f(layer, 1)", body)
    assert places(project) == []
    html = drawn(project)
    assert references(html)[1:] == ["model.py:2", "model.py:3", "model.py:4", "model.py:6"]
    assert values(html) == [
        ("Z", "[1.0000, 2.0000, 3.0000]"),
        ("Zs", "[2.0000, 3.0000]"),
        ("Zs[0]", "9.0000"),
        ("q", "[1.0000, 2.0000, 3.0000]"),
        ("return[0]", "0.5000"),
    ]


def test_c022_values_are_those_of_their_time(make_project: MakeProject) -> None:
    model = "def ffn_forward(W, x, b):\n    Z = W @ x\n    U = Z\n    Z += b\n    return Z\n"
    rows = ("Z = W @ x", "U", "Z += b", "Z")
    project = shown(make_project, model, ONE, concept("ffn_forward", rows))
    assert places(project) == ["docs/index.md:20:4 ambiguous-anchor"]
    assert project.findings[0].help == "quote the statement: `Z = W @ x` or `Z += b`"
    every = shown(make_project, model, ONE, concept("ffn_forward"))
    assert values(drawn(every))[3:] == [
        ("Z", "[6.0000]"),
        ("U", "[6.0000]"),
        ("Z", "[7.0000]"),
        ("return", "[7.0000]"),
    ]


MATCH = """\
def act(kind, z, cut):
    Z = None
    match kind:
        case "relu":
            if cut > 0:
                Z = z * 1e9
        case [Z]:
            pass
    return Z
"""


def test_c023_branches_not_taken_have_no_value(make_project: MakeProject) -> None:
    """A row that names such a branch is a finding; rows that docgen chose only say so."""
    project = shown(make_project, MATCH, 'act("relu", 1.0, -1)', concept("act"))
    assert places(project) == []
    assert values(drawn(project))[3:] == [
        ("Z", "None"),
        ("Z", "not reached"),
        ("Z", "not reached"),
        ("return", "None"),
    ]
    rows = ("Z = None", "Z = z * 1e9", "case [Z]:", "Z")
    named = shown(make_project, MATCH, 'act("relu", 1.0, -1)', concept("act", rows))
    assert places(named) == ["docs/index.md:20:4 ambiguous-anchor"]
    rows = ("Z = None", "Z = z * 1e9", "case [Z]:")
    named = shown(make_project, MATCH, 'act("relu", 1.0, -1)', concept("act", rows))
    assert places(named) == [
        "docs/index.md:18:4 never-executed",
        "docs/index.md:19:4 never-executed",
    ]


def test_c024_a_multi_line_f_string_shifts_nothing(make_project: MakeProject) -> None:
    model = (
        'def f(W, x, name):\n    msg = f"""\\\n{name}: first\n{name}: second\n\\\n'
        '{name}: third\n"""\n    Z = W @ x\n    return Z, msg\n'
    )
    body = concept("f", ("Z",), prose=links("Z")) + listings("f")
    html = drawn(shown(make_project, model, "f(np.eye(2), np.ones(2), 'n')", body))
    assert (references(html)[1], gutters(html)) == ("model.py:8", [list(range(1, 10))])
    assert html.css_first("#code-f-L8").text() == "    Z = W @ x"


def test_c025_a_binding_inside_of_an_f_string(make_project: MakeProject) -> None:
    model = (
        'def f(W, x):\n    s = f"""\n    shape {(Z := W @ x).shape} {x=}\n    """\n    return s\n'
    )
    body = concept("f", ("Z",), prose=links("Z", "s"))
    project = shown(make_project, model, "f(np.eye(2), np.ones(2))", body)
    assert places(project) == []
    assert references(drawn(project))[1:] == ["model.py:2-4", "model.py:2-4"]
    assert values(drawn(project)) == [("Z", "[1.0000, 1.0000]")]


def test_c026_scopes_of_comprehensions(make_project: MakeProject) -> None:
    model = (
        "def f(W, x):\n    rows = [Z for Z in W]\n    last = [(H := w * x) for w in W]\n"
        "    Z = sum(last)\n    return Z, H, rows\n"
    )
    project = shown(
        make_project, model, "f([1.0, 2.0], 3)", concept("f", ("Z", "H"), prose=links("Z", "H"))
    )
    assert places(project) == []
    assert references(drawn(project))[1:] == ["model.py:4", "model.py:3"]
    assert values(drawn(project)) == [("Z", "9.0000"), ("H", "6.0000")]


def test_c027_a_run_that_fails_has_no_empty_cells(make_project: MakeProject) -> None:
    model = (
        "def f(x):\n    try:\n        Z = 1.0 / x\n    except ZeroDivisionError as Z:\n"
        '        Z = float("inf")\n    finally:\n        if x == 0:\n            n = 1\n'
        "    return Z\n"
    )
    project = shown(make_project, model, "f(0.0)", concept("f", ("n",), prose=links("Z")))
    assert places(project) == [
        "docs/index.md:10:12 ambiguous-anchor",
        "docs/index.md:15:10 run-failed",
    ]
    assert [note.split(":")[1] for note in project.findings[0].notes] == ["3", "4", "5"]
    assert project.findings[1].related[0].place.line == 9
    assert values(drawn(project)) == []


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("async def f(x):", "__import__('asyncio').run(f(1.0))"),
        ("def f(x, *args, k=3, **kw):", "f(1.0, 5, z=2)"),
        ("def f(x, /):", "f(1.0)"),
    ],
)
def test_the_kind_other_heads_of_functions(make_project: MakeProject, head: str, call: str) -> None:
    model = f"{head}\n    Z = x * 2\n    return Z\n"
    project = shown(make_project, model, call, concept("f", ("x", "Z", "return")))
    assert places(project) == []
    assert values(drawn(project)) == [("x", "1.0000"), ("Z", "2.0000"), ("return", "2.0000")]


def test_the_kind_a_parameter_that_is_bound_again(make_project: MakeProject) -> None:
    """`x` at `entry` is the argument; the bare name stays ambiguous."""
    model = "def f(x):\n    x = x * 2\n    return x\n"
    body = concept("f", ("x",), prose=links("x at entry"))
    project = shown(make_project, model, "f(1.5)", body)
    assert places(project) == ["docs/index.md:19:4 ambiguous-anchor"]
    assert project.findings[0].help == (
        "write `x at entry` for the argument, or quote the statement: `x = x * 2`"
    )
    rows = "\n\n| | |\n|---|---|\n| `x` at `entry` | |\n| `x = x * 2` | |\n///\n"
    body = concept("f").replace("\n///\n\n", f"{rows}\n", 2).replace(rows, "\n///\n", 1)
    project = shown(make_project, model, "f(1.5)", body)
    assert places(project) == []
    assert values(drawn(project)) == [("x at entry", "1.5000"), ("x = x * 2", "3.0000")]


def test_the_kind_a_function_that_is_never_called_is_one_finding(
    make_project: MakeProject,
) -> None:
    model = "def f(x):\n    y = x\n    Z = y\n    return Z\n"
    for rows in ((), ("y", "Z", "return")):
        project = shown(make_project, model, "1", concept("f", rows))
        assert places(project) == ["docs/index.md:13:10 never-executed"]
        assert project.findings[0].message == "`ex` never reaches `f`"


def test_the_kind_a_call_that_was_not_made(make_project: MakeProject) -> None:
    body = concept("f").replace("run: ex", "run: ex\n    call: 3")
    project = shown(make_project, "def f(x):\n    return x\n", "f(1.0), f(2.0)", body)
    assert places(project) == ["docs/index.md:14:11 never-executed"]
    assert project.findings[0].message == "`ex` makes 2 calls of `f`, not 3"
