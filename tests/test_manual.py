"""The manual lists what the code has: codes, settings, blocks and their options."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from docgen import __version__
from docgen.codes import CODES
from docgen.markup.schema import FRONT_OPTIONS, MATH_OPTIONS, OPTIONS
from docgen.settings import KEYS

OWN = {"layers"}  # draws docgen itself: of no use on another site
ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "docs" / "manual"


def section(page: str, title: str) -> str:
    """The text below a heading, up to the next heading of any level."""
    text = (MANUAL / page).read_text(encoding="utf-8")
    return re.split(r"\n#+ ", text.split(f"# {title}\n", 1)[1], maxsplit=1)[0]


def first_cells(text: str) -> set[str]:
    """The names in backticks in the first cells of tables."""
    cells = re.findall(r"^\|(.*?)\|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_findings_page_lists_every_code_with_its_title() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", section("findings.md", "All codes"), re.M)

    assert rows == [(code.name, code.title) for code in CODES.values()]


def test_settings_page_names_every_key() -> None:
    text = (MANUAL / "settings.md").read_text(encoding="utf-8")

    assert [key for key in KEYS if f"`{key}`" not in text and f"\n{key} =" not in text] == []


def test_settings_page_shows_valid_settings() -> None:
    text = (MANUAL / "settings.md").read_text(encoding="utf-8")

    for example in re.findall(r"```toml\n(.*?)```", text, re.DOTALL):
        assert set(tomllib.loads(example)["tool"]["docgen"]) <= set(KEYS)


def test_language_page_lists_the_options_of_front_matter_and_equations() -> None:
    assert first_cells(section("language.md", "Front matter")) == set(FRONT_OPTIONS)
    assert first_cells(section("language.md", "Equations")) == set(MATH_OPTIONS)


def test_language_page_describes_every_block_and_option() -> None:
    shared = first_cells(section("language.md", "Blocks"))
    text = (MANUAL / "language.md").read_text(encoding="utf-8")
    titles = re.findall(r"^### (.+)$", text, re.MULTILINE)
    blocks = {name: title for title in titles for name in title.split(", ")}

    assert set(blocks) == set(OPTIONS) - OWN
    for name in blocks:
        options = OPTIONS[name]
        described = first_cells(section("language.md", blocks[name]))
        assert set(options) - shared == described - shared, name


def test_changelog_has_an_entry_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)
