"""Python text as syntax trees: the one place of docgen that calls Python's own parser.

`expression_tree("a + 1")` is an `ast.BinOp`.
"""

from __future__ import annotations

import ast
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

NodeKey = tuple[int, int, int, int]
"""(line, column, end line, end column) of a statement as in `ast`: columns 0-based, in bytes."""

# CPython before 3.13 counts how deep it stands in a tree in one place for all threads: where two
# parse at once, either may fail with a SystemError (python/cpython#106905).
_ALONE = threading.RLock()


def module_tree(text: str | bytes, file: str = "<unknown>") -> ast.Module:
    """Parse the text of a whole file, or of some statements.

    What the parser would warn of is of no concern here.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: It holds a null byte.
        RecursionError: It is nested too deeply.
    """
    with _parser():
        return ast.parse(text, file)


def expression_tree(text: str) -> ast.expr:
    """Parse one expression.

    Raises:
        SyntaxError: The text is no expression.
        ValueError: It holds a null byte.
        RecursionError: It is nested too deeply.
    """
    with _parser():
        return ast.parse(text, mode="eval").body


@contextmanager
def _parser() -> Iterator[None]:
    """Python's parser, for one thread at a time; its warnings are dropped."""
    with _ALONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
