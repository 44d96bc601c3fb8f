"""Pages of the code: every module of the model has one, and what stands beside a line is true."""

from __future__ import annotations

import json

from tests.conftest import BuiltSite


def test_every_module_of_the_model_has_a_page(built: BuiltSite) -> None:
    modules = sorted(
        file.stem for file in (built.root / "model").glob("*.py") if file.stem != "__init__"
    )
    listed = [link.attributes["href"] for link in built.page("code").css(".dg-modules tbody th a")]
    assert listed == [f"{name}/#code-model-{name}-L1" for name in modules]
    for name in modules:
        lines = built.page(f"code/{name}").css(".dg-module .dg-code")
        text = "".join(line.text() for line in lines)
        assert text == (built.root / f"model/{name}.py").read_text(encoding="utf-8")


def test_equations_stand_beside_the_lines_that_compute_them(built: BuiltSite) -> None:
    manifest = json.loads((built.site / "docgen.json").read_text(encoding="utf-8"))
    pages = {
        path.stem: built.page(f"code/{path.stem}")
        for path in (built.root / "model").glob("*.py")
        if path.stem != "__init__"
    }
    missing = []
    count = 0
    for equation in manifest["equations"]:
        for link in equation["links"]:
            home, _, name = link["file"].removesuffix(".py").partition("/")
            if home != "model" or link["role"] == "tests":
                continue
            count += 1
            line = pages[name].css_first(f"#code-model-{name}-L{link['start_line']}")
            notes = line.css(".dg-rest > a") if line is not None else []
            url = f"../../{equation['url']}"
            if not any(note.attributes["href"] == url for note in notes):
                missing.append((equation["id"], link["anchor"]))
    assert missing == []
    assert count > 0


def test_places_to_which_the_code_leads_exist(built: BuiltSite) -> None:
    for path in sorted((built.root / "model").glob("*.py")):
        if path.stem == "__init__":
            continue
        for note in built.page(f"code/{path.stem}").css(".dg-rest > a"):
            page, _, name = (note.attributes["href"] or "").partition("#")
            if page.startswith("../../"):
                there = built.page(page.removeprefix("../../").rstrip("/"))
                assert there.css_first(f'[id="{name}"]') is not None, (page, name)


def test_symbols_beside_the_code_are_set_as_on_their_pages(built: BuiltSite) -> None:
    count = 0
    for path in sorted((built.root / "model").glob("*.py")):
        if path.stem == "__init__":
            continue
        for note in built.page(f"code/{path.stem}").css(".dg-rest > [aria-label^='Symbol']"):
            page, _, name = (note.attributes["href"] or "").partition("#")
            there = built.page(page.removeprefix("../../").rstrip("/"))
            symbol = there.css_first(f'[id="{name}"]')
            math = note.css_first("math")
            assert math is not None, (page, name)
            assert math.text() == symbol.text(), (page, name)
            count += 1
    assert count > 0
