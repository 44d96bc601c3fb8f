from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from docgen.diagnostics import Fault
from docgen.source.index import SourceIndex
from docgen.source.module import Module, parse_module

MakeIndex = Callable[..., SourceIndex]


def fault_of(call: Callable[[], object]) -> Fault:
    with pytest.raises(Fault) as caught:
        call()
    return caught.value


def lines(index: SourceIndex, reference: str) -> tuple[int, int]:
    anchor = index.resolve(reference)
    return (anchor.statement.line, anchor.statement.end_line)


def test_modules_are_found_from_the_root_and_from_src(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model/__init__.py": "",
            "model/ops.py": "",
            "src/ffn/model.py": "",
            "tests/test_a.py": "",
            "setup-it.py": "",
            ".hidden/a.py": "",
            "env/pyvenv.cfg": "",
            "env/a.py": "",
            "site/a.py": "",
            "model/site/a.py": "",
            "model/__pycache__/a.py": "",
            "notes.txt": "",
        }
    )
    paths = [
        "model/__init__.py",
        "model/ops.py",
        "model/site/a.py",
        "src/ffn/model.py",
        "tests/test_a.py",
    ]
    assert index.paths() == paths
    assert [module.name for module in index.modules()] == [
        "model",
        "model.ops",
        "model.site.a",
        "ffn.model",
        "tests.test_a",
    ]
    assert index.module("ffn.model").path == "src/ffn/model.py"
    assert index.module_names("") == ["ffn", "model", "tests"]
    assert SourceIndex.scan(index.root, exclude=("model", "src/ffn")).paths() == [
        "site/a.py",
        "tests/test_a.py",
    ]


def test_only_files_that_were_asked_for_are_read(make_index: MakeIndex) -> None:
    index = make_index({"a.py": "x = 1\n", "b.py": "x = (\n"})
    assert index.files() == {}
    assert index.resolve("a.x").path == "a.py"
    assert index.files() == {"a.py": sha256(b"x = 1\n").hexdigest()}


def test_c015_files_are_told_apart_by_content(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "def f(A, b):\n    Z = A + b\n    return Z\n"})
    file = index.root / "model.py"
    times = (file.stat().st_atime, file.stat().st_mtime)
    before = index.module("model")
    assert SourceIndex.scan(index.root).module("model") is before
    file.write_text(file.read_text().replace("A + b", "A - b"))
    os.utime(file, times)
    again = SourceIndex.scan(index.root)
    assert again.resolve("model.f.Z").code == "Z = A - b"
    assert index.resolve("model.f.Z").code == "Z = A + b"


def test_c061_two_files_of_one_module_are_ambiguous(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": "def f():\n    Z = 1\n",
            "model/__init__.py": "from .model import model\n",
            "model/model.py": "def model():\n    x = 1\n    Z = 2\n",
            "tests/model.py": "def f():\n    Z = 3\n",
        }
    )
    fault = fault_of(lambda: index.resolve("model.f.Z"))
    assert (fault.code, fault.notes) == (
        "ambiguous-module",
        ("it is `model.py` and `model/__init__.py`",),
    )
    assert fault.within is not None
    assert (fault.within.start, fault.within.end) == (0, 5)
    (index.root / "model.py").unlink()
    index = SourceIndex.scan(index.root)
    anchor = index.resolve("model.model.model.Z")
    assert (anchor.path, anchor.region.line) == ("model/model.py", 3)
    assert index.function("model.model.model").path == "model/model.py"


def test_unknown_modules_have_a_suggestion(make_index: MakeIndex) -> None:
    index = make_index({"model/ops.py": "x = 1\n"})
    fault = fault_of(lambda: index.module("model.opps"))
    assert (fault.code, fault.help) == ("unknown-function", "did you mean `model.ops`?")
    assert fault_of(lambda: index.module("zzz")).help == ""
    assert fault_of(lambda: index.resolve("model.opps.x")).code == "unknown-function"
    assert fault_of(lambda: index.function("model.ops")).code == "unknown-function"


def test_a_module_that_cannot_be_read_is_one_fault(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "def f(:\n", "other.py": "from model import *\nZ = 1\n"})
    fault = fault_of(lambda: index.resolve("f.Z", "model"))
    assert (fault.code, fault.related[0].place.line) == ("source-unreadable", 1)
    assert [module.name for module in index.modules()] == ["other"]
    assert fault_of(lambda: index.resolve("other.Y")).code == "unknown-anchor"
    assert index.anchor_at("model.py", 1) == ""
    (index.root / "other.py").unlink()
    fresh = make_index({"gone.py": ""})
    (fresh.root / "gone.py").unlink()
    assert fault_of(lambda: fresh.module("gone")).code == "source-unreadable"


def test_what_cannot_be_read_is_parsed_once(
    make_index: MakeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each name of a module is looked up: a long file with a slip of the pen took minutes."""
    parsed: list[str] = []

    def parse(name: str, path: str, data: bytes) -> Module:
        parsed.append(path)
        return parse_module(name, path, data)

    monkeypatch.setattr("docgen.source.index.parse_module", parse)
    index = make_index({"broken.py": "x = (\n"})
    faults = [fault_of(lambda: index.find_module("broken")) for _ in range(3)]

    assert parsed == ["broken.py"]
    assert [str(fault) for fault in faults] == [str(faults[0])] * 3
    assert faults[0] is not faults[1]


def test_any_file_of_the_project_can_be_read_as_text(make_index: MakeIndex) -> None:
    index = make_index({"a.py": "x = 1\n", "notes.md": "# one\r\n", "b.md": b"\xff"})
    assert index.source("a.py").text == "x = 1\n"
    assert index.source("notes.md").text == "# one\n"
    assert fault_of(lambda: index.source("b.md")).message == "`b.md` is not UTF-8"
    assert fault_of(lambda: index.source("c.md")).message == "`c.md` is missing"


def test_short_names_of_tests_resolve_where_unique(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": "def ffn(x):\n    return x\n",
            "tests/test_a.py": """
                class TestBlock:
                    def test_block(self):
                        y = 1

                def test_ffn():
                    y = 2
                    assert y

                def test_both():
                    assert 1
            """,
            "tests/test_b.py": "def test_both():\n    assert 2\n",
            "tests/test_c.py": "def (:\n",
        }
    )
    anchor = index.test("test_ffn.assert", "model.ffn")
    assert (anchor.path, anchor.region.line, anchor.kind) == ("tests/test_a.py", 7, "assert")
    assert index.test("test_block.y", "model").function == "TestBlock.test_block"
    assert index.test("tests.test_b.test_both.assert", "model").path == "tests/test_b.py"
    assert index.test("ffn.return", "model").path == "model.py"
    fault = fault_of(lambda: index.test("test_both", "model"))
    assert fault.code == "ambiguous-anchor"
    assert fault.notes == (
        "tests/test_a.py:9: `def test_both():` (`tests.test_a.test_both`)",
        "tests/test_b.py:1: `def test_both():` (`tests.test_b.test_both`)",
    )
    assert fault_of(lambda: index.test("test_ffn.z", "model")).code == "unknown-anchor"
    assert fault_of(lambda: index.test("test_fn", "model")).code == "unknown-function"
    assert fault_of(lambda: index.test("...", "model")).code == "unknown-anchor"


def test_c001_the_anchor_of_a_line(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                import numpy as np

                @cached
                def f(W, x):
                    A = W @ x
                    p["a"], c = A, 1
                    g(x)
                    assert x

                    B = 1
                    B = 2
                    if x:
                        return A
                    return c

                K = 1
            """
        }
    )
    answers = {line: index.anchor_at("model.py", line) for line in range(1, 17)}
    assert answers == {
        1: "model.import numpy as np",
        2: "",
        3: "model.f",
        4: "model.f",
        5: "model.f.A",
        6: 'model.f.p["a"], c = A, 1',
        7: "model.f.g(x)",
        8: "model.f.assert x",
        9: "model.f",
        10: "model.f.B = 1",
        11: "model.f.B = 2",
        12: "model.f.if x:",
        13: "model.f.return A",
        14: "model.f.return c",
        15: "",
        16: "model.K",
    }
    assert index.anchor_at("other.py", 1) == ""


@pytest.mark.parametrize(
    ("data", "places"),
    [
        (b"\xef\xbb\xbfdef f(x):\n    Z = x\n    return Z\n", {"f": (1, 3), "f.Z": (2, 2)}),
        (
            b"import numpy as np\n\x0c\ndef f(W, x):\n    Z = W @ x\n    return Z\n\x0c\n"
            b"def g(x):\n    Q = x\n    return Q\n",
            {"f": (3, 5), "f.Z": (4, 4), "g.Q": (8, 8)},
        ),
        (
            "def norm(x):\n    µ = x.mean()\n    ϵ = 1e-5\n".encode(),
            {"norm.µ": (2, 2), "norm.μ": (2, 2), "norm.ϵ": (3, 3), "norm.ε": (3, 3)},
        ),
        (
            b"def f(W, x):\r\n    Z = W @ x \\\r\n        + 1\r\n    return Z\r\n",
            {"f": (1, 4), "f.Z": (2, 3)},
        ),
        (b"def f(x):\r    Z = x\r\n    Y = x\n", {"f.Z": (2, 2), "f.Y": (3, 3)}),
        (b"def f(x):\n    Z = x", {"f": (1, 2), "f.Z": (2, 2)}),
    ],
    ids=["c028-bom", "c029-form-feed", "c030-nfkc", "c032-crlf", "c032-mixed", "c034-tail"],
)
def test_c028_to_c034_files_are_read_as_python_reads_them(
    make_index: MakeIndex, data: bytes, places: dict[str, tuple[int, int]]
) -> None:
    index = make_index({"model.py": data})
    assert {name: lines(index, f"model.{name}") for name in places} == places
    assert "\r" not in index.source("model.py").text
    assert "\ufeff" not in index.source("model.py").text


def test_c028_a_byte_order_mark_shifts_no_column(make_index: MakeIndex) -> None:
    index = make_index({"model.py": b"\xef\xbb\xbfZ = 1; Y = 2\n"})
    region = index.resolve("model.Y").region
    assert (region.column, region.end_column) == (8, 13)


def test_c030_names_are_shown_as_python_knows_them(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "def f(x):\n    \u00b5 = x\n    \u00b5[0] = 1\n"})
    anchor = index.resolve("\u00b5", "model.f")
    assert (anchor.cell, anchor.part) == ("\u03bc", "\u00b5 = x")
    assert lines(index, "model.f.\u03bc[0]") == (3, 3)


def test_c031_tabs_are_kept(make_index: MakeIndex) -> None:
    text = "class FFN:\n\tdef f(self, W, x):\n\t\tA = 1;\tZ = W @ x\n\t\treturn Z\n"
    index = make_index({"model.py": text.encode()})
    assert index.resolve("model.FFN.f.Z").region.column - 1 == 9
    assert index.function("model.FFN.f").code == (
        "def f(self, W, x):\n\tA = 1;\tZ = W @ x\n\treturn Z"
    )


def test_c033_notes_show_the_beginning_of_very_long_lines(make_index: MakeIndex) -> None:
    terms = " + ".join(f"x[{i}] * 0.{i:03d}" for i in range(400))
    index = make_index({"model.py": f"def f(x):\n    Z = {terms}\n    return Z\n"})
    assert lines(index, "model.f.Z") == (2, 2)
    fault = fault_of(lambda: index.resolve("model.f.Y"))
    assert all(len(note) <= 200 for note in fault.notes)


def test_sums_of_many_terms_are_no_problem(make_index: MakeIndex) -> None:
    total = " + ".join(f"x{i}" for i in range(1500))
    index = make_index({"model.py": f"def f():\n    Z = {total}\n    Z = g({total})\n"})
    fault = fault_of(lambda: index.resolve("Z", "model.f"))
    assert fault.code == "ambiguous-anchor"
    assert index.resolve("call:g", "model.f").region.line == 3
    assert fault_of(lambda: index.resolve(total, "model.f")).code == "ambiguous-anchor"


def test_c034_files_without_code_hold_nothing(make_index: MakeIndex) -> None:
    index = make_index({"empty.py": b"", "note.py": b"# only a comment"})
    assert fault_of(lambda: index.resolve("empty.Z")).code == "unknown-anchor"
    assert fault_of(lambda: index.resolve("note.f.Z")).code == "unknown-function"
    assert index.resolve("empty").kind == "module"
    assert index.source("empty.py").line_count == 0
    assert index.source("note.py").line_count == 1
    assert index.anchor_at("empty.py", 1) == ""


def test_folders_that_are_links_are_not_entered(make_index: MakeIndex) -> None:
    index = make_index({"model/a.py": ""})
    (index.root / "loop").symlink_to(Path("."), target_is_directory=True)
    assert SourceIndex.scan(index.root).paths() == ["model/a.py"]
