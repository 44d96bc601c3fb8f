r"""LaTeX to MathML, through math-core.

`set_math("x^2", display=False)` is `<math><msup><mi>x</mi><mn>2</mn></msup></math>`. Styles that
math-core writes inline become classes of docgen's stylesheet; what it would set wrongly in silence
is refused.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache

import math_core

from docgen.diagnostics import Fault
from docgen.latex.plain import plain_math as plain_math
from docgen.latex.refusal import explain, refuse

_CONVERTER = math_core.LatexToMathML(
    fancy_error=False,
    # `\widetilde` and its kind: the shipped font stretches them.
    allow_unreliable_rendering=True,
)

_STYLE = re.compile(r' style="([^"]*)"')
_TAG = re.compile(r"<[a-z][^>]*>")
_EDGE = re.compile(r"<(/?)[a-z][^>]*?(/?)>")
_CLASS = re.compile(r' class="([^"]*)"')
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|#)\b)([A-Za-z]+);")
_RELATION_BEFORE_CELL = re.compile(r' rspace="0"(>[^<]*</mo></mtd><mtd class="dg-start)')
"""Where `= &` is written for `&=`, the relation is the last of its cell, and keeps its room."""
_LENGTH_IN_ATTRIBUTE = re.compile(r"width: ?-?[\d.]+(?:rem|em|ex)$")

_STRUT = '<mspace height="0.72em" depth="0.1em"/>'
"""As high as a letter, under each root: a browser hangs the sign from the bar, and from the low bar
over one small letter it would reach far below the line."""

_CLASSES = {
    "text-align: left": "dg-start",
    "text-align: right": "dg-end",
    "justify-items: start": "",
    "justify-items: end": "",
    "padding-left: 0": "dg-pl0",
    "padding-right: 0": "dg-pr0",
    "padding-left: 1em": "dg-pl1",
    "padding-left: 0.1em": "dg-rule",
    "padding-right: 0.1em": "",
    "padding-top: 0": "dg-tight",
    "padding-bottom: 0": "",
    "padding-top: 0.1667em": "dg-cfrac",
    "width: 100%": "dg-wide",
    "width: 50%": "dg-half",
    "width: 7.5%": "dg-side",
    "border-left: 0.05em solid currentcolor": "dg-bl",
    "border-right: 0.05em solid currentcolor": "dg-br",
    "border-top: 0.05em solid currentcolor": "dg-bt",
    "border-left: 0.05em dashed currentcolor": "dg-bl dg-dash",
    "border-right: 0.05em dashed currentcolor": "dg-br dg-dash",
    "border-top: 0.05em dashed currentcolor": "dg-bt dg-dash",
    "margin-left: -0.16666667em": "dg-neg3",
    "margin-left: -0.22222222em": "dg-neg4",
    "margin-left: -0.2777778em": "dg-neg5",
    "math-shift: compact": "dg-cramped",
}


@lru_cache(maxsize=8192)
def set_math(latex: str, display: bool) -> str:
    """The formula as one `<math>` element, without `style` and with `&lt;`, `&gt;`, `&amp;` only.

    Raises:
        Fault: `unrenderable-latex` for what math-core cannot set, `unsupported-latex` for what it
            sets in a way that a page of checked equations cannot hold.
    """
    refuse(latex)
    try:
        mathml = convert(latex, display)
    except math_core.LatexError as error:
        raise explain(latex, str(error)) from None
    if " style=" in mathml or "class=" in mathml:
        mathml = _TAG.sub(_restyle, mathml)
    return _RELATION_BEFORE_CELL.sub(r"\1", mathml)


def convert(latex: str, display: bool) -> str:
    """The formula as math-core sets it, inline styles and all.

    Raises:
        LatexError: It cannot be set.
    """
    mathml = _CONVERTER.convert_with_local_state(latex, displaystyle=display)
    return _strutted(_ENTITY.sub(_decode, mathml))


def _strutted(mathml: str) -> str:
    """The formula with a strut at the end of what stands under each root."""
    mathml = mathml.replace("</msqrt>", f"{_STRUT}</msqrt>")
    pieces = mathml.split("<mroot>")
    for at in range(len(pieces) - 1, 0, -1):
        # A root of a higher degree has two children, of which the first stands under the bar.
        rest = "<mroot>".join(pieces[at:])
        end = _end_of_child(rest)
        pieces[at:] = [f"<mrow>{rest[:end]}{_STRUT}</mrow>{rest[end:]}"]
    return "<mroot>".join(pieces)


def _end_of_child(mathml: str) -> int:
    """Where the element ends that begins the text."""
    depth = 0
    for edge in _EDGE.finditer(mathml):
        depth += -1 if edge[1] else 0 if edge[2] else 1
        if depth == 0:
            return edge.end()
    raise AssertionError("math-core closes every element")


def _decode(entity: re.Match[str]) -> str:
    return html.unescape(entity.group())


def _restyle(tag: re.Match[str]) -> str:
    """The start tag with its `style` as classes, and math-core's own classes under our prefix."""
    text = tag.group()
    classes = [f"dg-{name}" for found in _CLASS.finditer(text) for name in found.group(1).split()]
    for found in _STYLE.finditer(text):
        for declaration in filter(None, found.group(1).split(";")):
            name, _, value = declaration.partition(":")
            classes.extend(_class_of(f"{name.strip()}: {value.strip()}").split())
    bare = _STYLE.sub("", _CLASS.sub("", text))
    if not classes:
        return bare
    end = "/>" if bare.endswith("/>") else ">"
    return f'{bare[: -len(end)]} class="{" ".join(dict.fromkeys(classes))}"{end}'


def _class_of(declaration: str) -> str:
    if declaration in _CLASSES:
        return _CLASSES[declaration]
    if _LENGTH_IN_ATTRIBUTE.match(declaration):
        return ""  # `mspace` says the same in its `width` attribute.
    raise Fault(
        "unsupported-latex",
        f"the formula needs the inline style `{declaration[:40]}`",
        help="write it without explicit lengths, sizes and colours",
    )
