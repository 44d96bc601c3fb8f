"""`docgen fill`: what it writes into pages, and what it leaves to the author."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.drafting.fill import restore
from docgen.drafting.rows import spelling
from tests.conftest import MakeProject

CODE = """import numpy as np

WIDTH = 32


def layer(Xn, W1, b):
    Z = Xn @ W1
    Z = Z + b
    A = np.maximum(Z, 0.0)
    return A


def run(n=3, m=4, k=5):
    rng = np.random.default_rng(0)
    return layer(rng.normal(size=(n, m)), rng.normal(size=(m, k)), rng.normal(size=k))
"""

PAGE = r"""
---
code: layers
---
# Layer

/// concept | layer
///

It gives [31](value:layers.WIDTH) numbers.

**Product**
```math
Z = X_n W_1
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $Z$ | The product | `Z` | |

/// example | Run
    run: layers.run
///
"""

FILLED = r"""
---
code: layers
---
# Layer

/// concept | layer
///

It gives [32](value:layers.WIDTH) numbers.

**Product**
```math code="Z = Xn @ W1"
Z = X_n W_1
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $Z$ | The product | `Z` | |
| $X_n$ |  | `Xn` | (n, m) |
| $W_1$ |  | `W1` | (m, k) |

/// example | Run
    run: layers.run
///
"""


def run(root: Path, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["fill", "--root", str(root), *arguments])
    return done.exit_code, done.output


def test_all_that_can_be_proposed_is_written(make_project: MakeProject) -> None:
    root = make_project({"layers.py": CODE, "docs/layer.md": PAGE})
    page = root / "docs" / "layer.md"

    code, output = run(root)

    assert page.read_text(encoding="utf-8").strip() == FILLED.strip()
    assert output.splitlines()[-1] == "6 written, no findings left"
    assert code == 0
    assert run(root) == (0, "0 written, no findings left\n")


def test_a_dry_run_writes_nothing(make_project: MakeProject) -> None:
    root = make_project({"layers.py": CODE, "docs/layer.md": PAGE})
    before = (root / "docs" / "layer.md").read_bytes()

    code, output = run(root, "--dry-run")

    assert (root / "docs" / "layer.md").read_bytes() == before
    assert output.splitlines() == [
        "docs/layer.md:13: unbound-symbol: | $X_n$ | | `Xn` | |",
        "docs/layer.md:9: value-mismatch: 32",
        "docs/layer.md:13: unbound-symbol: | $W_1$ | | `W1` | |",
        'docs/layer.md:13: ambiguous-anchor: code="Z = Xn @ W1"',
        "docs/layer.md:19: shape-mismatch: (n, m)",
        "docs/layer.md:20: shape-mismatch: (m, k)",
        "6 would be written, no findings left",
    ]
    assert code == 0


def test_a_concept_without_a_table_gets_one(make_project: MakeProject) -> None:
    start, end = PAGE.index("| Symbol"), PAGE.index("/// example")
    page = PAGE[:start] + PAGE[end:]
    root = make_project({"layers.py": CODE, "docs/layer.md": page})

    run(root)

    table = """
| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $Z$ |  | `Z` |  |
| $X_n$ |  | `Xn` | (n, m) |
| $W_1$ |  | `W1` | (m, k) |
"""
    assert table in (root / "docs" / "layer.md").read_text(encoding="utf-8")


def test_a_table_without_rows_gets_them(make_project: MakeProject) -> None:
    page = PAGE.replace("| $Z$ | The product | `Z` | |\n", "")
    root = make_project({"layers.py": CODE, "docs/layer.md": page})

    run(root)

    table = """
| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $Z$ |  | `Z` |  |
| $X_n$ |  | `Xn` | (n, m) |
| $W_1$ |  | `W1` | (m, k) |

///"""
    assert table in (root / "docs" / "layer.md").read_text(encoding="utf-8")


def test_names_that_are_spelled_alike_are_left_to_the_author(make_project: MakeProject) -> None:
    code = CODE.replace("    Z = Xn @ W1", "    X_n = 2.0 * Xn\n    Z = Xn @ W1")
    root = make_project({"layers.py": code, "docs/layer.md": PAGE})

    code_, output = run(root)

    assert code_ == 1
    assert "`Xn`" not in output
    assert "$X_n$" not in (root / "docs" / "layer.md").read_text(encoding="utf-8")


def test_pages_that_are_not_named_stay(make_project: MakeProject) -> None:
    other = PAGE.replace("# Layer", "# Other").replace("| layer\n///", "| run\n///")
    root = make_project({"layers.py": CODE, "docs/layer.md": PAGE, "docs/other.md": other})

    run(root, str(root / "docs" / "layer.md"))

    assert "[32]" in (root / "docs" / "layer.md").read_text(encoding="utf-8")
    assert (root / "docs" / "other.md").read_text(encoding="utf-8") == other.lstrip("\n")


def test_mark_and_line_ends_stay(make_project: MakeProject) -> None:
    root = make_project({"layers.py": CODE, "docs/layer.md": PAGE})
    page = root / "docs" / "layer.md"
    page.write_bytes(b"\xef\xbb\xbf" + PAGE.strip().encode().replace(b"\n", b"\r\n"))

    run(root)

    expected = FILLED.strip().encode().replace(b"\n", b"\r\n")
    assert page.read_bytes() == b"\xef\xbb\xbf" + expected


def test_a_page_with_line_ends_of_two_kinds_is_refused(make_project: MakeProject) -> None:
    root = make_project({"layers.py": CODE, "docs/layer.md": PAGE})
    page = root / "docs" / "layer.md"
    data = PAGE.strip().encode().replace(b"\n", b"\r\n", 3)
    page.write_bytes(data)

    code, output = run(root)

    assert code == 2
    assert "docs/layer.md: the file has line ends of several kinds" in output
    assert page.read_bytes() == data


def test_a_page_that_does_not_exist_is_wrong_use(make_project: MakeProject) -> None:
    root = make_project({"layers.py": CODE, "docs/layer.md": PAGE})

    code, output = run(root, str(root / "docs" / "none.md"))

    assert code == 2
    assert "none.md does not exist" in output


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("W_1", "W1"),
        (r"\mathrm{Att}", "Att"),
        (r"\operatorname{ff}_{12}", "ff12"),
        (r"\alpha", "alpha"),
        ("x_max", "xmax"),
        (r"x_{\mathrm{max}}", "xmax"),
    ],
)
def test_spelling(name: str, plain: str) -> None:
    assert spelling(name) == plain


def test_an_empty_file_takes_any_line_end() -> None:
    assert restore(b"", "a\nb\n") == b"a\nb\n"


@pytest.mark.parametrize("lines", ["4", "3", "3-4", "2"])
def test_typed_line_numbers_are_left_to_adopt(make_project: MakeProject, lines: str) -> None:
    """What stands in the line now need not be what was meant; only Git's history can tell."""
    code = "def f(x):\n\n    A = x; B = A\n    return B\n"
    page = f"---\ncode: two\n---\n# Page\n\nSee `two.py:{lines}` there.\n"
    root = make_project({"two.py": code, "docs/a.md": page})
    left = f"docs/a.md:6:6: error[bare-line-reference]: `two.py:{lines}` is a typed line number"
    assert run(root) == (1, f"left:\n{left}\n0 written, 1 error left\n")
    assert (root / "docs/a.md").read_text() == page


def test_a_page_that_cannot_be_written(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_project({"layers.py": CODE, "docs/layer.md": PAGE})
    page = root / "docs" / "layer.md"
    write = Path.write_bytes

    def refuse(file: Path, data: bytes) -> int:
        if file == page:
            raise PermissionError(13, "Permission denied")
        return write(file, data)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    code, output = run(root)
    assert code == 2
    assert "docs/layer.md cannot be written: permission denied; make it writable" in output


def test_settings_that_cannot_be_read_are_wrong_use(make_project: MakeProject) -> None:
    root = make_project({"docs/page.md": "# Page\n"}, 'timeout = "long"')

    code, said = run(root)

    assert code == 2
    assert "pyproject.toml:2: `timeout` must be a number of seconds" in said
