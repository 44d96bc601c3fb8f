"""The arrays inside a value; of the project's code, only `__array__` of its own arrays is run.

`arrays({"w": w, "more": [b, 3]})` yields `w` and `b`; fields of plain objects are looked at too.
"""

from __future__ import annotations

import types
from collections.abc import Iterator

import numpy as np

from docgen.evaluation.given import given_array, is_shared
from docgen.trace.copies import slot_names

_CLOSED = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    np.generic,
    np.dtype,
    np.ufunc,
    str,
    bytes,
    int,
    float,
    complex,
    type(None),
)
"""Types whose objects hold no array that is theirs."""


def arrays(value: object) -> Iterator[np.ndarray]:
    """Each array once, in the order in which it stands there."""
    return (array for array, _ in found_arrays(value))


def found_arrays(value: object) -> Iterator[tuple[np.ndarray, bool]]:
    """Each array once, and whether what is written to it is in the value as well."""
    seen: dict[int, object] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, _CLOSED) or id(one) in seen:
            continue
        seen[id(one)] = one
        if isinstance(one, np.ndarray):
            yield one, True
        elif (given := given_array(one)) is not None:
            yield given, is_shared(one, given)
        else:
            waiting += reversed(_members(one))


def _members(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(dict.values(value))
    if isinstance(value, list | tuple):
        return list(value)
    held = list(_fields(value).values())
    for name in slot_names(type(value)):
        try:
            held.append(object.__getattribute__(value, name))
        except AttributeError:  # not set
            continue
    return held


def _fields(value: object) -> dict[str, object]:
    try:
        fields = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return dict(fields)
