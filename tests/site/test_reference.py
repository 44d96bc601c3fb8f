"""The reference of the built site: every public name on a page, under its id."""

from __future__ import annotations

import ast
import re
import runpy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

import docgen
from tests.conftest import BuiltSite

TOP = Path(docgen.__file__).parent


def public_ids(folder: Path) -> Iterator[tuple[str, str]]:
    """The page and the id of every module, class, function, method and constant."""
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder.parent).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        if file.stem.startswith("_") and file.stem != "__init__":
            continue
        is_package = len(parts) > 2 and folder.name == "docgen"
        page = parts[1] if is_package else folder.name
        for each in (name, *names_in(ast.parse(file.read_text(encoding="utf-8")), name)):
            yield page, each


def names_in(holder: ast.Module | ast.ClassDef, name: str) -> Iterator[str]:
    for each in holder.body:
        is_function = isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        if (is_function or isinstance(each, ast.ClassDef)) and not each.name.startswith("_"):
            yield f"{name}.{each.name}"
        if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
            yield from names_in(each, f"{name}.{each.name}")
        targets = each.targets if isinstance(each, ast.Assign) else []
        targets = [each.target] if isinstance(each, ast.AnnAssign) else targets
        for target in targets:
            if isinstance(target, ast.Name) and not target.id.startswith("_"):
                yield f"{name}.{target.id}"


def test_every_public_name_stands_on_a_page_under_its_id(built: BuiltSite) -> None:
    wanted = [*public_ids(TOP), *public_ids(built.root / "model")]
    ids = {
        page: re.findall(r' id="([^"]+)"', file.read_text(encoding="utf-8"))
        for page in dict.fromkeys(page for page, _ in wanted)
        if (file := built.site / "reference" / page / "index.html").is_file()
    }
    assert len(wanted) > 3000

    assert [name for page, name in wanted if name not in set(ids.get(page, ()))] == []
    counts = Counter((page, one) for page, found in ids.items() for one in found)
    assert [where for where, count in counts.items() if count > 1] == []


def test_entry_has_signature_arguments_errors_and_source(built: BuiltSite) -> None:
    page = built.page("reference/model")
    module = page.css_first('[id="model.transformer"]')
    assert module.text().startswith("model.transformer")
    assert module.next.next.text() == "In model/transformer.py."

    texts = []
    node = page.css_first('[id="model.transformer.xavier_uniform"]').next
    while node is not None and node.tag not in ("h2", "h3"):
        if node.text().strip():
            texts.append(" ".join(node.text().split()))
        node = node.next
    assert texts == [
        "xavier_uniform(rows: int, columns: int, rng: np.random.Generator) -> Array",
        "Uniform draws whose variance keeps signals and gradients about equally large.",
        "Arguments",
        "rows: int Width of the input."
        "columns: int Width of the output."
        "rng: np.random.Generator Source of randomness.",
        "Returns",
        "Array Weights, (rows, columns), between minus and plus sqrt(6 / (rows + columns)).",
        "Source",
        "Glorot and Bengio, Understanding the difficulty of training deep feedforward neural"
        " networks (2010), section 4.2.1, equation 16.",
    ]


def test_reference_is_found_by_links_and_not_by_search(built: BuiltSite) -> None:
    index = (built.site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert '"location":"manual/architecture/' in index
    assert '"location":"reference/' not in index

    links = {node.attributes["href"] for node in built.page("manual/architecture").css("a[href]")}
    assert "../../reference/" in links
    overview = built.page("reference").css("article a[href]")
    pages = {file.parent.name for file in (built.site / "reference").glob("*/index.html")}
    assert pages <= {(node.attributes["href"] or "").strip("./") for node in overview}


def test_every_decorator_is_shown_and_a_long_one_shortened() -> None:
    file = Path(__file__).parents[2] / "docs" / "hooks" / "reference_html.py"
    render_module = runpy.run_path(str(file))["render_module"]
    words = "w" * 90
    code = (
        "@click.command()\n"
        f"@click.argument('paths', nargs=-1, help='{words}')\n"
        f"@click.option('--{words}', is_flag=True)\n"
        "@root_option\n"
        "def f(): pass\n"
    )

    shown = LexborHTMLParser(render_module("m", "m.py", code)).css_first("pre code").text()

    assert shown.split("\n")[:4] == [
        "@click.command()",
        "@click.argument('paths', nargs=-1, ...)",
        "@click.option(...)",
        "@root_option",
    ]


@pytest.mark.parametrize(
    ("docstring", "html"),
    [
        ("`a < b` & *c*", "<p><code>a &lt; b</code> &amp; *c*</p>"),
        ("One\ntwo.\n\n- a\n  b\n- c", "<p>One two.</p>\n<ul><li>a b</li><li>c</li></ul>"),
        ("See https://a.b/c.", '<p>See <a href="https://a.b/c">https://a.b/c</a>.</p>'),
    ],
)
def test_words_of_a_docstring_are_safe(docstring: str, html: str) -> None:
    file = Path(__file__).parents[2] / "docs" / "hooks" / "reference_html.py"
    render_module = runpy.run_path(str(file))["render_module"]

    made = render_module("m", "m.py", f'"""{docstring}"""\n')

    assert made.split("\n", 2)[2] == html
