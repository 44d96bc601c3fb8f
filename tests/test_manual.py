"""The manual lists what the code has: codes, settings, blocks and their options."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from docgen import __version__
from docgen.codes import CODES
from docgen.markup.schema import FRONT_OPTIONS, MATH_OPTIONS, OPTIONS
from docgen.pages.publication import schema
from docgen.settings import KEYS, Settings

OWN = {"layers"}  # draws docgen itself: of no use on another site
ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "docs" / "manual"


def section(page: str, title: str) -> str:
    """The text below a heading, up to the next heading of any level."""
    text = (MANUAL / page).read_text(encoding="utf-8")
    return re.split(r"\n#+ ", text.split(f"# {title}\n", 1)[1], maxsplit=1)[0]


def first_cells(text: str) -> set[str]:
    """The names in backticks in the first cells of tables; those of examples do not count."""
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    cells = re.findall(r"^\|(.*?)\|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_findings_page_lists_every_code_with_its_title() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", section("findings.md", "All codes"), re.M)

    assert rows == [(code.name, code.title) for code in CODES.values()]


def test_settings_page_names_every_key() -> None:
    text = (MANUAL / "settings.md").read_text(encoding="utf-8")

    assert [key for key in KEYS if f"`{key}`" not in text and f"\n{key} =" not in text] == []


def test_settings_page_says_the_defaults() -> None:
    rows: list[tuple[str, str]] = []
    for title in ("Where things are", "Limits of a run"):
        rows += re.findall(r"^\| `(\w+)` \| (.+?) \|", section("settings.md", title), re.M)
    plain = Settings(ROOT)

    assert len(rows) == 6
    for key, shown in rows:
        default: Any = getattr(plain, key)
        text = shown.strip("`")
        said = () if text == "none" else tomllib.loads(f"x = {text}")["x"]
        assert (tuple(said) if isinstance(said, list) else said) == default, key


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


@pytest.mark.parametrize(
    ("page", "walked"),
    [("README.md", "case-study.md"), ("docs/manual/findings.md", "how-to/review.md")],
)
def test_a_finding_is_one_that_a_walked_page_shows(page: str, walked: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    [shown, *_] = re.findall(r"^```text\n(error\[.*?)^```$", text, re.MULTILINE | re.DOTALL)

    assert f"$ docgen check\n{shown}" in (MANUAL / walked).read_text(encoding="utf-8")


def test_readme_leads_to_what_there_is() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r'\]\(([^)#:]+)(?=[)#])|src(?:set)?="([^"]+)"', readme)

    assert links != []
    assert [link for pair in links for link in pair if link and not (ROOT / link).exists()] == []


def hook(name: str) -> ModuleType:
    """A module of the site's hooks, which are in no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "hooks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_findings_page_says_what_every_code_means() -> None:
    findings = hook("findings")
    made = findings.sections()

    assert re.findall(r"^### (.+)$", made, re.MULTILINE) == list(CODES)
    assert findings.MARK in (MANUAL / "findings.md").read_text(encoding="utf-8")
    for code in CODES.values():
        assert f"text\n{code.example}\n````" in made
        assert f"{code.meaning}\n" in made
        assert f"*Cure.* {code.cure}" in made


def test_page_of_the_manifest_has_every_field() -> None:
    manifest = hook("manifest")
    records = schema()["$defs"]
    parts = re.split(r"^### (\w+)$", manifest.tables(), flags=re.MULTILINE)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))

    assert manifest.MARK in (MANUAL / "manifest.md").read_text(encoding="utf-8")
    assert set(sections) == set(records)
    for name, record in records.items():
        assert first_cells(sections[name]) == set(record["properties"])
        rows = re.findall(r"^\| `.+` \| (.+) \| (.+) \|$", sections[name], re.MULTILINE)
        assert len(rows) == len(record["properties"])


def test_how_it_works_follows_an_equation_of_this_site() -> None:
    text = (MANUAL / "how-it-works.md").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "transformer-block.md").read_text(encoding="utf-8")
    code = (ROOT / "model" / "transformer.py").read_text(encoding="utf-8")
    [latex] = re.findall(r"```latex\n(.+)\n```", text)
    [rows] = re.findall(r"```text\n(.+?)\n```", text, re.DOTALL)
    [statement] = re.findall(r"```python\n(.+)\n```", text)

    assert f"\n{latex}\n```\n" in page
    for row in rows.splitlines():
        assert re.search(re.escape(row).replace("…", ".+"), page), row
    assert f"    {statement}" in code


def test_words_are_told_from_code_in_meanings_and_cures() -> None:
    for code in CODES.values():
        words = re.sub(r"`[^`]+`", "", f"{code.meaning} {code.cure}")
        assert not re.search(r"\[tool|[_=\\{}]", words), code.name


def test_types_of_the_manifest_are_said_in_words() -> None:
    found = set(re.findall(r"^\| `[^`]+` \| (.+?) \|", hook("manifest").tables(), re.MULTILINE))
    plain = {one for one in found if "[" not in one and "`" not in one}

    assert plain == {
        "string",
        "integer of at least 0",
        "integer of at least 1",
        "list of strings",
        "number of at least 0, or null",
    }


def test_changelog_has_an_entry_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)
