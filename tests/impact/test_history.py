"""Two commits of this repository: `docgen affected` names what rests on what changed, and no more.

Two statements change: one that equations are linked to, one that only sentences link to. Around
them a call is laid out anew, comments come and go, a docstring is reworded and a function moves.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.impact.affected import Impact, find_impact
from docgen.impact.report import render_full, render_json, render_markdown
from tests.conftest import commit_all, git

Z = 'Z = Xn @ params[p + "ff1_w"] + params[p + "ff1_b"]'
Z_NEW = 'Z = params[p + "ff1_b"] + Xn @ params[p + "ff1_w"]'
GRADS = "loss, grads = batch_loss_and_grads(params, batch, cfg)"
GRADS_NEW = "loss, grads = batch_loss_and_grads(params, batch[:], cfg)"
CALL = 'dXn = attention_backward(dX1, c["att"], params, p, cfg, grads)  # (T, d)'
CALL_NEW = """dXn = attention_backward(
        dX1,  # laid out anew
        c["att"],
        params,
        p,
        cfg,
        grads,
    )"""


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def clone(block: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = shutil.copytree(block, tmp_path_factory.mktemp("history") / "clone")
    commit_all(root)
    transformer, ops = root / "model/transformer.py", root / "model/ops.py"
    edit(transformer, Z, Z_NEW)
    edit(root / "model/train.py", GRADS, GRADS_NEW)
    edit(transformer, CALL, CALL_NEW)
    edit(
        transformer, '    """Pre-LN transformer block.\n', '    """One block of the transformer.\n'
    )
    transformer.write_text("# one more line\n# and another\n" + transformer.read_text())
    # The backward function of a linear layer, which a sentence names, goes to the end of the file.
    text = ops.read_text()
    start = text.index("def linear_backward(")
    end = text.index("def layer_norm_forward(")
    ops.write_text(f"{text[:start]}{text[end:].rstrip()}\n\n\n{text[start:end].rstrip()}\n")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "change")
    return root


@pytest.fixture(scope="module")
def impact(clone: Path) -> Impact:
    return find_impact(clone, "HEAD~1")


def test_exactly_what_rests_on_the_changed_statements(impact: Impact) -> None:
    document = json.loads(render_json(impact))
    found: dict[str, list[str]] = {}
    for each in document["affected"]:
        assert each["page"] == "docs/transformer-block.md"
        found.setdefault(each["kind"], []).append(each["name"])
    assert found == {
        "equation": [
            "Widen",
            "The same three steps for one row x",
            "The feed-forward layer reads the copy",
        ],
        "symbol": ["W_1", "b_1", "Z"],
        "paragraph": [
            "How this reaches a parameter update. `grads` is …",
            "How this reaches a parameter update. Of its …",
        ],
        "block": [
            "example One row through the feed-forward layer",
            "shapes Widen, ReLU, narrow",
            "listing",
            "gradcheck Checking the backward pass numerically",
        ],
        # The block runs the feed-forward network.
        "concept": ["Feed-forward network, forward", "Pre-LN block, forward"],
    }
    changes = [(each["old"]["code"], each["new"]["code"]) for each in document["changes"]]
    assert changes == [(GRADS, GRADS_NEW), (Z, Z_NEW)]


def test_why_each_of_them(clone: Path, impact: Impact) -> None:
    document = json.loads(render_json(impact))
    roles = {
        each["name"]: [(why["role"], why["old"]["line"], why["new"]["line"]) for why in reasons]
        for each in document["affected"]
        if each["kind"] == "equation" and (reasons := each["because"])
    }
    text = git(clone, "show", "HEAD~1:model/transformer.py")
    line = 1 + text[: text.index(Z)].count("\n")
    assert roles == {
        "Widen": [("written inline", line, line + 2)],
        "The same three steps for one row x": [("written inline", line, line + 2)],
        # Its statement calls the function; the equation itself rests on that of the layer.
        "The feed-forward layer reads the copy": [("is run by it", line, line + 2)],
    }


def test_the_reports(clone: Path, impact: Impact) -> None:
    full = render_full(impact).splitlines()
    assert full[:2] == ["docs/transformer-block.md", "  equations"]
    page = (clone / "docs/transformer-block.md").read_text()
    line = 1 + page[: page.index("**Widen**")].count("\n")
    assert full[2] == f"    docs/transformer-block.md:{line}: Widen"
    assert full[3].endswith(f"written inline: {Z} -> {Z_NEW}")
    assert full[-1] == (
        "3 equations, 3 symbols, 2 paragraphs, 4 blocks, 2 concepts rest on 2 changed statements"
        " since HEAD~1"
    )
    markdown = render_markdown(impact).splitlines()
    assert markdown[0] == "### Documentation that rests on the code changed since `HEAD~1`"
    assert f"- equation *Widen* (line {line})" in markdown
    assert any(each.startswith("- symbol `W_1` (line ") for each in markdown)


def test_nothing_changed_since_the_last_commit(clone: Path) -> None:
    done = CliRunner().invoke(main, ["affected", "HEAD", "--root", str(clone)])
    assert (done.exit_code, done.output) == (
        0,
        "no code that the pages name changed since HEAD\n",
    )
