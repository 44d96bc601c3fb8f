"""Writes every code of a finding, with its meaning, an example and the cure, into their page."""

from __future__ import annotations

from typing import Any

from docgen.codes import CODES, Code

MARK = "<!-- codes -->"


def sections() -> str:
    """A section in Markdown for each code, in the order of the table."""
    return "\n\n".join(map(_section, CODES.values()))


def _section(code: Code) -> str:
    # The example has faults; in a fence of text it is nothing but text.
    longest = max((len(run) for run in code.example.split() if set(run) == {"`"}), default=3)
    fence = "`" * max(4, longest + 1)
    kind = "" if code.severity == "error" else f"A {code.severity}. "
    title = f"{code.title[:1].upper()}{code.title[1:]}."
    return (
        f"### {code.name}\n\n**{title}** {kind}{code.meaning}\n\n{fence}text\n{code.example}\n"
        f"{fence}\n\n*Cure.* {code.cure}"
    )


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    if page.file.src_uri != "manual/findings.md":
        return markdown
    if MARK not in markdown:
        raise ValueError(f"{page.file.src_uri} has lost its mark {MARK}")
    return markdown.replace(MARK, sections())
