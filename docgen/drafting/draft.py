"""A function and one call of it become a checked page.

`draft(project, "model.ops.softmax", "softmax(rng.normal(size=(3, 4)))").text` is Markdown whose
equations all hold in that call; what docgen cannot say as mathematics is listed as code.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from docgen.diagnostics import Fault
from docgen.drafting.branches import cases
from docgen.drafting.candidates import Drafter, Written
from docgen.drafting.observed import Seen, Watch, targets
from docgen.drafting.own import own_names
from docgen.drafting.page import ROWS, Example, Layout, Listed, render, slug
from docgen.drafting.page import Written as Equation
from docgen.drafting.symbols import Symbols
from docgen.drafting.target import find_target
from docgen.drafting.versions import versions
from docgen.project import Project
from docgen.source.anchors import statement_anchor
from docgen.source.module import Statement
from docgen.text import counted
from docgen.trace.record import Limits, record

Tell = Callable[[str], None]
ROUNDS = 8
HOLDS = ("verified", "by-call")
_REASONS = {
    "weak": "an equation for it holds, but this call could not tell a wrong one from it",
    "by-binding": "it calls code that has no equation of its own",
}
_UNKNOWN = "no equation for it was confirmed by the call"


@dataclass(frozen=True)
class Draft:
    """A drafted page.

    Attributes:
        statements: How many numeric statements the call executed.
        written: How many of them have an equation.
        copied: How many of these have none but equations that only hand a value on: `y = c`.
        independent, by_call: Equations by what checks them.
        listings: Code of each statement that is listed, and why.
        unexecuted: First line of each statement that the call did not execute.
        package: The installed package that the settings must name; empty for none.
    """

    text: str
    statements: int
    written: int
    copied: int
    independent: int
    by_call: int
    listings: tuple[tuple[str, str], ...]
    unexecuted: tuple[str, ...]
    package: str = ""


@dataclass(frozen=True)
class _Found:
    """A page that is clean."""

    text: str
    equations: tuple[Equation, ...]
    listed: tuple[Listed, ...]
    clashes: bool


def draft(
    project: Project,
    function: str,
    call: str,
    setup: str = "",
    tell: Tell = lambda _: None,
    page: str = "",
) -> Draft:
    """Draft the page of a function.

    Args:
        function: Dotted name of a function of the project, or of an installed package.
        call: An expression that calls it, with `np`, a seeded `rng` and its module's names.
        setup: Lines of code that go before the call.
        tell: Called with a line about the progress.
        page: Path of the page to be, from the root; what was tried for it need not run again. It
            is neither read nor written.

    Raises:
        Fault: The function is not known, or the call fails or does not reach it.
    """
    return _Work(project, function, call, setup, tell, page).draft()


class _Work:
    def __init__(
        self, project: Project, function: str, call: str, setup: str, tell: Tell, page: str
    ) -> None:
        self._target = find_target(project, function)
        installed = project.settings.installed
        if self._target.package and self._target.package not in installed:
            installed = (*installed, self._target.package)
        settings = replace(project.settings, installed=installed, modules=())
        self._project = Project(settings)
        self._project.holds_lock = False
        self._page = page or f"{settings.docs}/draft.md"
        self._example = Example(call, setup)
        self._tell = tell
        self._states: dict[str, str] = {}
        self._reasons: dict[int, str] = {}

    def draft(self) -> Draft:
        seen = self._observe()
        numeric = [one for one in seen if one.is_executed and one.is_numeric]
        found = self._proven(seen, self._equations(seen, is_augmented_new=False))
        if found.clashes and any(isinstance(one.statement, ast.AugAssign) for one in numeric):
            # A change that has no equation of its own leaves no symbol that it changes as it was.
            other = self._proven(seen, self._equations(seen, is_augmented_new=True))
            found = max(found, other, key=lambda one: len(_statements(one.equations)))
        states = Counter(self._states[one.candidate.latex] for one in found.equations)
        return Draft(
            found.text,
            len(numeric),
            len(_statements(found.equations)),
            len(_statements(found.equations) - _statements(_telling(found.equations))),
            states["verified"],
            states["by-call"],
            tuple((one.code, one.reason) for one in found.listed),
            tuple(
                ast.unparse(one.statement).partition("\n")[0]
                for one in seen
                if not one.is_executed and _computes(one.statement)
            ),
            self._target.package,
        )

    # The run.

    def _observe(self) -> list[Seen]:
        """Execute the call once and record all that the function computes in it."""
        self._tell("the call")
        layout = render(self._target, self._example, (), ())
        self._load(layout, static=True)
        (page,) = self._project.pages.values()
        runs = page.concepts[0].runs
        if not runs:
            finding = page.findings[0]
            raise Fault(finding.code, finding.message, notes=finding.notes, help=finding.help)
        target = self._target
        watch = Watch(runs[0], target.anchor, target.definition)
        settings = self._project.settings
        limits = Limits(settings.timeout, settings.memory)
        plan = msgspec.structs.replace(runs[0].plan(), once=True)
        (trace,) = record(self._project.root, [plan], limits)
        if trace.failure is not None:
            raise Fault(
                "run-failed",
                "the call fails",
                notes=(trace.failure.message,),
                help=f"give a call of `{target.name}` that works, with `np`, a seeded `rng` and"
                f" the names of `{target.anchor.module}`",
            )
        seen = watch.seen(trace)
        if not any(one.is_executed for one in seen):
            raise Fault(
                "never-executed",
                f"the call does not reach `{target.name}`",
                help=f"give a call of `{target.name}`",
            )
        return seen

    def _load(self, layout: Layout, static: bool = False) -> None:
        """Check the page alone, as a part of the project."""
        name = self._page.removeprefix(f"{self._project.settings.docs}/")
        texts = {self._page: layout.text}
        self._project.load(static=static, texts=texts, published=frozenset({name}))

    # Candidates.

    def _equations(self, seen: Sequence[Seen], is_augmented_new: bool) -> list[list[Equation]]:
        """For each value that a numeric statement gives, the equations to try, best first."""
        names = {
            node.id for node in ast.walk(self._target.definition.node) if isinstance(node, ast.Name)
        }
        names |= {one.arg for one in self._target.definition.parameters}
        parameters = frozenset(one.arg for one in self._target.definition.parameters)
        known = versions(seen, is_augmented_new)
        entering = frozenset(
            name for name in parameters if any(one.given.get(name, 0) for one in known)
        )
        bound = frozenset(name for one in known for name in one.given)
        names |= set(self._project.settings.dimensions)  # letters that mean something already
        drafter = Drafter(Symbols(names, parameters, entering, bound, self._own()))
        titles: Counter[str] = Counter()
        found: list[list[Equation]] = []
        for number, one in enumerate(seen):
            if not (one.is_executed and one.is_numeric):
                continue
            written: Written = drafter.written(one, known[number])
            if written.reason and all(each.by_call for group in written.groups for each in group):
                self._reasons[number] = written.reason
            within = cases(self._target.definition.node, one.statement)
            for group in written.groups:
                title = _title(group[0].cell)
                titles[title] += 1
                again = f", value {titles[title]}" if titles[title] > 1 else ""
                code = self._code(one)
                found.append(
                    [
                        Equation(
                            replace(each, notes=tuple(dict.fromkeys((*within, *each.notes)))),
                            f"{title}{again}",
                            code,
                            f"{slug(title)}-{number}-{at}",
                            number,
                        )
                        for at, each in enumerate(group)
                    ]
                )
        return found

    def _own(self) -> frozenset[str]:
        """Names of the project's own functions; an installed package's have their known meaning."""
        if self._target.package:
            return frozenset()
        index = self._project.site.index
        installed = self._project.settings.installed
        return own_names(
            self._target.module.tree,
            lambda name: (
                name.partition(".")[0] not in installed
                and (index.find_module(name) is not None or index.has_package(name))
            ),
        )

    def _code(self, seen: Seen) -> str:
        """The statement as the option `code` names it."""
        target = self._target
        anchor = statement_anchor(target.module, target.definition, seen.statement, "").anchor
        scope, index = target.anchor.scope, self._project.site.index
        text = ast.unparse(seen.statement).partition("\n")[0]
        for short in _shorter(seen.statement, text):
            places = [one.node for one in index.candidates(short, scope)]
            if places == [anchor.node]:
                return short
        places = [one.node for one in index.candidates(text, scope)]
        if len(places) > 1 and anchor.node in places:
            return f"{text}.{places.index(anchor.node) + 1}"
        return text

    # Trying.

    def _proven(self, seen: Sequence[Seen], groups: Sequence[Sequence[Equation]]) -> _Found:
        """The best equation of each group that holds; then all of them hold together."""
        every = [one for group in groups for one in group]
        self._tell(counted(len(every), "equation"))
        layout = render(self._target, self._example, every, ())
        good = self._holding(layout, every)
        clashes = self._has_clashes()
        unlisted: set[str] = set()
        for _ in range(ROUNDS):
            best = [next((one for one in group if one.key in good), None) for group in groups]
            chosen = [one for one in best if one is not None]
            final = [replace(one, key=slug(one.title)) for one in chosen]
            listed = [
                one for one in self._listed(seen, _statements(chosen)) if one.code not in unlisted
            ]
            self._tell(f"{counted(len(chosen), 'equation')} together")
            layout = render(self._target, self._example, final, listed)
            holding = self._holding(layout, final)
            if not self._project.findings and len(holding) == len(final):
                return _Found(layout.text, tuple(final), tuple(listed), clashes)
            clashes = clashes or self._has_clashes()
            before = (set(good), set(unlisted))
            wrong = {layout.owners.get(one.place.line, "") for one in self._project.findings}
            unlisted |= {one.code for at, one in enumerate(listed) if f"listing {at}" in wrong}
            good -= {
                one.key
                for one, tried in zip(chosen, final, strict=True)
                if tried.key not in holding
            }
            if ROWS in wrong:
                self._example = replace(self._example, has_rows=False)
                continue
            if (good, unlisted) != before:
                continue
            if self._example.is_shown and self._unstable():
                self._example = replace(self._example, is_shown=False)
            else:
                good = set()  # a finding that belongs to no equation
        finding = self._project.findings[0]
        raise Fault(finding.code, finding.message, notes=finding.notes, help=finding.help)

    def _has_clashes(self) -> bool:
        return any(one.code == "symbol-clash" for one in self._project.findings)

    def _holding(self, layout: Layout, equations: Sequence[Equation]) -> set[str]:
        """Keys of the equations that hold and against which nothing is said."""
        self._load(layout)
        good: set[str] = set()
        for one in equations:
            verdict = self._project.site.verdicts.get(f"{self._page}#{one.key}")
            if verdict is not None and verdict.state in _REASONS:
                self._reasons.setdefault(one.statement, _REASONS[verdict.state])
            if verdict is not None and verdict.state in HOLDS:
                good.add(one.key)
                self._states[one.candidate.latex] = verdict.state
        for finding in self._project.findings:
            owner = layout.owners.get(finding.place.line, "")
            if owner.startswith("$"):
                good -= {
                    one.key
                    for one in equations
                    if owner in [f"${row.latex}$" for row in one.candidate.rows]
                }
            good.discard(owner)
        unstable = self._unstable()
        return good - {
            one.key
            for one in equations
            if any(row.cell.strip("`") in unstable for row in one.candidate.rows)
        }

    def _unstable(self) -> set[str]:
        """Cells whose values differ from one execution to the next: memory that nobody filled."""
        traces = [run.trace for run in self._project.site.book.runs.values()]
        keys = [key for trace in traces if trace is not None for key in trace.unstable]
        return {key.split("|", 3)[3] for key in keys if key.count("|") >= 3}

    def _listed(self, seen: Sequence[Seen], done: set[int]) -> Iterator[Listed]:
        """The numeric statements without an equation, and why."""
        for number, one in enumerate(seen):
            if number not in done and one.is_executed and one.is_numeric:
                reason = self._reasons.get(number) or _UNKNOWN
                yield Listed(self._code(one), f"{reason[0].upper()}{reason[1:]}.")


def _statements(equations: Sequence[Equation]) -> set[int]:
    """Numbers of the statements that equations are about."""
    return {one.statement for one in equations}


def _telling(equations: Sequence[Equation]) -> list[Equation]:
    return [one for one in equations if not one.candidate.is_copy]


def _computes(statement: Statement) -> bool:
    return bool(targets(statement)) or isinstance(statement, ast.Return)


def _title(cell: str) -> str:
    if cell.startswith("return"):
        part = cell.removeprefix("return")
        return "Value returned" + (f", part {int(part[1:-1]) + 1}" if part else "")
    return f"`{cell}`"


def _shorter(statement: ast.AST, text: str) -> list[str]:
    """Shorter spellings of a statement, the shortest first."""
    found: list[str] = []
    if isinstance(statement, ast.Return):
        found.append("return")
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        found.append(ast.unparse(statement.targets[0]))
        value = statement.value
        if isinstance(value, ast.Call) and len(text) > 40:
            head = ast.unparse(statement.targets[0])
            found.append(f"{head} = {ast.unparse(value.func)}(...)")
    return [*found, text]
