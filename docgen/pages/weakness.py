"""What the runs of an equation could not tell: wrong variants that pass, branches never taken.

With γ = 1 in every run, `y = γ x` also passes as `y = x`: that is `weak-verdict` at γ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from docgen.diagnostics import Fault
from docgen.pages.evidence import Evidence, Reporter


def report_weakness(reporter: Reporter, statements: Sequence[Evidence]) -> bool:
    """Report what the values of the runs leave open; whether there is anything."""
    is_weak = _report_untried(reporter, statements)
    for one in statements:
        is_weak |= _report_survivors(reporter, one) | _report_branches(reporter, one)
    return is_weak


def _report_untried(reporter: Reporter, statements: Sequence[Evidence]) -> bool:
    """Whether no run says what becomes of a statement when other numbers are put in."""
    for one in statements:
        runs = {row.run.key: row.run for row in one.rows}
        problems = [
            problem
            for run in runs.values()
            for problem in (run.trace.replay_problems.values() if run.trace is not None else ())
        ]
        if any(row.is_conclusive for row in one.rows) or (not problems and _has_no_arrays(one)):
            continue
        if all(run.fixed for run in runs.values()):
            continue
        said = [
            row.worst.problem.message
            for row in one.rows
            if row.is_replay and row.worst and row.worst.problem
        ]
        said += [row.execution.result.problem for row in one.rows if row.execution.result.problem]
        notes = tuple(dict.fromkeys([*problems, *said]))[:3]
        names = ", ".join(f"`{run.name}`" for run in runs.values())
        reporter.fault(
            Fault(
                "weak-verdict",
                "no run could be made again with other numbers in its arrays",
                notes=(f"runs: {names}", *notes),
                help="let an example of the concept take other numbers, or say on it why not:"
                " `fixed: reason`",
            )
        )
        return True
    return _report_unjudged(reporter, statements)


def _has_no_arrays(one: Evidence) -> bool:
    """Whether replays found nothing to put other numbers in."""
    replays = [row for row in one.rows if row.is_replay]
    return bool(replays) and not any(row.execution.result.roots for row in replays)


def _report_unjudged(reporter: Reporter, statements: Sequence[Evidence]) -> bool:
    """Whether the wrong variants of an equation could not be tried on a run."""
    for one in statements:
        for run in {row.run.key: row.run for row in one.rows}.values():
            problem = run.trace.replay_problems.get(0, "") if run.trace is not None else ""
            if problem:
                reporter.fault(
                    Fault(
                        "weak-verdict",
                        f"wrong variants could not be tried on `{run.name}`",
                        notes=(problem,),
                        help="make the example smaller, or raise `timeout` in [tool.docgen]",
                    )
                )
                return True
    return False


def _report_survivors(reporter: Reporter, one: Evidence) -> bool:
    """Whether a wrong variant passed in every execution; the first of each is reported."""
    sets = [
        set(row.result.survivors)
        for row in one.rows
        if row.result.points and row.worst is not None and row.worst.problem is None
    ]
    common = set.intersection(*sets) if sets else set()
    if not common:
        return False
    text, start, end = min(common, key=lambda each: (each[1], each[2], each[0]))
    shown = reporter.check.equation.latex[start:end]
    count = (
        f"{len(common)} wrong variants of the equation pass on every run"
        if len(common) > 1
        else "one wrong variant of the equation passes on every run"
    )
    reporter.fault(
        Fault(
            "weak-verdict",
            f"the runs cannot tell `{shown[:24]}` from the same {text}",
            reporter.within((start, end)),
            notes=(count,),
            help=_cure(text),
        )
    )
    return True


def _cure(text: str) -> str:
    """What to type where a variant of that kind passes."""
    if text == "transposed":
        return "add a run in which it differs from its transpose, or write `symmetric` in its Shape"
    return "add a run with other values: no zeros or ones, all sizes different and above 2"


def _report_branches(reporter: Reporter, one: Evidence) -> bool:
    """Whether a branch was always or never taken over all points."""
    seen = {branch for row in one.rows for branch in row.result.branches}
    is_open = False
    for branch in sorted(seen):
        name, sign = branch[:-1], branch[-1]
        if name + ("-" if sign == "+" else "+") in seen:
            continue
        is_open = True
        word = "always" if sign == "+" else "never"
        reporter.fault(
            Fault(
                "weak-verdict",
                f"a branch of the equation is {word} taken",
                reporter.within(_branch_span(name)),
                help="add a run in which it is " + ("not " * (sign == "+")) + "taken",
            )
        )
    return is_open


def _branch_span(name: str) -> tuple[int, int]:
    """The place in the LaTeX that the key of a branch names: 12 to 30 of `cases 12:30 1`."""
    found = re.search(r" (\d+):(\d+)", name)
    return (int(found[1]), int(found[2])) if found else (0, 0)
