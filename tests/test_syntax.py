"""Python's parser is called in one place, by one thread at a time."""

from __future__ import annotations

import ast
import gc
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from docgen.syntax import expression_tree, module_tree

PACKAGE = Path(__file__).parent.parent / "docgen"


@pytest.fixture
def switching() -> Iterator[None]:
    """The garbage collector runs often, and lets another thread go on whenever it does."""
    threshold = gc.get_threshold()

    def give_way(phase: str, info: dict[str, int]) -> None:
        os.sched_yield()  # a system call that lets go of the interpreter's lock

    gc.callbacks.append(give_way)
    gc.set_threshold(20)
    yield
    gc.set_threshold(*threshold)
    gc.callbacks.remove(give_way)


def test_threads_parse_beside_each_other(switching: None) -> None:
    deep = "x = " + "(1 + " * 60 + "1" + ")" * 60 + "\n"

    def work(at: int) -> int:
        return len(module_tree(deep * (10 + at)).body) + len(ast.dump(expression_tree("a[0]")))

    with ThreadPoolExecutor(4) as pool:
        counted = list(pool.map(work, range(24)))

    dump = "Subscript(value=Name(id='a', ctx=Load()), slice=Constant(value=0), ctx=Load())"
    assert counted == [10 + at + len(dump) for at in range(24)]


def test_warnings_of_the_parser_are_dropped(recwarn: pytest.WarningsRecorder) -> None:
    assert ast.dump(expression_tree(r"'\d'")) == r"Constant(value='\\d')"
    assert [type(one) for one in module_tree(b"x = '\\d'\n", "a.py").body] == [ast.Assign]
    assert recwarn.list == []


@pytest.mark.parametrize("text", ["a +", "a = 1", ""])
def test_text_that_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(SyntaxError):
        expression_tree(text)


def test_no_other_module_calls_the_parser() -> None:
    """A call beside the lock would make calls that hold it fail."""
    callers = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("ast.parse", "parse")
    }

    assert callers == {"syntax.py"}
