"""Links of the lock that are gone become links of the pages that are new, under other names.

After `git mv rnn.py cell.py` the link to `rnn.advance.drive` is the one to `cell.advance.drive`,
where the statement is as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from docgen.review.record import NONE, Key, Record
from docgen.review.subject import Subject

Modules = Mapping[Key, tuple[str, str]]
"""Link → module of the code, and of the concept that it stands in."""


def modules_of(subjects: Sequence[Subject]) -> Modules:
    """For each key of a link, the module of what it names and that of its concept's function."""
    return {
        held.record.key: (held.anchor.module, one.function.module if one.function else "")
        for one in subjects
        for held in one.held
    }


def find_renamed(gone: list[Record], fresh: list[Record], modules: Modules) -> set[Key]:
    """New links that are old ones: of a renamed page, of a renamed equation, of a moved function.

    Nothing but its name may be new, and no other may have its place.
    """
    senses: tuple[Callable[[Record], object], ...] = (
        lambda record: (record.concept, record.what, record.sense),
        lambda record: record.sense,
    )
    found: set[Key] = set()
    for sense in senses:
        left = Counter(map(sense, gone))
        new = Counter(map(sense, fresh))
        same = {one for one in new if left[one] == new[one] == 1}
        found |= {record.key for record in fresh if sense(record) in same}
        gone = [record for record in gone if sense(record) not in same]
        fresh = [record for record in fresh if sense(record) not in same]
    return found | _moved(gone, fresh, modules)


def _moved(gone: list[Record], fresh: list[Record], modules: Modules) -> set[Key]:
    """Links to code that stands in another module now, function and statement as they were."""
    wanted: dict[tuple[str, ...], list[Key]] = {}
    for record in fresh:
        module, home = modules[record.key]
        tail = record.anchor.removeprefix(f"{module}.")
        if tail != record.anchor:
            concept = record.concept.removeprefix(f"{home}.")
            wanted.setdefault(_place(record, concept, tail), []).append(record.key)
    claims: Counter[Key] = Counter()
    for record in gone:
        for place in {*_places(record)} & wanted.keys():
            claims.update(wanted[place])
    return {key for keys in wanted.values() if len(keys) == 1 for key in keys if claims[key] == 1}


def _places(record: Record) -> Iterator[tuple[str, ...]]:
    """What a record could be called in other modules, whichever part of it was the module."""
    concepts = [NONE] if record.concept == NONE else [*_tails(record.concept)]
    for tail in _tails(record.anchor):
        yield from (_place(record, concept, tail) for concept in concepts)


def _place(record: Record, concept: str, tail: str) -> tuple[str, ...]:
    return (record.page, record.what, record.role, record.nth, record.fingerprint, concept, tail)


def _tails(dotted: str) -> Iterator[str]:
    """`b.c` and `c` of `a.b.c`."""
    while "." in dotted:
        dotted = dotted.partition(".")[2]
        yield dotted
