"""The layers of docgen: declared once, read off the code, checked.

`scan_layers(package).imports[("links", "source")]` is the number of import statements in `links/`
that name modules of `source/`. A test asks for `broken_rules`.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docgen.syntax import module_tree

LINE_LIMIT = 400
FORBIDDEN_NAMES = frozenset({"utils", "util", "helpers", "helper", "core", "base", "common"})


@dataclass(frozen=True, slots=True)
class Layer:
    """Units that may import what lies below, and one another only if not `apart`.

    Attributes:
        units: Modules or packages of docgen.
        apart: The units know nothing of one another.
    """

    name: str
    words: str
    units: tuple[str, ...]
    apart: bool = False


LAYERS = (
    Layer(
        "doors",
        "know a host; never import each other",
        ("mkdocs_plugin", "cli", "pytest_plugin", "lsp"),
        apart=True,
    ),
    Layer(
        "works",
        "what is done with a checked project: break its code, draft pages, follow a change",
        ("mutation", "drafting", "adoption", "impact"),
        apart=True,
    ),
    Layer("extension", "knows Markdown's stages, no host", ("markdown_ext",)),
    Layer("facade", "load, check, page: what doors call first", ("project", "recording")),
    Layer("pages", "assemble the parts of a page", ("pages",)),
    Layer("review", "what was confirmed, and what changed since", ("review",)),
    Layer("reference", "runs an example of every row of the grammar", ("grammar",)),
    Layer("views", "turn parts into HTML", ("views",)),
    Layer("links", "join the facts below", ("links",)),
    Layer(
        "facts",
        "what the page, the code, a run, the maths and the cited notes say",
        ("markup", "source", "trace", "latex", "notes"),
        apart=True,
    ),
    Layer("mathematics", "equations as data, evaluated on arrays", ("evaluation",)),
    Layer(
        "base",
        "spans, findings, settings, the keyed store; standard library only",
        (
            "text",
            "diagnostics",
            "codes",
            "settings",
            "store",
            "report",
            "baseline",
            "annotations",
            "sarif",
            "layers",
            "layer_drawing",
            "environment",
            "syntax",
        ),
    ),
)
"""Highest first; imports only point down."""

THIRD_PARTY: dict[str, frozenset[str]] = {
    "trace": frozenset({"msgspec", "numpy"}),
    "evaluation": frozenset({"msgspec", "numpy"}),
    "latex": frozenset({"math_core"}),
    "notes.compile": frozenset({"typst"}),
    "links": frozenset({"msgspec"}),
    "views": frozenset({"pygments"}),
    "pages": frozenset({"msgspec"}),
    "pages.inline": frozenset({"markdown"}),
    "grammar": frozenset({"msgspec"}),
    "mutation": frozenset({"msgspec"}),
    "drafting": frozenset({"msgspec"}),
    "recording": frozenset({"msgspec"}),
    "markdown_ext": frozenset({"markdown", "pymdownx"}),
    "mkdocs_plugin": frozenset({"mkdocs"}),
    "cli": frozenset({"click"}),
    "pytest_plugin": frozenset({"pytest"}),
    "lsp": frozenset({"lsprotocol", "pygls"}),
}
"""What a unit, or one module of it, may import besides the standard library."""

_LIGHT = ("affected", "check", "coverage", "draft", "mutate", "review", "where")
_COMMANDS = tuple(f"cli.{name}" for name in _LIGHT)
HOST_FREE = {
    "numpy": (*_COMMANDS, "mkdocs_plugin"),
    "mkdocs": (*_COMMANDS, "markdown_ext"),
}
"""Imports that loading these modules must not cause: numerical code runs in a worker only."""


@dataclass(frozen=True, slots=True)
class Module:
    """One file: `trace.plan`, its first docstring line, and the modules that it imports.

    Attributes:
        early: Those of `imports` that loading the module loads too.
        third: Top names of imports from outside docgen and the standard library.
        early_third: Those of `third` that loading the module loads too.
    """

    name: str
    summary: str
    line_count: int
    imports: tuple[str, ...]
    early: frozenset[str]
    third: frozenset[str]
    early_third: frozenset[str]

    @property
    def unit(self) -> str:
        """The package or module right below docgen, such as `trace` for `trace.plan`."""
        return self.name.split(".")[0]


@dataclass(frozen=True, slots=True)
class LayerMap:
    """The package as it stands.

    Attributes:
        imports: (importing unit, imported unit) → import statements, within a unit left out.
    """

    modules: tuple[Module, ...]
    imports: Counter[tuple[str, str]]


def scan_layers(package: Path) -> LayerMap:
    """The modules of the package and who imports whom, from the syntax alone."""
    files = sorted(package.rglob("*.py"))
    names = {f"{package.name}.{_dotted(file, package)}" for file in files}
    modules = tuple(_scan_module(file, package, names) for file in files)
    imports = Counter(
        (module.unit, target.split(".")[0]) for module in modules for target in module.imports
    )
    between = Counter({edge: count for edge, count in imports.items() if edge[0] != edge[1]})
    return LayerMap(modules, between)


def broken_rules(found: LayerMap) -> tuple[str, ...]:
    """A sentence for each import, size or name that breaks the design; none if all is well."""
    return (
        *_broken_directions(found),
        *_broken_third_parties(found),
        *_broken_host_rules(found),
        *_broken_sizes(found),
    )


def _dotted(file: Path, package: Path) -> str:
    parts = file.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _scan_module(file: Path, package: Path, names: set[str]) -> Module:
    text = file.read_text(encoding="utf-8")
    tree = module_tree(text, str(file))
    imports: list[str] = []
    early: set[str] = set()
    third: set[str] = set()
    early_third: set[str] = set()
    for target, is_early in _imported(tree, names):
        top = target.split(".")[0]
        if top == package.name:
            inner = target[len(top) + 1 :]
            imports.append(inner)
            early |= {inner} if is_early else set()
        elif top not in sys.stdlib_module_names:
            third.add(top)
            early_third |= {top} if is_early else set()
    summary = (ast.get_docstring(tree) or "").split("\n")[0]
    return Module(
        _dotted(file, package),
        summary,
        len(text.splitlines()),
        tuple(target for target in imports if target),
        frozenset(early - {""}),
        frozenset(third),
        frozenset(early_third),
    )


def _imported(tree: ast.Module, names: set[str]) -> Iterator[tuple[str, bool]]:
    """Every imported module, and whether loading the importing one loads it."""
    for node, is_early in _statements(tree, True):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, is_early
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inner = {f"{module}.{alias.name}" for alias in node.names} & names
            yield from ((target, is_early) for target in sorted(inner) or [module])


def _statements(node: ast.AST, is_early: bool) -> Iterator[tuple[ast.AST, bool]]:
    """The statements below a node, and whether loading its module executes each."""
    blocks = ("body", "orelse", "finalbody", "handlers", "cases")
    for each in (one for block in blocks for one in getattr(node, block, ())):
        yield each, is_early
        is_late = isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) or _is_for_types(each)
        yield from _statements(each, is_early and not is_late)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def layer_ranks() -> dict[str, int]:
    """Rank of every unit; 0 is the highest layer."""
    return {unit: rank for rank, layer in enumerate(LAYERS) for unit in layer.units}


def _broken_directions(found: LayerMap) -> Iterator[str]:
    ranks = layer_ranks()
    for module in found.modules:
        if module.name and module.unit not in ranks:
            yield f"{module.name} belongs to no layer"
            continue
        for target in module.imports:
            here, there = module.unit, target.split(".")[0]
            if not module.name:
                yield f"the package itself imports {target}"
            elif there in ranks and (
                ranks[here] > ranks[there]
                or (ranks[here] == ranks[there] and here != there and LAYERS[ranks[here]].apart)
            ):
                yield f"{module.name} ({_layer(here)}) imports {target} ({_layer(there)})"


def _layer(unit: str) -> str:
    return LAYERS[layer_ranks()[unit]].name


def _broken_third_parties(found: LayerMap) -> Iterator[str]:
    none: frozenset[str] = frozenset()
    for module in found.modules:
        allowed = THIRD_PARTY.get(module.unit, none) | THIRD_PARTY.get(module.name, none)
        for package in sorted(module.third - allowed):
            yield f"{module.name or 'the package itself'} imports {package}"


def _broken_host_rules(found: LayerMap) -> Iterator[str]:
    by_name = {module.name: module for module in found.modules}
    for package, starts in HOST_FREE.items():
        for start in starts:
            for name in sorted(_loaded(start, by_name)):
                if package in by_name[name].early_third:
                    yield f"loading {start} loads {name}, which imports {package}"


def _loaded(start: str, by_name: dict[str, Module]) -> set[str]:
    """The modules that importing `start` imports, itself included."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in seen:
            seen.add(name)
            waiting += by_name[name].early
    return seen


def _broken_sizes(found: LayerMap) -> Iterator[str]:
    for module in found.modules:
        if module.line_count > LINE_LIMIT:
            yield f"{module.name} has {module.line_count} lines, more than {LINE_LIMIT}"
        for part in module.name.split("."):
            if part in FORBIDDEN_NAMES or part.endswith("manager"):
                yield f"{module.name} has a name that says nothing"
