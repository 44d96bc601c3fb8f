"""Links of the running text become the paragraphs that hold them."""

from __future__ import annotations

from textwrap import dedent

from docgen.markup.scan import scan
from docgen.pages.prose import paragraphs
from docgen.text import SourceText

PAGE = """\
# On [the head](code:head)

Two links, [one](code:a) and
[two](value:b), of a [page](other.md) with many more words than eight in it.
See also ![a picture](x.png).

- Item [three](code:c)
  goes on here.
- Another without.
1. And [four](code:d).

> Quoted [five](code:e)
> and more.

No link to code, only [one](other.md#eq-x) to [an equation](#eq-y).

| Name | What |
|---|---|
| x | see [six](code:f) |
| y | nothing |

Before a fence [seven](code:g["k"])
```python
[eight](code:h)
```

**Title with [nine](code:i)**
```math
x = y
```

/// listing
    in: f
///
After a block [ten](code:j).
"""


def told(text: str) -> list[tuple[int, int, str, list[str]]]:
    page = scan(SourceText("docs/page.md", dedent(text)))
    return [
        (each.line, each.end_line, each.words, [link.target for link in each.links])
        for each in paragraphs(page)
    ]


def test_paragraphs() -> None:
    assert told(PAGE) == [
        (1, 1, "On the head", ["head"]),
        (3, 5, "Two links, one and two, of a page …", ["a", "b"]),
        (7, 8, "Item three goes on here.", ["c"]),
        (10, 10, "1. And four.", ["d"]),
        (12, 13, "Quoted five and more.", ["e"]),
        (19, 19, "x see six", ["f"]),
        (22, 22, "Before a fence seven", ['g["k"]']),
        (27, 27, "Title with nine", ["i"]),
        (35, 35, "After a block ten.", ["j"]),
    ]


def test_a_page_without_links_to_code() -> None:
    assert told("# Page\n\nOnly [words](other.md).\n") == []
