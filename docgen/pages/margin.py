"""What of the site rests on each line of a file, as notes that lead to their places.

Beside `Z = X @ W` stand the equation of Z, its row, the tables that show it, and the tests that the
equation names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.latex.mathml import plain_math, set_math
from docgen.links.key import site_key
from docgen.pages.context import PageContext, Site
from docgen.pages.ground import Ground
from docgen.pages.reach import REACHED
from docgen.pages.rests import ROLES, Rest, rests
from docgen.source.module import Module
from docgen.views.escape import untitled
from docgen.views.module import Note, NoteKind

Notes = dict[int, list[Note]]
_Apart = tuple[str, str, str, str]
_KINDS: dict[str, NoteKind] = {"equation": "equation", "symbol": "symbol", "block": "block"}
_ORDER: tuple[NoteKind, ...] = ("concept", "equation", "symbol", "block", "test")
_WORDS = {
    ROLES["computes"]: "",
    ROLES["inline"]: "written inline",
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
    found: dict[int, dict[Note, _Apart]] = {}
    for line, note, apart in _notes(context, module):
        found.setdefault(line, {}).setdefault(note, apart)
    return {line: sorted(told_apart(notes), key=_place) for line, notes in sorted(found.items())}


def _place(note: Note) -> tuple[int, str, int]:
    """Where a note stands among those of its line: tests by file and line, others as found."""
    path, _, line = note.text.rpartition(":") if note.kind == "test" else ("", "", "0")
    return (_ORDER.index(note.kind), path, int(line))


def told_apart(notes: Mapping[Note, _Apart]) -> list[Note]:
    """Notes of one line, of which no two say the same: `example (Equal logits)`.

    Args:
        notes: Each with what could tell it from others, the best first.
    """
    alike: dict[tuple[str, str], list[Note]] = {}
    for note in notes:
        alike.setdefault((note.text, note.words), []).append(note)
    made = {}
    for group in alike.values():
        ways = [*zip(*(notes[note] for note in group), strict=True)]
        ways += [tuple(str(number) for number in range(1, len(group) + 1))]
        way = next(each for each in ways if all(each) and len(set(each)) == len(group))
        for note, word in zip(group, way if len(group) > 1 else ("",), strict=True):
            made[note] = replace(note, words=", ".join(filter(None, (note.words, word))))
    return [made[note] for note in notes]


def _notes(context: PageContext, module: Module) -> Iterator[tuple[int, Note, _Apart]]:
    for rest, ground in _resting(context.site).get(module.path, ()):
        kind = _KINDS.get(rest.kind)
        words = _WORDS.get(ground.role)
        if kind is not None and words is not None and rest.fragment:
            yield ground.first, _note(context, kind, rest, words), _apart(context.site, rest)
    for line, path, number in _tests(context, module):
        url = context.site.url(path, number, number)
        yield line, Note("test", f"{path}:{number}", url), ("test", "", "", "")
    for each in module.definitions:
        line = module.region(each.statement).line
        for title, url in concept_links(context, each.dotted):
            yield line, Note("concept", untitled(title), url), ("concept", "", "", url)


def _apart(site: Site, rest: Rest) -> _Apart:
    """Kind, title of a block, title of the concept, and page."""
    title = rest.name.partition(" ")[2] if rest.kind == "block" else ""
    draft = site.pages[rest.page]
    above = [
        facts.title
        for facts in draft.concepts
        if draft.page.source.line_at(facts.section.span.start) <= rest.line
    ]
    return (rest.kind, untitled(title), untitled(above[-1]) if above else "", rest.page)


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
        verdict = context.site.verdicts.get(site_key(rest.page, rest.key.removeprefix("eq-")))
        return Note(kind, untitled(rest.name), url, verdict.state if verdict else "", words)
    if kind == "symbol":
        return Note(kind, plain_math(rest.name), url, "", words, _set(rest.name))
    return Note(kind, rest.name.partition(" ")[0], url, "", words)


def _set(latex: str) -> str:
    try:
        return set_math(latex, display=False)
    except Fault:
        return ""  # reported where the symbol stands; its plain text is drawn


def _tests(context: PageContext, module: Module) -> Iterator[tuple[int, str, int]]:
    """Line, and file and line of a test that its equations name or that calls its function."""
    for draft in context.site.pages.values():
        for equation, _ in draft.equations:
            tests = [link.anchor for link in equation.links if link.role == "tests"]
            for link in equation.links if tests else ():
                if link.role != "tests" and link.anchor.path == module.path:
                    for test in tests:
                        yield link.anchor.statement.line, test.path, test.statement.line
    for each in module.definitions:
        line = module.region(each.statement).line
        for site in context.site.graph(module.name).tests_calling(each.dotted):
            yield line, site.path, site.line
