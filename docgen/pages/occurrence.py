r"""Where a formula names symbols of its page.

In an equation that was read, `X_n` of `X_n^\top` stands where the tree has the symbol; in other
formulas, where its letters stand in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from docgen.latex import node as latex
from docgen.latex.marks import Occurrence
from docgen.latex.walk import walk
from docgen.pages.names import TOKEN, occurrences
from docgen.text import Span

_BLANK = frozenset({"{", "}", r"\,", r"\;", r"\:", r"\!", r"\left", r"\right"})
_OTHER = frozenset({"'", r"\prime", "*", r"\ast", r"\star", r"\dagger", "("})
"""What in a superscript makes another name: `X'`, `X^*`, `X^{(1)}`."""
_SCRIPT = re.compile(r"\s*(?:\{\}\s*)?(?P<sign>\\?[_^'])\s*")
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
_RANGED = re.compile(r"\\(?:sum|prod|int|max|min|lim|arg|sup|inf|nabla|big)[A-Za-z]*$")
"""Signs of which a subscript says what they run over."""
_LETTERING = re.compile(
    r"\\(?:(?:wide)?(?:hat|tilde|check)|bar|vec|d{1,4}ot|breve|acute|grave|mathring"
    r"|(?:over|under)line|overrightarrow|boldsymbol|bm|pmb|text\w+|math(?!rm\b|op|bin|rel)\w+)"
    r"(?![A-Za-z])\s*"
)
"""What makes another name of a letter."""
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
                span = _at_start(text, _primed(text, node.span, name), name)
                if name in names and span is not None:
                    found[span] = names[name]
                    break
    return [Occurrence(span, (number,)) for span, number in found.items()]


def _primed(text: str, span: Span, name: str) -> Span:
    """The span of a node with the primes of its name, which the reader leaves out."""
    primes = re.match(r"\s*'+", text[span.end :]) if name.endswith("'") else None
    return Span(span.start, span.end + (primes.end() if primes else 0))


def in_text(text: str, names: Mapping[str, int]) -> list[Occurrence]:
    r"""Occurrences in any other formula.

    A letter with a hat, or a prime or a subscript that no symbol of the page has, is another name.
    """
    spelled = {each: names[name] for name in names for each in _braced(name)} | dict(names)
    known = {name.strip() for name in names}
    without = [_argument(text, found.end()) for found in _LETTERING.finditer(text)]
    without += _words(text, known)
    return [
        Occurrence(span, (spelled[name],))
        for name, span in occurrences(text, spelled)
        if (_RANGED.match(name.strip()) or not _is_other(text, _behind(text, span), known))
        and not any(one.start <= span.start and span.end <= one.end for one in without)
    ]


def _words(text: str, known: set[str]) -> Iterator[Span]:
    r"""Words in scripts, whose letters are no names: `model` of `d_{model}`."""
    for found in re.finditer(r"[_^]\s*(?=\{)", text):
        of = _argument(text, found.end())
        for word in _WORD.finditer(text, of.start, of.end):
            if not known.issuperset(word[0]):
                yield Span(word.start(), word.end())


def _behind(text: str, span: Span) -> int:
    """Where scripts of a name would stand; behind the braces of `{X}` where no command has them."""
    is_braced = text[: span.start].endswith("{") and text[span.end :].startswith("}")
    is_alone = is_braced and not re.search(r"[A-Za-z}\]]\s*\{$", text[: span.start])
    return span.end + is_alone


def _braced(name: str) -> Iterator[str]:
    """The name with and without braces around its scripts of one character."""
    yield re.sub(r"([_^])\{(\w)\}", r"\1\2", name)
    yield re.sub(r"([_^])(\w)", r"\1{\2}", name)


def _argument(text: str, at: int) -> Span:
    """What a command applies to: a group, or one token."""
    if text[at : at + 1] == "{":
        depth = 0
        for found in re.finditer(r"\\.|[{}]", text[at:]):
            depth += {"{": 1, "}": -1}.get(found[0], 0)
            if not depth:
                return Span(at, at + found.end())
        return Span(at, len(text))
    token = TOKEN.match(text, at)
    return Span(at, token.end() if token is not None else at)


def _is_other(text: str, at: int, known: set[str]) -> bool:
    """Whether the scripts behind a name make another one of it."""
    while script := _SCRIPT.match(text, at):
        of = _argument(text, script.end())
        tokens = [each for each in TOKEN.findall(text[of.start : of.end]) if each not in _BLANK]
        letters = {each for each in tokens if each.isalpha() or each[0] == "\\"}
        if script["sign"] == "^":
            is_other = tokens[:1] != [] and tokens[0] in _OTHER
        else:
            is_other = script["sign"] != "_" or known.isdisjoint(tokens) or not letters <= known
        if is_other:
            return True
        at = of.end
    return False


def _stem(name: str) -> str:
    r"""What stands before the brackets of a function: `\operatorname{LN}_1` of `..._1(u)`."""
    return name.rpartition("(")[0].rstrip() if name.rstrip().endswith(")") else name


def _spellings(node: latex.Node) -> Iterator[str]:
    name = str(getattr(node, "name", ""))
    yield name
    if isinstance(node, latex.Call | latex.FunctionName) and _stem(name) != name:
        yield _stem(name)


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
        for token in TOKEN.finditer(text, span.start, span.end)
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
