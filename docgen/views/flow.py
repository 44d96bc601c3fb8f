"""The statements of a function as a flow: a drawing, and for each step what it calls and fills.

`<dg-flow>` holds the drawing, whose boxes are links, and an `<li id="flow-...-1">` for each step.
"""

from __future__ import annotations

import re

from docgen.text import counted
from docgen.views.code import marked_code
from docgen.views.diagram import DiagramEdge, DiagramNode, render_diagram
from docgen.views.escape import code, escape, plain_lines, strip, titled, untitled
from docgen.views.frame import render_frame
from docgen.views.listing import render_listing
from docgen.views.parts import SourceRef
from docgen.views.reference import render_named, render_ref
from docgen.views.steps import FlowEdge, FlowPart, FlowStep

_HINT = '<p class="dg-hint">Choose a box to see its step.</p>'
_NAME = re.compile(r"[A-Za-z_][\w.]*")


def render_flow(part: FlowPart) -> str:
    """A flow in HTML: the drawing, then the panels of its steps."""
    steps = "".join(_render_step(part, step, at) for at, step in enumerate(part.steps, 1))
    entry = f'<p class="dg-entry">{part.entry}</p>' if part.entry else ""
    bar = (
        '<div class="dg-bar"><label><input type="checkbox"> Show all</label>'
        '<span role="status"></span></div>'
    )
    body = (
        f'{entry}<dg-flow><div class="dg-diagram">{_HINT}{_drawing(part)}</div>'
        f'<div class="dg-panels">{bar}<ol class="dg-flow-list">{steps}</ol></div></dg-flow>'
    )
    return render_frame("flow", part.title, part.caption, body)


def step_id(part: FlowPart, number: int) -> str:
    """The id of a step, counted from 1."""
    return f"flow-{part.slug}-{number}"


def _drawing(part: FlowPart) -> str:
    """Entry and return are nodes where an arrow leaves or meets them."""
    last = len(part.steps) + 1
    nodes = [_node(part, step, at) for at, step in enumerate(part.steps, 1)]
    shift = 0 if part.entry_name else 1
    if part.entry_name:
        nodes.insert(0, DiagramNode("end", part.entry_name))
    if any(edge.end == last for edge in part.edges):
        nodes.append(DiagramNode("end", "result"))
    edges = [
        DiagramEdge(edge.start - shift, edge.end - shift, edge.name, bool(edge.via))
        for edge in part.edges
    ]
    label = f"{untitled(part.title) or 'Flow'}: {counted(len(part.steps), 'step')}"
    return render_diagram(nodes, edges, label)


def _node(part: FlowPart, step: FlowStep, number: int) -> DiagramNode:
    name = step.result or "statement"
    if name == strip(step.label) and step.code.startswith("return"):
        name = "return"
    href = f"#{step_id(part, number)}"
    is_sum = len(step.adds) > 1 and all(map(_NAME.fullmatch, step.adds))
    kind = "call" if step.callee else "sum" if is_sum else "plain"
    text = step.callee.name if step.callee else step.expression or _line(step)
    if name.endswith("(...)") and text.startswith(name[:-4]):
        name = text
    name = ", ".join((name, *step.others))
    title = [name, strip(step.label), f"calls {text}" if step.callee else text]
    # A statement that is a call has itself as its name.
    is_said = name == text or (kind == "call" and name.startswith(f"{text}("))
    whole = ", ".join(dict.fromkeys(filter(None, title)))
    return DiagramNode(kind, name, "" if is_said else text, whole, href)


def _render_step(part: FlowPart, step: FlowStep, number: int) -> str:
    head = f'<span class="dg-label">{step.label}</span>' if step.label else ""
    result = ""
    if step.result and step.result != strip(step.label):
        result = f'<span class="dg-result">{code(step.result)}</span>'
    words = f'<p class="dg-words">{step.words}</p>' if step.words else ""
    facts = "".join(f"<li>{fact}</li>" for fact in _facts(part, step, number))
    kind = "dg-call" if step.callee else "dg-plain"
    ref = step.ref
    return (
        f'<li class="{kind}" id="{escape(step_id(part, number))}" data-path="{escape(ref.path)}" '
        f'data-line="{ref.line}" data-end="{ref.end_line}" data-lines="{escape(_selector(ref))}">'
        f'<p class="dg-stephead">{result}{head}</p>{_code_line(step)}'
        f'{words}<ul class="dg-does">{facts}</ul>{_callee(step)}</li>'
    )


def _selector(ref: SourceRef) -> str:
    """What matches the numbers of these lines in every listing of the page."""
    path = ref.path.replace("\\", r"\\").replace('"', r"\"")
    lines = ",".join(f'[data-line="{line}"]' for line in range(ref.line, ref.end_line + 1))
    return f'.dg-listing[data-path="{path}"] :is({lines})'


def _code_line(step: FlowStep) -> str:
    return f'<p class="dg-codeline">{render_ref(step.ref)} {marked_code(step.code, step.marks)}</p>'


def _facts(part: FlowPart, step: FlowStep, number: int) -> list[str]:
    """What is said of a step, each as HTML."""
    facts = []
    if step.callee:
        facts.append(f"Calls {render_named(step.callee)}")
    elif step.calls:
        facts.append(f"Calls no function of the project, only {_listed(step.calls)}")
    else:
        facts.append("No function call")
    if step.adds:
        facts.append(f"Adds {_listed(step.adds)}")
    facts += [_indirect(edge) for edge in part.edges if edge.end == number and edge.via]
    if step.within:
        facts.append(f"Stands in {', in '.join(map(titled, step.within))}")
    if step.fills:
        filled = f"Fills {code(part.fills_name)}" if part.fills_name else "Fills"
        places = ", ".join(map(render_ref, step.fill_refs))
        behind = f" ({places})" if places else ""
        facts.append(f"{filled}: {', '.join(map(code, step.fills))}{behind}")
    return facts


def _indirect(edge: FlowEdge) -> str:
    return f"Takes {code(edge.name)} by way of {_listed(edge.via)}"


def _listed(names: tuple[str, ...]) -> str:
    shown = [code(name) for name in names]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]


def _callee(step: FlowStep) -> str:
    if step.callee is None or step.listing is None:
        return ""
    head = f"{code(step.callee.name)}, {escape(step.callee.ref.text)}"
    return (
        f'<details class="dg-callee"><summary>{head}</summary>'
        f"{render_listing(step.listing)}</details>"
    )


def _line(step: FlowStep) -> str:
    return " ".join(step.code.split())


def plain_flow(part: FlowPart) -> str:
    """A flow as text for a search index."""
    return plain_lines(
        part.title,
        strip(part.caption),
        strip(part.entry),
        *(_plain_step(part, step) for step in part.steps),
    )


def _plain_step(part: FlowPart, step: FlowStep) -> str:
    fills = f"Fills {part.fills_name}: {', '.join(step.fills)}" if step.fills else ""
    callee = f"Calls {step.callee.name}" if step.callee else "No function call"
    if step.calls:
        callee = f"Calls {', '.join(step.calls)}"
    words = (strip(step.label), _line(step), strip(step.words), callee, fills)
    return " ".join(filter(None, words))
