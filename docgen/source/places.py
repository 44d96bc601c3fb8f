"""Where a function says a value: the place that binds it and every place that can only read it.

In `Z = x @ W; A = relu(Z)` the value of `Z` stands at both. A place that another binding may have
given its value is none: in `Z = f(x); Z = Z + 1; return Z` the first value is read by the second
statement, the second value by the third.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from docgen.source.anchor import Anchor, Region
from docgen.source.bindings import head_nodes, own_bindings
from docgen.source.chain import (
    differ,
    is_chain,
    is_part_of,
    key_of,
    parsed,
    root_of,
    split_chain,
    width,
)
from docgen.source.changes import widened
from docgen.source.flow import Flow, NodeKey, Step
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, FunctionNode, Module, node_key
from docgen.source.reaching import Reaching
from docgen.source.reads import Read, reads, shared_names
from docgen.source.statements import definition_of

ENTRY: NodeKey = (0, 0, 0, 0)
"""Stands for what a name has as the call begins."""

_PLAIN = (ast.Assign, ast.AugAssign, ast.AnnAssign)
"""Statements that evaluate all they read before they bind anything."""


_ANEW = (ast.Call, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda)
"""In a key: what may give another one each time."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a value is meant: as the call begins, or just before or after a statement."""

    when: Literal["entry", "before", "after"]
    node: NodeKey | None = None


@dataclass(frozen=True, eq=False)
class Places:
    """The values of one function and where it says them."""

    module: Module
    definition: Definition
    flow: Flow
    reaching: Reaching

    @classmethod
    def of(cls, index: SourceIndex, function: Anchor, flow: Flow | None = None) -> Places | None:
        """Those of a function; None of what is none, such as a class or a module."""
        module = index.module_at(function.path)
        definition = definition_of(module, function)
        if definition is None or not isinstance(definition.node, FunctionNode):
            return None
        flow = flow or Flow.of(index, function)
        made = cls(module, definition, flow, Reaching(widened(definition, flow)))
        made.reaching.function(definition.node.body, made.given)
        return made

    @cached_property
    def steps(self) -> dict[NodeKey, Step]:
        """The steps of the function's flow by the place of their statement."""
        return {each.node: each for each in self.flow.steps}

    @cached_property
    def reads(self) -> dict[str, list[Read]]:
        """Every reading of a value in the function, by its text."""
        found: dict[str, list[Read]] = {}
        for each in reads(self.definition):
            found.setdefault(each.text, []).append(each)
        return found

    @cached_property
    def in_texts(self) -> frozenset[int]:
        """Nodes in f-strings: before Python 3.12 they do not know where they stand."""
        return frozenset(
            id(inner)
            for statement in self.definition.statements
            for node in head_nodes(statement)
            if isinstance(node, ast.JoinedStr)
            for inner in ast.walk(node)
        )

    @cached_property
    def shared(self) -> frozenset[str]:
        """Names that other code may bind anew: global ones, and those of functions inside."""
        return shared_names(self.definition)

    @cached_property
    def given(self) -> dict[str, frozenset[NodeKey]]:
        """Arguments, and names from outside, with their attributes, as the call begins."""
        bound = {each.text for each in own_bindings(self.definition) if each.bound != "parameter"}
        chains = {text for step in self.flow.steps for text in (*step.loads, *step.stores)}
        chains |= set(self.flow.parameters)
        known = {
            text
            for text in chains
            if root_of(text) in self.flow.parameters or root_of(text) not in bound
        }
        # Of `self` and `self.P` only the longer: what changes one of its parts changes it.
        return {
            text: frozenset({ENTRY})
            for text in known
            if not any(other.startswith(f"{text}.") for other in known)
        }

    def named(self, text: str, givers: Collection[NodeKey]) -> tuple[Region, ...]:
        """Where a name or attribute has a value that one of some statements gave it.

        Args:
            givers: The statements that bind it to that value; `ENTRY` for the argument.
        """
        found = list(self._bound(text, givers))
        if root_of(text) not in self.shared:
            found += [
                self.module.region(each.node)
                for each in self.reads.get(text, ())
                if self._is_given(each, text, givers)
            ]
        return _sorted(found)

    def returned(self, node: NodeKey) -> tuple[Region, ...]:
        """What a `return` gives."""
        return tuple(
            self.module.region(each.value)
            for each in self.definition.statements
            if isinstance(each, ast.Return) and each.value is not None and node_key(each) == node
        )

    def valued(self, expression: str, moment: Moment) -> tuple[Region, ...]:
        """Where an expression of names, attributes and subscripts has its value of a moment."""
        tree = parsed(expression)
        if tree is None:
            return ()
        text = ast.unparse(tree)
        if is_chain(tree):
            if moment.node is not None and moment.when == "after" and self._binds(moment, text):
                return self.named(text, {moment.node})
            givers = self._at(moment, text)
            if len(givers) == 1:
                return self.named(text, givers)
            return self._only_there(text, moment)
        return self._parts(text, tree, moment)

    def _bound(self, text: str, givers: Collection[NodeKey]) -> Iterator[Region]:
        for each in own_bindings(self.definition):
            if each.text != text:
                continue
            if isinstance(each.target, ast.arg):
                if ENTRY in givers:
                    region = self.module.region(each.target)
                    line = self.module.source.line_text(region.line)
                    end = region.column + width(line[region.column - 1 :], each.target.arg)
                    yield Region(region.line, region.column, region.line, end)
            elif node_key(each.statement) in givers:
                node: ast.AST | None = each.target
                if isinstance(node, ast.NamedExpr):
                    node = node.target if id(node) not in self.in_texts else None
                if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
                    yield self.module.region(node)

    def _is_given(self, read: Read, text: str, givers: Collection[NodeKey]) -> bool:
        """Whether a place reads what one of the givers gave, and nothing else."""
        if not isinstance(read.node.ctx, ast.Load) or root_of(text) in read.hidden:
            return False
        if read.is_late:
            every = self._ever(text)
            return len(every) == 1 and every <= set(givers)
        if not self._reads_before(read, text):
            return False
        found = self.reaching.of(node_key(read.statement), text, is_after=False)
        return bool(found) and found <= set(givers)

    def _reads_before(self, read: Read, text: str) -> bool:
        """Whether what a statement reads there is what it found, not what it binds itself."""
        step = self.steps.get(node_key(read.statement))
        if step is None:
            return False
        stores = {root_of(each) for each in step.stores}
        if root_of(text) not in stores:
            return True
        if any(isinstance(each, ast.NamedExpr) for each in head_nodes(read.statement)):
            return False
        if isinstance(read.statement, ast.Expr):
            return True
        return isinstance(read.statement, _PLAIN) and not read.in_target

    def _ever(self, text: str) -> set[NodeKey]:
        """All that may give a name its content in any call of the functions inside."""
        found = {
            step.node
            for step in self.flow.steps
            if any(is_part_of(each, text) for each in self.reaching.effects[step.node].stores)
        }
        is_given = any(is_part_of(each, text) for each in self.given)
        return found | ({ENTRY} if is_given else set())

    def _at(self, moment: Moment, text: str) -> frozenset[NodeKey]:
        if moment.node is None:
            return frozenset({ENTRY})
        return self.reaching.of(moment.node, text, is_after=moment.when == "after")

    def _binds(self, moment: Moment, text: str) -> bool:
        step = self.steps.get(moment.node) if moment.node is not None else None
        return step is not None and text in step.binds

    def _only_there(self, text: str, moment: Moment) -> tuple[Region, ...]:
        """The places in the statement of a moment, of a value that several may have given."""
        if moment.when != "before" or root_of(text) in self.shared:
            return ()
        return _sorted(
            self.module.region(each.node)
            for each in self.reads.get(text, ())
            if node_key(each.statement) == moment.node
            and isinstance(each.node.ctx, ast.Load)
            and not each.is_late
            and root_of(text) not in each.hidden
            and self._reads_before(each, text)
        )

    def _parts(self, text: str, tree: ast.expr, moment: Moment) -> tuple[Region, ...]:
        """The places of a subscript, or of an attribute of one."""
        base, inner = split_chain(tree)
        is_anew = any(isinstance(each, _ANEW) for each in ast.walk(tree))
        if not base or is_anew or {root_of(each) for each in (base, *inner)} & self.shared:
            return ()
        is_stored = moment.when == "after" and self._binds(moment, text)
        found: list[Region] = []
        if is_stored and moment.node is not None:
            found += self._bound(text, {moment.node})
        for each in self.reads.get(text, ()):
            roots = {root_of(name) for name in (base, *inner)}
            if each.is_late or roots & each.hidden or not isinstance(each.node.ctx, ast.Load):
                continue
            if not self._reads_before(each, base):
                continue
            at = Moment("before", node_key(each.statement))
            if any(self._at(at, name) != self._at(moment, name) for name in inner):
                continue
            if self._is_same_part(tree, base, moment, at, is_stored):
                found.append(self.module.region(each.node))
        return _sorted(found)

    def _is_same_part(
        self, tree: ast.expr, base: str, moment: Moment, at: Moment, is_stored: bool
    ) -> bool:
        """Whether nothing between two moments can have stored another value there."""
        before, now = self._at(moment, base), self._at(at, base)
        if not before <= now or not now:
            return False
        if not is_stored:
            if any(self._may_follow(node, moment, tree, base) for node in before):
                return at == moment
            return all(self._stores_elsewhere(node, tree, base) for node in now - before)
        assert moment.node is not None
        assert at.node is not None
        first, then = self.steps[moment.node], self.steps[at.node]
        if first.owner != then.owner or then.arms[: len(first.arms)] != first.arms:
            return False  # it may be read though nothing was stored
        return first.node < then.node and all(
            node <= first.node or self._stores_elsewhere(node, tree, base) for node in now
        )

    def _may_follow(self, node: NodeKey, moment: Moment, tree: ast.expr, base: str) -> bool:
        """Whether a statement that ran before a moment may store there again behind it."""
        step = self.steps.get(node)
        if step is None or moment.node is None or base in step.rebinds:
            return False
        if self._stores_elsewhere(node, tree, base):
            return False
        then = self.steps.get(moment.node)
        turns = {arm for arm in step.arms if arm.is_loop}
        return node >= moment.node or then is None or not turns.isdisjoint(then.arms)

    def _stores_elsewhere(self, node: NodeKey, tree: ast.expr, base: str) -> bool:
        """Whether all that a statement stores in a base has keys that cannot be that of a tree."""
        step = self.steps.get(node)
        own = key_of(tree, base)
        if step is None or own is None or base in step.rebinds:
            return False
        keys = []
        for text in step.binds:
            other = parsed(text)
            if other is not None and split_chain(other)[0] == base:
                keys.append(key_of(other, base))
        return bool(keys) and all(key is not None and differ(own, key) for key in keys)


def _sorted(regions: Iterable[Region]) -> tuple[Region, ...]:
    return tuple(sorted(set(regions)))
