"""What is typed so far becomes the pages that begin so.

`docs/in` becomes `docs/index.md`.
"""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from docgen.cli.root import find_root
from docgen.project import PAGES
from docgen.settings import read_settings


def complete_pages(
    context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The pages of the project, as paths from here; any file where no page begins so."""
    any_file = [CompletionItem(incomplete, type="file")]
    try:
        root = find_root(context.params.get("root"))
    except click.UsageError:
        return any_file
    settings, _ = read_settings(root)
    here = Path.cwd()
    files = (root / settings.docs).rglob("*")
    pages = sorted(each for each in files if each.suffix in PAGES)
    paths = [Path(os.path.relpath(page, here)).as_posix() for page in pages]
    chosen = [CompletionItem(path) for path in paths if path.startswith(incomplete)]
    return chosen or any_file
