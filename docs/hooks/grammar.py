"""Runs the examples of the grammar, in a process of their own, and puts their tables in place."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from typing import Any

MARK = re.compile(r"<!-- grammar: ([a-z-]+) -->")


@functools.cache
def tables() -> dict[str, str]:
    """HTML of every table by its name."""
    done = subprocess.run(
        [sys.executable, "-m", "docgen.grammar"], capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode:
        raise ValueError(f"the reference of the grammar is not right:\n{done.stderr}")
    found: dict[str, str] = json.loads(done.stdout)
    return found


def on_page_content(html: str, *, page: Any, **_: object) -> str:
    if page.file.src_uri != "manual/grammar.md":
        return html
    marks = sorted(MARK.findall(html))
    if marks != sorted(tables()):
        raise ValueError(f"{page.file.src_uri} has the marks {marks}, not {sorted(tables())}")
    return MARK.sub(lambda mark: tables()[mark[1]], html)
