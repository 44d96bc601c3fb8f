"""Every place of every symbol of the documentation says what the symbol's row says."""

from __future__ import annotations

import ast

import pytest

from docgen.links.cell import base_name
from docgen.pages.assemble import PageDraft
from docgen.pages.marks import Marked, page_marks
from docgen.project import Project
from docgen.source.anchor import Region
from docgen.views.parts import ListingPart
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def project() -> Project:
    loaded = Project.open(ROOT)
    loaded.load(static=True)
    return loaded


def entries(project: Project) -> list[tuple[PageDraft, Marked]]:
    return [
        (draft, entry) for draft in project.pages.values() for entry in page_marks(draft).entries
    ]


def code(draft: PageDraft, entry: Marked, place: Region) -> str:
    assert entry.facts.function is not None
    source = draft.context.index.source(entry.facts.function.path)
    start = source.offset(place.line, place.column)
    return source.text[start : source.offset(place.end_line, place.end_column)]


def test_each_place_is_the_cell(project: Project) -> None:
    seen = 0
    for draft, entry in entries(project):
        cell = entry.symbol.cell
        for place in entry.places:
            found = code(draft, entry, place)
            seen += 1
            if cell is None:
                assert entry.symbol.cell_text.startswith(found)
                assert found.isidentifier()
            elif cell.anchor.kind == "return":
                assert ast.unparse(ast.parse(found)) in ast.unparse(ast.parse(cell.anchor.code))
            else:
                wanted = base_name(cell.text) if cell.free else cell.expression
                assert ast.unparse(ast.parse(found)) == ast.unparse(ast.parse(wanted))
    assert seen > 80


def test_each_plain_name_stands_in_a_listing_of_its_page(project: Project) -> None:
    seen = 0
    for draft, entry in entries(project):
        cell = entry.symbol.cell
        if cell is None or not cell.text.isidentifier() or cell.text == "return":
            continue
        if cell.fixed and not entry.places:  # the value at a time that the row names
            continue
        drafts = [*draft.drafts, *(addition.draft for addition in draft.additions)]
        numbers = {
            number
            for each in drafts
            if isinstance(each.part, ListingPart)
            for marks in each.part.marks
            for mark in marks
            for number in mark.numbers
        }
        assert entry.number in numbers, entry.symbol.latex
        seen += 1
    assert seen > 25


def expressions(draft: PageDraft, entry: Marked) -> set[str]:
    """Every expression of the function that a row is about, but for string keys that it makes."""
    function = entry.facts.function
    assert function is not None
    text = draft.context.index.source(function.path).text
    body = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.lineno == function.region.line
    ]
    assert len(body) == 1
    return {ast.unparse(node) for node in ast.walk(body[0]) if isinstance(node, ast.expr)}


def test_each_row_whose_cell_stands_in_the_code_has_a_place(project: Project) -> None:
    """`params["b0.wq"]` is a value of the run, and stands nowhere in the code as it is written."""
    lacking, seen = [], 0
    for draft, entry in entries(project):
        cell = entry.symbol.cell
        if cell is None or cell.fixed or entry.symbol.is_notation:
            continue
        if entry.places:
            seen += 1
        elif cell.expression in expressions(draft, entry):
            lacking.append((draft.page.source.path, entry.symbol.latex, cell.expression))
    assert lacking == []
    assert seen > 200
