"""What the views draw of a function step by step: its stepper and its flow, as data.

`words`, `caption` and `entry` fields, and labels, are HTML made from the author's inline Markdown;
every other field is plain text, which the views escape. `Operand("X[1]", value)` is one vector.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.trace.value import Value
from docgen.views.mark import Mark
from docgen.views.parts import ListingPart, NamedRef, SourceRef


@dataclass(frozen=True, slots=True)
class Operand:
    """One vector of a step: `name` as read in the code, such as `X[1]`."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class StepVectors:
    """What one statement does to one row; `row` is empty where whole arrays are shown.

    `before` are the arrays it reads; `terms` instead, where it adds them.
    """

    row: str
    before: tuple[Operand, ...]
    terms: tuple[Operand, ...]
    after: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class StepperStep:
    """One statement.

    Attributes:
        vectors: One entry for each row that the reader can choose.
        shape: Declared shape of the array that the statement binds.
        shape_of: That array, where those it reads have other shapes; empty where all agree.
        equation: Title of the equation that it computes; it may have none.
        mathml: That equation, set; empty where it cannot be set.
        marks: Places of symbols in the code.
    """

    label: str
    words: str
    vectors: tuple[StepVectors, ...]
    shape: str
    ref: SourceRef
    code: str
    shape_of: str = ""
    equation: str = ""
    equation_id: str = ""
    mathml: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class StepperPart:
    """A function as steps.

    Attributes:
        row: The row shown first; empty where whole arrays are shown.
        html_id: What the ids of its steps begin with.
        rows: How many rows the arrays have; the page may hold fewer of them.
    """

    title: str
    caption: str
    row: str
    steps: tuple[StepperStep, ...]
    html_id: str = "step"
    rows: int = 0


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One statement of the diagram.

    Attributes:
        callee: None where it calls no function of the project.
        expression: What becomes its result, as the code has it.
        adds: The terms, where the expression is a sum.
        calls: Functions that it calls, where none is of the project.
        within: Blocks that it stands in, such as "`for n in NAMES`".
        fill_refs: Lines of the flow's own function that fill the entries after this statement.
        listing: The callee; lines that fill the entries are highlighted.
        others: What else its statement gives to other steps.
    """

    label: str
    words: str
    result: str
    ref: SourceRef
    code: str
    callee: NamedRef | None
    fills: tuple[str, ...]
    expression: str = ""
    adds: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    fill_refs: tuple[SourceRef, ...] = ()
    listing: ListingPart | None = None
    marks: tuple[Mark, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """A value on its way from one statement to another that reads it.

    Attributes:
        start, end: Numbers of steps, counted from 1; 0 is the entry of the function, one more than
            the last is its return.
        name: What the value is called where it leaves; empty for what is returned.
        via: Names that statements outside of the diagram give it on the way.
    """

    start: int
    end: int
    name: str
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FlowPart:
    """A flow. `slug` is unique on its page; the id of a step is `flow-<slug>-<number>`."""

    title: str
    caption: str
    entry: str
    fills_name: str
    steps: tuple[FlowStep, ...]
    slug: str = ""
    entry_name: str = ""
    edges: tuple[FlowEdge, ...] = ()
