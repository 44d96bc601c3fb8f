"""The Shape that a run proposes for a row without one.

Where `X` has the Shape (T, d) and a run has 3 rows of 6 numbers in it, an array of 6 numbers is
proposed as `(d,)`; a size that two letters have is left as a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docgen.pages.context import ConceptFacts, PageContext

FREE = "nmkpqrsuvw"
"""Letters for sizes, in a project that declares no dimensions."""


def propose_shape(
    context: PageContext, facts: ConceptFacts, shapes: Sequence[tuple[int, ...]]
) -> str:
    """A recorded shape in the letters that have these sizes in the first run; empty without one."""
    if not shapes:
        return ""
    shown = [size for size in shapes[0] if size != 1]
    if not shown:
        return "scalar"
    letters: dict[int, set[str]] = {}
    for letter, size in _known(facts):
        letters.setdefault(size, set()).add(letter)
    taken = {letter for held in letters.values() for letter in held}
    taken |= {symbol.latex.strip() for symbol in (*facts.symbols, *facts.borrowed)}
    if not context.settings.dimensions:
        free = (letter for letter in FREE if letter not in taken)
        for size in shown:
            if size not in letters:
                letters[size] = {next(free, str(size))}
    axes = [
        next(iter(held)) if len(held := letters.get(size, ())) == 1 else str(size) for size in shown
    ]
    return f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"


def _known(facts: ConceptFacts) -> Iterator[tuple[str, int]]:
    """Letters with the sizes that they have in the first run."""
    for run in facts.runs[:1]:
        yield from run.sizes.items()
        for symbol in facts.symbols:
            if symbol.shape is None or symbol.cell is None:
                continue
            for each in symbol.cell.observe(run)[:1]:
                actual = each.value.shape if each.value is not None else None
                if actual is not None and len(actual) == len(symbol.shape.axes):
                    yield from zip(symbol.shape.axes, actual, strict=True)
