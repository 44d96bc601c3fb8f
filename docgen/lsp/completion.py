"""Completion: what can be typed at the cursor, from the text as it is and the code as checked.

Behind `](code:` in the section of `ffn_forward` stand `x`, `Z`, `return[0]`, and the functions of
the page's module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lsprotocol.types import CompletionItem, CompletionItemKind, Position, Range, TextEdit

from docgen.diagnostics import Fault
from docgen.lsp.desk import Desk
from docgen.lsp.names import (
    Name,
    function_names,
    functions_of,
    module_of,
    names_within,
    test_names,
)
from docgen.lsp.outline import Outline, cut_cells, outline
from docgen.markup.page import split_list
from docgen.markup.schema import MATH_OPTIONS, OPTIONS
from docgen.pages.context import ConceptFacts, Site
from docgen.source.anchor import Anchor

TRIGGERS = ("(", ":", ".", '"', "|", "$", "\\", "`", "/", ";", " ")

_KINDS = {
    "parameter": CompletionItemKind.Variable,
    "value": CompletionItemKind.Variable,
    "return": CompletionItemKind.Value,
    "function": CompletionItemKind.Function,
    "class": CompletionItemKind.Class,
    "module": CompletionItemKind.Module,
    "block": CompletionItemKind.Keyword,
    "option": CompletionItemKind.Property,
    "symbol": CompletionItemKind.Constant,
}
_LINK = re.compile(r"\]\(\s*<?code:(?P<typed>[^()<>]*)$")
_FENCE_LIST = re.compile(
    r"""^[\s>]*```+\s*math\s.*?\b(?P<key>code|written|tests)=(?P<quote>["'])(?P<typed>[^"']*)$"""
)
_FENCE_KEY = re.compile(r"""^[\s>]*```+\s*math\s(?:.*\s)?(?P<typed>[a-z]*)$""")
_CONCEPT = re.compile(r"^[\s>]*/{3,}\s*concept\s*\|\s*(?P<typed>[\w.]*)$")
_BLOCK = re.compile(r"^[\s>]*/{3,}\s*(?P<typed>[\w-]*)$")
_KEY = re.compile(r"^(?:\s{4,}|\t)(?P<typed>[\w-]*)$")
_VALUE = re.compile(r"^(?:\s{4,}|\t)(?P<key>[\w-]+)\s*:\s*(?P<typed>.*)$")
_WORD = re.compile(r"(?:\\[A-Za-z]*|[A-Za-z])$")


def complete(desk: Desk, path: str, position: Position) -> list[CompletionItem]:
    """What can be typed at a position of a page; nothing before the first check."""
    if desk.checked is None:
        return []
    source = desk.page(path)
    offset = desk.columns.offset(source, position)
    around = outline(source.text, offset)
    end = desk.columns.position(source, offset)
    page = _Page(desk, path, desk.checked.project.site, around)
    return [
        CompletionItem(
            label=name.text,
            kind=_KINDS[name.kind],
            detail=name.code or None,
            sort_text=f"{number:04}",
            filter_text=text,
            text_edit=TextEdit(
                Range(Position(end.line, end.character - desk.columns.units(typed)), end), text
            ),
        )
        for number, (name, typed, text) in enumerate(page.items())
    ]


Item = tuple[Name, str, str]
"""What it is, the typed text that it replaces, and what is put in."""


class _Page:
    def __init__(self, desk: Desk, path: str, site: Site, around: Outline) -> None:
        self.desk = desk
        self.path = path
        self.site = site
        self.index = site.index
        self.around = around

    def items(self) -> list[Item]:
        around = self.around
        if around.fence is not None:
            return self._symbols(around.before) if around.fence == "math" else []
        link = _LINK.search(around.before)
        if link:
            names = self._anchors(link["typed"], self._linked())
            is_angled = link[0].rpartition("(")[2].lstrip().startswith("<")
            fit = [one for one in names if is_angled or not re.search(r"[\s()\"]", one.text)]
            return _replacing(fit, _last(link["typed"]))
        fence = _FENCE_LIST.match(around.before)
        if fence:
            items = self._fence_items(fence["key"], fence["typed"])
            return [item for item in items if fence["quote"] not in item[2]]
        key = _FENCE_KEY.match(around.before)
        if key:
            unset = [one for one in MATH_OPTIONS if f"{one}=" not in around.before]
            return _replacing([Name(one, "option", "") for one in unset], key["typed"], '=""')
        concept = _CONCEPT.match(around.before)
        if concept:
            return _replacing(
                self._anchors(concept["typed"], self._module_functions(), functions=True),
                _last(concept["typed"]),
            )
        block = _BLOCK.match(around.before)
        if block:
            return _replacing([Name(one, "block", "") for one in OPTIONS], block["typed"])
        if around.is_head and around.block in OPTIONS:
            return self._block_items()
        if self._is_open_math():
            return self._symbols(around.before[around.before.rfind("$") + 1 :])
        return self._cells()

    # Code.

    def _function(self) -> Anchor | None:
        return self._named(self.around.concept)

    def _named(self, name: str) -> Anchor | None:
        if not name:
            return None
        try:
            return self.index.function(name, self.around.module)
        except Fault:
            return None

    def _own(self) -> list[Name]:
        function = self._function()
        return function_names(self.index, function) if function is not None else []

    def _module_functions(self) -> list[Name]:
        module = module_of(self.index, self.around.module)
        return functions_of(module) if module is not None else []

    def _linked(self) -> list[Name]:
        names = [*self._own(), *self._module_functions()]
        return list({name.text: name for name in reversed(names)}.values())[::-1]

    def _anchors(self, typed: str, own: Sequence[Name], functions: bool = False) -> list[Name]:
        """The names that fit a path; before its first dot also the packages of the project."""
        head, dot, _ = typed.rpartition(".")
        if not dot:
            packages = [Name(one, "module", one) for one in self.index.module_names("")]
            return [*own, *(one for one in packages if one.text not in {o.text for o in own})]
        function = self._function()
        scope = function.scope if function is not None else self.around.module
        found = names_within(self.index, head, scope)
        kinds = ("function", "class", "module")
        return [name for name in found if not functions or name.kind in kinds]

    def _fence_items(self, key: str, written: str) -> list[Item]:
        typed = written.rpartition(";")[2].lstrip()
        if key == "tests":
            return _replacing(test_names(self.index), typed)
        names = [name for name in self._own() if name.kind != "parameter"]
        return _replacing(self._anchors(typed, names), _last(typed))

    def _block_items(self) -> list[Item]:
        around = self.around
        options = OPTIONS[around.block]
        value = _VALUE.match(around.before)
        if value is None:
            key = _KEY.match(around.before)
            names = [Name(one, "option", "") for one in options if one not in around.keys]
            return _replacing(names, key["typed"], ": ") if key else []
        typed = value["typed"].rpartition(";")[2].lstrip()
        if value["key"] in ("from", "to", "highlight", "output", "cotangent"):
            return _replacing(self._anchors(typed, self._own()), _last(typed))
        if value["key"] in ("in", "run", "with", "forward", "backward", "function", "decay"):
            own = self._module_functions()
            return _replacing(self._anchors(typed, own, functions=True), _last(typed))
        return []

    # Tables.

    def _cells(self) -> list[Item]:
        """Cells of the column *In code*; without backticks, those are put in too."""
        around = self.around
        if not {"symbol", "in code"} <= set(around.header):
            return []
        if not around.before.lstrip(" \t>").startswith("|"):
            return []
        before = cut_cells(around.before + "\0")
        place = len(before) - 1
        if place >= len(around.header) or around.header[place] != "in code":
            return []
        cell = before[-1].removesuffix("\0")
        is_open = cell.count("`") % 2 == 1
        typed = re.split(r"[`,\s]", cell)[-1]
        if is_open:
            typed = cell.rpartition("`")[2]
            return _replacing(self._own(), typed, "" if "`" in around.after else "`")
        return [(name, typed, f"`{name.text}`") for name in self._own()]

    # Mathematics.

    def _is_open_math(self) -> bool:
        return len(re.findall(r"(?<!\\)\$", re.sub(r"`[^`]*`", "", self.around.before))) % 2 == 1

    def _symbols(self, before: str) -> list[Item]:
        """Symbols that the concept declares, as far as what is typed already is their start."""
        meanings = self._meanings()
        word = _WORD.search(before)
        found: list[Item] = []
        for latex, meaning in meanings.items():
            typed = next(
                (
                    latex[:size]
                    for size in range(len(latex), 0, -1)
                    if before.endswith(latex[:size])
                ),
                "",
            )
            if typed or not word:
                found.append((Name(latex, "symbol", meaning), typed, latex))
        return found

    def _meanings(self) -> dict[str, str]:
        """LaTeX of each symbol → its meaning; rows that are being typed have none yet."""
        found: dict[str, str] = {}
        for cell in self.around.symbols:
            for formula in re.findall(r"\$([^$]+)\$", cell):
                found.update((latex, "") for latex, _ in split_list(formula, 0, ","))
        for facts in self._concepts():
            for symbol in facts.symbols:
                found[symbol.latex] = found.get(symbol.latex) or symbol.meaning
        return found

    def _concepts(self) -> Iterable[ConceptFacts]:
        """The concept as it was checked last, then those whose tables it borrows."""
        for name in (self.around.concept, *self.around.lent):
            function = self._named(name)
            if function is not None:
                yield from self.site.concepts.get(function.dotted, [])


def _last(typed: str) -> str:
    """The part of a path that a name replaces: what follows its last dot."""
    return typed.rpartition(".")[2]


def _replacing(names: Iterable[Name], typed: str, ending: str = "") -> list[Item]:
    return [(name, typed, name.text + ending) for name in names]
