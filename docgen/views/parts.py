"""What the views draw: the parts of a page as data, free of any host and of Markdown.

`words` and `caption` fields, and the labels of examples, are HTML made from the author's inline
Markdown, whose links are marks until a host has resolved them (`pages.targets`); every other field
is plain text, which the views escape. `views.steps` has the parts of steppers and flows.
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
        page: Link to the lines on the page of the site that shows the whole file; empty if none.
    """

    label: str
    path: str
    line: int
    end_line: int
    url: str = ""
    host: str = ""
    page: str = ""

    @property
    def lines(self) -> str:
        """`12`, or `12-15`."""
        return str(self.line) if self.line == self.end_line else f"{self.line}-{self.end_line}"

    @property
    def text(self) -> str:
        """`transformer.py:12-15`."""
        return f"{self.label}:{self.lines}"


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a declared source: `Section 3.3, Eq. 2, p. 5` of a paper.

    Attributes:
        url: Of the source; with `leads_there`, of the very place in it.
    """

    source: str
    locator: str
    url: str = ""
    leads_there: bool = False


@dataclass(frozen=True, slots=True)
class Foundation:
    """An equation that another one puts in, where it stands, and the word of its own verdict."""

    title: str
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Badge:
    """The verdict of an equation; `details` are lines shown when the badge is opened.

    Attributes:
        command: What a reader types to repeat the check; empty where nothing was checked.
        rests_on: Equations that define what this one calls.
    """

    state: str
    label: str
    details: tuple[str, ...] = ()
    command: str = ""
    rests_on: tuple[Foundation, ...] = ()


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
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class ConceptPart:
    """The head of a concept: its function, where that stands, what it cites."""

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
    """One equation tied to one statement.

    Attributes:
        role: `Computes it`, `Property of it`, `Stated of it`, `Written inline` or `Tests it`.
    """

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
    """Where a function stands, who calls it, and which tests reach it."""

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
    """One array with its symbolic shape and its shape under the real settings."""

    name: str
    symbolic: str
    real: str
    ref: SourceRef | None = None
    words: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class ShapesPart:
    """A table of shapes; without `ref` it concerns no single function."""

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
    """A gradient check; `objective`, `step`, `dtype` and `tolerance` are printed text.

    Attributes:
        points: In how many executions of the run, each with numbers of its own.
        fixed: Why the run may not be made with other numbers; empty otherwise.
    """

    title: str
    caption: str
    objective: str
    step: str
    dtype: str
    tolerance: str
    rows: tuple[GradientRow, ...]
    points: int
    fixed: str


@dataclass(frozen=True, slots=True)
class CacheKey:
    """One entry of a cache."""

    key: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class CacheRow:
    """One cache: its entries, where it is built, and who reads it where."""

    passed_as: str
    keys: tuple[CacheKey, ...]
    built: SourceRef
    reader: str
    read: SourceRef


@dataclass(frozen=True, slots=True)
class CachesPart:
    """What the forward pass leaves for the backward pass."""

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
    """The parameter arrays of a function; `total` is 0 where it is not shown."""

    title: str
    caption: str
    rows: tuple[ParameterRow, ...]
    total: int = 0
    legend: tuple[Dimension, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class FindingsPart:
    """Findings shown at the block that they concern."""

    findings: tuple[Finding, ...]
