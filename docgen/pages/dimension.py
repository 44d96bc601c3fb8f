"""Dimensions: the letters of shapes, with the real sizes that the code gives them.

They are read before any page is drafted, so that a faulty one is reported once, where it is
declared.
"""

from __future__ import annotations

import re
from pathlib import Path

from docgen.diagnostics import Fault, Finding, suggest
from docgen.links.shape import Shape
from docgen.pages.context import PageContext, Site, at_file
from docgen.settings import FILE
from docgen.text import SourceText, Span, decode_page
from docgen.trace.value import Value
from docgen.views.parts import Dimension


def read_dimensions(site: Site) -> None:
    """Ask for the values that the settings name; they are there once the runs are recorded."""
    for setting in site.settings.dimensions.values():
        module, _, name = setting.code.rpartition(".")
        site.book.dimensions.expression(module, name)


def _value(site: Site, letter: str) -> tuple[Value | None, str]:
    """What the code holds for a letter, or why it holds nothing."""
    run = site.book.dimensions
    module, _, name = site.settings.dimensions[letter].code.rpartition(".")
    if not module:
        return None, f"`{name}` names no module: it has no dot"
    if run.trace is None:
        return None, ""
    if run.trace.failure is not None:
        return None, run.trace.failure.message
    for seen in run.trace.expressions:
        if seen.key == f"{module}|{name}":
            return seen.value, seen.problem
    return None, ""


def dimension_values(site: Site) -> dict[str, int]:
    """Real sizes of the dimensions that the settings declare and the code knows."""
    values: dict[str, int] = {}
    for letter in site.settings.dimensions:
        value, _ = _value(site, letter)
        if value is not None and value.data and type(value.data[0]) is int:
            values[letter] = value.data[0]
    return values


def check_settings(site: Site) -> list[Finding]:
    """Findings of settings that name code or folders that are not there."""
    unreadable = _unreadable(site)
    found = list(unreadable)
    known = dimension_values(site)
    read = {} if site.is_static else site.settings.dimensions
    for letter, setting in read.items():
        if letter not in known and not unreadable:
            value, problem = _value(site, letter)
            kind = value.dtype or value.kind if value else ""
            found.append(
                _finding(
                    site.settings.root,
                    letter,
                    "unbound-symbol",
                    f"dimension `{letter}` has no whole number in the code",
                    (problem or f"`{setting.code}` is of type {kind}",),
                    f'name a value of a module: {letter} = {{ code = "package.config.name" }}',
                )
            )
    for module in site.settings.modules:
        try:
            site.index.module(module)
        except Fault as fault:
            if fault.code != "unknown-function" or site.index.has_package(module):
                continue
            near = suggest(module, site.index.module_names(""))
            found.append(
                _finding(
                    site.settings.root,
                    module,
                    "unknown-function",
                    f"`modules` names `{module}`, which is no module of the project",
                    fault.notes,
                    f"did you mean `{near}`?" if near else "name a package below the root",
                )
            )
    return found


def _unreadable(site: Site) -> list[Finding]:
    """Files that the values rest on and that are no Python: they are the fault, not the letters."""
    if not site.settings.dimensions:
        return []
    trace = site.book.dimensions.trace
    found: list[Finding] = []
    for path, _ in trace.files if trace else ():
        if path in site.index.paths():
            try:
                site.index.module_at(path)
            except Fault as fault:
                if fault.related:
                    found.append(at_file(fault))
    return found


def setting_finding(root: Path, word: str, fault: Fault) -> Finding:
    """The finding of a fault of a setting, at the word that has it."""
    return _finding(root, word, fault.code, fault.message, tuple(fault.notes), fault.help)


def _finding(
    root: Path, word: str, code: str, message: str, notes: tuple[str, ...], help_text: str
) -> Finding:
    """A finding at a word of pyproject.toml, below the first table of docgen."""
    source = SourceText(FILE, decode_page((root / FILE).read_bytes()))
    start = max(source.text.find("[tool.docgen"), 0)
    pattern = re.compile(rf"(?<![\w.-]){re.escape(word)}(?![\w-])(?=\s*=|[\"'])")
    at = pattern.search(source.text, start)
    span = Span(*at.span()) if at else Span(start, start + 1)
    return Finding(code, message, source.place(span), notes=notes, help=help_text)


def dimension(context: PageContext, letter: str) -> Dimension | None:
    """The legend of one letter; None where it is not declared or has no value."""
    setting = context.settings.dimensions.get(letter)
    value = dimension_values(context.site).get(letter) if setting else None
    if setting is None or value is None:
        return None
    return Dimension(letter, setting.code.rpartition(".")[2], str(value), setting.note)


def legend(context: PageContext, shapes: list[Shape]) -> tuple[Dimension, ...]:
    """The letters that shapes use and whose sizes are declared, each once."""
    letters = dict.fromkeys(letter for shape in shapes for letter in shape.letters)
    known = (dimension(context, letter) for letter in letters)
    return tuple(entry for entry in known if entry is not None)


def real_text(context: PageContext, shape: Shape) -> str:
    """The shape in real numbers; empty where a letter has none."""
    sizes = shape.real(dimension_values(context.site))
    if sizes is None:
        return ""
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"


def report_letter(context: PageContext, letter: str, span: Span) -> None:
    """Report, once a page, a letter of shapes that is no declared dimension.

    One that is declared and has no size is reported where it is declared. A project without
    dimensions, and a page about an installed package, have no configuration whose sizes letters
    could stand for: theirs are those of the runs.
    """
    if not context.settings.dimensions or context.index.is_installed(context.module):
        return
    key = ("dimension", letter)
    if key in context.reported or letter in context.settings.dimensions:
        return
    context.reported.add(key)
    context.fault(
        Fault(
            "unbound-symbol",
            f"`{letter}` is no declared dimension",
            help=f'[tool.docgen.dimensions] {letter} = {{ code = "package.config.name" }}',
        ),
        span,
    )
