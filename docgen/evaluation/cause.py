r"""Why code and equation differ: what would make them agree, tried out on the values at hand.

`S = \frac{Q K^\top}{d_k}` against code that divides by the root gives `code / equation is
everywhere 1.4142, that is sqrt(d_k): is a \sqrt missing?`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec
import numpy as np

from docgen.evaluation.binding import roundoff, to_array
from docgen.evaluation.change import negated
from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.judge import replaced
from docgen.evaluation.point import Array, Function, Slope
from docgen.evaluation.precision import DOUBLE, SINGLE
from docgen.evaluation.quantity import Quantity
from docgen.evaluation.ratio import constant, numbers
from docgen.evaluation.term import Formula, Problem, Statement, Term
from docgen.evaluation.variant import Variant, variants
from docgen.evaluation.written import written

_MOST = 3
_ORDERS = ("<", ">", "≤", "≥", "≠")
# Of the changes that explain a mismatch, what an author is likelier to have written by mistake.
_LIKELY = (
    "with the other sign",
    "with the indices exchanged",
    "transposed",
    "without the transpose",
    "without this term",
    "with this term twice",
    "without the divisor",
    "without the factor",
    "without the root",
    "without the power",
    "without the function",
)
_PHRASES = {
    "with the other sign": "it holds with the other sign of `{}`",
    "with the indices exchanged": "it holds with the indices of `{}` exchanged",
    "transposed": "it holds with `{}` transposed",
    "without the transpose": "it holds with `{}` without its transpose",
    "without this term": "it holds without the term `{}`",
    "with this term twice": "it holds with the term `{}` twice",
    "without the divisor": "it holds without the divisor `{}`",
    "without the factor": "it holds without the factor `{}`",
}


def causes(
    formula: Formula,
    number: int,
    values: Mapping[str, Array],
    functions: Mapping[str, Function] | None = None,
    derivatives: Mapping[tuple[str, str], Slope] | None = None,
) -> tuple[str, ...]:
    """Sentences on a mismatch of one statement, likeliest first, each found true by trying it.

    Args:
        values, functions, derivatives: As for `evaluate`, where the mismatch is.
    """
    trial = _Trial(formula, number, values, functions or {}, derivatives or {})
    pair = trial.mismatch(formula.statements[number])
    if pair is None:
        return ()
    found: dict[str, None] = {}
    for sentence in trial.sentences(pair):
        found[sentence] = None
        if len(found) == _MOST:
            break
    return tuple(found)


class _Trial:
    """Statements tried on one point.

    Attributes:
        arrays: Those of the values that are numbers.
    """

    def __init__(
        self,
        formula: Formula,
        number: int,
        values: Mapping[str, Array],
        functions: Mapping[str, Function],
        derivatives: Mapping[tuple[str, str], Slope],
    ) -> None:
        self.formula = msgspec.structs.replace(
            formula, leaves=(*formula.leaves, *formula.sizing), sizing=()
        )
        self.number = number
        self.values = values
        self.functions = functions
        self.derivatives = derivatives
        self.arrays: dict[str, np.ndarray] = {}
        for leaf in self.formula.leaves:
            array = to_array(leaf, values[leaf.name]) if leaf.name in values else None
            if isinstance(array, np.ndarray):
                self.arrays[leaf.name] = array

    def holds(self, statement: Statement) -> bool:
        """Whether a statement in the place of the formula's own is compared and agrees."""
        changed = replaced(self.formula, self.number, statement)
        outcome = evaluate(changed, self.number, self.values, self.functions, self.derivatives)
        return outcome.problem is None and outcome.entries > 0 and outcome.ratio <= 1

    def mismatch(self, statement: Statement) -> Statement | None:
        """The first two neighbours of a chain that do not agree, as a statement of their own."""
        for number, relation in enumerate(statement.relations):
            pair = msgspec.structs.replace(
                statement, sides=statement.sides[number : number + 2], relations=(relation,)
            )
            if not self.holds(pair):
                return None if relation in _ORDERS else pair
        return None

    def sentences(self, pair: Statement) -> Iterator[str]:
        """All that explains the mismatch of two sides, likeliest first."""
        right = pair.sides[1]
        names = ("left side", "right side") if pair.is_property else ("code", "equation")
        if self.holds(_with(pair, negated(right))):
            yield f"{names[0]} and {names[1]} have opposite signs"
            return
        if self.holds(_with(pair, Term("transpose", (right,), span=right.span))):
            yield r"it holds with the right side transposed: is a `^\top` missing or too many?"
        yield from self._exchanged(pair)
        yield from self._varied(pair)
        yield from self._added(pair)
        left_side, right_side = self._side(pair, 0), self._side(pair, 1)
        if not isinstance(left_side, Problem) and not isinstance(right_side, Problem):
            known = numbers(self.formula, self.arrays, _leaves(pair.sides[0]))
            coarsest = max(map(roundoff, self.arrays.values()), default=DOUBLE)
            limit = {DOUBLE: 1e-9, SINGLE: 1e-5}.get(coarsest, 4 * coarsest)
            yield from constant(known, names, (left_side, right_side), limit)

    def _exchanged(self, pair: Statement) -> Iterator[str]:
        """Rows for columns: two indices exchanged wherever the right side uses them."""
        right = pair.sides[1]
        for one, other in combinations(_indices(right), 2):
            turned = _renamed(right, {one: other, other: one})
            if self.holds(_with(pair, turned)):
                yield f"it holds with the indices `{one}` and `{other}` exchanged"
                return

    def _varied(self, pair: Statement) -> Iterator[str]:
        """Single changes of the equation that agree with the code, the two likeliest."""
        changed = msgspec.structs.replace(self.formula, statements=(pair,))
        ranked = sorted(variants(changed, 0), key=_rank)
        count = 0
        for one in ranked:
            if count == 2:
                return
            if self.holds(one.statement):
                yield self._said(one)
                count += 1

    def _said(self, one: Variant) -> str:
        part = written(one.part, self.formula)
        if one.text.endswith(f" for {part}"):
            return f"it holds {one.text}"
        return _PHRASES.get(one.text, f"it holds {one.text}: `{{}}`").replace("{}", part)

    def _added(self, pair: Statement) -> Iterator[str]:
        """A symbol of the concept that the right side leaves out."""
        right = pair.sides[1]
        used = set().union(*map(_leaves, pair.sides))
        for leaf in self.formula.leaves:
            is_usable = leaf.name in self.arrays and leaf.name not in used and not leaf.target
            if not is_usable or not self.arrays[leaf.name].any():
                continue
            part = Term("leaf", text=leaf.name, span=right.span)
            for sign, word in (("+", "added"), ("-", "subtracted")):
                more = Term("sum", (right, part), "+" + sign, span=right.span)
                if self.holds(_with(pair, more)):
                    yield f"it holds with `{leaf.symbol}` {word}: is a term missing?"
                    return

    def _side(self, pair: Statement, which: int) -> Quantity | Problem:
        changed = replaced(self.formula, self.number, pair)
        return side(changed, self.number, which, self.values, self.functions, self.derivatives)


def _with(pair: Statement, right: Term) -> Statement:
    return msgspec.structs.replace(pair, sides=(pair.sides[0], right))


def _rank(variant: Variant) -> int:
    return _LIKELY.index(variant.text) if variant.text in _LIKELY else len(_LIKELY)


def _indices(term: Term) -> tuple[str, ...]:
    """Letters of indices that a term uses, in order."""
    found = {term.text: None} if term.op == "index" else {}
    for part in term.args:
        found.update(dict.fromkeys(_indices(part)))
    return tuple(found)


def _leaves(term: Term) -> set[str]:
    """Names of the leaves that a term reads."""
    found = {term.text} if term.op == "leaf" else set()
    return found.union(*map(_leaves, term.args))


def _renamed(term: Term, names: Mapping[str, str]) -> Term:
    """The term with other letters for its indices; what binds them stays."""
    if term.op == "index":
        return Term("index", text=names.get(term.text, term.text), span=term.span)
    args = tuple(_renamed(part, names) for part in term.args)
    return Term(term.op, args, term.text, term.names, term.span)
