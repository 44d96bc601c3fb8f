"""A recorded call made again with one value changed where it is bound.

`Rerun(0, of=("loss", 0), by=("Z", 0), replacement=z)` puts `z` where `Z` is bound at its first
visit, and holds what `loss` was at its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from docgen.trace.cells import CellError
from docgen.trace.copies import deep_copy

FIRST = -2
"""Number of the call itself; numbers from 0 are those of the run, and -1 means none."""


@dataclass
class Rerun:
    """What the recorder does while docgen makes a call again.

    Attributes:
        function: Number of the function that is called.
        of: Key of the watch that is read, and its visit in the call.
        by: The same of the watch that is changed; None where the arguments hold the change.
        value: What was read; None before.
        problem: Why it cannot be read or changed.
    """

    function: int
    of: tuple[str, int]
    by: tuple[str, int] | None = None
    replacement: object = None
    value: object = None
    is_read: bool = False
    is_replaced: bool = False
    problem: str = ""
    _calls: int = 0
    _visits: dict[str, int] = field(default_factory=dict)

    def enter(self, function: int) -> int:
        """A number for a call that begins: `FIRST` for the one that is made again."""
        if function != self.function:
            return FIRST - 1
        self._calls += 1
        return FIRST + 1 - self._calls

    def keep(self, key: str, call: int, value: object) -> object:
        """A value in its own place, or the one that takes it."""
        if call != FIRST:
            return value
        visit = self._visit(key)
        if self.by == (key, visit):
            self.is_replaced = True
            value = self.replacement
        if self.of == (key, visit):
            self._take(value)
        return value

    def put(self, key: str, call: int, target: Sequence[object], attribute: str) -> None:
        """A target that is a subscript or attribute has its new value."""
        if call != FIRST:
            return
        visit = self._visit(key)
        container = target[0]
        if self.by == (key, visit):
            self.is_replaced = True
            if attribute:
                setattr(container, attribute, self.replacement)
            else:
                container[target[1]] = self.replacement  # type: ignore[index]
        if self.of == (key, visit):
            found = getattr(container, attribute) if attribute else container[target[1]]  # type: ignore[index]
            self._take(found)

    def see(self, key: str, call: int, produce: Callable[[], object] | None) -> None:
        """A cell that is only looked at."""
        if call != FIRST or produce is None:
            return
        visit = self._visit(key)
        if self.by == (key, visit):
            self.problem = "it is not bound by a statement, so it cannot be changed"
        if self.of == (key, visit):
            try:
                self._take(produce())
            except CellError as problem:  # not for the project's own handlers
                self.problem = str(problem)

    def _visit(self, key: str) -> int:
        visit = self._visits.get(key, 0)
        self._visits[key] = visit + 1
        return visit

    def _take(self, value: object) -> None:
        self.value = deep_copy(value)
        self.is_read = True
