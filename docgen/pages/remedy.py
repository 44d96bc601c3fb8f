r"""What to write where an equation differs from the code, from the causes that were found true.

`code / equation is everywhere 0.2500, that is 1/B: is a factor missing?` asks for `\frac{1}{B}` in
front of the right side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

ACCORDINGLY = "change the equation accordingly, or mend the code"
UNKNOWN = "find out whether page or code is wrong"

_RATIO = re.compile(r"is everywhere \S+, that is (?P<number>.+): is an? \S+ missing\?$")
_WITHOUT = re.compile(r"it holds without the (?P<what>factor|divisor|term) `(?P<part>.+)`$")
_OVER_ONE = re.compile(r"\\[dt]?frac\{1\}\{(.+)\}$|1 ?/ ?(\\?\w+)$")


def distinct(causes: Sequence[str]) -> list[str]:
    """The causes without those that say in other words what one before them says."""
    found: dict[object, str] = {}
    for cause in causes:
        found.setdefault(_change(cause) or cause, cause)
    return list(found.values())


def remedy(causes: Sequence[str]) -> str:
    """The help line of a mismatch."""
    if not causes:
        return UNKNOWN
    ratio = _RATIO.search(causes[0])
    if ratio is not None:
        latex = [_latex(one) for one in ratio["number"].split(" or ")]
        if all(latex):
            shown = " or ".join(f"`{one}`" for one in latex)
            return f"write {shown} in front of the right side, or mend the code"
    without = _WITHOUT.match(causes[0])
    if without is not None:
        return f"leave out the {without['what']} `{without['part']}`, or mend the code"
    return ACCORDINGLY


def _change(cause: str) -> tuple[str, str] | None:
    """What the right side would have to be multiplied with or divided by; None for other causes."""
    without = _WITHOUT.match(cause)
    if without is not None and without["what"] != "term":
        part, is_divided = without["part"], without["what"] == "factor"
    else:
        ratio = _RATIO.search(cause)
        if ratio is None or " or " in ratio["number"]:
            return None
        part, is_divided = _latex(ratio["number"]), False
    inner = _OVER_ONE.match(part)
    if inner is not None:
        part, is_divided = inner[1] or inner[2], not is_divided
    return ("over" if is_divided else "times", part) if part else None


def _latex(number: str) -> str:
    r"""A number of a cause as LaTeX, `\frac{1}{\sqrt{d}}` of `1/sqrt(d)`; empty if unknown."""
    sign = "-" if number.startswith("-") else ""
    parts = [_named(one) for one in number.removeprefix("-").replace("`", "").split("/")]
    if not all(parts) or len(parts) > 2:
        return ""
    return sign + (parts[0] if len(parts) == 1 else rf"\frac{{{parts[0]}}}{{{parts[1]}}}")


def _named(text: str) -> str:
    root = re.fullmatch(r"sqrt\((.+)\)", text)
    if root is not None:
        return rf"\sqrt{{{root[1]}}}"
    return "" if re.search(r"[()+*]", text) else text
