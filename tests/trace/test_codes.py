from __future__ import annotations

from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from docgen.trace.codes import Codes
from docgen.trace.plan import RunPlan, Trace
from docgen.trace.record import record
from docgen.trace.value import Value


def executed(code: CodeType) -> dict[str, object]:
    space: dict[str, object] = {}
    exec(code, space)
    del space["__builtins__"]
    return space


def result(trace: Trace) -> Value:
    assert trace.result is not None
    return trace.result


def in_one_worker(project: Any, *codes: str) -> list[Trace]:
    """Fences executed one after the other, each of them twice."""
    plans = [RunPlan(str(number), code=code) for number, code in enumerate(codes)]
    return record(project.root, plans, workers=1)


def test_code_is_known_by_the_content_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    source = (str(file), False)
    file.write_text("x = 1")
    codes = Codes()
    codes.prepare([source])

    known = codes.code(source, b"x = 1")
    assert (executed(known), codes.made()) == ({"x": 1}, ())
    again = codes.code(source, b"x = 1")
    assert (executed(again), again is known, codes.made()) == ({"x": 1}, False, (source,))

    codes.prepare([source])
    edited = codes.code(source, b"x = 2")
    assert (executed(edited), edited.co_filename) == ({"x": 2}, str(file))


def test_code_with_and_without_asserts_is_kept_apart(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    text = "assert not 1"
    file.write_text(text)
    codes = Codes()
    codes.prepare([(str(file), True), (str(file), False)])
    assert executed(codes.code((str(file), True), text.encode())) == {}
    with pytest.raises(AssertionError):
        executed(codes.code((str(file), False), text.encode()))
    assert codes.made() == ()


@pytest.mark.parametrize("text", ["1 is 1", "x = '\\d'", "def f(:", "\0", None])
def test_what_python_speaks_of_is_left_to_each_execution(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "m.py"
    if text is not None:
        file.write_text(text)
    codes = Codes()
    codes.prepare([(str(file), False)])
    assert codes._known == {}


def test_a_file_that_is_edited_between_executions_is_read_anew(project: Any) -> None:
    project.write("m.py", "x = 1\n")
    edit = "import m\nopen('m.py', 'w').write(f'x = {m.x + 1}')\nm.x"
    first, second = in_one_worker(project, edit, edit)
    assert (result(first).data, result(second).data) == ((1,), (3,))
    assert (first.unstable, second.unstable) == (("result",), ("result",))
    assert (project.root / "m.py").read_text() == "x = 5"


def test_executions_share_no_module(project: Any) -> None:
    project.write("m.py", "seen = []\ndef f(held=[]):\n    held.append(1)\n    return len(held)\n")
    count = "import m\nm.seen.append(1)\nm.f.mark = 1 + getattr(m.f, 'mark', 0)\n"
    count += "m.f(), len(m.seen), m.f.mark"
    traces = in_one_worker(project, count, count)
    found = [([one.data for one in result(each).items], each.unstable) for each in traces]
    assert found == [([(1,), (1,), (1,)], ()), ([(1,), (1,), (1,)], ())]


def test_a_module_that_is_loaded_again_has_code_of_its_own(project: Any) -> None:
    project.write("m.py", "def f():\n    pass\n")
    again = "import importlib, m\nold = m.f\nimportlib.reload(m)\nold.__code__ is m.f.__code__"
    traces = in_one_worker(project, again, again)
    assert [result(each).data for each in traces] == [(False,), (False,)]


def test_every_execution_prints_what_python_warns_of(project: Any) -> None:
    project.write("m.py", "x = 1 is 1\n")
    first, second = in_one_worker(project, "import m\nm.x", "import m\nm.x")
    assert 'SyntaxWarning: "is" with a literal' in first.output
    assert second.output == first.output


def test_every_execution_fails_where_its_warnings_are_errors(project: Any) -> None:
    project.write("m.py", "x = 1 is 1\n")
    strict = "import warnings\nwarnings.simplefilter('error')\nimport m\nm.x"
    _, *found = in_one_worker(project, "import m\nm.x", strict, strict)
    said = 'SyntaxError: "is" with a literal. Did you mean "=="?'
    assert [each.failure and each.failure.message for each in found] == [said, said]
