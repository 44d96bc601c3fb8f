"""The blocks that exist, and the options that each knows.

`OPTIONS["listing"]["highlight"]` is `"list"`; what is not here is an unknown option.
"""

from __future__ import annotations

from typing import Literal

Kind = Literal["text", "anchor", "list", "number", "prose", "flag"]

OPTIONS: dict[str, dict[str, Kind]] = {
    "concept": {
        "group": "text",
        "cites": "list",
        "with": "list",
        "status": "text",
        "parts": "list",
    },
    "listing": {
        "in": "anchor",
        "from": "anchor",
        "to": "anchor",
        "highlight": "list",
    },
    "links": {},
    "implemented": {},
    "module": {},
    "coverage": {},
    "modules": {},
    "verdicts": {},
    "versions": {"packages": "list"},
    "equations": {},
    "glossary": {},
    "notes": {"source": "text"},
    "used": {},
    "shapes": {"run": "list", "in": "anchor", "sizes": "list"},
    "example": {
        "run": "list",
        "labels": "list",
        "form": "text",
        "call": "number",
        "caption": "prose",
        "sizes": "list",
        "show": "text",
        "fixed": "prose",
        "in": "anchor",
    },
    "gradcheck": {
        "run": "list",
        "forward": "anchor",
        "backward": "anchor",
        "output": "anchor",
        "cotangent": "anchor",
        "step": "number",
        "tolerance": "number",
        "fixed": "prose",
        "caption": "prose",
        "in": "anchor",
        "sizes": "list",
    },
    "stepper": {
        "run": "list",
        "row": "number",
        "call": "number",
        "caption": "prose",
        "in": "anchor",
        "sizes": "list",
    },
    "flow": {"fills": "anchor", "caption": "prose", "entry": "prose", "in": "anchor"},
    "caches": {"forward": "anchor", "backward": "anchor", "caption": "prose"},
    "plot": {
        "run": "list",
        "form": "text",
        "x": "text",
        "y": "text",
        "log": "list",
        "across": "anchor",
        "down": "anchor",
        "call": "number",
        "caption": "prose",
        "in": "anchor",
        "sizes": "list",
    },
    "parameters": {
        "function": "anchor",
        "run": "list",
        "sizes": "list",
        "decay": "anchor",
        "caption": "prose",
    },
}

MATH_OPTIONS: dict[str, Kind] = {
    "code": "list",
    "written": "list",
    "tests": "list",
    "cites": "list",
    "id": "text",
    "stated": "text",
    "holds": "text",
    "tolerance": "number",
    "derived": "flag",
}

FRONT_OPTIONS: dict[str, Kind] = {"code": "anchor", "base": "number", "parts": "list"}

WITH_ROWS = frozenset(
    {"example", "shapes", "stepper", "flow", "caches", "parameters", "gradcheck", "plot"}
)
"""Blocks whose body may be a table."""

WITH_FENCE = frozenset({"example", "shapes", "stepper", "parameters", "gradcheck", "plot"})
"""Blocks whose body may be a Python fence that makes the run."""

HOST_BLOCKS = frozenset(
    {
        "admonition",
        "attention",
        "caption",
        "caution",
        "danger",
        "define",
        "details",
        "error",
        "figure-caption",
        "hint",
        "html",
        "important",
        "note",
        "tab",
        "table-caption",
        "tip",
        "warning",
    }
)
"""Names that pymdownx's own blocks have unless a site configures others."""

HOST_OPTIONS = frozenset({"attrs", "class", "id", "name", "new", "open", "select", "title", "type"})
