"""Links to code and values in prose, and typed line numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.markdown_ext import DocgenExtension
from docgen.pages.references import CodeLinkPart, ValueLinkPart, agrees
from docgen.trace.value import Value
from docgen.views.number import format_value
from docgen.views.parts import ExamplePart, SourceRef
from tests.foreign import TABLE, page
from tests.pages.conftest import Draw

RUN = "/// example\n    run: runs.example\n///\n"


@pytest.mark.parametrize(
    ("text", "data", "expected"),
    [
        ("32", 32, True),
        ("33", 32, False),
        ("32.0", 32, True),
        ("32.4", 32, False),
        ("1,024", 1024, True),
        ("1,5", 15, False),
        ("1024", 1024, True),
        ("−3", -3, True),
        ("`3`", 3, True),
        ("three", 3, False),
        ("nan", 3, False),
        ("Infinity", 3, False),
        ("0.1", 0.1, True),
        ("0.25", 0.25, True),
        ("0.3", 0.25, True),
        ("0.2", 0.25, True),
        ("0.1", 0.25, False),
        ("1", 0.51, True),
        ("0", 0.51, False),
        ("1", 1.9, False),
        ("2", 1.9, True),
        ("1e-5", 1e-5, True),
        ("2e-5", 1e-5, False),
        ("1e-6", 1e-5, False),
        ("0.00001", 1e-5, True),
        ("1.50", 1.5, True),
        ("1.51", 1.5, False),
        ("3e2", 400.0, False),
        ("True", True, True),
        ("1", True, False),
    ],
)
def test_numbers_are_rounded_to_the_digits_that_are_typed(
    text: str, data: float, expected: bool
) -> None:
    assert agrees(text, Value("number", type(data).__name__, (), (data,))) is expected


def test_texts_and_arrays_are_compared_whole() -> None:
    assert agrees("`relu`", Value("text", "str", text="relu"))
    assert not agrees("rel", Value("text", "str", text="relu"))
    array = Value("array", "float64", (2,), (1.0, 2.0))
    assert agrees("[1.0000, 2.0000]", array)
    assert not agrees("[1.0000, 3.0000]", array)
    assert not agrees("nan", Value("number", "float", (), ("inf",)))


@pytest.mark.parametrize("number", [0.1, 1e-5, 1.23456789e-7, -2.5, 123456.789, 1e22, 0.0, 7, -3])
def test_what_the_help_says_to_write_agrees(number: float) -> None:
    value = Value("number", type(number).__name__, (), (number,))
    assert agrees(format_value(value), value)


def test_a_text_is_told_without_quotes(draw: Draw) -> None:
    drawn = draw(page(f"See [in](value:NAMES[1]).\n\n{RUN}"))
    assert drawn.finding.help == "write [rec](value:NAMES[1])"


def test_a_link_to_code(draw: Draw) -> None:
    drawn = draw(
        page(f"See [it](code:keep), [bend](code:bend) and [t](code:test_advance).\n\n{RUN}")
    )
    assert drawn.places == []
    assert drawn.parts(CodeLinkPart) == [
        CodeLinkPart("it", SourceRef("rnn.py", "rnn.py", 15, 15)),
        CodeLinkPart("bend", SourceRef("rnn.py", "rnn.py", 9, 9)),
        CodeLinkPart("t", SourceRef("tests/test_rnn.py", "tests/test_rnn.py", 5, 5)),
    ]


def test_values_of_modules_and_of_the_run(draw: Draw) -> None:
    drawn = draw(
        page(
            "Rate [0.25](value:RATE), hidden [3](value:rnn.HIDDEN), name [rec](value:NAMES[1]), "
            f"new [4](<value:return[0][0, 1]>), rows [1](value:x.shape[0]).\n\n{RUN}"
        )
    )
    assert drawn.places == []
    assert drawn.parts(ValueLinkPart) == [
        ValueLinkPart("0.25", "RATE", "0.2500"),
        ValueLinkPart("3", "rnn.HIDDEN", "3"),
        ValueLinkPart("rec", "NAMES[1]", "rec"),
        ValueLinkPart("4", "return[0][0, 1]", "4.0000"),
        ValueLinkPart("1", "x.shape[0]", "1"),
    ]


SHADOW = "k = 7\n\n\ndef f():\n    k = 8\n    return k\n"
SHADOW_HEAD = "---\ncode: shadow\n---\n# S\n\n## S\n\n/// concept | f\n    parts: none\n///\n\n"


def test_in_a_concept_its_own_name_comes_first(draw: Draw) -> None:
    run = "/// example\n    run: shadow.f\n///\n"
    drawn = draw(f"{SHADOW_HEAD}Here [8](value:k).\n\n{run}", {"shadow.py": SHADOW})
    assert drawn.places == []
    drawn = draw(f"{SHADOW_HEAD}Here [7](value:k).\n\n{run}", {"shadow.py": SHADOW})
    assert drawn.places == [drawn.at("[«7]", "value-mismatch")]
    outside = "---\ncode: shadow\n---\n\nHere [7](value:k).\n"
    assert draw(outside, {"shadow.py": SHADOW}).places == []


@pytest.mark.parametrize(
    ("prose", "mark", "code", "help_text"),
    [
        ("[0.26](value:RATE)", "[«0.26]", "value-mismatch", "write [0.2500](value:RATE)"),
        (
            "[5](<value:return[0][0, 1]>)",
            "[«5]",
            "value-mismatch",
            "write [4.0000](<value:return[0][0, 1]>)",
        ),
        ("[1](value:RAT)", "value:«RAT", "unknown-anchor", None),
        (
            "[1](value:NAMES[7])",
            "value:«NAMES[7]",
            "run-failed",
            "name a value that the module binds when it is imported",
        ),
        (
            "[1](<value:drive[0, b]>)",
            "value:«drive[0, b]",
            "unbound-symbol",
            "write a position, such as `drive[0, 0]`",
        ),
        ("[1](value:advance)", "value:«advance", "unknown-anchor", None),
        ("[1](value:[0])", "value:«[0]", "unknown-anchor", None),
        ("[k](code:kept)", "code:«kept", "unknown-anchor", None),
        ("[k](code:nothing.kept)", "code:«nothing", "unknown-function", None),
    ],
)
def test_faults_of_links(
    draw: Draw, prose: str, mark: str, code: str, help_text: str | None
) -> None:
    drawn = draw(page(f"See {prose}.\n\n{RUN}"))
    assert drawn.places == [drawn.at(mark, code)]
    if help_text is not None:
        assert drawn.finding.help == help_text


def test_a_value_without_a_run(draw: Draw) -> None:
    drawn = draw(page("See [4](<value:return[0][0, 1]>).\n"))
    assert drawn.places == [drawn.at("value:«return[0]", "never-executed")]
    assert (
        drawn.finding.help == "add an example: `/// example | title` with `run: package.function`"
    )


def test_a_value_of_a_faulty_run_is_one_fault(draw: Draw) -> None:
    text = page("See [4](<value:return[0][0, 1]>).\n\n/// example\n    run: runs.exampel\n///\n")
    drawn = draw(text)
    assert drawn.places == [drawn.at("runs.«exampel", "unknown-function")]
    text = page("See [4](value:pre).\n\n/// example\n    run: tests.test_rnn.test_wrong\n///\n")
    drawn = draw(text)
    assert [place.rpartition(" ")[2] for place in drawn.places] == ["run-failed"]


def test_an_ambiguous_name_is_not_taken_from_the_module(draw: Draw) -> None:
    code = SHADOW.replace("    k = 8\n", "    k = 8\n    k = 7\n")
    text = f"{SHADOW_HEAD}Here [7](value:k).\n\n/// example\n    run: shadow.f\n///\n"
    drawn = draw(text, {"shadow.py": code})
    assert drawn.at("value:«k", "ambiguous-anchor") in drawn.places


def test_one_target_in_two_concepts_is_two_statements(draw: Draw) -> None:
    """A caption's link is drawn with the lines of its own concept."""
    two = (
        "\n## Other\n\n/// concept | other\n    parts: none\n///\n\nHere [pre](code:pre).\n\n"
        "/// example\n    run: other.run\n    caption: There [pre](code:pre).\n///\n"
    )
    one = (
        "Here [pre](code:pre).\n\n/// example\n    run: runs.example\n"
        "    caption: At [pre](code:pre).\n///\n"
    )
    other = "def other():\n    pre = 1\n    return pre\n\n\ndef run():\n    return other()\n"
    text = page(one) + two.replace("concept | other", "concept | other.other")
    drawn = draw(text, {"other.py": other})
    assert drawn.places == []
    first, second = drawn.parts(ExamplePart)
    assert "rnn.py:16" in first.caption
    assert "other.py:2" in second.caption


@pytest.mark.parametrize(
    ("typed", "help_text"),
    [
        ("rnn.py:15", "write [keep](code:rnn.advance.keep)"),
        ("`rnn.py:16`", "write [pre](code:rnn.advance.pre)"),
        ("rnn.py:13", "write [advance](code:rnn.advance)"),
        ("rnn.py:11", "write a link to the statement: [name](code:function.name)"),
        ("docs/notes.txt:1", "write a link to the statement: [name](code:function.name)"),
    ],
)
def test_typed_line_numbers(draw: Draw, typed: str, help_text: str) -> None:
    drawn = draw(page(f"See {typed} there.\n\n{RUN}"), {"docs/notes.txt": "x\n"})
    mark = typed.replace("`", "`«", 1) if "`" in typed else f"«{typed}"
    assert drawn.places == [drawn.at(mark, "bare-line-reference")]
    assert drawn.finding.help == help_text
    moved = "line numbers move whenever the file changes"
    told = "that is what the line holds now; `docgen adopt` asks Git what was meant"
    is_anchor = "(code:rnn" in help_text
    assert drawn.finding.notes == ((moved, told) if is_anchor else (moved,))


def test_names_of_files_that_do_not_exist_are_prose(draw: Draw) -> None:
    assert draw(page(f"At 10:30, see nowhere.py:15.\n\n{RUN}")).places == []


def test_links_are_drawn_with_their_lines(draw: Draw) -> None:
    import markdown

    drawn = draw(page(f"See [`keep`](code:keep) of [3](value:HIDDEN).\n\n{TABLE}\n{RUN}"))
    extension = DocgenExtension(project=drawn.project)
    html = markdown.markdown(Path(drawn.root / "docs/p.md").read_text(), extensions=[extension])
    assert '<span class="dg-code"><code>keep</code> (' in html
    assert "rnn.py:15" in html
    assert '<data class="dg-value" value="3">3</data>' in html
