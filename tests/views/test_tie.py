"""Formulas with the brackets and the punctuation that stand beside them."""

from __future__ import annotations

import pytest

from docgen.views.tie import tie_formulas

X = "<math><mi>x</mi></math>"
SLOT = f'<span class="dg-inline">{X}</span>'


@pytest.mark.parametrize(
    "html",
    [
        f"<p>as «{X},» and",
        f"<p>as «{SLOT}.»</p>",
        f"<p>see «({SLOT}),» and «{X}:» or «[{X}]» and «“{X}”»</p>",
        f"<p>in «f({X},» «{X})» or «{X}’s» part</p>",
        f"<p>«<em>{SLOT}</em>;» «<a href='#x'>{X}</a>?» <em>«({X})»</em></p>",
        f'<p>«{X}.<sup id="n"><a href="#m">1</a></sup>» Then</p>',
        f"<p>{X} is {SLOT} and {X}-th, <b>{X}</b></p>",
        f"<td>{X}</td> ( {X} ) <code>f</code>({X}",
        "<p>(a), b.</p>",
    ],
)
def test_what_stands_at_a_formula_is_tied_to_it(html: str) -> None:
    made = html.replace("«", '<span class="dg-tie">').replace("»", "</span>")
    plain = html.replace("«", "").replace("»", "")

    assert tie_formulas(plain) == made
    assert tie_formulas(made) == made
