from __future__ import annotations

import pytest

from docgen.diagnostics import Fault
from docgen.latex.mathml import set_math
from docgen.latex.refusal import explain


def fault_of(latex: str) -> tuple[str, str, str]:
    """Code, the characters meant, and the headline of the fault that a formula gives."""
    with pytest.raises(Fault) as caught:
        set_math(latex, True)
    fault = caught.value
    assert fault.within is not None
    assert len(fault.message) <= 90
    return (fault.code, latex[fault.within.start : fault.within.end], fault.message)


@pytest.mark.parametrize(
    ("latex", "meant", "message"),
    [
        (r"a + \foo x", r"\foo", r"unknown command `\foo`"),
        (r"é𝟙 \foo x", r"\foo", r"unknown command `\foo`"),
        ("a\n+ b \\foo", r"\foo", r"unknown command `\foo`"),
        ("\\", "\\", "unknown command `\\`"),
        (r"\begin{foo} a \end{foo}", "foo", "unknown environment `foo`"),
        ("x + a_{b", "{", "`{` is never closed"),
        ("{a} + a_{b\n", "{", "`{` is never closed"),
        (r"\sqrt[3", "[", "`[` is never closed"),
        (r"\left( a", r"\left", r"`\left` is never closed"),
        (r"\begin{aligned} b", r"\begin{aligned}", r"`\begin{aligned}` is never closed"),
        ("a}", "}", "`}` closes nothing"),
        (r"a \right)", r"\right", r"`\right` closes nothing"),
        (r"x + \frac{a}", r"\frac", r"`\frac` lacks an argument"),
        ("x_", "_", "`_` lacks an argument"),
        ("a_b_c", "_", "two subscripts or two superscripts on one symbol"),
        ("a & b", "&", "`&` outside an environment"),
        ("a $ b", "$", "unexpected `$`"),
        ("# a", "#", "`#` outside a macro"),
        (r"\text{a & b}", "&", "`&` cannot stand in text"),
        (r"\text{a $x$}", "$", "`$` cannot stand in text"),
    ],
)
def test_what_cannot_be_set_is_named_exactly(latex: str, meant: str, message: str) -> None:
    assert fault_of(latex) == ("unrenderable-latex", meant, message)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\begin{equation} a \end{equation}", r"\begin{equation}"),
        (r"\begin{align} a &= b \end{align}", r"\begin{align}"),
        (r"a \label{x}", r"\label"),
        (r"a \tag*{x}", r"\tag*"),
        (r"by \eqref{x}", r"\eqref"),
        (r"\color{red} a", r"\color"),
        (r"a \\ b", r"\\"),
        (r"\begin{matrix} a \\[2pt] b \end{matrix}", "[2pt]"),
        ("a % b", "%"),
    ],
)
def test_what_would_be_set_wrongly_is_refused(latex: str, meant: str) -> None:
    assert fault_of(latex)[:2] == ("unsupported-latex", meant)


def test_escaped_percent_and_rows_in_an_environment_are_fine() -> None:
    assert "%" in set_math(r"100\% \begin{matrix} a \\ b \end{matrix}", True)


@pytest.mark.parametrize(
    ("latex", "cure"),
    [
        (r"\mbox{a}", r"write `\text`"),
        (r"\fracc{a}{b}", r"write `\frac`"),
        (r"\foo x", r"for a function write `\operatorname{foo}`, for letters `\mathrm{foo}`"),
        (r"\begin{split} a \end{split}", "write `aligned`"),
        (r"\begin{equation} a \end{equation}", "write the formula alone: the fence is the display"),
        (r"\begin{align} a \end{align}", r"write `\begin{aligned} ... \end{aligned}`"),
        (r"\begin{aligned} b", r"add `\end{aligned}`"),
        (r"\left( a", r"add `\right`"),
    ],
)
def test_help_says_what_to_type(latex: str, cure: str) -> None:
    with pytest.raises(Fault) as caught:
        set_math(latex, True)

    assert caught.value.help == cure


def test_c094_unbalanced_left_has_its_place() -> None:
    assert fault_of(r"Z = \left( W\,x")[:2] == ("unrenderable-latex", r"\left")


def test_words_of_another_form_still_make_a_fault() -> None:
    bare = explain("x", "Something else.")
    at_end = explain("ab ", '3: Odd "thing" here.')

    assert (bare.message, bare.within) == ("something else", None)
    assert at_end.message == "odd `thing` here"
    assert at_end.within is not None
    assert "ab "[at_end.within.start : at_end.within.end] == "b"
