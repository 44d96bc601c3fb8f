"""What of the site rests on each line of a file, as notes that lead to their places.

Beside `Z = X @ W` stand the equation of Z, its row, the tables that show it, and the tests that the
equation names.
"""

from __future__ import annotations

from collections.abc import Iterator

from docgen.latex.mathml import plain_math
from docgen.pages.context import PageContext, Site
from docgen.pages.ground import Ground
from docgen.pages.reach import REACHED
from docgen.pages.rests import ROLES, Rest, rests
from docgen.source.module import Module
from docgen.views.escape import untitled
from docgen.views.module import Note, NoteKind

Notes = dict[int, list[Note]]
_KINDS: dict[str, NoteKind] = {"equation": "equation", "symbol": "symbol", "block": "block"}
_ORDER: tuple[NoteKind, ...] = ("concept", "equation", "symbol", "block", "test")
_WORDS = {
    ROLES["computes"]: "",
    ROLES["inline"]: "inline",
    "is called": "calls it",
    "binds it": "",
    "may bind it": "",
    "is shown": "",
    "is run": "runs it",
}
"""Role of code → what the line does for what rests on it.

Other roles are of no one line, or would stand beside every line: `docgen where` tells all.
"""


def line_notes(context: PageContext, module: Module) -> Notes:
    """Line of a file → what rests on it: concepts, equations, symbols, blocks, then tests."""
    found: dict[int, dict[Note, None]] = {}
    for line, note in _notes(context, module):
        found.setdefault(line, {})[note] = None
    return {
        line: sorted(notes, key=lambda note: _ORDER.index(note.kind))
        for line, notes in sorted(found.items())
    }


def _notes(context: PageContext, module: Module) -> Iterator[tuple[int, Note]]:
    for rest, ground in _resting(context.site).get(module.path, ()):
        kind = _KINDS.get(rest.kind)
        words = _WORDS.get(ground.role)
        if kind is not None and words is not None and rest.fragment:
            yield ground.first, _note(context, kind, rest, words)
    yield from _tests(context, module)
    for each in module.definitions:
        line = module.region(each.statement).line
        for title, url in concept_links(context, each.dotted):
            yield line, Note("concept", untitled(title), url)
        for site in context.site.graph(module.name).tests_calling(each.dotted):
            yield line, _test(context, site.path, site.line)


def concept_links(context: PageContext, dotted: str) -> tuple[tuple[str, str], ...]:
    """Title and link of every concept that documents a function."""
    here = context.page.source.path
    links = []
    for facts in context.site.concepts.get(dotted, ()):
        page = facts.section.page.source.path
        draft = context.site.pages.get(page)
        for entry in draft.drafts if draft is not None else ():
            if entry.item is facts.section.block:
                title = facts.title or facts.section.block.argument
                links.append((title, context.site.address(here, page, entry.html_id)))
    return tuple(links)


def _resting(site: Site) -> dict[str, list[tuple[Rest, Ground]]]:
    """File → what rests on its lines; found once for all pages of the code."""
    if site.resting is None:
        site.resting = {}
        for rest in rests(site):
            for ground in rest.grounds:
                if ground.role not in REACHED:
                    site.resting.setdefault(ground.path, []).append((rest, ground))
    return site.resting


def _note(context: PageContext, kind: NoteKind, rest: Rest, words: str) -> Note:
    url = context.site.address(context.page.source.path, rest.page, rest.fragment)
    if kind == "equation":
        verdict = context.site.verdicts.get(f"{rest.page}#{rest.key.removeprefix('eq-')}")
        return Note(kind, untitled(rest.name), url, verdict.state if verdict else "", words)
    if kind == "symbol":
        return Note(kind, plain_math(rest.name), url, "", words)
    return Note(kind, rest.name.partition(" ")[0], url, "", words)


def _tests(context: PageContext, module: Module) -> Iterator[tuple[int, Note]]:
    """The tests that the equations of a line name."""
    for draft in context.site.pages.values():
        for equation, _ in draft.equations:
            tests = [link.anchor for link in equation.links if link.role == "tests"]
            for link in equation.links if tests else ():
                if link.role != "tests" and link.anchor.path == module.path:
                    for test in tests:
                        yield (
                            link.anchor.statement.line,
                            _test(context, test.path, test.statement.line),
                        )


def _test(context: PageContext, path: str, line: int) -> Note:
    return Note("test", f"{path}:{line}", context.site.url(path, line, line))
