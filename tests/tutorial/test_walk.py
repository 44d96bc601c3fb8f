"""Pages of the manual show what docgen prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tutorial.walk import CASES, FENCE, MANUAL, Fence, Step, corrected, fences, walk


@pytest.mark.parametrize("name", CASES)
def test_page_shows_what_is_printed(name: str, tmp_path: Path) -> None:
    # Where this fails, `python -m tests.tutorial.walk --write` writes what is printed now.
    wrong = [
        f"docs/manual/{name}:{step.line}: `{step.command}` ends with {step.code}:\n{step.printed}"
        for step in walk(name, tmp_path)
        if not step.is_true
    ]

    assert wrong == []


@pytest.mark.parametrize("name", CASES)
def test_every_fence_is_a_file_or_holds_commands(name: str) -> None:
    page = (MANUAL / name).read_text(encoding="utf-8")

    def is_right(fence: Fence) -> bool:
        if fence.language == "console":
            return fence.title is None and fence.body.startswith("$ ")
        return fence.title is not None

    assert [fence.line for fence in fences(page) if not is_right(fence)] == []
    assert "\n```" not in FENCE.sub("", page)


def test_a_page_is_corrected_where_it_shows_something_else() -> None:
    page = "```console\n$ a\n1\n$ b\n```\n\n```console\n$ a\n3\n```\n"
    steps = [
        Step(1, "a", "1\n", "1\n", 0),
        Step(1, "b", "", "2\n", 0),
        Step(6, "a", "3\n", "4\n", 0),
    ]

    assert corrected(page, steps) == "```console\n$ a\n1\n$ b\n2\n```\n\n```console\n$ a\n4\n```\n"


@pytest.mark.parametrize(
    ("shown", "code", "wanted"),
    [("1 error\n", 1, True), ("1 error\n", 0, False), ("x\n", 0, True), ("x\n", 1, False)],
)
def test_a_page_announces_the_exit_code(shown: str, code: int, wanted: bool) -> None:
    assert Step(1, "docgen check", shown, shown, code).is_true is wanted
