"""Surroundings of a cursor, in pages that are broken in every way typing breaks them."""

from __future__ import annotations

import pytest

from docgen.lsp.outline import cut_cells, outline

HEAD = "---\ncode: model\n---\n# Page\n\n## One\n\n/// concept | one\n    with: two; three\n///\n\n"
ROWS = "\n| Symbol | In code |\n|---|---|\n| $Z$ | `z` |\n"


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        (HEAD, "one"),
        (HEAD + "### Deeper\n", "one"),
        (HEAD + "## Next\n", ""),
        (HEAD + "### Two\n/// concept | two\n///\n", "two"),
        (HEAD + "### Two\n/// concept | two\n///\n### Three\n", "one"),
        (HEAD + "[open](code:\n", "one"),
        (HEAD + "```python\n## No heading\n", "one"),
        (HEAD + "```python\n## No heading\n```\n## Next\n", ""),
        ("/// concept | top\n///\n", "top"),
        (HEAD + "/// concept\n", ""),
    ],
)
def test_the_concept_is_that_of_the_section(text: str, concept: str) -> None:
    assert outline(text, len(text)).concept == concept


def test_the_module_and_what_is_lent_are_read() -> None:
    found = outline(HEAD, len(HEAD))

    assert (found.module, found.lent) == ("model", ["two", "three"])


@pytest.mark.parametrize(
    ("tail", "fence"),
    [
        ("```math\nZ", "math"),
        ('```math code="Z"\nZ', "math"),
        ("    ```math\n    Z", "math"),
        ("> ```math\n> Z", "math"),
        ("~~~ {.python}\nx", "python"),
        ("```math\nZ\n```\n", None),
        ("````math\n```\n", "math"),
    ],
)
def test_an_open_fence_has_its_language(tail: str, fence: str | None) -> None:
    text = HEAD + tail
    assert outline(text, len(text)).fence == fence


@pytest.mark.parametrize(
    ("tail", "block", "is_head", "keys"),
    [
        ("/// example | A\n    run: ex\n    ", "example", True, ["run"]),
        ("/// example | A\n\n    ", "example", False, []),
        ("/// example | A\n///\n    ", "", False, []),
    ],
)
def test_the_options_of_an_open_block(
    tail: str, block: str, is_head: bool, keys: list[str]
) -> None:
    text = HEAD + tail
    found = outline(text, len(text))
    assert (found.block, found.is_head, found.keys) == (block, is_head, keys)


def test_rows_above_and_below_the_cursor_count_up_to_the_end_of_the_section() -> None:
    text = HEAD + "here\n" + ROWS + "## Next\n" + ROWS.replace("Z", "Y")

    assert outline(text, text.index("here")).symbols == ["$Z$"]
    assert outline(text, text.index("## Next")).symbols == ["$Z$"]


def test_a_line_of_a_table_knows_its_columns() -> None:
    text = HEAD + ROWS + "| $Y$ | `"
    found = outline(text, len(text))

    assert (found.header, found.before) == (["symbol", "in code"], "| $Y$ | `")


def test_cells_are_cut_outside_of_code_and_formulas() -> None:
    assert cut_cells("| $|x|$ | `a | b` | c \\| d |") == ["$|x|$", "`a | b`", "c \\| d"]
    assert cut_cells("| a | `open | b") == ["a", "`open", "b"]
