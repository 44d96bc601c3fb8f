"""Inline code with the places of symbols."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

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
            '<code><span class="dg-key">layer_<wbr>norm_<wbr>forward(</span><wbr>'
            '<span class="dg-sym dg-s0">x</span>,<wbr>gain)</code>',
        ),
        # Lines become one.
        (
            "y = f(\n    x,\n\n    z)",
            (Mark(11, 12, (0,)), Mark(4, 12, (1,))),
            '<code>y = <span class="dg-sym dg-s1">f(<span class="dg-sym dg-s0">x</span></span>, '
            "z)</code>",
        ),
        ("  x \n", (Mark(2, 3, (0,)),), '<code><span class="dg-sym dg-s0">x</span></code>'),
    ],
)
def test_marks(text: str, marks: tuple[Mark, ...], html: str) -> None:
    assert marked_code(text, marks) == html


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a = f(b)  # (T, d), (d,)", ["# (T, d), (d,)"]),
        ("np.where(x < k, logits, -np.inf)", ["-np.inf)"]),
        ("np.mean(var[:, 0], axis=0)", ["var[:, 0],"]),
        ("block_forward(streams[-1],params)", ["block_forward(", "streams[-1],"]),
        ('c["att"]["Kh"] + c[i - 1]', ["c[i - 1]"]),
        ("f(-1) - g(b)  # see (T, d)", []),
    ],
)
def test_names_indices_and_shapes_stay_whole(text: str, pieces: list[str]) -> None:
    page = LexborHTMLParser(marked_code(text, ()))
    assert [node.text() for node in page.css(".dg-key")] == pieces
    assert page.text() == text


def test_what_stays_whole_holds_marks_and_crosses_none() -> None:
    inside = marked_code("f(x[:, 0])", (Mark(2, 3, (0,)),))
    assert inside == (
        '<code>f(<span class="dg-key"><span class="dg-sym dg-s0">x</span>[:, 0])</span></code>'
    )
    ends = marked_code("f(x[:, 0])", (Mark(0, 9, (0,)),))
    assert ends == (
        '<code><span class="dg-sym dg-s0">f(<span class="dg-key">x[:, 0]</span></span>)</code>'
    )
    begins = marked_code("x[:, 0][k]+y", (Mark(3, 12, (0,)),))
    assert begins == '<code>x[:<span class="dg-sym dg-s0">, 0][k]+y</span></code>'


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("y = f(\n    g(\n        x, z\n    )\n)", "y = f(g(x, z))"),
        ("y = (\n    self.a\n    + b\n)  # (d,)", "y = (self.a + b) # (d,)"),
        ("t = {\n  'a': [\n1,\n2 ]\n}", "t = {'a': [1, 2 ]}"),
        ("a + \\\n    b", "a + b"),
        # What stands in a text stays, but for its line ends.
        ("f('( a',\n \"b  )\")", "f('( a', \"b  )\")"),
        ('f(\n"""( a\n  ) \\"""  b""",\n)', 'f("""( a ) \\"""  b""",)'),
        ("f(  # why\n  x)", "f( # why x)"),
        ("f(x  # why\n)", "f(x # why )"),
    ],
)
def test_lines_are_joined_as_one_writes_them(text: str, joined: str) -> None:
    assert one_line(text) == (joined, [])


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
