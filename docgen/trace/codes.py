"""Code of modules without probes, compiled once for all executions of a worker.

A child says which files it compiled, `(("/project/model/ops.py", False),)`; the worker, which runs
nothing of the project, compiles them too, and later children are forked with that code. It is found
by the whole content of the file, so one that was edited since is compiled anew; and only code is
shared: each execution makes its own modules from it.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable
from types import CodeType

from docgen.syntax import module_tree

Source = tuple[str, bool]
"""Path of a file, and whether its asserts are dropped."""


class Codes:
    """What is known before an execution begins, and what it compiled itself."""

    def __init__(self) -> None:
        self._known: dict[Source, tuple[bytes, CodeType]] = {}
        self._made: dict[Source, None] = {}

    def code(self, source: Source, data: bytes) -> CodeType:
        """The code of a file with that content."""
        # Given away once: a module that is loaded again has code of its own, as ever.
        content, known = self._known.pop(source, (b"", None))
        if known is not None and content == data:
            return known
        made = compiled(source, data)
        self._made[source] = None
        return made

    def made(self) -> tuple[Source, ...]:
        """What an execution compiled because it was not known."""
        return tuple(self._made)

    def prepare(self, sources: Iterable[Source]) -> None:
        """Compile files as they are now, but for those that Python warns of.

        Such a warning belongs to the output of each execution, and may be an error there.
        """
        for source in sources:
            try:
                with open(source[0], "rb") as file:
                    data = file.read()
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    self._known[source] = data, compiled(source, data)
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError, Warning):
                continue


def without_asserts(tree: ast.Module) -> ast.Module:
    """The tree with `assert test, message` as the statement `test`."""
    made: ast.Module = _Unassert().visit(tree)
    return made


class _Unassert(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.Expr:
        return ast.copy_location(ast.Expr(node.test), node)


def parsed(source: Source, data: bytes | str) -> ast.Module:
    """The tree of a file with that content."""
    file, drops_asserts = source
    tree = module_tree(data, file)
    return without_asserts(tree) if drops_asserts else tree


def compiled(source: Source, data: bytes | str) -> CodeType:
    """The code of a file with that content, whatever is known."""
    file, drops_asserts = source
    text = parsed(source, data) if drops_asserts else data
    return compile(text, file, "exec", dont_inherit=True, optimize=0)
