"""The statements of a function as a flow: what each calls, fills and hands on."""

from __future__ import annotations

from docgen.views.escape import code, plain_lines, strip
from docgen.views.frame import render_frame
from docgen.views.parts import FlowPart, FlowStep
from docgen.views.reference import render_named, render_ref


def render_flow(part: FlowPart) -> str:
    steps = "".join(_render_step(part, step) for step in part.steps)
    entry = f'<p class="dg-entry">{part.entry}</p>' if part.entry else ""
    body = f'{entry}<ol class="dg-flow-list">{steps}</ol>'
    return render_frame("flow", part.title, part.caption, body)


def _render_step(part: FlowPart, step: FlowStep) -> str:
    head = f'<span class="dg-label">{step.label}</span>' if step.label else ""
    result = ""
    if step.result and step.result != strip(step.label):
        result = f'<span class="dg-result">{code(step.result)}</span>'
    callee = "No function call"
    if step.callee:
        callee = f"Calls {render_named(step.callee)}"
    facts = [f"<li>{callee}</li>"]
    if step.fills:
        filled = f"Fills {code(part.fills_name)}" if part.fills_name else "Fills"
        facts.append(f"<li>{filled}: {', '.join(map(code, step.fills))}</li>")
    words = f'<p class="dg-words">{step.words}</p>' if step.words else ""
    kind = "dg-call" if step.callee else "dg-plain"
    return (
        f'<li class="{kind}"><p class="dg-stephead">{result}{head}</p>'
        f'<p class="dg-codeline">{render_ref(step.ref)} {code(_line(step))}</p>'
        f'{words}<ul class="dg-does">{"".join(facts)}</ul></li>'
    )


def _line(step: FlowStep) -> str:
    return " ".join(step.code.split())


def plain_flow(part: FlowPart) -> str:
    return plain_lines(
        part.title,
        strip(part.caption),
        strip(part.entry),
        *(_plain_step(part, step) for step in part.steps),
    )


def _plain_step(part: FlowPart, step: FlowStep) -> str:
    fills = f"Fills {part.fills_name}: {', '.join(step.fills)}" if step.fills else ""
    callee = f"Calls {step.callee.name}" if step.callee else "No function call"
    words = (strip(step.label), _line(step), strip(step.words), callee, fills)
    return " ".join(filter(None, words))
