r"""The commands that the reader of equations knows: one row each.

`COMMANDS[r"\odot"]` is `Command("operator", "⊙")`. A command that has no row is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

# Commands that only move or size ink.
DROPPED = frozenset(
    {r"\,", r"\;", r"\:", r"\!", r"\>", "\\ ", "\\\n", r"\displaystyle", r"\textstyle"}
    | {r"\scriptstyle", r"\limits", r"\nolimits", r"\thinspace", r"\medspace"}
    | {r"\thickspace", r"\negthinspace"}
)

# Sizing commands, and the side their delimiter stands on.
SIZING = {
    "\\left": "left",
    "\\right": "right",
    "\\middle": "",
    **{
        f"\\{size}{side}": which
        for size in ("big", "Big", "bigg", "Bigg")
        for side, which in (("", ""), ("l", "left"), ("r", "right"), ("m", ""))
    },
}
LEFT_BARS = {"|": r"\lvert", r"\|": r"\lVert", r"\vert": r"\lvert", r"\Vert": r"\lVert"}
RIGHT_BARS = {"|": r"\rvert", r"\|": r"\rVert", r"\vert": r"\rvert", r"\Vert": r"\rVert"}

# Commands that set letters in a font. Letters in one font are one name.
FONTS = {
    r"\mathrm": "upright",
    r"\operatorname": "upright",
    r"\operatorname*": "upright",
    r"\textrm": "text",
    r"\text": "text",
    r"\mathbf": "bold",
    r"\boldsymbol": "bold",
    r"\bm": "bold",
    r"\mathbb": "double",
    r"\mathcal": "script",
    r"\mathscr": "script",
    r"\mathfrak": "fraktur",
    r"\mathtt": "mono",
    r"\texttt": "mono",
    r"\mathit": "italic",
    r"\textit": "italic",
    r"\mathsf": "sans",
}


@dataclass(frozen=True, slots=True)
class Command:
    """What a command is, and the word or sign it stands for in the tree."""

    kind: str
    word: str


def _rows(kind: str, pairs: str) -> dict[str, Command]:
    """Rows of one kind from `command word` pairs; a lone `=` repeats the command's letters."""
    cells = pairs.split()
    return {
        command: Command(kind, command.lstrip("\\") if word == "=" else word)
        for command, word in zip(cells[::2], cells[1::2], strict=True)
    }


COMMANDS: dict[str, Command] = {
    # relations
    **_rows("relation", r"= = < < > > \lt < \gt > \le ≤ \leq ≤ \leqslant ≤ \ge ≥ \geq ≥"),
    **_rows("relation", r"\geqslant ≥ \ne ≠ \neq ≠ \approx ≈ \leftarrow ← \gets ← \coloneqq :="),
    "=": Command("relation", "="),
    **_rows("implies", r"\Rightarrow ⇒ \implies ⇒ \Longrightarrow ⇒"),
    # operators
    **_rows("operator", r"+ + - - * * / / \cdot · \times × \odot ⊙ \circ ∘"),
    # functions of one argument, entry by entry
    **_rows("function", r"\exp = \log = \ln log \sin = \cos = \tan = \tanh = \sinh = \cosh ="),
    **_rows("function", r"\arcsin = \arccos = \arctan = \det = sign = erf = sign = floor ="),
    **_rows("function", r"tr = trace tr diag = arctan = sgn sign expm1 = log1p ="),
    # big operators
    **_rows("reduction", r"\sum = \prod = \max = \min = \argmax = \argmin = argmax = argmin ="),
    **_rows("reduction", r"mean = logsumexp ="),
    # constants
    **_rows("constant", r"\pi = \infty ="),
    # letters
    **_rows("letter", r"\alpha = \beta = \gamma = \delta = \epsilon = \varepsilon = \zeta ="),
    **_rows("letter", r"\eta = \theta = \vartheta = \iota = \kappa = \lambda = \mu = \nu ="),
    **_rows("letter", r"\xi = \rho = \varrho = \sigma = \varsigma = \tau = \upsilon = \phi ="),
    **_rows("letter", r"\varphi = \chi = \psi = \omega = \Gamma = \Delta = \Theta = \Lambda ="),
    **_rows("letter", r"\Xi = \Pi = \Sigma = \Upsilon = \Phi = \Psi = \Omega = \ell ="),
    **_rows("letter", r"\partial = \nabla = \hbar = \varpi ="),
    # decorations, which make a new name
    **_rows("accent", r"\hat = \widehat hat \bar = \overline = \underline = \tilde ="),
    **_rows("accent", r"\widetilde tilde \vec = \dot = \ddot = \check = \breve = \mathring ="),
    # spacing that separates
    **_rows("separator", r"\quad = \qquad quad"),
    **_rows("dots", r"\dots … \ldots … \cdots … \dotsc … \dotsb …"),
    **_rows("mark", r"\dagger = \ddagger = \star = \ast = \bullet = \prime = \perp ="),
    **_rows("transpose", r"\top ⊤ \intercal ⊤"),
    # delimiters
    **_rows("open", r"( ) [ ] \{ \} \lbrace \} \lbrack ] \lvert \rvert \lVert \rVert"),
    **_rows("open", r"\lfloor \rfloor \lceil \rceil"),
    **_rows("close", r") = ] = \} = \rbrace \} \rbrack ] \rvert = \rVert = \rfloor ="),
    **_rows("close", r"\rceil ="),
    **_rows("bar", r"| | \vert | \| ‖ \Vert ‖"),
    # constructions
    **_rows("fraction", r"\frac = \dfrac frac \tfrac frac"),
    **_rows("root", r"\sqrt ="),
}

ENVIRONMENTS = {
    "aligned": "rows",
    "cases": "cases",
    "matrix": "matrix",
    "pmatrix": "matrix",
    "bmatrix": "matrix",
}

# What is known and refused, and what to write.
REFUSED = {
    r"\pm": "write the two equations",
    r"\mp": "write the two equations",
    r"\sim": 'say `stated="reason"`',
    r"\propto": 'say `stated="reason"`',
    r"\in": 'say `stated="reason"`',
    r"\mid": 'say `stated="reason"`',
    r"\otimes": r"write `u v^\top`",
    r"\langle": r"write `u^\top v`",
    r"\rangle": r"write `u^\top v`",
    r"\oplus": r"write `+`",
    r"\div": r"write `\frac{a}{b}`",
    r"\%": r"write it as `0.5` or `\frac{1}{2}`",
    r"\to": r"write `\leftarrow` for an assignment",
    r"\equiv": "write `=`",
    r"\substack": "write the conditions one after the other, with commas",
    r"\lim": 'say `stated="reason"`',
    r"\int": r"write the sum that the code computes",
}
