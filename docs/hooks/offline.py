"""Makes the site of mkdocs.offline.yml search from `file://`, where no worker may start.

Material's `offline` plugin loads its stand-in for workers from another host; docgen ships one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

SCRIPT = "assets/offline/worker.js"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Load the stand-in before the theme's script, and never ask a server for a page."""
    if _is_offline(config):
        config.extra["polyfills"] = [*config.extra.get("polyfills", []), SCRIPT]
        features = config.theme["features"]
        config.theme["features"] = [name for name in features if "instant" not in name]
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Serve the stand-in."""
    if _is_offline(config):
        source = Path(__file__).with_suffix(".js").read_bytes()
        files.append(File.generated(config, SCRIPT, content=source))
    return files


def on_post_build(*, config: MkDocsConfig, **_: Any) -> None:
    """Write the index of the search as a script too, since `file://` has no fetch."""
    if _is_offline(config):
        index = Path(config.site_dir) / "search" / "search_index.json"
        text = index.read_text(encoding="utf-8")
        index.with_suffix(".js").write_text(f"var __index = {text}\n", encoding="utf-8")


def _is_offline(config: MkDocsConfig) -> bool:
    return bool(config.extra.get("offline"))
