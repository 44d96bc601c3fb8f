from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from docgen.trace import crew
from docgen.trace import record as record_module
from docgen.trace.plan import Failure, FunctionPlan, RunPlan, Trace, Watch
from docgen.trace.wire import Limits
from tests.trace.conftest import QUICK
from tests.trace.processes import is_running, wait_until_gone


def target(name: str, **more: Any) -> RunPlan:
    return RunPlan(name, target=f"model:{name}", path="model.py", **more)


def test_nothing_to_do(project: Any) -> None:
    assert project.record() == []


def test_a_test_of_the_suite_as_a_run(project: Any) -> None:
    model = project.write("src/model.py", "def f(x):\n    Z = x * 2\n    return Z\n")
    test = project.write(
        "tests/test_a.py",
        """
        from model import f

        def test_good():
            assert f(2.0) == 4.0

        def test_bad():
            y = f(2.0)
            assert y == 5.0, "off by one"

        class TestMany:
            def test_silent(self):
                assert f(1.0) == 3.0
        """,
    )
    watch = Watch("Z", (2, 4, 2, 13), "after", "Z")
    functions = (FunctionPlan("model", "src/model.py", "f", 1, (watch,)),)
    plans = [
        RunPlan(name, f"tests.test_a:{name}", "tests/test_a.py", functions=functions)
        for name in ("test_good", "test_bad", "TestMany.test_silent")
    ]
    good, bad, silent = project.record(*plans)
    digests = (
        ("src/model.py", hashlib.sha256(model.encode()).hexdigest()),
        ("tests/test_a.py", hashlib.sha256(test.encode()).hexdigest()),
    )
    assert (good.failure, good.calls, good.files) == (None, {"model:f": 1}, digests)
    assert [one.value.data for one in good.observations] == [(4.0,)]
    assert good.result.kind == "none"
    assert bad.failure == Failure("raised", "AssertionError: off by one", "tests/test_a.py", 8)
    assert bad.calls == {"model:f": 1}
    assert silent.failure == Failure(
        "raised", "AssertionError: assert f(1.0) == 3.0", "tests/test_a.py", 12
    )
    assert "numpy" not in record_module.__dict__


def test_the_host_imports_neither_numpy_nor_the_project() -> None:
    code = (
        "import sys, docgen.trace.record; "
        "sys.exit(any(name in sys.modules for name in ('numpy', 'docgen.trace.run')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=record_module.HOME, check=False)
    assert done.returncode == 0


def test_fence(project: Any) -> None:
    project.write(
        "model.py",
        """
        import numpy as np
        _hidden = 1

        def f(x, k=1):
            return x * k
        """,
    )

    def fence(key: str, code: str) -> RunPlan:
        return RunPlan(key, code=code, imports=("model",), sizes={"T": 3})

    plans = [
        fence("call", "x = np.ones(T)\nf(x, 2)"),
        fence("name", "y = f(1.5)"),
        fence("pair", "a, b = 1, f(2)"),
        fence("grown", "a = 1\na += f(2)"),
        fence("noted", "a: int = f(2)"),
        fence("rng", "rng.normal(size=T)"),
        fence("none", "for i in range(3):\n    pass"),
        fence("typo", "f(1.5"),
        fence("hidden", "\n_hidden"),
        fence("raises", "x = 1\n\nf('a', 'b')"),
        fence("empty", "# nothing"),
    ]
    traces = {trace.key: trace for trace in project.record(*plans)}
    got = {key: trace.result.data for key, trace in traces.items() if trace.result}
    expected_rng = tuple(np.random.default_rng(0).normal(size=3).tolist())
    assert got == {
        "call": (2.0, 2.0, 2.0),
        "name": (1.5,),
        "pair": (),
        "grown": (3,),
        "noted": (2,),
        "rng": expected_rng,
    }
    assert [item.data for item in traces["pair"].result.items] == [(1,), (2,)]
    assert all(trace.unstable == () for trace in traces.values())
    last = "the last line is neither an expression nor an assignment"
    assert traces["none"].failure == Failure("no-value", last)
    assert traces["empty"].failure == Failure("no-value", last)
    assert traces["typo"].failure == Failure("raised", "SyntaxError: '(' was never closed", "", 1)
    assert traces["hidden"].failure == Failure(
        "raised", "NameError: name '_hidden' is not defined", "", 2
    )
    failure = traces["raises"].failure
    assert (failure.kind, failure.path, failure.line) == ("raised", "model.py", 5)


def test_c058_a_failure_in_a_fence_has_its_line_and_no_machine_path(project: Any) -> None:
    code = "Z = 1\nZ = np.ones((2, 3)) @ np.ones((2, 3))\n"
    caught = (
        "try:\n    np.ones((2, 3)) @ np.ones((2, 3))\n"
        "except ValueError as error:\n    text = str(error)[:6]\ntext"
    )
    failed, shown = project.record(RunPlan("a", code=code), RunPlan("b", code=caught))
    assert (failed.failure.kind, failed.failure.path, failed.failure.line) == ("raised", "", 2)
    assert failed.failure.message.startswith("ValueError: matmul")
    assert "\n" not in failed.failure.message
    assert (shown.failure, shown.result.text) == (None, "matmul")


def test_arguments(project: Any) -> None:
    project.write(
        "model.py",
        """
        number = 3
        def sized(T, d=2): return T * d
        def needs(x): return x
        def free(): return 1
        class Kit:
            @staticmethod
            def made(T): return T
        """,
    )
    sized, needs, free, gone, number, made = project.record(
        target("sized", sizes={"T": 5, "F": 9}),
        target("needs"),
        target("free", sizes={"T": 5}),
        target("gone"),
        target("number"),
        target("Kit.made", sizes={"T": 7}),
    )
    assert (sized.result.data, free.result.data, made.result.data) == ((10,), (1,), (7,))
    assert needs.failure == Failure("arguments", "`needs`: missing a required argument: 'x'")
    assert gone.failure == Failure("arguments", "`model` has no callable `gone`")
    assert number.failure == Failure("arguments", "`model` has no callable `number`")


def test_expressions(project: Any) -> None:
    project.write("model/__init__.py", "")
    project.write(
        "model/config.py",
        """
        from dataclasses import dataclass
        emb_dim = 32
        @dataclass(frozen=True)
        class C:
            ff_dim: int = 128
        """,
    )
    asked = (
        ("a", "model.config", "emb_dim"),
        ("b", "model.config", "C().ff_dim // 2"),
        ("c", "model.config", "nothing"),
        ("d", "model.gone", "emb_dim"),
    )
    (trace,) = project.record(RunPlan("k", expressions=asked))
    assert trace.failure is None
    seen = {one.key: one.value.data if one.value else one.problem for one in trace.expressions}
    assert seen == {
        "a": (32,),
        "b": (64,),
        "c": "NameError: name 'nothing' is not defined",
        "d": "ModuleNotFoundError: No module named 'model.gone'",
    }


def test_c053_values_travel_exactly(project: Any) -> None:
    (trace,) = project.record(RunPlan("k", code="[np.tanh(0.5), np.nextafter(0.12345, 0)]"))
    assert [item.data for item in trace.result.items] == [
        (float(np.tanh(0.5)),),
        (float(np.nextafter(0.12345, 0)),),
    ]


def test_c054_global_random_state_is_unstable_and_does_not_leak(project: Any) -> None:
    before = random.getstate(), repr(np.random.get_state())
    first = RunPlan("a", code="np.random.seed(0)\nnp.random.normal(size=2)")
    second = RunPlan("b", code="w = np.random.normal(size=2)")
    seeded = RunPlan("c", code="w = rng.normal(size=2)")
    python = RunPlan("d", code="import random\nrandom.random()")
    entropy = RunPlan("e", code="np.random.default_rng().normal()")
    traces = project.record(first, second, seeded, python, entropy)
    assert [trace.unstable for trace in traces] == [
        (),
        ("result",),
        (),
        ("result",),
        ("result",),
    ]
    (alone,) = project.record(second)
    assert alone.result == traces[1].result
    assert (random.getstate(), repr(np.random.get_state())) == before


def test_unstable_keys_name_watches_calls_and_expressions(project: Any) -> None:
    source = project.write(
        "model.py",
        """
        import random
        drawn = []

        def g(x):
            return x

        def f():
            Z = random.random()
            NAN = float("nan")
            drawn.append(Z)
            for _ in range(random.randrange(1000)):
                g(Z)
        """,
    )
    lines = source.splitlines()
    watches = tuple(
        Watch(name, (line, 4, line, len(lines[line - 1])), "after", name)
        for name, line in (("Z", 8), ("NAN", 9))
    )
    plan = target(
        "f",
        functions=(
            FunctionPlan("model", "model.py", "f", 7, watches),
            FunctionPlan("model", "model.py", "g", 4),
        ),
        expressions=(("drawn", "model", "drawn"),),
    )
    (trace,) = project.record(plan)
    assert trace.failure is None
    assert trace.unstable == ("Z", "drawn", "model:g")


def test_a_run_that_fails_only_at_times_fails(project: Any) -> None:
    code = "import random\nrandom.seed(random.random())\n1 / (np.random.rand() == %r)"
    np.random.seed(0)
    drawn = float(np.random.rand())
    (trace,) = project.record(RunPlan("k", code=code % drawn))
    assert trace.failure.kind == "raised"
    assert trace.failure.message == "in a second execution: ZeroDivisionError: division by zero"


def test_c055_settings_of_one_run_do_not_reach_another(project: Any) -> None:
    loud = RunPlan(
        "a",
        code=(
            "import os\nnp.set_printoptions(precision=2, suppress=True)\nnp.seterr(all='raise')\n"
            "os.chdir('/')\nos.environ['MODE'] = 'x'\n1 / 0"
        ),
    )
    quiet = RunPlan(
        "b",
        code=(
            "import os\nout = float(np.exp(np.float64(1000.0)))\n"
            "[str(np.array([1e-10, 1/3])), out, os.path.basename(os.getcwd()), "
            "os.environ.get('MODE')]"
        ),
    )
    both = project.record(loud, quiet)
    (alone,) = project.record(quiet)
    assert both[0].failure.message == "ZeroDivisionError: division by zero"
    assert both[1].result == alone.result
    items = alone.result.items
    assert (items[1].data, items[2].text, items[3].kind) == (
        ("inf",),
        project.root.name,
        "none",
    )


def test_c057_runs_that_never_end(project: Any) -> None:
    project.write(
        "model.py",
        """
        import threading

        def spin():
            while True:
                pass

        def ask():
            return input("name? ")

        def wait():
            threading.Event().wait()

        def fine():
            return 1
        """,
    )
    spin, ask, wait, fine = project.record(
        target("spin"), target("ask"), target("wait"), target("fine"), limits=Limits(0.5, 2048)
    )
    assert (spin.failure.kind, spin.failure.message) == ("timeout", "timed out after 0.5 s")
    assert (spin.failure.path, spin.failure.line in (4, 5)) == ("model.py", True)
    assert ask.failure == Failure("raised", "EOFError: EOF when reading a line", "model.py", 8)
    assert ask.output == "name? "
    assert wait.failure == Failure("timeout", "timed out after 0.5 s", "model.py", 11)
    assert (fine.failure, fine.result.data) == (None, (1,))


def test_no_process_of_a_run_outlives_it(project: Any) -> None:
    code = """
import subprocess, sys, pathlib
command = [sys.executable, "-c", "import time; time.sleep(600)"]
same = subprocess.Popen(command)
away = subprocess.Popen(command, start_new_session=True)
pathlib.Path("pids.txt").write_text(f"{same.pid} {away.pid}")
%s
"""
    ends, hangs = code % "1", code % "while True: pass\n1"
    for text in (ends, hangs):
        project.record(RunPlan("k", code=text), limits=Limits(1.0, 2048))
        pids = [int(pid) for pid in (project.root / "pids.txt").read_text().split()]
        assert [is_running(pid) for pid in pids] == [False, False]


def test_an_interrupted_host_leaves_no_process(project: Any) -> None:
    # A shell has what it starts behind itself ignore the interrupt, and children inherit that.
    host = f"""
import signal
import sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {record_module.HOME!r})
from docgen.trace.record import record
from docgen.trace.plan import RunPlan
code = "import os, pathlib\\npathlib.Path('pid').write_text(str(os.getpid()))\\n"
code += "print('up', file=open('ready', 'w'))\\nwhile True: pass\\n1"
record(Path({str(project.root)!r}), [RunPlan("k", code=code)])
"""
    script = project.root / "host.py"
    script.write_text(host)
    for number in (signal.SIGINT, signal.SIGKILL):
        ready = project.root / "ready"
        ready.unlink(missing_ok=True)
        os.mkfifo(ready)
        process = subprocess.Popen([sys.executable, str(script)], stderr=subprocess.DEVNULL)
        with open(ready) as pipe:
            pipe.read()
        pid = int((project.root / "pid").read_text())
        assert is_running(pid)
        process.send_signal(number)
        process.wait(20)
        wait_until_gone(pid)


@pytest.mark.parametrize(
    ("code", "kind", "message"),
    [
        ("import sys\nsys.exit(3)", "exited", "the run ended itself with SystemExit(3)"),
        ("import os\nos._exit(4)", "exited", "the run ended its process with exit status 4"),
        ("raise KeyboardInterrupt\n1", "raised", "KeyboardInterrupt"),
        ("import os\nos.kill(os.getpid(), 11)\n1", "killed", "the run was killed by SIGSEGV"),
        ("import os\nos.closerange(3, 99)\n1", "exited", "the run ended its process"),
        ("def f(n): return f(n + 1)\nf(0)", "raised", "RecursionError: maximum recursion"),
    ],
)
def test_ways_to_end(project: Any, code: str, kind: str, message: str) -> None:
    (trace,) = project.record(RunPlan("k", code=code + "\n1"))
    assert trace.failure.kind == kind
    assert trace.failure.message.startswith(message)


def test_memory(project: Any) -> None:
    plans = [
        RunPlan("numpy", code="[np.ones(10_000_000) for _ in range(1000)]"),
        RunPlan("python", code="x = ['a' * 10**6]\nwhile True: x += [y + 'b' for y in x]\n1"),
        RunPlan("fine", code="1"),
    ]
    traces = project.record(*plans, limits=Limits(20, 700))
    kinds = [trace.failure.kind if trace.failure else "" for trace in traces]
    assert kinds == ["memory", "memory", ""]


def test_threads_without_end_are_ended(project: Any) -> None:
    code = """
import threading
stop = threading.Event()
while True:
    threading.Thread(target=stop.wait).start()
1
"""
    (trace,) = project.record(RunPlan("k", code=code), limits=Limits(5, 1000))
    assert trace.failure.kind in ("raised", "memory", "timeout", "exited", "killed")


def test_c059_printed_text_is_kept_apart(project: Any) -> None:
    project.write(
        "model.py",
        """
        import os, sys
        print('loading model v2')

        def f():
            print('debug', 1.0)
            os.system('echo from a child')
            print('a warning', __file__, file=sys.stderr)
            return 1.0
        """,
    )
    (trace,) = project.record(target("f"))
    assert trace.result.data == (1.0,)
    assert trace.output == "loading model v2\ndebug 1.0\nfrom a child\na warning model.py\n"


def test_output_is_capped(project: Any) -> None:
    endless = "while True: print('x' * 1000)\n1"
    traces = project.record(
        RunPlan("a", code="print('ab' * 100)\n1"),
        RunPlan("b", code=endless),
        limits=Limits(0.5, 2048, 10),
    )
    assert [trace.output for trace in traces] == ["ababababab\n[…]\n", "xxxxxxxxxx\n[…]\n"]


def test_c060_an_edited_module_is_read_again(project: Any) -> None:
    project.write("model.py", "from acts import act\ndef f():\n    return act(2.0)\n")
    project.write("acts.py", "def act(z):\n    return z\n")
    (first,) = project.record(target("f"))
    project.write("acts.py", "def act(z):\n    return z * 10\n")
    (second,) = project.record(target("f"))
    project.write("acts.py", "def act(z:\n")
    (broken,) = project.record(target("f"))
    assert (first.result.data, second.result.data) == ((2.0,), (20.0,))
    assert broken.failure == Failure("import", "SyntaxError: '(' was never closed", "acts.py", 1)
    assert not list(project.root.rglob("__pycache__"))


def test_import_failures(project: Any) -> None:
    project.write("model.py", "import os\nx = 1\nraise ValueError(os.getcwd() + '/model.py')\n")
    project.write("away.py", "import nothing_of_that_name\n")
    raised, missing, gone = project.record(
        target("f"),
        RunPlan("b", "away:f", "away.py"),
        RunPlan("c", "gone:f", "gone.py"),
    )
    assert raised.failure == Failure("import", "ValueError: model.py", "model.py", 3)
    assert missing.failure == Failure(
        "import", "ModuleNotFoundError: No module named 'nothing_of_that_name'", "away.py", 1
    )
    assert gone.failure.kind == "import"


@pytest.mark.parametrize(
    ("body", "lasts"),
    [
        ("return 1", True),
        ("Path('n.txt').read_text()", True),
        # One text of the module is executed, another one stands there when it is digested.
        ("Path('model.py').write_text('def f(): return 1')", False),
        ("Path('n.txt').read_text(); Path('n.txt').write_text('2')", False),
        # The two executions of a run read different texts.
        ("Path('n.txt').write_text(str(random())); Path('n.txt').read_text()", False),
    ],
)
def test_a_run_that_files_change_under_is_not_kept(project: Any, body: str, lasts: bool) -> None:
    (project.root / "n.txt").write_text("1")
    text = f"from pathlib import Path\nfrom random import random\ndef f():\n    {body}\n"
    project.write("model.py", text)
    trace = project.run("model:f")
    assert (trace.failure, trace.is_lasting) == (None, lasts)


def test_files_read_by_the_run(project: Any) -> None:
    project.write("model.py", "def f():\n    return open('data/x.txt').read()\n")
    project.write("data/x.txt", "seven")
    project.write(".venv/lib/y.txt", "not the project's own")
    code = (
        "import os\nopen('made.txt', 'w').close()\nopen('.venv/lib/y.txt').read()\n"
        "os.chdir('data')\nopen(b'x.txt').read()\nos.chdir('..')\nf()"
    )
    (trace,) = project.record(RunPlan("k", code=code, imports=("model",)))
    assert trace.result.text == "seven"
    assert [path for path, _ in trace.files] == ["data/x.txt", "model.py"]


def test_results_do_not_depend_on_the_hash_seed(
    project: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = RunPlan("k", code="[hash('a'), list({'x', 'y', 'z'})]")
    results = []
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        monkeypatch.setenv("PYTHONOPTIMIZE", "2")
        results += project.record(plan)
    assert results[0] == results[1]


def test_environment_of_the_worker(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = project.root / "lib"
    project.write("lib/extra.py", "value = 5")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", "relative", str(kept)]))
    code = (
        "import os, extra\n[extra.value, os.environ['PYTHONPATH'], os.environ['OMP_NUM_THREADS']]"
    )
    (trace,) = project.record(RunPlan("k", code=code))
    value, path, threads = trace.result.items
    assert (value.data, path.text, threads.text) == ((5,), str(kept), "1")


def test_a_worker_that_dies_loses_the_plan_that_it_has(
    project: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
import os, pathlib, signal
pathlib.Path("pid").write_text(str(os.getpid()))
os.kill(os.getppid(), signal.SIGKILL)
while True: pass
1
"""
    plans = [RunPlan("a", code="1"), RunPlan("b", code=code), RunPlan("c", code="2")]
    fine, lost, other = record_module.record(project.root, plans, QUICK, workers=1)
    assert (fine.failure, fine.result.data) == (None, (1,))
    assert lost.failure == Failure("killed", "the worker process ended early")
    assert (other.failure, other.result.data) == (None, (2,))
    wait_until_gone(int((project.root / "pid").read_text()))


def test_workers_that_cannot_start(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = project.root / "python"
    broken.write_text("#!/bin/sh\necho no such module >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(crew.sys, "executable", str(broken))
    traces = project.record(RunPlan("a", code="1"), RunPlan("b", code="1"))
    unstarted = Failure("killed", "the worker process ended early: no such module")
    assert traces == [Trace("a", unstarted), Trace("b", unstarted)]


def test_a_worker_that_never_answers_is_ended(
    project: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "START_SECONDS", 0.3)
    monkeypatch.setattr(crew, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(crew, "END_SECONDS", 0.1)
    code = "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)\n1"
    (trace,) = project.record(RunPlan("a", code=code), limits=Limits(0.5, 2048))
    assert trace.failure == Failure(
        "killed", "the worker process ended early: no answer within 1.3 s"
    )


def test_c063_recording_does_not_change_the_program(project: Any) -> None:
    project.write(
        "model.py",
        """
        import sys
        import numpy as np


        def f():
            sys.settrace(None)
            Z = np.array([1.0, 2.0])
            Z.resize((2, 2))
            depth = sys.getrefcount(Z)
            return Z


        def plain():
            Z = np.array([1.0, 2.0])
            depth = sys.getrefcount(Z)
            return depth


        def traced():
            return sys.gettrace() is None
        """,
    )
    trace = project.run(
        "model:f", ("Z", "Z = np"), ("Z", "Z.resize"), ("Z.shape", "Z.resize"), ("depth", "depth")
    )
    assert trace.failure is None
    assert trace.result.shape == (2, 2)
    seen = {one.key: one.value for one in trace.observations}
    assert seen["Z|Z = np"].data == (1.0, 2.0)
    assert seen["Z|Z.resize"].data == (1.0, 2.0, 0.0, 0.0)
    (depth,) = project.record(target("plain"))
    assert seen["depth|depth"].data == depth.result.data
