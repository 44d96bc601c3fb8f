"""Writes the tables of `docgen.json` into its page of the manual, from its JSON Schema."""

from __future__ import annotations

from typing import Any

from docgen.pages.publication import schema

MARK = "<!-- manifest -->"
FIRST = "Manifest"


def tables() -> str:
    """A section for each record: its fields with type and meaning, the whole file first."""
    records: dict[str, Any] = schema()["$defs"]
    names = [FIRST, *(name for name in records if name != FIRST)]
    return "\n\n".join(_section(name, records[name]) for name in names)


def _section(name: str, record: dict[str, Any]) -> str:
    rows = [
        f"| `{field}` | {_kind(found)} | {found['description']} |"
        for field, found in record["properties"].items()
    ]
    head = ["| Field | Type | Meaning |", "|---|---|---|"]
    return "\n".join([f"### {name}", "", record["description"], "", *head, *rows])


def _kind(found: dict[str, Any]) -> str:
    """The type of a field, as a reader says it; `|` would end the cell."""
    if "anyOf" in found:
        return ", or ".join(_kind(one) for one in found["anyOf"])
    if "$ref" in found:
        name = found["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in found:
        return ", ".join(f"`{one}`" for one in found["enum"])
    if found["type"] == "array":
        one = _kind(found["items"])
        return f"list of {one}" if one.startswith("[") else f"list of {one}s"
    bound = f" of at least {found['minimum']}" if "minimum" in found else ""
    return f"{found['type']}{bound}"


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    if page.file.src_uri != "manual/manifest.md":
        return markdown
    if MARK not in markdown:
        raise ValueError(f"{page.file.src_uri} has lost its mark {MARK}")
    return markdown.replace(MARK, tables())
