"""Inline code with the places of symbols."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docgen.views.code import marked_code, one_line
from docgen.views.escape import strip
from docgen.views.mark import Mark


@pytest.mark.parametrize(
    ("text", "marks", "html"),
    [
        ("Z = x", (), "<code>Z = x</code>"),
        (
            "Z = x",
            (Mark(0, 1, (7,), 7), Mark(4, 5, (1, 2))),
            '<code><span class="dg-sym dg-s7">Z</span> = '
            '<span class="dg-sym dg-s1 dg-s2">x</span></code>',
        ),
        (
            "a < b",
            (Mark(0, 5, (0,)), Mark(0, 1, (1,)), Mark(4, 5, (2,))),
            '<code><span class="dg-sym dg-s0"><span class="dg-sym dg-s1">a</span> &lt; '
            '<span class="dg-sym dg-s2">b</span></span></code>',
        ),
        # Of two that cross, the first.
        (
            "abc",
            (Mark(1, 3, (1,)), Mark(0, 2, (0,))),
            '<code><span class="dg-sym dg-s0">ab</span>c</code>',
        ),
        (
            "layer_norm_forward(x,gain)",
            (Mark(19, 20, (0,)),),
            '<code>layer_<wbr>norm_<wbr>forward(<wbr><span class="dg-sym dg-s0">x</span>,<wbr>'
            "gain)</code>",
        ),
        # Lines become one.
        (
            "y = f(\n    x,\n\n    z)",
            (Mark(11, 12, (0,)), Mark(4, 12, (1,))),
            '<code>y = <span class="dg-sym dg-s1">f( <span class="dg-sym dg-s0">x</span></span>, '
            "z)</code>",
        ),
        ("  x \n", (Mark(2, 3, (0,)),), '<code><span class="dg-sym dg-s0">x</span></code>'),
    ],
)
def test_marks(text: str, marks: tuple[Mark, ...], html: str) -> None:
    assert marked_code(text, marks) == html


def test_lines_may_stay() -> None:
    html = marked_code("x\ny", (Mark(2, 3, (0,)),), is_one_line=False)
    assert html == '<code>x\n<span class="dg-sym dg-s0">y</span></code>'


@given(st.text(st.sampled_from("ab \n\t<")), st.data())
def test_marks_stay_on_their_characters(text: str, data: st.DataObject) -> None:
    letters = [at for at, letter in enumerate(text) if not letter.isspace()]
    if not letters:
        return
    start, end = sorted(data.draw(st.tuples(st.sampled_from(letters), st.sampled_from(letters))))
    mark = Mark(start, end + 1, (0,))
    joined, (moved,) = one_line(text, [mark])
    assert joined == " ".join(text.split())
    assert joined[moved.start : moved.end] == " ".join(text[start : end + 1].split())
    assert strip(marked_code(text, [mark])) == joined
