"""Where statements of the model stand: pages name them by lines, which move."""

from __future__ import annotations

from tests.conftest import ROOT

MODEL = ROOT / "model" / "transformer.py"


def line_of(start: str) -> int:
    """The one line of `transformer.py` that starts so, behind its indent."""
    lines = MODEL.read_text(encoding="utf-8").split("\n")
    (found,) = (number for number, line in enumerate(lines, 1) if line.lstrip().startswith(start))
    return found
