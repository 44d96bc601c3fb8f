r"""Textbook forms: LaTeX in the spellings people use, beside NumPy code written by hand.

A form declares its symbols as a page would and gives one function that draws random inputs and
computes every declared symbol, the left sides included, in the plain textbook way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from docgen.latex.symbol import Declared

Rng = np.random.Generator
Sizes = Mapping[str, int]
Array = npt.NDArray[np.float64]
Values = dict[str, object]
Code = Callable[[Rng, Sizes], Values]
Function = Callable[..., object]

_ROW = re.compile(r"(?P<names>.+?) : (?P<shape>.+)")


@dataclass(frozen=True)
class Form:
    """A formula of textbooks.

    Attributes:
        declared: The rows of the page.
        sizes: Each free dimension at the two run points; others follow from these in the code.
        spellings: LaTeX that states it, each of which must be verified.
        code: Inputs and left sides at random inputs; `sizes["point"]` numbers the seed.
        definitions: Equations elsewhere on the page, which define functions.
        functions: Functions of the code, by the LaTeX of their rows.
        base: Of indices, as the front matter says it.
    """

    name: str
    declared: tuple[Declared, ...]
    sizes: Mapping[str, tuple[int, int]]
    spellings: tuple[str, ...]
    code: Code
    definitions: tuple[str, ...] = ()
    functions: Mapping[str, Function] | None = None
    base: int = 1

    def values(self, sizes: Sizes, seed: int) -> Values:
        """All symbols at one point."""
        return self.code(np.random.default_rng(seed), {**sizes, "point": seed})

    def points(self) -> list[Values]:
        """Two sizes, two seeds."""
        return [self.values(sizes, seed) for sizes in self.run_sizes() for seed in (0, 1)]

    def run_sizes(self) -> tuple[dict[str, int], dict[str, int]]:
        first = {letter: pair[0] for letter, pair in self.sizes.items()}
        return first, {letter: pair[1] for letter, pair in self.sizes.items()}

    def fresh_points(self) -> list[Values]:
        """Points at sizes and seeds that no run has seen."""
        first, second = self.run_sizes()
        larger = {letter: size + 3 for letter, size in first.items()}
        largest = {letter: size + 5 for letter, size in second.items()}
        return [self.values(sizes, seed) for sizes in (larger, largest) for seed in (24, 35)]


def shape_of(text: str) -> tuple[str, ...] | None:
    """`(T, d)` as its axes; `none` where the row has no Shape."""
    if text == "none":
        return None
    return tuple(axis.strip() for axis in text.strip()[1:-1].split(",") if axis.strip())


def declare(text: str) -> tuple[Declared, ...]:
    r"""Rows such as `X & Y : (T, d); y : (T,) in V; f(x) : (d,) to (d,)`."""
    declared: list[Declared] = []
    for row in filter(None, (one.strip() for one in text.split(";"))):
        found = _ROW.fullmatch(row)
        assert found is not None, row
        shape, _, target = found["shape"].partition(" in ")
        argument, is_function, result = shape.rpartition("to ")
        declared += [
            Declared(
                name.strip(),
                shape_of(result if is_function else shape),
                bool(is_function),
                target,
                shape_of(argument) if argument.strip() else None,
            )
            for name in found["names"].split(" & ")
        ]
    return tuple(declared)


FORMS: dict[str, Form] = {}


def form(
    declared: str,
    sizes: Mapping[str, tuple[int, int]],
    *spellings: str,
    definitions: tuple[str, ...] = (),
    functions: Mapping[str, Function] | None = None,
    base: int = 1,
) -> Callable[[Code], Code]:
    """Put a form beside its code, under the name of the function."""

    def put(code: Code) -> Code:
        name = code.__name__.replace("_", " ")
        FORMS[name] = Form(
            name, declare(declared), sizes, spellings, code, definitions, functions, base
        )
        return code

    return put
