"""Pages about functions of installed packages: found by name, probed where they are loaded."""

from __future__ import annotations

import importlib.util
import zipfile
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


MEAN = """
---
code: numpy._core.fromnumeric
---
# Mean

## Mean

/// concept | mean
///

**Mean of a row**
```math code="return _methods._mean(...)"
y = \\frac{1}{n} \\sum_i x_i
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $y$ | The mean | `return _methods._mean(...)` | () |
| $x$ | The row | `a` | (n,) |

/// example | Two means
```python
np.mean(np.array([1.0, -2.0, 4.0])) + np.mean(np.array([3.0, -1.0]))
```
///
"""

EIGENVALUES = """
---
code: numpy.linalg._linalg
---
# Eigenvalues

## Eigenvalues

/// concept | eigvalsh
///

**What is returned**
```math
y = w
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $y$ | Eigenvalues | `return` | (n,) |
| $w$ | Eigenvalues | `w` | (n,) |

/// example | A symmetric matrix
```python
np.linalg.eigvalsh(np.array([[2.0, 1.0], [1.0, 3.0]]))
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


@pytest.mark.parametrize(
    ("page", "calls"),
    [pytest.param(MEAN, 2, id="mean"), pytest.param(EIGENVALUES, 1, id="eigvalsh")],
)
def test_calls_that_docgen_makes_itself_are_none_of_the_run(
    make_project: MakeProject, page: str, calls: int
) -> None:
    """Changing the arrays of a run takes means and eigenvalues: in the run and two replays."""
    project = load(make_project({"docs/page.md": page}, 'installed = ["numpy"]\n'))

    assert project.findings == []
    manifest = assemble_manifest(project.pages, {page: page for page in project.pages}, [])
    (equation,) = manifest["equations"]  # type: ignore[misc]
    verdict: dict[str, object] = equation["verdict"]
    assert (verdict["state"], verdict["points"]) == ("verified", 3 * calls)


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


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("scipi", "install it beside docgen; it must be a folder or file of Python code"),
        ("scipy.special", 'write the package\'s name alone: "scipy"'),
    ],
)
def test_a_package_that_is_not_installed_is_a_finding(
    make_project: MakeProject, name: str, advice: str
) -> None:
    """The others of the list are known all the same."""
    settings = f'installed = ["{name}", "numpy"]\n'
    project = load(make_project({"docs/mean.md": MEAN}, settings))

    (finding,) = project.findings
    assert (finding.code, finding.place.path) == ("malformed-block", "pyproject.toml")
    assert finding.message == f"`{name}` is no installed package"
    assert finding.help == advice
    assert states(project) == {"mean.mean-of-a-row": "verified"}


def test_a_module_in_an_archive_has_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "packed.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("packed_module.py", "def f(x):\n    return x\n")
    monkeypatch.syspath_prepend(str(archive))

    assert importlib.util.find_spec("packed_module") is not None
    assert installed_folder("packed_module") is None


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
