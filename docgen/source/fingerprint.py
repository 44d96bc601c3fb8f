"""Syntax becomes a digest that moving, commenting and formatting leave as it is.

`Z = (X @ W)  # widen` and `Z = X @ W` have one fingerprint, `Z = X @ V` has another.

The digest is taken of docgen's own listing of node kinds and fields, so that Python 3.11 to 3.14
give the same one. Positions, contexts, type comments and the `u` of `u"..."` are not listed. A
docstring is prose and no computation, below an attribute too: the fingerprint of a function or
class leaves it out.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from docgen.source.anchor import Anchor
from docgen.source.module import (
    BLOCKS,
    Definition,
    Module,
    Statement,
    is_text,
    nested_statements,
    node_key,
)
from docgen.syntax import NodeKey

DIGITS = 16
"""Hex digits of a fingerprint: 64 bits, so that no two statements meet by chance."""

_KINDS: dict[str, tuple[str, ...]] = {
    # Definitions and statements.
    "FunctionDef": ("name", "args", "body", "decorator_list", "returns"),
    "AsyncFunctionDef": ("name", "args", "body", "decorator_list", "returns"),
    "ClassDef": ("name", "bases", "keywords", "body", "decorator_list"),
    "Return": ("value",),
    "Delete": ("targets",),
    "Assign": ("targets", "value"),
    "TypeAlias": ("name", "value"),
    "AugAssign": ("target", "op", "value"),
    "AnnAssign": ("target", "annotation", "value", "simple"),
    "For": ("target", "iter", "body", "orelse"),
    "AsyncFor": ("target", "iter", "body", "orelse"),
    "While": ("test", "body", "orelse"),
    "If": ("test", "body", "orelse"),
    "With": ("items", "body"),
    "AsyncWith": ("items", "body"),
    "Match": ("subject", "cases"),
    "Raise": ("exc", "cause"),
    "Try": ("body", "handlers", "orelse", "finalbody"),
    "TryStar": ("body", "handlers", "orelse", "finalbody"),
    "Assert": ("test", "msg"),
    "Import": ("names",),
    "ImportFrom": ("module", "names", "level"),
    "Global": ("names",),
    "Nonlocal": ("names",),
    "Expr": ("value",),
    "ExceptHandler": ("type", "name", "body"),
    "match_case": ("pattern", "guard", "body"),
    # Expressions.
    "BoolOp": ("op", "values"),
    "NamedExpr": ("target", "value"),
    "BinOp": ("left", "op", "right"),
    "UnaryOp": ("op", "operand"),
    "Lambda": ("args", "body"),
    "IfExp": ("test", "body", "orelse"),
    "Dict": ("keys", "values"),
    "Set": ("elts",),
    "ListComp": ("elt", "generators"),
    "SetComp": ("elt", "generators"),
    "DictComp": ("key", "value", "generators"),
    "GeneratorExp": ("elt", "generators"),
    "Await": ("value",),
    "Yield": ("value",),
    "YieldFrom": ("value",),
    "Compare": ("left", "ops", "comparators"),
    "Call": ("func", "args", "keywords"),
    "FormattedValue": ("value", "conversion", "format_spec"),
    "Interpolation": ("value", "str", "conversion", "format_spec"),
    "JoinedStr": ("values",),
    "TemplateStr": ("values",),
    "Constant": ("value",),
    "Attribute": ("value", "attr"),
    "Subscript": ("value", "slice"),
    "Starred": ("value",),
    "Name": ("id",),
    "List": ("elts",),
    "Tuple": ("elts",),
    "Slice": ("lower", "upper", "step"),
    # Parts of both.
    "comprehension": ("target", "iter", "ifs", "is_async"),
    "arguments": (
        "posonlyargs",
        "args",
        "vararg",
        "kwonlyargs",
        "kw_defaults",
        "kwarg",
        "defaults",
    ),
    "arg": ("arg", "annotation"),
    "keyword": ("arg", "value"),
    "alias": ("name", "asname"),
    "withitem": ("context_expr", "optional_vars"),
    "MatchValue": ("value",),
    "MatchSingleton": ("value",),
    "MatchSequence": ("patterns",),
    "MatchMapping": ("keys", "patterns", "rest"),
    "MatchClass": ("cls", "patterns", "kwd_attrs", "kwd_patterns"),
    "MatchStar": ("name",),
    "MatchAs": ("pattern", "name"),
    "MatchOr": ("patterns",),
}
"""Fields in the order in which they are listed; a kind that is not here has those of its own."""

_placed: WeakKeyDictionary[Module, dict[NodeKey, Statement]] = WeakKeyDictionary()
"""Statements of a module by place, for as long as the module is in use."""

_UNLISTED = frozenset({"ctx", "kind", "type_comment", "type_ignores"})
_BLOCKS = frozenset(BLOCKS)
_TEXTS = ("JoinedStr", "TemplateStr")


class _Word(str):
    """A piece of the listing that is written as it is."""


def fingerprint(node: ast.AST) -> str:
    """Digest of a whole node: of a function, a class or a block with everything in it."""
    return _digest(_listed(node, frozenset()))


def head_fingerprint(statement: Statement) -> str:
    """Digest of a statement; of one that holds a block, of its head only."""
    return _digest(_listed(statement, _BLOCKS))


def head_code(statement: Statement) -> str:
    """The statement on one line, for people; of one that holds a block, its head."""
    if isinstance(statement, ast.match_case):
        guard = f" if {ast.unparse(statement.guard)}" if statement.guard else ""
        return f"case {ast.unparse(statement.pattern)}{guard}:"
    lines = ast.unparse(statement).split("\n")
    decorators = len(getattr(statement, "decorator_list", ()))
    return " ".join(lines[decorators:]) if not _holds_block(statement) else lines[decorators]


def anchor_node(module: Module, anchor: Anchor) -> Statement | ast.Module:
    """What a fingerprint of an anchor is taken of: its statement, function, class or module."""
    if anchor.kind == "module":
        return module.tree
    return statements_by_place(module)[anchor.node]


def names_fingerprint(module: Module) -> str:
    """Of a module that is named as a whole: of the names it defines, in any order."""
    return _digest(iter(sorted({each.name for each in module.children})))


def definition_fingerprint(definitions: list[Definition]) -> str:
    """Of all definitions that have one name: the function meant is one of them."""
    digests = [fingerprint(each.statement) for each in definitions]
    return digests[0] if len(digests) == 1 else _digest(iter(digests))


def statements_fingerprint(statements: Sequence[Statement]) -> str:
    """Of all statements that bind one name; of several, the order counts."""
    digests = [head_fingerprint(each) for each in statements]
    return digests[0] if len(digests) == 1 else _digest(iter(digests))


def statements_by_place(module: Module) -> Mapping[NodeKey, Statement]:
    """Every statement of a module, by the place that anchors have as `node`."""
    if module not in _placed:
        found: dict[NodeKey, Statement] = {}
        pending: list[Statement] = list(module.tree.body)
        while pending:
            statement = pending.pop()
            found[node_key(statement)] = statement
            pending.extend(nested_statements(statement))
        _placed[module] = found
    return _placed[module]


def _holds_block(statement: Statement) -> bool:
    return isinstance(getattr(statement, "body", None) or getattr(statement, "cases", None), list)


def _digest(listing: Iterator[object]) -> str:
    made = hashlib.sha256()
    for entry in listing:
        data = _bytes(entry)
        # With its length before it no entry can be taken for two, or for a part of another.
        made.update(b"%d:%b" % (len(data), data))
    return made.hexdigest()[:DIGITS]


def _bytes(value: object) -> bytes:
    if isinstance(value, _Word):
        return value.encode()
    if isinstance(value, str):
        return b"str " + value.encode("utf-8", "surrogatepass")
    if isinstance(value, bytes):
        return b"bytes " + value
    if isinstance(value, int) and not isinstance(value, bool):
        # Decimal digits of a very long number are refused.
        return b"int " + hex(value).encode()
    return f"{type(value).__name__} {value!r}".encode()


def _listed(root: ast.AST, left_out: frozenset[str]) -> Iterator[object]:
    """The listing of a tree, depth first; without recursion, for sums of a thousand terms."""
    pending: list[object] = [*reversed(list(_entries(root, left_out)))]
    while pending:
        entry = pending.pop()
        if isinstance(entry, ast.AST):
            pending.extend(reversed(list(_entries(entry, frozenset()))))
        elif isinstance(entry, list):
            yield _Word(f"list {len(entry)}")
            pending.extend(reversed(entry))
        else:
            yield entry


def _entries(node: ast.AST, left_out: frozenset[str]) -> Iterator[object]:
    """The kind of a node and its fields, nodes among them not yet listed."""
    kind = type(node).__name__
    if kind in _TEXTS:
        parts = _joined(getattr(node, "values", []))
        if kind == "JoinedStr" and not any(isinstance(part, ast.AST) for part in parts):
            # A text without a field is the text.
            yield _Word("Constant")
            yield "".join(str(part) for part in parts)
            return
        yield _Word(kind)
        yield parts
        return
    yield _Word(kind)
    known = _KINDS.get(kind, ())
    for name in known:
        value = getattr(node, name, None)
        if name in left_out:
            continue
        if name in _BLOCKS and isinstance(value, list):
            value = [each for each in value if not is_text(each)]
        if name == "format_spec" and isinstance(value, ast.JoinedStr) and not value.values:
            value = None
        if name == "level" and value is None:
            value = 0
        yield value
    for name in node._fields:
        # Fields that only newer versions have are listed where they say something.
        value = getattr(node, name, None)
        if name not in known and name not in _UNLISTED and value:
            yield _Word(name)
            yield value


def _joined(values: list[ast.expr]) -> list[object]:
    """Parts of a text with fields; neighbouring constants, cut at other places by others, as one.

    Python 3.11 and 3.12 cut the constant parts of an f-string differently.
    """
    parts: list[object] = []
    for value in values:
        if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
            parts.append(value)
        elif parts and isinstance(parts[-1], str):
            parts[-1] += value.value
        elif value.value:
            parts.append(value.value)
    return parts
