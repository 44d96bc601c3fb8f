"""Copies of what probes were shown, with the moment of each: what equations are evaluated on.

Two visits of a watch `Z` in the first call are `Record(0, 0, 4, ...)` and `Record(0, 1, 9, ...)`:
call, visit, time and value. Times count over the whole run; what is shown at one place of one
statement at once has one time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from docgen.trace.cells import CellError
from docgen.trace.copies import measured_copy

MOST_BYTES = 256 << 20
"""Bytes of arrays that one execution keeps."""
MOST_VISITS = 2000
"""Records of one watch in one call, before the last one."""
Place = tuple[object, ...]
"""What tells two places of a run apart: function, call, statement, before or after."""


class LeftOutError(CellError):
    """There was no room for a record; nothing is known about the value until the next one."""


@dataclass(frozen=True)
class Record:
    """A value when it was shown; a `CellError` where it has none."""

    call: int
    visit: int
    time: int
    value: object

    def read(self) -> object:
        """The value.

        Raises:
            CellError: It has none; `LeftOutError` where it was not kept.
        """
        if isinstance(self.value, CellError):
            raise self.value
        return self.value


@dataclass
class Kept:
    """The records of some watches.

    Attributes:
        silent: Keys that only docgen itself asked for: no observation is made of them.
        public: Keys that are kept besides being observed.
        missing: Watches that have no place in the loaded file, with a sentence.
        starts: Time at which a call of a function began.
    """

    silent: set[str] = field(default_factory=set)
    public: set[str] = field(default_factory=set)
    most_bytes: int = MOST_BYTES
    missing: dict[str, str] = field(default_factory=dict)
    starts: dict[tuple[str, int], int] = field(default_factory=dict)
    _records: dict[str, dict[int, list[Record]]] = field(default_factory=dict)
    _time: int = 0
    _bytes: int = 0
    _place: Place = ()
    _at_place: set[str] = field(default_factory=set)
    _last_sizes: dict[tuple[str, int], int] = field(default_factory=dict)

    def wants(self, key: str) -> bool:
        """Whether records of a watch are to be kept."""
        return key in self.silent or key in self.public

    def start(self, name: str, call: int) -> None:
        """A call begins."""
        self._place = ()
        self._time += 1
        self.starts[name, call] = self._time

    def add(self, key: str, place: Place, call: int, visit: int, value: object) -> None:
        """Keep a copy of a value, or a `CellError` in place of one.

        Of very many, the first ones and the last are kept, with a `LeftOutError` between them.
        """
        time = self._moment(key, place)
        records = self._records.setdefault(key, {}).setdefault(call, [])
        if (key, call) in self._last_sizes:
            records.pop()
            self._bytes -= self._last_sizes.pop((key, call))
        is_cut = bool(records) and isinstance(records[-1].value, LeftOutError)
        if (len(records) >= MOST_VISITS or self.is_full) and not is_cut:
            left_out = LeftOutError("its values are too many or too large to be kept")
            records.append(Record(call, visit, time, left_out))
            is_cut = True
        if is_cut and (len(records) <= MOST_VISITS or self.is_full):
            return
        before = self._bytes
        if not isinstance(value, CellError):
            value = self.copy(value)
        records.append(Record(call, visit, time, value))
        if is_cut:
            self._last_sizes[key, call] = self._bytes - before

    def copy(self, value: object) -> object:
        """A deep copy whose size counts."""
        copied, size = measured_copy(value)
        self._bytes += size
        return copied

    @property
    def is_full(self) -> bool:
        """Whether no more bytes may be kept."""
        return self._bytes >= self.most_bytes

    def all(self, key: str) -> list[Record]:
        """The records of a watch in the order of time, without those that were left out."""
        records = [one for call in self._records.get(key, {}).values() for one in call]
        kept = [one for one in records if not isinstance(one.value, LeftOutError)]
        return sorted(kept, key=lambda one: one.time)

    def calls(self, key: str) -> Collection[int]:
        """Numbers of the calls in which a watch was recorded."""
        return self._records.get(key, {})

    def times(self, key: str, call: int) -> list[int]:
        """When a watch was reached in a call."""
        return [one.time for one in self._records.get(key, {}).get(call, [])]

    def last(self, key: str, call: int) -> object:
        """The last value of a call.

        Raises:
            CellError: It has none, or the watch was not reached in that call.
        """
        records = self._records.get(key, {}).get(call)
        if not records:
            raise CellError("it was not reached in that call")
        return records[-1].read()

    def at(self, key: str, call: int, time: int) -> Record | None:
        """The last record of a call up to a time; where there is none, the first one after it."""
        found: Record | None = None
        for record in self._records.get(key, {}).get(call, []):
            if found is not None and record.time > time:
                break
            found = record
        return found

    def between(self, key: str, start: int, time: int) -> Record | None:
        """The last record of any call from a time to another."""
        records = [one for call in self._records.get(key, {}).values() for one in call]
        within = [one for one in records if start <= one.time <= time]
        return max(within, key=lambda one: one.time, default=None)

    def _moment(self, key: str, place: Place) -> int:
        if place != self._place or key in self._at_place:
            self._place = place
            self._time += 1
            self._at_place = set()
        self._at_place.add(key)
        return self._time
