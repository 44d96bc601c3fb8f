"""Edits of code, generated: ten kinds that keep its meaning, ten that change it.

An edit takes the text of a small file and gives another text. Whether the meaning is kept is not
for the edit to say: `is_same` compares the trees that Python's own parser makes of both.
"""

from __future__ import annotations

import ast
import importlib.util
import io
import random
import tokenize
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path

from docgen.source.module import Module, parse_module
from docgen.text import Span
from tests.conftest import ROOT

INSTALLED = {
    "numpy": ("linalg/_linalg.py", "lib/_function_base_impl.py", "polynomial/chebyshev.py"),
    "scipy": ("optimize/_linesearch.py", "signal/_waveforms.py", "spatial/distance.py"),
}
LONGEST = 60

Edit = Callable[[str, random.Random], str | None]


def model_texts() -> list[str]:
    """The modules of this repository."""
    return [file.read_text(encoding="utf-8") for file in sorted((ROOT / "model").glob("*.py"))]


def installed_texts(functions: int) -> list[str]:
    """Functions of two installed packages, neighbours in one text; nothing is imported."""
    texts: list[str] = []
    for package, files in INSTALLED.items():
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.submodule_search_locations
        for name in files:
            texts += _functions(Path(spec.submodule_search_locations[0], name), functions)
    return texts


def _functions(file: Path, most: int) -> Iterator[str]:
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    taken: list[str] = []
    for node in ast.parse(text).body:
        is_short = (node.end_lineno or 0) - node.lineno < LONGEST
        if isinstance(node, ast.FunctionDef) and is_short and not node.decorator_list:
            taken.append("\n".join(lines[node.lineno - 1 : node.end_lineno]))
    taken = taken[:most]
    for at in range(0, len(taken) - 1, 2):
        yield "\n\n\n".join(taken[at : at + 2]) + "\n"


def parse(text: str) -> Module:
    return parse_module("m", "m.py", text.encode())


def is_same(before: str, after: str) -> bool:
    """Whether both texts are one program, but for the order of the functions of a file."""
    return _dumped(before) == _dumped(after)


@cache
def _dumped(text: str) -> list[str]:
    return sorted(ast.dump(node) for node in ast.parse(text).body)


# Edits that keep the meaning.


def _statement_lines(text: str) -> list[int]:
    """First lines of simple statements that stand alone on their lines, from 0."""
    return [
        node.lineno - 1
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return)
    ]


def _insert(text: str, at: int, line: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:at], line, *lines[at:]])


def comment(text: str, dice: random.Random) -> str | None:
    at = dice.choice(_statement_lines(text) or [0])
    return _insert(text, at, " " * dice.randrange(9) + f"# about line {at}: x = {at}")


def blank_line(text: str, dice: random.Random) -> str | None:
    at = dice.choice(_statement_lines(text) or [0])
    return _insert(text, at, dice.choice(["", "    ", "\f", "\n\n"]))


def moved_function(text: str, dice: random.Random) -> str | None:
    lines = text.split("\n")
    body = ast.parse(text).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    if len(functions) < 2:
        return None
    node = dice.choice(functions)
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1
    own = lines[first : node.end_lineno]
    rest = [*lines[:first], *lines[node.end_lineno :]]
    later = [each for each in body if each.lineno > node.lineno]
    if later and dice.random() < 0.5:
        return "\n".join([*rest, "", "", *own, ""])
    start = next(each for each in body if isinstance(each, ast.FunctionDef))
    at = min([start.lineno, *(each.lineno for each in start.decorator_list)]) - 1
    return "\n".join([*rest[:at], *own, "", "", *rest[at:]]) if at < first else None


def parentheses(text: str, dice: random.Random) -> str | None:
    module = parse(text)
    places = [
        module.span(module.region(node))
        for statement in ast.walk(module.tree)
        if isinstance(statement, ast.Assign | ast.AugAssign | ast.Return | ast.Call | ast.BinOp)
        for node in ast.iter_child_nodes(statement)
        if isinstance(node, ast.BinOp | ast.Call | ast.Name | ast.Compare)
        and isinstance(getattr(node, "ctx", None), ast.Load | None)
    ]
    if not places:
        return None
    span = dice.choice(places)
    return f"{text[: span.start]}({text[span.start : span.end]}){text[span.end :]}"


def _tokens(text: str) -> list[tuple[tokenize.TokenInfo, int, int]]:
    """Tokens with their offsets."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return [
        (
            token,
            starts[token.start[0] - 1] + token.start[1],
            starts[token.end[0] - 1] + token.end[1],
        )
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.start[0] < len(starts)
    ]


def quotes(text: str, dice: random.Random) -> str | None:
    found = []
    for token, start, end in _tokens(text):
        string = token.string
        if token.type != tokenize.STRING or "\\" in string or string[0] not in "'\"":
            continue
        mark = string[:3] if string[:3] in ('"""', "'''") else string[0]
        inner = string[len(mark) : -len(mark)]
        if "'" in inner or '"' in inner:
            continue
        others = [each for each in ("'", '"', "'''", '"""') if each != mark]
        other = dice.choice(others[:2] if "\n" not in inner else others[-1:])
        found.append((start, end, f"{other}{inner}{other}"))
    return _replaced(text, found, dice)


def line_break(text: str, dice: random.Random) -> str | None:
    """After a comma in brackets, or with a backslash before an operator outside of them."""
    found: list[tuple[int, int, str]] = []
    depth = 0
    for token, start, end in _tokens(text):
        if token.string in ("(", "[", "{") and token.type == tokenize.OP:
            depth += 1
            found.append((end, end, "\n        # in here\n  "))
        elif token.string in (")", "]", "}") and token.type == tokenize.OP:
            depth -= 1
        elif token.string == "," and depth:
            found.append((end, end, "\n\n      "))
        elif token.string in ("+", "*", "-", "/", "@", "and", "or") and not depth:
            found.append((start, start, "\\\n   "))
    return _replaced(text, found, dice)


def indentation(text: str, dice: random.Random) -> str | None:
    """The whole text, but for what lies in strings of several lines."""
    inside: set[int] = set()
    for token, _, _ in _tokens(text):
        if token.type == tokenize.STRING:
            inside.update(range(token.start[0], token.end[0]))
    unit = dice.choice([" ", "  ", "   ", " " * 5, " " * 8, "\t"])
    lines = text.split("\n")
    for at, line in enumerate(lines):
        depth, rest = divmod(len(line) - len(line.lstrip(" ")), 4)
        if line.strip() and at not in inside:
            lines[at] = unit * depth + " " * rest + line.lstrip(" ")
    after = "\n".join(lines)
    return after if _parses(after) else None


def line_ends(text: str, dice: random.Random) -> str | None:
    ends = dice.choice([["\r\n"], ["\r"], ["\r\n", "\n"]])
    return "".join(line + dice.choice(ends) for line in text.rstrip("\n").split("\n"))


def trailing_comma(text: str, dice: random.Random) -> str | None:
    module = parse(text)
    found: list[tuple[int, int, str]] = []
    for node in ast.walk(module.tree):
        is_call = isinstance(node, ast.Call) and (node.args or node.keywords)
        is_list = isinstance(node, ast.List | ast.Dict | ast.Set)
        if is_call or is_list:
            assert isinstance(node, ast.expr)
            end = module.span(module.region(node)).end - 1
            before = text[:end].rstrip()
            is_single = isinstance(node, ast.Call) and any(
                isinstance(each, ast.GeneratorExp) for each in node.args
            )
            if before[-1] not in ",([{" and not is_single and "#" not in before.split("\n")[-1]:
                found.append((end, end, dice.choice([",", " , ", ",\n"])))
    return _replaced(text, found, dice)


def spelling(text: str, dice: random.Random) -> str | None:
    """Of numbers, and texts cut in two."""
    found: list[tuple[int, int, str]] = []
    for token, start, end in _tokens(text):
        string = token.string
        if token.type == tokenize.NUMBER and string.isdigit():
            ways = [f"0x{int(string):x}", f"0b{int(string):b}", f"0o{int(string):o}"]
            found.append((start, end, f" {dice.choice(ways)} "))
        elif token.type == tokenize.NUMBER and "." in string and "j" not in string:
            ways = [
                f"{string}0" if "e" not in string else string,
                repr(float(string)),
                f"0{string}",
            ]
            found.append((start, end, dice.choice([f"{float(string):.17e}", *ways])))
        elif token.type == tokenize.STRING and string[0] in "'\"" and string[:3] != string[0] * 3:
            at = 1 + len(string) // 2
            if "\\" not in string and 1 < at < len(string) - 1:
                found.append((start, end, f"{string[:at]}{string[0]} {string[0]}{string[at:]}"))
    return _replaced(text, found, dice)


def _replaced(text: str, found: list[tuple[int, int, str]], dice: random.Random) -> str | None:
    """The text with one of the pieces replaced, where that is still a program."""
    for start, end, piece in dice.sample(found, min(len(found), 8)):
        after = text[:start] + piece + text[end:]
        if after != text and _parses(after):
            return after
    return None


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


KEEPING: dict[str, Edit] = {
    "comment added": comment,
    "blank line added": blank_line,
    "function moved in its file": moved_function,
    "redundant parentheses": parentheses,
    "quotes of a string": quotes,
    "line break": line_break,
    "width of indentation": indentation,
    "line endings": line_ends,
    "trailing comma": trailing_comma,
    "spelling of a number or string": spelling,
}


# Edits that change the meaning, as new trees of a statement.

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult, ast.Pow)
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


def _changes_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Changed copies of one node, children as they are."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            for other in _OPERATORS:
                if not isinstance(op, other):
                    yield "operator", ast.BinOp(left, other(), right)
            if isinstance(op, ast.Add | ast.Sub):
                yield "term dropped", left
        case ast.Constant(value=bool()):
            yield "constant", ast.Constant(not node.value)
        case ast.Constant(value=int() | float()):
            yield "constant", ast.Constant(node.value + 1)
            yield "constant", ast.Constant(type(node.value)(node.value * 2 + 3))
        case ast.Constant(value=str()):
            yield "constant", ast.Constant(node.value + "x")
        case ast.Name(ctx=ast.Load()):
            yield "name", ast.Name(node.id + "_2", ast.Load())
            yield "unary minus", ast.UnaryOp(ast.USub(), node)
        case ast.Call(func=func, args=args, keywords=keywords):
            if len(args) > 1 and ast.dump(args[0]) != ast.dump(args[1]):
                yield "order of arguments", ast.Call(func, [args[1], args[0], *args[2:]], keywords)
            extra = ast.keyword("axis_2", ast.Constant(0))
            yield "keyword", ast.Call(func, args, [*keywords, extra])
            if keywords:
                yield "keyword", ast.Call(func, args, keywords[1:])
            if args and isinstance(args[0], ast.expr) and not isinstance(args[0], ast.Starred):
                yield "call replaced", args[0]
            yield "call replaced", ast.Call(ast.Name("other", ast.Load()), args, keywords)
        case ast.Subscript(value=value, slice=at, ctx=ctx):
            at = at.elts[0] if isinstance(at, ast.Tuple) and at.elts else at
            yield "index", ast.Subscript(value, ast.Tuple([at, ast.Constant(9)], ast.Load()), ctx)
            if not isinstance(at, ast.Slice | ast.Starred):
                yield "index", ast.Subscript(value, ast.BinOp(at, ast.Add(), ast.Constant(1)), ctx)
        case ast.Compare(left=left, ops=[op, *ops], comparators=comparators):
            for each in _COMPARISONS:
                if not isinstance(op, each):
                    yield "comparison", ast.Compare(left, [each(), *ops], comparators)


CHANGING = (
    "operator",
    "term dropped",
    "constant",
    "name",
    "unary minus",
    "order of arguments",
    "keyword",
    "call replaced",
    "index",
    "comparison",
)


def changes(text: str, statement: ast.stmt, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Kind and text of edits of one expression of a statement, up to two of each kind.

    Of a block it is its head that is edited.
    """
    module = parse(text)
    found: dict[str, list[tuple[Span, ast.expr, int, ast.AST]]] = {}
    for name, root in ast.iter_fields(statement):
        if isinstance(root, ast.expr) and name in ("value", "test", "iter"):
            span = module.span(module.region(root))
            for at, node in enumerate(ast.walk(root)):
                for kind, changed in _changes_of(node):
                    found.setdefault(kind, []).append((span, root, at, changed))
    for kind, every in found.items():
        for span, root, at, changed in dice.sample(every, min(len(every), 2)):
            whole = _rewritten(root, at, changed)
            if whole is not None:
                # Formatting goes with it: the digest is not of the text.
                yield kind, f"{text[: span.start]}({ast.unparse(whole)}){text[span.end :]}"


def _rewritten(root: ast.expr, at: int, changed: ast.AST) -> ast.expr | None:
    """A copy of a tree with another node in the place of one of its own."""
    whole = deepcopy(root)
    target = list(ast.walk(whole))[at]
    if target is whole:
        assert isinstance(changed, ast.expr)
        return changed
    return whole if _put(whole, target, changed) else None


def _put(root: ast.AST, old: ast.AST, new: ast.AST) -> bool:
    for parent in ast.walk(root):
        if isinstance(parent, ast.JoinedStr | ast.FormattedValue):
            continue
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return True
            if isinstance(value, list) and any(each is old for each in value):
                setattr(parent, name, [new if each is old else each for each in value])
                return True
    return False
