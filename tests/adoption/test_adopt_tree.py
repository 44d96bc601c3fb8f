"""A docs tree with references of all kinds, whose whole JSON report is compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from docgen.cli import main
from tests.adoption.conftest import URL, commit
from tests.conftest import git, load, places

TRAIN = """
from nn.ffn import forward

RATE = 0.1


def step(w, g):
    w = w - RATE * g
    return w
"""

GUIDE = f"""
# Guide

The product is `ffn.py:6`, the sum nn/ffn.py#L7, the cut line 8 of ffn.py.

Training is in `train.py` (lines 6-8); the rate was train.py:99, [see]({URL}/blob/main/train.py#L3).

Once there was `lost.py:1`, and ffn.py:13 does not name one file.

```python hl_lines="2"
--8<-- "nn/ffn.py:6:7"
```
"""

API = """
Interface
=========

See ``ffn.py:9``, or `the step <https://github.com/example/net/blob/{pin}/train.py#L7>`_.

.. literalinclude:: ../nn/ffn.py
   :lines: 12-14
   :emphasize-lines: 2
"""

NEW = """
A line that is not committed: train.py:7.
"""


def make_tree(root: Path) -> dict[str, str]:
    """Write the pages, then move, edit and delete the code; the commits by their names here."""
    commits = {"code": commit(root, {"train.py": TRAIN, "lost.py": "x = 1\n"})}
    commits["api"] = commit(root, {"docs/api.rst": API.format(pin=commits["code"][:12])})
    commits["guide"] = commit(root, {"docs/guide.md": GUIDE})
    ffn = root / "nn/ffn.py"
    text = ffn.read_text().replace("import numpy as np\n", '"""Layers."""\n\nimport numpy as np\n')
    ffn.write_text(text.replace("np.maximum(Z, 0.0)", "np.maximum(Z, 0)"))
    train = root / "train.py"
    train.write_text(
        train.read_text().replace("    w = w - RATE * g\n    return w", "    return w")
    )
    git(root, "rm", "-q", "lost.py")
    commit(root, {"old/ffn.py": "y = 1\n"})
    (root / "docs/guide.md").write_text((root / "docs/guide.md").read_text() + NEW)
    return commits


def spot(path: str, first: int, last: int, code: str, commit: str = "") -> dict[str, object]:
    found: dict[str, object] = {"path": path, "first": first, "last": last}
    return {**found, **({"commit": commit} if commit else {}), "code": code}


def entry(place: str, form: str, written: str, verdict: str, **rest: object) -> dict[str, object]:
    """An object of the report; what is not given is empty."""
    path, line, column, end = place.split(":")
    anchor = rest.get("anchor", "")
    return {
        "path": path,
        "line": int(line),
        "column": int(column),
        "end_column": int(end),
        "form": form,
        "written": written,
        "verdict": verdict,
        "note": "",
        "then": None,
        "now": None,
        "anchor": "",
        "sure": bool(anchor),
        "block": f"/// listing\n    in: {anchor}\n///\n" if anchor else "",
        "left": "",
        "replaced": False,
        **rest,
    }


STEP = "https://github.com/example/net/blob/{pin}/train.py#L7"
READ_ONLY = "reStructuredText is read only"
CHANGED = "its verdict is changed: read the sentence again"
INCLUDE = "an include is no link: replace the fence by the block"


def expected(code: str, api: str, guide: str) -> list[dict[str, object]]:
    """The report, by the commits that brought the code and both pages."""
    ffn, train = "nn/ffn.py", "train.py"
    backward, d = "def backward(d, Z):", "d = d * (Z > 0)"
    return [
        entry(
            "docs/api.rst:4:7:15",
            "path:line",
            "ffn.py:9",
            "moved",
            then=spot(ffn, 9, 9, "return H", api),
            now=spot(ffn, 11, 11, "return H"),
            anchor="nn.ffn.forward.return",
            left=READ_ONLY,
        ),
        entry(
            "docs/api.rst:4:33:93",
            "host-link",
            STEP.format(pin=code[:12]),
            "gone",
            note="the code was taken out of the file",
            then=spot(train, 7, 7, "w = w - RATE * g", code),
            left="its verdict is gone",
        ),
        entry(
            "docs/api.rst:7:12:17",
            "literalinclude",
            "12-14",
            "moved",
            then=spot(ffn, 12, 14, backward, api),
            now=spot(ffn, 14, 16, backward),
            anchor="nn.ffn.backward",
            left=READ_ONLY,
        ),
        entry(
            "docs/api.rst:8:22:23",
            "emphasize-lines",
            "2",
            "moved",
            then=spot(ffn, 13, 13, d, api),
            now=spot(ffn, 15, 15, d),
            anchor="nn.ffn.backward.d = d * (Z > 0)",
            block=f"/// listing\n    in: nn.ffn.backward\n    highlight: {d}\n///\n",
            left=READ_ONLY,
        ),
        entry(
            "docs/guide.md:3:17:25",
            "path:line",
            "ffn.py:6",
            "moved",
            then=spot(ffn, 6, 6, "A = W @ x", guide),
            now=spot(ffn, 8, 8, "A = W @ x"),
            anchor="nn.ffn.forward.A",
        ),
        entry(
            "docs/guide.md:3:36:48",
            "path#line",
            "nn/ffn.py#L7",
            "moved",
            then=spot(ffn, 7, 7, "Z = A + b", guide),
            now=spot(ffn, 9, 9, "Z = A + b"),
            anchor="nn.ffn.forward.Z",
        ),
        entry(
            "docs/guide.md:3:58:74",
            "words",
            "line 8 of ffn.py",
            "changed",
            then=spot(ffn, 8, 8, "H = np.maximum(Z, 0.0)", guide),
            now=spot(ffn, 10, 10, "H = np.maximum(Z, 0)"),
            anchor="nn.ffn.forward.H",
            left=CHANGED,
        ),
        entry(
            "docs/guide.md:5:17:37",
            "words",
            "`train.py` (lines 6-8)",
            "changed",
            then=spot(train, 6, 8, "def step(w, g):", guide),
            now=spot(train, 6, 7, "def step(w, g):"),
            anchor="train.step",
            left=CHANGED,
        ),
        entry(
            "docs/guide.md:5:53:64",
            "path:line",
            "train.py:99",
            "never",
            note="the file had 8 lines",
            left="it never meant anything",
        ),
        entry(
            "docs/guide.md:5:72:124",
            "host-link",
            f"{URL}/blob/main/train.py#L3",
            "same",
            then=spot(train, 3, 3, "RATE = 0.1", guide),
            now=spot(train, 3, 3, "RATE = 0.1"),
            anchor="train.RATE",
        ),
        entry(
            "docs/guide.md:7:17:26",
            "path:line",
            "lost.py:1",
            "gone",
            note="there is no `lost.py` now",
            then=spot("lost.py", 1, 1, "x = 1", guide),
            left="its verdict is gone",
        ),
        entry(
            "docs/guide.md:7:33:42",
            "path:line",
            "ffn.py:13",
            "moved",
            then=spot(ffn, 13, 13, d, guide),
            now=spot(ffn, 15, 15, d),
            anchor="nn.ffn.backward.d = d * (Z > 0)",
        ),
        entry(
            "docs/guide.md:9:21:22",
            "hl_lines",
            "2",
            "moved",
            then=spot(ffn, 7, 7, "Z = A + b", guide),
            now=spot(ffn, 9, 9, "Z = A + b"),
            anchor="nn.ffn.forward.Z",
            block="/// listing\n    in: nn.ffn.forward\n    from: A\n    to: Z\n"
            "    highlight: Z\n///\n",
            left=INCLUDE,
        ),
        entry(
            "docs/guide.md:10:9:22",
            "snippet",
            "nn/ffn.py:6:7",
            "moved",
            then=spot(ffn, 6, 7, "A = W @ x", guide),
            now=spot(ffn, 8, 9, "A = W @ x"),
            anchor="nn.ffn.forward",
            sure=False,
            block="/// listing\n    in: nn.ffn.forward\n    from: A\n    to: Z\n///\n",
            left=INCLUDE,
        ),
        entry(
            "docs/guide.md:13:31:41",
            "path:line",
            "train.py:7",
            "unknown",
            note="the line is not committed",
            now=spot(train, 7, 7, "return w"),
            anchor="train.step.return",
            left="its verdict is unknown: read the sentence again",
        ),
    ]


def test_the_whole_report(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = make_tree(root)
    monkeypatch.chdir(root)
    done = CliRunner().invoke(main, ["adopt", "docs", "--format", "json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout) == expected(**commits)


def test_the_blocks_to_paste_are_found_by_docgen(root: Path) -> None:
    make_tree(root)
    blocks = [each["block"] for each in expected("", "", "") if each["block"]]
    page = "# Page\n\n" + "\n".join(str(block) for block in blocks)
    (root / "docs/guide.md").write_text(page)
    project = load(root)
    assert len(project.pages["guide.md"].page.blocks) == len(blocks) == 12
    assert places(project) == []


def test_the_text_report_counts(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(root)
    monkeypatch.chdir(root)
    done = CliRunner().invoke(main, ["adopt", "docs"])
    assert done.output.splitlines()[-1] == (
        "15 references: 1 same, 8 moved, 2 changed, 2 gone, 1 never, 1 unknown; --write replaces 4"
    )
