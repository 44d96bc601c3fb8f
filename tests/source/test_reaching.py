"""Values past `try`, `match` and jumps. In the sources places stand between « and »."""

from __future__ import annotations

import pytest

from tests.source.conftest import MakeIndex
from tests.source.test_places import check

CASES = [
    ("Z", "after 1", "«Z» = x\nwith np.errstate():\n    Z = 2\nreturn Z"),
    ("Z", "after 3", "Z = x\nwith np.errstate():\n    «Z» = 2\nreturn «Z»"),
    ("Z", "after 3", "Z = x\nwith suppress(E):\n    «Z» = 2\n    A = «Z»\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nwith y, a.suppress(E):\n    return «Z»\nreturn «Z»"),
    ("Z", "after 1", "«Z» = x\nmatch y:\n    case {'a': 1, **Z}:\n        pass\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nmatch y:\n    case [1, *Z]:\n        pass\nreturn Z"),
    (
        "Z",
        "after 1",
        "«Z» = x\nfor t in y:\n    try:\n        break\n    finally:\n        Z = 2\nreturn Z",
    ),
    (
        "Z",
        "after 1",
        "«Z» = x\nfor t in y:\n    try:\n        continue\n    finally:\n        Z = 2\nreturn Z",
    ),
    (
        "Z",
        "after 1",
        "«Z» = x\ntry:\n    y()\nexcept E:\n    Z = 2\n    raise\nfinally:\n    A = Z\nreturn «Z»",
    ),
    ("Z", "after 1", "«Z» = x\ntry:\n    y()\nexcept E:\n    Z = 2\n    raise\nreturn «Z»"),
    (
        "Z",
        "after 1",
        "«Z» = x\ntry:\n    y()\nexcept E:\n    pass\n"
        "else:\n    Z = 2\n    return 1\nfinally:\n    A = Z\nreturn «Z»",
    ),
    (
        "Z",
        "after 1",
        "«Z» = x\nmatch y:\n    case 1 if (Z := 2) > 3:\n        pass\n"
        "    case _:\n        return Z",
    ),
    ("Z", "after 1", "«Z» = x\ntry:\n    y()\nexcept E as Z:\n    pass\nreturn Z"),
]


@pytest.mark.parametrize(("text", "when", "body"), CASES)
def test_reaching(make_index: MakeIndex, text: str, when: str, body: str) -> None:
    check(make_index, text, when, body)
