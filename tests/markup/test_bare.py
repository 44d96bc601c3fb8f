"""A bare CommonMark renderer with tables sees what the scanner sees."""

from __future__ import annotations

import pytest

from docgen.markup.scan import scan
from docgen.text import SourceText
from tests.markup.bare import bare_facts, scanned_facts

PAGE = """---
code: model.transformer
---
# Transformer block {#top}

## Feed-forward network

/// concept | ffn_forward
    group: Feed-forward and block
///

Each row has [32](value:config.emb_dim) numbers, [see](<code:grads[p + "a"]>) and [above](#top).

**Widen**
```math written="Z"
Z = X_n W_1
```

| Symbol | In code |
|---|---|
| $X_n$ | `Xn` |
| a \\| b | `c` |

/// example | One row
    run: tests.test_f

| | |
|---|---|
| `Xn` | [Input](code:f.Xn) |
///

Setext
------

- item

    ```python
    x = 1

      y = 2
    ```

> ## Quoted
>
> ~~~
> code
> ~~~

    # no heading

```
| no | table |
|----|-------|
```
"""


@pytest.mark.parametrize("text", [PAGE, "", "# H", "a | b\n--|--\nc | d"])
def test_same_facts(text: str) -> None:
    page = scan(SourceText("docs/a.md", text))
    assert page.findings == ()
    assert bare_facts(page) == scanned_facts(page)


def test_helper_sees_a_difference() -> None:
    page = scan(SourceText("docs/a.md", "!!! note\n\n    # H\n"))
    assert bare_facts(page) != scanned_facts(page)
