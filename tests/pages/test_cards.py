r"""Cards of a page: two calls of a function whose values are worked out by hand.

`widen` gets rows (1, 2) and (0, -1) with w = ((1, 0, 2), (0, 1, 1)): Z = x w is (1, 2, 4) and
(0, -1, -1), A keeps what is above zero. The second call has other rows.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown import Markdown

from docgen.markdown_ext import DocgenExtension
from docgen.pages.cards import page_cards
from docgen.project import Project
from docgen.views.card import CardPart
from tests.conftest import MakeProject, load, write_files

MODEL = """
import numpy as np

def relu(z):
    return np.maximum(z, 0.0)

def widen(x, w):
    Z = x @ w
    A = relu(Z)
    return A

def idle(x):
    B = x + 1.0
    return B
"""

RUNS = """
import numpy as np
from model import widen

W = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]])

def two_rows():
    widen(np.array([[1.0, 2.0], [0.0, -1.0]]), W)
    return widen(np.array([[5.0, 5.0], [5.0, 5.0], [5.0, 5.0], [5.0, 5.0]]), W)
"""

PAGE = r"""
---
code: model
---
# Page

## Widen

/// concept | widen
///

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $X$ | Rows, `T` of them | `x` | (T, d) |
| $W$ | Weights, see [there](#widen) | `w` | (d, F) |
| $Z$ | Widened rows | `Z` | (T, F) |
| $x_t$ | One row | `x[t]` | (d,) |
| $\operatorname{relu}$ | Cut at zero | `relu` | (F,) to (F,) |
| $T$ | Rows | | |
| $q$ | Only on paper | | |

```math title="Widen"
Z = X W
```

/// example | Two rows
run: runs.two_rows
///

| | |
|---|---|
| `Z` | Z |
"""


FILES = {"model.py": MODEL, "runs.py": RUNS, "docs/page.md": PAGE}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder: Path = tmp_path_factory.mktemp("cards")
    write_files(folder, {"pyproject.toml": "[tool.docgen]\n", **FILES})
    return load(folder)


def cards(project: Project) -> dict[str, CardPart]:
    return {card.code or card.meaning: card for card in page_cards(project.pages["page.md"])}


def test_a_card_has_the_value_of_the_first_call(project: Project) -> None:
    found = cards(project)["Z"]

    assert (found.meaning, found.shape, found.where, found.note) == (
        "Widened rows",
        "(T, F)",
        "two_rows, call 1",
        "",
    )
    assert found.value is not None
    assert (found.value.shape, found.value.data) == ((2, 3), (1, 2, 4, 0, -1, -1))


def test_numbers_follow_the_rows_of_the_tables(project: Project) -> None:
    found = page_cards(project.pages["page.md"])

    assert [card.number for card in found] == [0, 1, 2, 3, 4, 5, 6]
    assert [card.mathml for card in found][:3] == [
        "<math><mi>X</mi></math>",
        "<math><mi>W</mi></math>",
        "<math><mi>Z</mi></math>",
    ]


def test_the_meaning_is_set_without_its_links(project: Project) -> None:
    assert cards(project)["x"].meaning == "Rows, <code>T</code> of them"
    assert cards(project)["w"].meaning == "Weights, see there"


def test_of_a_letter_in_the_cell_the_first_position_is_shown(project: Project) -> None:
    found = cards(project)["x[t]"]

    assert found.note == "The first position is shown: t = 0."
    assert found.value is not None
    assert (found.value.shape, found.value.data) == ((2,), (1, 2))


def test_a_function_is_called_and_has_no_value(project: Project) -> None:
    found = cards(project)["relu"]

    assert (found.calls, found.shape, found.value) == (True, "(F,) to (F,)", None)


def test_a_symbol_without_code_has_no_value(project: Project) -> None:
    found = cards(project)["Only on paper"]

    assert (found.code, found.calls, found.value, found.where, found.note) == (
        "",
        False,
        None,
        "",
        "",
    )


def test_a_symbol_that_no_run_records_says_so(make_project: MakeProject) -> None:
    page = PAGE.replace("concept | widen", "concept | idle").replace("`Z`", "`B`")
    page = page.replace("`x[t]`", "").replace("`w`", "")
    project = load(make_project({**FILES, "docs/page.md": page}))

    assert cards(project)["B"].value is None
    assert cards(project)["B"].note == "No run of an example records it."


def test_two_builds_make_the_same_cards(project: Project) -> None:
    again = Project.open(project.settings.root)
    again.load()

    assert page_cards(again.pages["page.md"]) == page_cards(project.pages["page.md"])


def test_a_value_that_changes_with_each_run_is_not_shown(make_project: MakeProject) -> None:
    runs = RUNS.replace("[[1.0, 2.0], [0.0, -1.0]]", "np.random.default_rng().random((2, 2))")
    project = load(make_project({**FILES, "runs.py": runs}))

    assert cards(project)["Z"].value is None
    assert cards(project)["Z"].note == "It has another value each time two_rows runs."


def test_the_extension_alone_ends_the_page_with_its_cards(project: Project) -> None:
    extension = DocgenExtension(project=project)
    extension.path = "page.md"
    made = Markdown(extensions=["tables", "md_in_html", extension]).convert(PAGE)

    assert made.count("<dg-page>") == 1
    assert made.endswith("</div></template></dg-page>")
    assert 'data-dg="' not in made


def test_a_late_page_has_a_slot_without_text(project: Project) -> None:
    extension = DocgenExtension(project=project, late=True)
    extension.path = "page.md"
    made = Markdown(extensions=["tables", extension]).convert(PAGE)
    tail = made.splitlines()[-1]

    assert tail.startswith('<div class="dg-slot" data-dg="')
    assert tail.endswith('"></div>')
    assert extension.place(tail).startswith('<dg-page><template><div class="dg-card" data-sym="0">')


def test_a_page_without_symbols_and_equations_has_no_cards(make_project: MakeProject) -> None:
    project = load(make_project({"model.py": MODEL, "docs/page.md": "# Words\n\nAlone.\n"}))
    extension = DocgenExtension(project=project)
    extension.path = "page.md"

    assert "dg-page" not in Markdown(extensions=[extension]).convert("# Words\n\nAlone.\n")
