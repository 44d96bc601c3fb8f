"""The equations of the site that another one puts in, with what came of their own checks.

`y = F(x)` rests on `F(u) = 2 u` of another page: where that is a mismatch, so `Called` says.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.links.key import page_and_slug, page_id
from docgen.pages.context import Site
from docgen.pages.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Called:
    """An equation that defines a function which another equation calls.

    Attributes:
        page: From the project's root.
        html_id: Of the equation on its page.
        state: Of its own verdict.
    """

    title: str
    page: str
    html_id: str
    state: str


def called_by(site: Site, verdict: Verdict) -> tuple[Called, ...]:
    """What an equation rests on, in the order in which it was put in; all verdicts are known."""
    return tuple(_called(site, key, title) for key, title in verdict.sources)


def _called(site: Site, key: str, title: str) -> Called:
    page, slug = page_and_slug(key)
    own = site.verdicts.get(key)
    return Called(title, page, page_id(slug), own.state if own is not None else "not-run")
