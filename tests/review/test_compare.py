"""What a check says of links that are not as they were confirmed."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.diagnostics import Label
from docgen.review.lock import FILE
from docgen.text import Place
from tests.conftest import load
from tests.review.conftest import Adopter


def test_without_a_lock_nothing_is_reported(adopter: Adopter) -> None:
    adopter.code("x @ w", "w @ x")
    assert adopter.findings == []


def test_what_was_confirmed_is_clean(confirmed: Adopter) -> None:
    assert confirmed.findings == []
    assert load(confirmed.root).findings == []


def test_changed_statement(confirmed: Adopter) -> None:
    confirmed.code("pre = drive + keep", "pre = (drive  # down\n        - keep)")
    found = confirmed.only
    assert (found.code, found.severity) == ("stale-link", "error")
    assert found.message == "`pre` changed since equation `both` was confirmed"
    line = '```math code="pre; drive" stated="by construction"'
    assert found.place == Place("docs/page.md", 22, 15, 18, line)
    place = Place("rnn.py", 15, 5, 25, "    pre = (drive  # down")
    assert found.related == (Label(place, "changed"),)
    assert found.notes == ("confirmed: pre = drive + keep", "      now: pre = drive - keep")
    assert found.help == "read both, then: docgen review rnn.advance.pre"


def test_every_equation_and_sentence_about_a_changed_statement(confirmed: Adopter) -> None:
    confirmed.code("drive = x @ w", "drive = x.T.T @ w")
    assert confirmed.messages == [
        "14: `drive` changed since this text was confirmed",
        "17: `drive` changed since equation `driven` was confirmed",
        "22: `drive` changed since equation `both` was confirmed",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import numpy as np\n", "import numpy as np\n\n# 1\n# 2\n# 3\n"),
        ("pre = drive + keep", "pre = (drive +\n           keep)  # the sum"),
        ("def advance(x, h, w):\n", 'def advance(x, h, w):\n    """Now said."""\n'),
        ("norm = 0.0", "norm = 0.00"),
        ("    norm = np.sum(pre)\n", '    norm = np.sum(pre)\n    """Of all entries."""\n'),
        ("def twice(x):", "def thrice(x):"),
    ],
)
def test_edits_that_keep_the_meaning(confirmed: Adopter, old: str, new: str) -> None:
    confirmed.code(old, new)
    assert confirmed.findings == []


def test_checkouts_with_other_line_ends(confirmed: Adopter) -> None:
    for name in ("rnn.py", FILE):
        file = confirmed.root / name
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert confirmed.findings == []
    confirmed.run("--all")
    assert b"\r\n" in (confirmed.root / FILE).read_bytes()
    assert confirmed.lock.count("\r") == 0  # text is read with plain line ends


def test_an_equation_with_an_error_of_its_own_is_reported_once(confirmed: Adopter) -> None:
    confirmed.code("drive = x @ w", "drive = x @ w + 1")
    found = [(each.place.line, each.code) for each in load(confirmed.root).findings]
    assert found == [(14, "stale-link"), (18, "equation-mismatch"), (22, "stale-link")]


def test_anchor_that_is_gone_is_unknown_and_not_stale(confirmed: Adopter) -> None:
    confirmed.code("pre = drive + keep", "sum_ = drive + keep")
    confirmed.code("norm = np.sum(pre)", "norm = np.sum(sum_)")
    confirmed.code("bend(pre)", "bend(sum_)")
    assert {each.code for each in confirmed.findings} == {"unknown-anchor"}


def test_link_that_was_never_confirmed(confirmed: Adopter) -> None:
    confirmed.page('code="pre; drive"', 'code="pre; drive; keep; norm = np.sum(pre)"')
    found = confirmed.only
    assert found.code == "stale-link"
    assert found.message == "equation `both` was never confirmed"
    assert found.place.line == 22
    assert found.notes == ("it rests on `rnn.advance.keep` and 1 more",)
    assert found.help == "read page and code, then: docgen review"


def test_new_section_is_one_finding_an_equation_and_concept(confirmed: Adopter) -> None:
    section = "## Twice\n\n/// concept | twice\n    parts: none\n///\n\nTo [it](code:return).\n"
    equation = '\n**Once**\n```math code="y.2" stated="more"\ny = 1\n```\n'
    page = confirmed.root / "docs/page.md"
    page.write_text(page.read_text() + "\n" + section + equation)
    assert confirmed.messages == [
        "41: the section of `twice` was never confirmed",
        "45: this link to code was never confirmed",
        "48: equation `once` was never confirmed",
    ]


def test_identical_statement_before_the_one_meant(adopter: Adopter) -> None:
    section = "## Twice\n\n/// concept | twice\n    parts: none\n///\n\n**Once**\n"
    equation = '```math code="y.2" stated="more"\ny = 1\n```\n'
    page = adopter.root / "docs/page.md"
    page.write_text(page.read_text() + "\n" + section + equation)
    adopter.run("--all")
    assert '"rnn.twice.y.2", "2/2"' in adopter.lock
    adopter.code("def twice(x):\n", "def twice(x):\n    y = x + x\n")
    found = adopter.only
    assert found.code == "stale-link"
    assert found.message == "`y.2` was 2 of 2 identical statements; now it is 2 of 3"
    assert found.related[0].place.line == 24


def test_function_that_changed_in_what_is_not_linked(confirmed: Adopter) -> None:
    confirmed.code("norm > 9", "norm > 8")
    found = confirmed.only
    assert (found.code, found.severity) == ("callee-changed", "warning")
    assert found.message == "`advance` changed since this section was confirmed"
    assert found.place.line == 10
    assert found.related[0].place.text == "def advance(x, h, w):"
    assert found.help == "read the section again, then: docgen review rnn.advance"


def test_mention_of_a_function_that_changed_is_to_be_read_again(confirmed: Adopter) -> None:
    """Prose that only names a function may well be true still: a warning, once a page."""
    page = confirmed.root / "docs/page.md"
    other = confirmed.root / "docs/other.md"
    other.write_text(
        "---\ncode: rnn\n---\n# Other\n\n[It](code:squeeze) is used. [It](code:squeeze) is small.\n"
        "\n## Again\n\n[This](code:squeeze) too.\n"
    )
    assert page.is_file()
    confirmed.run("--all")
    confirmed.code("def squeeze(a):\n    return a", "def squeeze(a):\n    return -a")

    assert [(one.place.path, one.place.line, one.code) for one in confirmed.findings] == [
        ("docs/other.md", 6, "callee-changed"),
        ("docs/page.md", 10, "callee-changed"),
    ]
    first = confirmed.findings[0]
    assert (first.severity, first.message) == (
        "warning",
        "`squeeze` changed since this text was confirmed",
    )
    assert first.help == "read the text again, then: docgen review rnn.squeeze"


def test_function_that_is_called_by_one_that_is_called(confirmed: Adopter) -> None:
    confirmed.code("def squeeze(a):\n    return a", "def squeeze(a):\n    return -a")
    assert [(one.place.line, one.code, one.message) for one in confirmed.findings] == [
        (
            10,
            "callee-changed",
            "`squeeze`, which `advance` runs, changed since that was confirmed",
        ),
    ]


def test_called_function_can_be_an_error(confirmed: Adopter) -> None:
    settings = confirmed.root / "pyproject.toml"
    settings.write_text('[tool.docgen]\nseverity = { callee-changed = "error" }\n')
    confirmed.code("squeeze(a) * a", "squeeze(a) / a")
    assert confirmed.only.severity == "error"


def test_another_function_of_the_same_name_is_imported(confirmed: Adopter) -> None:
    (confirmed.root / "other.py").write_text("def squeeze(a):\n    return -a\n")
    confirmed.code("def squeeze(a):\n    return a\n", "from other import squeeze\n")
    found = [one for one in confirmed.findings if one.code == "callee-changed"]
    assert [one.message for one in found] == [
        "`advance` leads to `squeeze`, which was never confirmed"
    ]


def test_links_that_are_gone_are_not_missed(confirmed: Adopter) -> None:
    confirmed.page("[drives](code:drive)", "drives")
    assert confirmed.findings == []
    assert '"prose", "-", "rnn.advance.drive"' in confirmed.lock
    confirmed.run("--all")
    assert '"prose", "-", "rnn.advance.drive"' not in confirmed.lock


def test_renamed_page_and_equation_stay_confirmed(confirmed: Adopter) -> None:
    confirmed.page("**Both**", "**Sum**")
    (confirmed.root / "docs/page.md").rename(confirmed.root / "docs/cell.md")
    assert confirmed.findings == []
    confirmed.run("--all")
    assert "docs/page.md" not in confirmed.lock
    assert '"docs/cell.md", "rnn.advance", "eq-sum"' in confirmed.lock


def test_a_copy_of_a_page_is_to_be_confirmed(confirmed: Adopter) -> None:
    page = confirmed.root / "docs/page.md"
    (confirmed.root / "docs/copy.md").write_text(page.read_text())
    found = {one.place.path for one in confirmed.findings if one.code == "stale-link"}
    assert found == {"docs/copy.md"}


def test_the_lock_is_watched(confirmed: Adopter) -> None:
    assert confirmed.root / FILE in load(confirmed.root).watched()


def test_constant_that_a_linked_statement_reads(adopter: Adopter) -> None:
    adopter.code("import numpy as np\n", "import numpy as np\n\nSCALE = 1.0\n")
    adopter.code("keep = h @ w", "keep = h @ w * SCALE")
    assert adopter.run("--all").exit_code == 0
    assert '"calls", "-", "rnn.SCALE", ""' in adopter.lock
    adopter.code("SCALE = 1.0", "SCALE = 2.0")
    found = adopter.only
    assert (found.code, found.place.line, found.related[0].place.line) == ("callee-changed", 10, 3)
    assert found.message == "`SCALE`, which `advance` reads, changed since that was confirmed"
    assert found.help == "read the section again, then: docgen review rnn.SCALE"
    shown = adopter.run("--show").output
    assert "rnn.SCALE, which advance reads: changed" in shown
    assert adopter.run("rnn.SCALE", "--all").output == "1 confirmed\n"
    assert adopter.findings == []


def test_constant_is_told_beside_a_changed_statement_of_its_module(adopter: Adopter) -> None:
    adopter.code("import numpy as np\n", "import numpy as np\n\nSCALE = 1.0\n")
    adopter.code("keep = h @ w", "keep = h @ w * SCALE")
    adopter.run("--all")
    adopter.code("SCALE = 1.0", "SCALE = 2.0")
    adopter.code("pre = drive + keep", "pre = drive - keep")
    assert adopter.messages == [
        "10: `SCALE`, which `advance` reads, changed since that was confirmed",
        "22: `pre` changed since equation `both` was confirmed",
    ]


def test_decorator_that_is_a_function_of_the_project(adopter: Adopter) -> None:
    wrap = "def wrap(f):\n    return lambda *given: f(*given)\n\n\n"
    adopter.code("def advance(x, h, w):", f"{wrap}@wrap\ndef advance(x, h, w):")
    assert adopter.run("--all").exit_code == 0
    adopter.code("f(*given)", "f(*given) * 2")
    assert adopter.messages == [
        "10: `wrap`, which `advance` runs, changed since that was confirmed"
    ]


def test_renamed_module_stays_confirmed(confirmed: Adopter) -> None:
    (confirmed.root / "rnn.py").rename(confirmed.root / "cell.py")
    confirmed.page("code: rnn\n", "code: cell\n")
    confirmed.page("run: rnn.", "run: cell.")
    assert confirmed.findings == []
    assert confirmed.run("--show").output == "everything is confirmed\n"
    assert confirmed.run("--all").output == "everything is confirmed\n"
    assert '"rnn.' not in confirmed.lock
    assert '["docs/page.md", "cell.advance", "calls", "-", "cell.squeeze"' in confirmed.lock


def test_statement_that_changed_in_a_renamed_module(confirmed: Adopter) -> None:
    confirmed.code("pre = drive + keep", "pre = drive - keep")
    (confirmed.root / "rnn.py").rename(confirmed.root / "cell.py")
    confirmed.page("code: rnn\n", "code: cell\n")
    confirmed.page("run: rnn.", "run: cell.")
    assert confirmed.messages == [
        "10: the section of `advance` was never confirmed",
        "22: equation `both` was never confirmed",
    ]


def test_called_function_that_moved_to_another_module(confirmed: Adopter) -> None:
    function = "def squeeze(a):\n    return a\n"
    (confirmed.root / "other.py").write_text(function)
    confirmed.code(function, "from other import squeeze\n")
    confirmed.page("(code:squeeze)", "(code:other.squeeze)")
    assert confirmed.findings == []


def test_which_of_two_functions_moved_is_not_guessed(confirmed: Adopter) -> None:
    """Two new functions could be the old one: both are to be confirmed."""
    function = "def squeeze(a):\n    return a\n"
    for name in ("one", "two"):
        (confirmed.root / f"{name}.py").write_text(function)
    confirmed.code(function, "import one\nimport two\n")
    confirmed.code("squeeze(a) * a", "one.squeeze(a) * two.squeeze(a)")
    confirmed.page("[squeeze](code:squeeze)", "squeeze")
    found = [one.message for one in confirmed.findings if one.code == "callee-changed"]
    assert found == ["`bend`, which `advance` runs, changed since that was confirmed"]
    shown = confirmed.run("--show").output
    assert "one.squeeze, which advance runs: never confirmed" in shown
    assert "two.squeeze, which advance runs: never confirmed" in shown


def test_a_warning_does_not_come_before_what_is_to_be_confirmed(confirmed: Adopter) -> None:
    confirmed.page("The input [drives]", "See rnn.py:4. The input [drives]")
    confirmed.code("norm > 9", "norm > 8")
    assert confirmed.places == ["docs/page.md:14 bare-line-reference"]
    settings = confirmed.root / "pyproject.toml"
    settings.write_text('[tool.docgen]\nseverity = { bare-line-reference = "warning" }\n')
    assert confirmed.places == [
        "docs/page.md:10 callee-changed",
        "docs/page.md:14 bare-line-reference",
    ]


def test_a_known_error_hides_nothing_that_is_to_be_confirmed(confirmed: Adopter) -> None:
    """An equation whose error is in the baseline, and whose statement changes then."""
    confirmed.page("d = x W", r"d = x W \foo")
    known = str(confirmed.root / "known.json")
    root = str(confirmed.root)
    arguments = ["check", "--root", root, "--format", "short"]
    written = CliRunner().invoke(main, [*arguments, "--write-baseline", known])
    assert written.exit_code == 0, written.output
    assert CliRunner().invoke(main, [*arguments, "--baseline", known]).exit_code == 0
    confirmed.code("drive = x @ w", "drive = x @ w * 1.0")
    done = CliRunner().invoke(main, [*arguments, "--baseline", known])
    assert done.exit_code == 1
    assert "`drive` changed since equation `driven` was confirmed" in done.output
