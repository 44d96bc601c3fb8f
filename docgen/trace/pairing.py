"""Which call of one function made what a call of another one receives, by identity.

After `out, cache = forward(x)` and `backward(dout, cache)` the first call of `backward` is paired
with the first call of `forward`.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from docgen.trace.cells import CellError

_HOLDERS = (dict, list, tuple)
"""Types that no weak reference can point to; holding one keeps no count of an array from being
what it is without docgen."""
_PLAIN = (type(None), bool, int, float, complex, str, bytes, type, np.generic, np.dtype)


@dataclass
class Pairing:
    """Calls of `maker` and the calls of `taker` that received what they returned.

    Attributes:
        pairs: Call of the taker → calls of the maker that share most objects with it, last first.
        takes: How many calls of the taker there were.
    """

    maker: str
    taker: str
    pairs: dict[int, list[int]] = field(default_factory=dict)
    takes: int = 0
    _returned: dict[int, list[Callable[[], object]]] = field(default_factory=dict)

    def leave_maker(self, call: int, value: object) -> None:
        """A call of the maker returns a value."""
        self._returned[call] = [_reference(one) for one in _parts(value)]

    def enter_taker(self, call: int, arguments: dict[str, object]) -> None:
        """A call of the taker begins."""
        self.takes += 1
        best = 0
        for made_by in sorted(self._returned, reverse=True):
            made = {id(one): one for one in (refer() for refer in self._returned[made_by])}
            shared = sum(made.get(id(one)) is one for one in arguments.values() if one is not None)
            if shared > best:
                best = shared
                self.pairs[call] = [made_by]
            elif shared and shared == best:
                self.pairs[call].append(made_by)

    def call(self, taker: int) -> int:
        """The one call of the maker.

        Raises:
            CellError: There is none, or there are several.
        """
        found = self.pairs.get(taker, [])
        if len(found) == 1:
            return found[0]
        counted = "no call" if not found else f"{len(found)} calls"
        raise CellError(
            f"{counted} of `{short(self.maker)}` returned what this call of `{short(self.taker)}` "
            "receives"
        )


def short(name: str) -> str:
    """The qualname of `module:qualname`."""
    return name.partition(":")[2]


def _parts(value: object) -> list[object]:
    """A returned value, its members, and the members of dicts among them."""
    found = [value, *_members(value)]
    for member in list(found[1:]):
        if isinstance(member, dict):
            found += member.values()
    return [one for one in found if not isinstance(one, _PLAIN) and not _is_empty(one)]


def _is_empty(value: object) -> bool:
    """Whether it is the empty tuple, which is one object everywhere."""
    return isinstance(value, tuple) and not value


def _members(value: object) -> list[object]:
    if isinstance(value, tuple | list):
        return list(value)
    return list(value.values()) if isinstance(value, dict) else []


def _reference(value: object) -> Callable[[], object]:
    if not isinstance(value, _HOLDERS):
        try:
            return weakref.ref(value)
        except TypeError:
            pass
    return lambda: value
