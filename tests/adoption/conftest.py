"""A repository with a past: pages that were written before their code moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import git, write_files

FFN = '''
import numpy as np


def forward(x, W, b):
    """The layer."""
    A = W @ x
    Z = A + b
    H = np.maximum(Z, 0.0)
    return H


def backward(d, Z):
    d = d * (Z > 0)
    return d
'''
"""`A` is in line 6, `Z` in 7, `H` in 8, `return` in 9; `backward` is 12 to 14."""

URL = "https://github.com/example/net"


def commit(root: Path, files: dict[str, str], message: str = "more") -> str:
    """Write files, commit everything; the commit's name."""
    write_files(root, files)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with `nn/ffn.py` and a remote on GitHub."""
    folder = tmp_path / "net"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "remote", "add", "origin", "git@github.com:Example/net.git")
    commit(folder, {"pyproject.toml": "[tool.docgen]\n", "nn/ffn.py": FFN})
    return folder


def move_down(root: Path) -> None:
    """Put two lines before the code and commit."""
    file = root / "nn/ffn.py"
    file.write_text("# One.\n# Two.\n" + file.read_text())
    git(root, "commit", "-qam", "moved")
