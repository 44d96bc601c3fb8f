r"""Why a formula cannot be set: math-core's words and our own limits as faults with exact spans.

`explain(r"a + \foo", '4: Unknown command "\foo".')` is `unrenderable-latex` within (4, 8).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from docgen.diagnostics import Fault, suggest
from docgen.text import Span

_TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|.|\Z)", re.DOTALL)
_POSITIONED = re.compile(r"(\d+): (.*)", re.DOTALL)
_QUOTED = re.compile(r'"([^"]*)"')
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
_ROW_GAP = re.compile(r"\\\\\s*(\[\s*-?[\d.]+\s*[a-z]{2}\s*\])")
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*(%)")

_NEAR = 0.75
"""How alike a command must be to be proposed; below it `\\foo` would become `\\rfloor`."""

_NUMBERED = {
    "equation": "",
    "align": "aligned",
    "eqnarray": "aligned",
    "gather": "gathered",
    "multline": "aligned",
    "alignat": "aligned",
    "flalign": "aligned",
}
_REFERENCE = "write a Markdown link to the equation's id: `[Widen](#widen)`"
_COLOUR = "leave the colour out: it would not follow the page's light and dark scheme"
_REFUSED = {
    r"\label": "give the equation a title, a bold line right above it: its id is made from that",
    r"\tag": "give the equation a title, a bold line right above it",
    r"\ref": _REFERENCE,
    r"\eqref": _REFERENCE,
    r"\color": _COLOUR,
    r"\textcolor": _COLOUR,
}
_INSTEAD = {
    r"\mbox": r"`\text`",
    r"\hbox": r"`\text`",
    r"\softmax": r"`\operatorname{softmax}`",
    r"\pmb": r"`\boldsymbol`",
    r"\bold": r"`\mathbf`",
    r"\R": r"`\mathbb{R}`",
    r"\E": r"`\mathbb{E}`",
    r"\N": r"`\mathbb{N}`",
    r"\norm": r"`\lVert x \rVert`",
    r"\abs": r"`\lvert x \rvert`",
    r"\relu": r"`\operatorname{ReLU}`",
    r"\ReLU": r"`\operatorname{ReLU}`",
    r"\sigmoid": r"`\operatorname{sigmoid}`",
    r"\diag": r"`\operatorname{diag}`",
    r"\tr": r"`\operatorname{tr}`",
    r"\href": "a Markdown link outside the formula",
    r"\substack": r"`\begin{subarray}{c} ... \end{subarray}`",
    "split": "`aligned`",
    "smallmatrix": "`matrix`",
    "alignedat": "`aligned`",
}
_COMMON = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma
    tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
    frac dfrac tfrac sqrt sum prod int partial nabla infty cdot times odot oplus otimes top left
    right leftarrow rightarrow Rightarrow Leftarrow mapsto to le leq ge geq neq approx equiv sim
    propto in notin subset cup cap forall exists mathrm mathbf mathbb mathcal boldsymbol bm text
    operatorname hat widehat tilde widetilde bar overline underline vec dot ddot underbrace
    overbrace cdots ldots dots vdots ddots quad qquad begin end lVert rVert lvert rvert log exp sin
    cos tan tanh max min arg det dim ker lim sup inf displaystyle binom langle rangle lfloor rfloor
    lceil rceil ell pm mp star ast circ prime mid
"""
_KNOWN = tuple("\\" + name for name in _COMMON.split())


def refuse(latex: str) -> None:
    r"""Raise for what math-core would accept and set in a way that says something else.

    Raises:
        Fault: `unsupported-latex` for `\label`, numbered environments, references and colours,
            `\\` outside an environment, a row gap `\\[2pt]`, a comment.
    """
    if "\\" not in latex and "%" not in latex:
        return
    gap = _ROW_GAP.search(latex)
    if gap:
        raise _unsupported(
            f"row gap `{gap.group(1)}` has no meaning here", _span(gap, 1), "leave it out"
        )
    comment = _COMMENT.search(latex)
    if comment:
        raise _unsupported(
            "`%` would hide the rest of its line", _span(comment, 1), r"write a percent sign `\%`"
        )
    depth = 0
    for name, span in _tokens(latex):
        if name in (r"\begin", r"\end"):
            depth += 1 if name == r"\begin" else -1
            environment = _ENVIRONMENT.match(latex, span.start)
            if name == r"\begin" and environment:
                _refuse_environment(environment)
        elif name == "\\\\" and depth <= 0:
            raise _unsupported(
                r"`\\` outside an environment would be ignored",
                span,
                r"wrap the rows in `\begin{aligned} ... \end{aligned}`",
            )
        elif name.rstrip("*") in _REFUSED:
            base = name.rstrip("*")
            raise _unsupported(f"`{base}` is not supported", span, _REFUSED[base])


def _refuse_environment(found: re.Match[str]) -> None:
    name = found.group(2)
    if name not in _NUMBERED:
        return
    instead = _NUMBERED[name]
    cure = "write the formula alone: the fence is the display"
    if instead:
        cure = rf"write `\begin{{{instead}}} ... \end{{{instead}}}`"
    raise _unsupported(f"numbered environment `{name}` is not supported", _span(found, 0), cure)


def explain(latex: str, error: str) -> Fault:
    """The fault for a message of math-core such as `8: Unknown command "x".`."""
    found = _POSITIONED.match(error)
    if found is None:
        return Fault("unrenderable-latex", _headline(error))
    start, words = int(found.group(1)), found.group(2)
    quoted = _QUOTED.search(words)
    name = quoted.group(1) if quoted else ""
    if words.startswith("Unknown command"):
        return _fault(f"unknown command `{name}`", _token_at(latex, start), _instead_of(name))
    if words.startswith("Unknown environment"):
        # The span is math-core's: it starts at the brace.
        at = latex.find(name, start)
        span = Span(at, at + len(name)) if name and at >= 0 else _token_at(latex, start)
        cure = f"write {_INSTEAD[name]}" if name in _INSTEAD else ""
        return _fault(f"unknown environment `{name}`", span, cure)
    if words.startswith("Expected closing token"):
        span = _unclosed(latex, name) or _token_at(latex, start)
        opening = latex[span.start : span.end]
        closing = opening.replace("begin", "end") if name == r"\end{...}" else name
        return _fault(f"`{opening}` is never closed", span, f"add `{closing}`")
    if words.startswith("Unmatched closing token"):
        span = _token_at(latex, start)
        return _fault(f"`{latex[span.start : span.end]}` closes nothing", span)
    if words.startswith("Duplicate subscript"):
        cure = "put braces round the first part: `{a_b}_c`, or both in one: `a_{b,c}`"
        message = "two subscripts or two superscripts on one symbol"
        return _fault(message, _token_at(latex, start), cure)
    if words.startswith("Invalid parameter number"):
        return _fault("`#` outside a macro", _token_at(latex, start), r"write `\#` for the sign")
    if words.startswith("Expected argument"):
        span = _last_taker(latex[:start])
        return _fault(f"`{latex[span.start : span.end]}` lacks an argument", span)
    if 'Found "&"' in words:
        cure = r"write `\&` for the sign, or wrap the rows in `\begin{aligned} ... \end{aligned}`"
        return _fault("`&` outside an environment", _token_at(latex, start), cure)
    if words.startswith(("Not valid in text mode", "Math mode within text")):
        span = _token_at(latex, start)
        cure = "end the text before it and go on in mathematics"
        return _fault(f"`{latex[span.start : span.end]}` cannot stand in text", span, cure)
    return _fault(_headline(words), _token_at(latex, start))


def _fault(message: str, span: Span, cure: str = "") -> Fault:
    return Fault("unrenderable-latex", message, within=span, help=cure)


def _unsupported(message: str, span: Span, cure: str) -> Fault:
    return Fault("unsupported-latex", message, within=span, help=cure)


def _span(found: re.Match[str], group: int) -> Span:
    return Span(*found.span(group))


def _headline(words: str) -> str:
    """math-core's sentence as a headline: lower case, backticks, no full stop, one line."""
    text = _QUOTED.sub(lambda found: f"`{found.group(1)}`", " ".join(words.split())).rstrip(".")
    return text[:1].lower() + text[1:]


def _instead_of(name: str) -> str:
    if name in _INSTEAD:
        return f"write {_INSTEAD[name]}"
    if not name[1:].isalpha():
        return ""
    near = suggest(name, _KNOWN)
    if near and SequenceMatcher(None, name, near).ratio() > _NEAR:
        return f"write `{near}`"
    word = name[1:]
    return rf"for a function write `\operatorname{{{word}}}`, for letters `\mathrm{{{word}}}`"


def _tokens(latex: str) -> Iterator[tuple[str, Span]]:
    for found in _TOKEN.finditer(latex):
        yield found.group(), Span(*found.span())


def _token_at(latex: str, start: int) -> Span:
    """The command or character at `start`; the last visible one at the end or at a line's end."""
    if start >= len(latex) or latex[start].isspace():
        start = max(len(latex[:start].rstrip()) - 1, 0)
    if latex[start : start + 1] == "\\":
        found = _TOKEN.match(latex, start)
        return Span(start, found.end() if found else start + 1)
    for _, span in _tokens(latex):
        if span.start <= start < span.end:
            return span
    return Span(start, start + 1)


def _unclosed(latex: str, closer: str) -> Span | None:
    r"""Where the last open group of that kind starts: `{`, `\left` or `\begin{...}`."""
    opener, closing = {
        "}": ("{", "}"),
        "]": ("[", "]"),
        r"\right": (r"\left", r"\right"),
    }.get(closer, (r"\begin", r"\end"))
    open_spans: list[Span] = []
    for found in re.finditer(r"\\(?:[A-Za-z]+|.)|[{}\[\]]", latex, re.DOTALL):
        if found.group() == opener:
            open_spans.append(Span(*found.span()))
        elif found.group() == closing and open_spans:
            open_spans.pop()
    if not open_spans:
        return None
    environment = _ENVIRONMENT.match(latex, open_spans[-1].start)
    return Span(*environment.span()) if environment else open_spans[-1]


def _last_taker(latex: str) -> Span:
    """The sign at the end of `latex` that takes an argument, or the last command before it."""
    end = len(latex.rstrip())
    if latex[:end].endswith(("_", "^")):
        return Span(end - 1, end)
    commands = [span for _, span in _tokens(latex)]
    return commands[-1] if commands else _token_at(latex, end)
