"""The page of commands is made from the commands."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from docgen.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "manual" / "commands.md"
SPEC = importlib.util.spec_from_file_location(
    "commands_hook", ROOT / "docs" / "hooks" / "commands.py"
)
assert SPEC is not None
assert SPEC.loader is not None
HOOK = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(HOOK)


def at(path: str) -> SimpleNamespace:
    return SimpleNamespace(file=SimpleNamespace(src_uri=path))


def test_page_has_every_command_with_its_help() -> None:
    page = HOOK.on_page_markdown(PAGE.read_text(encoding="utf-8"), page=at("manual/commands.md"))
    sections = dict(re.findall(r"^## (\w+)\n\n.*?\n\n```text\n(.*?)\n```$", page, re.M | re.S))
    runner = CliRunner()

    assert list(sections) == list(COMMANDS)
    for name, shown in sections.items():
        printed = runner.invoke(main, [name, "--help"], prog_name="docgen", terminal_width=80)
        assert f"{shown}\n" == printed.output


def test_every_help_tells_its_exit_codes_and_an_example() -> None:
    for name in COMMANDS:
        text = CliRunner().invoke(main, [name, "--help"], prog_name="docgen").output
        flat = " ".join(text.split())
        assert "Exit codes: 0 " in flat, name
        assert f"      docgen {name}" in text, name


def test_other_pages_are_left_alone() -> None:
    assert HOOK.on_page_markdown("text", page=at("manual/grammar.md")) == "text"


def test_a_page_without_the_mark_is_a_fault() -> None:
    with pytest.raises(ValueError, match=r"^manual/commands\.md has lost its mark"):
        HOOK.on_page_markdown("text", page=at("manual/commands.md"))
