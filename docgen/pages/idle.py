"""Definitions that nothing uses: no check would notice if they were wrong.

With a row for `q` that names no code, `q = 7 x` is put in wherever `q` stands; if that is nowhere,
it is `unchecked-link`.
"""

from __future__ import annotations

from collections.abc import Iterable

from docgen.diagnostics import Fault
from docgen.latex.node import Call, Part
from docgen.links.bound import BoundEquation
from docgen.links.lower import left_function
from docgen.pages.context import PageContext, Site
from docgen.pages.tie import Check, defined_name, report_fault, symbols_in_reach


def check_idle(context: PageContext, check: Check) -> bool:
    """Report the parts of an equation that define what nothing uses; whether there is one."""
    if check.tree is None or (check.bound is None and not check.equation.defined):
        return False
    others = [other for other in context.site.checks.values() if other.facts is check.facts]
    if any(other.bound is None and not other.equation.defined for other in others):
        return False  # one that could not be read or tied may be what uses it
    symbols = symbols_in_reach(check.facts)
    found = False
    for part in check.tree.parts:
        name = defined_name(part, symbols)
        if not name or _is_used(context, check, part, name):
            continue
        found = True
        report_fault(
            context,
            check,
            Fault(
                "unchecked-link",
                f"`{name[:40]}` is defined and put in nowhere, so nothing checks it",
                part.chain.span,
                help="use it in an equation that is compared, or name its code in its row",
            ),
        )
    return found


def _is_used(context: PageContext, check: Check, part: Part, name: str) -> bool:
    call = left_function(part)
    if isinstance(call, Call):
        return any(check.key in bound.sources for bound in _bounds(context.site, None))
    return any(name in bound.inlined for bound in _bounds(context.site, check))


def _bounds(site: Site, beside: Check | None) -> Iterable[BoundEquation]:
    """Equations of the site; of one concept alone, where a check of it is given."""
    for other in site.checks.values():
        if beside is None or other.facts is beside.facts:
            yield from (bound for _, bound in other.ways)
