"""`docgen.json`: what a built site says of its equations, for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from docgen.diagnostics import Finding
from docgen.links.equation import Equation, Link
from docgen.links.symbol import Symbol
from docgen.pages.assemble import PageDraft
from docgen.pages.badge import power_above
from docgen.pages.context import ConceptFacts, equation_key
from docgen.pages.names import used_symbols
from docgen.pages.verdict import Verdict

VERSION = 1


def assemble_manifest(
    pages: Mapping[str, PageDraft], urls: Mapping[str, str], findings: Iterable[Finding]
) -> dict[str, Any]:
    """Everything about the site's equations and symbols, ready for JSON.

    Args:
        pages: Path of a page, from the docs folder → its finished draft.
        urls: Path of a page → its address from the site's root.
    """
    equations: list[dict[str, Any]] = []
    symbols: list[dict[str, Any]] = []
    for path in sorted(pages):
        draft = pages[path]
        url = urls.get(path, "")
        for equation, facts in draft.equations:
            equations.append(_equation(draft, path, url, equation, facts))
        for facts in draft.concepts:
            symbols += [
                {"page": path, "concept": _name(facts), **_symbol(symbol)}
                for symbol in facts.symbols
            ]
    return {
        "version": VERSION,
        "equations": equations,
        "symbols": symbols,
        "findings": [_finding(finding) for finding in findings],
        "coverage": _coverage(equations),
    }


def _name(facts: ConceptFacts | None) -> str:
    return facts.function.dotted if facts and facts.function else ""


def _equation(
    draft: PageDraft, path: str, url: str, equation: Equation, facts: ConceptFacts | None
) -> dict[str, Any]:
    symbols = [*facts.symbols, *facts.borrowed] if facts else []
    return {
        "id": equation.id,
        "page": path,
        "url": f"{url}#{equation.html_id}",
        "concept": _name(facts),
        "title": equation.title,
        "latex": equation.latex,
        "verdict": _verdict(draft.context.site.verdicts[equation_key(draft.page, equation)]),
        "links": [_link(draft, link) for link in equation.links],
        "symbols": [_symbol(symbol) for symbol in used_symbols(equation.latex, symbols)],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "state": verdict.state,
        "gap": power_above(verdict.gap),
        "tolerance": power_above(verdict.tolerance),
        "runs": verdict.runs,
        "replays": verdict.replays,
        "points": verdict.points,
        "variants": verdict.variants,
        "reason": verdict.reason,
        "trusted": list(verdict.trusted),
        "replayed": list(verdict.replayed),
        "definitions": list(verdict.sources),
    }


def _link(draft: PageDraft, link: Link) -> dict[str, Any]:
    anchor = link.anchor
    ref = draft.context.statement_ref(anchor)
    return {
        "role": link.role,
        "anchor": f"{anchor.dotted}.{anchor.cell}" if anchor.cell else anchor.dotted,
        "file": anchor.path,
        "start_line": ref.line,
        "end_line": ref.end_line,
        "code": anchor.code,
        "url": ref.url,
    }


def _symbol(symbol: Symbol) -> dict[str, Any]:
    return {
        "latex": symbol.latex,
        "meaning": symbol.meaning,
        "code": symbol.cell_text,
        "shape": str(symbol.shape) if symbol.shape is not None else "",
    }


def _finding(finding: Finding) -> dict[str, Any]:
    place = asdict(finding.place)
    place.pop("text")
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        **place,
        "help": finding.help,
    }


def _coverage(equations: list[dict[str, Any]]) -> dict[str, int]:
    """How many equations there are, how many are linked, and how many have each verdict."""
    states = [equation["verdict"]["state"] for equation in equations]
    return {
        "equations": len(equations),
        "linked": sum(1 for equation in equations if equation["links"]),
        **{state: states.count(state) for state in sorted(set(states))},
    }
