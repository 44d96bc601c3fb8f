from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from docgen.diagnostics import Fault
from docgen.latex import mathml
from docgen.latex.mathml import set_math
from docgen.text import Span

SEED = [
    r"Z = X_n W_1 + \mathbf{1} b_1^\top",
    r"\operatorname{FFN}(x) = \operatorname{ReLU}(x W_1 + b_1)\, W_2 + b_2",
    r"dZ = dA \odot \mathbb{1}[Z > 0]",
    r"dX_1^{\text{branch}} = \operatorname{LN}_2^{\text{back}}(dX_{n2})",
    r"\frac{\partial Y}{\partial \mathrm{Ff}} = I \;\Rightarrow\; d\mathrm{Ff} = dY",
]
STYLED = [
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\begin{array}{|c||l:r|} \hline a & b & c \\ \hdashline d & e & f \end{array}",
    r"\begin{align*} a &= b \end{align*}",
    r"f = \begin{cases} a & z > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{subarray}{c} a \\ b \end{subarray}",
    r"x\!y \hspace{1cm} z",
    r"\cfrac{1}{2} + \cancel{x} + \boxed{y}",
]


def test_a_relation_before_the_sign_for_the_next_cell_keeps_its_room() -> None:
    before, behind = (
        set_math(rf"\begin{{aligned}} a {sign} b \end{{aligned}}", False) for sign in ("= &", "&=")
    )
    assert '<mo>=</mo></mtd><mtd class="dg-start dg-pl0"><mi>b</mi>' in before
    assert '</mtd><mtd class="dg-start dg-pl0"><mo>=</mo><mi>b</mi>' in behind


def test_display_and_inline_differ_in_one_attribute() -> None:
    assert set_math("x^2", True) == (
        '<math display="block"><msup><mi>x</mi><mn>2</mn></msup></math>'
    )
    assert set_math("x^2", False) == "<math><msup><mi>x</mi><mn>2</mn></msup></math>"


def test_less_than_is_escaped_and_entities_are_characters() -> None:
    assert set_math("0<i", False) == "<math><mn>0</mn><mo>&lt;</mo><mi>i</mi></math>"
    assert set_math(r"\operatorname{ReLU}(x)", False) == (
        "<math><mrow><mrow><mspace/><mi>ReLU</mi></mrow><mo>\u2061</mo><mrow>"
        '<mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow></mrow></math>'
    )


def test_alignment_becomes_classes() -> None:
    assert set_math(r"\begin{aligned} a &= b \end{aligned}", False) == (
        '<math><mtable displaystyle="true" scriptlevel="0"><mtr>'
        '<mtd class="dg-end dg-pr0"><mi>a</mi></mtd>'
        '<mtd class="dg-start dg-pl0"><mo>=</mo><mi>b</mi></mtd></mtr></mtable></math>'
    )


def test_negative_space_becomes_a_class_and_lengths_stay_attributes() -> None:
    assert '<mspace class="dg-neg3"/>' in set_math(r"x\!y", False)
    assert set_math(r"\hspace{1cm}", False) == '<math><mspace width="2.8453rem"/></math>'


def test_a_strut_stands_at_the_end_of_what_is_under_a_root() -> None:
    strut = '<mspace height="0.72em" depth="0.1em"/>'

    assert set_math(r"\sqrt{x}", False) == f"<math><msqrt><mi>x</mi>{strut}</msqrt></math>"
    assert set_math(r"\sqrt[n]{\sqrt[3]{ab}\,c}", False) == (
        "<math><mroot><mrow><mrow>"
        f"<mroot><mrow><mrow><mi>a</mi><mi>b</mi></mrow>{strut}</mrow><mn>3</mn></mroot>"
        f'<mspace width="0.16666667em"/><mi>c</mi></mrow>{strut}</mrow><mi>n</mi></mroot></math>'
    )


def test_own_classes_of_the_library_get_our_prefix() -> None:
    assert '<mrow class="dg-menclose-updiagonalstrike"></mrow>' in set_math(r"\cancel{x}", False)


@pytest.mark.parametrize("latex", SEED + STYLED)
def test_output_is_well_formed_and_holds_no_style(latex: str) -> None:
    shown = set_math(latex, True)

    assert ElementTree.fromstring(shown).tag == "math"
    assert " style=" not in shown
    assert "&Apply" not in shown


def test_a_style_without_a_class_is_refused_not_dropped() -> None:
    with pytest.raises(Fault) as caught:
        set_math(r"\hspace{-1cm}", False)

    assert caught.value.code == "unsupported-latex"


def test_a_second_call_does_not_convert_again() -> None:
    set_math("q_{cached}", False)
    before = mathml.set_math.cache_info().hits
    set_math("q_{cached}", False)

    assert mathml.set_math.cache_info().hits == before + 1


def test_c043_less_than_before_a_letter_is_no_tag() -> None:
    for latex in ("0<i<n", "t_1<t_2"):
        assert ElementTree.fromstring(set_math(latex, False)).tag == "math"


def test_c042_rows_and_thin_spaces_are_kept() -> None:
    aligned = set_math("\\begin{aligned}\nA &= W\\,x \\\\\nZ &= A + b\n\\end{aligned}", True)
    matrix = set_math(r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}\!\,v", False)

    assert (aligned.count("<mtr>"), aligned.count('<mspace width="0.16666667em"/>')) == (2, 1)
    assert (matrix.count("<mtr>"), matrix.count("<mtd>")) == (2, 4)


@pytest.mark.parametrize(
    ("latex", "span", "cure"),
    [
        (
            r"\operatorname*{arg\,max}_j p_j \mbox{ if } z \gt 0",
            Span(31, 36),
            r"write `\text`",
        ),
        (r"\softmax(z)", Span(0, 8), r"write `\operatorname{softmax}`"),
    ],
)
def test_c046_unknown_macros_are_named_with_their_cure(latex: str, span: Span, cure: str) -> None:
    with pytest.raises(Fault) as caught:
        set_math(latex, True)

    fault = caught.value
    assert (fault.code, fault.within, fault.help) == ("unrenderable-latex", span, cure)


def test_c046_known_macros_are_set() -> None:
    assert set_math(r"\bm{W}x", False) == "<math><mi>𝑾</mi><mi>x</mi></math>"
    assert "<mo>&gt;</mo>" in set_math(r"\operatorname*{arg\,max}_j p_j \text{ if } z \gt 0", True)
    assert "softmax" in set_math(r"\operatorname{softmax}(z)", True)
