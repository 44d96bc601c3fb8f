"""Copies of argument structures: a run made again can change them and nobody else sees it.

`deep_copy({"w": w, "same": w})` has one new array under both keys. With `widen`, floating point
arrays and NumPy's scalars become `float64`.
"""

from __future__ import annotations

import copy
import types

import numpy as np

from docgen.evaluation.given import detached, given_array

_AS_THEY_ARE = (
    type(None),
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    range,
    slice,
    type,
    type(...),
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.ModuleType,
    np.dtype,
    np.ufunc,
)


def deep_copy(value: object, *, widen: bool = False) -> object:
    """A copy that shares nothing changeable with `value`; references shared inside stay shared.

    What cannot be copied (a lock, an open file) is handed on as it is.
    """
    return _Copier(widen).copy(value)


def measured_copy(value: object) -> tuple[object, int]:
    """A deep copy, and how many bytes its arrays hold."""
    copier = _Copier(widen=False)
    return copier.copy(value), copier.size


class _Copier:
    def __init__(self, widen: bool) -> None:
        self.size = 0
        self._widen = widen
        self._made: dict[int, object] = {}
        self._alive: list[object] = []  # an id is only a name for as long as its object lives

    def copy(self, value: object) -> object:
        if isinstance(value, np.generic):
            return _widened_scalar(value) if self._widen else value
        if isinstance(value, _AS_THEY_ARE):
            return value
        if id(value) in self._made:
            return self._made[id(value)]
        self._alive.append(value)
        made = self._build(value)
        self._made[id(value)] = made
        return made

    def _build(self, value: object) -> object:
        if isinstance(value, np.ndarray):
            return self._array(value)
        kind = type(value)
        if isinstance(value, tuple):
            members = [self.copy(member) for member in value]
            made_tuple: object = tuple.__new__(type(value), members)
            return made_tuple
        if isinstance(value, set | frozenset) and kind in (set, frozenset):
            return type(value)(self.copy(member) for member in value)
        if isinstance(value, dict):
            return self._dict(value)
        if isinstance(value, list):
            made = [] if kind is list else copy.copy(value)
            self._made[id(value)] = made
            made[:] = [self.copy(member) for member in value]
            return made
        return self._object(value)

    def _array(self, value: np.ndarray) -> object:
        self.size += value.nbytes
        if value.dtype.hasobject:
            made = value.copy()
            self._made[id(value)] = made
            if value.dtype == object:
                for place in np.ndindex(value.shape):
                    made[place] = self.copy(value[place])
            return made
        if self._widen and value.dtype.kind in "fc":
            return value.astype(np.float64 if value.dtype.kind == "f" else np.complex128)
        return value.copy(order="K")

    def _dict(self, value: dict[object, object]) -> object:
        made = {} if type(value) is dict else copy.copy(value)
        self._made[id(value)] = made
        for key, member in value.items():
            dict.__setitem__(made, key, self.copy(member))
        return made

    def _object(self, value: object) -> object:
        """By its fields where it is plain, else as it says itself how it is copied."""
        kind = type(value)
        is_plain = (
            hasattr(value, "__dict__")
            and kind.__reduce_ex__ is object.__reduce_ex__
            and kind.__reduce__ is object.__reduce__
            and not hasattr(kind, "__deepcopy__")
            and not hasattr(kind, "__setstate__")
            and getattr(kind, "__getstate__", None) is getattr(object, "__getstate__", None)
            and not hasattr(kind, "__getnewargs__")
            and not hasattr(kind, "__getnewargs_ex__")
        )
        given = given_array(value)
        if given is not None:
            self.size += given.nbytes
            return _given_copy(value)
        try:
            if not is_plain:
                return copy.deepcopy(value, dict(self._made))
            made = object.__new__(kind)
        except Exception:
            return value
        self._made[id(value)] = made
        for name, member in vars(value).items():
            vars(made)[name] = self.copy(member)
        for name in slot_names(kind):
            if hasattr(value, name):
                object.__setattr__(made, name, self.copy(getattr(value, name)))
        return made


def _given_copy(value: object) -> object:
    """A copy of another library's array; one that was computed can only be copied detached."""
    try:
        return copy.deepcopy(value)
    except RuntimeError:
        return copy.deepcopy(detached(value))


def slot_names(kind: type) -> list[str]:
    """Names of the fields that a class keeps in slots."""
    names = []
    for owner in kind.__mro__:
        for name, member in vars(owner).items():
            if isinstance(member, types.MemberDescriptorType):
                names.append(name)
    return names


def _widened_scalar(value: np.generic) -> np.generic:
    if isinstance(value, np.floating):
        return np.float64(value)
    if isinstance(value, np.complexfloating):
        return np.complex128(value)
    return value
