"""Kind I: build, strict mode, other plugins, addresses of pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.exceptions import Abort
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.cli import main
from tests.cases.conftest import SITE, concept, gutters, listings, page, references
from tests.conftest import MakeProject, build_site, load, places

MODEL = "def f(W, x):\n    Z = W * x\n    return Z\n\n\ndef ex():\n    return f(2.0, 3.0)\n"
ARRAYS = MODEL.replace(
    "return f(2.0, 3.0)",
    "import numpy as np\n\n    return f(np.array([2.0, 3.0]), np.array([5.0, 7.0]))",
)
"""The same with arrays in its example, which other numbers can be put in."""
TABLE = (
    "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n| $Z$ | product | `Z` | (…) |\n"
    "| $W$ | factor | `W` | (…) |\n| $x$ | factor | `x` | (…) |\n\n"
)
EQUATION = "```math\nZ = W x\n```\n\n"
STATED = '```math id="pre" stated="notation"\nZ = W x\n```\n\n'
HEAD = "def on_page_markdown(markdown, page, config, files):\n"
HOOK = HEAD + "    return markdown.replace({!r}, {!r})\n"


def test_c065_a_build_writes_nothing_beside_the_pages(make_project: MakeProject) -> None:
    files = {"model.py": MODEL, "docs/index.md": page(concept("f")), "mkdocs.yml": SITE}
    folder = make_project(files)
    before = sorted(path for path in folder.rglob("*") if path.is_file())
    build_site(folder)
    after = {path for path in folder.rglob("*") if path.is_file()} - set(before)
    tops = {path.relative_to(folder).parts[0] for path in after}
    assert tops == {".docgen", "site"}


def test_c066_every_file_a_page_rests_on_is_watched(make_project: MakeProject) -> None:
    code = "from model import f\n\n\n"
    code += "def ex():\n    return f(float(open('data.txt').read()), 3.0)\n"
    files = {"model.py": MODEL, "runs.py": code, "docs/index.md": page(concept("f", run="runs.ex"))}
    folder = make_project({**files, "data.txt": "2.5"})
    project = load(folder)
    assert places(project) == []
    watched = {path.relative_to(folder).as_posix() for path in project.watched()}
    assert {"model.py", "runs.py", "data.txt"} <= watched


def test_c067_one_defect_is_one_warning(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page(concept("f", prose="[it](code:Q)") + listings("f"))
    folder = make_project({"model.py": MODEL, "docs/index.md": text, "mkdocs.yml": SITE})
    build_site(folder, strict=False)
    with pytest.raises(Abort, match="Aborted with 1 warnings"):
        build_site(folder)
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(main, ["check", "--format", "short"])
    assert (done.exit_code, done.output.split("\n")[-2]) == (1, "1 error")


@pytest.mark.parametrize("hook_first", [True, False])
def test_c068_what_a_template_plugin_eats(make_project: MakeProject, hook_first: bool) -> None:
    """The formula that is published is not the one that was checked."""
    text = (
        '# T\n\n```math stated="template braces"\n\\mathbb{E}_{{x}} \\quad \\frac{{1}}{{n}}\n```\n'
    )
    order = "hooks: [hook.py]\n"
    yml = order + SITE.lstrip() if hook_first else SITE + order
    hook = HEAD + "    for letter in '1xn':\n"
    hook += "        markdown = markdown.replace('{{%s}}' % letter, letter)\n"
    hook += "    return markdown\n"
    folder = make_project({"docs/index.md": text, "mkdocs.yml": yml, "hook.py": hook})
    site = build_site(folder, strict=False)
    found = json.loads((site / "docgen.json").read_text())["findings"]
    assert [(each["code"], each["line"], each["column"]) for each in found] == [
        ("malformed-block", 3, 1)
    ]
    with pytest.raises(Abort, match="Aborted with 1 warnings"):
        build_site(folder)


def test_c068_the_kind_what_other_plugins_write_is_checked(make_project: MakeProject) -> None:
    """At the line that made it; and concepts of a changed page are not counted twice."""
    text = page(concept("f", prose=f"{TABLE}{EQUATION}MACRO"))
    other = page("## G\n\n/// concept | ex\n    with: f\n    parts: none\n///\n\nThe $Z$.\n")
    hook = HOOK.format("MACRO", "[it](code:Q) and `model.py:2`")
    files = {"model.py": ARRAYS, "docs/index.md": text, "docs/other.md": other, "hook.py": hook}
    folder = make_project({**files, "mkdocs.yml": SITE + "hooks: [hook.py]\n"})
    site = build_site(folder, strict=False)
    found = json.loads((site / "docgen.json").read_text())["findings"]
    line = text.split("\n").index("MACRO") + 1
    assert sorted((each["code"], each["path"], each["line"]) for each in found) == [
        ("bare-line-reference", "docs/index.md", line),
        ("unknown-anchor", "docs/index.md", line),
    ]


def test_c068_the_kind_generated_pages_are_checked(make_project: MakeProject) -> None:
    hook = (
        "from mkdocs.structure.files import File\n\n\n"
        "def on_files(files, config):\n"
        "    text = '[it](code:model.f.Q) and [it](code:model.f.Z)\\n'\n"
        "    files.append(File.generated(config, 'made.md', content=text))\n    return files\n"
    )
    files = {"model.py": MODEL, "docs/index.md": "# A\n", "hook.py": hook}
    folder = make_project({**files, "mkdocs.yml": SITE + "hooks: [hook.py]\n"})
    with pytest.raises(Abort, match="Aborted with 1 warnings"):
        build_site(folder)
    site = build_site(folder, strict=False)
    html = HTMLParser((site / "made/index.html").read_text(encoding="utf-8"))
    assert references(html) == ["model.py:2"]


@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("directories", [True, False])
def test_c069_addresses_and_late_insertion(
    make_project: MakeProject, directories: bool, late: bool
) -> None:
    index = page("**T**\n" + STATED + listings("f"))
    guide = page("[to it](../index.md#eq-pre)\n\n" + listings("f", "f.Z"))
    yml = SITE.replace("[search, docgen]", f"[search, {{docgen: {{late: {str(late).lower()}}}}}]")
    files = {"model.py": MODEL, "docs/index.md": index, "docs/guide/forward.md": guide}
    folder = make_project({**files, "mkdocs.yml": yml})
    site = build_site(folder, use_directory_urls=directories)
    path = "guide/forward/index.html" if directories else "guide/forward.html"
    html = HTMLParser((site / path).read_text(encoding="utf-8"))
    hrefs = [node.attributes.get("href") for node in html.css("article a")]
    assert ("../../#eq-pre" if directories else "../index.html#eq-pre") in hrefs
    assert gutters(html) == [[1, 2, 3], [2]]
    assert html.css(".dg-slot") == []
    assert "\ue0d0" not in html.html
    home = HTMLParser((site / "index.html").read_text(encoding="utf-8"))
    assert len(home.css("#eq-pre")) == 1
    manifest = json.loads((site / "docgen.json").read_text())
    url = "./#eq-pre" if directories else "index.html#eq-pre"
    assert [each["url"] for each in manifest["equations"]] == [url]
    for node in html.css("link[href], script[src]"):
        target = node.attributes.get("href") or node.attributes.get("src") or ""
        assert "docgen" not in target or (site / path).parent.joinpath(target).is_file()


def test_c071_no_gutter_number_in_the_search_index(make_project: MakeProject) -> None:
    body = "".join(f"    a{number} = x\n" for number in range(57))
    model = f"def f(x):\n{body}    Z = x\n    return Z\n"
    text = page("## Find me\n\n" + listings("f") + STATED)
    folder = make_project({"model.py": model, "docs/index.md": text, "mkdocs.yml": SITE})
    index = json.loads((build_site(folder) / "search/search_index.json").read_text())
    entry = next(each for each in index["docs"] if each["title"] == "Find me")
    assert entry["text"].count("return Z") == 1
    assert "42" not in entry["text"].replace("a42", "")
    assert not entry["text"].lstrip().startswith("1")


def test_c075_a_changed_model_is_a_changed_page(make_project: MakeProject) -> None:
    """Also with `--dirty`, where MkDocs takes pages whose file is unchanged as they were."""
    text = page(concept("f", ("Z",)) + listings("f"))
    folder = make_project({"model.py": MODEL, "docs/index.md": text, "mkdocs.yml": SITE})
    build_site(folder)
    (folder / "model.py").write_text("# new first line\n" + MODEL)
    site = build_site(folder)
    html = HTMLParser((site / "index.html").read_text(encoding="utf-8"))
    assert gutters(html) == [[2, 3, 4]]
    assert places(load(folder)) == []


def test_the_kind_projects_with_next_to_nothing(make_project: MakeProject) -> None:
    """No page, an empty page, a page without front matter, front matter only."""
    folder = make_project({"model.py": MODEL, "mkdocs.yml": SITE})
    assert json.loads((build_site(folder) / "docgen.json").read_text())["equations"] == []
    docs = folder / "docs"
    (docs / "index.md").write_text("")
    (docs / "front.md").write_text("---\ncode: model\n---")
    (docs / "bare.md").write_text("[it](code:model.f.Z) and [6](value:model.ex)")
    assert places(load(folder)) == ["docs/bare.md:1:36 unknown-anchor"]
    build_site(folder, strict=False)


def test_the_kind_one_function_on_one_page_twice(make_project: MakeProject) -> None:
    """Both sections are drawn, ids stay single, and nothing is reported for it."""
    text = page(concept("f", ("Z",)) + listings("f") + concept("f", ("x",)) + listings("f"))
    folder = make_project({"model.py": MODEL, "docs/index.md": text, "mkdocs.yml": SITE})
    site = build_site(folder)
    html = HTMLParser((site / "index.html").read_text(encoding="utf-8"))
    ids = [node.attributes["id"] for node in html.css("[id]")]
    assert len(ids) == len(set(ids))


def test_the_kind_two_concepts_share_a_table(make_project: MakeProject) -> None:
    borrowing = "## G\n\n/// concept | ex\n    with: {}\n    parts: none\n///\n\nThe $Z$.\n"
    documented = page(concept("f", ("Z",), prose=TABLE + EQUATION))
    for named, found in (("f", []), ("g", ["docs/b.md:7:11 unknown-function"])):
        files = {"model.py": ARRAYS, "docs/a.md": documented}
        folder = make_project({**files, "docs/b.md": page(borrowing.format(named))})
        assert places(load(folder)) == found


def test_the_kind_check_from_anywhere(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = make_project({"model.py": MODEL, "docs/index.md": "[it](code:model.f.Q)\n"})
    monkeypatch.chdir(folder / "docs")
    done = CliRunner().invoke(main, ["check", "--format", "short", "index.md"])
    assert (done.exit_code, done.output.split(": ")[0]) == (1, "docs/index.md:1:19")
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["check", "--root", str(folder)]).exit_code == 1
    assert CliRunner().invoke(main, ["check"]).exit_code == 2
    (folder / "docs/index.md").unlink()
    (folder / "docs").rmdir()
    assert CliRunner().invoke(main, ["check", "--root", str(folder)]).exit_code == 2
