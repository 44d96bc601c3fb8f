from __future__ import annotations

import pytest

from docgen.trace.failure import describe, ended, scrub, without_folders
from docgen.trace.plan import Failure


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no file /p/data/x.txt here", "no file data/x.txt here"),
        ("File '/usr/lib/python3/site.py', line 2", "File 'site.py', line 2"),
        ("a / b and 1/2, x/y/z", "a / b and 1/2, x/y/z"),
        ("see https://host.example/a/b", "see https://host.example/a/b"),
    ],
)
def test_folders_of_the_machine_are_cut_off(text: str, expected: str) -> None:
    assert without_folders(text, "/p") == expected


def test_one_line_of_bounded_length() -> None:
    assert scrub("a\n  b", "/p") == "a b"
    assert len(scrub("x" * 1000, "/p")) == 300


def test_an_exception_that_cannot_be_printed() -> None:
    class OddError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert describe(OddError(), "/p", is_import=False) == Failure("raised", "OddError")
    assert describe(MemoryError(), "/p", is_import=True) == Failure("memory", "MemoryError")


def test_an_assert_whose_file_is_gone() -> None:
    space: dict[str, object] = {}
    exec(compile("def f():\n    assert 1 > 2\n", "/p/gone.py", "exec"), space)
    function = space["f"]
    assert callable(function)
    with pytest.raises(AssertionError) as caught:
        function()
    failure = describe(caught.value, "/p", is_import=False)
    assert failure == Failure("raised", "AssertionError", "gone.py", 2)


def test_wait_status() -> None:
    assert ended(9) == Failure("killed", "the run was killed by SIGKILL")
    assert ended(64) == Failure("killed", "the run was killed by SIGRTMAX")
    assert ended(3 << 8) == Failure("exited", "the run ended its process with exit status 3")
