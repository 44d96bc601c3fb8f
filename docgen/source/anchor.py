"""A place in the code that has a name: what a reference such as `ffn_forward.Z` resolves to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from docgen.syntax import NodeKey

AnchorKind = Literal[
    "module",
    "class",
    "function",
    "parameter",
    "statement",
    "return",
    "assert",
    "call",
    "expression",
]


@dataclass(frozen=True, slots=True, order=True)
class Region:
    """Characters of a file: 1-based lines and columns, the end column excluded."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """A resolved reference.

    Attributes:
        reference: As the author wrote it.
        module: Dotted name, `model.transformer`.
        path: File from the project's root, `model/transformer.py`.
        function: Qualname of the function that holds it (of the function itself for a function);
            empty at module level.
        region: The very part meant: of `return[0]` its expression, of `ff1_w` in a parameter list
            that parameter, of a function its `def` line to its last line.
        statement: The whole statement; of a function or class, from its first decorator.
        node: (line, column, end line, end column) of the statement as `ast` has them.
        code: Lines of the statement as in the file, joined by `\\n`, first line's indentation
            removed from all. Of a parameter: the lines of the `def` up to its colon.
        cell: Expression that gives the value in the frame: `Z`, `grads[p + "ff2_w"]`, `return[0]`,
            or the quoted expression; empty where there is none (function, assert).
        bound: How the statement binds it: `name`, `augmented`, `subscript`, `attribute`,
            `parameter`, `loop`, `with`, `except`, `match`, `walrus`, `import`, or empty.
        twin: First line of the definition that it lies in, where several have its name; else 0.
        part: Source of the part, whitespace normalised, such as `A @ params[p + "ff2_w"] + ...`.
    """

    reference: str
    kind: AnchorKind
    module: str
    path: str
    function: str
    region: Region
    statement: Region
    node: NodeKey
    code: str
    cell: str = ""
    bound: str = ""
    part: str = ""
    twin: int = 0

    @property
    def scope(self) -> str:
        """`dotted` as a scope to look things up in: told from other definitions of its name."""
        return f"{self.dotted}@{self.twin}" if self.twin else self.dotted

    @property
    def dotted(self) -> str:
        """`module.function`, the name by which callers and tests are looked up."""
        return f"{self.module}.{self.function}" if self.function else self.module
