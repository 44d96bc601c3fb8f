"""In which case a statement is executed: within `if x > 0:` it is that `x > 0` holds.

A value returned behind `if done: return y` is for the case that `done` does not hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from docgen.drafting.calls import said


def cases(function: ast.AST, statement: ast.AST) -> tuple[str, ...]:
    """Sentences that say in which case a function comes to a statement."""
    body = getattr(function, "body", ())
    return tuple(f"Written for the case that {one}." for one in _within(body, statement))


def _within(block: Sequence[ast.stmt], statement: ast.AST) -> Iterator[str]:
    for node in block:
        if node is statement:
            return
        if any(one is statement for one in ast.walk(node)):
            yield from _inside(node, statement)
            return
        if isinstance(statement, ast.Return) and isinstance(node, ast.If):
            yield from _behind(node)


def _behind(node: ast.If) -> Iterator[str]:
    """What is known behind an `if` of which a branch returns."""
    if isinstance(node.body[-1], ast.Return):
        yield f"{said(node.test)} does not hold"
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            yield from _behind(node.orelse[0])
    elif node.orelse and isinstance(node.orelse[-1], ast.Return):
        yield f"{said(node.test)} holds"


def _inside(node: ast.stmt, statement: ast.AST) -> Iterator[str]:
    match node:
        case ast.If(test=test, body=body, orelse=other):
            is_taken = _is_in(body, statement)
            yield f"{said(test)} {'holds' if is_taken else 'does not hold'}"
            yield from _within(body if is_taken else other, statement)
        case ast.Try() | ast.TryStar():
            for handler in node.handlers:
                if _is_in(handler.body, statement):
                    kind = said(handler.type) if handler.type is not None else "an exception"
                    yield f"{kind} is raised"
                    yield from _within(handler.body, statement)
                    return
            for block in (node.body, node.orelse, node.finalbody):
                yield from _within(block, statement) if _is_in(block, statement) else ()
        case ast.Match(subject=subject):
            for case in node.cases:
                if _is_in(case.body, statement):
                    yield f"{said(subject)} matches {said(case.pattern)}"
                    yield from _within(case.body, statement)
        case ast.For() | ast.AsyncFor() | ast.While() | ast.With() | ast.AsyncWith():
            for block in (node.body, getattr(node, "orelse", [])):
                yield from _within(block, statement) if _is_in(block, statement) else ()
        case _:
            return


def _is_in(block: Sequence[ast.stmt], statement: ast.AST) -> bool:
    return any(one is statement for node in block for one in ast.walk(node))
