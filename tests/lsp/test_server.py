"""A whole session over stdio: one server, one project, every feature in turn."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import write_files
from tests.lsp.client import Client
from tests.lsp.project import FILES, MODEL, PAGE, line_of, span

P = "docs/page.md"
M = "model.py"
COMMAND = [sys.executable, "-c", "from docgen.cli import main; main()", "lsp"]


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An editor with the page open, its first check done; it ends the server properly."""
    root = tmp_path_factory.mktemp("lsp").resolve()
    write_files(root, FILES)
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        client = Client(server.stdin, server.stdout, root)
        client.begin(watch=True)
        client.open(P, PAGE)
        assert client.diagnostics(P) == []
        yield client
        client.end()
        assert server.wait() == 0


def edit(editor: Client, old: str, new: str) -> str:
    """Change the page at one place; the new text."""
    assert PAGE.count(old) == 1, old
    text = PAGE.replace(old, new)
    editor.change(P, text)
    return text


def where(text: str, marked: str) -> tuple[int, int]:
    """Line and character of `¦` in a piece of a text that holds it without."""
    piece = marked.replace("¦", "")
    at = text.index(piece) + marked.index("¦")
    return text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1)


def said(editor: Client, marked: str, text: str = PAGE) -> Any:
    """What hover shows at a place, with the range that it is about."""
    found = editor.at("hover", P, *where(text, marked))
    return found and (found["contents"]["value"], found["range"])


def offered(editor: Client, old: str, marked: str) -> list[str]:
    """Labels of what completion offers while `marked` stands in place of `old`."""
    edit(editor, old, marked.replace("¦", ""))
    before = PAGE[: PAGE.index(old)] + marked[: marked.index("¦")]
    line, character = before.count("\n"), len(before) - before.rfind("\n") - 1
    return [item["label"] for item in editor.at("completion", P, line, character)["items"]]


def location(editor: Client, path: str, line: int, start: int, end: int) -> dict[str, object]:
    return {"uri": editor.uri(path), "range": span(line, start, end)}


# Findings while typing.


def test_findings_come_and_go_while_typing(editor: Client) -> None:
    edit(editor, "(code:z)", "(code:zz)")
    line = line_of(PAGE, "(code:z)")

    assert editor.diagnostics(P) == [
        {
            "range": span(line, 24, 26),
            "message": "`widen` binds no `zz`\nnote: `widen` binds `z`, `y`\n"
            "note: its parameters are `x`, `w`\nnote: model.py:5: `z = x @ w`\n"
            "note: model.py:6: `y = z * z`\nnote: model.py:7: `return y, z`\n"
            "help: did you mean `z`?",
            "severity": 1,
            "code": "unknown-anchor",
            "source": "docgen",
        }
    ]
    editor.change(P, PAGE)
    assert editor.diagnostics(P) == []


def test_an_equation_that_is_broken_while_typing_differs_from_the_code(editor: Client) -> None:
    edit(editor, r"Z \odot Z", "Z + Z")

    # y is 12.25 where z is -3.5, and z + z is -7 there: 19.25 apart.
    assert editor.diagnostics(P) == [
        {
            "range": span(line_of(PAGE, r"Z \odot Z"), 4, 9),
            "message": "equation `square` differs from the code by 1.9e+01 (tolerance 9e-14)\n"
            "evaluates to -7 at [1, 0]\nnote: shapes agree: (2, 4)\n"
            "note: in call 1 of `ex`\nhelp: find out whether page or code is wrong",
            "severity": 1,
            "code": "equation-mismatch",
            "source": "docgen",
            "relatedInformation": [
                {
                    "location": location(editor, M, 6, 4, 15),
                    "message": "computed 12.25 at [1, 0]",
                }
            ],
        }
    ]
    found = said(editor, r"**Sq¦uare**")
    assert found is not None
    assert found[0].startswith("**Square**: Mismatch (`widen.square`)\n\n- It differs from the")
    editor.change(P, PAGE)
    assert editor.diagnostics(P) == []


def test_columns_are_counted_in_utf_16(editor: Client) -> None:
    edit(editor, "The product is [z](code:z)", "A\t𝔸 [z](code:gone)")

    # A, a tab, two units, a space, and ten more up to the target.
    (found,) = editor.diagnostics(P)
    assert (found["code"], found["range"]) == ("unknown-anchor", span(11, 14, 18))
    editor.change(P, PAGE)
    assert editor.diagnostics(P) == []


def test_only_the_text_of_now_is_reported(editor: Client) -> None:
    edit(editor, "Z = X W", "Z = X W W")
    edit(editor, "Z = X W", "Z = X +")
    edit(editor, "(code:z)", "(code:zz)")

    assert [one["code"] for one in editor.diagnostics(P)] == ["unknown-anchor"]
    editor.change(P, PAGE)
    assert editor.diagnostics(P) == []


def test_a_saved_module_checks_the_page_anew(editor: Client) -> None:
    file = editor.root / M
    file.write_text(MODEL.replace("y = z * z", "y = z * x0"), encoding="utf-8")
    editor.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": editor.uri(M), "type": 2}]}
    )
    assert {one["code"] for one in editor.diagnostics(P)} == {"run-failed"}

    # A file that is not open has findings too, which vanish with their cause.
    file.write_text(MODEL.replace("y = z * z", "y = z *"), encoding="utf-8")
    editor.open(M, MODEL.replace("y = z * z", "y = z *"))
    editor.save(M)
    (found,) = editor.diagnostics(M)
    assert (found["code"], found["range"]["start"]["line"]) == ("source-unreadable", 5)
    file.write_text(MODEL, encoding="utf-8")
    editor.change(M, MODEL)
    editor.save(M)
    assert editor.diagnostics(M) == []
    editor.close(M)


def test_a_new_page_counts_before_it_is_saved_and_not_after_it_is_closed(editor: Client) -> None:
    editor.open("docs/new.md", "# New\n\n[w](code:model.widen.v)\n")

    (found,) = editor.diagnostics("docs/new.md")
    assert (found["code"], found["range"]) == ("unknown-anchor", span(2, 21, 22))
    editor.close("docs/new.md")
    assert editor.diagnostics("docs/new.md") == []


# Hover.

Z = """\
`Z`: Widened rows

- code: `z`, model.py:5
- shape: (n, m)
- in the run `ex`: (2, 4)
```python
[[ 1.5000, 4.5000, 2.5000,  1.0000],
 [-3.5000, 1.0000, 3.0000, -1.0000]]
```"""
Y = """\
`Y`: Their squares

- code: `return[0]`, model.py:7
- shape: (n, m)
- in the run `ex`: (2, 4)
```python
[[ 2.2500, 20.2500, 6.2500, 1.0000],
 [12.2500,  1.0000, 9.0000, 1.0000]]
```"""


@pytest.mark.parametrize(
    ("marked", "text", "start", "end"),
    [
        ("¦Z = X W", Z, 0, 1),
        ("and $¦Z$", Z, 33, 34),
        ("return[¦0]", Y, 0, 46),
        ("[z](code:¦z)", "model.py:5\n```python\nz = x @ w\n```", 24, 25),
        (
            "concept | wi¦den",
            "model.py:4\n```python\ndef widen(x, w):\n    z = x @ w\n    y = z * z\n"
            "    return y, z\n```",
            14,
            19,
        ),
        (
            "test_widen¦.assert",
            "tests/test_model.py:5\n```python\nassert ex()[1][0, 0] == 1.5\n```",
            15,
            32,
        ),
    ],
)
def test_hover_says_what_stands_there(
    editor: Client, marked: str, text: str, start: int, end: int
) -> None:
    assert said(editor, marked) == (text, span(where(PAGE, marked)[0], start, end))


def test_hover_on_an_equation_gives_its_verdict(editor: Client) -> None:
    text, around = said(editor, "Z ¦= X W")

    lines = text.split("\n")
    assert lines[0] == "**Product**: Verified (`widen.product`)"
    assert lines[2].startswith("- Evaluated on 1 run, again with other numbers ")
    assert lines[-5:] == [
        "- computed by model.py:5",
        "- tested by tests/test_model.py:5",
        "```python",
        "z = x @ w",
        "```",
    ]
    first = line_of(PAGE, "**Product**")
    assert around == {
        "start": {"line": first, "character": 0},
        "end": {"line": first + 3, "character": 3},
    }


def test_hover_knows_a_symbol_in_text_that_was_not_checked_yet(editor: Client) -> None:
    text = edit(editor, "Z = X W", "Z = X W Z")

    assert said(editor, "X W ¦Z", text) == (Z, span(15, 8, 9))
    editor.change(P, PAGE)
    assert editor.diagnostics(P) == []


def test_hover_says_nothing_where_nothing_is(editor: Client) -> None:
    assert said(editor, "The pro¦duct") is None
    assert editor.at("hover", M, 4, 4) is None


# From the page to the code and back.


def test_definition_leads_to_the_statements(editor: Client) -> None:
    computed = location(editor, M, 4, 4, 13)
    tested = location(editor, "tests/test_model.py", 4, 4, 31)

    assert editor.at("definition", P, *where(PAGE, "Z ¦= X W")) == [computed, tested]
    assert editor.at("definition", P, *where(PAGE, "¦Z = X W")) == [computed]
    assert editor.at("definition", P, *where(PAGE, "[z](code:¦z)")) == [computed]
    assert editor.at("definition", P, *where(PAGE, "Z = X ¦W")) == [location(editor, M, 3, 13, 14)]


def test_references_of_a_line_are_what_rests_on_it(editor: Client) -> None:
    def found(line: int) -> list[dict[str, object]]:
        references: list[dict[str, object]] = editor.at(
            "references", M, line, 0, context={"includeDeclaration": False}
        )
        return references

    def line(text: str) -> dict[str, object]:
        number = line_of(PAGE, text)
        return location(editor, P, number, 0, len(PAGE.split("\n")[number]))

    concept = line("## Widen")
    product = [line("**Product**"), line("Widened rows"), line("[z](code:z)"), concept]
    assert found(4) == product
    # The head of the function holds its parameters too.
    assert found(3) == [line("| $X$ |"), line("| $W$ |"), concept]
    assert found(0) == []

    # Lines that were typed above the statement, and not saved, move it.
    editor.open(M, MODEL.replace("def widen", "# New.\n\n\ndef widen"))
    assert found(7) == product
    assert found(4) == []
    editor.close(M)


def test_a_lens_counts_what_rests_on_a_statement_and_shows_it(editor: Client) -> None:
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": editor.uri(M)}})

    assert [(one["range"], one["command"]["title"]) for one in lenses] == [
        (span(4, 0, 0), "docgen: 1 equation, 1 paragraph"),
        (span(6, 0, 0), "docgen: 1 equation"),
    ]
    command = lenses[1]["command"]
    arguments = {"command": command["command"], "arguments": command["arguments"]}
    editor.ask("workspace/executeCommand", arguments)
    shown = editor.requests[-1]
    assert (shown["method"], shown["params"]["selection"]) == (
        "window/showDocument",
        span(line_of(PAGE, "**Square**"), 0, 10),
    )


# Completion.

OWN = ["x", "w", "z", "y", "return[0]", "return[1]"]
BLOCKS = [
    "concept", "listing", "links", "implemented", "module", "coverage", "modules", "verdicts",
    "versions", "equations", "glossary", "notes", "used", "shapes", "example",
    "gradcheck", "stepper", "flow", "caches", "plot", "parameters",
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "marked", "labels"),
    [
        ("[z](code:z)", "[z](code:¦", [*OWN, "widen", "ex", "model", "tests"]),
        ("[z](code:z)", "[z](code:widen.¦", OWN),
        ("[z](code:z)", "[z](code:model.¦", ["widen", "ex"]),
        ("[z](code:z)", "[z](code:tests.¦)", ["test_model"]),
        ('tests="test_widen.assert"', 'code="z; ¦', [*OWN[2:], "model", "tests"]),
        ('tests="test_widen.assert"', 'tests="t¦', ["test_widen"]),
        ('tests="test_widen.assert"', "h¦", ["code", "written", "tests", "cites", "id", "stated",
                                             "holds", "tolerance", "derived"]),
        ("concept | widen", "concept | w¦", ["widen", "ex", "model", "tests"]),
        ("/// example | Run", "/// e¦", BLOCKS),
        ("    show: no", "    ¦", ["labels", "form", "call", "caption", "sizes", "show", "fixed",
                                   "in"]),
        ("    run: ex", "    run: model.¦", ["widen", "ex"]),
        ("`return[0]`", "`re¦", OWN),
        ("`return[0]` | (n, m) |", " ¦", OWN),
        ("Z = X W", "Z = ¦", ["X", "W", "Z", "Y"]),
        ("and $Z$ is", "and $Z W¦", ["W"]),
        ("| $W$ | Weights", r"| $\Omega$ | W", None),
    ],
)  # fmt: skip
def test_completion_offers_what_fits(
    editor: Client, old: str, marked: str, labels: list[str] | None
) -> None:
    if labels is None:
        # A row that no check knows yet counts, on a page that is broken elsewhere.
        text = PAGE.replace(old, marked).replace("Z = X W", "Z = ")
        editor.change(P, text)
        items = editor.at("completion", P, *where(text, "Z = ¦"))["items"]
        assert [item["label"] for item in items][:4] == ["X", r"\Omega", "Z", "Y"]
    else:
        assert offered(editor, old, marked) == labels


def test_completion_replaces_what_is_typed(editor: Client) -> None:
    text = edit(editor, "`return[0]` | (n, m) |", "ret")
    line, character = where(text, "| Their squares | ret¦")
    items = editor.at("completion", P, line, character)["items"]
    (found,) = (item for item in items if item["label"] == "return[0]")

    assert found == {
        "label": "return[0]",
        "kind": 12,
        "detail": "y",
        "sortText": "0004",
        "filterText": "`return[0]`",
        "textEdit": {
            "range": span(line, character - 3, character),
            "newText": "`return[0]`",
        },
    }


# The end.


def test_the_worker_of_a_check_ends_with_the_server(tmp_path: Path) -> None:
    """The example holds a connection open for ever; it is cut when its process is gone."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        endless = (
            "def ex():\n    import socket\n"
            f"    held = socket.create_connection(('127.0.0.1', {port}))\n"
            "    while True:\n        pass\n"
        )
        model = MODEL[: MODEL.index("def ex()")] + endless
        root = tmp_path.resolve()
        write_files(root, {**FILES, M: model})
        with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            client = Client(server.stdin, server.stdout, root)
            client.begin()
            client.open(P, PAGE)
            held, _ = door.accept()
            # Requests are answered while the check is at work.
            assert client.at("hover", P, 0, 0) is None
            assert client.at("completion", P, 0, 0) == {"isIncomplete": False, "items": []}
            client.end()
            assert server.wait() == 0
        with held:
            held.settimeout(60)
            assert held.recv(1) == b""
