"""Writes the reference of docgen's and the model's own code, from that code, into its pages.

A page of docs/reference says with a mark which package it has: `<!-- reference: docgen.links -->`.
A file that did not change since the last build of this process is not read again.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.toc import AnchorLink
from reference_html import render_module

import docgen
from docgen.layers import LAYERS

LOG = logging.getLogger("mkdocs.hooks.reference")
MARK = re.compile(r"<!-- reference: ([\w.]+) -->")
PACKAGES = "<!-- packages -->"
TOP = Path(docgen.__file__).parent
_READ: dict[Path, tuple[tuple[int, int], str]] = {}


def folder_of(package: str, root: Path) -> Path:
    """Where a package lies: docgen where it was imported from, others in the documented project."""
    top, *rest = package.split(".")
    return (TOP if top == "docgen" else root / top).joinpath(*rest)


def files_of(package: str, root: Path) -> list[Path]:
    """The public modules of a page; those right below docgen have one page, without packages."""
    folder = folder_of(package, root)
    found = folder.glob("*.py") if package == "docgen" else folder.rglob("*.py")
    return sorted(
        (file for file in found if file.name == "__init__.py" or not file.stem.startswith("_")),
        key=lambda file: module_name(file, package, folder),
    )


def module_name(file: Path, package: str, folder: Path) -> str:
    """`docgen.links.cell` for the file cell.py of the folder of docgen.links."""
    parts = file.relative_to(folder).with_suffix("").parts
    return ".".join([package, *(part for part in parts if part != "__init__")])


def page_html(package: str, root: Path) -> tuple[str, list[str]]:
    """HTML of a page, and the names of its modules."""
    folder = folder_of(package, root)
    made, names = [], []
    for file in files_of(package, root):
        name = module_name(file, package, folder)
        html = _module(file, name)
        if html:
            made.append(html)
            names.append(name)
    return "\n".join(made), names


def _module(file: Path, name: str) -> str:
    status = file.stat()
    stamp = (status.st_mtime_ns, status.st_size)
    if file not in _READ or _READ[file][0] != stamp:
        path = "/".join(name.split("."))
        path = f"{path}/__init__.py" if file.stem == "__init__" else f"{path}.py"
        try:
            _READ[file] = (stamp, render_module(name, path, file.read_text(encoding="utf-8")))
        except SyntaxError as error:  # `mkdocs serve` goes on: the next edit may mend it
            LOG.warning(f"{path}:{error.lineno}: no reference of it: {error.msg}")
            return ""
    return _READ[file][1]


def packages_list(pages: set[str]) -> str:
    """The layers of docgen, highest first, with a link to the page of each package."""
    rows = []
    for layer in LAYERS:
        targets = {unit: unit if (TOP / unit).is_dir() else "docgen" for unit in layer.units}
        for target in targets.values():
            if f"{target}.md" not in pages:
                raise ValueError(f"docs/reference/{target}.md is missing: copy one beside it")
        links = [f"[docgen.{unit}]({target}.md)" for unit, target in targets.items()]
        rows.append(f"- **{layer.name}**: {layer.words}. {', '.join(links)}.")
    return "\n".join(rows)


def on_page_markdown(markdown: str, *, page: Any, files: Any, **_: object) -> str:
    if page.file.src_uri != "reference/index.md":
        return markdown
    if PACKAGES not in markdown:
        raise ValueError(f"{page.file.src_uri} has lost its mark {PACKAGES}")
    here = {Path(file.src_uri).name for file in files if file.src_uri.startswith("reference/")}
    return markdown.replace(PACKAGES, packages_list(here))


def on_page_content(html: str, *, page: Any, config: Any, **_: object) -> str:
    if not page.file.src_uri.startswith("reference/") or page.file.src_uri.endswith("index.md"):
        return html
    match = MARK.search(html)
    if match is None:
        raise ValueError(f"{page.file.src_uri} has lost its mark <!-- reference: ... -->")
    made, names = page_html(match[1], Path(config.config_file_path).parent)
    if page.toc.items:
        page.toc.items[0].children += [AnchorLink(name, name, 2) for name in names]
    return html.replace(match[0], made)
