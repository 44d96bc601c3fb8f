"""What became of every break, and the counts of it as text and as JSON.

`Figures` over breaks `noticed`, `noticed`, `survived` and `equivalent` say 66.7 % of 3.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from docgen.mutation.notice import CheckKind
from docgen.pages.watch import StatementKey
from docgen.source.mutant import Mutant

Fate = Literal["noticed", "survived", "raised", "equivalent"]
Scope = Literal["covered", "documented", "all"]
SCOPES: dict[Scope, str] = {
    "covered": "covered by an independent equation",
    "documented": "functions of the pages",
    "all": "all functions that were asked for",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one break.

    Attributes:
        by: The kinds of checks that noticed it.
        is_covered: Whether an independent equation covers the statement.
        is_documented: Whether a page documents the function.
    """

    mutant: Mutant
    fate: Fate
    by: tuple[CheckKind, ...]
    is_covered: bool
    is_documented: bool

    @property
    def place(self) -> StatementKey:
        """The statement that was broken."""
        return StatementKey(self.mutant.path, self.mutant.node)

    def is_in(self, scope: Scope) -> bool:
        """Whether the statement counts in a scope."""
        if scope == "all":
            return True
        return self.is_covered if scope == "covered" else self.is_documented


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some breaks.

    Attributes:
        made: All of them.
        equivalent: Those that changed no value in any run, nor in three more runs of each.
        raised: Those that made a run raise, and that no check noticed besides.
        changing: Those that changed a value and are not noticed by the raising of a run alone.
    """

    statements: int
    made: int
    equivalent: int
    raised: int
    changing: int
    noticed: int
    survived: int

    @property
    def share(self) -> float | None:
        """Noticed breaks among those that change a value, from 0 to 1; None of none."""
        return self.noticed / self.changing if self.changing else None


@dataclass(frozen=True, slots=True)
class Survey:
    """The whole result.

    Attributes:
        unexecuted: `model.ops.f` for each function asked for that no run executes.
    """

    outcomes: tuple[Outcome, ...]
    unexecuted: tuple[str, ...]
    runs: int

    def figures(self, scope: Scope) -> Figures:
        """The counts of one scope."""
        chosen = [outcome for outcome in self.outcomes if outcome.is_in(scope)]
        fates = Counter(outcome.fate for outcome in chosen)
        return Figures(
            len({outcome.place for outcome in chosen}),
            len(chosen),
            fates["equivalent"],
            fates["raised"],
            fates["noticed"] + fates["survived"],
            fates["noticed"],
            fates["survived"],
        )

    @property
    def survivors(self) -> list[Outcome]:
        """In code order."""
        alive = [outcome for outcome in self.outcomes if outcome.fate == "survived"]
        return sorted(alive, key=lambda one: (one.mutant.path, one.mutant.line, one.mutant.column))

    @property
    def noticed_by(self) -> Counter[CheckKind]:
        """How many breaks each kind of check noticed; several kinds may notice one."""
        return Counter(kind for outcome in self.outcomes for kind in outcome.by)


_HEADS = ("statements", "breaks", "equivalent", "raised", "changing", "noticed", "survived")


def render_text(survey: Survey) -> str:
    """A table of the figures, then the survivors."""
    rows: list[tuple[str, ...]] = [("", *_HEADS, "share")]
    for scope, words in SCOPES.items():
        counted = survey.figures(scope)
        numbers = (
            counted.statements,
            counted.made,
            counted.equivalent,
            counted.raised,
            counted.changing,
            counted.noticed,
            counted.survived,
        )
        share = "-" if counted.share is None else f"{100 * counted.share:.1f} %"
        rows.append((words, *map(str, numbers), share))
    lines = [*_table(rows), ""]
    by = survey.noticed_by
    kinds: Sequence[CheckKind] = ("equation", "shape", "gradient")
    lines.append("noticed by " + ", ".join(f"{kind}s {by[kind]}" for kind in kinds))
    if survey.unexecuted:
        lines += ["", "no run executes:", *(f"  {name}" for name in survey.unexecuted)]
    if survey.survivors:
        lines += ["", "no check notices:"]
        lines += [f"  {sentence(outcome.mutant)}" for outcome in survey.survivors]
    return "\n".join(lines) + "\n"


def sentence(mutant: Mutant) -> str:
    """`layers.py:72:10 function: dOut.sum(axis=0) → dOut.mean(axis=0)`."""
    return f"{mutant.place} {mutant.kind}: {mutant.before} → {mutant.after}"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        cells = [text.rjust(width) for text, width in zip(rest, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    return lines


def render_json(survey: Survey) -> str:
    """The figures and the survivors for other programs."""
    scopes = {}
    for scope in SCOPES:
        counted = survey.figures(scope)
        scopes[scope] = {
            "statements": counted.statements,
            "breaks": counted.made,
            "equivalent": counted.equivalent,
            "raised": counted.raised,
            "changing": counted.changing,
            "noticed": counted.noticed,
            "survived": counted.survived,
            "share": None if counted.share is None else round(counted.share, 6),
        }
    made: Counter[str] = Counter(outcome.mutant.kind for outcome in survey.outcomes)
    survivors = [
        {
            "path": outcome.mutant.path,
            "line": outcome.mutant.line,
            "column": outcome.mutant.column,
            "function": outcome.mutant.function,
            "kind": outcome.mutant.kind,
            "before": outcome.mutant.before,
            "after": outcome.mutant.after,
            "covered": outcome.is_covered,
            "documented": outcome.is_documented,
        }
        for outcome in survey.survivors
    ]
    content = {
        "runs": survey.runs,
        "scopes": scopes,
        "kinds": dict(sorted(made.items())),
        "noticed_by": dict(sorted(survey.noticed_by.items())),
        "unexecuted": list(survey.unexecuted),
        "survivors": survivors,
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
