from __future__ import annotations

from docgen.diagnostics import Finding, Label
from docgen.text import Place
from docgen.views.findings import excerpt, plain_findings, render_findings
from docgen.views.parts import FindingsPart

PLACE = Place("docs/a.md", 45, 5, 9, "S = \\frac<")


def test_a_finding_whole() -> None:
    finding = Finding(
        "unknown-anchor",
        "`Z` names no statement",
        PLACE,
        "here",
        (Label(Place("m.py", 3, 1, 2, "y"), "near"),),
        ("a note",),
        "write `Y`",
    )

    assert render_findings(FindingsPart((finding,))) == (
        '<div class="dg-finding" role="note" data-state="error">'
        '<p class="dg-findinghead"><strong>error</strong> <code>unknown-anchor</code></p>'
        '<p class="dg-message"><code>Z</code> names no statement</p>'
        '<p class="dg-place">docs/a.md:45:5</p>'
        '<pre class="dg-excerpt" tabindex="0"><code>45 | S = \\frac&lt;\n'
        "   |     ^^^^ here</code></pre>"
        '<p class="dg-place">m.py:3:1</p>'
        '<pre class="dg-excerpt" tabindex="0"><code>3 | y\n  | ^ near</code></pre>'
        "<ul><li>a note</li></ul>"
        '<p class="dg-help"><strong>Help:</strong> write <code>Y</code></p></div>'
    )


def test_a_bare_warning_with_a_single_backtick() -> None:
    finding = Finding("callee-changed", "one ` only", PLACE, severity="warning")
    html = render_findings(FindingsPart((finding,)))

    assert '<p class="dg-message">one ` only</p>' in html
    assert "Help" not in html
    assert "<ul>" not in html
    assert plain_findings(FindingsPart((finding,))) == (
        "warning callee-changed: one ` only (docs/a.md:45:5)"
    )


def test_names_in_notes_are_code() -> None:
    finding = Finding("unknown-anchor", "no", PLACE, notes=("`f` binds `Z`",))

    assert "<li><code>f</code> binds <code>Z</code></li>" in render_findings(
        FindingsPart((finding,))
    )


def test_carets_count_display_cells() -> None:
    assert excerpt(Place("p", 1, 2, 4, "\t日本 x"), "") == ("    日本 x", "    ^^^^")
    assert excerpt(Place("p", 1, 5, 5, "abcd"), "end") == ("abcd", "    ^ end")


def test_c033_an_excerpt_shows_at_most_200_characters() -> None:
    start, caret = excerpt(Place("p", 1, 1, 3, "x" * 500), "")
    middle, under = excerpt(Place("p", 1, 401, 403, "x" * 400 + "yy" + "z" * 200), "w")

    assert (start, caret) == ("x" * 200 + "...", "^^")
    assert middle == "..." + "x" * 24 + "yy" + "z" * 174 + "..."
    assert under == " " * 27 + "^^ w"


def test_carets_are_in_sight_on_a_phone() -> None:
    assert excerpt(Place("p", 1, 26, 28, "a" * 25 + "bb"), "") == (
        "..." + "a" * 24 + "bb",
        " " * 27 + "^^",
    )
