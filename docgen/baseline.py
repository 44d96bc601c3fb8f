"""A baseline: the findings that a project already knows, so that only new ones count.

A finding is known by its code, its page, the text of its line and its message, without the number
of the line: what moves stays known. Of code that changed since it was confirmed, the entry also
holds how: a second change is a new finding. Two equal findings need two entries.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from docgen.diagnostics import Finding

VERSION = 1
_KEYS = ("path", "code", "text", "message")
_STATE = "state"
_NUMBER = re.compile(r"(?P<before>\blines? |\.\w+:|#L)\d+(?:(?:[:-]L?| (?:to|and) )\d+)*")


@dataclass(frozen=True, slots=True, order=True)
class Known:
    """What a finding is known by.

    Attributes:
        state: Of the code; empty where the words say all.
    """

    path: str
    code: str
    text: str
    message: str
    state: str = ""

    @classmethod
    def of(cls, finding: Finding) -> Known:
        """A finding without its line numbers, so that it stays known while it moves."""
        message = _NUMBER.sub(r"\g<before>", finding.message)
        text = " ".join(finding.place.text.split())
        return cls(finding.place.path, finding.code, text, message, finding.state)

    def encode(self) -> str:
        """A line of the file, without its end."""
        keys = (*_KEYS, _STATE) if self.state else _KEYS
        return json.dumps({key: getattr(self, key) for key in keys}, ensure_ascii=False)


class BaselineError(Exception):
    """A baseline that cannot be used; the message starts with the place."""


class Baseline:
    """The known findings that no finding was counted against yet."""

    def __init__(self, entries: Iterable[Known]) -> None:
        self._left = Counter(entries)

    @classmethod
    def read(cls, file: Path, shown: str = "") -> Baseline:
        """Read a file that `render_baseline` made.

        Args:
            shown: How messages call the file.

        Raises:
            BaselineError: It is missing or damaged.
        """
        name = shown or file.as_posix()
        try:
            text = file.read_text(encoding="utf-8-sig")
        except OSError:
            raise BaselineError(
                f"{name}: cannot be read; write it: docgen check --write-baseline {name}"
            ) from None
        except UnicodeDecodeError:
            raise BaselineError(f"{name}: is not UTF-8; write it anew") from None
        return cls(_entries(text, name))

    def take(self, finding: Finding) -> bool:
        """Whether a finding is known; each entry counts for one finding."""
        known = Known.of(finding)
        # A file of an older docgen says nothing of the state.
        for entry in (known, replace(known, state="")):
            if self._left[entry]:
                self._left[entry] -= 1
                return True
        return False

    def fresh(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are not known."""
        return [finding for finding in findings if not self.take(finding)]

    @property
    def mended(self) -> int:
        """Entries that no finding was counted against."""
        return self._left.total()


def render_baseline(findings: Iterable[Finding]) -> str:
    """A JSON list with one finding a line, sorted; the last line never changes.

    Every line of a finding ends alike, so that two branches that add some merge without conflict
    but where both stand side by side.
    """
    lines = [f"{known.encode()}," for known in sorted(map(Known.of, findings))]
    return "\n".join(["[", *lines, f'{{"version": {VERSION}}}', "]"]) + "\n"


def _entries(text: str, name: str) -> list[Known]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        conflict = re.search(r"^(?:<{7}|={7}|>{7})", text, re.MULTILINE)
        reason = "holds a merge conflict" if conflict else f"is no JSON: {error.msg}"
        raise _damaged(name, error.lineno, error.colno, reason) from None
    except RecursionError:
        raise _damaged(name, 1, 1, "is nested too deeply") from None
    if not isinstance(document, list):
        raise _damaged(name, 1, 1, "is no list of findings")
    if document[-1:] != [{"version": VERSION}]:
        line = text.rstrip().count("\n") + 1
        raise _damaged(name, line, 1, f'does not end with {{"version": {VERSION}}}')
    entries: list[Known] = []
    for at, entry in enumerate(document[:-1]):
        is_known = isinstance(entry, dict) and sorted({*entry} - {_STATE}) == sorted(_KEYS)
        if not is_known or not all(isinstance(value, str) for value in entry.values()):
            line = _line_of(text, at)
            raise _damaged(name, line, 1, f"holds an entry without the texts {', '.join(_KEYS)}")
        entries.append(Known(**entry))
    return entries


def _line_of(text: str, wanted: int) -> int:
    """The line in which an entry of the list starts."""
    decoder = json.JSONDecoder()
    at = text.index("[") + 1
    for number in range(wanted + 1):
        while text[at] in ", \t\r\n":
            at += 1
        if number < wanted:
            at = decoder.raw_decode(text, at)[1]
    return text.count("\n", 0, at) + 1


def _damaged(name: str, line: int, column: int, reason: str) -> BaselineError:
    return BaselineError(
        f"{name}:{line}:{column}: the baseline {reason}; "
        f"write it anew: docgen check --write-baseline {name}"
    )
