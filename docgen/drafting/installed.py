"""Adds an installed package to the settings, so that pages may document it.

`[tool.docgen]` becomes `[tool.docgen]` with the line `installed = ["scipy"]` below it.
"""

from __future__ import annotations

import re
from pathlib import Path

from docgen.settings import FILE

_TABLE = re.compile(r"^\[tool\.docgen\][^\n]*\n?", re.MULTILINE)
_NEXT = re.compile(r"^\s*\[", re.MULTILINE)
_KEY = re.compile(r"^installed\s*=\s*\[(?P<names>[^\]]*)\]", re.MULTILINE)


def with_installed(text: str, package: str) -> str:
    """The text of pyproject.toml with a package in `installed`; everything else as it was."""
    table = _TABLE.search(text)
    if table is None:
        gap = "" if not text else ("\n" if text.endswith("\n") else "\n\n")
        return f'{text}{gap}[tool.docgen]\ninstalled = ["{package}"]\n'
    after = _NEXT.search(text, table.end())
    end = after.start() if after else len(text)
    key = _KEY.search(text, table.end(), end)
    if key is None:
        head = table[0] if table[0].endswith("\n") else f"{table[0]}\n"
        return f'{text[: table.start()]}{head}installed = ["{package}"]\n{text[table.end() :]}'
    names = key["names"].rstrip().rstrip(",")
    tail = key["names"][len(key["names"].rstrip()) :]
    entry = f'"{package}"' if not names.strip() else f'{names}, "{package}"'
    start, stop = key.span("names")
    return f"{text[:start]}{entry}{tail}{text[stop:]}"


def add_installed(root: Path, package: str) -> None:
    """Write a package into the settings of the project at `root`."""
    file = root / FILE
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    file.write_text(with_installed(text, package), encoding="utf-8")
