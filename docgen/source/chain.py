"""Names, attributes and subscripts as text and as syntax: what they start from, which key follows.

`c["A"][t].T` starts from `c`, reads `t`, and its first key is `"A"`.
"""

from __future__ import annotations

import ast
import unicodedata

from docgen.syntax import expression_tree


def parsed(text: str) -> ast.expr | None:
    """The expression that a text is; None where it is none."""
    try:
        return expression_tree(text.strip())
    except (SyntaxError, ValueError):
        return None


def root_of(text: str) -> str:
    """The name that a chain starts from: `c` of `c["A"].T`."""
    return text.partition(".")[0].partition("[")[0]


def is_part_of(one: str, other: str) -> bool:
    """Whether two chains are the same, or one is a part of the other."""
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def is_chain(node: ast.AST) -> bool:
    """Whether it is a name, or attributes of one: what can be followed without its keys."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def split_chain(tree: ast.expr) -> tuple[str, list[str]]:
    """The name or attribute that a part is taken of, and those that its keys read."""
    inner: list[str] = []
    node = tree
    while not is_chain(node):
        if isinstance(node, ast.Subscript):
            inner += [each.id for each in ast.walk(node.slice) if isinstance(each, ast.Name)]
        if not isinstance(node, ast.Subscript | ast.Attribute):
            return "", []
        node = node.value
    return ast.unparse(node), inner


def key_of(tree: ast.expr, base: str) -> ast.expr | None:
    """The first key behind a base; None where it is no subscript."""
    node: ast.expr = tree
    while isinstance(node, ast.Subscript | ast.Attribute) and not is_chain(node):
        if ast.unparse(node.value) == base:
            return node.slice if isinstance(node, ast.Subscript) else None
        node = node.value
    return None


def differ(one: ast.expr, other: ast.expr) -> bool:
    """Whether two keys are never equal: two constants, or one sum with two constant ends."""
    match one, other:
        case ast.Constant(value=a), ast.Constant(value=b):
            return type(a) is type(b) and bool(a != b)
        case ast.BinOp(op=ast.Add()), ast.BinOp(op=ast.Add()):
            is_same = ast.unparse(one.left) == ast.unparse(other.left)
            return is_same and differ(one.right, other.right)
        case _:
            return False


def width(text: str, name: str, *, at_end: bool = False) -> int:
    """How many characters at the start of a text, or at its end, spell a name.

    Python reads a letter and its accent as one, so a name may be shorter than what is written.
    """
    for count in range(1, len(text) + 1):
        piece = text[-count:] if at_end else text[:count]
        if unicodedata.normalize("NFKC", piece) == name:
            return count
    return len(name)
