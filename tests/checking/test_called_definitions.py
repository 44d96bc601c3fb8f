r"""What an equation rests on that calls a function which another equation defines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.pages.badge import badge, foundations
from docgen.pages.called import Called, called_by
from docgen.views.equation import render_badge
from tests.checking.conftest import PAGE, Check, Checked, concept, fence, table
from tests.conftest import MakeProject, build_site, site_config

F, G = r"\operatorname{F}", r"\operatorname{G}"
OTHER = "docs/deep/other.md"

MODEL = """
    def sc(x):
        y = {body}
        return y


    def h(v):
        w = 2 * v
        return w


    def g(X):
        P = 2 * X
        Y = {whole}
        return Y


    def ex(d=5):
        r = np.random.default_rng(0)
        sc({given})
        h(r.normal(size=d))
        return g(r.normal(size=d))
    """
PLAIN = {"body": "2 * x", "whole": "P + 0", "given": "r.normal(size=d)"}
ROWS = ("x | `x` | (d,)", rf"{F}(x) | `y` | (d,)")
CALLER = concept(
    "g", fence("Call", f"Y = {F}(X)"), table("X | `X` | (d,)", "Y | `Y` | (d,)"), run="ex"
)
OF_H = concept(
    "h",
    fence("Twice", rf"{G}(v) = 2 v", 'code="w"'),
    table("v | `v` | (d,)", rf"{G}(v) | `w` | (d,)"),
)


def of_sc(latex: str, *rows: str, run: str = "ex") -> str:
    return concept(
        "sc", fence("Def", f"{F}(x) = {latex}", 'code="y"'), table(*ROWS, *rows), run=run
    )


def with_other(check: Check, other: str, page: str = CALLER, **code: str) -> Checked:
    """The caller on one page, and in a folder the page that defines what it calls."""
    model = MODEL.format(**{**PLAIN, **code})
    text = f"---\ncode: model\n---\n# Other\n\n{other}"
    return check(model, page, files={OTHER: text})


STATES: dict[str, tuple[str, dict[str, str]]] = {
    "verified": (of_sc("2 x"), {}),
    "mismatch": (of_sc("2 x"), {"body": "3 * x"}),
    # No entry below zero ever comes in, where it is called as well as where it is defined.
    "weak": (
        of_sc(r"\max(0, x)"),
        {
            "body": "np.maximum(0, x)",
            "given": "np.abs(r.normal(size=d))",
            "whole": "np.maximum(0, X)",
        },
    ),
    "not-run": (of_sc("2 x", run=""), {}),
    "by-call": (of_sc(f"{G}(x)", f"{G}(v) | `h(v)` | (d,)") + OF_H, {}),
}
LABELS = {
    "verified": "Verified",
    "mismatch": "Mismatch",
    "weak": "Weak",
    "not-run": "Not run",
    "by-call": "Verified by call",
}


@pytest.mark.parametrize("state", list(STATES))
def test_the_badge_says_what_state_a_definition_is_in(check: Check, state: str) -> None:
    other, code = STATES[state]
    found = with_other(check, other, **code)
    site, verdict = found.project.site, found.verdict("call")
    context = found.project.pages["page.md"].context

    assert (verdict.state, site.verdicts[f"{OTHER}#def"].state) == ("verified", state)
    names = [("Def", "def"), ("Twice", "twice")] if state == "by-call" else [("Def", "def")]
    states = [state, "verified"]
    expected = [
        Called(title, OTHER, f"eq-{slug}", one)
        for (title, slug), one in zip(names, states, strict=False)
    ]
    assert list(called_by(site, verdict)) == expected
    shown = render_badge(badge(verdict, rests_on=foundations(context, verdict)))
    line = f'<li>Rests on <a href="../deep/other/#eq-def">Def</a> ({LABELS[state]})'
    more = ', <a href="../deep/other/#eq-twice">Twice</a> (Verified)' * (state == "by-call")
    assert f"{line}{more}.</li>" in shown
    assert shown.count("Rests on") == 1


def test_what_is_not_verified_is_told_first(check: Check) -> None:
    """F is put in before G; the code of G is not what its equation says."""
    page = CALLER.replace(f"{F}(X)", rf"\frac{{1}}{{2}} ({F}(X) + {G}(X))")
    wrong = MODEL.replace("w = 2 * v", "w = 3 * v").format(**PLAIN)
    text = "---\ncode: model\n---\n# Other\n\n" + of_sc("2 x") + OF_H
    found = check(wrong, page, files={OTHER: text})
    context, verdict = found.project.pages["page.md"].context, found.verdict("call")

    assert verdict.state == "verified"
    assert [(one.title, one.label) for one in foundations(context, verdict)] == [
        ("Twice", "Mismatch"),
        ("Def", "Verified"),
    ]


def test_a_definition_in_the_same_concept_is_called_one(check: Check) -> None:
    rows = table("X | `X` | (d,)", "Y | `Y` | (d,)", rf"{F}(u) | - | (…)")
    page = concept("g", fence("Call", f"Y = {F}(X)"), fence("Own", f"{F}(u) = 2 u"), rows)
    found = with_other(check, "Nothing.\n", page)
    verdict = found.verdict("call")
    context = found.project.pages["page.md"].context
    shown = render_badge(badge(verdict, rests_on=foundations(context, verdict)))

    assert (found.states, found.codes) == ({"call": "verified", "own": "defined"}, [])
    assert '<li>Rests on <a href="#eq-own">Own</a> (Definition).</li>' in shown


def test_definitions_of_equal_titles_are_told_apart(check: Check) -> None:
    """One title on two pages, and an equation without a title on each."""
    untitled = fence("Def", f"{F}(x) = 2 x", 'code="y"').partition("\n")[2]
    other = concept("sc", "Here it is.\n\n", untitled, table(*ROWS))
    page = CALLER.replace("**Call**\n", "Here it is called.\n\n")
    found = with_other(check, other, page)

    assert called_by(found.project.site, found.verdict("1")) == (
        Called("Equation 1", OTHER, "eq-1", "verified"),
    )


CONFIG = site_config("tables")


@pytest.mark.parametrize(
    ("has_folders", "file", "href", "url"),
    [
        (True, "page/index.html", "../deep/other/#eq-def", "deep/other/#eq-def"),
        (False, "page.html", "deep/other.html#eq-def", "deep/other.html#eq-def"),
    ],
)
def test_the_site_links_the_definition(
    make_project: MakeProject, has_folders: bool, file: str, href: str, url: str
) -> None:
    other, code = STATES["mismatch"]
    head = "---\ncode: model\n---\n# Page\n\n"
    root = make_project(
        {
            "model.py": "import numpy as np\n"
            + MODEL.format(**{**PLAIN, **code}).replace("\n    ", "\n"),
            PAGE: head + CALLER,
            OTHER: head + other,
            "docs/index.md": "# Home\n",
            "mkdocs.yml": CONFIG,
        }
    )
    site: Path = build_site(root, strict=False, use_directory_urls=has_folders)
    tree = HTMLParser((site / file).read_text(encoding="utf-8"))
    lines = [node for node in tree.css("#eq-call .dg-badge li") if "Rests" in node.text()]
    targets = [node.attributes.get("href") for line in lines for node in line.css("a")]
    manifest = json.loads((site / "docgen.json").read_text(encoding="utf-8"))
    verdicts = {one["title"]: one["verdict"] for one in manifest["equations"]}

    assert [node.text() for node in lines] == ["Rests on Def (Mismatch)."]
    assert targets == [href]
    assert (site / url.partition("#")[0]).exists()
    assert verdicts["Call"]["state"] == "verified"
    assert verdicts["Call"]["definitions"] == [{"title": "Def", "url": url, "state": "mismatch"}]
    assert verdicts["Def"]["definitions"] == []


# What is put in and compared with no code is checked by those that call it, or by nobody.

SCALED = """
    def f(x, s):
        y = 2 * s * x
        return y


    def ex(d=5):
        r = np.random.default_rng(0)
        return f(r.normal(size=d), {s})
    """
ALONE = ("x | `x` | (d,)", "s | `s` | ()", "y | `y` | (d,)", rf"{F}(u) | - | (…)")


def called(check: Check, latex: str, scale: str, call: str = f"{F}(x)") -> Checked:
    equations = fence("Call", f"y = {call}") + fence("Own", f"{F}(u) = {latex}")
    return check(SCALED.format(s=scale), concept("f", equations, table(*ALONE)))


@pytest.mark.parametrize(
    ("latex", "scale", "state"),
    [
        ("2 s u", "1.5", "verified"),
        ("2 s u", "1.0", "weak"),
        # Wrong, and true of this run alone.
        ("2 s^2 u", "1.0", "weak"),
        (r"2 s^2 u", "1.5", "mismatch"),
    ],
)
def test_what_nothing_but_its_caller_checks_is_varied_too(
    check: Check, latex: str, scale: str, state: str
) -> None:
    found = called(check, latex, scale)

    assert found.states == {"call": state, "own": "defined"}
    assert [code for code in found.codes if code == "weak-verdict"] == ["weak-verdict"] * (
        state == "weak"
    )
    if state == "weak":
        weak = next(one for one in found.findings if one.code == "weak-verdict")
        assert weak.message.endswith(" in its definition")
        at = found.at(rf"y = «{F}(x)", "weak-verdict")
        assert at in found.places


def test_a_definition_behind_another_is_varied_too(check: Check) -> None:
    rows = table(*ALONE, rf"{G}(u) | - | (…)")
    equations = (
        fence("Call", f"y = {G}(x)"),
        fence("Outer", f"{G}(u) = 2 {F}(u)"),
        fence("Own", f"{F}(u) = s u"),
    )
    for scale, state in (("1.5", "verified"), ("1.0", "weak")):
        found = check(SCALED.format(s=scale), concept("f", *equations, rows))
        assert found.states == {"call": state, "outer": "defined", "own": "defined"}


def test_what_code_is_compared_with_is_varied_there_alone(check: Check) -> None:
    """Of the caller: without the function, with the other sign, doubled."""
    own = called(check, "2 s u", "1.5").verdict("call").variants
    found = with_other(check, of_sc("2 x"))

    assert (own, found.verdict("call").variants) == (8, 3)


CHAIN = """
    def f(x):
        y = 3 * x
        z = y + 1
        return z


    def ex():
        r = np.random.default_rng(0)
        return f(float(r.normal())) + f(float(r.normal()))
    """


@pytest.mark.parametrize(
    ("definition", "call", "state", "message"),
    [
        (f"{F}(u) = 3 u", f"y = {F}(x)", "verified", ""),
        (
            f"{F}(u) = y",
            f"y = {F}(x)",
            "not-run",
            "`y` stands on both sides of `=`, by a definition",
        ),
        (
            f"{F}(u) = z + u - u",
            f"z = {F}(y)",
            "not-run",
            "`z` stands on both sides of `=`, by a definition",
        ),
        (
            f"{F}(u) = z",
            f"w = {F}(y)",
            "by-binding",
            "both sides are the same cell, so nothing is checked",
        ),
        (
            f"{F}(u) = 1 u",
            f"w = {F}(z)",
            "by-binding",
            "both sides are the same cell, so nothing is checked",
        ),
        (
            f"{F}(u, v) = u",
            f"w = {F}(z, y)",
            "by-binding",
            "both sides are the same cell, so nothing is checked",
        ),
        (
            "q = z + y - y",
            "z = q",
            "not-run",
            "`z` stands on both sides of `=`, by a definition",
        ),
    ],
)
def test_a_definition_does_not_bring_the_left_side_to_the_right(
    check: Check, definition: str, call: str, state: str, message: str
) -> None:
    rows = ["x | `x` | ()", "y | `y` | ()", "z | `z` | ()", "w | `z` | ()", "q | - | ()"]
    rows += [f"{definition.partition(' =')[0]} | - | ()"] * ("(" in definition)
    used = [row for row in rows if row[0] in definition + call or row.startswith(F)]
    page = concept("f", fence("Call", call), fence("Own", definition), table(*used))
    found = check(CHAIN, page)

    assert found.states["call"] == state
    told = [one.message for one in found.findings if one.code != "unused-symbol"]
    assert told == [message] * bool(message)
