"""The runs that a project's pages ask for: one run an example, whatever rests on it.

`book.run(target)` gives the same `Run` for the same callable and sizes; blocks hang watches on it
before anything is executed, and read what was observed afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from docgen.source.anchor import Anchor
from docgen.syntax import NodeKey
from docgen.trace.plan import (
    EquationPlan,
    EquationResult,
    FunctionPlan,
    GradientPlan,
    Observation,
    RunPlan,
    Trace,
    Watch,
    When,
)


def plan_name(function: Anchor) -> str:
    """`module:qualname`, as plans and traces name a function."""
    return _function_plan(function).name


def _function_plan(function: Anchor, watches: tuple[Watch, ...] = ()) -> FunctionPlan:
    return FunctionPlan(
        function.module,
        function.path,
        function.function,
        function.region.line,
        watches,
        function.twin,
    )


def trial_key(key: str, number: int) -> str:
    """The key of another reading of an equation, which only serves a proposal."""
    return f"?{number} {key}"


def is_trial(key: str) -> bool:
    """Whether the key is of a run that only tries what may fail."""
    return key.startswith("?")


def way_key(key: str, number: int) -> str:
    """The key of an equation for one way through its function."""
    return f"{key} way {number + 1}" if number else key


def clash_key(function: str, latex: str, version: int) -> str:
    """The name under which a symbol of a function must have one value."""
    return f"{function}|{latex}#{version}"


def clash_name(key: str) -> str:
    """The LaTeX of the symbol in such a name."""
    return key.partition("|")[2].rpartition("#")[0]


def equation_of(key: str) -> str:
    """The equation that a plan's key belongs to."""
    return key.partition(" way ")[0]


REPLAYS = 2
"""How many generic replays a run with equations gets: one could miss by chance."""


@dataclass
class Run:
    """One execution in the making, and its trace once it was recorded.

    Attributes:
        key: Unique in the book and the same in every build.
        target: The callable; None for a fence and for bare expressions.
        code: Text of a Python fence.
        trace: None again as soon as something is asked for that it does not tell.
        replays: How many times it is made again with other root arrays, where it has equations or
            gradient checks.
        fixed: Why the author does not want that; empty otherwise.
        installed: Installed packages whose functions may be probed.
        is_drawn: Whether a block draws it.
        is_checked: Whether a block or an equation that checks something asked for it.
    """

    key: str
    target: Anchor | None = None
    code: str = ""
    imports: tuple[str, ...] = ()
    sizes: dict[str, int] = field(default_factory=dict)
    trace: Trace | None = None
    replays: int = REPLAYS
    fixed: str = ""
    installed: tuple[str, ...] = ()
    is_drawn: bool = False
    is_checked: bool = False
    _watches: dict[str, dict[Watch, None]] = field(default_factory=dict)
    _functions: dict[str, Anchor] = field(default_factory=dict)
    _gradients: dict[str, GradientPlan] = field(default_factory=dict)
    _expressions: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    _equations: dict[str, EquationPlan] = field(default_factory=dict)

    def probe(self, function: Anchor) -> None:
        """Record the calls of a function, even where no cell of it is watched."""
        if plan_name(function) not in self._functions:
            self._functions[plan_name(function)] = function
            self._watches[plan_name(function)] = {}
            self.trace = None

    def watch(self, function: Anchor, when: When, node: NodeKey | None, cell: str) -> str:
        """Ask for a cell of a function; the key finds it in the trace."""
        self.probe(function)
        name = plan_name(function)
        where = ",".join(map(str, node)) if node else ""
        key = f"{name}|{when}|{where}|{cell}"
        watch = Watch(key, node, when, cell)
        if watch not in self._watches[name]:
            self._watches[name][watch] = None
            self.trace = None
        return key

    def gradient(self, plan: GradientPlan, forward: Anchor, backward: Anchor) -> None:
        """Ask for a gradient check; the run is recorded anew where its plan differs."""
        self.probe(forward)
        self.probe(backward)
        if self._gradients.get(plan.key) != plan:
            self._gradients[plan.key] = plan
            self.trace = None

    def expression(self, module: str, text: str) -> str:
        """Ask for an expression in a module's namespace."""
        key = f"{module}|{text}"
        if key not in self._expressions:
            self._expressions[key] = (key, module, text)
            self.trace = None
        return key

    def equation(self, plan: EquationPlan) -> None:
        """Ask for an equation to be evaluated on what is recorded."""
        if self._equations.get(plan.key) != plan:
            self._equations[plan.key] = plan
            self.trace = None

    def results(self, key: str) -> list[EquationResult]:
        """What became of an equation: in the run as it is, then in its replays."""
        if self.trace is None:
            return []
        return [result for result in self.trace.equations if result.key == key]

    @property
    def name(self) -> str:
        """The callable as a reader would name it."""
        if self.target is None:
            return "the fence" if self.code else "the settings"
        return self.target.function

    def plan(self) -> RunPlan:
        """All that was asked, as one plan for a worker."""
        functions = tuple(
            _function_plan(
                function, tuple(sorted(self._watches[name], key=lambda watch: watch.key))
            )
            for name, function in sorted(self._functions.items())
        )
        return RunPlan(
            self.key,
            f"{self.target.module}:{self.target.function}" if self.target else "",
            self.target.path if self.target else "",
            self.code,
            self.imports,
            dict(sorted(self.sizes.items())),
            functions,
            tuple(self._gradients[key] for key in sorted(self._gradients)),
            tuple(self._expressions[key] for key in sorted(self._expressions)),
            equations=tuple(self._equations[key] for key in sorted(self._equations)),
            replays=self.replays if self._equations or self._gradients else 0,
            installed=self._packages(),
        )

    def _packages(self) -> tuple[str, ...]:
        """The installed packages that hold what is probed."""
        tops = {function.module.partition(".")[0] for function in self._functions.values()}
        return tuple(name for name in self.installed if name in tops)

    def observations(self, key: str) -> list[Observation]:
        """What was seen of a cell, in the order of the run."""
        if self.trace is None:
            return []
        return [seen for seen in self.trace.observations if seen.key == key]

    def calls(self, function: Anchor) -> int:
        """How often the run called a function; 0 while there is no trace."""
        return self.trace.calls.get(plan_name(function), 0) if self.trace else 0

    @property
    def is_picture(self) -> bool:
        """Whether it only serves pictures; these may take long, and nothing is checked on them."""
        return self.is_drawn and not self.is_checked

    @property
    def failed(self) -> bool:
        """Whether there is no trace, or one that ended with an exception."""
        return self.trace is None or self.trace.failure is not None


@dataclass
class RunBook:
    """All runs of a project, in the order in which they were first asked for.

    Attributes:
        installed: Installed packages that pages document.
    """

    runs: dict[str, Run] = field(default_factory=dict)
    installed: tuple[str, ...] = ()

    def _run(self, run: Run) -> Run:
        """The run of that key, which may be there already."""
        run.installed = self.installed
        return self.runs.setdefault(run.key, run)

    def run(self, target: Anchor, sizes: dict[str, int] | None = None) -> Run:
        """The run that calls `target()` under some sizes; one for all that ask for it."""
        sizes = sizes or {}
        size_text = ",".join(f"{name}={size}" for name, size in sorted(sizes.items()))
        key = f"{plan_name(target)}({size_text})"
        return self._run(Run(key, target, sizes=dict(sizes)))

    def fence(
        self, code: str, imports: tuple[str, ...], sizes: dict[str, int] | None = None
    ) -> Run:
        """The run of the code of a fence, after its imports; one for all that ask for it."""
        sizes = sizes or {}
        size_text = ",".join(f"{name}={size}" for name, size in sorted(sizes.items()))
        key = f"fence|{'|'.join(imports)}|{size_text}|{code}"
        return self._run(Run(key, None, code, imports, dict(sizes)))

    @property
    def dimensions(self) -> Run:
        """The run that evaluates what the settings name, before anything else is asked for."""
        return self.runs.setdefault("dimensions", Run("dimensions"))

    @property
    def namespace(self) -> Run:
        """The run that executes nothing and evaluates expressions in modules."""
        return self.runs.setdefault("", Run(""))

    def plans(self) -> list[RunPlan]:
        """What every run was asked for."""
        return [run.plan() for run in self.runs.values()]

    def fill(self, traces: dict[str, Trace]) -> None:
        """Give each run the trace of its key."""
        for key, trace in traces.items():
            self.runs[key].trace = trace
