r"""Functions that equations of the site define, by the name under which they are called.

`\operatorname{ReLU}(z) = \max(0, z)` on one page defines `\operatorname{ReLU}` on all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from docgen.diagnostics import Fault
from docgen.latex.name import parts_of
from docgen.latex.node import Part
from docgen.latex.symbol import Declared
from docgen.links.key import site_key


@dataclass(frozen=True, slots=True)
class Defined:
    r"""A function or a symbol that an equation defines.

    Attributes:
        name: `\operatorname{ReLU}`, or the LaTeX of a symbol without code.
        page, equation: Where, for messages.
        slug: Of the equation, unique on the page.
        parameters: Arguments, by the letters or symbols of the left side.
        argument, result: Declared axes, where its row has them.
        arguments: Those of each argument, where each is a symbol with a row.
        part: The equation, as the reader has it.
        base: Of indices on its page, 0 or 1.
        is_alone: No statement computes it, so that nothing but what calls it checks it.
    """

    name: str
    page: str
    equation: str
    slug: str
    parameters: tuple[str, ...]
    argument: tuple[str, ...] | None
    result: tuple[str, ...] | None
    part: Part
    arguments: tuple[tuple[str, ...], ...] = ()
    base: int = 1
    is_alone: bool = False

    @property
    def key(self) -> str:
        """The name of its equation on the whole site."""
        return site_key(self.page, self.slug)

    @property
    def declared(self) -> Declared:
        """How the reader of another concept knows it."""
        letters = ", ".join(self.parameters)
        return Declared(
            f"{self.name}({letters})",
            self.result,
            True,
            argument=self.argument,
            arguments=self.arguments,
        )


@dataclass
class Definitions:
    """All definitions of a site.

    Attributes:
        functions: By name; several of one name are `symbol-clash` where it is called.
        lost: Page → functions that it would define if its code could be found.
    """

    functions: dict[str, list[Defined]] = field(default_factory=dict)
    lost: dict[str, set[str]] = field(default_factory=dict)

    def lose(self, page: str, name: str) -> bool:
        """Remember that code by which a page defines a function is lost; whether that is new."""
        names = self.lost.setdefault(page, set())
        is_new = name not in names
        names.add(name)
        return is_new

    def lacks(self, latex: str) -> bool:
        """Whether a formula may call what is lost: its own fault is reported where it stands."""
        return any(_word(name) in latex for names in self.lost.values() for name in names)

    def add(self, defined: Defined) -> None:
        """Note what an equation defines; the same part of an equation counts once."""
        others = self.functions.setdefault(defined.name, [])
        if defined not in others:
            others.append(defined)

    def forget(self, page: str) -> None:
        """Leave out what a page defined, before it is read anew."""
        self.lost.pop(page, None)
        for name, others in list(self.functions.items()):
            self.functions[name] = [one for one in others if one.page != page]

    def find(self, name: str) -> Defined | None:
        """The one definition of a function; None without one.

        Raises:
            symbol-clash: Several equations define it.
        """
        found = self.functions.get(name, [])
        if len(found) > 1:
            places = " and ".join(f"`{one.equation}` of {one.page}" for one in found)
            raise Fault(
                "symbol-clash",
                f"`{name[:40]}` is defined by {len(found)} equations",
                notes=(f"they are {places}",),
                help="define it once, or give the row here a cell",
            )
        return found[0] if found else None

    def known(self, latex: str) -> list[Declared]:
        """The functions that a formula may call, as its reader knows them."""
        return [
            found[0].declared
            for name, found in self.functions.items()
            if found and _word(name) in latex
        ]


def _word(name: str) -> str:
    r"""The letters that every spelling of a name has: `ReLU` of `\operatorname{ReLU}`."""
    inner = name.partition("{")[2].partition("}")[0]
    return inner or name


def head(latex: str) -> str:
    """The name of a function, as its row or its call spells it; LaTeX that is none as it is."""
    parts = parts_of(latex)
    return parts[0] if parts is not None else latex


def arguments_of(latex: str) -> tuple[str, ...]:
    """What stands in the brackets of a function, by its row; nothing where it is none."""
    parts = parts_of(latex)
    return parts[1] if parts is not None else ()
