"""20,000 formulas, random and mutated: faults only, nothing skipped, work in proportion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docgen.diagnostics import Fault
from docgen.latex import parse, steps
from docgen.latex.node import Node
from docgen.latex.parse import read_formula
from docgen.latex.symbol import Declared
from docgen.latex.table import COMMANDS, DROPPED, ENVIRONMENTS, FONTS, REFUSED, SIZING
from docgen.latex.token import Token, scan_tokens
from tests.forms.catalogue import FORMS
from tests.forms.form import declare

RANDOM, MUTATED = 8_000, 12_000
SPELLINGS = [(one.declared, text) for one in FORMS.values() for text in one.spellings]
ROWS = declare(
    "a & b & c : (); x & y : (d,); X & Y : (T, d); W_1 & dW_1 & A : (d, d); u : none;"
    r" z & \hat{z} : (…); k : (T,) in V; p : (T, V); f(v) : (…) to (…); B : (T, d, V)"
)
SCALARS = ("a", "b", "c", "2", "0.5", "x_i", "X_{ti}", "A_{ij}", "p_{t,k_t}", "d", r"\pi", "u")
ARRAYS = ("x", "y", "X", "Y", "W_1", "dW_1", "A", r"A^\top", r"\mathbf{1}", "I", "u", r"x^\top")
ALPHABET = (
    *sorted({*COMMANDS, *DROPPED, *SIZING, *REFUSED}),
    *(f"{font}{{a}}" for font in sorted(FONTS)),
    *(rf"\{edge}{{{name}}}" for name in sorted(ENVIRONMENTS) for edge in ("begin", "end")),
    *"xXWyfabijTdV0129_^{}()[]|,;:.=<>+-*/'&! \\é",
    *(r"\\", "x_i", "X_{ij}", "W_1", r"\hat{z}", "f(x)", r"^\top", "^2", "_{i=1}^{T}", "{,}"),
    *(r"\text{if }", r"\text{for }", r"\text{where }", r"\text{otherwise}", r"\text{and}"),
)
# Words that separate or only say again what the brackets after them say.
LAYOUT_WORDS = ("if", "for", "when", "where", "and", "with", "so", "hence", "for all", "concat")
BINARY = (" + ", " - ", " ", r" \cdot ", " / ", r" \odot ", r" \times ", " = ", r" \le ")


class Formula:
    """A random formula; most of what it writes could stand in a book."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def pick(self, *texts: str) -> str:
        return self.random.choice(texts)

    def expression(self, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.2:
            return self.pick(*(SCALARS if self.random.random() < 0.6 else ARRAYS))
        one = self.expression(depth - 1)
        which = self.random.randrange(14)
        if which < 5:
            return one + self.pick(*BINARY[:6]) + self.expression(depth - 1)
        if which == 5:
            return f"({one})" + self.pick("", "^2", "^{-1}", r"^{\top}", "_i", "_{i}^2")
        if which == 6:
            return rf"\frac{{{one}}}{{{self.expression(depth - 1)}}}"
        if which == 7:
            bounds = self.pick("_i", "_{i=1}^{d}", "_{j}", "_{i,j}", "_{i < j}", "_{t : k_t = v}")
            return self.pick(r"\sum", r"\prod", r"\max", r"\min") + bounds + " " + one
        if which == 8:
            name = self.pick(r"\exp", r"\log", r"\tanh", "f", r"\sqrt", r"\operatorname{g}", "u")
            return rf"\sqrt{{{one}}}" if name == r"\sqrt" else f"{name}({one})"
        if which == 9:
            return self.pick(r"\|", "|") + one + self.pick(r"\|", "|")
        if which == 10:
            last = self.pick(r"\text{otherwise}", "x_i > 0", one)
            return rf"\begin{{cases}} {one} & a > 0 \\ {self.expression(0)} & {last} \end{{cases}}"
        if which == 11:
            return f"[{one}" + self.pick(",", ";", r" \|") + f" {self.expression(depth - 1)}]"
        if which == 12:
            return rf"\mathbb{{1}}[{one} {self.pick('>', '=', '<')} {self.expression(0)}]"
        return self.pick("-", r"\log ", r"\left(", "{", "") + one

    def text(self) -> str:
        latex = self.expression(1) + " = " + self.expression(self.random.randrange(4))
        if self.random.random() < 0.3:
            tail = self.pick(
                r"i = 1, \dots, d", r"\text{for } i > 1", "i < d", r"\text{where } q = a"
            )
            latex += self.pick(r", \quad ", r" \quad ", ", ") + tail
        return latex


def mutate(random: Random, latex: str) -> str:
    """The text with one to three tokens dropped, doubled, moved or replaced."""
    pieces = [*pieces_of(latex)]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at = random.randrange(len(pieces))
        which = random.randrange(5)
        if which == 0:
            del pieces[at]
        elif which == 1:
            pieces.insert(at, pieces[at])
        elif which == 2:
            other = random.randrange(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif which == 3:
            pieces[at] = random.choice(pieces if random.random() < 0.6 else ALPHABET)
        else:
            pieces.insert(at, random.choice(pieces if random.random() < 0.6 else ALPHABET))
        if not pieces:
            break
    return " ".join(pieces)


def pieces_of(latex: str) -> Iterator[str]:
    """Tokens with what stands before each, so that sizing and spacing are kept."""
    at = 0
    for token in scan_tokens(latex):
        yield latex[at : token.span.end]
        at = token.span.end
    if at < len(latex):
        yield latex[at:]


class Counted(steps.Steps):
    """Steps whose last count can be seen."""

    last: steps.Steps = steps.Steps(0)

    def __init__(self, items: int) -> None:
        super().__init__(items)
        Counted.last = self


@pytest.fixture(scope="module", autouse=True)
def counted() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "Steps", Counted)
        yield


def shape(value: object) -> object:
    """A tree without its places."""
    if isinstance(value, Node):
        inside = (shape(getattr(value, one.name)) for one in fields(value) if one.name != "span")
        return (type(value).__name__, *inside)
    if isinstance(value, tuple):
        return tuple(shape(one) for one in value)
    return value


def outcome(latex: str, declared: tuple[Declared, ...]) -> object:
    """The tree without places, or the fault; anything else that is raised is an error."""
    try:
        return shape(read_formula(latex, declared).parts)
    except Fault as fault:
        return fault


def says_something(token: Token) -> bool:
    """Whether the meaning must change when the token is gone."""
    if token.kind in ("begin", "end") or token.text in "{},.;:&":
        return False
    row = COMMANDS.get(token.text)
    if row is not None and row.kind in ("separator", "open", "close", "implies", "row"):
        return False
    is_word = token.kind == "name" and token.text.lower() in LAYOUT_WORDS
    return not (is_word or token.text == r"\\")


def check(latex: str, declared: tuple[Declared, ...], dropped: int) -> str:
    """Only faults, with a place; no more steps than allowed; and the tree holds every token."""
    found = outcome(latex, declared)
    if isinstance(found, Fault):
        assert found.within is not None
        assert 0 <= found.within.start <= found.within.end <= len(latex)
        assert found.message != "takes too many steps to read", latex
        return "refused"
    tokens = [one for one in scan_tokens(latex) if says_something(one)]
    gone = tokens[dropped % len(tokens)]
    without = f"{latex[: gone.span.start]} {latex[gone.span.end :]}"
    assert outcome(without, declared) != found, (latex, without)
    return "read"


FUZZ = settings(
    derandomize=True, deadline=None, database=None, suppress_health_check=[*HealthCheck]
)


def test_random_formulas() -> None:
    seen: Counter[str] = Counter()

    @given(st.randoms(use_true_random=True))
    @settings(FUZZ, max_examples=RANDOM)
    def run(random: Random) -> None:
        if random.random() < 0.5:
            latex = Formula(random).text()
        else:
            latex = " ".join(random.choice(ALPHABET) for _ in range(random.randrange(14)))
        seen[check(latex, ROWS, random.randrange(1000))] += 1

    run()

    assert seen.total() >= RANDOM
    assert seen["read"] >= 400, seen


def test_mutated_spellings() -> None:
    seen: Counter[str] = Counter()

    @given(st.randoms(use_true_random=True))
    @settings(FUZZ, max_examples=MUTATED)
    def run(random: Random) -> None:
        declared, latex = random.choice(SPELLINGS)
        seen[check(mutate(random, latex), declared, random.randrange(1000))] += 1

    run()

    assert seen.total() >= MUTATED
    assert seen["read"] >= 800, seen


@pytest.mark.parametrize(("declared", "latex"), SPELLINGS)
def test_each_token_of_a_spelling_is_needed(declared: tuple[Declared, ...], latex: str) -> None:
    found = outcome(latex, declared)
    for token in scan_tokens(latex):
        if says_something(token):
            without = f"{latex[: token.span.start]} {latex[token.span.end :]}"
            assert outcome(without, declared) != found, without


NESTS = {
    "brackets": ("(", "a", ")"),
    "braces": ("{", "a", "}"),
    "functions": (r"\log(", "a", ")"),
    "bare functions": (r"\log ", "a", ""),
    "fractions": (r"\frac{1}{", "a", "}"),
    "roots": (r"\sqrt{", "a", "}"),
    "powers": ("a^{", "a", "}"),
    "subscripts": ("x_{", "i", "}"),
    "bars": (r"\lvert ", "a", r"\rvert"),
    "open bars": ("|", "a", "|"),
    "rows of what has no shape": ("(", "u", r")_i^\top"),
    "products by entry": ("A (", "A", r" \odot X^\top X A)"),
    "products by entry of unequal shapes": (r"(X (", "A", r") \odot X)"),
    "array calls": (r"\mathrm{Ff}(", "a", ")"),
    "cases": (r"\begin{cases} ", "a", r" & a > 0 \\ 1 & a < 0 \end{cases}"),
    "sums": (r"(\sum_{i=1}^{2} i ", "a", ")"),
    "lists": ("[a, ", "a", "]"),
    "defined functions": ("f(", "a", ")"),
}


@pytest.mark.parametrize("nest", NESTS.values(), ids=NESTS)
@pytest.mark.parametrize("depth", [5, 20, 60, 400])
def test_nesting_ends_in_bounded_steps(nest: tuple[str, str, str], depth: int) -> None:
    opened, inside, closed = nest
    Counted(0)
    latex = f"u_i = {opened * depth}{inside}{closed * depth}"

    found = outcome(latex, ROWS)

    assert isinstance(found, (Fault, tuple))
    if Counted.last.taken > Counted.last.limit:
        # The step past the limit is counted, and not taken.
        assert isinstance(found, Fault)
        assert found.message == "takes too many steps to read"
    assert Counted.last.limit <= steps.FIXED + steps.PER_ITEM * len(scan_tokens(latex))


@pytest.mark.parametrize("joint", [" + ", " ", r" \cdot ", " / ", ", ", " = ", r" \quad a = "])
def test_steps_grow_with_the_length(joint: str) -> None:
    counts = []
    for length in (50, 100, 200):
        outcome("u = " + joint.join(["a"] * length), ROWS)
        counts.append(Counted.last.taken)

    assert counts[2] - counts[1] <= 2 * (counts[1] - counts[0]) + 10
