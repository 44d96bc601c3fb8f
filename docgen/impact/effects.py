"""A statement becomes what it reads and writes, so that a change of order can be judged.

`y = x.k + 1` reads `x.k` and writes `y`: it must not change places with `x.k = 2`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from docgen.source.bindings import statement_bindings
from docgen.source.module import BLOCKS, Definition, Statement

Chain = tuple[str, ...]
"""`grads`, `.p`, `['w']` of `grads.p['w']`; a key that could be any starts with `[?`."""

_PLACES = (ast.Name, ast.Attribute, ast.Subscript)
_LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Global, ast.Nonlocal)


@dataclass(frozen=True, slots=True)
class Effects:
    """What a statement does, without the blocks in it.

    Attributes:
        runs: Objects whose methods it calls, and modules whose functions it calls.
        drops: Whether it is a call whose value is thrown away: it is there for what it does.
        leaves: Whether what follows may not run, so that nothing changes places with it.
    """

    reads: frozenset[Chain] = frozenset()
    writes: frozenset[Chain] = frozenset()
    runs: frozenset[Chain] = frozenset()
    drops: bool = False
    leaves: bool = False

    def objects(self, imported: frozenset[str]) -> frozenset[Chain]:
        """The objects of `runs`."""
        return frozenset(each for each in self.runs if each[0] not in imported)


NO_EFFECTS = Effects()


def effects(statement: Statement, owner: Definition | None) -> Effects:
    """The effects of a statement of a function, a class or a module."""
    reads: set[Chain] = set()
    runs: set[Chain] = set()
    for name, value in ast.iter_fields(statement):
        if name not in BLOCKS:
            for node in value if isinstance(value, list) else [value]:
                if isinstance(node, ast.AST):
                    _read(node, reads, runs)
    writes = {
        _chain(each.target) if isinstance(each.target, _PLACES) else (each.text,)
        for each in statement_bindings(statement, owner)
    }
    if owner is not None and owner.is_class and isinstance(statement, ast.AnnAssign):
        # The fields of a dataclass are its arguments, in their order.
        writes.add(("class fields",))
    return Effects(
        frozenset(reads),
        frozenset(writes),
        frozenset(runs),
        isinstance(statement, ast.Expr | ast.Delete),
        isinstance(statement, _LEAVES),
    )


def depend(one: Effects, other: Effects, imported: frozenset[str]) -> bool:
    """Whether two statements may mean something else in the other order.

    Args:
        imported: Names of modules, whose functions are no methods.
    """
    if one.leaves or other.leaves:
        return True
    objects = [each.objects(imported) for each in (one, other)]
    reads = [each.reads | own for each, own in zip((one, other), objects, strict=True)]
    writes = [
        each.writes | read if each.drops else each.writes
        for each, read in zip((one, other), reads, strict=True)
    ]
    return (
        _meet(writes[0], reads[1] | writes[1])
        or _meet(writes[1], reads[0])
        # What a method does to its own object is not known: two draws of one generator.
        or _meet(*objects)
    )


def _meet(these: frozenset[Chain], those: frozenset[Chain]) -> bool:
    return any(_overlap(one, other) for one in these for other in those)


def _overlap(one: Chain, other: Chain) -> bool:
    """Whether one may be the other, or a part of it."""
    for a, b in zip(one, other, strict=False):
        is_open = a.startswith("[") and b.startswith("[") and "[?" in (a[:2], b[:2])
        if a != b and not is_open:
            return False
    return True


def _chain(node: ast.expr) -> Chain:
    """The chain of a name, an attribute or an entry; empty, which meets everything, of others."""
    parts: list[str] = []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            parts.append(f".{node.attr}")
            node = node.value
        elif isinstance(node, ast.Subscript):
            parts.append(_key(node.slice))
            node = node.value
        else:
            return ()
    return (node.id, *reversed(parts))


def _key(key: ast.expr) -> str:
    is_fixed = isinstance(key, ast.Constant) or any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in ast.walk(key)
    )
    return f"[{'' if is_fixed else '?'}{ast.unparse(key)}]"


def _read(node: ast.AST, reads: set[Chain], runs: set[Chain]) -> None:
    """Collect the longest chains that an expression reads, and the keys in them."""
    pending = [node]
    while pending:
        at = pending.pop()
        if isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute):
            chain = _chain(at.func.value)
            if chain:
                runs.add(chain)
        if isinstance(at, ast.Name | ast.Attribute | ast.Subscript):
            is_target = isinstance(at.ctx, ast.Store)
            chain = _chain(at)
            if chain and not is_target:
                reads.add(chain)
            pending.extend(_inner(at) if chain else ast.iter_child_nodes(at))
        else:
            pending.extend(ast.iter_child_nodes(at))


def _inner(node: ast.expr) -> Iterator[ast.AST]:
    """The keys of a chain."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Subscript):
            yield node.slice
        node = node.value
