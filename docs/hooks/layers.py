"""Draws docgen's layers, from its code, into the architecture page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import docgen
from docgen.layer_drawing import render_layers

MARK = "<!-- layers -->"


def on_page_content(html: str, *, page: Any, **_: object) -> str:
    if page.file.src_uri != "manual/architecture.md":
        return html
    if MARK not in html:
        raise ValueError(f"{page.file.src_uri} has lost its mark {MARK}")
    return html.replace(MARK, render_layers(Path(docgen.__file__).parent))
