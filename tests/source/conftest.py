"""Indexes of tiny projects that a test writes down."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from docgen.source.index import SourceIndex

MakeIndex = Callable[[Mapping[str, str | bytes]], SourceIndex]


@pytest.fixture
def make_index(tmp_path: Path) -> MakeIndex:
    """An index of files (path → text, dedented, or bytes as they are)."""

    def make(files: Mapping[str, str | bytes]) -> SourceIndex:
        for path, text in files.items():
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(text, str):
                text = textwrap.dedent(text).removeprefix("\n").encode()
            target.write_bytes(text)
        return SourceIndex.scan(tmp_path)

    return make
