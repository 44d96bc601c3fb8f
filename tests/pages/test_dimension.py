"""Settings that name code: each that is wrong is reported once, where it stands."""

from __future__ import annotations

from tests.conftest import MakeProject, load, places

CODE = "size = 3\nname = 'wide'\nratio = 0.5\n"


def test_dimensions_that_have_no_size(make_project: MakeProject) -> None:
    settings = """\
modules = ["m"]
[tool.docgen.dimensions]
T = "m.size"
Q = { code = "m.nothing" }
R = "m.name"
S = "m.ratio"
U = "nowhere.size"
"""
    project = load(make_project({"m.py": CODE}, settings))
    assert places(project) == [
        "pyproject.toml:5:1 unbound-symbol",
        "pyproject.toml:6:1 unbound-symbol",
        "pyproject.toml:7:1 unbound-symbol",
        "pyproject.toml:8:1 unbound-symbol",
    ]
    notes = [" ".join(finding.notes) for finding in project.findings]
    assert "nothing" in notes[0]
    assert notes[1] == "`m.name` is of type str"
    assert notes[2] == "`m.ratio` is of type float"
    assert "nowhere" in notes[3]


def test_modules_that_are_not_there(make_project: MakeProject) -> None:
    project = load(make_project({"model/a.py": CODE}, 'modules = ["model", "modle"]\n'))
    assert places(project) == ["pyproject.toml:2:22 unknown-function"]
    assert project.findings[0].help == "did you mean `model`?"


def test_a_package_without_an_init_file_is_a_module(make_project: MakeProject) -> None:
    assert places(load(make_project({"model/a.py": CODE}, 'modules = ["model"]\n'))) == []
