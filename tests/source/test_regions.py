"""Properties of anchors in generated functions: what an anchor names is what its region holds."""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.source.statements import statements

NAMES = st.sampled_from(["a", "bé", "µx", "Z", "漢"])
ATOMS = st.one_of(
    NAMES,
    st.sampled_from(["1", "2.5", "'é\"'", "g[p + 'w']", "self.P", "f'{a}x'", "(a,)", "h(a, k=Z)"]),
)
OPERATORS = st.sampled_from([" + ", "@", " -  ", " * ", " + (\n        # why\n        1) * "])


@st.composite
def expressions(draw: st.DrawFn) -> str:
    parts = draw(st.lists(ATOMS, min_size=1, max_size=3))
    text = parts[0]
    for part in parts[1:]:
        text += draw(OPERATORS) + part
    return f"({text})" if "\n" in text else text


@st.composite
def lines(draw: st.DrawFn) -> str:
    name, value = draw(NAMES), draw(expressions())
    return draw(
        st.sampled_from(
            [
                f"{name} = {value}",
                f"{name} += {value}",
                f"g['é', {name}] = {value}",
                f"{name}, self.{name} = {value}, 1",
                f"{name}: int = {value};  h({value})",
                f"if ({name} := {value}): h()",
                f"for {name} in {value}: pass",
                f"with {value} as {name}: pass",
                f"assert {value}",
                f"h({value})",
                f"return {value}, 1",
            ]
        )
    )


@contextmanager
def indexed(body: list[str]) -> Iterator[SourceIndex]:
    text = "def f(a, bé=1, *, µx: int = 2):\n" + "".join(f"    {line}\n" for line in body)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "m.py").write_text(text, encoding="utf-8", newline="")
        yield SourceIndex.scan(Path(folder))


def cut(index: SourceIndex, anchor: Anchor) -> str:
    source = index.source("m.py")
    region = anchor.region
    start = source.offset(region.line, region.column)
    return source.text[start : source.offset(region.end_line, region.end_column)]


def normal(text: str) -> str:
    """The syntax of a piece of code, wherever it can stand."""
    for shape in ("({}\n)", "{}", "{} pass", "def _({}): pass"):
        try:
            return ast.dump(ast.parse(shape.format(text)))
        except SyntaxError:
            continue
    raise AssertionError(f"no code: {text!r}")


@settings(max_examples=60, deadline=None)
@given(st.lists(lines(), min_size=1, max_size=5))
def test_the_region_of_an_anchor_holds_its_part(body: list[str]) -> None:
    with indexed(body) as index:
        for anchor in statements(index.module("m"), index.function("m.f")):
            if anchor.kind != "return":
                assert normal(cut(index, anchor)) == normal(anchor.part)
            assert "\n" not in anchor.part
            node = [each for each in ast.walk(index.module("m").tree) if _key(each) == anchor.node]
            assert any(isinstance(each, ast.stmt) for each in node)


def resolved(index: SourceIndex, reference: str) -> Anchor | None:
    """The anchor; None where the reference is ambiguous, which lists at least two places."""
    try:
        return index.resolve(reference, "m.f")
    except Fault as fault:
        if fault.code == "ambiguous-anchor" and len(fault.notes) >= 2:
            return None
        raise


def _key(node: ast.AST) -> tuple[object, ...]:
    names = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return tuple(getattr(node, name, None) for name in names)


@settings(max_examples=40, deadline=None)
@given(st.lists(lines(), min_size=1, max_size=4), st.data())
def test_a_quoted_expression_is_found_where_it_stands(body: list[str], data: st.DataObject) -> None:
    with indexed(body) as index:
        module = index.module("m")
        inside = [
            node for node in ast.walk(module.tree.body[0]) if isinstance(node, ast.BinOp | ast.Call)
        ]
        if not inside:
            return
        node = data.draw(st.sampled_from(inside))
        wanted = module.text(node)
        anchor = resolved(index, wanted)
        if anchor is None:
            return
        assert normal(cut(index, anchor)) == normal(wanted)
        assert anchor.region == module.region(node)
