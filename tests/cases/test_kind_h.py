"""Kind H: executed examples, as pages show them and findings tell of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.project import Project
from tests.cases.conftest import SITE, concept, drawn, links, page, references, values
from tests.conftest import MakeProject, build_site, load, places

MODEL = "import os\nimport sys\nimport numpy as np\n\n\ndef f(x):\n    Z = x\n    return Z\n\n\n"


def shown(
    make_project: MakeProject, code: str, prose: str = "", rows: tuple[str, ...] = ("Z",)
) -> Project:
    """A page with one example of `f`; `code` defines the callable `ex`."""
    body = concept("f", rows, prose=prose)
    files = {"model.py": MODEL + code, "docs/index.md": page(body)}
    return load(make_project(files, "timeout = 2\n"))


@pytest.mark.parametrize("legacy", ["", "np.set_printoptions(legacy='1.25')"])
def test_c052_scalars_have_no_types(make_project: MakeProject, legacy: str) -> None:
    code = (
        f"{legacy}\n\n\ndef ex():\n    loss = np.mean(np.array([0.0, 0.5]))\n"
        "    return f({'loss': loss, "
        "'n': np.int64(2), 'ok': np.bool_(True), 'pair': (loss, loss)})\n"
    )
    prose = '[0.25](value:Z["loss"]) [2](value:Z["n"]) [True](value:Z["ok"])'
    project = shown(make_project, code, prose, ("Z", 'Z["loss"]'))
    assert places(project) == []
    assert values(drawn(project)) == [
        ("Z", "{'loss': 0.2500, 'n': 2, 'ok': True, 'pair': (0.2500, 0.2500)}"),
        ('Z["loss"]', "0.2500"),
    ]


@pytest.mark.parametrize("moved", ["r", "np.nextafter(r, 1.0)", "np.nextafter(r, 0.0)"])
def test_c053_typed_values_on_a_rounding_edge(make_project: MakeProject, moved: str) -> None:
    code = f"def ex():\n    r = np.float64(0.12345)\n    return f({moved})\n"
    prose = "[0.1235](value:Z) [0.1234](value:Z) [0.1245](value:Z) [0.123](value:Z)"
    project = shown(make_project, code, prose)
    assert places(project) == ["docs/index.md:10:38 value-mismatch"]


def test_c054_unseeded_examples_are_unstable(make_project: MakeProject) -> None:
    pages = {
        "docs/a.md": page(concept("f", ("Z",), run="seeding")),
        "docs/b.md": page(concept("f", ("Z",), run="drawing")),
        "docs/c.md": page(concept("f", ("Z",)).replace("    run: ex\n", FENCE)),
    }
    code = (
        "def seeding():\n    np.random.seed(0)\n    return f(np.random.normal(size=2))\n\n\n"
        "def drawing():\n    return f(np.random.normal(size=2))\n"
    )
    folder = make_project({"model.py": MODEL + code, **pages})
    both = load(folder)
    seeded = values(drawn(both, "c.md"))
    assert places(both) == ["docs/b.md:13:10 unstable-run"]
    (folder / "docs/a.md").unlink()
    (folder / "docs/b.md").rename(folder / "docs/0.md")
    alone = load(folder)
    assert places(alone) == ["docs/0.md:13:10 unstable-run"]
    assert values(drawn(alone, "c.md")) == seeded


FENCE = "\n```python\nf(rng.normal(size=2))\n```\n"


@pytest.mark.parametrize("first", ["a", "z"])
def test_c055_settings_of_one_run_end_with_it(make_project: MakeProject, first: str) -> None:
    code = (
        "def spoil():\n    np.set_printoptions(precision=2, suppress=True)\n"
        "    np.seterr(all='raise')\n"
        "    os.chdir('/')\n    os.environ['DOCGEN_CASE'] = 'x'\n    f(1.0)\n"
        "    raise OSError\n\n\n"
        "def plain():\n    assert 'DOCGEN_CASE' not in os.environ\n"
        "    return f(np.array([1e-10, 1 / 3, np.exp(1000.0)]))\n"
    )
    pages = {
        f"docs/{first}.md": page(concept("f", ("Z",), run="spoil")),
        "docs/m.md": page(concept("f", ("Z",), run="plain")),
    }
    before = (Path.cwd(), dict(os.environ))
    project = load(make_project({"model.py": MODEL + code, **pages}))
    assert values(drawn(project, "m.md")) == [("Z", "[1.0000e-10, 0.3333, inf]")]
    assert places(project) == [f"docs/{first}.md:13:10 run-failed"]
    assert (Path.cwd(), dict(os.environ)) == before


def test_c056_values_are_data(make_project: MakeProject) -> None:
    code = (
        "def ex():\n    f(np.arange(1600.0).reshape(40, 40))\n"
        "    return f([1e-10, np.nan, np.inf, 1 + 2j, True, np.float16(0.1)])\n"
    )
    shape = (
        "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n| $Z$ | it | `Z` | (40, 41) |\n"
    )
    project = shown(make_project, code, shape)
    assert places(project) == ["docs/index.md:12:20 shape-mismatch"]
    assert "40" in project.findings[0].label
    second = concept("f", ("Z",)).replace("run: ex", "run: ex\n    call: 2")
    files = {"model.py": MODEL + code, "docs/index.md": page(second)}
    project = load(make_project(files))
    assert values(drawn(project)) == [("Z", "[1.0000e-10, nan, inf, 1.0000+2.0000j, True, 0.1000]")]


ENDS = {
    "while True: pass": "run-timeout",
    "input('name? ')": "run-failed",
    "__import__('threading').Event().wait()": "run-timeout",
    "sys.exit(0)": "run-failed",
    "os._exit(0)": "run-failed",
    "os.kill(os.getpid(), 11)": "run-failed",
    "os.killpg(0, 9)": "run-failed",
    "raise KeyboardInterrupt": "run-failed",
    "raise BaseException('\\x1b[31m' * 99)": "run-failed",
    "np.ones(1 << 40)": "run-failed",
    "ex()": "run-failed",
    "os.closerange(0, 64)": "run-failed",
}


@pytest.mark.parametrize("statement", list(ENDS))
def test_c057_c058_runs_that_do_not_finish(make_project: MakeProject, statement: str) -> None:
    """One finding where the run is named, and nothing of the run on the page."""
    project = shown(make_project, f"def ex():\n    f(1.0)\n    {statement}\n")
    assert places(project) == [f"docs/index.md:13:10 {ENDS[statement]}"]
    assert project.findings[0].help
    html = drawn(project)
    assert values(html) == []
    assert str(project.root) not in html.html


def test_c057_other_pages_are_built(make_project: MakeProject) -> None:
    code = "def ex():\n    while True: pass\n\n\ndef good():\n    return f(3.0)\n"
    pages = {
        "docs/a.md": page(concept("f", ("Z",))),
        "docs/b.md": page(concept("f", ("Z",), run="good")),
    }
    files = {"model.py": MODEL + code, "mkdocs.yml": SITE, "docs/index.md": "# A\n", **pages}
    site = build_site(make_project(files, "timeout = 1\n"), strict=False)
    assert "run-timeout" in (site / "a/index.html").read_text()
    assert "3.0000" in (site / "b/index.html").read_text()


def test_c058_a_caught_exception_is_a_value(make_project: MakeProject) -> None:
    code = (
        "def ex():\n    try:\n        np.ones((2, 3)) @ np.ones((2, 3))\n"
        "    except ValueError as error:\n        return f(type(error).__name__)\n"
    )
    project = shown(make_project, code, "[ValueError](value:Z) [TypeError](value:Z)")
    assert places(project) == ["docs/index.md:10:24 value-mismatch"]


def test_c059_printed_text_is_kept_apart(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "print('loading <v2>')\n\n\ndef ex():\n    print('debug')\n    return f(1.0)\n"
    project = shown(make_project, code)
    assert places(project) == []
    assert values(drawn(project)) == [("Z", "1.0000")]
    assert "loading" not in drawn(project).html
    monkeypatch.chdir(project.root)
    done = CliRunner().invoke(main, ["check", "--format", "json"])
    assert json.loads(done.output)["findings"] == []
    failing = shown(make_project, code.replace("f(1.0)", "f(1 / 0)"))
    assert failing.findings[0].notes[1:] == ("it printed:", "loading <v2>", "debug")
    assert "loading &lt;v2&gt;" in drawn(failing).html


def test_c060_edits_are_seen_in_one_process(make_project: MakeProject) -> None:
    folder = make_project(
        {
            "acts.py": "def act(z):\n    A = z\n    return A\n",
            "model.py": "from acts import act\n\n\ndef f(x):\n    Z = act(x)\n    return Z\n"
            "\n\ndef ex():\n    return f(2.0)\n",
            "docs/index.md": page(concept("f", ("Z",)) + links("acts.act.A")),
        }
    )
    acts = folder / "acts.py"
    assert values(drawn(load(folder))) == [("Z", "2.0000")]
    acts.write_text("# new\ndef act(z):\n    A = z * 10\n    return A\n")
    project = load(folder)
    assert values(drawn(project)) == [("Z", "20.0000")]
    assert references(drawn(project))[-1] == "acts.py:3"
    acts.write_text("def act(z:\n")
    assert places(load(folder)) == ["acts.py:1:8 source-unreadable"]
    acts.write_text("def other(z):\n    return z\n")
    gone = ["docs/index.md:13:10 run-failed", "docs/index.md:20:17 unknown-function"]
    assert places(load(folder)) == gone
    acts.rename(folder / "actions.py")
    assert places(load(folder)) == [gone[0], "docs/index.md:20:12 unknown-function"]
    acts.write_text("def act(z):\n    A = z * 10\n    return A\n")
    assert values(drawn(load(folder))) == [("Z", "20.0000")]


def test_c061_two_files_of_one_module(make_project: MakeProject, tmp_path: Path) -> None:
    inner = "def model(x):\n    y = x\n    Z = y * 3\n    return Z\n\n\n"
    inner += "def ex():\n    return model(2.0)\n"
    folder = make_project(
        {
            "model.py": "def f(x):\n    Z = x\n    return Z\n",
            "model/__init__.py": "from .model import model\n",
            "model/model.py": inner,
            "tests/model.py": "def f(x):\n    Z = 1\n",
            "docs/index.md": "[z](code:model.f.Z)\n",
        }
    )
    project = load(folder)
    assert [each.split()[1] for each in places(project)] == ["ambiguous-module"]
    assert "`model.py`" in project.findings[0].notes[0]
    (folder / "model.py").unlink()
    text = page(concept("model", ("Z",), prose=links("model.model.model.Z")), "model.model")
    (folder / "docs/index.md").write_text(text)
    project = load(folder)
    assert places(project) == []
    assert references(drawn(project))[1:] == ["model.py:3"]
    assert values(drawn(project)) == [("Z", "6.0000")]


def test_c063_tracing_changes_nothing(make_project: MakeProject) -> None:
    """A coverage tracer alone keeps an array from being resized, so the model ends it first."""
    code = (
        "def g():\n    sys.settrace(None)\n    Z = np.array([1.0, 2.0])\n    Z.resize((2, 2))\n"
        "    U = Z + 1\n    return U\n\n\ndef ex():\n    return g()\n"
    )
    body = concept("g", ("Z", "U"))
    project = load(make_project({"model.py": MODEL + code, "docs/index.md": page(body)}))
    assert places(project) == []
    assert values(drawn(project)) == [
        ("Z", "[1.0000, 2.0000]"),
        ("U", "[[2.0000, 3.0000],\n [1.0000, 1.0000]]"),
    ]


def test_the_kind_what_is_no_run(make_project: MakeProject) -> None:
    """Callables that need arguments, that are none, or that only make a generator."""
    code = (
        "def ex(a):\n    f(1)\n\n\ndef lazy():\n    yield f(1)\n\n\n"
        "async def later():\n    f(1)\n\n\n"
        "class Made:\n    def __init__(self):\n        f(1)\n\n\nK = 3\n"
    )
    runs = ("ex", "lazy", "later", "Made", "K", "nope", "")
    body = "".join(concept("f", ("Z",), run=run) for run in runs)
    project = load(make_project({"model.py": MODEL + code, "docs/index.md": page(body)}))
    assert [each.split()[1] for each in places(project)] == [
        "run-failed",
        "never-executed",
        "never-executed",
        "unknown-function",
        "unknown-function",
        "unknown-function",
        "malformed-block",
    ]


def test_the_kind_a_run_and_a_fence(make_project: MakeProject) -> None:
    """Two ways to say what runs are one too many; none of them is dropped in silence."""
    body = concept("f").replace("run: ex\n", "run: ex\n\n```python\nf(2.0)\n```\n")
    code = "def ex():\n    f(1.0)\n"
    project = load(make_project({"model.py": MODEL + code, "docs/index.md": page(body)}))
    assert places(project) == ["docs/index.md:15:4 malformed-block"]


def test_the_kind_a_flow_that_fills_nothing(make_project: MakeProject) -> None:
    code = "def g(grads):\n    grads['w'] = 1\n"
    flow = "## G\n\n/// concept | g\n    parts: none\n///\n\n/// flow\n    fills: {}\n///\n"
    for name, found in (("grads", []), ("gradz", ["docs/index.md:11:12 unknown-anchor"])):
        files = {"model.py": MODEL + code, "docs/index.md": page(flow.format(name))}
        assert places(load(make_project(files))) == found


def test_the_kind_huge_and_odd_values(make_project: MakeProject) -> None:
    """Nothing that code can bind stops a page, with rows chosen by docgen."""
    code = ODD + "\n\ndef ex():\n    return odd(2.0, 5, z=1)\n"
    body = concept("odd")
    project = load(make_project({"model.py": MODEL + code, "docs/index.md": page(body)}))
    assert places(project) == []
    found = dict(values(drawn(project)))
    assert (found["empty"], found["zero_d"], found["e"]) == (
        "[[]], shape (0, 3)",
        "3.5000",
        "<ValueError>",
    )
    assert found["cplx"] == "[1.0000+2.0000j]"
    assert len(found["big"]) < 5000
    assert "math" not in found


ODD = """
class Stubborn:
    def __repr__(self): raise ValueError
    def __deepcopy__(self, memo): raise TypeError


def odd(x, *args, k=3, **kw):
    import math
    n = Stubborn()
    gen = (i for i in range(3))
    for i in range(3):
        acc = i
    try:
        raise ValueError("q")
    except ValueError as e:
        msg = str(e)
    cyc = []
    cyc.append(cyc)
    obj = np.array([1, "a", None], dtype=object)
    rec = np.zeros(2, dtype=[("a", "f8"), ("b", "i4")])
    when = np.datetime64("2020-01-01")
    empty = np.zeros((0, 3))
    zero_d = np.array(3.5)
    masked = np.ma.array([1.0, 2.0], mask=[0, 1])
    cplx = np.array([1 + 2j])
    big = np.zeros((300, 300, 3))
    text = "<b>&|`$x$`"
    mod = np
    lam = lambda t: t + 1
    if x > 100:
        never = 1
    del acc
    return x
"""
