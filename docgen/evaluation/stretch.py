"""Lengths that an equation leaves open: of ones and identities without a subscript.

In `X \\mathbf{1}` with X of `(T, d)` the ones are found to be d long.
"""

from __future__ import annotations

from docgen.evaluation.stop import stop


class Stretch:
    """The length of ones or of an identity that says none: found from what they meet."""

    __slots__ = ("is_free", "parent", "size", "span")

    def __init__(self, span: tuple[int, int]) -> None:
        self.parent: Stretch | None = None
        self.size = 0
        self.span = span
        self.is_free = False
        """Whether it needs no length: an identity that met a derivative."""

    @property
    def root(self) -> Stretch:
        """The stretch that stands for all lengths found equal to this one."""
        found = self
        while found.parent is not None:
            found = found.parent
        return found

    def join(self, other: Stretch) -> None:
        """Two lengths are one."""
        one, two = self.root, other.root
        if one is two:
            return
        if one.size and two.size:
            two.fix(one.size)
        two.parent = one
        one.size = one.size or two.size

    def fix(self, size: int) -> None:
        """Set the length, of this stretch and of all that are equal to it.

        Raises:
            Stop: `shape-mismatch` where it has another length already.
        """
        root = self.root
        if root.size and root.size != size:
            raise stop("shape-mismatch", f"ones are of length {root.size} here and {size} there")
        root.size = size
