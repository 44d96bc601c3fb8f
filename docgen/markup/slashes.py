"""Lines of slashes that are no block, and what was meant by them.

`// listing` has too few slashes; `/// listng` is nearest to `listing`.
"""

from __future__ import annotations

import re

from docgen.diagnostics import Fault, suggest
from docgen.markup.schema import HOST_OPTIONS, OPTIONS

_SHORT = re.compile(r"/{2}[ \t]*(?P<name>[A-Za-z][\w-]*)[ \t]*(?:\|.*)?$|/[ \t]*/[ \t]*$")
_KEY = re.compile(r"(?P<key>[A-Za-z][\w-]*)[ \t]*:")
_NAME = re.compile(r"/{3,}[ \t]*(?P<name>[\w-]+)")


def is_short(body: str) -> bool:
    """Whether a line is a block's first or last line with too few slashes."""
    match = _SHORT.match(body)
    if match is None:
        return False
    name = match["name"]
    return name is None or name in OPTIONS or suggest(name, OPTIONS) is not None


def short(body: str) -> Fault:
    """The fault `malformed-block` of a line with too few slashes."""
    return Fault(
        "malformed-block",
        "too few slashes for a block",
        help=f"write `/// {body.lstrip('/').strip()[:50]}".rstrip() + "`",
    )


def unopened(opened: int) -> Fault:
    """A closing line that closes nothing; `opened` slashes opened the block around it, if any."""
    if opened:
        help_text = f"the block around it is closed with `{'/' * opened}`"
    else:
        help_text = "remove the line, or mend the first line of its block"
    return Fault("malformed-block", "this closes no block", help=help_text)


def name_block(name: str, host_blocks: frozenset[str]) -> tuple[str | None, Fault | None]:
    """The docgen block that a name means, and what is wrong with the name."""
    if name in OPTIONS:
        return name, None
    near = suggest(name, [*OPTIONS, *host_blocks])
    fault = Fault(
        "malformed-block",
        f"there is no block `{name[:40]}`",
        notes=("blocks: " + ", ".join(f"`{each}`" for each in sorted(OPTIONS)),),
        help=f"did you mean `{near}`?" if near else "write the name of a block",
    )
    return (near if near in OPTIONS else None), fault


def read_loose(body: str, host_blocks: frozenset[str]) -> Fault:
    """What is wrong with a line that starts with slashes and opens nothing."""
    match = _NAME.match(body)
    near = suggest(match["name"], [*OPTIONS, *host_blocks]) if match else None
    return Fault(
        "malformed-block",
        "slashes that open no block",
        help=f"write `/// {near}`" if near else "write `/// name`, or `/// name | argument`",
    )


def check_host_options(name: str, body: str, is_indented: bool) -> Fault | None:
    """What is wrong with the line right below the first line of another extension's block."""
    key = _KEY.match(body)
    if is_indented:
        if key is not None or body.startswith(("-", "{", "#", '"', "'")):
            return None
        return Fault(
            "malformed-block",
            f"text where `{name[:40]}` has its options, so it is no block",
            help="leave a blank line above it, or do not indent it",
        )
    if key is not None and key["key"] in HOST_OPTIONS:
        return Fault(
            "malformed-block",
            f"an option of `{name[:40]}` that is read as text",
            help="indent it by four spaces",
        )
    return None
