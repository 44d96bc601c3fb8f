"""What the case files share: pages with one concept, and what a project shows of them."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node

from docgen.pages.render import render_draft
from docgen.project import Project

SITE = """
site_name: case
theme: material
plugins: [search, docgen]
markdown_extensions:
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - tables
  - pymdownx.details
  - pymdownx.superfences
  - pymdownx.blocks.admonition
  - pymdownx.blocks.details
  - pymdownx.blocks.tab
  - pymdownx.tabbed:
      alternate_style: true
"""


def page(body: str, code: str = "model") -> str:
    """A page whose front matter names a module; the body begins in line 4."""
    return f"---\ncode: {code}\n---\n{body}"


def concept(function: str, rows: tuple[str, ...] = (), run: str = "ex", prose: str = "") -> str:
    """A section with one example; without rows the example shows everything."""
    table = "\n| | |\n|---|---|\n" + "".join(f"| `{row}` | |\n" for row in rows) if rows else ""
    return (
        f"## {function}\n\n/// concept | {function}\n    parts: none\n///\n\n{prose}\n\n"
        f"/// example | Run\n    run: {run}\n{table}///\n\n"
    )


def links(*targets: str) -> str:
    return "".join(f"[it](<code:{target}>)\n\n" for target in targets)


def listings(*targets: str) -> str:
    return "".join(f"/// listing\n    in: {target}\n///\n\n" for target in targets)


def drawn(project: Project, path: str = "index.md") -> HTMLParser:
    """Everything that docgen draws on a page."""
    draft = project.pages[path]
    return HTMLParser("".join(render_draft(draft, each) for each in draft.drafts))


def references(html: HTMLParser) -> list[str]:
    """`file:line` of every link and listing, in order."""
    return [node.text() for node in html.css(".dg-ref")]


def gutters(html: HTMLParser) -> list[list[int]]:
    """The numbers beside the lines of each listing."""
    return [
        [int(number.attributes["data-line"] or "") for number in listing.css(".dg-no")]
        for listing in html.css(".dg-listing")
    ]


def marked(html: HTMLParser) -> list[int]:
    """Numbers of the highlighted lines."""
    nodes = html.css(".dg-hl .dg-no")
    return [int(node.attributes["data-line"] or "") for node in nodes]


def values(html: HTMLParser) -> list[tuple[str, str]]:
    """Step and value of every row of the step tables."""
    found = []
    for row in html.css(".dg-steps tbody tr"):
        step, value = row.css_first("th"), row.css_first('td[data-head="Value"]')
        if step is not None and value is not None:
            found.append((step.text(strip=True), value.text(strip=True)))
    return found


def around(node: Node) -> list[str]:
    """Tags from a node up to the article."""
    tags: list[str] = []
    at: Node | None = node
    while at is not None and at.tag != "article":
        tags.append(at.tag or "")
        at = at.parent
    return tags
