"""Equations tried on the site of another project: odd names of pages, odd kinds of numbers.

The site lies below a path of its host, and its pages are files of their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Served
from tests.browser.opened import Watch, opened
from tests.conftest import build_site, site_config, write_files

pytestmark = pytest.mark.browser

CODE = """
import numpy as np


def work(x, K, n, pos, flags, tiny, mask, h):
    y = K @ x
    doubled = n * 2
    picked = x[pos]
    kept = np.where(flags, x, 0.0)
    small = tiny * 2
    open_ = x + mask
    h = h + K @ x
    top = x.max()
    twice = x + x
    return y
"""
RUNS = """
import numpy as np
from odd import work


def one(n=(1, 4, -3)):
    work(
        np.array([1.0, -2.0, 0.5]),
        np.array([[2.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 1.0]]),
        np.array(n),
        np.array([2, 0]),
        np.array([True, False, True]),
        np.array([0.1, 3.0, -7.0, 0.5], np.float32),
        np.array([0.0, -np.inf, 2.0]),
        np.array([0.5, 1.5, -1.0]),
    )


def two():
    one(n=(-2, 7, 5))
"""
EQUATIONS = r"""
**Product**
```math
y = K x
```

**Doubled**
```math
m = 2 n
```

**Picked**
```math
q_i = x_{p_i}
```

**Kept**
```math
k_j = \begin{cases} x_j & f_j = 1 \\ 0 & \text{otherwise} \end{cases}
```

**Single**
```math
s = 2 t
```

**Masked**
```math
o = x + M
```

/// details | More
**Moved**
```math
h \leftarrow h + K x
```
///

**Two**
```math
\begin{aligned} y &= K x \\ m &= 2 n \end{aligned}
```

**Twice**
```math
r = x + v
```

**Top**
```math holds="yes" code="top"
x_j \le u \quad \text{for all } j
```
"""
TABLE = """
| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | input | `x` | (d,) |
| $K$ | kernel | `K` | (d, d) symmetric |
| $y$ | product | `y` | (d,) |
| $n$ | counts | `n` | (d,) |
| $m$ | doubled | `doubled` | (d,) |
| $p$ | positions | `pos` | (w,) in d |
| $q$ | picked | `picked` | (w,) |
| $f$ | flags | `flags` | (d,) |
| $k$ | kept | `kept` | (d,) |
| $t$ | tiny | `tiny` | (g,) |
| $s$ | small | `small` | (g,) |
| $M$ | mask | `mask` | (d,) |
| $o$ | open | `open_` | (d,) |
| $h$ | state | `h` | (d,) |
| $u$ | largest | `top` | scalar |
| $v$ | input too | `x` | (d,) |
| $r$ | twice | `twice` | (d,) |

/// example
    run: runs.one
///

/// example
    run: runs.two
///
"""
TEXT = "---\ncode: odd\n---\n# Odd\n\n## Work\n\n/// concept | work\n    parts: none\n///\n"
NAMES = ("index.md", "a b/index.md", "a b/Größe, v1.2 #1.md", "a b/c+d%20.md")
CONFIG = site_config(
    "tables",
    "pymdownx.superfences",
    "pymdownx.blocks.details",
    more="site_url: https://example.org/docs/latest/\nuse_directory_urls: false",
)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The site below `docs/latest/` of its host."""
    root = tmp_path_factory.mktemp("odd")
    pages = {f"docs/{name}": TEXT + TABLE + EQUATIONS for name in NAMES}
    settings = {"pyproject.toml": "[tool.docgen]\n", "mkdocs.yml": CONFIG}
    write_files(root, {**settings, "odd.py": CODE, "runs.py": RUNS, **pages})
    site = root / "host"
    build_site(root, strict=False, site_dir=str(site / "docs" / "latest"))
    running = Served(site)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def page(chromium: Browser, odd: Served) -> Iterator[Page]:
    with opened(chromium, 1280) as page:
        watch = Watch(page, odd.url)
        page.goto(address(odd, NAMES[2]), wait_until="load")
        yield page
        assert watch.faults == []


def address(odd: Served, name: str) -> str:
    return f"{odd.url}docs/latest/{quote(name.removesuffix('.md'))}.html"


def tried(page: Page, equation: str) -> Locator:
    """The panel of an equation, opened anew."""
    found = page.locator(f"#{equation} .dg-trial")
    if found.count():
        found.get_by_role("button", name="Close").click()
    page.locator(f'dg-try[data-eq="{equation}"] button').evaluate("(one) => one.click()")
    found.wait_for(state="attached")
    return found


def typed(within: Locator, name: str, text: str) -> str:
    """What the panel says once a number was typed."""
    entry = within.get_by_label(name, exact=True)
    entry.evaluate(
        "(one, text) => { one.value = text; one.dispatchEvent(new Event('input')); }", text
    )
    return within.locator(".dg-try-verdict").first.inner_text()


@pytest.mark.parametrize("name", NAMES)
def test_names_of_pages(chromium: Browser, odd: Served, name: str) -> None:
    with opened(chromium, 1280) as page:
        watch = Watch(page, odd.url)
        page.goto(address(odd, name), wait_until="load")
        found = tried(page, "eq-doubled")
        assert typed(found, "n [0]", "1").startswith("Both sides agree")
        assert watch.faults == []


def test_all_come_out_as_on_the_page(page: Page) -> None:
    hosts = page.locator("dg-try").evaluate_all("(all) => all.map((one) => one.dataset.eq)")
    assert hosts == [
        *("eq-product", "eq-doubled", "eq-picked", "eq-kept", "eq-single", "eq-masked"),
        *("eq-moved", "eq-two", "eq-twice", "eq-top"),
    ]
    for name in hosts:
        found = tried(page, name)
        texts = found.locator(".dg-try-verdict").all_inner_texts()
        texts += found.locator(".dg-try-alarm").all_inner_texts()
        assert [
            text for text in texts if text and "agree" not in text and "holds" not in text
        ] == []


def test_a_symmetric_matrix(page: Page) -> None:
    found = tried(page, "eq-product")
    said = typed(found, "K [0, 2]", "4")
    assert said == (
        "Not evaluated: K is declared symmetric, the array differs from its transpose; "
        "change both entries."
    )
    # y = (2 - 2 + 0, ...) becomes (2 - 2 + 2, 1 - 6 - 0.5, 4 + 2 + 0.5).
    assert typed(found, "K [2, 0]", "4").startswith("Differ by 4 at [2]: left 2.5, right 6.5.")


WHOLE, NUMBER = "Type a whole number.", "Type a number, such as 0.5 or -2e-3."
POSITION, TRUTH = "Type a whole number from 0 to 2.", "Type 0 or 1."


@pytest.mark.parametrize(
    ("equation", "field", "text", "problem"),
    [
        *(
            ("eq-product", "x [0]", text, NUMBER)
            for text in ("", " ", "-", "1,5", "1e400", "-1e309", "１", "0x10", "1 2", "NaN", "1e")
        ),
        *(
            ("eq-product", "x [0]", text, "")
            for text in (" 1 ", "1.", "+.5", "1E-2", "-0", "1e300")
        ),
        *(("eq-doubled", "n [0]", text, WHOLE) for text in ("1.0", "1e3", "9007199254740993")),
        *(("eq-picked", "pos [0]", text, POSITION) for text in ("3", "-1", "0.5", "")),
        *(("eq-kept", "flags [0]", text, TRUTH) for text in ("2", "true", "")),
        ("eq-single", "tiny [0]", "1e39", NUMBER),
        ("eq-single", "tiny [0]", "1e38", ""),
    ],
)
def test_what_is_typed(page: Page, equation: str, field: str, text: str, problem: str) -> None:
    found = tried(page, equation)
    said = typed(found, field, text)
    assert found.get_by_label(field, exact=True).input_value() == text
    told = [one for one in found.locator(".dg-try-message").all_inner_texts() if one]
    told = [one for one in told if not one.startswith("Fixed")]
    assert told == ([f"{field}: {problem}"] if problem else [])
    assert said.startswith("Not evaluated: one field") == bool(problem)


def test_kinds_of_numbers(page: Page) -> None:
    found = tried(page, "eq-picked")
    assert typed(found, "pos [0]", "1").startswith("Differ by 2.5 at i = 1: left 0.5, right -2.")
    found = tried(page, "eq-kept")
    assert typed(found, "flags [1]", "1").startswith("Differ by 2 at j = 2: left 0, right -2.")
    found = tried(page, "eq-single")
    # The nearest float32 of 0.1 is what was recorded.
    assert typed(found, "tiny [0]", "0.1").startswith("Both sides agree")
    found = tried(page, "eq-masked")
    assert typed(found, "x [1]", "7").startswith("Both sides agree")
    assert typed(found, "x [0]", "3").startswith("Differ by 2 at [0]: left 1, right 3.")


def test_one_array_under_two_names(page: Page) -> None:
    found = tried(page, "eq-twice")
    both = found.get_by_label("x [0]", exact=True)
    both.nth(1).evaluate("(one) => { one.value = 'z'; one.dispatchEvent(new Event('input')); }")
    both.first.evaluate("(one) => { one.value = '3'; one.dispatchEvent(new Event('input')); }")
    assert [each.input_value() for each in both.all()] == ["3", "3"]
    # The wrong text of the second field went with it.
    assert found.locator("[aria-invalid]").count() == 0
    said = found.locator(".dg-try-verdict").inner_text()
    assert said.startswith("Differ by 4 at [0]: left 2, right 6.")


def test_an_inequality(page: Page) -> None:
    found = tried(page, "eq-top")
    assert typed(found, "x [1]", "9").startswith(
        "It does not hold at j = 2: left 9, right 1. Both sides were evaluated from the numbers"
    )
    assert typed(found, "top", "9").startswith("It holds")


def test_another_size_of_a_symmetric_matrix(page: Page) -> None:
    found = tried(page, "eq-product")
    size = found.get_by_label("d =")
    size.fill("5")
    expect(found.locator(".dg-try-verdict")).to_contain_text("the value of the formula alone")
    values = found.get_by_role("group", name="Numbers of K").locator("input")
    rows = values.evaluate_all("(all) => all.map((one) => one.value)")
    assert [rows[5 * i + j] for i in range(5) for j in range(5)] == [
        rows[5 * j + i] for i in range(5) for j in range(5)
    ]


def test_a_size_that_is_none_stays_wrong(page: Page) -> None:
    found = tried(page, "eq-picked")
    found.get_by_label("d =").fill("0")
    found.get_by_label("w =").fill("1")
    expect(found.locator(".dg-try-verdict")).to_contain_text("Not evaluated: one field")
    expect(found.get_by_label("d =")).to_have_attribute("aria-invalid", "true")


def test_many_quick_edits(page: Page) -> None:
    found = tried(page, "eq-doubled")
    tried(page, "eq-product")
    found.get_by_label("n [2]", exact=True).evaluate(
        """(one) => {
          for (let k = 0; k < 300; k++) {
            one.value = String(k % 7 ? k : "x");
            one.dispatchEvent(new Event("input"));
          }
        }"""
    )
    said = found.locator(".dg-try-verdict")
    expect(said).to_contain_text("Differ by 604 at [2]: left -6, right 598.")
    expect(found.locator("[aria-invalid]")).to_have_count(0)


def test_left_while_it_loads(chromium: Browser, odd: Served) -> None:
    with opened(chromium, 1280) as page:
        watch = Watch(page, odd.url)
        page.goto(address(odd, NAMES[0]), wait_until="load")
        page.locator('dg-try[data-eq="eq-product"] button').click(no_wait_after=True)
        page.goto(address(odd, NAMES[1]), wait_until="load")
        page.go_back(wait_until="load")
        found = tried(page, "eq-product")
        assert typed(found, "x [0]", "1").startswith("Both sides agree")
        assert [one for one in watch.faults if "ERR_ABORTED" not in one] == []
