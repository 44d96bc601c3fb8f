"""The figures of `docgen mutate`: they stand on the site, and are of the code that stands there."""

from __future__ import annotations

import json

from tests.conftest import BuiltSite


def test_breaks_of_the_documented_functions_are_noticed(built: BuiltSite) -> None:
    kept = json.loads((built.root / "docs/hooks/mutation.json").read_text(encoding="utf-8"))
    covered, documented = kept["scopes"]["covered"], kept["scopes"]["documented"]
    for figures, least in ((covered, 0.99), (documented, 0.90)):
        assert figures["changing"] >= 90
        assert figures["noticed"] + figures["survived"] == figures["changing"]
        assert figures["noticed"] / figures["changing"] >= least
    assert len(kept["survivors"]) == kept["scopes"]["all"]["survived"]


def test_the_figures_stand_on_the_site(built: BuiltSite) -> None:
    kept = json.loads((built.root / "docs/hooks/mutation.json").read_text(encoding="utf-8"))
    article = built.page("trust").css_first("article")
    assert article is not None
    rows = [[cell.text() for cell in row.css("td")] for row in article.css("tbody tr")]
    scopes = [kept["scopes"][name] for name in ("covered", "documented")]
    assert rows[-2] == ["Noticed", *(str(one["noticed"]) for one in scopes)]
    assert rows[-1] == ["Share noticed", *(f"{100 * one['share']:.1f} %" for one in scopes)]
    assert len(article.css("li")) == len(kept["survivors"])
    assert "Measured on the code and the pages as they stand here." in article.text()
