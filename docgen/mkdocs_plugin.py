"""The MkDocs plugin: watching, late insertion, strict mode, assets and `docgen.json`."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterator
from importlib.resources import files as resource_files
from pathlib import Path
from typing import Any, Literal, cast

from mkdocs.config.base import Config
from mkdocs.config.config_options import ExtraScriptValue, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from docgen.baseline import Baseline, BaselineError
from docgen.diagnostics import Finding
from docgen.markdown_ext import SLOT, DocgenExtension
from docgen.pages.manifest import assemble_manifest
from docgen.pages.trial import page_name, script_path, trial_script
from docgen.project import Project
from docgen.report import render_finding
from docgen.views.bundle import script, stylesheet
from docgen.views.link import link_style

LOG = logging.getLogger("mkdocs.plugins.docgen")
EPOCH = "SOURCE_DATE_EPOCH"
UNREAD = re.compile(r"""<a\s[^>]*?href=["']?(?:code|value):""")
ASSETS = "assets/docgen"
STYLE = f"{ASSETS}/docgen.css"
SCRIPT = f"{ASSETS}/docgen.js"


class DocgenConfig(Config):  # type: ignore[no-untyped-call]
    """Options in mkdocs.yml; everything else stands in `[tool.docgen]` of pyproject.toml."""

    late = Type(bool, default=True)
    """Keep listings and mathematics out of Markdown and the search index's HTML parser."""


class DocgenPlugin(BasePlugin[DocgenConfig]):  # type: ignore[no-untyped-call]
    """Builds the pages of the project that holds mkdocs.yml."""

    def __init__(self) -> None:
        super().__init__()
        self.command: str = "build"
        self.server: LiveReloadServer | None = None
        self.watched: set[Path] = set()
        self.logged: set[Finding] = set()
        self.known = Baseline(())
        self.epoch_is_ours = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember the command; MkDocs keeps a plugin with this event over rebuilds of `serve`."""
        self.command = command

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Open the project and put the extension and the script in place.

        Raises:
            PluginError: The pages lie outside of the folder of mkdocs.yml.
        """
        root = Path(config.config_file_path or ".").resolve().parent
        self.project = Project.open(root)
        self.project.offers_trials = True
        self.project.has_folders = config.use_directory_urls
        self.project.counts = True
        if self.command != "serve" and EPOCH not in os.environ:
            # The dates that MkDocs writes, into the sitemap for one, are those of the commit.
            committed = self.project.commit_time()
            if committed:
                os.environ[EPOCH] = committed
                self.epoch_is_ours = True
        self.extension = DocgenExtension(project=self.project, late=self.config.late)
        kept = [name for name in config.markdown_extensions if name != "docgen"]
        # MkDocs hands the list to Markdown, which takes instances as well as names.
        config.markdown_extensions = [*kept, cast(str, self.extension)]
        if all(str(each) != SCRIPT for each in config.extra_javascript):
            deferred = ExtraScriptValue(SCRIPT)
            deferred.defer = True
            config.extra_javascript.append(deferred)
        docs = Path(config.docs_dir).resolve()
        if not docs.is_relative_to(root):
            raise PluginError(
                f"docgen: docs_dir {docs} lies outside of {root}; move mkdocs.yml to the folder "
                "that holds the pages, the code and pyproject.toml"
            )
        self.project.use_docs(docs.relative_to(root).as_posix())
        return config

    @event_priority(-100)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Check the whole project before the first page, and add the assets."""
        self.logged = set()
        self.known = self._baseline()
        published = frozenset(file.src_uri for file in files.documentation_pages())
        self.project.load(config.repo_url or "", self.command != "serve", published)
        self._log()
        for name, content in _assets():
            files.append(File.generated(config, f"{ASSETS}/{name}", content=content))
        for name, content in self.project.documents():
            files.append(File.generated(config, name, content=content))
        return files

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Tell the extension which page comes; the text stays as it is."""
        self.extension.path = page.file.src_uri
        return markdown

    @event_priority(100)
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Fill the slots and link the stylesheet, before minifiers see the page.

        A site whose `extra_css` names the stylesheet has it there, before or after its own.

        Raises:
            PluginError: A slot was not filled.
        """
        output = self.extension.place(output)
        left = SLOT.search(output)
        if left or UNREAD.search(output):
            raise PluginError(f"docgen: a slot of {page.file.src_uri} was not filled")
        if STYLE in config.extra_css:
            return output
        return link_style(output, get_relative_url(STYLE, page.url))

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Report what rendering brought to light, and write `docgen.json`."""
        self._log()
        self._watch()
        manifest = assemble_manifest(self.project.pages, self._urls(config), self.project.findings)
        text = json.dumps(manifest, indent=1, ensure_ascii=False, sort_keys=True)
        target = Path(config.site_dir) / "docgen.json"
        target.write_text(text + "\n", encoding="utf-8")
        self._write_trials(Path(config.site_dir) / ASSETS)
        self._restore_epoch()

    def _write_trials(self, assets: Path) -> None:
        """Write what a reader needs to try the equations of each page that was rendered."""
        for draft in self.extension.drafts.values():
            text = trial_script(draft.context, draft.equations)
            if text:
                target = assets / script_path(page_name(draft.context))
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")

    def on_build_error(self, *, error: Exception) -> None:
        """Put the environment back as it was before the build."""
        self._restore_epoch()

    def _restore_epoch(self) -> None:
        if self.epoch_is_ours:
            os.environ.pop(EPOCH, None)
            self.epoch_is_ours = False

    def _urls(self, config: MkDocsConfig) -> dict[str, str]:
        return {
            path: File(path, config.docs_dir, config.site_dir, config.use_directory_urls).url
            for path in self.project.pages
        }

    def on_serve(
        self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        """Watch every file that a page rests on."""
        self.server = server
        self._watch()
        return server

    def _watch(self) -> None:
        """Watch what the last build rested on, besides what is watched already."""
        if self.server is None:
            return
        for path in self.project.watched():
            if path not in self.watched and path.is_file():
                self.watched.add(path)
                self.server.watch(str(path))

    def _baseline(self) -> Baseline:
        """The findings that the project knows; they are logged and do not fail."""
        try:
            return self.project.known()
        except BaselineError as error:
            raise PluginError(f"docgen: {error}") from None

    def _log(self) -> None:
        """One record a finding, so that `--strict` counts each error once and no warning."""
        for finding in self.project.findings:
            if finding in self.logged:
                continue
            self.logged.add(finding)
            is_known = self.known.take(finding)
            is_fault = finding.severity == "error" and not is_known
            level = logging.WARNING if is_fault else logging.INFO
            LOG.log(level, render_finding(finding).rstrip())


def _assets() -> Iterator[tuple[str, bytes]]:
    """What a site serves beside its pages; what is in `try/` a page asks for when it needs it."""
    folder = resource_files("docgen") / "assets"
    for home in ("", "try/"):
        entries = (folder / home.rstrip("/")).iterdir() if home else folder.iterdir()
        for asset in sorted(entries, key=lambda entry: entry.name):
            if asset.name.endswith((".woff2", ".js", ".css", ".json", ".txt")):
                yield f"{home}{asset.name}", asset.read_bytes()
    yield STYLE.removeprefix(f"{ASSETS}/"), stylesheet().encode()
    yield SCRIPT.removeprefix(f"{ASSETS}/"), script().encode()
