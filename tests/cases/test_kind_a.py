"""Kind A: line references that drift or go missing, in whole projects."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.exceptions import Abort

from docgen.cli import main
from tests.cases.conftest import SITE, drawn, gutters, listings, marked, page, references
from tests.conftest import MakeProject, build_site, load, places

MODEL = """\
import numpy as np


def ffn_forward(x, W, b):
    A = W @ x
    Z = A + b
    return np.maximum(Z, 0.0)
"""


def test_c001_pinned_lines_follow_the_code(make_project: MakeProject) -> None:
    """The typed number is a finding that names what stands there now: `Z`, then the `def`."""
    text = page(
        "See [it](code:ffn_forward.Z) at model.py:6.\n\n"
        "/// listing\n    in: ffn_forward\n    from: A\n    to: Z\n///\n"
    )
    folder = make_project({"model.py": MODEL, "docs/index.md": text})
    first = load(folder)
    html = drawn(first)
    assert references(html) == ["model.py:6", "model.py:5-6"]
    assert places(first) == ["docs/index.md:4:33 bare-line-reference"]
    assert first.findings[0].help == "write [Z](code:model.ffn_forward.Z)"
    (folder / "model.py").write_text("# one\n# two\n" + MODEL)
    second = load(folder)
    moved = drawn(second)
    assert references(moved) == ["model.py:8", "model.py:7-8"]
    assert moved.css_first("pre").text() == html.css_first("pre").text()
    assert places(second) == ["docs/index.md:4:33 bare-line-reference"]
    assert second.findings[0].help == "write [ffn_forward](code:model.ffn_forward)"


def test_c001_a_path_from_here_is_a_line_reference_too(make_project: MakeProject) -> None:
    folder = make_project({"model.py": MODEL, "docs/index.md": page("Line ./model.py:6.\n")})
    project = load(folder)
    assert places(project) == ["docs/index.md:4:6 bare-line-reference"]
    assert project.findings[0].help == "write [Z](code:model.ffn_forward.Z)"


def test_c002_c003_true_numbers_and_the_highlighted_line(make_project: MakeProject) -> None:
    text = page("/// listing\n    in: ffn_forward\n    highlight: Z\n///\n")
    project = load(make_project({"model.py": MODEL, "docs/index.md": text}))
    html = drawn(project)
    assert places(project) == []
    assert (gutters(html), marked(html)) == ([[4, 5, 6, 7]], [6])
    assert html.css_first("#code-ffn-forward-L6").text() == "    Z = A + b"
    assert html.css_first('a[data-line="6"]').attributes["href"] == "#code-ffn-forward-L6"


def test_c003_a_highlight_outside_of_the_lines_shown(make_project: MakeProject) -> None:
    text = page("/// listing\n    in: ffn_forward\n    to: A\n    highlight: Z\n///\n")
    folder = make_project({"model.py": MODEL, "docs/index.md": text})
    assert places(load(folder)) == ["docs/index.md:7:16 unknown-anchor"]


MISSING = page(
    "[it](code:ffn_forwrd.Z) and [it](code:ffn_forward.z)\n\n"
    "/// listing\n    in: ffn_forwrd\n///\n\n"
    "/// listing\n    in: ffn_forward\n    highlight: z\n///\n"
)
NAMED = [
    ("docs/index.md:4:11 unknown-function", "did you mean `ffn_forward.Z`?"),
    ("docs/index.md:4:51 unknown-anchor", "did you mean `ffn_forward.Z`?"),
    ("docs/index.md:7:9 unknown-function", "did you mean `ffn_forward`?"),
    ("docs/index.md:12:16 unknown-anchor", "did you mean `Z`?"),
]


def test_c004_missing_targets_fail_everywhere(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = make_project({"model.py": MODEL, "docs/index.md": MISSING, "mkdocs.yml": SITE})
    project = load(folder)
    assert list(zip(places(project), [each.help for each in project.findings], strict=True)) == (
        NAMED
    )
    assert references(drawn(project)) == []
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(main, ["check", "--format", "short"])
    assert (done.exit_code, len(done.output.splitlines())) == (1, 5)
    with pytest.raises(Abort, match="4 warnings"):
        build_site(folder, strict=True)
    html = (build_site(folder, strict=False) / "index.html").read_text()
    assert html.count("did you mean") == 4


def test_c004_the_kind_other_spellings_of_nothing(make_project: MakeProject) -> None:
    """A reference to nothing is one finding, and never an empty listing."""
    text = page(listings("nope", "model.nope", "nope.ffn_forward", "model", "ffn_forward.Q", "np"))
    project = load(make_project({"model.py": MODEL, "docs/index.md": text}))
    assert places(project) == [
        "docs/index.md:5:9 unknown-function",
        "docs/index.md:9:15 unknown-anchor",
        "docs/index.md:13:9 unknown-function",
        "docs/index.md:17:9 unknown-anchor",
        "docs/index.md:21:21 unknown-anchor",
        "docs/index.md:25:9 unknown-function",
    ]
    assert gutters(drawn(project)) == []


def test_c005_a_blank_first_line_is_a_line(make_project: MakeProject) -> None:
    text = page("/// listing\n    in: ffn_forward\n    highlight: Z\n///\n")
    folder = make_project({"docs/index.md": text})
    (folder / "model.py").write_text("\n" + MODEL)
    html = drawn(load(folder))
    assert (gutters(html), marked(html)) == ([[5, 6, 7, 8]], [7])
