"""Listings: true lines, and only those of what is listed."""

from __future__ import annotations

import pytest

from docgen.pages.listing import dedent
from docgen.views.parts import ListingPart
from tests.foreign import FILES, RNN, page
from tests.pages.conftest import Draw

LINES = RNN.removeprefix("\n").split("\n")


def listing(options: str = "") -> str:
    return page(f"/// listing\n{options}///\n")


@pytest.mark.parametrize(
    ("options", "first", "last", "html_id", "highlight"),
    [
        ("", 13, 18, "code-advance", set()),
        ("    in: retreat\n", 21, 27, "code-retreat", set()),
        ("    in: advance.keep\n", 15, 15, "code-advance", set()),
        ("    from: keep\n", 15, 18, "code-advance", set()),
        ("    to: keep\n", 13, 15, "code-advance", set()),
        ("    from: keep\n    to: new\n", 15, 17, "code-advance", set()),
        ("    from: pre\n    to: pre\n", 16, 16, "code-advance", set()),
        ("    highlight: pre; x\n", 13, 18, "code-advance", {13, 16}),
        ("    in: rnn.RATE\n", 3, 3, "code-rnn", set()),
        ("    highlight: call:bend\n", 13, 18, "code-advance", {17}),
    ],
)
def test_lines(
    draw: Draw, options: str, first: int, last: int, html_id: str, highlight: set[int]
) -> None:
    drawn = draw(listing(options))
    assert drawn.places == []
    part = drawn.part(ListingPart)
    assert (part.ref.line, part.ref.end_line, part.ref.text.partition(":")[0]) == (
        first,
        last,
        "rnn.py",
    )
    wanted = LINES[first - 1 : last]
    indent = len(wanted[0]) - len(wanted[0].lstrip())
    assert part.lines == tuple(line[indent:] for line in wanted)
    assert (part.html_id, part.highlight) == (html_id, highlight)


def test_ids_are_unique_on_a_page(draw: Draw) -> None:
    one = "/// listing\n///\n"
    parts = draw(page(f"{one}\n{one}\n/// listing\n    in: retreat\n///\n")).parts(ListingPart)
    assert [part.html_id for part in parts] == ["code-advance", "code-advance--2", "code-retreat"]


@pytest.mark.parametrize(
    ("options", "mark", "code"),
    [
        ("    in: advanse\n", "in: «advanse", "unknown-anchor"),
        ("    in: rnn\n", "in: «rnn", "unknown-anchor"),
        ("    from: kept\n", "from: «kept", "unknown-anchor"),
        ("    to: kept\n", "to: «kept", "unknown-anchor"),
        ("    highlight: pre; kept\n", "; «kept", "unknown-anchor"),
        ("    from: new\n    to: keep\n", "«from: new", "malformed-block"),
        ("    from: retreat.dpre\n", "from: «retreat.dpre", "unknown-anchor"),
        ("    to: retreat.dpre\n", "to: «retreat.dpre", "unknown-anchor"),
        ("    to: runs.example.return\n", "to: «runs.example", "unknown-anchor"),
        ("    highlight: retreat.dpre\n", "highlight: «retreat", "unknown-anchor"),
        ("    from: keep\n    highlight: drive\n", "highlight: «drive", "unknown-anchor"),
    ],
)
def test_faults(draw: Draw, options: str, mark: str, code: str) -> None:
    drawn = draw(listing(options))
    assert drawn.places == [drawn.at(mark, code)]


def test_lines_of_another_file_are_not_its_lines(draw: Draw) -> None:
    """`other.advance` has statements at the very lines that are shown."""
    other = "\n" * 14 + "def advance(x):\n    z = x\n    return z\n"
    drawn = draw(listing("    highlight: other.advance.z\n"), {"other.py": other})
    assert drawn.places == [drawn.at("highlight: «other", "unknown-anchor")]
    assert drawn.finding.message == "`other.advance.z` stands outside of `advance`"


def test_a_highlight_outside_of_the_range(draw: Draw) -> None:
    finding = draw(listing("    from: keep\n    highlight: drive\n")).finding
    assert finding.message == "`drive` stands outside of the lines shown"
    assert finding.notes == ("the listing shows lines 15 to 18",)
    assert finding.help == "widen `from:` and `to:`, or leave the highlight out"


def test_lines_in_a_string_keep_their_indentation() -> None:
    assert dedent(["    x = '''", "  a", "    b", "", "    '''"]) == (
        "x = '''",
        "  a",
        "b",
        "",
        "'''",
    )


def test_listings_of_unreadable_code(draw: Draw) -> None:
    broken = FILES["rnn.py"].replace("def bend(a):", "def bend(a:")
    drawn = draw(listing("    in: rnn.bend\n"), {"rnn.py": broken})
    (finding,) = drawn.project.findings
    assert (finding.code, finding.place.path, finding.place.line) == (
        "source-unreadable",
        "rnn.py",
        9,
    )
