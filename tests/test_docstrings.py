"""Every public name of docgen and of the model says what it is, and what it raises."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("docgen", "model")
ARRAYS = ("Array", "NDArray", "ndarray")
Function = ast.FunctionDef | ast.AsyncFunctionDef
Named = tuple[str, ast.Module | ast.ClassDef | Function]


def walk(node: ast.Module | ast.ClassDef, name: str) -> Iterator[Named]:
    """A module or a class with all public definitions in it, by their dotted names."""
    yield name, node
    for each in _statements(node.body):
        if each.name.startswith("_") or _is_overload(each):
            continue
        if isinstance(each, ast.ClassDef):
            yield from walk(each, f"{name}.{each.name}")
        else:
            yield f"{name}.{each.name}", each


def _statements(body: list[ast.stmt]) -> Iterator[ast.ClassDef | Function]:
    for each in body:
        if isinstance(each, ast.ClassDef | Function):
            yield each
        elif isinstance(each, ast.If | ast.Try):
            yield from _statements(each.body + each.orelse)


def _is_overload(node: ast.ClassDef | Function) -> bool:
    return any(ast.unparse(each).endswith("overload") for each in node.decorator_list)


@functools.cache
def public(package: str) -> tuple[Named, ...]:
    return tuple(_public(package))


def _public(package: str) -> Iterator[Named]:
    for file in sorted((ROOT / package).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        yield from walk(ast.parse(file.read_text(encoding="utf-8")), name)


def sections(node: ast.AST) -> dict[str, str]:
    """The Google sections of a docstring by their names."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in (ast.get_docstring(node) or "").split("\n"):  # type: ignore[arg-type]
        if line in ("Args:", "Returns:", "Raises:", "Source:", "Attributes:"):
            lines = found[line[:-1]] = []
        else:
            lines.append(line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def entries(section: str) -> dict[str, str]:
    """`{"x": "Input, (T, d)."}` of a section."""
    made: dict[str, str] = {}
    name = ""
    for line in section.split("\n"):
        text = line.strip()
        if line.startswith("    ") and not line.startswith("     ") and ":" in text:
            names, _, said = text.partition(":")
            for name in names.split(", "):
                made[name] = said
        elif text and name:
            made[name] += f" {text}"
    return made


def raised(node: ast.AST, is_caught: bool = False) -> Iterator[str]:
    """What a function itself raises for its caller, without what it raises again."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, Function | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(each, ast.Raise) and each.exc is not None and not is_caught:
            yield ast.unparse(each.exc)
        if isinstance(each, ast.Try):
            for inner in each.body:
                yield from raised(ast.Module([inner], []), is_caught or bool(each.handlers))
            for rest in (*each.handlers, *each.orelse, *each.finalbody):
                yield from raised(ast.Module([rest], []) if isinstance(rest, ast.stmt) else rest)
        else:
            yield from raised(each, is_caught)


def says_shape(said: str) -> bool:
    """`(T, d)`, or what its shape is: any, or that of another array."""
    return "shape" in said or ("(" in said and ")" in said)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_has_a_docstring(package: str) -> None:
    named = public(package)
    assert len(named) > 20

    assert [name for name, node in named if not ast.get_docstring(node)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_function_that_raises_says_so(package: str) -> None:
    """Commands say their exit codes, since `--help` shows their docstrings."""
    silent = [
        f"{name}: {what}"
        for name, node in public(package)
        if isinstance(node, Function)
        and "Raises" not in sections(node)
        and "Exit codes:" not in " ".join((ast.get_docstring(node) or "").split())
        for what in raised(node)
    ]

    assert silent == []


def test_functions_of_the_model_say_the_shapes_of_their_arrays() -> None:
    lacking = []
    arrays = 0
    for name, node in public("model"):
        if not isinstance(node, Function):
            continue
        described = entries(sections(node).get("Args", ""))
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for each in given:
            kind = ast.unparse(each.annotation) if each.annotation else ""
            if kind.split(" | ")[0] in ARRAYS:
                arrays += 1
                if not says_shape(described.get(each.arg, "")):
                    lacking.append(f"{name}: {each.arg}")
        returned = ast.unparse(node.returns) if node.returns else ""
        if returned in ARRAYS and not says_shape(sections(node).get("Returns", "")):
            lacking.append(f"{name}: its value")
    assert arrays > 20

    assert lacking == []


def test_functions_of_the_model_describe_every_argument() -> None:
    lacking = [
        f"{name}: {each.arg}"
        for name, node in public("model")
        if isinstance(node, Function)
        for each in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if each.arg not in ("self", "cls")
        and each.arg not in entries(sections(node).get("Args", ""))
    ]

    assert lacking == []


def test_checks_see_what_lacks() -> None:
    text = '''
def f(x: Array) -> Array:
    """Twice.

    Args:
        x: Input.
    """
    try:
        raise KeyError("caught")
    except KeyError:
        raise ValueError("seen") from None

class A:
    """A."""
    def b(self): pass
    def _c(self): pass
'''
    named = dict(walk(ast.parse(text), "m"))

    assert list(named) == ["m", "m.f", "m.A", "m.A.b"]
    assert [bool(ast.get_docstring(node)) for node in named.values()] == [False, True, True, False]
    assert entries(sections(named["m.f"])["Args"]) == {"x": " Input."}
    assert list(raised(named["m.f"])) == ["ValueError('seen')"]
    assert not says_shape("Input.")
