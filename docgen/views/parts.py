"""What the views draw: the parts of a page as data, free of any host and of Markdown.

`words`, `caption` and `entry` fields, and the labels of examples, steps and flows, are HTML made
from the author's inline Markdown; every other field is plain text, which the views escape.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from docgen.diagnostics import Finding
from docgen.trace.value import Value
from docgen.views.mark import Mark


@dataclass(frozen=True, slots=True)
class SourceRef:
    """Lines of a file, as shown (`transformer.py:113`) and as linked.

    Attributes:
        label: The file as the page names it, such as `transformer.py`.
        path: The file from the project's root, such as `model/transformer.py`.
        url: Link to the lines at the source host; empty where none may be made.
        host: Name of that host, such as `GitHub`; empty without `url`.
    """

    label: str
    path: str
    line: int
    end_line: int
    url: str = ""
    host: str = ""

    @property
    def lines(self) -> str:
        return str(self.line) if self.line == self.end_line else f"{self.line}-{self.end_line}"

    @property
    def text(self) -> str:
        return f"{self.label}:{self.lines}"


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a declared source: `Section 3.3, Eq. 2, p. 5` of a paper."""

    source: str
    locator: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """The verdict of an equation; `details` are lines shown when the badge is opened.

    Attributes:
        command: What a reader types to repeat the check; empty where nothing was checked.
    """

    state: str
    label: str
    details: tuple[str, ...] = ()
    command: str = ""


@dataclass(frozen=True, slots=True)
class EquationPart:
    """A display equation. `html_id` stands on the slot already; the view must not repeat it.

    Attributes:
        trial: The page whose script holds what is needed to try it; empty where none does.
    """

    html_id: str
    title: str
    latex: str
    mathml: str
    badge: Badge
    derived: bool = False
    trial: str = ""


@dataclass(frozen=True, slots=True)
class ConceptPart:
    function: str
    title: str
    status: str
    group: str
    ref: SourceRef
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class ListingPart:
    """Source lines. `lines` are those of `ref`, common indentation removed.

    Attributes:
        marks: Of each line; empty where nothing is marked.
        equations: Of each line, ids of the equations of the page that it computes; or empty.
    """

    html_id: str
    ref: SourceRef
    function: str
    lines: tuple[str, ...]
    highlight: frozenset[int] = frozenset()
    marks: tuple[tuple[Mark, ...], ...] = ()
    equations: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One equation tied to one statement. `role` is `Computes it`, `Written inline`, `Tests it`."""

    equation: str
    equation_id: str
    role: str
    ref: SourceRef
    function: str
    code: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedRef:
    """A function with the lines at which it calls, or stands."""

    name: str
    ref: SourceRef


@dataclass(frozen=True, slots=True)
class UsedPart:
    function: str
    ref: SourceRef
    citations: tuple[Citation, ...]
    callers: tuple[NamedRef, ...]
    tests_calling: tuple[NamedRef, ...]
    tests_reaching: tuple[NamedRef, ...]
    tests_linked: tuple[LinkRow, ...]
    status: str


@dataclass(frozen=True, slots=True)
class Dimension:
    """A letter of shapes: `T = seq_len = 16`, with the author's note."""

    letter: str
    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShapeRow:
    name: str
    symbolic: str
    real: str
    ref: SourceRef | None = None
    words: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class ShapesPart:
    title: str
    ref: SourceRef | None
    rows: tuple[ShapeRow, ...]
    legend: tuple[Dimension, ...]


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """One traced value in each run. `values` has one entry a run; None where it was not reached."""

    label: str
    name: str
    code: str
    values: tuple[Value | None, ...]
    ref: SourceRef | None = None
    words: str = ""
    name_marks: tuple[Mark, ...] = ()
    code_marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class ExamplePart:
    """A worked example. `form` is `steps` (step, code, value) or `matrices` (captioned tables)."""

    title: str
    caption: str
    form: str
    runs: tuple[str, ...]
    rows: tuple[ExampleRow, ...]


@dataclass(frozen=True, slots=True)
class GradientRow:
    """A gradient from the backward code and from central differences. `gap` is printed text."""

    name: str
    backward: Value
    numeric: Value
    gap: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class GradcheckPart:
    title: str
    caption: str
    objective: str
    step: str
    dtype: str
    tolerance: str
    rows: tuple[GradientRow, ...]


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


@dataclass(frozen=True, slots=True)
class CacheKey:
    key: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class CacheRow:
    passed_as: str
    keys: tuple[CacheKey, ...]
    built: SourceRef
    reader: str
    read: SourceRef


@dataclass(frozen=True, slots=True)
class CachesPart:
    title: str
    caption: str
    rows: tuple[CacheRow, ...]


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """A parameter array.

    `symbolic_count` is such as `d × F`; `decay` is None where the page asks nothing.
    """

    name: str
    ref: SourceRef
    symbolic: str
    real: str
    symbolic_count: str
    count: int
    initial: str
    decay: bool | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class ParametersPart:
    title: str
    caption: str
    rows: tuple[ParameterRow, ...]
    total: int = 0
    legend: tuple[Dimension, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class FindingsPart:
    """Findings shown at the block that they concern."""

    findings: tuple[Finding, ...]
