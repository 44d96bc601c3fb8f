"""The table of finding codes is whole, and its words keep to the rules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from docgen.codes import CODES, Code

PACKAGE = Path(__file__).resolve().parent.parent / "docgen"

DESIGNED = [
    "unknown-function",
    "unknown-anchor",
    "ambiguous-anchor",
    "needless-reason",
    "unchecked-link",
    "stale-link",
    "bare-line-reference",
    "unsupported-latex",
    "ambiguous-latex",
    "unrenderable-latex",
    "unchecked-math",
    "unbound-symbol",
    "unused-symbol",
    "symbol-clash",
    "equation-mismatch",
    "weak-verdict",
    "shape-mismatch",
    "never-executed",
    "nonfinite-value",
    "run-failed",
    "run-timeout",
    "unstable-run",
    "ill-conditioned",
    "callee-changed",
    "gradient-mismatch",
    "malformed-block",
    "unknown-option",
    "duplicate-id",
    "unknown-reference",
    "wrong-locator",
    "source-unreadable",
    "ambiguous-module",
    "mutated-argument",
    "uncommitted-source",
    "no-source-host",
    "value-mismatch",
]


def test_every_designed_code_has_an_entry_and_no_other_has() -> None:
    assert list(CODES) == DESIGNED
    assert [code.name for code in CODES.values()] == DESIGNED


def test_only_a_changed_callee_is_a_warning() -> None:
    assert [name for name, code in CODES.items() if code.severity == "warning"] == [
        "callee-changed"
    ]


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_entry_has_plain_words(code: Code) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", code.name)
    assert code.title[0].islower() or code.title.startswith("LaTeX")
    assert len(code.title) <= 90
    assert not code.title.endswith(".")
    assert code.meaning.startswith("Raised ")
    assert code.meaning.endswith(".")
    assert code.cure.endswith((".", "`."))
    assert code.example.strip()
    assert "  " not in code.meaning + code.cure


def raised_codes() -> set[str]:
    """Codes that docgen's own files name where they raise a fault or make a finding."""
    found: set[str] = set()
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = ast.unparse(node.func).rpartition(".")[2]
                first = node.args[0]
                if name in ("Fault", "Finding") and isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


def test_docgen_raises_no_code_that_explain_does_not_know() -> None:
    assert raised_codes() - set(CODES) == set()
