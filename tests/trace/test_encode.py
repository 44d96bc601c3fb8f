from __future__ import annotations

import math
import random
import re
import threading
import types
from array import array
from collections import deque
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial

import msgspec
import numpy as np
import pytest

from docgen.trace.encode import digest, encode
from docgen.trace.value import LIMIT, Value


@dataclass
class Thing:
    w: object


class Row(deque[float]):
    """With fields of its own, of which it has none yet."""


def plain(value: object) -> object:
    """A value as nested data, without digests."""
    encoded = encode(value)

    def strip(one: Value) -> object:
        if one.kind == "dict":
            return dict(zip(one.keys, map(strip, one.items), strict=True))
        if one.kind in ("list", "tuple"):
            return [strip(item) for item in one.items]
        return one.data if one.kind in ("array", "number") else one.text or one.kind

    return strip(encoded)


def test_c052_scalars_of_numpy_are_plain_numbers() -> None:
    loss = np.mean(np.array([0.0, 0.5]))
    stats = {"loss": loss, "n": np.int64(2), "ok": np.bool_(True), "pair": (loss, loss)}
    expected = {"loss": (0.25,), "n": (2,), "ok": (True,), "pair": [(0.25,), (0.25,)]}
    with np.printoptions(legacy="1.25"):
        old = encode(stats)
    assert plain(stats) == expected
    assert old == encode(stats)
    assert b"np." not in msgspec.msgpack.encode(old)


def test_c056_values_are_data_not_text() -> None:
    big = np.arange(1600.0).reshape(40, 40)
    big2 = big.copy()
    big2[20, 20] += 1.0
    assert str(big) == str(big2)
    assert digest(big) != digest(big2)
    encoded = encode(np.array(1e-10))
    assert (encoded.kind, encoded.dtype, encoded.shape, encoded.data) == (
        "array",
        "float64",
        (),
        (1e-10,),
    )
    objects = [1e-10, np.nan, np.inf, 1 + 2j, True, np.float16(0.1), -np.inf, 2**70]
    half = float(np.float16(0.1))
    assert plain(objects) == [
        (1e-10,),
        ("nan",),
        ("inf",),
        ("1+2j",),
        (True,),
        (half,),
        ("-inf",),
        (str(2**70),),
    ]
    assert [item.dtype for item in encode(objects).items][3:6] == ["complex", "bool", "float16"]


def test_a_long_array_says_how_many_entries_are_hidden() -> None:
    first = np.zeros(LIMIT + 5)
    second = first.copy()
    second[-1] = 1.0
    one, two = encode(first), encode(second)
    assert (len(one.data), one.hidden, one.shape) == (LIMIT, 5, (LIMIT + 5,))
    assert one.data == two.data
    assert one.digest != two.digest
    many = encode(list(range(LIMIT + 5)))
    assert (len(many.items), many.hidden) == (LIMIT, 5)
    assert many.digest != encode([*range(LIMIT + 4), 0]).digest
    long = encode("a" * (LIMIT + 1))
    assert (len(long.text), long.hidden) == (LIMIT, 1)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (np.array([np.nan, 1.0]), np.array([-np.nan, 1.0])),
        (math.nan, float("-nan")),
        (np.array([[1, 2], [3, 4]], order="F"), np.array([[1, 2], [3, 4]])),
        (np.array([1.0], dtype=">f8"), np.array([1.0])),
        (np.longdouble([1.5]), np.longdouble([3.0]) / 2),
        (np.clongdouble([1.5]), np.clongdouble([3.0]) / 2),
        ({"b", "a", "c"}, {"c", "a", "b"}),
        (Thing([1.0]), Thing([1.0])),
        (deque([1.0]), deque([1.0])),
        (Decimal("0.1"), Decimal("0.1")),
        (partial(max, 1), partial(max, 1)),
        (object(), object()),
    ],
)
def test_equal_content_has_equal_digests(one: object, two: object) -> None:
    assert digest(one) == digest(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (Thing([1.0]), Thing([2.0])),
        ({"a": 1}, {"b": 1}),
        ([1], (1,)),
        (1, 1.0),
        (True, 1),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.array(["a"]), np.array(["b"])),
        (np.array([[1], None], dtype=object), np.array([[2], None], dtype=object)),
        (np.ma.array([1, 2], mask=[0, 1]), np.ma.array([1, 2], mask=[1, 0])),
        (len, max),
        (np, math),
        (b"a", b"b"),
        (range(3), range(4)),
        (int, float),
        (deque([1.0]), deque([2.0])),
        (Row([1.0]), Row([2.0])),
        (array("d", [1.0]), array("d", [2.0])),
        (memoryview(b"a"), memoryview(b"b")),
        (Decimal("0.1"), Decimal("0.2")),
        (Fraction(1, 2), Fraction(1, 3)),
        (datetime(2020, 1, 1), datetime(2020, 1, 2)),
        (random.Random(0), random.Random(1)),
        (ValueError("a"), ValueError("b")),
        (np.random.RandomState(0), np.random.RandomState(1)),
        (np.add, np.multiply),
        (partial(max, 1), partial(max, 2)),
        (types.MappingProxyType({"a": 1}), types.MappingProxyType({"a": 2})),
        ({"a": 1}.values(), {"a": 2}.values()),
        ({"a": 1}.items(), {"a": 2}.items()),
        (re.compile("a"), re.compile("b")),
    ],
)
def test_different_content_has_different_digests(one: object, two: object) -> None:
    assert digest(one) != digest(two)


def test_other_kinds() -> None:
    structured = np.zeros(2, dtype=[("a", float)])
    assert (encode(structured).kind, encode(structured).shape) == ("object", (2,))
    assert (encode(Thing(1)).kind, encode(Thing(1)).text) == ("object", "Thing")
    assert encode(None).kind == "none"
    assert encode("\ud800").text == "\\ud800"
    assert encode(np.str_("a")).kind == "text"
    assert encode(np.longdouble(0.5)).data == (0.5,)
    assert encode(np.zeros(2).view(np.recarray)).kind == "array"
    keys = {1: 0, ("a", np.int64(2)): 0, (1,): 0, np.float64(0.5): 0, None: 0, Thing: 0}
    assert encode(keys).keys == ("1", "('a', 2)", "(1,)", "0.5", "None", "<type>")


def test_no_two_keys_have_one_text() -> None:
    one, two = Key(), Key()
    keys = (1, "1", "'1'", True, "True", "Key", one, "<Key>", (1, two), "<(1, Key)>", "(1, 'Key')")
    more = (math.nan, "nan", (1,), "(1,)", "a b")

    assert encode(dict.fromkeys((*keys[3:], *more))).keys == (
        "True",
        "'True'",
        "Key",
        "<Key>",
        "'<Key>'",
        "<(1, Key)>",
        "'<(1, Key)>'",
        "\"(1, 'Key')\"",
        "<nan>",
        "nan",
        "(1,)",
        "'(1,)'",
        "a b",
    )
    assert encode(dict.fromkeys(keys[:3])).keys == ("1", "'1'", "\"'1'\"")


class Key:
    pass


class Mute:
    """It does not tell what it holds, and raises when it is asked."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: object) -> str:
        raise TypeError("no")


def test_what_does_not_tell_what_it_holds_has_no_digest() -> None:
    assert [encode(one).digest for one in (Mute(), threading.Lock())] == ["", ""]
    assert (encode(Mute()).kind, encode(Mute()).text) == ("object", "Mute")


def test_a_generator_is_told_by_its_state() -> None:
    rng = np.random.default_rng(0)
    before = digest(rng)
    rng.normal()

    assert digest(np.random.default_rng(0)) == before
    assert digest(rng) != before
    assert digest(np.random.default_rng(1)) != before


def test_an_iterator_is_asked_and_not_used_up() -> None:
    numbers = iter([1, 2, 3])
    before = digest(numbers)

    assert next(numbers) == 1
    assert digest(numbers) != before


def test_cycles_end() -> None:
    ring: list[object] = [1]
    ring.append(ring)
    assert [item.kind for item in encode(ring).items] == ["number", "object"]
