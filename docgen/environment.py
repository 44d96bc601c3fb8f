"""Where the packages that are installed beside docgen stand, without importing them.

`installed_folder("scipy")` is the folder that holds `scipy/`, such as `…/site-packages`.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
from functools import cache
from pathlib import Path


@cache
def installed_folder(name: str) -> Path | None:
    """The folder that holds a top-level package or module written in Python; None without one."""
    if not name.isidentifier():
        return None
    here = os.getcwd()
    # The current folder is the project's, and what lies in it is not installed.
    folders = [entry for entry in sys.path if entry and os.path.realpath(entry) != here]
    spec = importlib.machinery.PathFinder.find_spec(name, folders)
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    file = Path(spec.origin)
    if not file.is_file():  # it lies in an archive
        return None
    return file.parent.parent if file.name == "__init__.py" else file.parent
