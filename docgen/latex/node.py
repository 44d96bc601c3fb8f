"""The tree of an equation: what it says, without code and without values.

`Y = X_1 + F` is a `Chain` of a `Symbol` and an `Addition` of two symbols. Every node knows the
characters it was read from.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.text import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Part of a tree, read from the characters of `span`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number as its digits: `48512`, `0.5`."""

    digits: str


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """`pi`, `e` or `infty`."""

    name: str


@dataclass(frozen=True, slots=True)
class Symbol(Node):
    """A declared symbol, under the LaTeX of its row.

    Attributes:
        letters: Positions of its cell that no index of the formula writes: the k of `Nk[k]`.
    """

    name: str
    letters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dimension(Node):
    """A letter of a Shape, as a number."""

    name: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """An undeclared letter: bound by a big operator, a clause or the left side."""

    name: str


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """The argument of a function that this equation defines."""

    name: str


@dataclass(frozen=True, slots=True)
class Local(Node):
    """A name that `where` defines within the equation."""

    name: str


@dataclass(frozen=True, slots=True)
class Ones(Node):
    """A column of ones; its length is inferred where None, and `axis` once shapes are known."""

    length: Node | None = None
    axis: str = ""


@dataclass(frozen=True, slots=True)
class Identity(Node):
    """The identity matrix; its size is inferred where None, and `axis` once shapes are known."""

    length: Node | None = None
    axis: str = ""


@dataclass(frozen=True, slots=True)
class Delta(Node):
    """1 where two indices agree, else 0."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class FunctionName(Node):
    """A function without its argument; only composition takes it."""

    name: str
    kind: str = "declared"


@dataclass(frozen=True, slots=True)
class Composition(Node):
    """The last function first, each applied to the result of the next."""

    functions: tuple[FunctionName, ...]


@dataclass(frozen=True, slots=True)
class Indexed(Node):
    """An entry, or a row where there are fewer indices than axes."""

    base: Node
    indices: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Addition(Node):
    """Terms with their signs, `+` or `-`, the first's included."""

    signs: tuple[str, ...]
    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Product(Node):
    r"""Factors in order.

    Attributes:
        operators: Between neighbours: "" for juxtaposition, `·`, `×`, `*`, `⊙` or `∘`.
        kinds: What each is, once shapes are known, folded from the left: `scalar`, `matrix`,
            `dot`, `outer` or `hadamard`; `open` where a shape is unknown.
    """

    factors: tuple[Node, ...]
    operators: tuple[str, ...]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quotient(Node):
    """A fraction, or `a / b`."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True, slots=True)
class Power(Node):
    """A power; `kind` is `entries` or `matrix`, "" until shapes are known."""

    base: Node
    exponent: Node
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Root(Node):
    """A root; square where `degree` is None."""

    body: Node
    degree: Node | None = None


@dataclass(frozen=True, slots=True)
class Transpose(Node):
    """The transpose of `body`."""

    body: Node


@dataclass(frozen=True, slots=True)
class Inverse(Node):
    """The inverse of a matrix, or one over a scalar; `kind` says which once shapes are known."""

    body: Node
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function at its arguments.

    Attributes:
        kind: `built-in`, `declared`, `named` (a function that the site must know by its name)
            or `array` (a declared array written as a function of a symbol).
        along: Index that a row function runs along, as in `softmax_j(S_{ij})`.
    """

    name: str
    arguments: tuple[Node, ...]
    kind: str
    along: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Absolute(Node):
    """The absolute value of `body`."""

    body: Node


@dataclass(frozen=True, slots=True)
class Norm(Node):
    """A norm; `order` is "", `1`, `2`, `F` or `infty`."""

    body: Node
    order: str


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """An index that runs from `low` to `high`, or over its whole axis where these are None.

    Attributes:
        axis: The axis that it addresses, once shapes are known; empty where none is.
    """

    letter: str
    low: Node | None = None
    high: Node | None = None
    axis: str = ""


@dataclass(frozen=True, slots=True)
class Reduction(Node):
    """`sum`, `prod`, `max`, `min`, `argmax`, `argmin` or `mean` over indices."""

    operator: str
    binders: tuple[Binder, ...]
    conditions: tuple[Chain, ...]
    body: Node


@dataclass(frozen=True, slots=True)
class Indicator(Node):
    """1 where a relation holds, else 0."""

    condition: Chain


@dataclass(frozen=True, slots=True)
class Case(Node):
    """A row of `cases`; without conditions it is what holds otherwise."""

    value: Node
    conditions: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Cases(Node):
    """`cases`: the first row whose conditions hold says the value."""

    rows: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Matrix(Node):
    """Entries or blocks, row by row."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Concatenation(Node):
    """Parts joined; separators are `,`, `;` or `‖`, one fewer than parts.

    Behind a series there is one more: that between the terms which its dots stand for.
    """

    parts: tuple[Node, ...]
    separators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Series(Node):
    r"""`H_1, \\dots, H_h`: the body for every value of its letter from low to high."""

    body: Node
    letter: str
    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class Derivative(Node):
    """The total derivative of one symbol by another."""

    of: Node
    by: Node


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """Sides and the relations between neighbours: `=`, `<`, `≤`, `≈`, `←`, `:=`, ..."""

    sides: tuple[Node, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """What limits an equation: the range of an index, or a condition on indices.

    Attributes:
        step: Second value of the range, where one is written: `i = 0, 2, \\dots, d`.
    """

    binder: Binder | None = None
    condition: Chain | None = None
    step: Node | None = None


@dataclass(frozen=True, slots=True)
class Part(Node):
    """One equation of a formula.

    Attributes:
        joined: How it follows the one before: "", `quad`, `comma`, `row` or `implies`.
        definitions: What `where` defines.
        free: Indices that it holds for, every value of each.
        axes: The axis that each of them addresses, once shapes are known; empty where none is.
        parameters: Arguments of the function that it defines.
        notes: What was read on the strength of shapes, such as a vector added row by row.
    """

    chain: Chain
    joined: str
    clauses: tuple[Clause, ...] = ()
    definitions: tuple[Chain, ...] = ()
    free: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    axes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Equation:
    """A formula, read whole."""

    latex: str
    parts: tuple[Part, ...]
