"""html-validate finds nothing in the content of any page, with all recommended rules but two.

`void-style` is off: Markdown writes pictures as `<img />`. `valid-id` takes what HTML takes: ids of
the reference are names of Python, which have dots.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.browser.opened import addresses
from tests.conftest import BuiltSite

START, END = "<article", "</article>"
FRAME = '<!DOCTYPE html>\n<html lang="en"><head><title>Page</title></head><body><main>\n{}\n'
FRAME += "</main></body></html>\n"


def content(page: Path) -> str:
    """The content of a page in a document of its own: what is around it is the theme's."""
    text = page.read_text(encoding="utf-8")
    start = text.index(START)
    article = text[start : text.index(END, start) + len(END)]
    # The theme's templates leave blanks at the ends of their lines.
    return FRAME.format("\n".join(line.rstrip() for line in article.split("\n")))


def faults(folder: Path, tools: Path) -> list[str]:
    """What html-validate says about every file of a folder, in one process."""
    report = folder / "report.json"
    command = [
        str(tools / ".bin" / "html-validate"),
        *("--config", str(tools.parent / ".htmlvalidate.json")),
        *("--formatter", f"json={report}"),
        *map(str, sorted(folder.glob("*.html"))),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert report.is_file(), done.stderr
    return [
        f"{Path(file['filePath']).name}:{message['line']}:{message['column']} "
        f"{message['ruleId']}: {message['message']}"
        for file in json.loads(report.read_text(encoding="utf-8"))
        for message in file["messages"]
    ]


@pytest.mark.browser
def test_the_content_of_every_page_is_valid(built: BuiltSite, tools: Path, tmp_path: Path) -> None:
    for address in addresses(built.site, every=True):
        name = address.strip("/").replace("/", "-") or "index"
        text = content(built.site / address / "index.html")
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    assert faults(tmp_path, tools) == []


@pytest.mark.browser
def test_a_fault_is_found(tools: Path, tmp_path: Path) -> None:
    text = FRAME.format('<p style="color: red">x<div id="a" id="b"></p>')
    (tmp_path / "one.html").write_text(text, encoding="utf-8")
    rules = {fault.split()[1].strip(":") for fault in faults(tmp_path, tools)}
    assert rules >= {"no-inline-style", "no-dup-attr"}
