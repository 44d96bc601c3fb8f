"""Kind D: bytes, encodings and identifiers of source files and pages."""

from __future__ import annotations

import pytest

from docgen.project import Project
from tests.cases.conftest import concept, drawn, gutters, links, listings, page, references, values
from tests.conftest import MakeProject, load, places

EX = "\n\ndef ex():\n    import numpy as np\n    return f({})\n"


def shown(make_project: MakeProject, data: bytes, body: str, name: str = "model") -> Project:
    folder = make_project({"docs/index.md": page(body, name)})
    (folder / f"{name}.py").write_bytes(data)
    return load(folder)


def test_c028_byte_order_mark(make_project: MakeProject) -> None:
    data = b"\xef\xbb\xbf" + b"def f(x):\n    Z = x\n    return Z\n" + EX.format("2.0").encode()
    project = shown(make_project, data, concept("f", ("Z",)) + links("f", "f.Z") + listings("f"))
    html = drawn(project)
    assert places(project) == []
    assert references(html)[1:3] == ["model.py:1", "model.py:2"]
    assert html.css_first("#code-f-L1").text() == "def f(x):"
    assert not {"\ufeff", "\ufffd"} & set(html.html)
    assert values(html) == [("Z", "2.0000")]


def test_c029_form_feeds_end_no_line(make_project: MakeProject) -> None:
    data = (
        b"import numpy as np\n\x0c\ndef f(W, x):\n    Z = W @ x\n    return Z\n\x0c\n"
        b"def g(x):\n    Q = x\n    return Q\n"
    )
    html = drawn(shown(make_project, data, links("f.Z", "g.Q") + listings("f", "g")))
    assert references(html)[:2] == ["model.py:4", "model.py:8"]
    assert gutters(html) == [[3, 4, 5], [7, 8, 9]]


def test_c030_letters_that_python_takes_for_one(make_project: MakeProject) -> None:
    code = (
        "def f(x):\n    \u00b5 = x.mean()\n    \u03f5 = 1e-5\n"
        "    Z = (x - \u00b5) / (x.var() + \u03f5) ** 0.5\n    return Z\n"
    )
    body = concept("f", prose=links("\u00b5", "\u03bc", "\u03f5", "\u03b5")) + listings("f")
    project = shown(make_project, (code + EX.format("np.array([1.0, 2.0])")).encode("utf-8"), body)
    html = drawn(project)
    assert places(project) == []
    assert references(html)[1:5] == ["model.py:2", "model.py:2", "model.py:3", "model.py:3"]
    assert [name for name, _ in values(html)] == ["x", "\u03bc", "\u03b5", "Z", "return"]
    assert html.css_first("#code-f-L2").text() == "    \u00b5 = x.mean()"


def test_c031_tabs(make_project: MakeProject) -> None:
    data = b"class FFN:\n\tdef f(self, x):\n\t\tA = 1;\tZ = x\n\t\treturn Z\n"
    data += b"\n\ndef ex():\n    return FFN().f(2.0)\n"
    body = concept("FFN.f", ("A", "Z")) + listings("FFN.f") + links("FFN.f.Q")
    project = shown(make_project, data, body)
    html = drawn(project)
    assert [line.text() for line in html.css(".dg-line")] == [
        "def f(self, x):",
        "\tA = 1;\tZ = x",
        "\treturn Z",
    ]
    assert (gutters(html), values(html)) == ([[2, 3, 4]], [("A", "1"), ("Z", "2.0000")])
    assert places(project) == ["docs/index.md:25:18 unknown-anchor"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_c032_every_line_end(make_project: MakeProject, ends: str) -> None:
    code = "def f(x):\n    Z = x \\\n        + 1\n    return Z\n" + EX.format("2.0")
    body = concept("f", ("Z",), prose="[4](value:Z)") + links("f.Z") + listings("f")
    folder = make_project({})
    (folder / "model.py").write_bytes(code.replace("\n", ends).encode())
    (folder / "docs/index.md").write_bytes(page(body).replace("\n", ends).encode())
    project = load(folder)
    html = drawn(project)
    assert places(project) == ["docs/index.md:10:2 value-mismatch"]
    assert (references(html)[1], gutters(html)) == ("model.py:2-3", [[1, 2, 3, 4]])
    assert "\r" not in html.html
    assert values(html) == [("Z", "3.0000")]


def test_c033_a_very_long_line(make_project: MakeProject) -> None:
    terms = " + ".join(f"x[{i}] * 0.{i:03d}" for i in range(400))
    code = f"def f(x):\n    Z = {terms}\n    return Z\n" + EX.format("np.ones(400)")
    body = concept("f", ("Z",)) + listings("f") + links("f.Q", "f.Z = nothing")
    project = shown(make_project, code.encode(), body)
    assert gutters(drawn(project)) == [[1, 2, 3]]
    # 0.000 + ... + 0.399 is 399 * 400 / 2 / 1000.
    assert values(drawn(project)) == [("Z", "79.8000")]
    assert [finding.code for finding in project.findings] == ["unknown-anchor"] * 2
    for finding in project.findings:
        assert all(len(note) < 210 for note in finding.notes)


def test_c034_edges_of_files(make_project: MakeProject) -> None:
    folder = make_project({"docs/index.md": ""})
    (folder / "empty.py").write_bytes(b"")
    (folder / "tail.py").write_bytes(b"def f(x):\n    Z = x")
    (folder / "note.py").write_bytes(b"# only a comment")
    text = "[a](code:tail.f.Z) [b](code:empty.f) [c](code:note.f)\n\n" + listings("tail.f")
    (folder / "docs/index.md").write_bytes(text.strip().encode())
    project = load(folder)
    assert places(project) == [
        "docs/index.md:1:35 unknown-anchor",
        "docs/index.md:1:52 unknown-anchor",
    ]
    assert references(drawn(project)) == ["tail.py:2", "tail.py:1-2"]
    assert gutters(drawn(project)) == [[1, 2]]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"# -*- coding: nonsense -*-\ndef f(x):\n    return x\n", "model.py:1:1"),
        (b"def f(x):\n    return '\xff'\n", "model.py:2:1"),
        (b"def f(x):\n    return '\0'\n", "model.py:2:1"),
        (b"def f(x:\n    return x\n", "model.py:1:6"),
        (b"x = " + b"(" * 300 + b"1" + b")" * 300, "model.py:1:205"),
    ],
)
def test_the_kind_modules_that_cannot_be_read(
    make_project: MakeProject, data: bytes, place: str
) -> None:
    """One finding at the file, however often the page rests on it."""
    project = shown(make_project, data, concept("f", ("Z",)) + links("f.Z") + listings("f"))
    assert places(project) == [f"{place} source-unreadable"]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"# \xff\n", "docs/index.md:1:3"),
        (b"\xef\xbb\xbf# A\r\n\r\nab\xfe", "docs/index.md:3:3"),
        ("é\n".encode() + b"\x80", "docs/index.md:2:1"),
    ],
)
def test_the_kind_pages_that_are_no_utf8(
    make_project: MakeProject, data: bytes, place: str
) -> None:
    folder = make_project({"docs/b.md": "[z](code:nope)\n"})
    (folder / "docs/index.md").write_bytes(data)
    assert places(load(folder)) == ["docs/b.md:1:10 unknown-function", f"{place} source-unreadable"]


def test_the_kind_pages_by_any_name(make_project: MakeProject) -> None:
    """MkDocs makes pages of all these; none may go unchecked."""
    ends = ("md", "markdown", "mdown", "mkdn", "mkd")
    folder = make_project({f"docs/{end}.{end}": "[z](code:nope)\n" for end in ends})
    assert places(load(folder)) == sorted(f"docs/{end}.{end}:1:10 unknown-function" for end in ends)


@pytest.mark.parametrize(
    ("toml", "finding"),
    [
        (b"[tool.docgen]\n# \xff\n", "2:3 source-unreadable"),
        (b"tool = 1\n", "1:1 malformed-block"),
        (b"[tool]\ndocgen = 1\n", "2:1 malformed-block"),
        (b"[[tool.docgen]]\n", "1:2 malformed-block"),
        (b"[tool.docgen]\ndocs = '/tmp'\n", "2:1 malformed-block"),
        (b"[tool.docgen]\ndocs = '../x'\n", "2:1 malformed-block"),
        (b"[tool.docgen]\ntests = ['t', 3]\n", "2:1 malformed-block"),
        (b"[tool.docgen]\ntimeout = -1\n", "2:1 malformed-block"),
        (b"[tool.docgen]\ntimeout = nan\n", "2:1 malformed-block"),
        (b"[tool.docgen]\nmemory = 0\n", "2:1 malformed-block"),
        (b"[tool.docgen]\ntests = ['t'\n", "2:13 malformed-block"),
        (b"[tool.docgen.severity]\nunknown-anchr = 'warning'\n", "2:1 unknown-option"),
    ],
)
def test_the_kind_settings_that_cannot_be_used(
    make_project: MakeProject, toml: bytes, finding: str
) -> None:
    folder = make_project({"docs/index.md": "# A\n"})
    (folder / "pyproject.toml").write_bytes(toml)
    project = load(folder)
    assert places(project) == [f"pyproject.toml:{finding}"]
    assert project.findings[0].help
