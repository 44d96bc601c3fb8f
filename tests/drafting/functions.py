"""The functions that `docgen draft` is judged on, with one call of each.

The list was fixed before `draft` was run on any of them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Judged:
    """A function of an installed package, and a call of it with `np` and a seeded `rng`."""

    function: str
    call: str


JUDGED = (
    Judged("scipy.special.logsumexp", "logsumexp(rng.normal(size=(4, 5)), axis=1)"),
    Judged("scipy.stats.zscore", "zscore(rng.normal(size=(4, 5)), axis=0, ddof=1)"),
    Judged("scipy.signal.savgol_coeffs", "[savgol_coeffs(7, 2), savgol_coeffs(9, 3)]"),
    Judged("numpy.cov", "cov(rng.normal(size=(3, 6)))"),
    Judged("numpy.polyfit", "polyfit(np.arange(7.0), rng.normal(size=7), 2)"),
    Judged("scipy.special.softmax", "softmax(rng.normal(size=(4, 5)), axis=1)"),
    Judged("scipy.special.log_softmax", "log_softmax(rng.normal(size=(4, 5)), axis=1)"),
    Judged("scipy.stats.sem", "sem(rng.normal(size=(6, 4)), axis=0)"),
    Judged("numpy.corrcoef", "corrcoef(rng.normal(size=(3, 6)))"),
    Judged("numpy.trapezoid", "trapezoid(rng.normal(size=7), np.linspace(0.0, 3.0, 7))"),
)
