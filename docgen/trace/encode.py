"""Objects of a run become values: numbers as data, never as printed text.

`encode(np.float64(0.5))` is `Value(kind="number", dtype="float64", shape=(), data=(0.5,), ...)`.
"""

from __future__ import annotations

import hashlib
import math
import types
from array import array
from collections import deque
from collections.abc import ItemsView, Iterable, KeysView, ValuesView

import msgspec
import numpy as np

from docgen.evaluation.given import given_array
from docgen.evaluation.masked import is_masked_array
from docgen.trace.copies import slot_names
from docgen.trace.value import LIMIT, Kind, Number, Value, is_literal
from docgen.trace.whole import told

BUDGET = 50 * LIMIT
"""Entries that one value may hold in all its members together."""
DEPTH = 30


def encode(value: object) -> Value:
    """The value of an object, copied at once: later changes of the object do not reach it."""
    with np.errstate(all="ignore"):
        return _Encoder().encode(value, ())


def digest(value: object) -> str:
    """Digest of the whole content of an object; NaN equals NaN."""
    with np.errstate(all="ignore"):
        return _Encoder(budget=0).encode(value, ()).digest


class _Encoder:
    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._is_digest = not budget

    def _take(self, wanted: int) -> int:
        taken = min(wanted, LIMIT, self._budget)
        self._budget -= taken
        return taken

    def encode(self, value: object, path: tuple[int, ...]) -> Value:
        if value is None:
            return Value("none", digest=_hash("none"))
        if isinstance(value, str):
            shown = self._take(len(value))
            raw = str(value).encode("utf-8", "backslashreplace")
            text = value[:shown].encode("utf-8", "backslashreplace").decode()
            return Value(
                "text", "str", text=text, hidden=len(value) - shown, digest=_hash("s", raw)
            )
        if isinstance(value, bool | int | float | complex | np.number | np.bool_):
            return self._number(value)
        if isinstance(value, np.ndarray):
            return self._array(value, path)
        given = given_array(value)
        if given is not None:
            return self._given(value, given, path)
        if id(value) in path or len(path) > DEPTH:
            return Value("object", type(value).__name__, text=type(value).__name__, digest="again")
        inside = (*path, id(value))
        if isinstance(value, dict):
            keys = list(value)
            members = self._members("dict", list(value.values()), inside)
            key_texts = tuple(_key_text(key) for key in keys[: len(members.items)])
            shape = _hash("keys", *(self._digest(key, inside) for key in keys))
            return Value(
                "dict",
                type(value).__name__,
                keys=key_texts,
                items=members.items,
                hidden=members.hidden,
                digest=_hash("dict", shape, members.digest),
            )
        if isinstance(value, list):
            return self._members("list", value, inside)
        if isinstance(value, tuple):
            return self._members("tuple", value, inside)
        return self._object(value, inside)

    def _digest(self, value: object, path: tuple[int, ...]) -> str:
        return _Encoder(budget=0).encode(value, path).digest

    def _number(self, value: object) -> Value:
        if isinstance(value, np.generic):
            dtype = value.dtype.name
            entry = _entry(value.item() if not isinstance(value, np.longdouble) else float(value))
        else:
            dtype = type(value).__name__
            entry = _entry(value)
        return Value("number", dtype, (), (entry,), digest=_hash("number", dtype, repr(entry)))

    def _array(self, value: np.ndarray, path: tuple[int, ...]) -> Value:
        dtype = value.dtype.name
        shape = tuple(int(size) for size in value.shape)
        plain = value.view(np.ndarray)
        is_masked = is_masked_array(value)
        if value.dtype.kind not in "biufc" or is_masked:
            if value.dtype.hasobject:
                inside = (*path, id(value))
                content = _hash("members", *(self._digest(one, inside) for one in plain.flat))
            else:
                content = _hash("raw", np.ascontiguousarray(plain).tobytes())
            if is_masked:
                content = _hash(content, np.ma.getmaskarray(value).tobytes())
            name = type(value).__name__
            return Value(
                "object", dtype, shape, text=name, digest=_hash(dtype, repr(shape), content)
            )
        shown = self._take(plain.size)
        entries = tuple(_entry(entry) for entry in plain.reshape(-1)[:shown].tolist())
        return Value(
            "array",
            dtype,
            shape,
            entries,
            hidden=plain.size - shown,
            digest=_hash("array", dtype, repr(shape), _array_bytes(plain)),
            whole=told(plain) if plain.size > shown and not self._is_digest else None,
        )

    def _given(self, value: object, given: np.ndarray, path: tuple[int, ...]) -> Value:
        """An array of another library: its numbers, and all that its object says of itself."""
        made = self._array(given, path)
        about = self._object(value, (*path, id(value)), is_given=True)
        return msgspec.structs.replace(made, digest=_hash("given", made.digest, about.digest))

    def _members(
        self, kind: Kind, members: list[object] | tuple[object, ...], path: tuple[int, ...]
    ) -> Value:
        shown = self._take(len(members))
        items = tuple(self.encode(member, path) for member in members[:shown])
        digests = [item.digest for item in items]
        digests += [self._digest(member, path) for member in members[shown:]]
        return Value(
            kind,
            kind,
            items=items,
            hidden=len(members) - shown,
            digest=_hash(kind, *digests),
        )

    def _object(self, value: object, path: tuple[int, ...], is_given: bool = False) -> Value:
        """An object by its type and a digest of what it holds; no digest where nothing tells that.

        Args:
            is_given: What it holds is told already.
        """
        kind = type(value)
        name = kind.__name__
        parts: list[str | bytes] = [kind.__module__, kind.__qualname__]
        if isinstance(value, set | frozenset):
            parts += sorted(self._digest(member, path) for member in value)
        elif isinstance(value, types.MappingProxyType):
            parts.append(self._digest(dict(value), path))
        elif isinstance(value, deque | KeysView | ValuesView | ItemsView):
            parts += [self._digest(member, path) for member in value]
        elif isinstance(value, array | memoryview):
            parts += [value.itemsize.to_bytes(1, "little"), value.tobytes()]
        elif isinstance(value, bytes | bytearray):
            parts.append(hashlib.sha256(value).hexdigest())
        elif isinstance(value, types.ModuleType):
            parts.append(value.__name__)
        elif isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
            parts += [str(value.__module__), value.__qualname__]
        elif isinstance(value, np.dtype | range | slice | np.datetime64 | np.timedelta64):
            parts.append(repr(value))
        else:
            fields = dict(getattr(value, "__dict__", {}))
            slots = slot_names(kind) if type(kind) is type else []
            fields.update({slot: getattr(value, slot, None) for slot in slots})
            for field in sorted(fields):
                parts += [field, self._digest(fields[field], path)]
            says = kind.__reduce__ is not object.__reduce__ or (
                kind.__reduce_ex__ is not object.__reduce_ex__
            )
            if (says or not fields) and not is_given:
                told_by = _reduced(value)
                if told_by is None and not fields:
                    return Value("object", name, text=name)
                parts.append(self._digest(told_by, path))
        return Value("object", name, text=name, digest=_hash("object", *parts))


def _entry(value: object) -> Number:
    """An entry as it travels: text for what msgpack has no number for."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if -(2**63) <= value < 2**63 else str(int(value))
    if isinstance(value, complex):
        return str(complex(value)).strip("()")
    number = float(value)  # type: ignore[arg-type]
    return number if math.isfinite(number) else str(number)


def _reduced(value: object) -> list[object] | None:
    """What an object is made of, as `pickle` asks it; None where it does not say."""
    try:
        made = value.__reduce_ex__(4)
    except Exception:  # whatever an object raises, nothing is known of it
        return None
    if isinstance(made, str):
        return [made]
    made_by, arguments, *rest = made
    state, members, pairs = (*rest, None, None, None)[:3]
    return [made_by, arguments, state, [*(members or ())], [*(pairs or ())]]


def _key_text(key: object) -> str:
    """A key as text: strings as they are, the rest as Python writes it, free of NumPy's types.

    No two kinds of keys have one text: a string that reads like another key is quoted, and what
    Python cannot read stands in angle brackets.
    """
    if isinstance(key, str):
        is_plain = not is_literal(key) and not key.startswith("<")
        return str(key) if is_plain else repr(str(key))
    text = _written(key)
    return text if is_literal(text) else f"<{text}>"


def _written(key: object) -> str:
    """A key as Python writes it; of an unknown object, the name of its type."""
    if isinstance(key, str):
        return repr(str(key))
    if isinstance(key, np.generic):
        key = key.item()
    if isinstance(key, tuple):
        inner = ", ".join(map(_written, key))
        return f"({inner},)" if len(key) == 1 else f"({inner})"
    return repr(key) if isinstance(key, bool | int | float | complex | None) else type(key).__name__


def _array_bytes(value: np.ndarray) -> bytes:
    """Content in C order and this machine's byte order, with one pattern for NaN."""
    if value.dtype.itemsize > 8 and value.dtype.kind == "f":  # its padding bytes are not content
        high = value.astype(np.float64)
        return _array_bytes(high) + _array_bytes((value - high).astype(np.float64))
    if value.dtype.itemsize > 16:
        return _array_bytes(value.real) + _array_bytes(value.imag)
    content = value.astype(value.dtype.newbyteorder("="), order="C", copy=False)
    if content.dtype.kind in "fc":
        blank = np.isnan(content)
        if blank.any():
            content = content.copy()
            content[blank] = np.nan
    return np.ascontiguousarray(content).tobytes()


def _hash(*parts: str | bytes) -> str:
    return _hash_all(parts)


def _hash_all(parts: Iterable[str | bytes]) -> str:
    state = hashlib.blake2b(digest_size=16)
    for part in parts:
        raw = part.encode("utf-8", "backslashreplace") if isinstance(part, str) else part
        state.update(len(raw).to_bytes(8, "little"))
        state.update(raw)
    return state.hexdigest()
