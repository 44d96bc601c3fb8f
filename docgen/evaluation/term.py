r"""Equations as data: what the host sends to a worker to be evaluated on recorded arrays.

`Z = X W` is `Statement(sides=(leaf Z, product of leaf X and leaf W), relations=("=",))`. Terms hold
no LaTeX and no code: symbols are leaves with a name, functions are definitions or calls by a key.
"""

from __future__ import annotations

import msgspec

from docgen.evaluation.precision import DOUBLE


class Term(msgspec.Struct, frozen=True, array_like=True):
    r"""A node of an expression.

    What `args`, `text` and `names` mean, by `op`:

    - `number`: text are digits, `0.5`. `constant`: text is `pi`, `e` or `infty`.
    - `leaf`: text is the name of a `Leaf`. `local`: text is a name that `where` defines.
      `parameter`: text is an argument of the function being defined.
    - `size`: text is arithmetic over the letters of shapes, `T` or `2*d`: a number.
    - `index`: text is a letter in force; its value is the number that the page means.
    - `ones`, `identity`: text is the length as for `size`; or args[0] is the length as a term; or
      neither, then it takes the length of what it meets.
    - `delta`: args are two terms; 1 where they are equal, else 0.
    - `at`: args[0] at the indices args[1:]; fewer indices than axes leave the last axes.
    - `sum`: args are terms, text their signs, `+-+`.
    - `product`: args are factors, names the kind of each product from the left: `scalar`,
      `matrix`, `dot`, `outer`, `hadamard` or `open` (decided by ranks and states of the values).
    - `quotient`: numerator, denominator. `power`: base, exponent; text `entries`, `matrix` or ""
      (a square matrix whose shape was not known: refused). `root`: body and maybe degree.
    - `transpose`: body. `inverse`: body; text `matrix`, `scalar` or "" (by rank).
    - `call`: built-in function text (`exp`, `log`, `tanh`, `max`, `det`, ...) of args; names: the
      letter it runs along, as in `softmax_j`.
    - `apply`: function with the key text (a `Definition` or a `Call` of the plan) of args; names
      as for `call`.
    - `absolute`: body. `norm`: body; text is "", `1`, `2`, `F` or `infty`.
    - `reduce`: text is `sum`, `prod`, `max`, `min`, `argmax`, `argmin` or `mean`, in wrong
      variants alone `last term` or `last factor`; args[0] the
      body, then `binder` terms, then conditions (`chain` terms). With the text `array` its value
      holds the body at every value of the binders, which are its axes.
    - `binder`: text is the letter; args are its bounds, low and high, or none; names are
      (axis, base): the axis it runs along as for `size`, "" if unknown; base `0` or `1`.
    - `indicator`: args[0] is a `chain`; 1 where it holds, else 0, entry by entry.
    - `chain`: args are sides, names the relations between neighbours (`=`, `≠`, `<`, `≤`, ...).
    - `cases`: args are `case` terms; of each, args[0] is the value, args[1:] its conditions
      (chains), none for *otherwise*.
    - `matrix`: args are `row` terms of entries or blocks.
    - `join`: args are parts, names the separators, one fewer: `,` `;` `‖`. The last part may be a
      `series`, then there is one more separator, that of its terms: args are body, low, high; text
      is its letter, names[0] its base.
    - `derivative`: args are two leaves: of the first by the second.
    - `compose`: names are keys of functions, outermost first.

    `span` is where the term stands in the LaTeX of its equation.
    """

    op: str
    args: tuple[Term, ...] = ()
    text: str = ""
    names: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)


class Leaf(msgspec.Struct, frozen=True):
    r"""A symbol as it is read at one time.

    Attributes:
        name: Unique in the equation; terms name it.
        symbol: LaTeX of its row, for messages.
        shape: Declared axes as arithmetic over letters; `…` for leading axes that the equation
            does not see; `("…",)` is one entry of an array of any shape; None where the row
            declares none: every axis is seen then.
        letters: Letters free in its cell (`Xn[t]`), each with the axis of the recorded array that
            it runs along; the equation holds for every position. `shape` leaves these axes out.
        target: Axis that its entries are positions along, from 0, as the code counts.
        is_symmetric: The matrix equals its transpose, as its row says.
    """

    name: str
    symbol: str
    shape: tuple[str, ...] | None = None
    letters: tuple[tuple[str, int], ...] = ()
    target: str = ""
    is_symmetric: bool = False


class Range(msgspec.Struct, frozen=True):
    """A free index: the statement holds for every value of it.

    Attributes:
        axis: What it runs along, as for `size`; empty where its bounds alone say it.
        base: 0 or 1: the number that means the first position.
        low, high, step: Bounds where they are written; `step` is the second value of the range.
    """

    letter: str
    axis: str = ""
    base: int = 1
    low: Term | None = None
    high: Term | None = None
    step: Term | None = None


class Statement(msgspec.Struct, frozen=True):
    """One equation of a formula: a chain whose neighbours are compared.

    Attributes:
        locals: What `where` defines, in the order in which they can be evaluated.
        conditions: Chains on the free indices; where one is false nothing is compared.
        is_property: It has no left symbol that a statement computes.
        tolerance: Of `≈`, relative to the larger side; 0 for the rounding bound.
    """

    sides: tuple[Term, ...]
    relations: tuple[str, ...]
    free: tuple[Range, ...] = ()
    conditions: tuple[Term, ...] = ()
    locals: tuple[tuple[str, Term], ...] = ()
    is_property: bool = False
    tolerance: float = 0.0
    span: tuple[int, int] = (0, 0)


class Definition(msgspec.Struct, frozen=True):
    """A function that an equation defines.

    Attributes:
        key: `apply` terms name it.
        parameters: Names of its arguments, in order.
        shapes: Declared axes of each argument; None where none is declared: one entry (`…`).
        body: Its right side, over parameters, leaves and other functions.
        base: Of indices on its page, which need not be the one that calls it.
        is_alone: No code is compared with it, so that nothing but what calls it checks it.
    """

    key: str
    parameters: tuple[str, ...]
    shapes: tuple[tuple[str, ...] | None, ...]
    body: Term
    locals: tuple[tuple[str, Term], ...] = ()
    base: int = 1
    is_alone: bool = False


class Signature(msgspec.Struct, frozen=True):
    """A function that is a call of the project's code: opaque.

    Attributes:
        shapes: Declared axes of each argument; None where none is declared: all axes are passed.
    """

    key: str
    symbol: str
    shapes: tuple[tuple[str, ...] | None, ...] = ()
    result: tuple[str, ...] | None = None


class Formula(msgspec.Struct, frozen=True):
    """All that is needed to evaluate the statements of one equation, but for the values.

    Attributes:
        base: Of indices on the page, 0 or 1; numerals in subscripts count from it.
        sizing: Leaves of the concept that no term names; they tell the sizes of letters.
    """

    statements: tuple[Statement, ...]
    leaves: tuple[Leaf, ...]
    definitions: tuple[Definition, ...] = ()
    signatures: tuple[Signature, ...] = ()
    base: int = 1
    sizing: tuple[Leaf, ...] = ()


class Problem(msgspec.Struct, frozen=True):
    """Why a statement could not be compared.

    Attributes:
        code: Of a finding: `shape-mismatch`, `nonfinite-value`, `ill-conditioned`,
            `unsupported-latex`, `ambiguous-latex`, `run-failed`.
        span: Of the sub-expression in the LaTeX.
    """

    code: str
    message: str
    span: tuple[int, int] = (0, 0)
    notes: tuple[str, ...] = ()
    help: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """A statement compared at one point.

    Attributes:
        entries: Numbers compared.
        gap, tolerance: At the entry whose gap is largest against its tolerance.
        ratio: gap / tolerance there; above 1 is a mismatch. Infinite where one side is.
        scale: Largest magnitude of the side that checks.
        span: Of the side that disagrees, where one does.
        place: Index of that entry: letters with their numbers, then positions from 0.
        left, right: The two values there, as text.
        shape: Of the compared array, hidden axes included.
        branches: Keys of branches with whether each was ever taken (`+`) and ever not (`-`):
            `cases`, `max`, `min`, indicators, conditions of sums, by the span of their term.
        causes: What would explain a mismatch, likeliest first.
        notes: What was read on the strength of ranks, such as a vector added row by row.
        u: Unit roundoff of the tolerance, that of the coarsest floats among the bound arrays.
    """

    entries: int = 0
    gap: float = 0.0
    tolerance: float = 0.0
    ratio: float = 0.0
    scale: float = 0.0
    span: tuple[int, int] = (0, 0)
    place: str = ""
    left: str = ""
    right: str = ""
    shape: tuple[int, ...] = ()
    branches: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    u: float = DOUBLE
    problem: Problem | None = None
