"""A small project in git whose page is right, and one line that makes it wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeProject, commit_all

FILES = {
    "scale.py": """
        import numpy as np


        def double(x):
            y = 2 * x
            return y


        def example():
            return double(np.array([1.0, 2.0, 4.0]))
        """,
    "docs/index.md": """
        ---
        code: scale
        ---
        # Scale

        ## Double

        /// concept | double
        ///

        **Twice**
        ```math
        y = 2 x
        ```

        | Symbol | Meaning | In code | Shape |
        |---|---|---|---|
        | $x$ | Any | `x` | (…) |
        | $y$ | Twice as much | `y` | (…) |

        /// example | Three numbers
            run: example
        ///
        """,
}


@pytest.fixture
def project(make_project: MakeProject) -> Path:
    folder = make_project(FILES, 'modules = ["scale"]\n')
    commit_all(folder)
    return folder


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
