"""Edits that keep the meaning of code report nothing; edits of linked statements all do."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from docgen.markup.scan import scan
from docgen.project import Project
from docgen.review.compare import change_findings, compare
from docgen.review.lock import Lock
from docgen.review.record import Record
from docgen.review.subject import Held, Subject
from docgen.source.anchors import definition_anchor, statement_anchor
from docgen.source.fingerprint import fingerprint, head_fingerprint
from docgen.source.module import Definition, Module, Statement
from docgen.text import SourceText, Span
from tests.conftest import ROOT
from tests.review.conftest import Adopter
from tests.review.edits import (
    CHANGING,
    KEEPING,
    changes,
    installed_texts,
    is_same,
    model_texts,
    parse,
)

PAGE = scan(SourceText("docs/page.md", "# Page\n"))
AT = Span(0, 6)


class OneFile:
    """An index of one module, as far as findings ask for it."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def module_at(self, path: str) -> Module:
        assert path == self.module.path
        return self.module


def subjects_of(module: Module) -> list[Subject]:
    """Every statement as if an equation were linked to it, every function as a concept's."""
    found: list[Subject] = []
    for function in module.definitions:
        if function.is_class:
            continue
        if function.holder is not None and not function.holder.is_class:
            # A part of the concept of the function around it.
            found += [
                _equation(module, function, statement, number)
                for number, statement in enumerate(function.statements)
            ]
            continue
        anchor = definition_anchor(function, "").anchor
        dotted = function.dotted
        whole = Record("docs/page.md", dotted, "concept", "-", dotted, "", _digest(function))
        held = Held(whole, anchor, AT)
        found.append(Subject(PAGE, function.qualname, anchor, AT, (held,)))
        for number, statement in enumerate(function.statements):
            found.append(_equation(module, function, statement, number))
    return found


def _digest(function: Definition) -> str:
    return fingerprint(function.statement)


def _equation(module: Module, function: Definition, statement: Statement, number: int) -> Subject:
    anchor = statement_anchor(module, function, statement, "").anchor
    digest = head_fingerprint(statement)
    name = f"{function.dotted}.{number}"
    record = Record("docs/page.md", function.dotted, f"eq-{number}", "computes", name, "", digest)
    concept = function
    while concept.holder is not None and not concept.holder.is_class:
        concept = concept.holder
    home = definition_anchor(concept, "").anchor
    return Subject(PAGE, str(number), home, AT, (Held(record, anchor, AT),))


def _is_docstring(function: Definition, statement: Statement) -> bool:
    return statement is function.statements[0] and isinstance(statement, ast.Expr)


def locked(module: Module) -> Lock:
    records = {held.record.key: held.record for each in subjects_of(module) for held in each.held}
    return Lock(records)


def reported(lock: Lock, text: str) -> list[tuple[str, str]]:
    """Code and subject of each finding that the text gives against a lock."""
    module = parse(text)
    found = compare(lock, subjects_of(module))
    findings = change_findings(lock, found, OneFile(module))  # type: ignore[arg-type]
    return [(finding.code, subject.held[0].record.anchor) for subject, finding in findings]


def test_edits_that_keep_the_meaning_report_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [*model_texts(), *installed_texts(16)]
    locks = [locked(parse(text)) for text in texts]
    counted: Counter[str] = Counter()
    for kind, edit in KEEPING.items():
        dice = random.Random(kind)
        for attempt in range(2_000):
            at = attempt % len(texts)
            after = edit(texts[at], dice)
            if after is None or after == texts[at]:
                continue
            assert is_same(texts[at], after), f"{kind}:\n{after}"
            assert reported(locks[at], after) == [], f"{kind}:\n{after}"
            counted[kind] += 1
            if counted[kind] == 100:
                break
    _print(capsys, "edits that keep the meaning", counted, "reported 0")
    assert counted == dict.fromkeys(KEEPING, 100)


MOST = 360
"""Edits of one kind; so many that every linked statement of the model is edited."""


def test_edits_of_linked_statements_are_all_reported(capsys: pytest.CaptureFixture[str]) -> None:
    by_kind: dict[str, list[tuple[int, str, str]]] = {kind: [] for kind in CHANGING}
    texts: list[str] = []
    dice = random.Random(0)
    linked: set[tuple[int, str]] = set()
    installed = [(text, None) for text in installed_texts(24)]
    for text, lines in [*_linked_functions(), *installed]:
        module = parse(text)
        texts.append(text)
        for function in module.definitions:
            for number, statement in enumerate(function.statements):
                if lines is not None and statement.lineno not in lines:
                    continue
                if not isinstance(statement, ast.stmt) or _is_docstring(function, statement):
                    continue
                name = f"{function.dotted}.{number}"
                if lines is not None:
                    linked.add((len(texts) - 1, name))
                for kind, after in changes(text, statement, dice):
                    by_kind[kind].append((len(texts) - 1, name, after))
    locks = [locked(parse(text)) for text in texts]
    counted: Counter[str] = Counter()
    edited: set[tuple[int, str]] = set()
    for kind, every in by_kind.items():
        for at, name, after in every:
            if counted[kind] == MOST or is_same(texts[at], after):
                continue
            assert reported(locks[at], after) == [("stale-link", name)], f"{kind}:\n{after}"
            counted[kind] += 1
            edited.add((at, name))
    _print(capsys, "edits that change a linked statement", counted, "all reported")
    assert counted.total() >= 1_000
    assert min(counted[kind] for kind in CHANGING) >= 50
    assert linked <= edited


def _linked_functions() -> Iterator[tuple[str, set[int] | None]]:
    """Each function of the model that pages link, as a text, with the lines of the statements."""
    project = Project.open(ROOT)
    project.load(static=True)
    index = project.site.index
    lines: dict[tuple[str, str], set[int]] = {}
    for draft in project.pages.values():
        for equation, _ in draft.equations:
            for link in equation.links:
                if link.role != "tests":
                    key = (link.anchor.path, link.anchor.function)
                    lines.setdefault(key, set()).add(link.anchor.node[0])
    for (path, name), numbers in sorted(lines.items()):
        module = index.module_at(path)
        function = next(each for each in module.definitions if each.qualname == name)
        whole = module.whole(function)
        text = f"# linked\n{module.lines(whole)}\n"
        yield text, {number - whole.line + 2 for number in numbers}


def _print(
    capsys: pytest.CaptureFixture[str], title: str, counted: Counter[str], result: str
) -> None:
    rows = [f"  {kind:<32}{count:>5}" for kind, count in counted.items()]
    with capsys.disabled():
        print("", title, *rows, f"  {result:<32}{counted.total():>5}", sep="\n")


def test_edits_of_a_project_that_keep_the_meaning(confirmed: Adopter) -> None:
    """The same edits on the way of a check: files, anchors, pages."""
    file = confirmed.root / "rnn.py"
    before = file.read_text(encoding="utf-8")
    edited = 0
    for kind, edit in KEEPING.items():
        dice = random.Random(kind)
        for _ in range(4):
            after = edit(before, dice)
            if after is None or after == before:
                continue
            assert is_same(before, after)
            file.write_bytes(after.encode())
            assert confirmed.places == [], f"{kind}:\n{after}"
            edited += 1
    assert edited >= 36


def test_edits_of_linked_statements_of_a_project(confirmed: Adopter) -> None:
    """The linked `drive`, whose name stays: each sentence and equation about it is reported."""
    file = confirmed.root / "rnn.py"
    before = file.read_text(encoding="utf-8")
    function = next(each for each in parse(before).definitions if each.name == "advance")
    drive = function.statements[0]
    assert isinstance(drive, ast.Assign)
    edited = 0
    for seed in range(12):
        for kind, after in changes(before, drive, random.Random(seed)):
            file.write_bytes(after.encode())
            found = [one for one in confirmed.places if one.endswith("stale-link")]
            expected = [f"docs/page.md:{line} stale-link" for line in (14, 17, 22)]
            assert found == expected, f"{kind}:\n{after}"
            edited += 1
    assert edited >= 36
