"""A verdict as the badge of its equation: a word, and what it rests on.

`Verdict("verified", points=6, ...)` is the badge *Verified*; opened, it says how often the equation
was evaluated, how near the sides were, and what was taken on trust.
"""

from __future__ import annotations

import math

from docgen.pages.called import called_by
from docgen.pages.context import PageContext
from docgen.pages.verdict import Verdict
from docgen.text import counted
from docgen.views.parts import Badge, Foundation

LABELS = {
    "verified": "Verified",
    "by-call": "Verified by call",
    "weak": "Weak",
    "mismatch": "Mismatch",
    "not-run": "Not run",
    "pending": "Pending",
    "stated": "Stated",
    "defined": "Definition",
    "by-binding": "True by binding",
}
LEAST = 1e-12
"""Gaps are never printed below this, for they differ between machines there."""


def badge(
    verdict: Verdict, what: str = "", command: str = "", rests_on: tuple[Foundation, ...] = ()
) -> Badge:
    """The badge of a verdict.

    Args:
        what: A sentence that says which two things were compared.
        command: What repeats the check; shown where there was one.
        rests_on: Equations that were put in, as the page of this one has them.
    """
    lines = [_reason(verdict)] if verdict.reason else []
    if verdict.points:
        lines += [what] if what else []
        lines += _figures(verdict)
    if verdict.trusted:
        lines.append(f"Calls the code itself: {_listed(verdict.trusted)}.")
    if verdict.replayed:
        lines.append(f"Derivatives by running {_listed(verdict.replayed)} again.")
    lines += [_sentence(note) for note in verdict.notes]
    is_checked = verdict.state not in ("stated", "defined", "by-binding", "pending")
    shown = command if is_checked else ""
    return Badge(verdict.state, LABELS[verdict.state], tuple(lines), shown, rests_on)


def foundations(context: PageContext, verdict: Verdict) -> tuple[Foundation, ...]:
    """The equations that another one puts in, from its page, with the words of their badges.

    Those that are not verified come first, so that none is overlooked.
    """
    here = context.page.source.path
    found = sorted(called_by(context.site, verdict), key=lambda one: one.state == "verified")
    return tuple(
        Foundation(one.title, context.site.address(here, one.page, one.html_id), LABELS[one.state])
        for one in found
    )


def _sentence(note: str) -> str:
    plain = note.replace("`", "")
    return plain[:1].upper() + plain[1:] + "."


def _reason(verdict: Verdict) -> str:
    if verdict.state == "stated":
        return f"Not evaluated: {verdict.reason}"
    return verdict.reason[:1].upper() + verdict.reason[1:] + "."


def _figures(verdict: Verdict) -> list[str]:
    runs = counted(verdict.runs, "run")
    lines = [
        f"Evaluated on {runs}{_again(verdict)}: {counted(verdict.points, 'point')},"
        f" {counted(verdict.entries, 'number')} compared."
    ]
    if verdict.gap is not None and verdict.tolerance is not None:
        lines.append(nearness(verdict.gap, verdict.tolerance))
    if verdict.variants and verdict.state in ("verified", "by-call"):
        lines.append(f"{counted(verdict.variants, 'wrong variant')} of it failed.")
    return lines


def nearness(gap: float, tolerance: float) -> str:
    """How far the sides were apart, against what was allowed."""
    if max(gap, tolerance) <= LEAST:
        return f"Largest gap below {LEAST:.0e}: nothing but rounding."
    allowed = _digit_above(tolerance)
    # The power of ten above a gap may lie above the tolerance that the gap keeps to.
    is_between = gap <= tolerance < (power_above(gap) or 0.0)
    bound = allowed if is_between else _power(gap)
    return f"Largest gap \u2264 {bound}; allowed there: {allowed}."


def _again(verdict: Verdict) -> str:
    if not verdict.replays:
        return ""
    return f", again with other numbers {counted(verdict.replays, 'time')}"


def power_above(value: float | None) -> float | None:
    """The power of ten above a gap; 0 stays 0, and what is not finite has none."""
    if value is None or not math.isfinite(value):
        return None
    if value == 0:
        return 0.0
    return float(f"1e{_exponent(value)}")


def _power(value: float) -> str:
    return f"1e{_exponent(value)}" if math.isfinite(value) else "infinity"


def _digit_above(value: float) -> str:
    """The tolerance with one digit, rounded up: 3.2e-9 is `4e-9`."""
    if not math.isfinite(value) or value <= 0:
        return "infinity" if value > 0 else "0"
    exponent = math.floor(math.log10(value))
    digit = math.ceil(round(value / 10.0**exponent, 6))
    return f"1e{exponent + 1}" if digit > 9 else f"{digit}e{exponent}"


def _exponent(value: float) -> int:
    least = round(math.log10(LEAST))
    return max(math.ceil(math.log10(value)), least) if value > 0 else least


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)
