"""The figures of `docgen coverage`, for people and for programs.

`model.ops.softmax_forward: 3 of 3` says that independent equations explain all its statements.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from docgen.impact.coverage import Coverage
from docgen.pages.count import STATES, Numeric, State
from docgen.pages.tally import explained

VERSION = 1
HEADS: dict[State, str] = {
    "independent": "explained by an independent equation",
    "by-call": "explained by call only",
    "unexplained": "explained by no equation",
    "unreached": "reached by no run, so counted as not explained",
}


def render_full(coverage: Coverage) -> str:
    """Every statement by what explains it; then a line for each function; the last is the total.

    Statements without a reason come before those for which the settings give one.
    """
    lines: list[str] = []
    for state in STATES:
        found = [each for each in coverage.statements if each.state == state]
        if found:
            lines += [f"{HEADS[state]}:"]
            lines += map(_line, sorted(found, key=lambda each: bool(each.reason)))
            lines.append("")
    if coverage.uncoded:
        lines.append("equations without code:")
        for equation in coverage.uncoded:
            why = f", {equation.reason}" if equation.reason else ""
            lines.append(
                f"  {equation.page}:{equation.line}: {equation.title} ({equation.state}{why})"
            )
        lines.append("")
    if coverage.failed:
        names = ", ".join(dict.fromkeys(coverage.failed))
        lines += [f"runs that did not finish, see docgen check: {names}", ""]
    for name, found in coverage.functions:
        good = sum(each.state == "independent" for each in found)
        lines.append(f"{name}: {good} of {len(found)}")
    return "\n".join([*lines, *([""] if coverage.statements else []), _total(coverage)]) + "\n"


def render_json(coverage: Coverage) -> str:
    """One object: `{"version", "percentage", "counts", "functions", "statements", ...}`."""
    document = {
        "version": VERSION,
        "percentage": coverage.percentage,
        "counts": _counts(coverage.statements),
        "functions": [{"function": name, **_counts(found)} for name, found in coverage.functions],
        "statements": [asdict(each) for each in coverage.statements],
        "equations_without_code": [asdict(each) for each in coverage.uncoded],
        "failed_runs": list(dict.fromkeys(coverage.failed)),
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _counts(statements: Sequence[Numeric]) -> dict[str, int]:
    counts = {"statements": len(statements)}
    for state in STATES:
        counts[state] = sum(each.state == state for each in statements)
    return counts


def _line(statement: Numeric) -> str:
    why = f"  ({statement.reason})" if statement.reason else ""
    return f"  {statement.path}:{statement.line}: {statement.code}{why}"


def _total(coverage: Coverage) -> str:
    if not coverage.statements:
        return "the modules of the settings hold no numeric statement: 0.0 %"
    return explained(coverage)
