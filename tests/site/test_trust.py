"""The figures of `docgen mutate`: the site shows them, and they are of its code."""

from __future__ import annotations

import json
from typing import Any

from docgen import __version__
from tests.conftest import BuiltSite
from tests.test_manual import hook


def figures(built: BuiltSite) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(
        (built.root / "docs/hooks/mutation.json").read_text(encoding="utf-8")
    )
    return kept


def test_breaks_of_the_model_are_noticed(built: BuiltSite) -> None:
    """Of the 8 that nothing notices, 7 turn the sign of a draw that is as likely with either."""
    kept = figures(built)
    covered, every = kept["scopes"]["covered"], kept["scopes"]["all"]
    for counted, least in ((covered, 0.99), (every, 0.95)):
        assert counted["changing"] >= 90
        assert counted["noticed"] + counted["survived"] == counted["changing"]
        assert counted["noticed"] / counted["changing"] >= least
    assert len(kept["survivors"]) == every["survived"]


def test_the_figures_stand_on_the_site(built: BuiltSite) -> None:
    kept = figures(built)
    article = built.page("trust").css_first("article")
    assert article is not None
    table = article.css_first("table:not(.dg-table)")
    assert table is not None
    rows = [[cell.text() for cell in row.css("td")] for row in table.css("tbody tr")]
    scopes = [kept["scopes"]["covered"], kept["scopes"]["all"]]
    if kept["scopes"]["documented"] != kept["scopes"]["all"]:
        scopes.insert(1, kept["scopes"]["documented"])
    assert rows[-2] == ["Noticed", *(f"{one['noticed']:,}" for one in scopes)]
    assert rows[-1] == ["Share noticed", *(f"{100 * one['share']:.1f} %" for one in scopes)]
    assert len(article.css("li")) == len(kept["survivors"])
    # Code such as `-value` is not torn at the end of a line.
    codes = [
        [one.attributes.get("class") for one in node.css("code")] for node in article.css("li")
    ]
    assert codes == [["dg-key"] * 3] * len(kept["survivors"])
    # After a change of what is checked: make mutate.
    assert kept["state"] == hook("mutation").state()
    assert "Measured on the code and the pages as they stand here." in article.text()


def test_verdicts_and_versions_are_those_of_the_site(built: BuiltSite) -> None:
    manifest = json.loads((built.site / "docgen.json").read_text(encoding="utf-8"))
    page = built.page("trust")
    foot = page.css_first(".dg-verdicts tfoot")
    assert foot is not None
    assert foot.css_first("td").text() == f"{manifest['coverage']['equations']:,}"
    first = page.css_first(".dg-verdicts tbody tr")
    assert [cell.text() for cell in first.css("th, td")][:2] == [
        "Verified",
        f"{manifest['coverage']['verified']:,}",
    ]
    versions = {
        row.css_first("th").text(): row.css_first("td").text()
        for row in page.css(".dg-versions tbody tr")
    }
    assert versions["docgen"] == __version__
    assert set(versions) == {
        "docgen",
        "Python",
        "numpy",
        "mkdocs",
        "mkdocs-material",
        "math-core",
    }
