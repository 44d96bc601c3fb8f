"""Every form of a typed line number, and what only looks like one."""

from __future__ import annotations

import pytest

from docgen.adoption.find import markdown_references
from docgen.adoption.reference import Excerpt, Reference
from docgen.adoption.rst import restructured_references
from docgen.markup.scan import scan
from docgen.text import SourceText

GITHUB = "https://github.com/o/r/blob/main/m/x.py"


def found(text: str, name: str = "docs/a.md") -> list[Reference]:
    source = SourceText(name, text)
    if name.endswith(".rst"):
        return restructured_references(source)
    return markdown_references(scan(source))


def brief(text: str, name: str = "docs/a.md") -> list[tuple[str, str, int, int]]:
    return [
        (each.form, each.path or (each.host.rest if each.host else ""), each.first, each.last)
        for each in found(text, name)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see x.py:12.", ("path:line", "x.py", 12, 12)),
        ("see `x.py:12`", ("path:line", "x.py", 12, 12)),
        ("see m/x.py:10-20", ("path:line", "m/x.py", 10, 20)),
        ("see x.py#L10", ("path#line", "x.py", 10, 10)),
        ("see `x.py#L10-L20`", ("path#line", "x.py", 10, 20)),
        ("see `x.py` line 12", ("words", "x.py", 12, 12)),
        ("see x.py, lines 10-20", ("words", "x.py", 10, 20)),
        ("see `x.py` (lines 10\N{EN DASH}20)", ("words", "x.py", 10, 20)),
        ("line 12 of `x.py`", ("words", "x.py", 12, 12)),
        ("Lines 3-4 in x.py hold it", ("words", "x.py", 3, 4)),
        ("[t](../m/x.py#L4)", ("link", "../m/x.py", 4, 4)),
        ("[t](../m/x.py#L4-L9)", ("link", "../m/x.py", 4, 9)),
        (f"[t]({GITHUB}#L10)", ("host-link", "main/m/x.py", 10, 10)),
        (f"[t]({GITHUB}?plain=1#L10-L20)", ("host-link", "main/m/x.py", 10, 20)),
        (f"<{GITHUB}#L10-L20>", ("host-link", "main/m/x.py", 10, 20)),
        (f"bare {GITHUB}#L10C3-L20C5", ("host-link", "main/m/x.py", 10, 20)),
        (
            "[t](https://gitlab.com/g/o/r/-/blob/abcdef1/x.py#L3-5)",
            ("host-link", "abcdef1/x.py", 3, 5),
        ),
        (
            "[t](https://codeberg.org/o/r/src/branch/main/x.py#L3-L5)",
            ("host-link", "main/x.py", 3, 5),
        ),
        (
            "[t](https://git.example.org/o/r/src/commit/abcdef1/x.py#L3)",
            ("host-link", "abcdef1/x.py", 3, 3),
        ),
        (
            "[t](https://bitbucket.org/o/r/src/main/x.py#lines-3:6)",
            ("host-link", "main/x.py", 3, 6),
        ),
        ('--8<-- "m/x.py:10:20"', ("snippet", "m/x.py", 10, 20)),
        ('```python\n--8<-- "m/x.py:10"\n```', ("snippet", "m/x.py", 10, 0)),
        ('```python\n--8<-- "m/x.py::20"\n```', ("snippet", "m/x.py", 1, 20)),
        ("--8<--\nm/x.py:10:20\n--8<--", ("snippet", "m/x.py", 10, 20)),
        ('```python hl_lines="3"\n--8<-- "m/x.py"\n```', ("hl_lines", "m/x.py", 3, 3)),
        (
            '```python hl_lines="5-7"\n{% include-markdown "m/x.py" %}\n```',
            ("hl_lines", "m/x.py", 5, 7),
        ),
    ],
)
def test_forms(text: str, expected: tuple[str, str, int, int]) -> None:
    assert brief(f"# T\n\n{text}\n") == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "```\nx.py:12\n```",
        "    x.py:12",
        "<!-- x.py:12 -->",
        f"<!-- {GITHUB}#L10 -->",
        f"```\n{GITHUB}#L10\n```",
        '```python hl_lines="3"\ntyped = here\n```',
        ';--8<-- "m/x.py:10:20"',
        '--8<-- "m/x.py"',
        '--8<-- "m/x.py:section"',
        "[t](../m/x.py)",
        f"[t]({GITHUB})",
        f"[t]({GITHUB}#top)",
    ],
)
def test_what_is_none(text: str) -> None:
    assert brief(f"# T\n\n{text}\n") == []


def test_ranges_of_one_include_are_references_of_their_own() -> None:
    text = '```python hl_lines="2 4-5"\n--8<-- "x.py:3:9,20:"\n```\n'
    assert brief(text) == [
        ("hl_lines", "x.py", 2, 2),
        ("hl_lines", "x.py", 4, 5),
        ("snippet", "x.py", 3, 9),
        ("snippet", "x.py", 20, 0),
    ]
    assert found(text)[0].excerpt == Excerpt(((3, 9), (20, 0)))


def test_restructured_text() -> None:
    text = """\
See ``x.py:12`` and `sum <https://github.com/o/r/blob/main/x.py#L3>`_.

.. literalinclude:: ../x.py
   :language: python
   :lines: 10-12, 20-
   :emphasize-lines: 2,4-5

.. code-block:: python

   x.py:5

So::

   x.py:6

At the end x.py:7.
"""
    assert brief(text, "docs/a.rst") == [
        ("path:line", "x.py", 12, 12),
        ("host-link", "main/x.py", 3, 3),
        ("literalinclude", "../x.py", 10, 12),
        ("literalinclude", "../x.py", 20, 0),
        ("emphasize-lines", "../x.py", 2, 2),
        ("emphasize-lines", "../x.py", 4, 5),
        ("path:line", "x.py", 7, 7),
    ]
    assert {each.refusal for each in found(text, "docs/a.rst")} == {"reStructuredText is read only"}


@pytest.mark.parametrize(
    ("text", "replaced", "shown"),
    [
        ("see x.py:12.", "x.py:12", "`x.py`"),
        ("see `m/x.py:12`.", "`m/x.py:12`", "`m/x.py`"),
        ("see `x.py` (line 12).", "`x.py` (line 12)", "`x.py`"),
        ("line 12 of `x.py`.", "line 12 of `x.py`", "`x.py`"),
        (f"[the sum]({GITHUB}#L10)", f"{GITHUB}#L10", ""),
        (f"[the sum](<{GITHUB}#L10>)", f"<{GITHUB}#L10>", ""),
        (f"[`x.py:10`]({GITHUB}#L10).", f"[`x.py:10`]({GITHUB}#L10)", "`x.py`"),
        (f"<{GITHUB}#L10>", f"<{GITHUB}#L10>", "`x.py`"),
        (f"`{GITHUB}#L10`", f"`{GITHUB}#L10`", "`x.py`"),
        ("x.py:3 and x.py:4", "x.py:3", "`x.py`"),
    ],
)
def test_what_a_link_replaces(text: str, replaced: str, shown: str) -> None:
    page = f"# T\n\n{text}\n"
    edit = found(page)[0].edit
    assert edit is not None
    assert (page[edit.span.start : edit.span.end], edit.text) == (replaced, shown)


@pytest.mark.parametrize(
    ("text", "refusals"),
    [
        ("x.py:12, 14", ["more numbers follow it"]),
        ("x.py:12:5", ["more numbers follow it"]),
        ("`run x.py:12 now`", ["it stands in code together with other text"]),
        ("x.py (line 3, below)", ["the bracket around the number holds more"]),
        ("[x.py:3](notes.md)", ["it stands in the text of a link"]),
        (
            f"[x.py:3]({GITHUB}#L10)",
            ["it stands in the text of a link", "the text of the link holds a line number too"],
        ),
        (f"[r]: {GITHUB}#L10", ["it is a reference definition; write the link at its place"]),
        (f'<a href="{GITHUB}#L10">x</a>', ["it stands in an attribute or in brackets"]),
        ("## On x.py:3", ["it stands in a heading"]),
        ('--8<-- "x.py:3"', ["an include is no link: replace the fence by the block"]),
    ],
)
def test_what_no_link_replaces(text: str, refusals: list[str]) -> None:
    assert [each.refusal for each in found(f"# T\n\n{text}\n")] == refusals
    assert [each.edit for each in found(f"# T\n\n{text}\n")] == [None] * len(refusals)
