r"""LaTeX to a line of plain text, for the search index and for alternative text.

`plain_math(r"Z = X_n W_1 + \mathbf{1} b_1^\top")` is `Z = X_n W_1 + 1 b_1^T`. It never fails: what
it does not know, it names without the backslash.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|.)|\s+|.", re.DOTALL)

_SIGNS = {
    "top": "T", "intercal": "T", "odot": "⊙", "otimes": "⊗", "oplus": "⊕", "cdot": "·",
    "times": "×", "ast": "*", "star": "*", "circ": "∘", "pm": "±", "mp": "∓", "div": "÷",
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "lt": "<", "gt": ">", "ne": "≠", "neq": "≠",
    "approx": "≈", "equiv": "≡", "sim": "~", "propto": "∝", "in": "∈", "notin": "∉",
    "to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "mapsto": "↦",
    "Rightarrow": "⇒", "implies": "⇒", "iff": "⇔", "coloneqq": ":=",
    "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂", "nabla": "∇", "infty": "∞",
    "forall": "∀", "exists": "∃", "cup": "∪", "cap": "∩", "subset": "⊂", "ell": "ℓ",
    "cdots": "...", "ldots": "...", "dots": "...", "vdots": "...", "ddots": "...",
    "lVert": "‖", "rVert": "‖", "Vert": "‖", "lvert": "|", "rvert": "|", "vert": "|", "mid": "|",
    "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
    "prime": "'", "dagger": "†", "hbar": "ℏ", "argmax": "arg max", "argmin": "arg min",
    "lbrace": "{", "rbrace": "}",
}  # fmt: skip
_LETTERS = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau
    upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega varepsilon
    vartheta varphi varrho varsigma
"""
_GREEK = dict(
    zip(
        _LETTERS.split(),
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩεϑϕϱς",
        strict=True,
    )
)
_SPACES = frozenset((*",;:!>~ ", "quad", "qquad", "enspace", "thinspace"))
_LAYOUT = """
    left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle
    textstyle scriptstyle limits nolimits nonumber mathrm mathbf mathbb mathcal mathit mathsf mathtt
    mathfrak mathscr boldsymbol bm text textbf textit textrm texttt operatorname operatorname*
    mathop mathbin mathrel underbrace overbrace boxed phantom
"""
_SILENT = frozenset(_LAYOUT.split())
_MARKS = """
    hat widehat tilde widetilde bar overline underline vec dot ddot mathring check
"""
_ACCENTS = frozenset(_MARKS.split())
_FRACTIONS = frozenset(("frac", "dfrac", "tfrac", "cfrac"))
_SIMPLE = re.compile(r"[\w∂]+(?:[_^]\w+)*(?:\([^()]*\))?")


def plain_math(latex: str) -> str:
    """The formula as one readable line."""
    try:
        text = _Reader(_TOKEN.findall(latex)).read_until(None)
    except RecursionError:
        text = latex
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"([(\[⟨]) | (?=[)\],;⟩])", lambda found: found.group(1) or "", text)


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0

    def read_until(self, closer: str | None) -> str:
        parts: list[str] = []
        while self.at < len(self.tokens) and self.tokens[self.at] != closer:
            parts.append(self._read())
        self.at += 1
        return "".join(parts)

    def _read(self) -> str:
        token = self.tokens[self.at]
        self.at += 1
        if token == "{":
            return self.read_until("}")
        if token in ("}", "&"):
            return " " if token == "&" else ""
        if token in "_^":
            return token + _grouped(self._argument())
        if token[0] != "\\":
            return token
        return self._read_command(token[1:])

    def _read_command(self, name: str) -> str:
        if name == "\\":
            return "; "
        if name in _SPACES:
            return "" if name == "!" else " "
        if name == "|":
            return "‖"
        if name in ("begin", "end"):
            self._argument()
            return " "
        if name in _FRACTIONS:
            return f"{_grouped(self._argument())}/{_grouped(self._argument())}"
        if name == "sqrt":
            degree = self._optional()
            return f"{'root ' + degree + ' of ' if degree else 'sqrt'}({self._argument().strip()})"
        if name == "binom":
            return f"binom({self._argument()}, {self._argument()})"
        if name in _ACCENTS:
            return f"{self._argument()}_{name.removeprefix('wide')}"
        if name in _SILENT:
            if name == "phantom":
                self._argument()
            return self._after_delimiter(name)
        if name in ("partial", "nabla"):
            self._skip_spaces()
        return _SIGNS.get(name) or _GREEK.get(name) or name

    def _after_delimiter(self, name: str) -> str:
        r"""Nothing, but `\left.` and `\right.` take their dot along."""
        if name in ("left", "right") and self.tokens[self.at : self.at + 1] == ["."]:
            self.at += 1
        return ""

    def _argument(self) -> str:
        self._skip_spaces()
        if self.at >= len(self.tokens):
            return ""
        text = self._read()
        # `^\text{branch}`: a font command is not the argument yet.
        return text if text or self.at >= len(self.tokens) else self._argument_after_font()

    def _skip_spaces(self) -> None:
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1

    def _argument_after_font(self) -> str:
        before = self.tokens[self.at - 1]
        return self._argument() if before[1:] in _SILENT else ""

    def _optional(self) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at] == "[":
            self.at += 1
            return self.read_until("]")
        return ""


def _grouped(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 1 or _SIMPLE.fullmatch(text) else f"({text})"
