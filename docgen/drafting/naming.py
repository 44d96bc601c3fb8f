r"""Names of code become LaTeX: `alpha` is `\alpha`, `x_max` is `x_{\mathrm{max}}`."""

from __future__ import annotations

import re
import unicodedata

GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "chi",
        "psi",
        "omega",
    ]
)
_CAPITAL = frozenset(
    ["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"]
)
_SHORT = {"eps": r"\epsilon", "lam": r"\lambda", "lamda": r"\lambda", "lambda_": r"\lambda"}


_WORDS = frozenset({"where", "and", "if", "for", "when", "with", "so", "hence", "otherwise"})
"""Words that the reader of equations takes for words between equations."""


def latex_name(name: str) -> str:
    """A name as a symbol of mathematics, declared as a whole."""
    parts = [part for part in name.strip("_").split("_") if part]
    if not parts:
        return r"\mathrm{value}"
    head, number = _base(parts[0])
    below = ([number] if number else []) + [_below(part) for part in parts[1:]]
    if not below:
        return head
    text = ",".join(below)
    return f"{head}_{text}" if len(text) == 1 else f"{head}_{{{text}}}"


def upright(name: str) -> str:
    """The name of a function, or of what a call gives."""
    text = re.sub(r"[^A-Za-z]", "", name) or "f"
    text = "f" if text in _WORDS else text
    return rf"\operatorname{{{text}}}"


def _base(part: str) -> tuple[str, str]:
    """A base and the number that is written behind it."""
    found = re.fullmatch(r"(.*?[^\W\d])(\d*)", part)
    if found is None:
        return rf"\mathrm{{{part}}}", ""
    return _letters(found[1]), found[2]


def _letters(text: str) -> str:
    if len(text) == 1 and not text.isascii():
        text = _spelt(text)
    if text in _SHORT:
        return _SHORT[text]
    if text in GREEK or text in _CAPITAL:
        return f"\\{text}"
    if len(text) == 1 and text.isascii():
        return text
    if len(text) == 2 and text[0] == "d" and text[1].isupper():
        return text
    spelt = "".join(char if char.isascii() else _spelt(char) for char in text)
    clean = "".join(char for char in spelt if char.isascii() and char.isalnum())
    return rf"\mathrm{{{clean or 'value'}}}"


def _spelt(letter: str) -> str:
    """A Greek letter by its name; another one without its marks."""
    found = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", unicodedata.name(letter, ""))
    if found is not None:
        name = found[2].lower().replace("lamda", "lambda")
        return name if found[1] == "SMALL" else name.capitalize()
    return unicodedata.normalize("NFKD", letter)


def _below(part: str) -> str:
    if part.isdigit():
        return part
    head, number = _base(part)
    return f"{head}{number}"
