"""Links from page to page, as hosts build them."""

from __future__ import annotations

import pytest

from docgen.pages.address import CodePage, page_address


@pytest.mark.parametrize(
    ("here", "there", "has_folders", "link"),
    [
        ("docs/a.md", "docs/code/ops.md", True, "../code/ops/#x"),
        ("docs/a.md", "docs/code/ops.md", False, "code/ops.html#x"),
        ("docs/index.md", "docs/a.md", True, "a/#x"),
        ("docs/index.md", "docs/a.md", False, "a.html#x"),
        ("docs/code/ops.md", "docs/index.md", True, "../../#x"),
        ("docs/code/ops.md", "docs/index.md", False, "../index.html#x"),
        ("docs/code/index.md", "docs/code/ops.md", True, "ops/#x"),
        ("docs/code/README.md", "docs/code/ops.md", False, "ops.html#x"),
        ("docs/code/ops.md", "docs/code/README.md", False, "index.html#x"),
        ("docs/a.md", "docs/b c.md", True, "../b%20c/#x"),
        ("docs/a.md", "docs/a.md", True, "#x"),
    ],
)
def test_links(here: str, there: str, has_folders: bool, link: str) -> None:
    assert page_address(here, there, "x", has_folders) == link


def test_a_page_itself() -> None:
    assert page_address("docs/a.md", "docs/b.md", "", True) == "../b/"


def test_ids_of_lines() -> None:
    assert CodePage("docs/code/ops.md", "code-model-ops").line(24) == "code-model-ops-L24"
