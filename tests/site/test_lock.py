"""The lock of this repository: it is complete, and what it adds to the findings of an edit."""

from __future__ import annotations

from pathlib import Path

from docgen.pages.lock import changes_of
from docgen.project import Project
from docgen.report import render_short
from docgen.review.lock import read_lock
from tests.conftest import copy_block, copy_repository

MODEL = "model/transformer.py"


def edit(file: Path, old: str, new: str) -> None:
    """Replace a text that the file holds."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def load(root: Path) -> Project:
    """The project with everything that the lock holds; nothing of that needs a run."""
    project = Project.open(root)
    project.load(static=True)
    return project


def test_everything_that_is_linked_is_confirmed(tmp_path: Path) -> None:
    project = load(copy_repository(tmp_path / "project"))
    lock = read_lock(project.root)

    assert lock is not None
    assert changes_of(project.site, list(project.pages.values()), lock) == []
    assert project.findings == []


def test_a_rename_makes_the_statements_stale_that_use_the_name(tmp_path: Path) -> None:
    """The statement that binds it is an unknown anchor, and is not reported twice."""
    root = copy_block(tmp_path / "project")
    edit(root / MODEL, "    Z = Xn @", "    Zw = Xn @")
    edit(root / MODEL, "relu_forward(Z)", "relu_forward(Zw)")
    edit(root / MODEL, "Z=Z", "Z=Zw")

    lines = render_short(load(root).findings).splitlines()

    assert [line for line in lines if "unknown-anchor" not in line] == [
        "docs/transformer-block.md:33:4: error[stale-link]: `A` changed since equation "
        "`relu-element-by-element` was confirmed",
        "docs/transformer-block.md:38:18: error[stale-link]: `return[0]` changed since equation "
        "`narrow` was confirmed",
        "docs/transformer-block.md:300:15: warning[callee-changed]: `ffn_forward`, which "
        "`block_forward` runs, changed since that was confirmed",
        "8 errors, 1 warning",
    ]


def test_an_unlinked_statement_asks_to_read_again(tmp_path: Path) -> None:
    """No equation rests on the prefix of the names; the concept describes its function."""
    root = copy_block(tmp_path / "project")
    prefix = 'p = f"b{l}."\n    # Y = X1 + ff'
    edit(root / MODEL, prefix, prefix.replace("l}.", "l:d}."))

    (finding,) = load(root).findings

    assert (finding.code, finding.severity) == ("callee-changed", "warning")
    assert finding.place.path == "docs/transformer-block.md"
    assert [label.place.path for label in finding.related] == [MODEL]
