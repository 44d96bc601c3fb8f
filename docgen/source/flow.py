"""What each statement of a function stores and reads, and which statements feed others.

In `Z = x @ W; A = relu(Z); return A` the first statement feeds the `return` through `Z` and `A`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from docgen.source.anchor import Anchor
from docgen.source.bindings import head_nodes, statement_bindings
from docgen.source.chain import is_chain
from docgen.source.handover import given_by
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, FunctionNode, Module, Statement, node_key
from docgen.source.reaching import Reaching
from docgen.source.statements import definition_of, is_blank
from docgen.source.vanishing import Operand, vanishing
from docgen.syntax import NodeKey

__all__ = ["Arm", "Flow", "NodeKey", "Step"]

_AFTER_TRY = "after"
"""What stands under the `else` of `try` runs behind its body, not instead of it."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A block around a statement.

    Attributes:
        head: The statement that holds the block.
        name: Which of its blocks: `body`, `orelse`, `after`, `finalbody`, or the number of a part.
        text: What stands in its first line, `if k > 0`.
        first: The first statement of the block.
    """

    head: NodeKey
    name: str
    text: str
    first: NodeKey
    is_loop: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One statement.

    Attributes:
        binds: Targets in normalised syntax: `Z`, `self.P`, `grads[p + 'w']`.
        stores: Names and attributes whose content it may change.
        rebinds: Those among them that stand for something new afterwards.
        loads: Names and attributes that it reads, each as the longest chain: `self.P`.
        added: Of `+=` and `-=`: the operator and the source of what is added; else empty.
        given: Each target, or part of what is returned, with the source of what becomes it.
        operands: Parts of it that one value makes vanish.
        is_blank: It binds `None`, a text or a truth value: no number.
        arms: The blocks around it, outermost first.
        owner: The function inside of the concept's that it stands in; empty for its own.
        line: Its first line.
    """

    node: NodeKey
    binds: tuple[str, ...]
    stores: frozenset[str]
    rebinds: frozenset[str]
    loads: frozenset[str]
    added: tuple[str, str] = ("", "")
    is_return: bool = False
    is_blank: bool = False
    arms: tuple[Arm, ...] = ()
    owner: str = ""
    line: str = ""
    given: tuple[tuple[str, str], ...] = ()
    operands: tuple[Operand, ...] = ()

    @property
    def loops(self) -> tuple[NodeKey, ...]:
        """The first statements in the loops around it, outermost first."""
        return tuple(arm.first for arm in self.arms if arm.is_loop)


@dataclass(frozen=True)
class Flow:
    """The statements of a function, in code order.

    Attributes:
        numbers: What is written in them as a number, each with the name that it is given to alone.
    """

    parameters: tuple[str, ...]
    steps: tuple[Step, ...]
    reaching: Reaching = field(default_factory=lambda: Reaching({}))
    numbers: frozenset[tuple[float, str]] = frozenset()

    @classmethod
    def of(cls, index: SourceIndex, function: Anchor) -> Flow:
        """The flow of a function; empty where its definition is not found."""
        module = index.module_at(function.path)
        definition = definition_of(module, function)
        if definition is None:
            return cls((), ())
        arms: dict[NodeKey, tuple[Arm, ...]] = {}
        body = getattr(definition.node, "body", [])
        if isinstance(body, list):
            _find_arms(module, body, (), arms)
        steps = sorted(_steps(module, definition, arms, ""), key=lambda step: step.node)
        reaching = Reaching({step.node: step for step in steps})
        if isinstance(body, list):
            reaching.function(body, {})
        parameters = tuple(each.arg for each in definition.parameters)
        numbers = frozenset(_numbers(body)) if isinstance(body, list) else frozenset()
        return cls(parameters, tuple(steps), reaching, numbers)

    def binders(self, text: str) -> list[Step]:
        """The statements that bind a name, an attribute or a subscript to what may be a number."""
        return [step for step in self.steps if text in step.binds and not step.is_blank]

    def step(self, node: NodeKey) -> Step | None:
        """The step of a statement; None where the flow has none."""
        return next((step for step in self.steps if step.node == node), None)

    def feeding(self, nodes: Collection[NodeKey]) -> set[NodeKey]:
        """The statements on which the given ones may depend, themselves included."""
        return self.reaching.feeding(nodes)

    def ways(self, nodes: Sequence[NodeKey]) -> list[tuple[NodeKey, ...]]:
        """Statements in groups that one execution can reach together.

        Those in two branches of one `if` are never reached together, nor is what stands behind a
        `return` together with it.
        """
        steps = [step for node in nodes if (step := self.step(node)) is not None]
        ways: list[tuple[Step, ...]] = []
        for step in steps:
            fitting = [tuple(other for other in way if not _excludes(other, step)) for way in ways]
            found = [(*way, step) for way in fitting] or [(step,)]
            kept = [way for way in ways if any(_excludes(other, step) for other in way)]
            ways = list(dict.fromkeys((*kept, *found)))
        whole = [tuple(step.node for step in way) for way in ways]
        return [way for way in whole if not any(set(way) < set(other) for other in whole)] or [
            tuple(nodes)
        ]


def _numbers(body: Sequence[ast.stmt]) -> Iterator[tuple[float, str]]:
    """Numbers that a function writes; none that is a position or exponent."""
    pending: list[tuple[ast.AST, str]] = [(each, "") for each in body]
    while pending:
        node, name = pending.pop()
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                yield float(value), name
            case ast.Assign(targets=[ast.expr() as target], value=ast.Constant() as value):
                pending.append((value, ast.unparse(target)))
            case ast.keyword(arg="axis"):
                pass
            case ast.Subscript(value=value, slice=ast.Constant()):
                pending.append((value, ""))
            case ast.BinOp(op=ast.Pow(), left=left, right=ast.Constant()):
                pending.append((left, ""))
            case _:
                pending += [(each, "") for each in ast.iter_child_nodes(node)]


def _excludes(one: Step, other: Step) -> bool:
    """Whether one call, and one iteration, executes at most one of two statements."""
    if one.owner != other.owner:
        return False
    shared = list(zip(one.arms, other.arms, strict=False))
    for mine, yours in shared:
        if mine.head == yours.head and mine.name != yours.name:
            names = {mine.name, yours.name}
            is_part = any(name.startswith("part ") for name in names)
            return not mine.is_loop and not (
                names & {"finalbody", _AFTER_TRY} or (is_part and "body" in names)
            )
        if mine.head != yours.head:
            break
    for first, later in ((one, other), (other, one)):
        depth = len([1 for mine, yours in shared if mine == yours])
        is_inner = len(first.arms) > depth or len(first.arms) == len(later.arms) == depth
        if first.is_return and first.node < later.node and is_inner:
            return True
    return False


def _find_arms(
    module: Module,
    body: Sequence[Statement],
    around: tuple[Arm, ...],
    found: dict[NodeKey, tuple[Arm, ...]],
) -> None:
    for node in body:
        found[node_key(node)] = around
        if isinstance(node, FunctionNode):
            # A function inside runs as often as it is called, as a loop does.
            head = f"`{_head_text(module, node)}`"
            arm = Arm(node_key(node), "body", head, node_key(node.body[0]), is_loop=True)
            _find_arms(module, node.body, (*around, arm), found)
            continue
        is_loop = isinstance(node, ast.For | ast.AsyncFor | ast.While)
        is_try = isinstance(node, ast.Try | ast.TryStar)
        key = node_key(node)
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(node, name, [])
            if not inner:
                continue
            head = f"`{_head_text(module, node)}`"
            shown = f"else of {head}" if name == "orelse" else head
            block = _AFTER_TRY if is_try and name == "orelse" else name
            arm = Arm(key, block, shown, node_key(inner[0]), is_loop and name == "body")
            _find_arms(module, inner, (*around, arm), found)
        for number, part in enumerate(
            [*getattr(node, "handlers", []), *getattr(node, "cases", [])]
        ):
            shown = f"`{_head_text(module, part)}`"
            arm = Arm(key, f"part {number}", shown, node_key(part.body[0]))
            found[node_key(part)] = (*around, arm)
            _find_arms(module, part.body, (*around, arm), found)


def _head_text(module: Module, node: Statement) -> str:
    return module.lines(module.head(node)).strip().rstrip(":").split("\n")[0]


def _steps(
    module: Module, definition: Definition, arms: dict[NodeKey, tuple[Arm, ...]], owner: str
) -> Iterator[Step]:
    """Its own statements, and those of the functions inside."""
    for statement in definition.statements:
        yield _step(module, statement, arms.get(node_key(statement), ()), owner)
    for child in definition.children:
        yield from _steps(module, child, arms, child.qualname)


def _step(module: Module, statement: Statement, arms: tuple[Arm, ...], owner: str) -> Step:
    bindings = statement_bindings(statement, None)
    stores = {chain for each in bindings for chain in _stored(each.target)}
    rebinds = {
        chain
        for each in bindings
        if isinstance(each.target, ast.Name | ast.Attribute)
        and not isinstance(statement, ast.For | ast.AsyncFor | ast.match_case)
        for chain in _stored(each.target)
    }
    if isinstance(statement, ast.Delete):
        stores |= {chain for each in statement.targets for chain in _stored(each)}
    if isinstance(statement, ast.Expr):
        # A call that is a statement is made for what it changes: np.add.at(grads, ids, dX).
        for node in head_nodes(statement):
            if isinstance(node, ast.Call):
                inside = [node.func, *node.args, *(word.value for word in node.keywords)]
                stores |= {chain for one in inside for chain in _chains(one)}
    loads = {chain for node in _roots(statement) for chain in _chains(node)}
    added = ("", "")
    if isinstance(statement, ast.AugAssign):
        loads |= set(_stored(statement.target))
        if isinstance(statement.op, ast.Add | ast.Sub):
            sign = "+" if isinstance(statement.op, ast.Add) else "-"
            added = (sign, ast.unparse(statement.value))
    return Step(
        node_key(statement),
        tuple(each.text for each in bindings),
        frozenset(stores),
        frozenset(rebinds),
        frozenset(loads),
        added,
        isinstance(statement, ast.Return),
        is_blank(statement),
        arms,
        owner,
        module.lines(module.head(statement)).split("\n")[0],
        tuple(given_by(statement)),
        tuple(dict.fromkeys(_operands(statement))),
    )


def _operands(statement: Statement) -> Iterator[Operand]:
    if isinstance(statement, ast.AugAssign):
        yield from vanishing(statement)
        return
    for node in _roots(statement):
        yield from vanishing(node)


def _stored(target: ast.AST) -> Iterator[str]:
    """The name or attribute whose content an assignment to a target changes."""
    while isinstance(target, ast.Subscript | ast.Starred):
        target = target.value
    if isinstance(target, ast.Name | ast.Attribute):
        yield _chain(target)
    elif isinstance(target, ast.NamedExpr):
        yield target.target.id
    elif isinstance(target, ast.alias):
        yield (target.asname or target.name).partition(".")[0]
    elif isinstance(target, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and target.name:
        yield target.name
    elif isinstance(target, ast.MatchMapping) and target.rest:
        yield target.rest
    elif isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from _stored(each)


def _roots(statement: Statement) -> Iterator[ast.AST]:
    """Outermost expressions of a statement's head."""
    inner: set[int] = set()
    for node in head_nodes(statement):
        if id(node) in inner:
            continue
        inner |= {id(each) for each in ast.walk(node)}
        yield node


def _chains(node: ast.AST) -> Iterator[str]:
    """Names and attributes that are read in an expression, each once in its longest form."""
    if isinstance(node, ast.Name | ast.Attribute) and is_chain(node):
        if isinstance(node.ctx, ast.Load):
            yield _chain(node)
        return
    for child in ast.iter_child_nodes(node):
        yield from _chains(child)


def _chain(node: ast.AST) -> str:
    """`self.P` as text; of an attribute of a call, what stands before the call."""
    if isinstance(node, ast.Attribute) and not is_chain(node):
        inner: ast.AST = node
        while not isinstance(inner, ast.Name) and hasattr(inner, "value"):
            inner = inner.value
        return inner.id if isinstance(inner, ast.Name) else ast.unparse(node)
    return ast.unparse(node)
