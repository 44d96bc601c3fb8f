"""What the runs of an equation could not tell: wrong variants that pass, branches never taken.

With γ = 1 in every run, `y = γ x` also passes as `y = x`: that is `weak-verdict` at γ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from docgen.diagnostics import Fault
from docgen.evaluation.extent import ANY
from docgen.evaluation.precision import DOUBLE
from docgen.evaluation.words import CODE, EQUAL, FIRST, INVERSE, ONLY, UNNAMED
from docgen.pages.evidence import Evidence, Reporter
from docgen.pages.unvaried import report_unvaried


def report_weakness(reporter: Reporter, statements: Sequence[Evidence]) -> bool:
    """Report what the values of the runs leave open; whether there is anything."""
    is_weak = _report_untried(reporter, statements) or report_unvaried(reporter, statements)
    for one in statements:
        is_weak |= _report_survivors(reporter, one) | _report_branches(reporter, one)
    return _report_leads(reporter, statements) or is_weak


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
    sets = [set(row.result.survivors) for row in one.rows if row.is_compared]
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
            _headline(shown[:24], text),
            reporter.within((start, end)),
            notes=(count,),
            help=_cure(text) + (", or in float64" if _is_coarse(one) else ""),
        )
    )
    return True


def _headline(shown: str, text: str) -> str:
    if text.startswith(UNNAMED):
        name, _, value = text.removeprefix(UNNAMED).rpartition(" = ")
        return f"`{name[:40]}` is {value} in every run, and the equation does not name it"
    if not text.startswith(EQUAL):
        return f"the runs cannot tell `{shown}` from the same {text}"
    other, _, value = text.removeprefix(EQUAL).partition(" = ")
    named = other if other == CODE else f"`{other[:24]}`"
    return f"`{shown}` and {named} are {value or 'equal'} in every run"


def _is_coarse(one: Evidence) -> bool:
    """Whether a run computed in fewer digits than float64 has."""
    return any(row.worst is not None and row.worst.u > DOUBLE for row in one.rows)


def _cure(text: str) -> str:
    """What to type where a variant of that kind passes."""
    if text == "transposed":
        return "add a run in which it differs from its transpose, or write `symmetric` in its Shape"
    if text.startswith(UNNAMED):
        return "name it in the equation, or add an example in which it is another number"
    if text.startswith(EQUAL):
        return "add an example with other sizes or numbers, in which the two differ"
    if text.startswith("with its last "):
        return "add a run in which two terms or more meet the condition for one entry"
    if text == FIRST or text.startswith(ONLY):
        return "add a run in which these positions differ from one another"
    if text == INVERSE:
        return "add a run in which the permutation is not its own inverse, such as 1, 2, 0"
    return "add a run with other values: no zeros or ones, all sizes different and above 2"


def _report_branches(reporter: Reporter, one: Evidence) -> bool:
    """Whether a branch was always or never taken over all points."""
    seen = {branch for row in one.rows for branch in row.result.branches}
    is_open = False
    for branch in sorted(seen):
        name, sign = branch[:-1], branch[-1]
        if name.startswith(ANY) or name + ("-" if sign == "+" else "+") in seen:
            continue
        is_open = True
        word = "always" if sign == "+" else "never"
        what, is_so = ("condition", "met") if name.startswith("chain ") else ("branch", "taken")
        reporter.fault(
            Fault(
                "weak-verdict",
                f"a {what} of the equation is {word} {is_so}",
                reporter.within(_branch_span(name)),
                help="add a run in which it is "
                + ("not " * (sign == "+"))
                + is_so
                + (", or leave it out" * (name.startswith("chain ") and sign == "+")),
            )
        )
    return is_open


def _report_leads(reporter: Reporter, statements: Sequence[Evidence]) -> bool:
    """Whether a `…` of a Shape never stood for an axis, so that what mixes those axes passes."""
    seen = {branch for one in statements for row in one.rows for branch in row.result.branches}
    leads = sorted(branch for branch in seen if branch.startswith(ANY))
    names = [one[2:-1] for one in leads if one.endswith("-") and f"{one[:-1]}+" not in seen]
    if not names:
        return False
    reporter.fault(
        Fault(
            "weak-verdict",
            "`…` stands for no axis, or one of length 1, in every run",
            notes=(f"in the Shape of {', '.join(f'`{name[:24]}`' for name in names[:4])}",),
            help="add an example with a batch: with a leading axis of length 2 or more",
        )
    )
    return True


def _branch_span(name: str) -> tuple[int, int]:
    """The place in the LaTeX that the key of a branch names: 12 to 30 of `cases 12:30 1`."""
    found = re.search(r" (\d+):(\d+)", name)
    return (int(found[1]), int(found[2])) if found else (0, 0)
