"""Concepts: functions, tables borrowed, ids, tests that are named."""

from __future__ import annotations

import pytest

from docgen.markdown_ext import DocgenExtension
from docgen.pages.names import used_symbols
from docgen.views.parts import EquationPart
from tests.foreign import TABLE, page
from tests.pages.conftest import Draw

RUN = "/// example\n    run: runs.example\n///\n"
SECOND = "\n## Again\n\n/// concept | {0}\n{1}    parts: none\n///\n"


@pytest.mark.parametrize(
    ("text", "mark", "code"),
    [
        (page("", "advanse"), "concept | «advanse", "unknown-function"),
        (page("", "rnn.advance.keep"), "concept | rnn.advance.«keep", "unknown-function"),
        ("---\ncode: rnm\n---\n# P\n", "code: «rnm", "unknown-function"),
        (
            page("") + "\n/// concept | retreat\n///\n",
            "/// «concept | retreat",
            "malformed-block",
        ),
        (
            page(SECOND.format("retreat", "    with: advanse\n")),
            "with: «advanse",
            "unknown-function",
        ),
        (page(SECOND.format("retreat", "    with: bend\n")), "with: «bend", "unknown-reference"),
        (
            page(SECOND.format("advance", "") + SECOND.format("retreat", "    with: advance\n")),
            "with: «advance",
            "ambiguous-anchor",
        ),
        (page("", parts="listing; lisitng"), "; «lisitng", "unknown-option"),
    ],
)
def test_faults_of_concepts(draw: Draw, text: str, mark: str, code: str) -> None:
    drawn = draw(text)
    assert drawn.places == [drawn.at(mark, code)]


def test_a_concept_without_a_function(draw: Draw) -> None:
    drawn = draw("# P\n\n## C\n\n/// concept\n    parts: none\n///\n\n/// used\n///\n")
    assert [place.rpartition(" ")[2] for place in drawn.places] == ["malformed-block"]


def test_what_to_type_for_a_misspelt_part(draw: Draw) -> None:
    finding = draw(page("", parts="lisitng")).finding
    assert finding.help == "did you mean `listing`?"
    assert finding.notes == ("parts: `shapes`, `listing`, `links`, `used`, `implemented`, `none`",)


def test_a_borrowed_table_is_looked_up_after_its_own(draw: Draw) -> None:
    """`d` is declared in both; the borrowed `p` names a cell that is not here."""
    own = (
        "\n| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
        "| $d$ | given | `dnew` | (B, H) |\n\n/// example\n    run: runs.there_and_back\n///\n"
    )
    text = page(f"{TABLE}\n{RUN}") + SECOND.format("retreat", "    with: advance\n")
    fence = '\n```math code="dx"\nd = 1\n```\n'
    drawn = draw(text + own + fence)
    assert drawn.places == []
    _, facts = drawn.project.pages["p.md"].equations[0]
    assert facts is not None
    symbols = [*facts.symbols, *facts.borrowed]
    assert [(each.latex, each.borrowed) for each in symbols] == [
        ("d", False),
        ("x", True),
        ("h", True),
        ("d", True),
        ("p", True),
        ("y", True),
    ]
    found = facts.symbol_of("pre")
    assert found is not None
    assert found.latex == "p"
    assert facts.symbol_of("nothing") is None


def equations(*fences: str) -> str:
    return page(f"{TABLE}\n{RUN}\n" + "\n\n".join(fences) + "\n")


def test_ids_come_from_titles(draw: Draw) -> None:
    fence = "```math{}\nd = x\n```"
    drawn = draw(
        equations(
            "**The first**\n" + fence.format(""),
            fence.format(""),
            fence.format(' id="third"'),
            fence.format(""),
        )
    )
    assert drawn.places == []
    parts = drawn.parts(EquationPart)
    assert [(part.html_id, part.title) for part in parts] == [
        ("eq-the-first", "The first"),
        ("eq-1", "Equation 1"),
        ("eq-third", "Equation third"),
        ("eq-2", "Equation 2"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "mark"),
    [
        ("**Same**\n```math\nd = x\n```", "**Same**\n```math\nd = x\n```", None),
        ("**Same**\n```math\nd = x\n```", '```math id="same"\nd = x\n```', 'id="«same'),
        ('```math id="1"\nd = x\n```', "```math\nd = x\n```", "```«math\nd"),
    ],
)
def test_two_equations_with_one_id(draw: Draw, one: str, other: str, mark: str | None) -> None:
    drawn = draw(equations(one, other))
    place = drawn.at(mark, "duplicate-id") if mark else drawn.at("«**Same**", "duplicate-id", 2)
    assert drawn.places == [place]
    assert drawn.finding.help == 'give this one another title, or an id of its own: id="..."'
    assert drawn.finding.notes[0].startswith("the first stands in line ")


def test_a_heading_with_the_id_of_an_equation(draw: Draw) -> None:
    drawn = draw(equations("### Head {#eq-driven}\n\n**Driven**\n```math\nd = x\n```"))
    assert drawn.places == [drawn.at("«### Head", "duplicate-id")]


@pytest.mark.parametrize("value", ["lots", "0", "-1", "1", "2.5", "inf", "nan"])
def test_a_tolerance_is_a_number(draw: Draw, value: str) -> None:
    drawn = draw(equations(f'```math tolerance="{value}"\nd \\approx x\n```'))
    assert drawn.places == [drawn.at(f'tolerance="«{value}"', "malformed-block")]
    assert draw(equations('```math tolerance="1e-6"\nd \\approx x\n```')).places == []


def test_a_tolerance_is_of_an_approximation(draw: Draw) -> None:
    drawn = draw(equations('```math tolerance="1e-6"\nd = x\n```'))
    assert drawn.places == [drawn.at('«tolerance="1e-6"', "malformed-block")]


def test_an_id_that_is_none(draw: Draw) -> None:
    drawn = draw(equations('```math id="two words"\nd = x\n```'))
    assert drawn.places == [drawn.at('id="«two words', "malformed-block")]
    assert drawn.finding.help == 'write id="two-words"'
    assert drawn.part(EquationPart).html_id == "eq-two-words"


@pytest.mark.parametrize(
    ("target", "expected"),
    [("#eq-driven", True), ("#eq-1", True), ("#eq-drivn", False), ("#else", True)],
)
def test_links_to_equations(draw: Draw, target: str, expected: bool) -> None:
    fences = "**Driven**\n```math\nd = x\n```\n\n```math\np = d\n```\n"
    drawn = draw(page(f"{TABLE}\n{RUN}\nSee [it]({target}).\n\n{fences}"))
    if expected:
        assert drawn.places == []
    else:
        assert drawn.places == [drawn.at("](«#eq", "unknown-reference")]
        assert drawn.finding.help == "did you mean `#eq-driven`?"


@pytest.mark.parametrize(
    ("options", "mark", "code"),
    [
        ("", "```«math", "unchecked-math"),
        (' code="keep"', "«code=", "unchecked-link"),
        (' stated="a fact" code="keep"', "«code=", "unchecked-link"),
        (' stated="a fact" tests="test_advance"', "«tests=", "unchecked-link"),
        (' stated="a fact"', None, None),
    ],
)
def test_an_equation_outside_of_concepts(
    draw: Draw, options: str, mark: str | None, code: str | None
) -> None:
    drawn = draw(f"---\ncode: rnn\n---\n# P\n\n```math{options}\nd = x\n```\n")
    assert drawn.places == ([drawn.at(mark, code)] if mark and code else [])


@pytest.mark.parametrize(
    ("test", "code", "message"),
    [
        ("test_advance.assert", None, ""),
        ("test_advance", None, ""),
        ("test_elsewhere", "never-executed", "`test_elsewhere` never reaches `advance`"),
        (
            "test_partly.assert",
            "never-executed",
            "`test_partly` never reaches `test_partly.assert`",
        ),
        ("test_partly", None, ""),
        ("test_wrong.assert", "run-failed", "`test_wrong` raises"),
    ],
)
def test_a_test_must_pass_and_reach_function_and_statement(
    draw: Draw, test: str, code: str | None, message: str
) -> None:
    drawn = draw(equations(f'```math tests="{test}"\nd = x\n```'))
    assert drawn.places == ([drawn.at(f'tests="«{test}"', code)] if code else [])
    if code:
        assert drawn.finding.message == message


def test_badges(draw: Draw) -> None:
    drawn = draw(
        page(
            TABLE.rstrip() + f"\n| $r$ | rate | — | scalar |\n\n{RUN}\n```math\nd = x\n```\n\n"
            '```math code="drive; keep" tests="test_advance"\nd = x\n```\n\n'
            '```math stated="for later"\nd = x\n```\n\n```math\nr = 2\n```\n\n'
            '```math holds="always" derived\nd > 0\n```\n'
        )
    )
    assert drawn.places == []
    parts = drawn.parts(EquationPart)
    assert [(part.badge.state, part.badge.label) for part in parts] == [
        ("not-run", "Not run"),
        ("not-run", "Not run"),
        ("stated", "Stated"),
        ("defined", "Definition"),
        ("mismatch", "Mismatch"),
    ]
    assert [part.badge.details[0] for part in parts] == [
        "Shapes in it do not fit.",
        "Shapes in it do not fit.",
        "Not evaluated: for later",
        "No statement computes its left side.",
        "It differs from the code.",
    ]
    assert [part.derived for part in parts] == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("text", "mark", "code"),
    [
        ("```math\nd = \\fracc{x}{2}\n```", "«\\fracc", "unrenderable-latex"),
        (
            "- Item\n\n    ```math\n    d =\n    \\fracc{x}{2}\n    ```",
            "«\\fracc",
            "unrenderable-latex",
        ),
        ("Inline $x \\fracc y$.", "«\\fracc", "unrenderable-latex"),
        ("$$d = x$$", "«$$d", "unchecked-math"),
    ],
)
def test_formulas_that_cannot_be_set(draw: Draw, text: str, mark: str, code: str) -> None:
    drawn = draw(page(f"{TABLE}\n{RUN}\n{text}\n"))
    assert drawn.places == [drawn.at(mark, code)]


class _Named:
    def __init__(self, latex: str) -> None:
        self.latex = latex


@pytest.mark.parametrize(
    ("latex", "names", "expected"),
    [
        ("Z = X_n W_1", ["X", "X_n", "Z", "n"], ["X_n", "Z"]),
        (r"a \odot b", ["d", "o", "a"], ["a"]),
        (r"\operatorname{FFN}(x)", ["F", "x"], ["x"]),
        (r"\mathrm{Ff} + f", ["f", r"\mathrm{Ff}"], ["f", r"\mathrm{Ff}"]),
        ("X_{n}", ["X_n"], []),
        ("AB", ["A", "B"], ["A", "B"]),
    ],
)
def test_symbols_of_a_formula(latex: str, names: list[str], expected: list[str]) -> None:
    symbols = [_Named(name) for name in names]
    assert [each.latex for each in used_symbols(latex, symbols)] == expected


def test_findings_are_shown_at_their_block_only(draw: Draw) -> None:
    import markdown

    drawn = draw(page(f"See [k](code:kept).\n\n{TABLE}\n/// example\n    run: runs.exampel\n///\n"))
    extension = DocgenExtension(project=drawn.project)
    html = markdown.markdown(
        (drawn.root / "docs/p.md").read_text(), extensions=[extension, "tables"]
    )
    assert html.count('class="dg-finding"') == 2
    top, _, rest = html.partition("<h1")
    assert "unknown-anchor" in top
    assert "unknown-function" in rest.split("</table>")[1]
