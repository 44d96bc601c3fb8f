"""Equations and their statements; left sides are cut by hand."""

from __future__ import annotations

import pytest

from docgen.links.equation import slugify
from docgen.links.left import left_sides
from tests.conftest import MakeProject, load, places
from tests.foreign import FILES, SETTINGS, TABLE, line_of, page


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("ReLU, element by element", "relu-element-by-element"),
        ("The row $x$ of `Z`", "the-row-x-of-z"),
        ("  -- ", ""),
        ("Größe", "grösse"),
        ("a_b", "a_b"),
    ],
)
def test_slugify(title: str, slug: str) -> None:
    assert slugify(title) == slug


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("Z = X W", [("Z", 0)]),
        ("  Z = X", [("Z", 2)]),
        (r"P \leftarrow F P", [("P", 0)]),
        ("y := x", [("y", 0)]),
        (r"a = 1, \qquad b = 2", [("a", 0), ("b", 14)]),
        (r"a = 1 \\ b = 2", [("a", 0), ("b", 9)]),
        (r"a = 1 \Rightarrow b = 2", [("a", 0), ("b", 18)]),
        (r"\begin{aligned} a &= 1 \\ b &= 2 \end{aligned}", [("a", 16), ("b", 26)]),
        (r"\sum_{i=1}^n x_i", []),
        (r"s = \sum_{i=1}^n x_i", [("s", 0)]),
        (r"f(x) = \begin{cases} 1 & x = 0 \\ 0 & y = 1 \end{cases}", [("f(x)", 0)]),
        (r"M = \begin{pmatrix} a & b \\ c & d = e \end{pmatrix}", [("M", 0)]),
        (
            r"\begin{pmatrix} a \\ b \end{pmatrix} = u",
            [(r"\begin{pmatrix} a \\ b \end{pmatrix}", 0)],
        ),
        (r"\{ x \} = y", [(r"\{ x \}", 0)]),
        ("x < y", []),
        ("= y", []),
        (r"\quadratic = 1", [(r"\quadratic", 0)]),
    ],
)
def test_left_sides(latex: str, expected: list[tuple[str, int]]) -> None:
    found = left_sides(latex)
    assert [(" ".join(left.split()), at) for left, at in found] == expected


LINKING = ("unknown-anchor", "ambiguous-anchor", "unknown-function", "malformed-block")
"""What linking reports; whether the equations hold is tested elsewhere."""


def linked(
    make_project: MakeProject, fence: str, table: str = TABLE, codes: tuple[str, ...] = LINKING
) -> tuple[list[str], list[str]]:
    """Links of the page's one equation as `role line`, and findings as `line:column code`."""
    text = page(f"{table}\n{fence}\n\n/// example\n    run: runs.example\n///\n")
    project = load(make_project({**FILES, "docs/p.md": text}, SETTINGS))
    ((equation, _),) = project.pages["p.md"].equations
    links = [f"{link.role} {link.anchor.path}:{link.anchor.node[0]}" for link in equation.links]
    found = [place for place in places(project) if place.rpartition(" ")[2] in codes]
    return links, found


def at(fence: str, mark: str, table: str = TABLE) -> str:
    return "docs/p.md:" + line_of(page(f"{table}\n{fence}\n"), mark)


def fenced(body: str, options: str = "") -> str:
    return f"```math{options}\n{body}\n```"


@pytest.mark.parametrize(
    ("fence", "links"),
    [
        (fenced("d = x W"), ["computes rnn.py:14"]),
        (fenced("y = p"), ["computes rnn.py:18"]),
        (fenced("d = x W, \\quad p = d + k"), ["computes rnn.py:14", "computes rnn.py:16"]),
        (fenced("d = x W", ' code="keep"'), ["computes rnn.py:15"]),
        (fenced("d = x W", ' code="pre; drive"'), ["computes rnn.py:14", "computes rnn.py:16"]),
        (fenced("d = x W", ' written="keep"'), ["inline rnn.py:15"]),
        (
            fenced("d = x W", ' code="drive; keep" written="keep"'),
            ["computes rnn.py:14", "inline rnn.py:15"],
        ),
        (
            fenced("d = x W", ' tests="test_advance.assert"'),
            ["computes rnn.py:14", "tests tests/test_rnn.py:7"],
        ),
        (
            fenced("d = x W", ' tests="test_advance"'),
            ["computes rnn.py:14", "tests tests/test_rnn.py:5"],
        ),
        (fenced("d = x W", ' stated="for later"'), []),
        (fenced("d > 0", ' holds="always"'), []),
    ],
)
def test_statements_of_an_equation(make_project: MakeProject, fence: str, links: list[str]) -> None:
    assert linked(make_project, fence) == (links, [])


@pytest.mark.parametrize(
    ("fence", "mark", "code"),
    [
        (fenced("q = x W"), "\n«q = x", "unbound-symbol"),
        (fenced("d = x W, \\quad q = d"), "\\quad «q = d", "unbound-symbol"),
        (fenced("x = d"), "\n«x = d", "unknown-anchor"),
        (fenced("d = x", ' code="drove"'), 'code="«drove"', "unknown-anchor"),
        (fenced("d = x", ' code="drive; keeps"'), "; «keeps", "unknown-anchor"),
        (fenced("d = x", ' code="bend"'), 'code="«bend"', "unknown-anchor"),
        (fenced("d = x", ' written="x + ..."'), 'written="«x + ..."', "unknown-anchor"),
        (fenced("d = x", ' tests="test_nothing"'), 'tests="«test_nothing"', "unknown-anchor"),
        (fenced("d = x", ' tests="drive"'), 'tests="«drive"', "unknown-function"),
        (fenced("d = x", ' tests="runs.example"'), 'tests="«runs.ex', "unknown-function"),
        (
            fenced("d = x", ' tests="tests.test_rnn.EXPECTED"'),
            'tests="«tests.test_rnn.EX',
            "unknown-function",
        ),
    ],
)
def test_faults_of_an_equation(make_project: MakeProject, fence: str, mark: str, code: str) -> None:
    _, found = linked(make_project, fence, codes=(code,))
    assert f"{at(fence, mark)} {code}" in found
    assert len(found) == 1 or code == "unbound-symbol"


def test_what_an_undeclared_left_side_is_told(make_project: MakeProject) -> None:
    text = page(TABLE + "\n" + fenced("q = x W") + "\n\n/// example\n    run: runs.example\n///\n")
    findings = load(make_project({**FILES, "docs/p.md": text}, SETTINGS)).findings
    (finding,) = [each for each in findings if each.message.startswith("the left side")]
    assert finding.message == "the left side `q` is in no symbol table of this concept"
    assert finding.notes == ("declared: x, h, d, p, y",)
    assert finding.help == 'add its row to the symbol table, or name the statement: code="..."'


def test_a_function_on_the_left_needs_its_statement(make_project: MakeProject) -> None:
    table = TABLE + "| $\\operatorname{bend}(a)$ | square | `bend` | (…) to (…) |\n"
    fence = fenced(r"\operatorname{bend}(a) = a^2")
    links, found = linked(make_project, fence, table, ("unchecked-link",))
    assert links == []
    mark = "\n«\\operatorname{bend}(a) ="
    assert found == [f"{at(fence, mark, table)} unchecked-link"]


def test_a_borrowed_row_that_binds_nothing_here_is_a_fault(make_project: MakeProject) -> None:
    text = page(TABLE + "\n/// example\n    run: runs.example\n///\n") + (
        "\n## Retreat\n\n/// concept | retreat\n    with: advance\n    parts: none\n///\n\n"
        "```math\nd = x W\n```\n"
    )
    project = load(make_project({**FILES, "docs/p.md": text}, SETTINGS))
    found = [place for place in places(project) if place.endswith("anchor")]
    assert found == [f"docs/p.md:{line_of(text, '«d = x W')} unknown-anchor"]


def test_a_faulty_row_is_reported_once(make_project: MakeProject) -> None:
    table = TABLE.replace("`drive`", "`drove`")
    fence = fenced("d = x W")
    _, found = linked(make_project, fence, table)
    assert found == [f"{at(fence, '`«drove`', table)} unknown-anchor"]


def test_a_left_side_in_an_indented_fence(make_project: MakeProject) -> None:
    fence = "- A step:\n\n    ```math\n    d = x,\n    \\quad q = d\n    ```"
    _, found = linked(make_project, fence, codes=("unbound-symbol",))
    assert found == [f"{at(fence, 'quad «q = d')} unbound-symbol"]


def test_a_definition_has_no_statement(make_project: MakeProject) -> None:
    text = page(
        TABLE.rstrip() + "\n| $r$ | rate | — | scalar |\n\n" + fenced("r = 2") + "\n\n"
        "/// example\n    run: runs.example\n///\n"
    )
    project = load(make_project({**FILES, "docs/p.md": text}, SETTINGS))
    ((equation, _),) = project.pages["p.md"].equations
    assert (equation.defined, equation.links) == (True, ())
    assert project.site.verdicts["docs/p.md#1"].state == "defined"
    assert (equation.id, equation.html_id) == ("advance.1", "eq-1")
