"""Declared shapes against the runs of a concept."""

from __future__ import annotations

import pytest

from docgen.views.mark import Mark
from docgen.views.parts import Dimension, ShapeRow, ShapesPart, SourceRef
from tests.foreign import RNN, SETTINGS, TABLE, page
from tests.pages.conftest import Draw

RUN = "/// example\n    run: runs.example\n///\n"


def test_a_table_of_shapes(draw: Draw) -> None:
    body = (
        f"{TABLE}\n{RUN}\n/// shapes | *All*\n\n"
        "| | | |\n|---|---|---|\n| `drive` | Driven | by $x$ |\n| `x` | | |\n///\n"
    )
    drawn = draw(page(body))
    assert drawn.places == []
    ref, head = SourceRef("rnn.py", "rnn.py", 14, 14), SourceRef("rnn.py", "rnn.py", 13, 13)
    words = 'by <math><mrow class="dg-sym dg-s0"><mi>x</mi></mrow></math>'
    assert drawn.part(ShapesPart) == ShapesPart(
        "*All*",
        ref,
        (
            ShapeRow("Driven", "(B, H)", "(1, 3)", ref, words, (Mark(0, 6, (2,)),)),
            ShapeRow("x", "(B, I)", "(1, 2)", head, "", (Mark(0, 1, (0,)),)),
        ),
        (
            Dimension("B", "BATCH", "1"),
            Dimension("H", "HIDDEN", "3"),
            Dimension("I", "INPUTS", "2", "of one step"),
        ),
    )


def test_all_symbols_in_code_order(draw: Draw) -> None:
    rows = TABLE.replace("| $x$ | input | `x` | (B, I) |\n", "") + "| $x$ | in | `x` | (B, I) |\n"
    part = draw(page(f"{rows}\n{RUN}\n/// shapes\n///\n")).part(ShapesPart)
    assert [row.name for row in part.rows] == ["x", "h", "drive", "pre", "return[0]"]


def test_one_array_is_one_row(draw: Draw) -> None:
    """Two symbols name `drive`; `pre` is named by entries alone, of which one is a number."""
    rows = (
        "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
        "| $d$ | driven | `drive` | (B, H) |\n"
        "| $d_1$ | its first row | `drive[0]` | (H,) |\n"
        "| $u$ | any | `drive` | (B, H) |\n"
        "| $n$ | one number | `pre[0, 0]` | scalar |\n"
        "| $p$ | first column | `pre[:, 0]` | (B,) |\n"
        "| $q$ | first row | `pre[0]` | (H,) |\n"
        '| $h$ | state | `weights["rec"]` | (H, H) |\n'
    )
    drawn = draw(page(f"{rows}\n{RUN}\n/// shapes\n///\n"))
    shown = drawn.part(ShapesPart).rows
    assert [(row.name, row.symbolic, row.ref and row.ref.line) for row in shown] == [
        ("drive", "(B, H)", 14),
        ('weights["rec"]', "(H, H)", 15),
        ("pre[:, 0]", "(B,)", 16),
    ]


@pytest.mark.parametrize(
    ("old", "new", "label"),
    [
        (
            "`drive` | (B, H)",
            "`drive` | (H, B)",
            "declared (H, B), that is (3, 1); the run has (1, 3)",
        ),
        (
            "`drive` | (B, H)",
            "`drive` | (B, I)",
            "declared (B, I), that is (1, 2); the run has (1, 3)",
        ),
        (
            "`drive` | (B, H)",
            "`drive` | (B, 2I)",
            "declared (B, 2I), that is (1, 4); the run has (1, 3)",
        ),
        (
            "`drive` | (B, H)",
            "`drive` | (B, 4)",
            "declared (B, 4), that is (1, 4); the run has (1, 3)",
        ),
        ("`drive` | (B, H)", "`drive` | (B, B, H, I)", "declared (B, B, H, I), the run has (1, 3)"),
        (
            "`return[0]` | (B, H)",
            "`return` | (B, H)",
            "declared (B, H), the run has a value of type tuple",
        ),
        (
            "`drive` | (B, H)",
            "`drive` | (B, H) in I",
            "declared in I = 2, an entry is no position from 0 to 1",
        ),
        (
            "`drive` | (B, H)",
            "`drive` | (B, H), symmetric",
            "declared symmetric, the array differs from its transpose",
        ),
        (
            "`drive` | (B, H)",
            "`drive` | (B, H) in K",
            "declared in K, which no shape of this call gives a size",
        ),
    ],
)
def test_a_shape_that_the_run_contradicts(draw: Draw, old: str, new: str, label: str) -> None:
    drawn = draw(page(f"{TABLE.replace(old, new)}\n{RUN}"))
    shape = new.partition("| ")[2]
    assert drawn.places == [drawn.at(f"{new.partition('| ')[0]}| «{shape}", "shape-mismatch")]
    assert drawn.finding.label == label
    assert [each.text for each in drawn.finding.related] == ["recorded here"]


def test_positions_and_symmetry_that_hold(draw: Draw) -> None:
    code = (
        "import numpy as np\n\n\ndef pick():\n    a = np.array([[2.0, 1.0], [1.0, 3.0]])\n"
        "    k = np.array([0, 1, 1])\n    u = a[k]\n    return u\n"
    )
    table = (
        "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
        "| $a$ | m | `a` | (d, d), symmetric |\n| $k$ | i | `k` | (n,) in d |\n"
        "| $u$ | r | `u` | (n, d) |\n"
    )
    head = "---\ncode: pick\n---\n# P\n\n## C\n\n/// concept | pick\n    parts: none\n///\n\n"
    text = f"{head}{table}\n/// example\n    run: pick.pick\n///\n"
    assert draw(text, {"pick.py": code}).places == []
    for old, new in (
        ("[1.0, 3.0]", "[0.0, 3.0]"),
        ("[0, 1, 1]", "[0, 2, 1]"),
        ("0, 1, 1", "0, 1.0, 1"),
    ):
        drawn = draw(text, {"pick.py": code.replace(old, new).replace("a[k]", "a[[0, 1, 1]]")})
        mark = "«(n,) in d" if "," in old and "3.0" not in old else "«(d, d), symmetric"
        assert drawn.places == [drawn.at(mark, "shape-mismatch")]


def test_letters_are_one_size_in_one_call(draw: Draw) -> None:
    """Two calls may have two sizes; the sizes of one call do not bind another."""
    body = f"{TABLE}\n/// example\n    run: runs.example; runs.batch\n    labels: a; b\n///\n"
    assert draw(page(body)).places == []


def test_a_second_run_is_checked_too(draw: Draw) -> None:
    rows = TABLE.replace("`drive` | (B, H)", "`drive` | (1, H)")
    body = f"{rows}\n/// example\n    run: runs.example; runs.batch\n///\n"
    drawn = draw(page(body))
    assert drawn.places == [drawn.at("| «(1, H)", "shape-mismatch")]
    assert drawn.finding.notes == ("in `batch` with B = 2, H = 3, I = 2",)


def test_sizes_bind_letters(draw: Draw) -> None:
    table = (
        "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
        '| $W$ | m | `return["in"]` | (I, H) |\n'
    )
    run = "    run: runs.weights\n    sizes: I=2 H=5\n"
    body = f"{table}\n/// example\n{run}\n| | |\n|---|---|\n| `I` | |\n///\n"
    assert draw(page(body, "begin")).places == []
    swapped = body.replace("| (I, H) |", "| (H, I) |")
    drawn = draw(page(swapped, "begin"))
    assert drawn.places == [drawn.at("| «(H, I) |", "shape-mismatch")]


def test_letters_that_are_never_told_apart(draw: Draw) -> None:
    square = (
        "import numpy as np\nfrom rnn import advance\n\n\ndef square():\n"
        "    W = {'in': np.eye(2), 'rec': np.eye(2)}\n"
        "    return advance(np.ones((1, 2)), np.ones((1, 2)), W)\n"
    )
    drawn = draw(
        page(f"{TABLE}\n/// example\n    run: square.square\n///\n"), {"square.py": square}
    )
    assert drawn.places == [drawn.at("`h` | «(B, H)", "weak-verdict")]
    assert drawn.finding.message == (
        "`I` and `H` are equal in every call, so neither can be told apart"
    )
    assert drawn.finding.notes == ("sizes: 2",)
    assert drawn.finding.help == "add an example in which `I` and `H` differ"
    other = page(f"{TABLE}\n/// example\n    run: square.square; runs.example\n///\n")
    assert draw(other, {"square.py": square}).places == []


def test_a_shape_that_no_run_shows(draw: Draw) -> None:
    drawn = draw(page(TABLE))
    assert drawn.places == [drawn.at("`x` | «(B, I)", "never-executed")]
    assert drawn.finding.help == (
        "add an example: `/// example | title` with `run: package.module.function`"
    )


BRANCH = RNN.replace(
    "    pre = drive + keep\n", "    pre = drive + keep\n    if RATE > 1:\n        late = pre\n"
)


def test_a_statement_that_no_run_reaches(draw: Draw) -> None:
    rows = TABLE + "| $l$ | late | `late` | (B, H) |\n"
    body = f"{rows}\n/// example\n    run: runs.example\n\n| | |\n|---|---|\n| `x` | |\n///\n"
    drawn = draw(page(body), {"rnn.py": BRANCH})
    assert drawn.places == [drawn.at("`late` | «(B, H)", "never-executed")]
    (label,) = drawn.finding.related
    assert (label.place.path, label.place.line, label.text) == ("rnn.py", 18, "not reached")


@pytest.mark.parametrize(
    ("block", "mark", "code"),
    [
        ("| `dryve` | |", "`«dryve`", "unknown-anchor"),
        ("| `keep` | |", "`«keep`", "unbound-symbol"),
        ("| `late` | |", "`«late` | |", "never-executed"),
    ],
)
def test_faulty_rows(draw: Draw, block: str, mark: str, code: str) -> None:
    rows = TABLE + "| $l$ | late | `late` | none |\n"
    if code == "never-executed":
        rows = rows.replace("`late` | none", "`late` | (B, H)")
    table = f"\n| | |\n|---|---|\n{block}\n"
    example = "/// example\n    run: runs.example\n\n| | |\n|---|---|\n| `x` | |\n///\n"
    drawn = draw(page(f"{rows}\n{example}\n/// shapes\n{table}///\n"), {"rnn.py": BRANCH})
    assert drawn.at(mark, code) in drawn.places
    assert len(drawn.places) == (2 if code == "never-executed" else 1)


def test_the_row_to_add_is_told(draw: Draw) -> None:
    body = f"{TABLE}\n{RUN}\n/// shapes\n\n| | |\n|---|---|\n| `keep` | |\n///\n"
    finding = draw(page(body)).finding
    assert finding.message == "no symbol table declares the shape of `keep`"
    assert finding.help == "add a row to the symbol table: | $...$ | ... | `keep` | (...) |"


def test_a_row_of_another_function_is_compared_with_that_function(draw: Draw) -> None:
    """`x` is declared for `advance`; a row of `begin` may not borrow that unseen."""
    begin = RNN.replace("    weights = {}\n", "    x = np.ones((I, H, 7))\n    weights = {}\n")
    body = (
        f"{TABLE}\n{RUN}\n/// shapes\n    in: begin\n    run: runs.weights\n    sizes: I=2 H=5\n\n"
        "| | |\n|---|---|\n| `x` | |\n///\n"
    )
    drawn = draw(page(body), {"rnn.py": begin})
    assert drawn.at("\n| `«x` | |", "shape-mismatch") in drawn.places


@pytest.mark.parametrize(
    ("statements", "rows"),
    [
        ("drive = dpre[0]", "| `drive` | |\n"),
        ("pre, drive = dpre, dpre.T", "| `pre` | |\n| `drive` | |\n"),
    ],
)
def test_a_borrowed_shape_is_compared_here_too(draw: Draw, statements: str, rows: str) -> None:
    other = RNN.replace("    dx = dpre", f"    {statements}\n    dx = dpre")
    text = page(f"{TABLE}\n{RUN}") + (
        "\n## Retreat\n\n/// concept | retreat\n    with: advance\n    parts: none\n///\n\n"
        f"/// shapes\n    run: runs.there_and_back\n\n| | |\n|---|---|\n{rows}///\n"
    )
    drawn = draw(text, {"rnn.py": other})
    assert drawn.places == [drawn.at("\n| `«drive` | |", "shape-mismatch")]


def test_letters_without_a_real_size(draw: Draw) -> None:
    settings = SETTINGS.replace('H = "rnn.HIDDEN"', 'H = "rnn.NAMES"').replace(
        'B = "rnn.BATCH"\n', ""
    )
    drawn = draw(page(f"{TABLE}\n{RUN}\n/// shapes\n///\n"), settings=settings)
    assert drawn.places == [
        drawn.at("| `«x` |", "unbound-symbol"),
        "pyproject.toml:5:1 unbound-symbol",
    ]
    one, other = drawn.project.findings
    assert (one.message, other.message) == (
        "`B` is no declared dimension",
        "dimension `H` has no whole number in the code",
    )
    assert other.notes == ("`rnn.NAMES` is of type list",)
    assert one.help == '[tool.docgen.dimensions] B = { code = "package.config.name" }'


def test_shapes_outside_of_a_concept(draw: Draw) -> None:
    drawn = draw("---\ncode: rnn\n---\n\n/// shapes\n    in: advance\n    run: runs.example\n///\n")
    assert drawn.places == [drawn.at("/// «shapes", "malformed-block")]


def test_a_failed_run_hides_no_shapes_and_is_one_fault(draw: Draw) -> None:
    drawn = draw(page(f"{TABLE}\n/// example\n    run: tests.test_rnn.test_wrong\n///\n"))
    assert drawn.places == [drawn.at("run: «tests.test_rnn.test_wrong", "run-failed")]


def test_a_cell_that_has_no_value_in_one_call(draw: Draw) -> None:
    code = RNN.replace("    keep = h @", "    part = None if h.any() else drive\n    keep = h @")
    rows = TABLE + "| $q$ | part | `part.T` | (H, B) |\n"
    run = "    run: runs.example; runs.quiet\n"
    body = f"{rows}\n/// example\n{run}\n| | |\n|---|---|\n| `x` | |\n///\n"
    drawn = draw(page(body), {"rnn.py": code})
    assert drawn.places == [drawn.at("`«part.T`", "run-failed")]
    assert drawn.finding.message == "`part.T` has no value in every call of `example`"


def test_a_dimension_that_names_no_module(draw: Draw) -> None:
    settings = SETTINGS.replace('H = "rnn.HIDDEN"', 'H = "rows"')
    drawn = draw("# Page\n", settings=settings)
    assert drawn.places == ["pyproject.toml:6:1 unbound-symbol"]
    assert drawn.finding.notes == ("`rows` names no module: it has no dot",)
