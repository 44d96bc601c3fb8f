r"""Where a formula names symbols of its page.

In an equation that was read, `X_n` of `X_n^\top` stands where the tree has the symbol; in other
formulas, where its letters stand in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from docgen.latex import node as latex
from docgen.latex.marked import Occurrence
from docgen.latex.walk import walk
from docgen.pages.names import occurrences
from docgen.text import Span

_TOKEN = re.compile(r"\\(?:operatorname|mathrm|text)\*?\{[^{}]*\}|\\[A-Za-z]+|\\.|\S")
_BLANK = frozenset({"{", "}", r"\,", r"\;", r"\:", r"\!", r"\left", r"\right"})
_PRIMED = re.compile(r"\s*(?:'|\^\s*\{?\s*(?:'|\\prime))")
_NAMED = (latex.Symbol, latex.Call, latex.FunctionName, latex.Dimension)


def in_tree(text: str, tree: latex.Equation, names: Mapping[str, int]) -> list[Occurrence]:
    """Occurrences in an equation that was read.

    Args:
        names: LaTeX of a symbol, or the head of a function, → its number.
    """
    found: dict[Span, int] = {}
    for part in tree.parts:
        for node in walk(part):
            if not isinstance(node, _NAMED):
                continue
            for name in _spellings(node):
                span = _at_start(text, node.span, name)
                if name in names and span is not None:
                    found[span] = names[name]
                    break
    return [Occurrence(span, (number,)) for span, number in found.items()]


def in_text(text: str, names: Mapping[str, int]) -> list[Occurrence]:
    """Occurrences in any other formula; a name with a prime behind it is another name."""
    return [
        Occurrence(span, (names[name],))
        for name, span in occurrences(text, names)
        if not _PRIMED.match(text, span.end) or name.rstrip().endswith("'")
    ]


def head(name: str) -> str:
    r"""What stands before the brackets of a function: `\operatorname{LN}_1` of `..._1(u)`."""
    return name.rpartition("(")[0].rstrip() if name.rstrip().endswith(")") else name


def _spellings(node: latex.Node) -> Iterator[str]:
    name = str(getattr(node, "name", ""))
    yield name
    if isinstance(node, latex.Call | latex.FunctionName) and head(name) != name:
        yield head(name)


def _at_start(text: str, span: Span, name: str) -> Span | None:
    """The characters of a name at the beginning of a node's; braces count for nothing."""
    wanted = _letters(name, Span(0, len(name)))
    there = _letters(text, span)
    if not wanted or [one for one, _ in there[: len(wanted)]] != [one for one, _ in wanted]:
        return None
    start, end = there[0][1].start, there[len(wanted) - 1][1].end
    while text[start:end].count("{") > text[start:end].count("}") and end < span.end:
        end += 1
    is_whole = text[start:end].count("{") == text[start:end].count("}")
    return Span(start, end) if is_whole else None


def _letters(text: str, span: Span) -> list[tuple[str, Span]]:
    return [
        (token[0].replace(r"\mathrm", r"\operatorname", 1), Span(token.start(), token.end()))
        for token in _TOKEN.finditer(text, span.start, span.end)
        if token[0] not in _BLANK
    ]


def joined(found: Iterable[Occurrence]) -> Sequence[Occurrence]:
    """One occurrence for each span, with all its numbers."""
    spans: dict[Span, dict[int, bool]] = {}
    for one in found:
        for number in one.numbers:
            spans.setdefault(one.span, {})[number] = one.declares
    return [
        Occurrence(span, tuple(numbers), any(numbers.values())) for span, numbers in spans.items()
    ]
