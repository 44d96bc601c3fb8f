"""What the host asks of a worker and what it gets back; plain data, sent as msgpack.

A plan names a callable, the functions to probe in it, and the cells to record around their
statements. `Watch("z", (113, 4, 113, 61), "after", "Z")` records `Z` just after that statement.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from docgen.evaluation.inputs import Inputs
from docgen.evaluation.term import Formula, Outcome
from docgen.syntax import NodeKey
from docgen.trace.sample import Sample
from docgen.trace.value import Value

When = Literal["entry", "before", "after", "exit"]


class Watch(msgspec.Struct, frozen=True):
    """One cell to record.

    Attributes:
        key: The host's name for it.
        node: The statement it is recorded around; None for `entry` and `exit`.
        when: `entry` of the call, `before` or `after` the statement, `exit` of the call (the frame
            as it stands when the call returns).
        cell: Expression evaluated in the frame. At `after` of a `return` and at `exit`, `return`,
            `return[0]`, `return[1]["A"]` stand for the returned value. An expression that is a
            part of the watched statement stands for the value that very part had; but a name,
            attribute or subscript is read behind a statement that may change it in place: one that
            is only an expression, `fill(self.y)`, or one with `out=self.y`. An empty cell records
            only that the place was reached.
    """

    key: str
    node: NodeKey | None
    when: When
    cell: str


class FunctionPlan(msgspec.Struct, frozen=True):
    """A function to probe: module `model.transformer`, file from the root, qualname, `def` line."""

    module: str
    path: str
    qualname: str
    line: int
    watches: tuple[Watch, ...] = ()
    twin: int = 0

    @property
    def name(self) -> str:
        """`module:qualname`, with the line behind `@` where several functions have the name."""
        return f"{self.module}:{self.qualname}" + (f"@{self.twin}" if self.twin else "")


class GradientPlan(msgspec.Struct, frozen=True):
    """A gradient check on recorded calls.

    Attributes:
        key: The host's name for it.
        forward, backward: `module:qualname` of the two functions; both are probed.
        output: Cell on the forward call's return, such as `return[0]`.
        cotangent: Cell at entry of the backward call, such as `dOut`.
        pairs: (cell of the gradient at exit of backward, cell of the input at entry of forward).
        step: Of the central differences.
    """

    key: str
    forward: str
    backward: str
    output: str
    cotangent: str
    pairs: tuple[tuple[str, str], ...]
    step: float = 1e-5


class Reading(msgspec.Struct, frozen=True):
    """Where the value of a leaf is recorded.

    Attributes:
        watch: Key of the watch; of a point, its last record before the point's own is read, or its
            first one after where there is none before (`late`).
        function: Name of the function plan that holds the watch.
        is_paired: It is read in the call of that function whose returned object this call of the
            concept's function receives as an argument.
        index: Python subscript applied to what was recorded, `[:, t]` with `:` for free letters;
            empty for none.
    """

    leaf: str
    watch: str
    function: str
    is_paired: bool = False
    index: str = ""


class CallPlan(msgspec.Struct, frozen=True):
    """A function of an equation that is a call of the project's code.

    Attributes:
        key: The signature's key.
        expression: Python, `layer_norm_forward(u, ln1_g, eps)[0]`, evaluated on deep copies.
        parameters: Names in it that stand for the arguments.
        module: Names that are neither are looked up in its namespace, then in the built-ins.
        names: Names of the frame in it; `watch` records the tuple of their values.
    """

    key: str
    expression: str
    parameters: tuple[str, ...]
    module: str
    names: tuple[str, ...] = ()
    watch: str = ""


class DerivativePlan(msgspec.Struct, frozen=True):
    """The derivative of one leaf by another, by replay of the call that made both.

    Attributes:
        of, by: Names of the leaves.
        function: Name of the plan of the function that is called again with `by` changed.
        of_watch, by_watch: Where the two are recorded in it; `by` is changed where it is bound.
        is_paired: As of a reading.
    """

    of: str
    by: str
    function: str
    of_watch: str
    by_watch: str
    is_paired: bool = False


class EquationPlan(msgspec.Struct, frozen=True):
    """An equation to evaluate at every execution of its statements.

    Attributes:
        key: The host's name for it.
        function: Name of the function plan of its concept.
        anchors: Of each statement of the formula, the watch whose records are its points.
        clash: Leaf → name of its symbol in the concept: equal names must have equal values within
            one call and one visit.
        limit: How many points of a run are evaluated.
        loops: Of each statement, the watches that are hit as an iteration of each loop around it
            begins, outermost first; a symbol has one value per iteration of the loops that hold
            both its readers. None where this is not told: per visit of what was read then.
        literals: Numbers that the function writes and that are no symbol's own.
        inputs: The leaves that the function was given.
    """

    key: str
    function: str
    formula: Formula
    anchors: tuple[str, ...]
    readings: tuple[Reading, ...] = ()
    calls: tuple[CallPlan, ...] = ()
    derivatives: tuple[DerivativePlan, ...] = ()
    clash: dict[str, str] = {}
    limit: int = 50
    loops: tuple[tuple[str, ...], ...] | None = None
    literals: tuple[float, ...] = ()
    inputs: Inputs = Inputs()


class StatementResult(msgspec.Struct, frozen=True):
    """What the points of one statement of an equation came to, in one execution.

    Attributes:
        points: How many were evaluated.
        reached: How often the statement was executed in the calls that were recorded.
        conclusive: How many of the points have no problem; in a replay, none that the change of
            the inputs may be to blame for: a value that is no number, a sum that loses its
            digits, code that raises.
        worst: The outcome with the largest ratio, or the first with a problem; in a replay one of
            the conclusive points, as long as there is one.
        branches: Union of those of all outcomes.
        survivors: Variants of the statement that pass at every point and mean something else at
            fresh values: (what was changed, start and end of its place in the LaTeX).
        call, visit: Of the worst outcome.
        sample: Of the first point of the run as it is; None in a replay.
        seen: Of each conclusive point a digest of the values that the statement reads, and the
            numbers compared there.
    """

    points: int = 0
    entries: int = 0
    worst: Outcome | None = None
    branches: tuple[str, ...] = ()
    survivors: tuple[tuple[str, int, int], ...] = ()
    variants: int = 0
    call: int = 0
    visit: int = 0
    reached: int = 0
    conclusive: int = 0
    sample: Sample | None = None
    seen: tuple[tuple[str, int], ...] = ()


class EquationResult(msgspec.Struct, frozen=True):
    """An equation in one execution.

    Attributes:
        replay: 0 for the run as it is; 1, 2, ... for the same with its root arrays changed.
        problem: Why nothing could be evaluated; empty otherwise.
        called: Names of the project's functions that a call or a derivative executed.
        calls: How often the concept's function was called.
        recorded: How many of these calls were recorded, so that the equation was evaluated in them.
        roots, changed: How many root float arrays the execution had, and how many of them were
            changed.
        properties: Properties and the like that ran while symbols were read, `Model.z`.
        silent, left: Entries of the array on the left side that no statement speaks of, and all of
            its entries; of the run as it is, 0 and 0 where every entry is spoken of.
    """

    key: str
    replay: int = 0
    statements: tuple[StatementResult, ...] = ()
    problem: str = ""
    called: tuple[str, ...] = ()
    calls: int = 0
    recorded: int = 0
    roots: int = 0
    changed: int = 0
    properties: tuple[str, ...] = ()
    silent: int = 0
    left: int = 0


class Clash(msgspec.Struct, frozen=True):
    """A symbol that has two values in one call.

    Attributes:
        symbol: The name that the plans give it.
        equations: Keys of the two equations.
        values: Both, as text, at the first entry that differs.
    """

    symbol: str
    equations: tuple[str, str]
    call: int
    values: tuple[str, str]


class RunPlan(msgspec.Struct, frozen=True):
    """One execution.

    Attributes:
        key: The host's name for it.
        target: `module:qualname` of a callable without required arguments; empty for `code`.
        path: File that `target`'s module must be loaded from.
        code: Text of a Python fence instead; the last line is the call.
        imports: Modules whose public names the fence sees.
        sizes: Arguments by name, for a callable that takes the letters of dimensions.
        expressions: (key, module, expression) evaluated in that module's namespace after the run.
        seed: Of `rng` in a fence, and of the global generators.
        limit: How many calls of one function are recorded.
        equations: What is evaluated on the recorded values.
        replays: How many times the run is made again with its root float arrays changed.
        overrides: Path from the root → text that is loaded in place of the file's.
        once: Whether it is executed once only, without a second execution to compare with.
        replay: With `once`, the number of the replay that is executed and observed in place of the
            run as it is; 0 for the run.
        installed: Installed packages that hold some of `functions`; their paths are those below the
            folder that the package is installed in.
    """

    key: str
    target: str = ""
    path: str = ""
    code: str = ""
    imports: tuple[str, ...] = ()
    sizes: dict[str, int] = {}
    functions: tuple[FunctionPlan, ...] = ()
    gradients: tuple[GradientPlan, ...] = ()
    expressions: tuple[tuple[str, str, str], ...] = ()
    seed: int = 0
    limit: int = 20
    equations: tuple[EquationPlan, ...] = ()
    replays: int = 0
    overrides: dict[str, str] = {}
    once: bool = False
    replay: int = 0
    installed: tuple[str, ...] = ()

    def is_installed(self, module: str) -> bool:
        """Whether a module belongs to a documented installed package."""
        return module.partition(".")[0] in self.installed


class Observation(msgspec.Struct, frozen=True):
    """A recorded cell: in which call of its function, and at which visit of its statement.

    Both count from 0, in the order of entry. Of a watch that is hit very often in one call, the
    first visits and the last are kept. A watch whose statement the loaded file does not have comes
    once, with call -1 and a problem.
    """

    key: str
    call: int
    visit: int
    value: Value | None = None
    problem: str = ""


class GradientResult(msgspec.Struct, frozen=True):
    """One pair of a gradient plan.

    Attributes:
        gap: Largest difference of an entry, kinks left out.
        scale: Largest magnitude among the entries compared.
        kinks: Sentences about entries at a corner, `kink: one-sided slopes 0 and 1, ...`.
        problem: Why nothing could be compared; empty otherwise.
        code: Of the finding that a problem is.
        where: The entry with the largest difference and both numbers, where there is a gap.
        replay: 0 for the run as it is; 1, 2, ... for the same with its root arrays changed.
        roots, changed: As of an equation.
        is_unsymmetric: Whether a matrix that is symmetric in the run was not in the replay.
    """

    plan: str
    gradient: str
    input: str
    backward: Value | None = None
    numeric: Value | None = None
    gap: float = 0.0
    scale: float = 0.0
    tolerance: float = 0.0
    dtype: str = ""
    kinks: tuple[str, ...] = ()
    problem: str = ""
    code: str = "run-failed"
    where: str = ""
    replay: int = 0
    roots: int = 0
    changed: int = 0
    is_unsymmetric: bool = False


class Failure(msgspec.Struct, frozen=True):
    """Why a run did not finish.

    Attributes:
        kind: `raised`, `exited`, `timeout`, `killed`, `memory`, `import`, `wrong-file`,
            `arguments` or `no-value`.
        message: One line: `ValueError: ...`, without paths of this machine.
        path, line: The innermost place in the project's files; empty and 0 where there is none.
    """

    kind: str
    message: str
    path: str = ""
    line: int = 0


class Trace(msgspec.Struct, frozen=True):
    """What one run did.

    Attributes:
        calls: `module:qualname` → number of calls.
        result: What the callable returned.
        files: Project files the run imported or opened → digest, sorted; an empty digest for one
            that it looked for in vain. A folder whose names it asked for ends with `/`.
        mutated: Sentences about arguments that a replayed forward call changed.
        output: What it printed, capped.
        unstable: Keys whose values differed between two executions: of watches, expressions and
            gradient plans, names of functions called another number of times, and `result`.
        equations: Of every execution: the run as it is, then the replays.
        replay_problems: Why a replay did not finish, by its number from 1; by 0, why the run as it
            is could not be executed again to see which wrong variants pass in it.
        gradients_again: Of the replays, in their order.
        is_lasting: Whether the same files always give this. Not where an execution ran out of time
            or memory or was killed: that may be the machine's.
    """

    key: str
    failure: Failure | None = None
    calls: dict[str, int] = {}
    observations: tuple[Observation, ...] = ()
    gradients: tuple[GradientResult, ...] = ()
    expressions: tuple[Observation, ...] = ()
    result: Value | None = None
    files: tuple[tuple[str, str], ...] = ()
    mutated: tuple[str, ...] = ()
    output: str = ""
    unstable: tuple[str, ...] = ()
    equations: tuple[EquationResult, ...] = ()
    clashes: tuple[Clash, ...] = ()
    replay_problems: dict[int, str] = {}
    gradients_again: tuple[GradientResult, ...] = ()
    is_lasting: bool = True
