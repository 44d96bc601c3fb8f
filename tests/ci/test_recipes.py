"""What the how-to pages tell to write down is of the right form, and says what there is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from docgen.settings import KEYS

ROOT = Path(__file__).resolve().parent.parent.parent
HOW_TO = ROOT / "docs" / "manual" / "how-to"
CI = (HOW_TO / "ci.md").read_text(encoding="utf-8")
EDITOR = (HOW_TO / "editor.md").read_text(encoding="utf-8")


def titled(title: str) -> str:
    """The fence with a title."""
    found = re.findall(rf'^```\w+ title="{re.escape(title)}"\n(.*?)^```$', CI, re.M | re.S)
    assert len(found) == 1
    return str(found[0])


def fenced(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", EDITOR, re.M | re.S)


def validate(schema: str, text: str, file: Path) -> tuple[int, str]:
    file.write_text(text, encoding="utf-8")
    program = Path(sys.executable).parent / "check-jsonschema"
    done = subprocess.run(
        [program, "--builtin-schema", schema, file], capture_output=True, text=True
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("title", ["GitLab CI", "GitLab CI, merge requests"])
def test_recipes_for_gitlab(title: str, tmp_path: Path) -> None:
    found = validate("vendor.gitlab-ci", titled(title), tmp_path / "gitlab.yml")

    assert found == (0, "ok -- validation done\n")


def test_recipe_for_github(tmp_path: Path) -> None:
    found = validate("vendor.github-workflows", titled("GitHub workflow"), tmp_path / "docs.yml")

    assert found == (0, "ok -- validation done\n")


def test_a_wrong_recipe_is_found(tmp_path: Path) -> None:
    wrong = titled("GitLab CI").replace("script:\n", "script:\n    - 3\n")

    assert validate("vendor.gitlab-ci", wrong, tmp_path / "gitlab.yml")[0] == 1


def test_inputs_of_the_action_are_listed_with_their_defaults() -> None:
    inputs = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    rows = dict(re.findall(r"^\| `([\w-]+)` \| ([^|]+) \|", CI, re.MULTILINE))
    words = {"": "none", "${{ github.token }}": "that of the job"}
    defaults = {name: each["default"] for name, each in inputs.items()}
    wanted = {name: words.get(value, f"`{value}`") for name, value in defaults.items()}
    # The script puts the base of the pull request where none is given.
    wanted["base"] = "the base of the pull request"

    assert {name: rows.get(name) for name in wanted} == wanted


def test_hooks_are_listed() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    rows = re.findall(r"^\| `([\w-]+)` \| `([^`]+)`", CI, re.MULTILINE)
    config = yaml.safe_load(titled("pre-commit"))

    assert [row for row in rows if row[1].startswith("docgen")] == [
        (hook["id"], hook["entry"]) for hook in hooks
    ]
    assert config["repos"][0]["hooks"] == [{"id": hooks[0]["id"]}]


def test_settings_of_the_baseline_are_settings() -> None:
    assert set(tomllib.loads(titled("pyproject.toml"))["tool"]["docgen"]) <= set(KEYS)


def test_editors_start_the_server() -> None:
    [code] = [json.loads(text) for text in fenced("json")]
    [helix] = [tomllib.loads(text) for text in fenced("toml")]

    assert (code["glspc.server.command"], code["glspc.server.commandArguments"]) == (
        "docgen",
        ["lsp"],
    )
    assert helix["language-server"] == {"docgen": {"command": "docgen", "args": ["lsp"]}}
    assert all("docgen" in each["language-servers"] for each in helix["language"])
    assert all('cmd = { "docgen", "lsp" }' in text for text in fenced("lua"))
