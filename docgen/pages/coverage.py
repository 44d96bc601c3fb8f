"""Which statements of the code are explained by equations, and by which kind of verdict.

`covered(site, ("verified",))` holds the statements whose values an independent equation compares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from docgen.pages.check import Check
from docgen.pages.context import Site
from docgen.source.flow import NodeKey


def covered(site: Site, states: Collection[str]) -> set[tuple[str, NodeKey]]:
    """File and node of the statements that equations with one of these verdicts rest on."""
    found: set[tuple[str, NodeKey]] = set()
    for key, check in site.checks.items():
        verdict = site.verdicts.get(key)
        if verdict is not None and verdict.state in states:
            found.update(_statements(site, check))
    return found


def _statements(site: Site, check: Check) -> Iterator[tuple[str, NodeKey]]:
    """The linked statements of an equation that a comparison reaches."""
    if check.bound is None or check.facts.function is None:
        return
    function = check.facts.function
    flow = site.flows[function.scope]
    reached = flow.feeding(check.bound.compared) | check.bound.compared
    for link in check.equation.links:
        is_own = link.role != "tests" and link.anchor.path == function.path
        if is_own and link.anchor.node in reached:
            yield function.path, link.anchor.node
