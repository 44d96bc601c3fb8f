"""Everything on a page that rests on code, and the lines that it rests on."""

from __future__ import annotations

from docgen.pages.rests import Rest, rests
from docgen.project import Project
from tests.conftest import MakeProject, load
from tests.impact.small import FILES, SETTINGS

Told = tuple[str, int, int, str, list[tuple[str, int, int, str]]]

EXPECTED: list[Told] = [
    ("equation", 22, 25, "Scale", [("computes it", 13, 13, "f.z")]),
    (
        "equation",
        27,
        30,
        "Bend",
        [("computes it", 14, 14, "f.y"), ("is called", 8, 9, "bend")],
    ),
    ("symbol", 39, 39, "x", [("binds it", 12, 12, "f.x")]),
    ("symbol", 40, 40, "w", [("binds it", 12, 12, "f.w")]),
    ("symbol", 41, 41, "z", [("binds it", 13, 13, "f.z")]),
    ("symbol", 42, 42, "y", [("binds it", 14, 14, "f.y")]),
    ("symbol", 44, 44, "B(u)", [("is called", 8, 9, "bend")]),
    (
        "paragraph",
        6,
        7,
        "Layers are 8 wide and 3 deep.",
        [
            ("is computed from", 3, 3, "model.BASE"),
            ("is quoted", 4, 4, "model.WIDTH"),
            ("is quoted", 5, 5, "model.DEPTH"),
        ],
    ),
    ("paragraph", 9, 9, "First it scales.", [("is linked", 13, 13, "f.z")]),
    ("paragraph", 10, 10, "Then it bends.", [("is linked", 14, 14, "f.y")]),
    ("paragraph", 12, 12, "All of bend in a line.", [("is named", 8, 9, "bend")]),
    (
        "paragraph",
        40,
        40,
        "$w$ Factor, as given `w` (d,)",
        [("is linked", 12, 12, "f.x")],
    ),
    ("block", 46, 52, "example Run", [("is run", 23, 25, "ex"), ("is shown", 13, 13, "f.z")]),
    ("block", 54, 57, "listing", [("is printed", 13, 14, "f")]),
    ("concept", 14, 18, "F", [("is documented", 12, 16, "f"), ("is run by it", 8, 9, "bend")]),
]


def told(rest: Rest) -> Told:
    grounds = [(each.role, each.first, each.last, each.name) for each in rest.grounds]
    return (rest.kind, rest.line, rest.end_line, rest.name, grounds)


def test_all_that_rests_on_code(make_project: MakeProject) -> None:
    folder = make_project(FILES, SETTINGS)
    project = Project.open(folder)
    project.load(static=True)
    assert [told(rest) for rest in rests(project.site)] == EXPECTED


def test_runs_add_nothing(make_project: MakeProject) -> None:
    assert [told(rest) for rest in rests(load(make_project(FILES, SETTINGS)).site)] == EXPECTED


def test_what_is_a_finding_rests_on_nothing(make_project: MakeProject) -> None:
    page = """
        ---
        code: model
        ---
        # Page

        See [a](code:nothing), [b](value:none.x) and [c](value:model.f).

        /// listing
            in: nowhere
        ///

        /// gradcheck | Check
            forward: bend
            backward: nowhere
        ///
        """
    folder = make_project({"model.py": FILES["model.py"], "docs/page.md": page})
    project = Project.open(folder)
    project.load(static=True)
    assert [told(rest) for rest in rests(project.site)] == [
        ("block", 12, 15, "gradcheck Check", [("is shown", 8, 9, "bend")])
    ]


def test_roles_of_links_and_cells_read_elsewhere(make_project: MakeProject) -> None:
    model = """
        class Cell:
            def step(self, x):
                self.k = x + 1.0
                y = self.k * 2.0
                return y


        def go(d=3):
            import numpy as np

            return Cell().step(np.random.default_rng(0).normal(size=d))
        """
    page = r"""
        ---
        code: model
        ---
        # Page

        ## Step

        /// concept | Cell.step
            parts: none
        ///

        **Double**
        ```math code="y" written="y" tests="test_go"
        y = 2 k
        ```

        | Symbol | Meaning | In code | Shape |
        |---|---|---|---|
        | $k$ | Kept | `self.k` after `self.k` | (d,) |
        | $y$ | Out | `y` | (d,) |

        /// example | Run
            run: go
            show: no
        ///
        """
    tests = "from model import go\n\n\ndef test_go():\n    assert go().shape == (3,)\n"
    folder = make_project({"model.py": model, "docs/page.md": page, "tests/test_model.py": tests})
    project = load(folder)
    assert project.findings == []
    (equation,) = [rest for rest in rests(project.site) if rest.kind == "equation"]
    assert told(equation)[4] == [
        ("is read at", 3, 3, "self.k = x + 1.0"),
        ("tests it", 4, 5, "test_go"),
        ("written inline", 4, 4, "Cell.step.y"),
    ]
