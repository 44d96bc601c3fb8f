"""`docgen affected REV`: what rests on the code that changed since a revision."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen.cli import main
from docgen.impact.affected import Impact, find_impact
from tests.conftest import MakeProject, commit_all, git
from tests.impact.small import FILES, SETTINGS


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    folder = make_project(FILES, SETTINGS)
    commit_all(folder)
    return folder


def edit(root: Path, name: str, *pairs: tuple[str, str]) -> None:
    file = root / name
    text = file.read_text()
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text)


def names(impact: Impact) -> list[str]:
    return [f"{one.rest.kind} {one.rest.name}" for one in impact.affected]


IN_F = "concept F"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            "z = x * w",
            "z = w * x",
            [
                "block example Run",
                "block listing",
                IN_F,
                "equation Scale",
                "paragraph First it scales.",
                "symbol z",
            ],
        ),
        ("noise = 0.0", "noise = 1.0", [IN_F]),
        ("noise = 0.0", "noise = 0.0\n    more = 1.0", [IN_F]),
        (
            "return a * a",
            "return a * a * a",
            [IN_F, "equation Bend", "paragraph All of bend in a line.", "symbol B(u)"],
        ),
        ("BASE = 4", "BASE = 5", ["paragraph Layers are 8 wide and 3 deep."]),
        ("DEPTH = 3", "DEPTH = 4", ["paragraph Layers are 8 wide and 3 deep."]),
        (
            "def f(x, w):",
            "def f(x, w=2.0):",
            [IN_F, "symbol w"],
        ),
        ("return x + 1.0", "return x + 2.0", []),
        ("r = np", "r   =   np", []),
        ("    noise = 0.0\n    return y", "    # noise\n    noise = 0.0\n\n    return y", []),
        ("    y = bend(z)\n    noise = 0.0\n", "    noise = 0.0\n    y = bend(z)\n", []),
    ],
)
def test_a_change_of_the_code(root: Path, old: str, new: str, found: list[str]) -> None:
    edit(root, "model.py", (old, new))
    assert names(find_impact(root, "HEAD")) == found


@pytest.mark.parametrize(
    ("name", "old", "new", "count"),
    [
        ("sizes.py", "BASE = 2", "BASE = 3", 1),
        ("sizes.py", "TABLE = {'k': 5}", "TABLE = {'k': 6}", 1),
        ("net.py", "heads = 4", "heads = 5", 1),
        ("net.py", "wide = ", "wide = 1 + ", 1),
        ("net.py", "other = 1", "other = 2", 0),
    ],
)
def test_a_value_rests_on_all_from_which_it_is_computed(
    make_project: MakeProject, name: str, old: str, new: str, count: int
) -> None:
    files = {
        "sizes.py": "BASE = 2\nTABLE = {'k': 5}\n",
        "net.py": """
            import sizes


            class Net:
                heads = 4
                other = 1
                wide = heads * sizes.BASE + sizes.TABLE["k"]
            """,
        "docs/page.md": "# Page\n\nIt is [13](value:net.Net.wide) wide.\n",
    }
    root = make_project(files)
    commit_all(root)
    edit(root, name, (old, new))
    assert names(find_impact(root, "HEAD")) == ["paragraph It is 13 wide."] * count


def test_a_deleted_statement_is_told_by_the_page_at_the_revision(root: Path) -> None:
    edit(root, "model.py", ("    z = x * w\n    y = bend(z)\n", "    y = bend(x * w)\n"))
    # The page is moved, so that what is told is where it stands now.
    edit(root, "docs/page.md", ("# Page\n", "# Page\n\nMore words.\n"))
    impact = find_impact(root, "HEAD")
    assert names(impact) == [
        "block example Run",
        "block listing",
        IN_F,
        "equation Scale",
        "equation Bend",
        "paragraph First it scales.",
        "paragraph Then it bends.",
        "symbol z",
        "symbol y",
    ]
    (scale,) = [one for one in impact.affected if one.rest.name == "Scale"]
    assert (scale.rest.line, scale.is_gone) == (24, False)
    assert [(touch.role, touch.change.word) for touch in scale.touches] == [
        ("computes it", "removed")
    ]


def test_what_the_page_holds_no_more(root: Path) -> None:
    edit(root, "model.py", ("    z = x * w\n    y = bend(z)\n", "    y = bend(x * w)\n"))
    edit(root, "docs/page.md", ("- [First](code:f.z) it scales.\n", ""))
    gone = [one.rest.name for one in find_impact(root, "HEAD").affected if one.is_gone]
    assert gone == ["First it scales."]
    done = run(root, "HEAD")
    assert (
        "    docs/page.md:9: First it scales. (at HEAD; the page does not hold it now)"
        in done.output.splitlines()
    )


def test_a_new_paragraph_on_new_code(root: Path) -> None:
    edit(root, "model.py", ("    noise = 0.0\n", "    noise = 0.0\n    extra = 1.0\n"))
    edit(root, "docs/page.md", ("No link here.", "An [extra](code:extra)."))
    assert names(find_impact(root, "HEAD")) == [IN_F, "paragraph An extra."]


def test_an_edited_page_is_no_change_of_the_code(root: Path) -> None:
    edit(root, "docs/page.md", ("No link here.", "See [y](code:y)."), ("(code:f.z)", "(code:f.y)"))
    assert names(find_impact(root, "HEAD")) == []


def test_an_anchor_that_means_several_statements_now(root: Path) -> None:
    edit(root, "model.py", ("    return y + noise\n", "    z = y\n    return y + noise\n"))
    impact = find_impact(root, "HEAD")
    told = {one.rest.name: one.strays for one in impact.affected}
    assert told == {
        "example Run": ("f.z",),
        "listing": ("f",),
        "F": (),
        "Scale": ("f.z",),
        "First it scales.": ("f.z",),
        "z": ("f.z",),
    }
    assert (
        "        it does not name f.z now; run docgen check"
        in run(root, "HEAD").output.splitlines()
    )


def test_a_function_that_moves_to_another_file_with_its_page(root: Path) -> None:
    model = (root / "model.py").read_text()
    bend = "def bend(a):\n    return a * a\n"
    (root / "model.py").write_text(model.replace(bend, "from other import bend\n"))
    (root / "other.py").write_text(bend)
    edit(root, "docs/page.md", ("(code:bend)", "(code:other.bend)"))
    found = names(find_impact(root, "HEAD"))
    assert found == []


def test_a_file_that_is_no_python_now(root: Path) -> None:
    (root / "model.py").write_text("def f(:\n")
    done = run(root, "HEAD")
    assert done.exit_code == 0
    assert "equation" in done.output
    assert "model.py is no Python on one side, so all of its code counts as changed" in (
        done.output.splitlines()
    )
    # The page is as it was.
    assert "docs/page.md:14: F (its code is not found now; run docgen check)" in done.output
    assert "does not hold it" not in done.output


def test_settings_that_cannot_be_read(root: Path) -> None:
    (root / "pyproject.toml").write_text("[tool.docgen\n")
    done = run(root, "HEAD")
    assert done.exit_code == 2
    assert "pyproject.toml:1: pyproject.toml is not valid TOML" in done.output


def test_nothing_is_executed(root: Path) -> None:
    edit(root, "model.py", ("z = x * w", "z = w * x"), ("BASE = 4", "BASE = 1 / 0"))
    assert "equation Scale" in names(find_impact(root, "HEAD"))
    assert not (root / ".docgen").exists()


def test_a_project_in_a_folder_of_its_repository(make_project: MakeProject) -> None:
    folder = make_project(FILES, SETTINGS)
    top = folder.parent
    git(top, "init", "-q", "-b", "main")
    git(top, "add", "project")
    git(top, "commit", "-q", "-m", "all")
    edit(folder, "model.py", ("z = x * w", "z = w * x"))
    assert "equation Scale" in names(find_impact(folder, "HEAD"))


def test_before_the_project_was_there(root: Path) -> None:
    git(root, "checkout", "-q", "--orphan", "bare")
    git(root, "rm", "-q", "-r", "--cached", ".")
    git(root, "commit", "-q", "--allow-empty", "-m", "empty")
    impact = find_impact(root, "HEAD")
    assert {one.rest.name for one in impact.affected} >= {"Scale", "Bend", "F"}
    assert {touch.change.word for one in impact.affected for touch in one.touches} == {"added"}


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["affected", *arguments, "--root", str(root)])


def test_json(root: Path) -> None:
    edit(root, "model.py", ("noise = 0.0", "noise = 1.0"))
    done = run(root, "HEAD", "--format", "json")
    assert done.exit_code == 0
    change = {
        "change": "changed",
        "old": {
            "file": "model.py",
            "line": 15,
            "end_line": 15,
            "function": "f",
            "code": "noise = 0.0",
        },
        "new": {
            "file": "model.py",
            "line": 15,
            "end_line": 15,
            "function": "f",
            "code": "noise = 1.0",
        },
    }
    assert json.loads(done.output) == {
        "version": 1,
        "revision": "HEAD",
        "affected": [
            {
                "kind": "concept",
                "page": "docs/page.md",
                "line": 14,
                "end_line": 18,
                "name": "F",
                "gone": False,
                "cut": False,
                "strays": [],
                "gained": [],
                "lost": [],
                "because": [{"role": "is documented", **change}],
            }
        ],
        "changes": [change],
        "unread": [],
        "others": [],
    }


def test_markdown(root: Path) -> None:
    edit(root, "model.py", ("return a * a", "return 2 * a"))
    assert run(root, "HEAD", "--format", "markdown").output == (
        "### Documentation that rests on the code changed since `HEAD`\n"
        "\n"
        "**docs/page.md**\n"
        "\n"
        "- equation *Bend* (line 27)\n"
        "    - model.py:9 is called: `` return a * a -> return 2 * a ``\n"
        "- symbol `B(u)` (line 44)\n"
        "    - model.py:9 is called: `` return a * a -> return 2 * a ``\n"
        "- paragraph “All of bend in a line.” (line 12)\n"
        "    - model.py:9 is named: `` return a * a -> return 2 * a ``\n"
        "- concept *F* (line 14)\n"
        "    - model.py:9 is run by it: `` return a * a -> return 2 * a ``\n"
        "\n"
        "1 equation, 1 symbol, 1 paragraph, 1 concept rest on 1 changed statement since HEAD.\n"
    )


def test_one_thing_rests(root: Path) -> None:
    edit(root, "model.py", ("noise = 0.0", "noise = 1.0"))
    assert run(root, "HEAD").output == (
        "docs/page.md\n"
        "  concepts\n"
        "    docs/page.md:14: F\n"
        "        model.py:15 is documented: noise = 0.0 -> noise = 1.0\n"
        "1 concept rests on 1 changed statement since HEAD\n"
    )


def test_code_on_which_nothing_rests(root: Path) -> None:
    edit(root, "model.py", ("return x + 1.0", "return x + 2.0"))
    assert run(root, "HEAD").output == (
        "nothing on the pages rests on the 1 changed statement since HEAD\n"
    )


@pytest.mark.parametrize("revision", ["nowhere", "HEAD~7", "-n", "HEAD:model.py", ""])
def test_an_unknown_revision(root: Path, revision: str) -> None:
    done = CliRunner().invoke(main, ["affected", "--root", str(root), "--", revision])
    assert done.exit_code == 2
    assert f"git knows no revision `{revision}` here" in done.output
    assert "`git log --oneline`" in done.output


def test_without_a_repository(make_project: MakeProject) -> None:
    done = run(make_project(FILES, SETTINGS), "HEAD")
    assert done.exit_code == 2
    assert "is in no git repository; run this in a clone" in done.output


def test_without_git(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root))
    assert shutil.which("git") is None
    done = run(root, "HEAD")
    assert done.exit_code == 2
    assert "the command git is not installed; install git" in done.output


LED = """
import ops
from ops import bend as act

SCALE = 2.0


def f(x, flag=True):
    y = x * SCALE
    z = act(y)
    u = z
    if flag:
        more = u + 1.0
    v = u - 1.0
    v = v * 2.0
    return v


def ex(d=5):
    import numpy as np

    return f(np.arange(1.0, 1.0 + d))
"""
LED_OPS = """
POWER = 2


def bend(a):
    return a**POWER


def other(a):
    return a**POWER
"""
LED_PAGE = r"""
---
code: model
---
# Page

## F

/// concept | f
    parts: none
///

One is [added](code:more).

**Scale**
```math
y = 2 x
```

**Bend**
```math
z = y^2
```

**Less**
```math code="v = u - 1.0"
w = u - 1
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | In | `x` | (d,) |
| $y$ | Scaled | `y` | (d,) |
| $z$ | Bent | `z` | (d,) |
| $u$ | More | `u` | (d,) |
| $w$ | Less | `u - 1.0` | (d,) |

/// example | Run
    run: ex
    show: no
///
"""


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("model.py", "SCALE = 2.0", "SCALE = 3.0", [IN_F, "equation Scale"]),
        ("ops.py", "POWER = 2", "POWER = 3", [IN_F, "equation Bend"]),
        (
            "ops.py",
            "def bend(a):\n    return a",
            "def bend(a):\n    return -a",
            [IN_F, "equation Bend"],
        ),
        ("model.py", "import bend as", "import other as", [IN_F, "equation Bend"]),
        ("model.py", "    if flag:", "    if not flag:", [IN_F, "paragraph One is added."]),
        (
            "model.py",
            "    v = u - 1.0\n    v = v * 2.0\n",
            "    v = v * 2.0\n    v = u - 1.0\n",
            [IN_F, "equation Less", "symbol w"],
        ),
        ("ops.py", "def other(a):\n    return a", "def other(a):\n    return -a", []),
    ],
)
def test_what_linked_code_leads_to(
    make_project: MakeProject, file: str, old: str, new: str, found: list[str]
) -> None:
    root = make_project({"model.py": LED, "ops.py": LED_OPS, "docs/page.md": LED_PAGE})
    commit_all(root)
    edit(root, file, (old, new))
    assert names(find_impact(root, "HEAD")) == found


def test_another_function_is_imported_under_one_name(make_project: MakeProject) -> None:
    root = make_project({"model.py": LED, "ops.py": LED_OPS, "docs/page.md": LED_PAGE})
    commit_all(root)
    edit(root, "model.py", ("import bend as", "import other as"))
    assert run(root, "HEAD").output == (
        "docs/page.md\n"
        "  equations\n"
        "    docs/page.md:19: Bend\n"
        "        its code leads to other now\n"
        "        its code does not lead to bend now\n"
        "  concepts\n"
        "    docs/page.md:6: F\n"
        "        its code leads to other now\n"
        "        its code does not lead to bend now\n"
        "1 equation, 1 concept rest on 1 changed statement since HEAD\n"
    )


def test_code_and_pages_behind_symbolic_links(make_project: MakeProject) -> None:
    root = make_project(FILES, SETTINGS)
    (root / "lib").mkdir()
    (root / "model.py").rename(root / "lib/real.py")
    (root / "model.py").symlink_to("lib/real.py")
    (root / "docs").rename(root / "pages")
    (root / "docs").symlink_to("pages")
    (root / "out.py").symlink_to("../out.py")
    commit_all(root)
    assert names(find_impact(root, "HEAD")) == []
    edit(root, "lib/real.py", ("noise = 0.0", "noise = 1.0"))
    edit(root, "pages/page.md", ("# Page\n", "# Page\n\nMore words.\n"))
    (one,) = find_impact(root, "HEAD").affected
    assert (one.rest.name, one.rest.line, one.touches[0].change.word) == ("F", 16, "changed")


def test_code_in_a_repository_of_its_own(make_project: MakeProject) -> None:
    page = (
        FILES["docs/page.md"].replace("model", "lib.model").replace("run: ex", "run: lib.model.ex")
    )
    root = make_project({"lib/model.py": FILES["model.py"], "docs/page.md": page})
    commit_all(root / "lib")
    git(root, "init", "-q", "-b", "main")
    git(root, "-c", "advice.addEmbeddedRepo=false", "add", ".")
    git(root, "commit", "-q", "-m", "all")
    done = run(root, "HEAD")
    assert done.exit_code == 0
    assert "lib is a repository of its own, so all of its code counts as changed" in (
        done.output.splitlines()
    )
