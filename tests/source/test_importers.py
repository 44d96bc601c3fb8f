"""Which files may call into a package, by their import lines alone."""

from __future__ import annotations

import pytest

from docgen.source.calls import CallGraph
from docgen.source.importers import importers
from tests.source.conftest import MakeIndex

FILES = {
    "model/__init__.py": "",
    "model/ops.py": "def relu(z):\n    return z\n",
    "model/block.py": "from .ops import relu\n\n\ndef block(z):\n    return relu(z)\n",
    "tools/run.py": "def main():\n    import model.block as b\n    return b.block(1)\n",
    "tools/near.py": "from . import run\n\n\ndef again():\n    return run.main()\n",
    "tools/apart.py": "import modelling\n\n# import model\nTEXT = 'from model import ops'\n",
    "tests/test_near.py": "from tools.near import (\n    again,\n)\n\ndef test_it():\n  again()\n",
    "tests/test_apart.py": "import os, sys\n\n\ndef test_other():\n    os.getcwd()\n",
    "both.py": "import os, model.ops\n",
}


@pytest.mark.parametrize(
    ("root", "expected"),
    [
        (
            "model",
            [
                "both.py",
                "model/__init__.py",
                "model/block.py",
                "model/ops.py",
                "tests/test_near.py",
                "tools/near.py",
                "tools/run.py",
            ],
        ),
        ("both", ["both.py"]),
        ("", sorted(FILES)),
    ],
)
def test_importers(make_index: MakeIndex, root: str, expected: list[str]) -> None:
    assert importers(make_index(FILES), root) == expected


def test_the_graph_of_a_package_is_that_of_the_project(make_index: MakeIndex) -> None:
    index = make_index(FILES)
    whole, part = CallGraph.scan(index), CallGraph.scan(index, "model")
    for name in ("model.ops.relu", "model.block.block"):
        assert part.callers(name) == whole.callers(name)
        assert part.tests_calling(name) == whole.tests_calling(name)
        assert part.tests_reaching(name) == whole.tests_reaching(name)
