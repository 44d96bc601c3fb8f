"""The Transformer block page holds what the page it follows holds, with the worked values."""

from __future__ import annotations

import re

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node

from tests.conftest import REPO_URL, BuiltSite

CONCEPTS = (
    "Feed-forward network, forward",
    "Feed-forward network, backward",
    "Pre-LN block, forward",
    "Residual connections, backward",
)


@pytest.fixture(scope="module")
def page(built: BuiltSite) -> HTMLParser:
    return built.page("transformer-block")


def sections(page: HTMLParser) -> dict[str, list[Node]]:
    """Elements of the article by the level-2 heading above them."""
    found: dict[str, list[Node]] = {}
    title = ""
    article = page.css_first("article")
    assert article is not None
    for node in article.iter():
        if node.tag == "h2":
            title = own_text(node)
            found[title] = []
        elif title:
            found[title].append(node)
    return found


def own_text(node: Node) -> str:
    return node.text(deep=True).replace("¶", "").strip()


def within(nodes: list[Node], selector: str) -> list[Node]:
    return [match for node in nodes for match in node.css(selector)]


def table_rows(nodes: list[Node], head: str) -> list[list[str]]:
    """Rows of all tables whose first heading is `head`, as texts."""
    rows: list[list[str]] = []
    for table in within(nodes, "table"):
        heads = [own_text(cell) for cell in table.css("thead th")]
        if heads and heads[0] == head:
            rows += [
                [own_text(cell) for cell in row.css("th, td")] for row in table.css("tbody tr")
            ]
    return rows


def test_concepts_in_order(page: HTMLParser) -> None:
    titles = list(sections(page))
    assert titles == [*CONCEPTS, "Caches", "Parameters of one block"]


def test_equations_by_concept(page: HTMLParser) -> None:
    by_title = sections(page)
    counts = [len(within(by_title[title], "figure.dg-equation math")) for title in CONCEPTS]
    assert counts == [4, 8, 9, 14]


def test_every_equation_has_a_title_a_permalink_and_an_id(page: HTMLParser) -> None:
    figures = page.css("figure.dg-equation")
    assert len(figures) == 35
    for figure in figures:
        assert own_text(figure.css_first(".dg-title"))
        target = figure.css_first("a.dg-permalink").attributes["href"]
        assert target.startswith("#eq-")
        assert len(page.css(target)) == 1


def test_badges_say_what_came_of_the_check(page: HTMLParser) -> None:
    shown = [
        (figure.attributes["data-state"], own_text(badge))
        for figure in page.css("figure.dg-equation")
        if (badge := figure.css_first("details.dg-badge summary")) is not None
    ]
    assert shown == [("verified", "Verified")] * 35


def test_symbol_rows_by_concept(page: HTMLParser) -> None:
    by_title = sections(page)
    counts = [len(table_rows(by_title[title], "Symbol")) for title in CONCEPTS]
    assert all(have >= seed for have, seed in zip(counts, (8, 10, 8, 11), strict=True)), counts
    assert counts == [10, 12, 18, 24]


def test_rows_of_code_and_math_by_concept(page: HTMLParser) -> None:
    by_title = sections(page)
    tables = [within(by_title[title], "table.dg-links") for title in CONCEPTS]
    assert [len(found) for found in tables] == [1, 1, 1, 1]
    assert [len(found[0].css("tbody tr")) for found in tables] == [7, 13, 10, 20]


def test_rows_of_implemented_in_by_concept(page: HTMLParser) -> None:
    by_title = sections(page)
    tables = [within(by_title[title], "table.dg-implemented") for title in CONCEPTS]
    assert [len(found[0].css("tbody tr")) for found in tables] == [6, 13, 10, 19]


def test_code_and_math_of_the_first_concept(built: BuiltSite, page: HTMLParser) -> None:
    rows = table_rows(sections(page)[CONCEPTS[0]], "Equation")[:7]
    lines = built.lines("model/transformer.py")
    tests = built.lines("tests/test_transformer.py")

    def line_of(text: str, where: list[str]) -> int:
        numbers = [number for number, line in enumerate(where, 1) if text in line]
        assert len(numbers) == 1, numbers
        return numbers[0]

    widen = line_of('Z = Xn @ params[p + "ff1_w"]', lines)
    relu = line_of("    A = relu_forward(Z)", lines)
    narrow = line_of('return A @ params[p + "ff2_w"]', lines)
    in_test = line_of("assert np.allclose(y, [[1, 2]])", tests)
    same = "The same three steps for one row x"
    assert [(row[0], row[1], row[2]) for row in rows] == [
        ("Widen", "Written inline", f"transformer.py:{widen}"),
        ("ReLU, element by element", "Computes it", f"transformer.py:{relu}"),
        ("Narrow", "Written inline", f"transformer.py:{narrow}"),
        (same, "Written inline", f"transformer.py:{widen}"),
        (same, "Computes it", f"transformer.py:{relu}"),
        (same, "Written inline", f"transformer.py:{narrow}"),
        (same, "Tests it", f"tests/test_transformer.py:{in_test}"),
    ]
    assert [row[3] for row in rows][:3] == [
        lines[widen - 1].strip(),
        lines[relu - 1].strip(),
        lines[narrow - 1].strip(),
    ]


def test_gradient_rows(page: HTMLParser) -> None:
    by_title = sections(page)
    counts = [len(table_rows(by_title[title], "Gradient")) for title in CONCEPTS]
    assert counts == [0, 5, 0, 7]
    for title in CONCEPTS:
        for row in table_rows(by_title[title], "Gradient"):
            assert row[1] == row[2]
            gap = re.fullmatch(r"≤ 1e-(\d+)", row[3])
            assert gap is not None
            assert int(gap[1]) >= 8


def test_caches_and_parameters(page: HTMLParser) -> None:
    by_title = sections(page)
    caches = table_rows(by_title["Caches"], "Passed as")
    assert [row[0] for row in caches] == ['c["ff"]', 'c["ln2"]', 'c["att"]', 'c["ln1"]']
    assert [row[3].split(",")[0] for row in caches] == [
        "ffn_backward",
        "layer_norm_backward",
        "attention_backward",
        "layer_norm_backward",
    ]
    parameters = table_rows(by_title["Parameters of one block"], "Name")
    names = [
        "ln1_g",
        "ln1_b",
        "wq",
        "bq",
        "wk",
        "bk",
        "wv",
        "bv",
        "wo",
        "bo",
        "ln2_g",
        "ln2_b",
        "ff1_w",
        "ff1_b",
        "ff2_w",
        "ff2_b",
    ]
    assert [row[0].split()[0] for row in parameters] == [f"b{{l}}.{name}" for name in names]
    symbolic = {row[0].split()[0].removeprefix("b{l}."): row[1] for row in parameters}
    square, narrow = "(d, d)", "(d,)"
    assert symbolic == {
        **dict.fromkeys(["wq", "wk", "wv", "wo"], square),
        **dict.fromkeys(
            ["ln1_g", "ln1_b", "bq", "bk", "bv", "bo", "ln2_g", "ln2_b", "ff2_b"], narrow
        ),
        "ff1_w": "(d, F)",
        "ff1_b": "(F,)",
        "ff2_w": "(F, d)",
    }
    real = {row[0].split()[0].removeprefix("b{l}."): row[2] for row in parameters}
    assert (real["ff1_w"], real["ff2_w"], real["ff1_b"]) == ("(32, 128)", "(128, 32)", "(128,)")
    decays = {row[0].split()[0].removeprefix("b{l}.") for row in parameters if "Weight" in row[4]}
    decaying = {name for name in decays if symbolic[name] in (square, "(d, F)", "(F, d)")}
    assert decays == decaying
    assert len(decays) == 6


def test_worked_values_forward(page: HTMLParser) -> None:
    steps = table_rows(sections(page)[CONCEPTS[0]], "Step")
    assert [(row[0], row[2]) for row in steps] == [
        ("Input", "[[1.0000, -1.0000]]"),
        ("Widen", "[[1.0000, -0.5000, -1.0000]]"),
        ("ReLU", "[[1.0000, 0.0000, 0.0000]]"),
        ("Narrow", "[[1.0000, 2.0000]]"),
    ]
    assert [row[1] for row in steps] == [
        "Xn",
        'Z = Xn @ params[p + "ff1_w"] + params[p + "ff1_b"]',
        "A = relu_forward(Z)",
        'A @ params[p + "ff2_w"] + params[p + "ff2_b"]',
    ]


def test_worked_values_backward(page: HTMLParser) -> None:
    steps = table_rows(sections(page)[CONCEPTS[1]], "Step")
    assert [(row[0], row[1], row[2]) for row in steps] == [
        ("Arrives", "dOut", "[[1.0000, 0.5000]]"),
        ("Through the second layer", "dA", "[[2.0000, 0.5000, 0.5000]]"),
        ("Through ReLU", 'dZ = relu_backward(c["Z"], dA)', "[[2.0000, 0.0000, 0.0000]]"),
        ("Through the first layer", "dXn", "[[2.0000, 0.0000]]"),
    ]


def matrices(nodes: list[Node], title: str) -> dict[str, list[list[float]]]:
    """The matrices of an example block by the name in their caption."""
    for figure in within(nodes, "figure.dg-example"):
        if own_text(figure.css_first(".dg-title")) != title:
            continue
        found: dict[str, list[list[float]]] = {}
        for table in figure.css("table"):
            name = own_text(table.css_first("caption")).split(",")[0].split(" = ")[0]
            found[name] = [
                [float(own_text(cell)) for cell in row.css("td")] for row in table.css("tr")
            ]
        return found
    raise AssertionError(f"no example {title!r}")


DY = [[0.1, -0.2, 0.3, 0.05], [-0.1, 0.25, 0.15, -0.3], [0.2, 0.1, -0.25, 0.15]]
ZERO = [[0.0] * 4] * 3


def test_only_the_identity_path_carries(page: HTMLParser) -> None:
    shown = matrices(sections(page)[CONCEPTS[3]], "Only the identity path")
    assert shown == {"dX1_branch": ZERO, "dX_branch": ZERO, "dX": DY}


def test_backward_through_a_block_adds_up(page: HTMLParser) -> None:
    shown = matrices(sections(page)[CONCEPTS[3]], "One backward pass through a block")
    assert list(shown) == ["dY", "dXn2", "dX1_branch", "dX1", "dXn", "dX_branch", "dX"]
    assert shown["dY"] == DY
    for total, first, second in (("dX1", "dY", "dX1_branch"), ("dX", "dX1", "dX_branch")):
        for row, left, right in zip(shown[total], shown[first], shown[second], strict=True):
            sums = [a + b for a, b in zip(left, right, strict=True)]
            assert row == pytest.approx(sums, abs=1.5e-4)


def test_stepper_has_seven_steps_and_both_terms_of_the_sums(page: HTMLParser) -> None:
    stepper = within(sections(page)[CONCEPTS[2]], ".dg-stepper")[0]
    steps = stepper.css("ol > li")
    assert len(steps) == 7
    assert "X[1]" in steps[0].text()
    assert "0.5" in steps[0].text()
    third = steps[3].text()
    assert "X[1]" in third
    assert "att[1]" in third
    assert "X1[1]" in third


def test_flow_has_six_steps_with_what_they_fill(page: HTMLParser) -> None:
    flow = within(sections(page)[CONCEPTS[3]], ".dg-flow")[0]
    steps = flow.css("ol > li")
    assert len(steps) == 6
    facts = [step.css_first(".dg-does").text() for step in steps]
    fills = [re.findall(r"b\{l\}\.\w+", fact) for fact in facts]
    assert [[name.removeprefix("b{l}.") for name in names] for names in fills] == [
        ["ff2_w", "ff2_b", "ff1_w", "ff1_b"],
        ["ln2_g", "ln2_b"],
        [],
        ["wo", "bo", "wq", "bq", "wk", "bk", "wv", "bv"],
        ["ln1_g", "ln1_b"],
        [],
    ]
    silent = ["No function call" in step.text() for step in steps]
    assert silent == [False, False, True, False, False, True]


def test_line_references_in_prose(page: HTMLParser) -> None:
    references = page.css("article .dg-code .dg-ref")
    assert len(references) >= 16
    for reference in references:
        assert re.fullmatch(r"[\w/]+\.py:\d+(-\d+)?", reference.text())


def test_shapes_under_the_configuration(page: HTMLParser) -> None:
    by_title = sections(page)
    rows = [table_rows(by_title[title], "Array") for title in CONCEPTS]
    assert [row[:3] for row in rows[0]] == [
        ["Xn", "(T, d)", "(16, 32)"],
        ["Z", "(T, F)", "(16, 128)"],
        ["A", "(T, F)", "(16, 128)"],
        ["out", "(T, d)", "(16, 32)"],
    ]
    assert [row[:3] for row in rows[1]] == [
        ["dOut", "(T, d)", "(16, 32)"],
        ["dA", "(T, F)", "(16, 128)"],
        ["dZ", "(T, F)", "(16, 128)"],
        ["dXn", "(T, d)", "(16, 32)"],
        ["dW2", "(F, d)", "(128, 32)"],
        ["db2", "(d,)", "(32,)"],
        ["dW1", "(d, F)", "(32, 128)"],
        ["db1", "(F,)", "(128,)"],
    ]
    assert [row[0] for row in rows[2]] == ["X", "Xn", "att", "X1", "Xn2", "ff", "Y"]
    assert [row[0] for row in rows[3]] == [
        "dY",
        "dXn2",
        "dX1_branch",
        "dX1",
        "dXn",
        "dX_branch",
        "dX",
    ]
    assert {tuple(row[1:3]) for row in [*rows[2], *rows[3]]} == {("(T, d)", "(16, 32)")}


def test_links_to_the_host_name_the_commit(built: BuiltSite, page: HTMLParser) -> None:
    # A link of a drawing matches too, by its `xlink:href`.
    addresses = [node.attributes.get("href") or "" for node in page.css("article a[href]")]
    targets = {address for address in addresses if address.startswith(REPO_URL)}
    assert targets
    form = re.compile(rf"{re.escape(REPO_URL)}/blob/{built.commit}/[\w/]+\.py#L\d+(-L\d+)?")
    assert [target for target in targets if not form.fullmatch(target)] == []
