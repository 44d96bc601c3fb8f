"""Twenty edits of one token, of the page and of the model: each gives exactly one finding.

The right place is worked out from the edited file by looking for the token there; the right code is
the one that the design gives to this fault.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.conftest import load, places

PAGE = "docs/transformer-block.md"
ATTENTION = "docs/attention.md"
MODEL = "model/transformer.py"


@dataclass(frozen=True)
class Edit:
    """Replace the `nth` occurrence of `old` in `file`; expect `code` at `mark` in `where`.

    `mark` is a line of the file `where` with the expected place between `«` and the text after it.
    """

    name: str
    file: str
    old: str
    new: str
    code: str
    mark: str
    where: str = PAGE
    nth: int = 1
    mark_nth: int = 1
    also: tuple[str, str] | None = None
    """The code and the place of what the page on attention says of it too."""


PAGE_EDITS = [
    Edit(
        "statement of a link",
        PAGE,
        "code:block_forward.ff)",
        "code:block_forward.fg)",
        "unknown-anchor",
        "(code:block_forward.«fg)",
    ),
    Edit(
        "anchor of an equation",
        PAGE,
        'written="Z"',
        'written="Zz"',
        "unknown-anchor",
        '```math written="«Zz"',
    ),
    Edit(
        "function of a concept",
        PAGE,
        "| ffn_backward\n",
        "| ffn_backwards\n",
        "unknown-function",
        "/// concept | «ffn_backwards",
    ),
    Edit(
        "value of an option",
        PAGE,
        "form: matrices",
        "form: matrixes",
        "unknown-option",
        "form: «matrixes",
    ),
    Edit(
        "name of a required option",
        PAGE,
        "cotangent: dOut",
        "cotangents: dOut",
        "unknown-option",
        "«cotangents: dOut",
    ),
    Edit(
        "LaTeX command",
        PAGE,
        "A = \\operatorname{ReLU}(Z)",
        "A = \\operatornam{ReLU}(Z)",
        "unrenderable-latex",
        "A = «\\operatornam{ReLU}(Z)",
    ),
    Edit("name of a block", PAGE, "/// used", "/// usd", "malformed-block", "/// «usd"),
    Edit(
        "declared shape",
        PAGE,
        "| `Z` | (T, F) |",
        "| `Z` | (F, T) |",
        "shape-mismatch",
        "| `Z` | «(F, T) |",
    ),
    Edit(
        "typed value",
        PAGE,
        "[32](value:config.emb_dim)",
        "[33](value:config.emb_dim)",
        "value-mismatch",
        "[«33](value:config.emb_dim)",
    ),
    Edit(
        "typed line number",
        PAGE,
        "Random parameters come",
        "transformer.py:31 comes",
        "bare-line-reference",
        "«transformer.py:31 comes",
    ),
]

MODEL_EDITS = [
    Edit(
        "width of a hidden row",
        "model/config.py",
        "ff_dim = 128",
        "ff_dim = 64",
        "value-mismatch",
        "[«128](value:config.ff_dim)",
    ),
    Edit(
        "width in the configuration",
        "model/config.py",
        "emb_dim = 32",
        "emb_dim = 64",
        "value-mismatch",
        "[«32](value:config.emb_dim)",
        also=("value-mismatch", "[«32](value:config.emb_dim)"),
    ),
    Edit(
        "number of layers",
        "model/config.py",
        "num_layers = 2",
        "num_layers = 3",
        "value-mismatch",
        "[«2](value:config.num_layers)",
    ),
    Edit(
        "decay rule raises",
        "model/train.py",
        "param.ndim >= 2",
        "param.ndims >= 2",
        "run-failed",
        "decay: «train.decays",
        also=("run-failed", "run: «examples.attention.attention_weights"),
    ),
    Edit(
        "a size is no number",
        "model/config.py",
        "seq_len = 16",
        'seq_len = "16"',
        "unbound-symbol",
        "«T = { code",
        where="pyproject.toml",
        also=("run-failed", "run: «examples.attention.attention_weights"),
    ),
    Edit(
        "name of a run of the parameters",
        "examples/whole.py",
        "def init_params_example(",
        "def init_params_examples(",
        "unknown-function",
        "run: examples.whole.«init_params_example",
    ),
    Edit(
        "name of an example",
        "examples/block.py",
        "def block_forward_example(",
        "def block_forwards_example(",
        "unknown-function",
        "run: examples.block.«block_forward_example",
    ),
    Edit(
        "bracket that is never closed",
        "model/ops.py",
        "dict(Xhat=Xhat, s=s)",
        "dict(Xhat=Xhat, s=s",
        "source-unreadable",
        "return Xhat * g + b, dict«(Xhat=Xhat, s=s",
        where="model/ops.py",
    ),
    Edit(
        "experiment raises",
        "examples/block.py",
        "def identity_path_example(",
        "def identity_path_example(x, ",
        "run-failed",
        "run: «examples.block.identity_path_example",
    ),
    Edit(
        "sign of a gradient that only the test of the whole model sees",
        "model/embeddings.py",
        'grads["head_b"] += db',
        'grads["head_b"] -= db',
        "run-failed",
        'tests="«test_every_tensor_passes',
    ),
]


def apply(root: Path, edit: Edit) -> None:
    target = root / edit.file
    text = target.read_text(encoding="utf-8")
    pieces = text.split(edit.old)
    assert len(pieces) > edit.nth, f"{edit.old!r} is not in {edit.file}"
    before, after = edit.old.join(pieces[: edit.nth]), edit.old.join(pieces[edit.nth :])
    target.write_text(before + edit.new + after, encoding="utf-8")


def expected(root: Path, edit: Edit) -> str:
    before, _, after = edit.mark.partition("«")
    needle = before + after
    text = (root / edit.where).read_text(encoding="utf-8")
    start = -1
    for _ in range(edit.mark_nth):
        start = text.find(needle, start + 1)
        assert start >= 0, f"{needle!r} is not in {edit.where}"
    at = start + len(before)
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return f"{edit.where}:{line}:{column} {edit.code}"


@pytest.fixture
def root(block: Path, tmp_path: Path) -> Path:
    """A copy of the pages for one edit, which makes again only the runs that it changes."""
    return shutil.copytree(block, tmp_path / "project")


SHIFT = 'grads[p + "ln2_b"]\'\nd\\beta_2 = «\\mathbf{1}^\\top dX_{n2}'


def test_a_wrong_sign_in_a_backward_pass(root: Path) -> None:
    """The equation and the gradient differ, and the test that the page names fails."""
    (root / "docgen.lock").unlink()  # what it adds is compared in test_lock.py
    sign = Edit(
        "sign",
        MODEL,
        'grads[p + "ln2_b"] += db',
        'grads[p + "ln2_b"] -= db',
        "gradient-mismatch",
        '| `«grads["b0.ln2_b"]` |',
    )
    failing = replace(sign, code="run-failed", mark='tests="«test_every_tensor_passes')
    equation = replace(sign, code="equation-mismatch", mark=SHIFT)
    apply(root, sign)
    wanted = [expected(root, one) for one in (sign, failing, equation)]
    assert sorted(places(load(root))) == sorted(wanted)


@pytest.mark.parametrize("edit", [*PAGE_EDITS, *MODEL_EDITS], ids=lambda edit: edit.name)
def test_one_edit_one_finding(edit: Edit, root: Path) -> None:
    apply(root, edit)
    wanted = [expected(root, edit)]
    if edit.also is not None:
        code, mark = edit.also
        wanted.append(expected(root, replace(edit, code=code, mark=mark, where=ATTENTION)))
    assert sorted(places(load(root))) == sorted(wanted)


def test_there_are_ten_edits_of_each_kind() -> None:
    assert (len(PAGE_EDITS), len(MODEL_EDITS)) == (10, 10)
    assert {edit.file for edit in PAGE_EDITS} == {PAGE}
    assert {edit.file.partition("/")[0] for edit in MODEL_EDITS} == {"examples", "model"}


def test_twenty_comment_lines_move_every_line_and_nothing_else(root: Path) -> None:
    before = reference_texts(root)
    target = root / MODEL
    target.write_text("# a comment\n" * 20 + target.read_text(encoding="utf-8"), encoding="utf-8")
    after = reference_texts(root)
    assert len(before) > 100
    assert after == [moved(text) for text in before]
    assert after != before


def moved(text: str) -> str:
    """`transformer.py:113-115` twenty lines further down; other files where they were."""
    label, _, lines = text.rpartition(":")
    if label != "transformer.py":
        return text
    return f"{label}:{'-'.join(str(int(line) + 20) for line in lines.split('-'))}"


def reference_texts(root: Path) -> list[str]:
    """Every `file:line` that the page shows, in order."""
    from selectolax.lexbor import LexborHTMLParser as HTMLParser

    from docgen.pages.render import render_draft

    project = load(root)
    assert places(project) == []
    page = project.pages["transformer-block.md"]
    html = "".join(render_draft(page, draft) for draft in page.drafts)
    return [node.text() for node in HTMLParser(html).css(".dg-ref")]


def test_a_renamed_name_is_reported_wherever_the_page_names_it(root: Path) -> None:
    (root / "docgen.lock").unlink()  # what it adds is compared in test_lock.py
    target = root / MODEL
    text = target.read_text(encoding="utf-8")
    start = text.index("def ffn_forward(")
    end = text.index("\ndef ", start + 1)
    body = text[start:end]
    renamed = body.replace("Z = Xn", "Zw = Xn").replace("relu_forward(Z)", "relu_forward(Zw)")
    renamed = renamed.replace("Z=Z", "Z=Zw")
    assert renamed.count("Zw") == 3
    target.write_text(text[:start] + renamed + text[end:], encoding="utf-8")
    project = load(root)
    page = (root / PAGE).read_text(encoding="utf-8").split("\n")
    wanted = []
    marks = ['```math written="«Z"', '```math code="«Z; A', '; A; return[0]" written="«Z;']
    marks += ["| `«Z` | (T, F)", "| `«Z` | Widen |", "| `«Z` | |"]
    first = page.index("## Feed-forward network, backward")
    for mark in marks:
        before, _, after = mark.partition("«")
        line = next(n for n, text in enumerate(page[:first], 1) if before + after in text)
        column = page[line - 1].index(before + after) + len(before) + 1
        wanted.append((line, column))
    found = [(f.place.line, f.place.column) for f in project.findings]
    assert {finding.code for finding in project.findings} == {"unknown-anchor"}
    assert found == sorted(wanted)
    for finding in project.findings:
        said = " ".join([finding.message, *finding.notes, finding.help])
        assert "Zw" in said
