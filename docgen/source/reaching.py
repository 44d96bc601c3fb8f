"""Which statements gave a name the value that it has at a place: reaching definitions.

In `z = 1; z = 2; a = z` only the second statement reaches the third. A loop carries values from its
end to its beginning, a branch may be taken or not, and nothing runs behind a `return`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from docgen.source.module import FunctionNode, Statement, node_key
from docgen.syntax import NodeKey

Known = dict[str, frozenset[NodeKey]]
"""Name or attribute → the statements that may have given it its content."""


class Effects(Protocol):
    """What a statement stores and reads, as names and attributes."""

    @property
    def stores(self) -> frozenset[str]:
        """Names and attributes that it gives a value."""

    @property
    def rebinds(self) -> frozenset[str]:
        """Names and attributes among them that stand for something new afterwards."""

    @property
    def loads(self) -> frozenset[str]:
        """Names and attributes that it reads."""


@dataclass
class Reaching:
    """The definitions that reach each statement of a function.

    Attributes:
        before, after: Statement → what is known just before and just after it.
    """

    effects: Mapping[NodeKey, Effects]
    before: dict[NodeKey, Known] = field(default_factory=dict)
    after: dict[NodeKey, Known] = field(default_factory=dict)
    _jumps: list[Known | None] = field(default_factory=list)

    def of(self, node: NodeKey, name: str, *, is_after: bool) -> frozenset[NodeKey]:
        """The statements that may have given a name its content just before or after another."""
        known = (self.after if is_after else self.before).get(node, {})
        return _giving(known, name)

    def feeding(self, nodes: Collection[NodeKey]) -> set[NodeKey]:
        """The statements on whose values those of the given ones may depend, and these."""
        found = {node for node in nodes if node in self.effects}
        pending = list(found)
        while pending:
            node = pending.pop()
            for name in self.effects[node].loads:
                for giver in self.of(node, name, is_after=False) - found:
                    found.add(giver)
                    pending.append(giver)
        return found

    def function(self, body: Sequence[ast.stmt], known: Known) -> Known:
        """Follow the statements of a function's body."""
        end = self._block(body, known)
        return end if end is not None else {}

    def _block(self, body: Sequence[ast.stmt], known: Known | None) -> Known | None:
        """What is known behind a block; None where nothing gets there."""
        is_over = known is None
        for statement in body:
            # What is never executed leads nowhere; its statements still feed each other.
            known = self._statement(statement, known if known is not None else {})
            is_over |= known is None
        return None if is_over else known

    def _statement(self, node: ast.stmt, known: Known) -> Known | None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return self._nested(node, known)
            case ast.If(body=body, orelse=other):
                start = self._step(node, known)
                return _either(self._block(body, start), self._block(other, start))
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(node, known)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                start = self._step(node, known)
                end = self._block(body, start)
                is_cut = any(_suppresses(each.context_expr) for each in items)
                return _either(end, self._anywhere(body, start)) if is_cut else end
            case ast.Try() | ast.TryStar():
                return self._try(node, known)
            case ast.Match(cases=cases):
                start = self._step(node, known)
                ends: Known | None = None
                for case in cases:
                    head = self._step(case, start)
                    ends = _either(ends, self._block(case.body, head))
                    # One that does not match may have bound names before it failed.
                    start = _either(start, head) or {}
                return _either(ends, start)
            case ast.Break() | ast.Continue():
                self._step(node, known)
                if self._jumps:
                    self._jumps[-1] = _either(self._jumps[-1], known)
                return None
            case ast.Return() | ast.Raise():
                self._step(node, known)
                return None
        return self._step(node, known)

    def _step(self, node: Statement, known: Known) -> Known:
        key = node_key(node)
        self.before[key] = _either(self.before.get(key), known) or {}
        effects = self.effects.get(key)
        if effects is None:
            self.after[key] = self.before[key]
            return known
        now = dict(known)
        for name in effects.rebinds:
            for other in [one for one in now if one == name or one.startswith(f"{name}.")]:
                del now[other]
        for name in effects.stores:
            now[name] = now.get(name, frozenset()) | {key}
        self.after[key] = _either(self.after.get(key), now) or {}
        return now

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, known: Known) -> Known | None:
        start = _either(known, self.before.get(node_key(node))) or {}
        while True:
            self._jumps.append(None)
            head = self._step(node, start)
            end = self._block(node.body, head)
            jumped = self._jumps.pop()
            again = _either(start, _either(end, jumped)) or {}
            if again == start:
                break
            start = again
        left = _either(head, jumped)
        return _either(self._block(node.orelse, left), jumped) if node.orelse else left

    def _try(self, node: ast.Try | ast.TryStar, known: Known) -> Known | None:
        outer = self._jumps[-1] if self._jumps else None
        if self._jumps and node.finalbody:
            self._jumps[-1] = None
        end = self._block(node.body, known)
        # An exception may come from anywhere in the block.
        anywhere = self._anywhere(node.body, known)
        ends = self._block(node.orelse, end) if end is not None else None
        for handler in node.handlers:
            start = self._step(handler, anywhere)
            ends = _either(ends, self._block(handler.body, start))
        if not node.finalbody:
            return ends
        # It also runs where nothing goes on behind it, and before a jump out of a loop.
        for part in (node.orelse, *(each.body for each in node.handlers)):
            anywhere = self._anywhere(part, anywhere)
        jumped = self._jumps[-1] if self._jumps else None
        if self._jumps:
            self._jumps[-1] = outer
        self._block(node.finalbody, anywhere)
        if jumped is not None:
            left = self._block(node.finalbody, jumped)
            self._jumps[-1] = _either(self._jumps[-1], left)
        return self._block(node.finalbody, ends) if ends is not None else None

    def _anywhere(self, body: Sequence[ast.stmt], known: Known) -> Known:
        """What may be known at some place of a block that was followed."""
        found = known
        for each in _flat(body):
            found = _either(found, self.after.get(node_key(each), {})) or {}
        return found

    def _nested(self, node: FunctionNode, known: Known) -> Known:
        """A function inside may run at any time; what it returns is what its name stands for."""
        anytime: Known = {}
        for key, effects in self.effects.items():
            for name in effects.stores:
                anytime[name] = anytime.get(name, frozenset()) | {key}
        jumps, self._jumps = self._jumps, []
        self._block(node.body, anytime)
        self._jumps = jumps
        returned = {
            node_key(each)
            for each in _flat(node.body)
            if isinstance(each, ast.Return) or _yields(each)
        }
        now = dict(self._step(node, known))
        now[node.name] = frozenset(returned)
        for each in _flat(node.body):
            if isinstance(each, ast.Nonlocal | ast.Global):
                for name in each.names:
                    now[name] = now.get(name, frozenset()) | anytime.get(name, frozenset())
        return now


def _suppresses(node: ast.expr) -> bool:
    """Whether it is `contextlib.suppress(...)`, behind whose block goes on what fails in it."""
    called = node.func if isinstance(node, ast.Call) else node
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name == "suppress"


def _giving(known: Known, name: str) -> frozenset[NodeKey]:
    found: frozenset[NodeKey] = frozenset()
    for other, nodes in known.items():
        if other == name or name.startswith(f"{other}.") or other.startswith(f"{name}."):
            found |= nodes
    return found


def _either(one: Known | None, other: Known | None) -> Known | None:
    """What is known where one of two ways was taken."""
    if one is None or other is None:
        return other if one is None else one
    joined = dict(one)
    for name, nodes in other.items():
        joined[name] = joined.get(name, frozenset()) | nodes
    return joined


def _flat(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """All statements of a block, without those of functions inside."""
    found: list[ast.stmt] = []
    for node in body:
        found.append(node)
        if isinstance(node, FunctionNode | ast.ClassDef):
            continue
        for name in ("body", "orelse", "finalbody"):
            found += _flat(getattr(node, name, []))
        for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
            found += _flat(part.body)
    return found


def _yields(node: ast.stmt) -> bool:
    is_plain = isinstance(node, ast.Expr | ast.Assign)
    return is_plain and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
