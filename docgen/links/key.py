"""How equations are named: `eq-widen` on their page, `docs/ffn.md#widen` on the whole site."""

from __future__ import annotations


def page_id(slug: str) -> str:
    """The anchor of an equation on its page."""
    return f"eq-{slug}"


def site_key(path: str, slug: str) -> str:
    """The name of an equation among those of all pages."""
    return f"{path}#{slug}"


def page_and_slug(key: str) -> tuple[str, str]:
    """What a name on the whole site is made of."""
    path, _, slug = key.rpartition("#")
    return path, slug
