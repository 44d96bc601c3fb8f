"""What became of lines of a file, on two versions of it."""

from __future__ import annotations

import pytest

from docgen.adoption.judge import Judgement, judge
from docgen.adoption.lines import CodeText

THEN = '''\
import numpy as np


def forward(x, W, b):
    """Two lines.

    More."""
    A = W @ x
    Z = A + b
    return np.maximum(
        Z,
        0.0,
    )


def backward(d, Z):
    # Where it was cut off.
    d = d * (Z > 0)
    k = None
    return d


def other():
    k = None
'''


def judged(first: int, last: int, old: str, new: str, path: str = "m.py") -> Judgement:
    """The lines of `THEN` after one replacement in it."""
    assert THEN.count(old) == 1
    now = THEN.replace(old, new).encode()
    then = CodeText(path, THEN.encode())
    return judge(then, (first, last), CodeText(path, now), (first, last))


@pytest.mark.parametrize(
    ("lines", "old", "new", "expected"),
    [
        # Nothing near it changed, or only the layout did.
        ((9, 9), "d * (Z > 0)", "d", Judgement("same", (9, 9))),
        ((9, 9), "Z = A + b", "Z = A  +  b  # sum", Judgement("same", (9, 9))),
        ((11, 11), "W @ x", "x @ W", Judgement("same", (11, 11))),
        ((4, 13), "d * (Z > 0)", "d", Judgement("same", (4, 13))),
        ((17, 17), "W @ x", "x @ W", Judgement("same", (17, 17))),
        # Other lines now.
        ((9, 9), "import numpy as np\n", "\n\nimport numpy as np\n", Judgement("moved", (11, 11))),
        ((11, 11), "import numpy as np\n", "import numpy as np\n\n", Judgement("moved", (12, 12))),
        ((8, 9), "import numpy as np\n", "", Judgement("moved", (7, 8))),
        ((17, 17), "import numpy as np\n", "", Judgement("moved", (16, 16))),
        ((9, 9), "def forward(", "\ndef ahead(", Judgement("moved", (10, 10))),
        ((24, 24), "    k = None\n    return d", "    return d", Judgement("moved", (23, 23))),
        # Edited.
        ((9, 9), "Z = A + b", "Z = A - b", Judgement("changed", (9, 9))),
        ((4, 4), "def forward(x, W, b)", "def forward(x, W)", Judgement("changed", (4, 4))),
        ((8, 9), "A = W @ x", "A = x @ W", Judgement("changed", (8, 9))),
        ((17, 17), "Where it was cut off", "Where it is cut", Judgement("changed", (17, 17))),
        # Taken out.
        (
            (9, 9),
            "    Z = A + b\n",
            "",
            Judgement("gone", note="the code was taken out of the file"),
        ),
        # Never there.
        ((3, 3), "W @ x", "x", Judgement("never", note="there was no code in these lines")),
        ((99, 99), "W @ x", "x", Judgement("never", note="the file had 24 lines")),
        ((9, 99), "W @ x", "x", Judgement("never", note="the file had 24 lines")),
    ],
)
def test_verdicts(lines: tuple[int, int], old: str, new: str, expected: Judgement) -> None:
    assert judged(*lines, old, new) == expected


def test_copies_that_cannot_be_told_apart_are_said() -> None:
    then = CodeText("m.py", b"x = 1\ny = 2\n")
    now = CodeText("m.py", b"y = 2\nx = 1\nx = 1\n")
    note = "the same code stands in lines 2, 3: say which"
    assert judge(then, (1, 1), now, (1, 1)) == Judgement("moved", note=note)


def test_copies_keep_their_rank() -> None:
    then = CodeText("m.py", b"x = 1\ny = 2\nx = 1\n")
    now = CodeText("m.py", b"\nx = 1\ny = 3\nx = 1\n")
    assert judge(then, (3, 3), now, (3, 3)) == Judgement("moved", (4, 4))


def test_files_that_are_no_python_go_by_their_lines() -> None:
    then = CodeText("a.yml", b"a: 1\nb: 2\nc: 3\n")
    now = CodeText("a.yml", b"c: 3\na: 1\nb:   2\n")
    assert judge(then, (2, 2), now, (2, 2)) == Judgement("moved", (3, 3))
    assert judge(then, (3, 3), now, (3, 3)) == Judgement("moved", (1, 1))


def test_line_ends_are_no_change() -> None:
    now = CodeText("m.py", THEN.replace("\n", "\r\n").encode())
    assert judge(CodeText("m.py", THEN.encode()), (9, 9), now, (9, 9)) == Judgement("same", (9, 9))


def test_broken_python_now_is_no_traceback() -> None:
    broken = CodeText("m.py", b"def f(:\n    Z = A + b\n")
    found = judge(CodeText("m.py", THEN.encode()), (9, 9), broken, (9, 9))
    assert found == Judgement("unknown", note="`m.py` cannot be read as Python now")


def test_a_module_that_is_no_python_now_goes_by_its_lines() -> None:
    now = CodeText("m.pyx", b"cdef int x\n" + THEN.encode())
    then = CodeText("m.py", THEN.encode())
    assert judge(then, (8, 9), now, (8, 9)) == Judgement("moved", (9, 10))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        # `f` is still there and says something else: which of both is meant is not guessed.
        (
            "def f(x):\n    A = x * 1\n    return A\n\n\ndef k(x):\n    A = x + 1\n    return A\n",
            Judgement(
                "moved",
                note="its function is still there, and the same code stands in another, line 7:"
                " say which",
            ),
        ),
        # `f` was renamed.
        ("def k(x):\n    A = x + 1\n    return A\n", Judgement("same", (2, 2))),
    ],
)
def test_the_same_code_in_another_function(now: str, expected: Judgement) -> None:
    then = CodeText("m.py", b"def f(x):\n    A = x + 1\n    return A\n")
    assert judge(then, (2, 2), CodeText("m.py", now.encode()), (2, 2)) == expected


def test_a_file_of_one_line_is_not_said_to_have_lines() -> None:
    text = CodeText("m.py", b"k = 1\n")
    assert judge(text, (2, 2), text, (2, 2)) == Judgement("never", note="the file had 1 line")
