"""Formulas in lines of words, kept together with the brackets and the punctuation beside them.

`<math>…</math>, and` becomes `<span class="dg-tie"><math>…</math>,</span> and`. A browser may
break a line at both ends of a formula, whatever stands there, and a joiner does not stop it.
"""

from __future__ import annotations

import re

_FORMULA = re.compile(
    r"<span class=\"dg-tie\">.*?</math>|"  # tied before, where a host asks twice
    # The whole word before: a break is possible where the tie begins, so none begins in a word.
    r"(?:(?P<before>\s|<(?!/)[^<>]*>)(?P<open>[^\s<>]*[(\[“‘\"']))?"
    r"(?P<formula>(?:<(?P<tag>em|strong|a)\b[^<>]*>)?(?P<slot><span class=\"dg-inline\"[^<>]*>)?"
    r"<math\b.*?</math>(?(slot)</span>)(?(tag)</(?P=tag)>))"
    r"(?P<close>[,.;:!?)\]’”\"'][^\s<>]*(?:<sup\b.*?</sup>)?)?",
    re.DOTALL,
)


def tie_formulas(html: str) -> str:
    """HTML in which no line begins with what closes a formula or ends with what opens one."""
    return _FORMULA.sub(_tie, html) if "<math" in html else html


def _tie(match: re.Match[str]) -> str:
    before, opening, close = (match[name] or "" for name in ("before", "open", "close"))
    if not opening and not close:
        return match[0]
    return f'{before}<span class="dg-tie">{opening}{match["formula"]}{close}</span>'
