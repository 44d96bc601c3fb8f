"""Containers that are open at a line: list items, admonitions, blocks of other extensions.

Below `- item` content starts at column 4, and a line at column 0 after a blank one leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from docgen.diagnostics import Fault
from docgen.markup.harvest import Harvest
from docgen.text import TAB_WIDTH, Span

Kind = Literal["item", "box", "host"]


@dataclass(frozen=True, slots=True)
class Container:
    """What holds lines by their indentation, or by its slashes.

    Attributes:
        kind: `item` takes lines that are indented less until the next blank line; `box` does not;
            `host` ends at its slashes.
        content: Columns at which its content starts.
    """

    kind: Kind
    content: int
    slashes: int = 0
    name: str = ""
    span: Span | None = None


class Stack:
    """The open containers, outermost first."""

    def __init__(self, harvest: Harvest) -> None:
        self.harvest = harvest
        self.containers: list[Container] = []

    @property
    def base(self) -> int:
        """Columns at which content starts here."""
        return self.containers[-1].content if self.containers else 0

    @property
    def kind(self) -> Kind | None:
        """Kind of the innermost container; None outside of all."""
        return self.containers[-1].kind if self.containers else None

    @property
    def outer(self) -> frozenset[int]:
        """Numbers of slashes that close something here."""
        return frozenset(each.slashes for each in self.containers if each.slashes)

    @property
    def slashes(self) -> int:
        """Slashes of the innermost open block; 0 without one."""
        return next((each.slashes for each in reversed(self.containers) if each.slashes), 0)

    def open(self, kind: Kind) -> None:
        """Open a container within those that are open."""
        self.containers.append(Container(kind, self.base + TAB_WIDTH))

    def open_host(self, slashes: int, name: str, span: Span | None) -> None:
        """Open a block of another extension; without a span it is at fault already."""
        self.containers.append(Container("host", self.base, slashes, name, span))

    def close(self, slashes: int) -> bool:
        """Close the innermost block of so many slashes, and all in it; whether there is one."""
        size = len(self.containers)
        while size and self.containers[size - 1].slashes != slashes:
            size -= 1
        if not size:
            return False
        self.leave(size)
        self.containers.pop()
        return True

    def leave_by(self, indent: int) -> None:
        """Close the containers whose content starts further right."""
        size = len(self.containers)
        while size and self.containers[size - 1].content > indent:
            size -= 1
        self.leave(size)

    def leave(self, size: int) -> None:
        """Close containers down to a number of them; a block among them was never closed."""
        while len(self.containers) > size:
            container = self.containers.pop()
            if container.span is None:
                continue
            fault = Fault(
                "malformed-block",
                f"`{container.name[:40]}` is not closed",
                help=f"write `{'/' * container.slashes}` on a line of its own after it",
            )
            self.harvest.report(fault, container.span)
