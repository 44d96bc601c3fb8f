"""Why no equation explains a statement: reasons that the settings give, and whether they hold.

`"model.sample.u" = "a draw of the generator"` under `[tool.docgen.unexplained]` is the reason of
the statement that binds `u`.
"""

from __future__ import annotations

from dataclasses import replace

from docgen.diagnostics import Fault, Finding
from docgen.pages.context import Site
from docgen.pages.coverage import covered
from docgen.pages.dimension import setting_finding
from docgen.pages.watch import StatementKey
from docgen.source.anchor import Anchor
from docgen.source.module import node_key
from docgen.source.statements import definition_of


def reasons(site: Site) -> dict[StatementKey, str]:
    """Statement → the reason that the settings give for it; of a function, for all of its own.

    What names one statement goes before what names its function.
    """
    found: dict[StatementKey, str] = {}
    for text, reason in site.settings.unexplained.items():
        try:
            anchor = site.index.resolve(text)
        except Fault:
            continue  # reported where the settings are checked
        is_whole = anchor.kind == "function"
        for place in _places(site, anchor):
            if is_whole:
                found.setdefault(place, reason)
            else:
                found[place] = reason
    return found


def _places(site: Site, anchor: Anchor) -> list[StatementKey]:
    if anchor.kind != "function":
        return [StatementKey(anchor.path, anchor.node)]
    definition = definition_of(site.index.module_at(anchor.path), anchor)
    statements = definition.statements if definition is not None else ()
    return [StatementKey(anchor.path, node_key(each)) for each in statements]


def check_reasons(site: Site) -> list[Finding]:
    """Findings of reasons whose anchor names nothing, or that nothing needs."""
    explained = {StatementKey(*each) for each in covered(site, ("verified",))}
    found: list[Finding] = []
    for text, reason in site.settings.unexplained.items():
        try:
            anchor = site.index.resolve(text)
            _check(site, anchor, text, reason, explained)
        except Fault as fault:
            code = "unknown-anchor" if fault.code == "unknown-function" else fault.code
            found.append(setting_finding(site.settings.root, text, replace(fault, code=code)))
    return found


def _check(
    site: Site, anchor: Anchor, text: str, reason: str, explained: set[StatementKey]
) -> None:
    """Raises: `unknown-anchor` for what is no statement, `needless-reason`, `malformed-block`."""
    if anchor.kind in ("module", "class", "parameter") or not anchor.function:
        raise Fault(
            "unknown-anchor",
            f"`{text[:60]}` is no statement of a function",
            help="name a statement, such as `package.module.function.name`, or a function",
        )
    if not reason.strip():
        raise Fault(
            "malformed-block",
            f"`{text[:60]}` has an empty reason",
            help="say why no equation explains it, or leave it out",
        )
    places = _places(site, anchor)
    if places and all(place in explained for place in places):
        raise Fault(
            "needless-reason",
            f"an independent equation explains `{text[:60]}`",
            help="take the line out of [tool.docgen.unexplained]",
        )
