"""Text into HTML and back.

`escape("a < b")` is `a &lt; b`; `strip("<em>a</em> &lt; b")` is `a < b`.
"""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"<[^>]*>")
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        # A parser of HTML turns a bare CR into LF and NUL into U+FFFD.
        "\r": "&#13;",
        "\0": "\N{SYMBOL FOR NULL}",
    }
)
_SLUG = re.compile(r"[^a-z0-9]+")
_LONG_WORD = re.compile(r"\S{25,}")
_AFTER_MARK = re.compile(r"(?<=[._(\[,=/])(?=[^._(\[,=/\])])")
_CODE = re.compile(r"`([^`]+)`")
_MARK = "\ue0d4"


def escape(text: str) -> str:
    """The text as HTML, in content as well as in a double-quoted attribute."""
    return text.translate(_ESCAPES)


def code(text: str) -> str:
    """The text as inline code; a word too long for a narrow column may break after its marks."""
    marked = _LONG_WORD.sub(lambda word: _AFTER_MARK.sub(_MARK, word.group()), text)
    return f"<code>{escape(marked).replace(_MARK, '<wbr>')}</code>"


def breaks(text: str) -> list[int]:
    """Where `code` lets a word that is too long for a narrow column break."""
    return [
        word.start() + mark.start()
        for word in _LONG_WORD.finditer(text)
        for mark in _AFTER_MARK.finditer(word.group())
    ]


def titled(text: str) -> str:
    """A title as HTML, in which what stands in backticks is code."""
    return _CODE.sub(lambda found: code(html.unescape(found[1])), escape(text))


def untitled(text: str) -> str:
    """A title as plain text."""
    return _CODE.sub(r"\1", text)


def strip(markup: str) -> str:
    """The text of a piece of HTML, white space collapsed."""
    return " ".join(html.unescape(_TAG.sub("", markup)).split())


def slug(text: str) -> str:
    """A word for an attribute: `Not run` is `not-run`."""
    return _SLUG.sub("-", text.lower()).strip("-")


def plain_lines(*lines: str) -> str:
    """Lines of plain text, empty ones left out."""
    return "\n".join(line for line in lines if line)
