"""Blocks `coverage`, `modules`, `verdicts` and `versions`: what a site counts of itself.

They are drawn from what all pages say together, so they are finished when all runs are recorded.
"""

from __future__ import annotations

import ast
import math
import platform
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version

from docgen import __version__
from docgen.diagnostics import Fault
from docgen.markup.page import Block
from docgen.pages.badge import LABELS, LEAST, nearness
from docgen.pages.context import ConceptFacts, PageContext, Site, UnresolvedError, equation_key
from docgen.pages.count import Count, Numeric, State, shown
from docgen.pages.verdict import Verdict
from docgen.source.host import Repository
from docgen.source.module import Module, is_text
from docgen.text import counted
from docgen.views.tally import (
    CoveragePart,
    FunctionCount,
    ModuleCount,
    ModulesPart,
    OpenStatement,
    VerdictCount,
    VerdictsPart,
    VersionsPart,
)

WORDS: dict[State, str] = {
    "independent": "by an equation",
    "by-call": "by call",
    "unexplained": "by none",
    "unreached": "no run reaches it",
}
UNCOUNTED = "The statements are counted when the code is executed and a site is built."


def assemble_coverage(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], CoveragePart]:
    """What independent equations explain of the code, and why they leave the rest.

    Raises:
        UnresolvedError: The settings name no modules; that is reported.
    """
    del concept
    _need_modules(context, block)
    context.site.wants_count = True

    def finish() -> CoveragePart:
        count = context.site.count
        if count is None:
            return CoveragePart(UNCOUNTED)
        functions = tuple(
            FunctionCount(
                name,
                _at(context, found[0].path, _head(context, found[0], name)),
                sum(one.state == "independent" for one in found),
                len(found),
                _rest(found),
            )
            for name, found in count.functions
        )
        left = [one for one in count.statements if one.state != "independent"]
        statements = tuple(
            OpenStatement(
                context.ref(one.path, one.line, one.line), one.code, WORDS[one.state], one.reason
            )
            for one in sorted(left, key=lambda one: bool(one.reason))
        )
        return CoveragePart(total(count), functions, statements)

    return finish


def total(count: Count) -> str:
    """The figures in a sentence or two."""
    every = len(count.statements)
    if not every:
        return "The modules of the settings hold no numeric statement."
    left = [one for one in count.statements if one.state != "independent"]
    if not left:
        what = (
            "The one numeric statement is"
            if every == 1
            else f"All {every:,} numeric statements are"
        )
        return f"{what} explained by an independent equation."
    reasoned = sum(bool(one.reason) for one in left)
    return f"{explained(count)}. {_reasons(reasoned, len(left), len(left) == every)}"


def explained(count: Count) -> str:
    """How many statements have which state, without a full stop; kinds without one are left out.

    The percentage is cut, so that 94.99 is no 95.0.
    """
    every = len(count.statements)
    good = count.count("independent")
    noun = "numeric statement" if every == 1 else "numeric statements"
    verb = "is" if 1 in (good, every) else "are"
    share = shown(count.percentage)
    told = [f"{good:,} of {every:,} {noun} ({share} %) {verb} explained by an independent equation"]
    kinds: tuple[tuple[State, str], ...] = (("by-call", "by call only"), ("unexplained", "by none"))
    told += [f"{count.count(kind):,} {words}" for kind, words in kinds if count.count(kind)]
    unreached = count.count("unreached")
    return ", ".join(told) + (f"; no run reached {unreached:,}" if unreached else "")


def _reasons(reasoned: int, left: int, is_all: bool) -> str:
    """For how many of the statements that are left the settings give a reason."""
    if is_all:
        rest = "it" if left == 1 else "them"
    else:
        rest = "the one that is left" if left == 1 else f"the other {left:,}"
    if not reasoned:
        return f"No reason is given for {rest}."
    if reasoned == left:
        return f"A reason is given for {rest if left == 1 else f'each of {rest}'}."
    return f"For {reasoned:,} of {rest} a reason is given."


def _rest(found: Iterable[Numeric]) -> str:
    states: list[State] = [one.state for one in found]
    kinds: tuple[State, ...] = ("by-call", "unexplained", "unreached")
    return ", ".join(f"{states.count(kind)} {WORDS[kind]}" for kind in kinds if kind in states)


def _head(context: PageContext, first: Numeric, dotted: str) -> int:
    """The line of the `def` of a function."""
    module = context.index.module_at(first.path)
    lines = [
        module.region(each.statement).line for each in module.definitions if each.dotted == dotted
    ]
    return max((line for line in lines if line <= first.line), default=first.line)


def _at(context: PageContext, path: str, line: int) -> str:
    """A link to a line: on the page of its file, else at the source host."""
    ref = context.ref(path, line, line)
    return ref.page or ref.url


def _need_modules(context: PageContext, block: Block) -> None:
    if context.settings.modules:
        return
    fault = Fault(
        "unknown-function",
        "the settings name no modules that could be listed",
        help='write `modules = ["package"]` under [tool.docgen]',
    )
    context.fault(fault, block.name_span)
    raise UnresolvedError


def assemble_modules(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], ModulesPart]:
    """Every module of the settings' packages, with the page that shows it.

    Raises:
        UnresolvedError: The settings name no modules; that is reported.
    """
    del concept
    _need_modules(context, block)
    context.site.wants_count = True
    return lambda: ModulesPart(
        tuple(_module_count(context, module) for module in documented_modules(context.site))
    )


def documented_modules(site: Site) -> list[Module]:
    """The modules of the settings' packages that hold code, tests left out, by path.

    A file that only says what its package is holds none.
    """
    found = {
        module.path: module
        for name in site.settings.modules
        for module in site.index.modules(name)
        if not site.index.is_test(module.path)
        if not all(map(is_text, module.statements))
    }
    return [found[path] for path in sorted(found)]


def _module_count(context: PageContext, module: Module) -> ModuleCount:
    lines = len(module.source.text.splitlines())
    words = (ast.get_docstring(module.tree) or "").partition("\n")[0].replace("`", "")
    url = _at(context, module.path, 1)
    count = context.site.count
    if count is None:
        return ModuleCount(module.name, url, words, lines, "", "")
    own = [one for one in count.statements if one.path == module.path]
    explained = sum(one.state == "independent" for one in own)
    shown = (f"{len(own):,}", f"{explained:,}") if own else ("none", "")
    return ModuleCount(module.name, url, words, lines, *shown)


def assemble_verdicts(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], VerdictsPart]:
    """How many equations of the site have which verdict, and what these rest on."""
    del concept, block

    def finish() -> VerdictsPart:
        site = context.site
        verdicts = [
            site.verdicts[equation_key(draft.page, equation)]
            for draft in site.pages.values()
            for equation, _ in draft.equations
        ]
        counts = []
        for state, label in LABELS.items():
            found = [one for one in verdicts if one.state == state]
            if found:
                points = sum(one.points for one in found)
                counts.append(VerdictCount(state, label, len(found), points))
        return VerdictsPart(tuple(counts), tuple(_notes(site, verdicts)))

    return finish


def _notes(site: Site, verdicts: list[Verdict]) -> Iterable[str]:
    runs = [run for run in site.book.runs.values() if run.plan().equations]
    compared = sum(one.entries for one in verdicts)
    variants = sum(one.variants for one in verdicts if one.state in ("verified", "by-call"))
    if not compared:
        return
    yield (
        f"{counted(compared, 'number')} {'was' if compared == 1 else 'were'} compared, in"
        f" {counted(len(runs), 'run')} and in repetitions"
        f" of {'it' if len(runs) == 1 else 'them'} with other numbers."
        + (f" {counted(variants, 'wrong variant')} of the equations failed." if variants else "")
    )
    gaps = [
        (one.gap, one.tolerance)
        for one in verdicts
        if one.gap is not None and one.tolerance is not None and math.isfinite(one.gap)
    ]
    if gaps:
        yield nearness(*max(gaps, key=lambda pair: (pair[0] > LEAST, pair[0])))


def assemble_versions(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], VersionsPart]:
    """The versions of docgen, Python and the packages that the block names, and the commit.

    Raises:
        UnresolvedError: One of the packages is not installed; that is reported.
    """
    del concept
    found = [("docgen", __version__), ("Python", platform.python_version())]
    for name, span in block.options.items("packages"):
        try:
            found.append((name, version(name)))
        except (PackageNotFoundError, ValueError):
            fault = Fault(
                "malformed-block",
                f"`{name[:60]}` is no installed package",
                help="write its name as `pip list` has it, or leave it out",
            )
            context.fault(fault, span)
            raise UnresolvedError from None
    return lambda: VersionsPart(tuple(found), _commit(context.site))


def _commit(site: Site) -> str:
    repository = site.repository or Repository.find(site.settings.root)
    if repository is None:
        return "Built from files that belong to no commit."
    if repository.changed:
        return f"Built from commit {repository.commit} with changes that are in no commit."
    return f"Built from commit {repository.commit}."
