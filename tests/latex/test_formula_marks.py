"""Marked formulas: the marks, and that nothing else changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docgen.diagnostics import Fault
from docgen.latex.marks import Occurrence, class_of, set_marked
from docgen.latex.mathml import set_math
from docgen.text import Span


def unmarked(mathml: str) -> str:
    """A formula without its marks."""
    out: list[str] = []
    stack: list[bool] = []
    at = 0
    for tag in re.finditer(r"<(/?)mrow([^>]*)>", mathml):
        out.append(mathml[at : tag.start()])
        at = tag.end()
        is_mark = stack.pop() if tag[1] else 'class="dg-sym' in tag[2]
        if not tag[1]:
            stack.append(is_mark)
        if not is_mark:
            out.append(tag[0])
    assert stack == []
    return "".join([*out, mathml[at:]])


def found(latex: str, *names: str) -> list[Occurrence]:
    """Each place of each text, numbered by the texts."""
    return [
        Occurrence(Span(at, at + len(name)), (number,))
        for number, name in enumerate(names)
        for at in range(len(latex))
        if latex.startswith(name, at)
    ]


def marks(latex: str, *names: str) -> list[str]:
    """`number: content` of every mark, tags left out."""
    mathml = set_marked(latex, found(latex, *names), display=False)
    assert unmarked(mathml) == set_math(latex, display=False)
    told = []
    for start in re.finditer(r'<mrow class="dg-sym dg-s(\d+)">', mathml):
        depth, at = 1, start.end()
        while depth:
            tag = re.compile(r"<(/?)mrow[^>]*>").search(mathml, at)
            assert tag is not None
            depth, at = depth + (-1 if tag[1] else 1), tag.end()
        told.append(f"{start[1]}: " + re.sub(r"<[^>]*>", "", mathml[start.end() : at]))
    return told


def test_a_mark_whole() -> None:
    one = Occurrence(Span(4, 7), (0, 12))
    assert set_marked("Z = X_n", [one], display=False) == (
        '<math><mi>Z</mi><mo>=</mo><mrow class="dg-sym dg-s0 dg-s12">'
        "<msub><mi>X</mi><mi>n</mi></msub></mrow></math>"
    )
    assert class_of([3]) == "dg-sym dg-s3"


def test_where_a_symbol_is_declared() -> None:
    own = [Occurrence(Span(0, 3), (7,), declares=True), Occurrence(Span(4, 5), (8,))]
    assert set_marked(r"b_1,c^\top", own, display=False) == (
        '<math><mrow class="dg-sym dg-s7" id="dg-sym-7" tabindex="0">'
        "<msub><mi>b</mi><mn>1</mn></msub></mrow>"
        '<mo>,</mo><msup><mrow class="dg-sym dg-s8"><mi>c</mi></mrow><mi>⊤</mi></msup></math>'
    )


def test_one_id_where_scripts_part_a_symbol() -> None:
    one = Occurrence(Span(0, 3), (7,), declares=True)
    assert set_marked(r"X_n^\top", [one], display=False) == (
        '<math><msubsup><mrow class="dg-sym dg-s7" id="dg-sym-7" tabindex="0"><mi>X</mi></mrow>'
        '<mrow class="dg-sym dg-s7"><mi>n</mi></mrow><mi>⊤</mi></msubsup></math>'
    )


@pytest.mark.parametrize(
    ("latex", "names", "told"),
    [
        ("Z = X_n W_1", ("Z", "X_n"), ["0: Z", "1: Xn"]),
        # Scripts and primes that are not of the name stay outside.
        (r"X_n^\top", ("X_n",), ["0: X", "0: n"]),
        (r"W^{(1)}_q", ("W",), ["0: W"]),
        ("X'", ("X",), ["0: X"]),
        (r"A_{i_X}^{X}", ("X", "A"), ["1: A", "0: X", "0: X"]),
        # A name of a function, with its brackets and without.
        (r"\mathrm{Ff}(X_1) + 2", (r"\mathrm{Ff}(X_1)", "X_1"), ["0: Ff(X1)", "1: X1"]),
        (r"\operatorname{LN}_1(X)", (r"\operatorname{LN}_1", "X"), ["0: LN1", "1: X"]),
        (r"\operatorname{f}\left(\frac{a}{b}\right)", ("b",), ["0: b"]),
        # What draws lines is never inside of a mark of its content.
        (r"\frac X Y", ("X", "Y"), ["0: X", "1: Y"]),
        (r"\sqrt{X}", ("X",), ["0: X"]),
        (r"\frac{dL}{dX}", (r"\frac{dL}{dX}",), ["0: dL", "0: dX"]),
        (r"\hat X + \mathbf{X}", (r"\hat X", r"\mathbf{X}"), ["0: Xˆ", "1: 𝐗"]),
        (r"\sum_{i=1}^n X_i", ("X", "i"), ["1: i", "0: X", "1: i"]),
        (r"\begin{aligned} Z &= X \\ &= Y \end{aligned}", ("Y", "Z"), ["1: Z", "0: Y"]),
        (r"\begin{cases} X & Y > 0 \\ 0 \end{cases}", ("X", "Y"), ["0: X", "1: Y"]),
        (r"\left\lVert X \right\rVert_2", ("X", "2"), ["0: X", "1: 2"]),
        # Spaces of operators depend on what stands beside them.
        ("a + b - c", ("+ b",), []),
        ("a+b", ("a+b", "+"), ["0: a+b", "1: +"]),
        # Colours that the setter does not take, and places that cross.
        (r"\begin{array}{cc} c & d \end{array}", ("c", "d"), ["0: c", "1: d"]),
        ("abc", ("ab", "bc"), ["0: ab"]),
        (r"\text{X} + X", ("X",), ["0: X"]),
        ("abc", (), []),
    ],
)
def test_marks(latex: str, names: tuple[str, ...], told: list[str]) -> None:
    assert marks(latex, *names) == told


def test_a_formula_that_cannot_be_set() -> None:
    with pytest.raises(Fault):
        set_marked(r"\frobnicate X", [Occurrence(Span(13, 14), (0,))], display=False)


PIECES = ["X", "X_n", "b'", r"W^\top", r"\frac{a}{X}", r"\sqrt{X_n}", "(", ")", "+", "=", ","]
PIECES += [r"\operatorname{f}(X)", r"\hat X", r"\sum_{i}", r"\mathbf{1}", "^{2}", "_i", r"\cdot"]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6), st.data())
def test_marks_change_nothing_else(pieces: list[str], data: st.DataObject) -> None:
    latex = " ".join(pieces)
    try:
        plain = set_math(latex, display=True)
    except Fault:
        return
    ends = st.integers(0, len(latex))
    spans = data.draw(st.lists(st.tuples(ends, ends), max_size=4))
    given_ = [Occurrence(Span(*sorted(span)), (number,)) for number, span in enumerate(spans)]
    assert unmarked(set_marked(latex, given_, display=True)) == plain
