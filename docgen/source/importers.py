"""The files that may call into a package: its own, and all that import one of these, and so on.

Only their `import` lines are looked at, so that a large project need not be parsed to know who
calls one small package of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from docgen.source.index import SourceIndex

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+(?P<origin>[.\w]+)[ \t]+import\b|import[ \t]+(?P<names>[\w., \t]+))",
    re.MULTILINE,
)


def importers(index: SourceIndex, root: str) -> list[str]:
    """Paths of the files below a top-level package or module, and of those that import them.

    Args:
        root: Its name; empty for every file.
    """
    paths = index.paths()
    if not root:
        return paths
    names = {path: index.name_of(path) for path in paths}
    imports = {path: _imported(index, path, names[path]) for path in paths}
    found = {path for path in paths if names[path].partition(".")[0] == root}
    reached = {names[path] for path in found} | ({root} if index.is_installed(root) else set())
    pending = True
    while pending:
        new = {
            path
            for path in paths
            if path not in found and any(_meets(name, reached) for name in imports[path])
        }
        found |= new
        reached |= {names[path] for path in new}
        pending = bool(new)
    return [path for path in paths if path in found]


def _imported(index: SourceIndex, path: str, name: str) -> set[str]:
    """Modules that a file imports, as far as its lines say."""
    try:
        data = (index.root / path).read_bytes()
    except OSError:
        return set()
    found: set[str] = set()
    for match in _IMPORT.finditer(data):
        origin = (match["origin"] or b"").decode("utf-8", "replace")
        if origin.startswith("."):
            package = name.split(".")
            level = len(origin) - len(origin.lstrip("."))
            # A package's own file counts as inside of the package; what it takes is near either.
            for depth in (level, level - 1):
                above = package[: len(package) - depth] if depth else package
                found.add(".".join([*above, *filter(None, [origin.lstrip(".")])]))
        elif origin:
            found.add(origin)
        else:
            names = (match["names"] or b"").decode("utf-8", "replace")
            found |= {part.split()[0] for part in names.split(",") if part.split()}
    return {one for one in found if one}


def _meets(name: str, reached: Iterable[str]) -> bool:
    """Whether importing a name may bring in one of the modules: it, one inside, or one around."""
    return any(
        one == name or one.startswith(f"{name}.") or name.startswith(f"{one}.") for one in reached
    )
