from __future__ import annotations

import ast
import hashlib
import sys
from typing import Any

import pytest

from docgen.trace.codes import without_asserts
from docgen.trace.plan import Failure, FunctionPlan, RunPlan, Watch
from docgen.trace.wire import Limits


@pytest.fixture
def installed(project: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The project, with a folder of installed packages on the module path."""
    folder = project.root.parent / "site-packages"
    folder.mkdir(exist_ok=True)
    (folder / "model.py").write_text("def f():\n    Z = 'installed'\n    return Z\n")
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests" / "__init__.py").write_text("")
    (folder / "plot").mkdir(exist_ok=True)
    (folder / "plot" / "__init__.py").write_text("kind = 'installed'")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return project


def test_c062_the_checkout_wins_over_an_installed_copy(installed: Any) -> None:
    installed.write("src/model.py", "def f():\n    Z = 'checkout'\n    return Z\n")
    installed.write("tests/test_x.py", "from model import f\ndef test_f():\n    return f()\n")
    installed.write("plot/picture.txt", "no code here")
    watch = Watch("Z", (2, 4, 2, 18), "after", "Z")
    plans = [
        RunPlan(
            "a",
            "tests.test_x:test_f",
            "tests/test_x.py",
            functions=(FunctionPlan("model", "src/model.py", "f", 1, (watch,)),),
        ),
        RunPlan("b", code="import plot\nplot.kind"),
    ]
    run, plot = installed.record(*plans)
    assert run.result.text == "checkout"
    assert [one.value.text for one in run.observations] == ["checkout"]
    assert plot.result.text == "installed"


def test_c061_same_names(installed: Any) -> None:
    installed.write("model.py", "def f():\n    return 'model.py'\n")
    installed.write("model/__init__.py", "from .model import model\n")
    installed.write("model/model.py", "def model():\n    return 'model/model.py'\n")
    installed.write("tests/model.py", "def f():\n    return 'tests'\n")
    clash, package = installed.record(
        RunPlan("a", "model:f", "model.py"),
        RunPlan("b", "model.model:model", "model/model.py"),
    )
    assert clash.failure == Failure("wrong-file", "`model` is model/__init__.py, not model.py")
    assert package.result.text == "model/model.py"


def test_a_module_that_was_loaded_before_is_told_apart(project: Any) -> None:
    project.write("random.py", "def f():\n    return 1\n")
    project.write("tool.py", "import random\ndef g():\n    return 1\n")
    function = FunctionPlan("random", "random.py", "f", 1)
    as_target, as_probe = project.record(
        RunPlan("a", "random:f", "random.py"),
        RunPlan("b", "tool:g", "tool.py", "", (), {}, (function,)),
    )
    assert as_target.failure == Failure(
        "wrong-file", "`random` is an installed file, not random.py"
    )
    assert as_probe.failure == as_target.failure


def test_packages_relative_imports_and_encodings(project: Any) -> None:
    project.write("lib/__init__.py", "")
    project.write("lib/deep/__init__.py", "from ..other import two\n")
    project.write("lib/other.py", "two = 2\n")
    old = "# coding: latin-1\nname = 'é'\n\fdef f():\n    Z = name; Q = Z\n    return Q\n"
    (project.root / "lib" / "old.py").write_bytes(old.replace("\n", "\r\n").encode("latin-1"))
    (project.root / "lib" / "marked.py").write_bytes(
        b"\xef\xbb\xbfdef f():\n    Z = 1\n    return Z\n"
    )
    plan = RunPlan(
        "k",
        code="from lib.deep import two\nimport lib.old, lib.marked\nlib.old.f(), lib.marked.f()",
        functions=(
            FunctionPlan(
                "lib.old", "lib/old.py", "f", 3, (Watch("Q", (4, 14, 4, 19), "after", "Q"),)
            ),
            FunctionPlan(
                "lib.marked", "lib/marked.py", "f", 1, (Watch("Z", (2, 4, 2, 9), "after", "Z"),)
            ),
        ),
    )
    (trace,) = project.record(plan)
    assert trace.failure is None
    assert {one.key: one.value.data or one.value.text for one in trace.observations} == {
        "Q": "é",
        "Z": (1,),
    }
    assert [path for path, _ in trace.files] == [
        "lib/__init__.py",
        "lib/deep/__init__.py",
        "lib/marked.py",
        "lib/old.py",
        "lib/other.py",
    ]


def test_bytecode_is_neither_read_nor_written(project: Any) -> None:
    import importlib.util
    import py_compile

    project.write("model.py", "def f():\n    return 1\n")
    file = project.root / "model.py"
    stale = importlib.util.cache_from_source(str(file))
    py_compile.compile(
        str(file),
        cfile=stale,
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    project.write("model.py", "def f():\n    return 2\n")
    (trace,) = project.record(RunPlan("k", "model:f", "model.py"), limits=Limits(20, 2048))
    assert trace.result.data == (2,)
    assert [file.name for file in (project.root / "__pycache__").iterdir()] == [
        f"model.{sys.implementation.cache_tag}.pyc"
    ]


def test_a_text_in_place_of_a_file(project: Any) -> None:
    source = project.write("pkg/model.py", "def f():\n    return 1\n")
    project.write(
        "tests/test_x.py",
        """
        import inspect

        from pkg.model import f

        def test_text():
            return inspect.getsource(f)

        def test_fails():
            x = f()
            assert x == 1
        """,
    )
    changed = {"pkg/model.py": "def f():\n\n    return 2\n"}
    broken = {
        "tests/test_x.py": "from pkg.model import f\n\ndef test_fails():\n    assert not f()\n"
    }
    targets = [("test_text", changed), ("test_fails", changed), ("test_fails", broken)]
    plans = [
        RunPlan(str(at), f"tests.test_x:{name}", "tests/test_x.py", overrides=texts)
        for at, (name, texts) in enumerate(targets)
    ]
    text, failing, other = project.record(*plans)
    assert text.result.text == changed["pkg/model.py"]
    digest = hashlib.sha256(source.encode()).hexdigest()
    assert dict(text.files)["pkg/model.py"] == digest  # the file counts as read
    assert failing.failure == Failure(
        "raised", "AssertionError: assert x == 1", "tests/test_x.py", 10
    )
    assert other.failure == Failure(
        "raised", "AssertionError: assert not f()", "tests/test_x.py", 4
    )


def test_an_assert_that_does_not_assert() -> None:
    source = "def f(x):\n    if x:\n        assert g(x), 'no'\n    return [assert_(x)]\n"
    tree = without_asserts(ast.parse(source))
    assert ast.unparse(tree) == "def f(x):\n    if x:\n        g(x)\n    return [assert_(x)]"
    call = tree.body[0].body[0].body[0]  # type: ignore[attr-defined]
    assert (call.lineno, call.col_offset, call.end_lineno, call.end_col_offset) == (3, 8, 3, 25)


def test_asserts_of_the_run_alone_are_dropped_in_a_replay(project: Any) -> None:
    project.write(
        "model.py", "def f(x):\n    assert x.sum() == 2.0, 'of the model'\n    return x\n"
    )
    project.write(
        "tests/test_x.py",
        """
        import numpy as np
        from model import f

        def test_own():
            x = np.ones(2)
            assert len(f(x)) == 3 or x.sum() > 2.0

        def test_no_asserts():
            x = np.ones(2)
            f(x)
        """,
    )
    functions = (FunctionPlan("model", "model.py", "f", 1),)
    plans = [
        RunPlan(
            name,
            "" if code else f"tests.test_x:{name}",
            "" if code else "tests/test_x.py",
            code,
            ("model",) if code else (),
            functions=functions if name != "test_own" else (),
            once=True,
            replay=1,
        )
        for name, code in (
            ("test_own", ""),
            ("test_no_asserts", ""),
            ("fence", "x = np.ones(2)\nassert x.sum() == 3.0\nx"),
        )
    ]
    own, model, fence = project.record(*plans)
    assert own.failure is None
    assert model.failure.message == "AssertionError: of the model"
    assert fence.failure is None
