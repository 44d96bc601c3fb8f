from __future__ import annotations

from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from docgen.views.implemented import plain_implemented, render_implemented
from docgen.views.links import plain_links, render_links
from docgen.views.parts import Citation, LinkRow, NamedRef, SourceRef, UsedPart
from docgen.views.used import plain_used, render_used


def ref(line: int, end: int = 0, url: str = "", label: str = "t.py") -> SourceRef:
    return SourceRef(label, f"model/{label}", line, end or line, url, "GitHub" if url else "")


def rows(url: str = "") -> list[LinkRow]:
    return [
        LinkRow("Widen", "widen", "Written inline", ref(113, url=url), "f", "Z = a < b"),
        LinkRow("Three steps", "three", "Computes it", ref(114), "f", "A = g(\n    Z\n)"),
        LinkRow(
            "Three steps", "three", "Tests it", ref(56, label="test_t.py"), "test_f", "assert A"
        ),
    ]


def table(html: str) -> list[list[str]]:
    page = LexborHTMLParser(html)
    return [[cell.text() for cell in row.css("th, td")] for row in page.css("tr")]


def only(html: str, selector: str) -> LexborNode:
    found = LexborHTMLParser(html).css(selector)
    assert len(found) == 1
    return found[0]


def test_links_have_equation_role_lines_and_code() -> None:
    html = render_links(rows())

    assert table(html) == [
        ["Equation", "Role", "Lines", "Code"],
        ["Widen", "Written inline", "t.py:113", "Z = a < b"],
        ["Three steps", "Computes it", "t.py:114", "A = g(Z)"],
        ["Three steps", "Tests it", "test_t.py:56", "assert A"],
    ]
    page = LexborHTMLParser(html)
    assert [a.attributes["href"] for a in page.css("tbody th a")] == ["#widen", "#three", "#three"]
    assert [row.attributes.get("class") for row in page.css("tbody tr")] == [None, None, "dg-again"]
    assert [th.attributes["scope"] for th in page.css("th")] == ["col"] * 4 + ["row"] * 3


def test_a_table_scrolls_in_a_named_box() -> None:
    box = only(render_links(rows()), ".dg-scroll")

    assert (box.attributes["tabindex"], box.attributes["role"], box.attributes["aria-label"]) == (
        "0",
        "group",
        "Code and math connection",
    )


def test_plain_links_hold_no_line_numbers() -> None:
    assert plain_links(rows()) == (
        "Widen: Written inline, Z = a < b\n"
        "Three steps: Computes it, A = g(Z)\n"
        "Three steps: Tests it, assert A"
    )


def test_implemented_has_a_host_column_only_with_links() -> None:
    assert table(render_implemented(rows()[:1])) == [
        ["Equation", "Role", "File", "Function", "Lines"],
        ["Widen", "Written inline", "t.py", "f", "113"],
    ]
    assert table(render_implemented(rows("https://h.example")[:2])) == [
        ["Equation", "Role", "File", "Function", "Lines", "GitHub"],
        ["Widen", "Written inline", "t.py", "f", "113", "GitHub"],
        ["Three steps", "Computes it", "t.py", "f", "114", ""],
    ]
    one, two = replace(rows()[0], ref=ref(113)), replace(rows()[1], ref=ref(114, 116))
    shown = LexborHTMLParser(render_implemented([one, two])).css("[data-t]")
    assert [(node.attributes["data-t"], node.text()) for node in shown] == [
        ("Line", "113"),
        ("Lines", "114-116"),
    ]
    assert plain_implemented(rows()[:1]) == "Widen: Written inline, t.py, f"


def used(**changes: object) -> UsedPart:
    facts: dict[str, object] = {
        "function": "f",
        "ref": ref(112, 116),
        "citations": (Citation("A paper", "p. 5"),),
        "callers": (NamedRef("m.g", ref(137)),),
        "tests_calling": (NamedRef("tests.test_f", ref(50)), NamedRef("tests.test_h", ref(60))),
        "tests_reaching": (NamedRef("tests.test_all", ref(25)),),
        "tests_linked": (rows()[2],),
        "status": "Implemented",
    }
    return UsedPart(**{**facts, **changes})  # type: ignore[arg-type]


def test_used_lists_every_way() -> None:
    page = LexborHTMLParser(render_used(used()))

    assert [node.text() for node in page.css("dt")] == ["Source", "Reference", "Used by", "Status"]
    assert [node.text() for node in page.css("dd > ul > li")] == [
        "Called by:m.g t.py:137",
        "Tested by:tests.test_f t.py:50tests.test_h t.py:60",
        "Reached by tests:tests.test_all t.py:25",
        "Tests it: test_t.py:56 (test_f), for Three steps",
    ]
    assert [node.text() for node in page.css("dd > ul > li > ul > li")] == [
        "m.g t.py:137",
        "tests.test_f t.py:50",
        "tests.test_h t.py:60",
        "tests.test_all t.py:25",
    ]
    assert page.css("dd")[0].text() == "t.py:112-116, f"
    assert page.css("dd")[1].text() == "A paper, p.\N{NO-BREAK SPACE}5"
    assert plain_used(used()) == (
        "Source: t.py, lines 112-116, f\n"
        "Reference: A paper, p. 5\n"
        "Called by: m.g\n"
        "Tested by: tests.test_f, tests.test_h\n"
        "Reached by tests: tests.test_all\n"
        "Tests it: test_f, for Three steps\n"
        "Status: Implemented"
    )


def test_a_long_group_is_folded_under_its_number() -> None:
    six = tuple(NamedRef(f"tests.test_{n}", ref(n)) for n in range(1, 7))
    seven = (*six, NamedRef("tests.test_7", ref(7)))
    page = LexborHTMLParser(render_used(used(tests_calling=six, tests_reaching=seven)))

    assert [node.text() for node in page.css("summary")] == ["Reached by tests: 7"]
    assert [node.text() for node in page.css("dd > ul > li > details > ul > li")] == [
        f"tests.test_{n} t.py:{n}" for n in range(1, 8)
    ]
    # The six, and the caller.
    assert len(page.css("dd > ul > li > ul > li")) == 6 + 1


def test_a_function_that_nothing_calls() -> None:
    part = used(
        citations=(), callers=(), tests_calling=(), tests_reaching=(), tests_linked=(), status=""
    )
    page = LexborHTMLParser(render_used(part))

    assert [node.text() for node in page.css("dt")] == ["Source", "Used by"]
    assert page.css("dd")[1].text() == "No function and no test calls it"
    assert plain_used(part) == "Source: t.py, lines 112-116, f"
