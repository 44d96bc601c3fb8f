"""Lines of a text that a host changed, mapped back to the lines of the file.

If a macro put two lines after line 3, lines 4 and 5 of the rendered text map to line 3.
"""

from __future__ import annotations

import difflib
from dataclasses import replace

from docgen.diagnostics import Finding
from docgen.text import SourceText


class LineMap:
    """From lines of the rendered text to lines of the raw file."""

    def __init__(self, raw: SourceText, rendered: SourceText) -> None:
        self.raw = raw
        shown = rendered.text.split("\n")
        matcher = difflib.SequenceMatcher(None, raw.text.split("\n"), shown, autojunk=False)
        self.lines = [1] * (len(shown) + 1)
        last = 1
        for tag, raw_start, raw_end, start, end in matcher.get_opcodes():
            for at in range(start, end):
                if tag == "equal":
                    last = raw_start + (at - start) + 1
                elif tag == "replace":
                    last = min(raw_start + (at - start), raw_end - 1) + 1
                self.lines[at + 1] = last

    def to_raw(self, finding: Finding) -> Finding:
        """The finding at the line of the file that made its line.

        Columns are kept where the line is the same, else the whole line is meant. Findings in
        other files stay.
        """
        place = finding.place
        if place.path != self.raw.path or place.line >= len(self.lines):
            return finding
        # A fix is meant for the text that was changed.
        finding = replace(finding, fix=None)
        line = min(self.lines[place.line], self.raw.line_count or 1)
        if self.raw.line_text(line) == place.text:
            return replace(finding, place=replace(place, line=line))
        return replace(finding, place=self.raw.place(self.raw.line_span(line)))
