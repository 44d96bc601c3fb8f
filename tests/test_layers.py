"""docgen keeps its layers, and each way of breaking them is seen."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from docgen.layer_drawing import render_layers
from docgen.layers import LAYERS, broken_rules, scan_layers

PACKAGE = Path(__file__).resolve().parent.parent / "docgen"


def make_package(folder: Path, files: dict[str, str]) -> Path:
    """A package `docgen` with the given modules."""
    package = folder / "docgen"
    for name, text in {"__init__.py": '"""A package."""\n', **files}.items():
        file = package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return package


def test_docgen_keeps_its_layers() -> None:
    assert broken_rules(scan_layers(PACKAGE)) == ()


def test_every_declared_unit_exists() -> None:
    units = {module.unit for module in scan_layers(PACKAGE).modules}

    assert {unit for layer in LAYERS for unit in layer.units} == units - {""}


def test_every_module_says_what_it_holds() -> None:
    assert [module.name for module in scan_layers(PACKAGE).modules if not module.summary] == []


def test_scan_reads_imports_of_every_form(tmp_path: Path) -> None:
    package = make_package(
        tmp_path,
        {
            "text.py": "",
            "source/__init__.py": "",
            "source/index.py": (
                '"""Code by name.\n\nMore.\n"""\nimport ast\nfrom docgen import text\n'
            ),
            "links/resolve.py": (
                "import docgen.text\n"
                "from docgen import __version__\n"
                "from docgen.source import index\n"
                "from docgen.source.index import a, b\n"
                "def f():\n    import numpy.linalg\n    from docgen.text import c\n"
            ),
        },
    )

    found = scan_layers(package)
    modules = {module.name: module for module in found.modules}

    assert list(modules) == ["", "links.resolve", "source", "source.index", "text"]
    assert modules["source.index"].summary == "Code by name."
    assert modules["source.index"].imports == ("text",)
    assert modules["links.resolve"].imports == ("text", "source.index", "source.index", "text")
    assert modules["links.resolve"].early == {"text", "source.index"}
    assert modules["links.resolve"].third == {"numpy"}
    assert modules["links.resolve"].early_third == frozenset()
    assert found.imports == Counter(
        {("source", "text"): 1, ("links", "text"): 2, ("links", "source"): 2}
    )


@pytest.mark.parametrize(
    ("file", "text", "rule"),
    [
        ("text.py", "import docgen.source.index\n", "text (base) imports source.index (facts)"),
        (
            "source/index.py",
            "from docgen.trace.plan import Watch\n",
            "source.index (facts) imports trace.plan (facts)",
        ),
        (
            "views/part.py",
            "import docgen.pages.one\n",
            "views.part (views) imports pages.one (pages)",
        ),
        ("cli.py", "import docgen.mkdocs_plugin\n", "cli (doors) imports mkdocs_plugin (doors)"),
        ("text.py", "def f():\n    from docgen import cli\n", "text (base) imports cli (doors)"),
        ("__init__.py", "from docgen.text import Span\n", "the package itself imports text"),
        ("__init__.py", "import numpy\n", "the package itself imports numpy"),
        ("stray.py", "", "stray belongs to no layer"),
        ("text.py", "import msgspec\n", "text imports msgspec"),
        ("source/index.py", "import numpy\n", "source.index imports numpy"),
        ("project.py", "import mkdocs.config\n", "project imports mkdocs"),
        ("pages/one.py", "from markdown import Markdown\n", "pages.one imports markdown"),
        ("project.py", "def f():\n    import click\n", "project imports click"),
        ("text.py", "\n" * 401, "text has 401 lines, more than 400"),
        ("links/utils.py", "", "links.utils has a name that says nothing"),
        ("links/run_manager.py", "", "links.run_manager has a name that says nothing"),
    ],
)
def test_broken_rule_is_seen(tmp_path: Path, file: str, text: str, rule: str) -> None:
    files = {
        "source/index.py": "",
        "trace/plan.py": "",
        "pages/one.py": "",
        "cli.py": "",
        "mkdocs_plugin.py": "",
    }
    assert broken_rules(scan_layers(make_package(tmp_path, files))) == ()

    assert broken_rules(scan_layers(make_package(tmp_path, {**files, file: text}))) == (rule,)


def test_numpy_may_not_come_into_a_host_through_other_modules(tmp_path: Path) -> None:
    package = make_package(
        tmp_path,
        {
            "cli/check.py": "import docgen.project\n",
            "project.py": "import docgen.trace.record\n",
            "trace/record.py": "def work():\n    import docgen.trace.worker\n",
            "trace/worker.py": "import numpy\n",
        },
    )
    assert broken_rules(scan_layers(package)) == ()

    (package / "trace" / "record.py").write_text("import docgen.trace.worker\n")

    assert broken_rules(scan_layers(package)) == (
        "loading cli.check loads trace.worker, which imports numpy",
    )


def test_imports_for_types_load_nothing(tmp_path: Path) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import docgen.trace.worker\n"
    package = make_package(tmp_path, {"cli.py": text, "trace/worker.py": "import numpy\n"})

    assert broken_rules(scan_layers(package)) == ()


def test_drawing_has_every_layer_and_the_counted_arrows(tmp_path: Path) -> None:
    package = make_package(
        tmp_path,
        {
            "text.py": '"""Text & `Span`s."""\n',
            "source/index.py": '"""Code."""\nimport docgen.text\n',
            "latex/tokens.py": '"""Tokens."""\nimport docgen.text\nfrom docgen.text import Span\n',
            "links/resolve.py": '"""Names."""\nimport docgen.source.index\nimport docgen.text\n',
        },
    )

    tree = LexborHTMLParser(render_layers(package))

    titles = [node.text() for node in tree.css(".dg-layer text:first-of-type")]
    assert titles == [layer.name for layer in LAYERS]
    # links to facts, facts to base (one from source and two from latex), links to base
    assert sorted(node.text() for node in tree.css(".dg-layer-arrow text")) == ["1", "1", "3"]
    last = tree.css(".dg-layer")[-1].css("text:not(:first-of-type)")
    # No line begins with a separator.
    assert [node.text().replace("\N{NO-BREAK SPACE}", " ") for node in last] == [
        "text · diagnostics ·",
        "codes · settings ·",
        "store · …",
    ]
    assert max(len(node.text()) for node in tree.css(".dg-layer text")) <= 24
    items = [node.text() for node in tree.css(".dg-layers-list > li")]
    assert items[titles.index("links")] == (
        "links: join the facts below. Imports: facts 1, base 1.1 moduledocgen.links.resolve: Names."
    )
    assert items[titles.index("facts")].count("2 modules") == 1
    assert [node.attributes for node in tree.css("details")] == [{}] * len(LAYERS)
    assert tree.css(".dg-layers-list code")[-2].text() == "docgen.text"
    assert "Text &amp; <code>Span</code>s." in render_layers(package)


def test_drawing_of_docgen_shows_every_module_and_arrow() -> None:
    found = scan_layers(PACKAGE)
    drawn = render_layers(PACKAGE)
    tree = LexborHTMLParser(drawn)

    listed = [node.text() for node in tree.css(".dg-layers-list li li > code:first-child")]
    assert sorted(listed) == [f"docgen.{one.name}" for one in found.modules if one.name]
    rank = {unit: number for number, layer in enumerate(LAYERS) for unit in layer.units}
    crossing = {
        edge: count for edge, count in found.imports.items() if rank[edge[0]] != rank[edge[1]]
    }
    numbers = [int(node.text()) for node in tree.css(".dg-layer-arrow text")]
    assert sum(numbers) == sum(crossing.values())
    assert len(numbers) == len({(rank[here], rank[there]) for here, there in crossing})
    assert not re.search(r"style=|<style|<script|http", drawn)


def arrows() -> list[tuple[list[tuple[float, float]], tuple[float, float, str]]]:
    """The corners of every arrow of docgen's own drawing, and where its number is."""
    found = re.findall(
        r'<path d="M(\d+) (\d+)H(\d+)V(\d+)H(\d+)"[^>]*/><text x="(\d+)" y="(\d+)"[^>]*>(\d+)<',
        render_layers(PACKAGE),
    )
    made = []
    for *corners, x, y, number in found:
        left, top, lane, end, box = map(float, corners)
        way = [(left, top), (lane, top), (lane, end), (box, end)]
        made.append((way, (float(x), float(y), number)))
    return made


def test_no_two_arrows_lie_on_one_another_but_those_to_one_layer() -> None:
    ways = [way for way, _ in arrows()]
    assert len(ways) > 20

    for number, (start, (lane, top), (_, end), tip) in enumerate(ways):
        for other_start, (other_lane, other_top), (_, other_end), other_tip in ways[number + 1 :]:
            assert start != other_start
            if tip == other_tip:
                assert lane == other_lane
            else:
                assert lane != other_lane or end < other_top or other_end < top


def test_no_line_of_the_drawing_runs_through_a_number() -> None:
    drawn = arrows()
    # A digit of this size is 7 wide and 9 high, and stands on the line that y names.
    boxes = [(x, y - 9, x + 7 * len(number), y) for _, (x, y, number) in drawn]

    for way, _ in drawn:
        for (x, y), (to_x, to_y) in pairwise(way):
            left, right, top, end = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
            for box in boxes:
                assert right < box[0] or left > box[2] or end < box[1] or top > box[3], box


def test_drawing_fits_a_phone_as_it_is() -> None:
    [width] = re.findall(r'<svg [^>]*width="(\d+)"', render_layers(PACKAGE))
    [*sizes] = map(int, re.findall(r'font-size="(\d+)"', render_layers(PACKAGE)))

    assert int(width) <= 328
    assert min(sizes) >= 12


def test_summaries_are_words_and_code_alone() -> None:
    """The list of modules is made of them, and knows no other marks."""
    for module in scan_layers(PACKAGE).modules:
        words = re.sub(r"`[^`]+`", "", module.summary)
        assert not re.search(r"[*_]\w|\w[*_]|\]\(", words), module.name


def test_tests_of_a_package_stand_in_the_folder_of_its_name() -> None:
    packages = {unit for layer in LAYERS for unit in layer.units if (PACKAGE / unit).is_dir()}
    folder = Path(__file__).resolve().parent

    assert [name for name in sorted(packages) if not list((folder / name).glob("test_*.py"))] == []
