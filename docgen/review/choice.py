"""What the author names becomes the changes that it chooses.

`ffn_forward.Z` chooses the statement wherever a page links it, and the function around it.
"""

from __future__ import annotations

from collections.abc import Sequence

from docgen.review.compare import Change
from docgen.review.record import CALLS, CONCEPT, NONE
from docgen.review.subject import Held, Subject


def chosen(changes: Sequence[Change], names: Sequence[str]) -> list[Change]:
    """The changes that names choose, in their order; all of them without names.

    A statement brings the function that it stands in, for that changed with it; a concept's
    function brings what it calls for the first time.
    """
    if not names:
        return list(changes)
    picked = [each for each in changes if any(is_named(each.held, name) for name in names)]
    functions = {each.held.anchor.dotted for each in picked}
    picked += [
        each for each in changes if each.held.is_whole and each.held.record.anchor in functions
    ]
    sections = {id(each.subject) for each in picked if each.held.record.what == CONCEPT}
    picked += [
        each
        for each in changes
        if each.kind == "new" and each.held.record.what == CALLS and id(each.subject) in sections
    ]
    return [each for each in changes if any(each is one for one in picked)]


def is_named(held: Held, name: str) -> bool:
    """Whether a name means a link: its anchor, what holds it, its concept, or an ending of one."""
    known = [held.record.anchor]
    if held.record.concept != NONE:
        known.append(held.record.concept)
    return any(f".{name}." in f".{each}." for each in known)


def names_of(subjects: Sequence[Subject]) -> list[str]:
    """Everything that can be named, dotted and as authors write it."""
    found: dict[str, None] = {}
    for subject in subjects:
        for held in subject.held:
            anchor, function = held.record.anchor, held.anchor.dotted
            found[anchor] = found[function] = None
            tail = anchor.removeprefix(f"{function}.")
            name = function.rpartition(".")[2]
            found[tail] = found[name] = found[f"{name}.{tail}"] = None
    return list(found)
