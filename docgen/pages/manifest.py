"""`docgen.json`: what a built site says of its equations, for programs.

An equation with two links becomes a record of `docgen.pages.publication`, and that plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import msgspec

from docgen.diagnostics import Finding
from docgen.links.equation import Equation, Link
from docgen.links.symbol import Symbol
from docgen.pages import publication
from docgen.pages.assemble import PageDraft
from docgen.pages.badge import power_above
from docgen.pages.called import Called, called_by
from docgen.pages.citation import readable_cited
from docgen.pages.context import ConceptFacts, Site, equation_key
from docgen.pages.names import used_symbols
from docgen.pages.verdict import Verdict


def assemble_manifest(
    pages: Mapping[str, PageDraft], urls: Mapping[str, str], findings: Iterable[Finding]
) -> dict[str, Any]:
    """Everything about the site's equations and symbols, ready for JSON.

    Args:
        pages: Path of a page, from the docs folder → its finished draft.
        urls: Path of a page → its address from the site's root.
    """
    equations: list[publication.Equation] = []
    symbols: list[publication.DeclaredSymbol] = []
    for path in sorted(pages):
        draft = pages[path]
        for equation, facts in draft.equations:
            equations.append(_equation(draft, path, urls, equation, facts))
        for facts in draft.concepts:
            symbols += [
                publication.DeclaredSymbol(path, _name(facts), *_fields(symbol))
                for symbol in facts.symbols
            ]
    manifest = publication.Manifest(
        1, equations, symbols, [_finding(finding) for finding in findings], _coverage(equations)
    )
    plain: dict[str, Any] = msgspec.to_builtins(manifest)
    return plain


def _name(facts: ConceptFacts | None) -> str:
    return facts.function.dotted if facts and facts.function else ""


def _equation(
    draft: PageDraft,
    path: str,
    urls: Mapping[str, str],
    equation: Equation,
    facts: ConceptFacts | None,
) -> publication.Equation:
    symbols = [*facts.symbols, *facts.borrowed] if facts else []
    return publication.Equation(
        id=equation.id,
        page=path,
        url=f"{urls.get(path, '')}#{equation.html_id}",
        concept=_name(facts),
        title=equation.title,
        latex=equation.latex,
        verdict=_verdict(
            draft.context.site,
            draft.context.site.verdicts[equation_key(draft.page, equation)],
            urls,
        ),
        links=[_link(draft, link) for link in equation.links],
        cites=[
            publication.Citation(cited.key, cited.citation.locator, cited.address)
            for cited in readable_cited(draft.context, equation.fence.options)
        ],
        symbols=[
            publication.Symbol(*_fields(symbol)) for symbol in used_symbols(equation.latex, symbols)
        ],
    )


def _verdict(site: Site, verdict: Verdict, urls: Mapping[str, str]) -> publication.Verdict:
    return publication.Verdict(
        state=cast(publication.State, verdict.state),
        gap=power_above(verdict.gap),
        tolerance=power_above(verdict.tolerance),
        runs=verdict.runs,
        replays=verdict.replays,
        points=verdict.points,
        variants=verdict.variants,
        reason=verdict.reason,
        trusted=list(verdict.trusted),
        replayed=list(verdict.replayed),
        definitions=[_definition(site, called, urls) for called in called_by(site, verdict)],
    )


def _definition(site: Site, called: Called, urls: Mapping[str, str]) -> publication.Definition:
    path = called.page.removeprefix(f"{site.settings.docs}/")
    url = f"{urls.get(path, '')}#{called.html_id}"
    return publication.Definition(called.title, url, cast(publication.State, called.state))


def _link(draft: PageDraft, link: Link) -> publication.Link:
    anchor = link.anchor
    ref = draft.context.statement_ref(anchor)
    return publication.Link(
        role=link.role,
        anchor=f"{anchor.dotted}.{anchor.cell}" if anchor.cell else anchor.dotted,
        file=anchor.path,
        start_line=ref.line,
        end_line=ref.end_line,
        code=anchor.code,
        url=ref.url,
    )


def _fields(symbol: Symbol) -> tuple[str, str, str, str]:
    """LaTeX, meaning, code and shape, as the records have them."""
    shape = str(symbol.shape) if symbol.shape is not None else ""
    return symbol.latex, symbol.meaning, symbol.cell_text, shape


def _finding(finding: Finding) -> publication.Finding:
    place = finding.place
    return publication.Finding(
        code=finding.code,
        severity=finding.severity,
        message=finding.message,
        path=place.path,
        line=place.line,
        column=place.column,
        end_column=place.end_column,
        help=finding.help,
    )


def _coverage(equations: Sequence[publication.Equation]) -> publication.Coverage:
    states = Counter(equation.verdict.state for equation in equations)
    return publication.Coverage(
        len(equations),
        sum(1 for equation in equations if equation.links),
        **{state.replace("-", "_"): count for state, count in states.items()},
    )
