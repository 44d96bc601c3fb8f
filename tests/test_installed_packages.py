"""Pages about functions of installed packages: found by name, probed where they are loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.environment import installed_folder
from docgen.pages.manifest import assemble_manifest
from docgen.project import Project
from docgen.source.index import SourceIndex
from tests.conftest import MakeProject, load

COVARIANCE = """
---
code: numpy.lib._function_base_impl
---
# Covariance

## Covariance

/// concept | cov
///

**Products of the centred rows**
```math code="c = dot(...)"
C = X {transposed}
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $C$ | Sums of products | `c` | (n, n) |
| $X$ | The rows | `X` | (n, m) |

/// example | Three rows
```python
cov(rng.normal(size=(3, 6)))
```
///
"""

SOFTMAX = """
---
code: scipy.special._logsumexp
---
# Softmax

## Softmax

/// concept | softmax
///

**Shifted exponentials**
```math
E = \\exp(x - m \\mathbf{1}^\\top)
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $E$ | Exponentials | `exp_x_shifted` | (n, m) |
| $x$ | Rows | `x` | (n, m) |
| $m$ | Largest entry of each row | `x_max` | (n,) |

/// example | Three rows
```python
softmax(rng.normal(size=(3, 6)), axis=1)
```
///
"""


def states(project: Project) -> dict[str, str]:
    manifest = assemble_manifest(project.pages, {page: page for page in project.pages}, [])
    equations: list[dict[str, dict[str, str]]] = manifest["equations"]  # type: ignore[assignment]
    return {str(one["id"]): one["verdict"]["state"] for one in equations}


def test_a_function_that_is_loaded_before_the_run_is_probed(make_project: MakeProject) -> None:
    """NumPy is in memory when a run begins, and `numpy.cov` is a dispatcher around the code."""
    page = COVARIANCE.replace("{transposed}", "X^\\top")
    project = load(make_project({"docs/cov.md": page}, 'installed = ["numpy"]\n'))

    assert project.findings == []
    assert states(project) == {"cov.products-of-the-centred-rows": "verified"}


def test_a_wrong_equation_about_an_installed_function_is_found(make_project: MakeProject) -> None:
    page = COVARIANCE.replace("{transposed}", "X^\\top \\cdot 2")
    project = load(make_project({"docs/cov.md": page}, 'installed = ["numpy"]\n'))

    (finding,) = project.findings
    assert finding.code == "equation-mismatch"
    assert finding.place.path == "docs/cov.md"
    (label,) = finding.related
    assert label.place.path == "numpy/lib/_function_base_impl.py"
    assert label.place.text.strip() == "c = dot(X, X_T.conj())"


def test_a_module_that_the_run_loads_is_probed(make_project: MakeProject) -> None:
    project = load(make_project({"docs/softmax.md": SOFTMAX}, 'installed = ["scipy"]\n'))

    assert project.findings == []
    assert states(project) == {"softmax.shifted-exponentials": "verified"}


def test_without_the_setting_nothing_installed_is_known(make_project: MakeProject) -> None:
    project = load(make_project({"docs/softmax.md": SOFTMAX}))

    front, concept = project.findings
    assert (front.code, front.place.line) == ("unknown-function", 2)
    assert front.message == "no module `scipy.special._logsumexp`"
    assert front.help == (
        'to document an installed package, write in [tool.docgen]: installed = ["scipy"]'
    )
    assert (concept.code, concept.place.line) == ("unknown-function", 8)


def test_a_package_of_the_project_hides_an_installed_one(make_project: MakeProject) -> None:
    files = {"scipy/special/_logsumexp.py": "def softmax(x, axis=None):\n    return x\n"}
    root = make_project(files)
    index = SourceIndex.scan(root, installed=("scipy",))

    anchor = index.function("softmax", "scipy.special._logsumexp")
    assert anchor.path == "scipy/special/_logsumexp.py"
    assert anchor.region.end_line == 2
    assert index.installed == ()
    assert not index.is_installed("scipy.special")


def test_a_package_that_is_not_installed_is_a_finding(make_project: MakeProject) -> None:
    project = load(make_project({"docs/index.md": "# Home\n"}, 'installed = ["scipi"]\n'))

    (finding,) = project.findings
    assert (finding.code, finding.place.path) == ("malformed-block", "pyproject.toml")
    assert finding.help == "`scipi` is not installed here, or not as a package written in Python"


@pytest.mark.parametrize("name", ["", "os.path", "no_such_package_here", "../scipy"])
def test_what_is_no_installed_package_has_no_folder(name: str) -> None:
    assert installed_folder(name) is None


def test_the_folder_of_an_installed_package_holds_it() -> None:
    folder = installed_folder("scipy")

    assert folder is not None
    assert (folder / "scipy" / "special" / "_logsumexp.py").is_file()
    assert isinstance(folder, Path)


def test_letters_of_shapes_need_no_declaration_there(make_project: MakeProject) -> None:
    """The package has no configuration of the project; a page on the project's own code has."""
    settings = 'installed = ["scipy"]\n[tool.docgen.dimensions]\nT = "code.LENGTH"\n'
    own = SOFTMAX.replace("scipy.special._logsumexp", "code")
    source = (
        "import numpy as np\n\nLENGTH = 3\n\n\ndef softmax(x, axis):\n"
        "    x_max = np.max(x, axis=axis, keepdims=True)\n"
        "    exp_x_shifted = np.exp(x - x_max)\n"
        "    return exp_x_shifted / np.sum(exp_x_shifted, axis=axis, keepdims=True)\n"
    )
    files = {"docs/a.md": SOFTMAX, "docs/b.md": own, "code.py": source}
    project = load(make_project(files, settings))

    assert {(one.place.path, one.code, one.message) for one in project.findings} == {
        ("docs/b.md", "unbound-symbol", "`n` is no declared dimension"),
        ("docs/b.md", "unbound-symbol", "`m` is no declared dimension"),
    }
