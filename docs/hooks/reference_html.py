"""A Python file becomes HTML: every public name with its signature and what its docstring says.

`render_module("docgen.text", "docgen/text.py", code)` begins with the heading of the module, whose
id is `docgen.text`, and has `<h3 id="docgen.text.Span">`. Nothing is imported: griffe reads the
syntax.
"""

from __future__ import annotations

import ast
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

import griffe
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

WIDTH = 76
"""Signatures that are longer have a line for each parameter; decorators are shortened."""
LONGEST_VALUE = 60
_CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)
_LINK = re.compile(r"https?://[^\s<>]*[^\s<>.,;:)]")
_ITEM = re.compile(r"(?:[-*]|\d+\.) ")
_LEXER = PythonLexer()
_FORMATTER = HtmlFormatter(nowrap=True)
Entry = tuple[str, str, str]
"""Name or type in front, what is known of it as code, and its description."""

_TITLES = {
    griffe.DocstringSectionKind.parameters: "Arguments",
    griffe.DocstringSectionKind.returns: "Returns",
    griffe.DocstringSectionKind.yields: "Yields",
    griffe.DocstringSectionKind.raises: "Raises",
}

logging.getLogger("griffe").setLevel(logging.ERROR)


def public(holder: griffe.Module | griffe.Class) -> Iterator[griffe.Object]:
    """What a module or a class defines under a name without underscore, in its own order."""
    for name, member in holder.members.items():
        if not name.startswith("_") and isinstance(member, griffe.Object):
            yield member


def render_module(name: str, path: str, code: str) -> str:
    """HTML of a module; empty where it has neither a docstring nor a public name."""
    module = griffe.visit(name, filepath=Path(path), code=code)
    members = list(public(module))
    if module.docstring is None and not members:
        return ""
    out = [_heading(2, name, name), f"<p>In <code>{escape(path)}</code>.</p>", _docs(module)]
    constants = [one for one in members if isinstance(one, griffe.Attribute)]
    out.append(_attributes(constants, {}))
    for one in members:
        if isinstance(one, griffe.Class):
            out += _class(one, 3)
        elif isinstance(one, griffe.Function):
            out += _function(one, 3)
    return "\n".join(filter(None, out))


def _class(one: griffe.Class, level: int) -> list[str]:
    bases = f"({', '.join(map(str, one.bases))})" if one.bases else ""
    lines = [*_decorators(one), f"class {one.name}{bases}"]
    init = one.members.get("__init__")
    if isinstance(init, griffe.Function):
        lines += ["", *_signature(init, one.name)]
    out = [_heading(level, one.path, one.name), _code(lines)]
    described = {
        name.strip(): str(entry.description)
        for section in _sections(one)
        if section.kind is griffe.DocstringSectionKind.attributes
        for entry in section.value
        for name in str(entry.name).split(",")
    }
    out += [_docs(one), _attributes(_fields(one), described)]
    if isinstance(init, griffe.Function):
        out.append(_docs(init))
    for member in public(one):
        if isinstance(member, griffe.Class):
            out += _class(member, level + 1)
        elif isinstance(member, griffe.Function):
            out += _function(member, level + 1)
        elif isinstance(member, griffe.Attribute) and "property" in member.labels:
            out += _property(member, level + 1)
    return out


def _fields(one: griffe.Class) -> list[griffe.Attribute]:
    return [
        member
        for member in public(one)
        if isinstance(member, griffe.Attribute) and "property" not in member.labels
    ]


def _function(one: griffe.Function, level: int) -> list[str]:
    lines = [*_decorators(one), *_signature(one, one.name)]
    return [_heading(level, one.path, one.name), _code(lines), _docs(one)]


def _property(one: griffe.Attribute, level: int) -> list[str]:
    kind = f": {one.annotation}" if one.annotation is not None else ""
    lines = [*_decorators(one), f"{one.name}{kind}"]
    return [_heading(level, one.path, one.name), _code(lines), _docs(one)]


def _decorators(one: griffe.Class | griffe.Function | griffe.Attribute) -> list[str]:
    found = getattr(one, "decorators", None) or []
    return [f"@{_shortened(str(decorator.value))}" for decorator in found]


def _shortened(decorator: str) -> str:
    """A decorator with as many of its first arguments as fit into a line, then an ellipsis."""
    call = ast.parse(decorator, mode="eval").body
    if len(decorator) < WIDTH or not isinstance(call, ast.Call):
        return decorator
    name = ast.unparse(call.func)
    given = [ast.unparse(one) for one in (*call.args, *call.keywords)]
    lines = [f"{name}({', '.join([*given[:count], '...'])})" for count in range(len(given))]
    return next((line for line in reversed(lines) if len(line) < WIDTH), lines[0])


def _signature(one: griffe.Function, name: str) -> list[str]:
    """`name(parameters) -> type`, on several lines where it is long."""
    given = list(_parameters(one))
    returns = f" -> {one.returns}" if one.returns is not None and name == one.name else ""
    line = f"{name}({', '.join(given)}){returns}"
    if len(line) <= WIDTH or not given:
        return [line]
    return [f"{name}(", *(f"    {each}," for each in given), f"){returns}"]


def _parameters(one: griffe.Function) -> Iterator[str]:
    kinds = griffe.ParameterKind
    is_named = False
    before: griffe.ParameterKind | None = None
    for each in _without_self(one):
        if before is kinds.positional_only and each.kind is not kinds.positional_only:
            yield "/"
        if each.kind is kinds.keyword_only and not is_named:
            yield "*"
        is_named |= each.kind in (kinds.keyword_only, kinds.var_positional)
        before = each.kind
        stars = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(each.kind, "")
        kind = f": {each.annotation}" if each.annotation is not None else ""
        default = "" if each.default is None or stars else str(each.default)
        equals = " = " if kind else "="
        yield f"{stars}{each.name}{kind}" + (f"{equals}{default}" if default else "")
    if before is kinds.positional_only:
        yield "/"


def _without_self(one: griffe.Function) -> Sequence[griffe.Parameter]:
    given = list(one.parameters)
    is_method = isinstance(one.parent, griffe.Class) and "staticmethod" not in one.labels
    return given[1:] if is_method and given else given


def _attributes(found: Sequence[griffe.Attribute], described: dict[str, str]) -> str:
    """Constants or fields: each with its type, its value and what is said of it."""
    items = []
    for one in found:
        kind = f": {one.annotation}" if one.annotation is not None else ""
        value = "" if one.value is None else " ".join(str(one.value).split())
        shown = f" = {value if len(value) <= LONGEST_VALUE else '...'}" if value else ""
        words = described.get(one.name, "")
        said = _text(one.docstring.value) if one.docstring else _text(words)
        items.append(_item(f"{one.name}{kind}{shown}", said, one.path))
    return f"<ul>{''.join(items)}</ul>" if items else ""


def _item(code: str, said: str, html_id: str = "") -> str:
    """An item of a list: code, then what is said of it."""
    anchor = f' id="{escape(html_id)}"' if html_id else ""
    head = f"<code>{escape(code)}</code>" if code else ""
    if said.count("<p>") == 1 and said.startswith("<p>") and said.endswith("</p>"):
        said = said.removeprefix("<p>").removesuffix("</p>")
    return f"<li{anchor}>{' '.join(filter(None, (head, said)))}</li>"


def _docs(one: griffe.Object) -> str:
    """The docstring; attributes stand with the fields that they describe."""
    kinds = griffe.DocstringSectionKind
    out = []
    for section in _sections(one):
        kind, value = section.kind, section.value
        if kind is kinds.text:
            out.append(_text(value))
        elif kind is kinds.admonition:
            out += [f"<p><strong>{escape(section.title or '')}</strong></p>", _text(value.contents)]
        elif kind in _TITLES:
            is_fault = kind is kinds.raises
            entries = [
                (_known(each), "", each.description)
                if is_fault
                else (str(getattr(each, "name", "")), _known(each), each.description)
                for each in value
            ]
            out.append(_list(_TITLES[kind], entries))
        elif kind is not kinds.attributes:
            raise ValueError(f"{one.path}: no drawing of the section {kind.value}")
    return "\n".join(filter(None, out))


def _sections(one: griffe.Object) -> list[griffe.DocstringSection]:
    if one.docstring is None:
        return []
    named = {"returns_named_value": False, "returns_multiple_items": False, "warnings": False}
    return one.docstring.parse("google", **named)


def _known(one: griffe.DocstringElement) -> str:
    # The code of a finding, `unknown-function`, is no subtraction.
    return "" if one.annotation is None else str(one.annotation).replace(" - ", "-")


def _list(title: str, entries: Iterable[Entry]) -> str:
    items = [
        _item(": ".join(filter(None, (name, kind))), _text(words)) for name, kind, words in entries
    ]
    return f"<p><strong>{title}</strong></p>\n<ul>{''.join(items)}</ul>"


def _heading(level: int, path: str, name: str) -> str:
    # A long name may break behind its dots and underscores.
    shown = re.sub(r"(?<=[._])(?=\w)", "<wbr>", escape(name))
    return (
        f'<h{level} id="{escape(path)}"><code>{shown}</code>'
        f'<a class="headerlink" href="#{escape(path)}" title="Permanent link">&para;</a></h{level}>'
    )


def _code(lines: Sequence[str]) -> str:
    body = _highlighted("\n".join(lines))
    return f'<div class="highlight"><pre><code tabindex="0">{body}\n</code></pre></div>'


def _highlighted(code: str) -> str:
    made: str = highlight(code, _LEXER, _FORMATTER)
    return made.rstrip("\n")


def _text(words: str) -> str:
    """Paragraphs, lists and indented code of a docstring, safe in HTML."""
    return "\n".join(map(_block, re.split(r"\n\s*\n", words.strip("\n")))) if words.strip() else ""


def _block(block: str) -> str:
    lines = block.split("\n")
    if lines[0] == "\b" or all(line.startswith(("    ", ">>>", "...")) for line in lines):
        # Click reads the character \b as "leave these lines as they are".
        lines = lines[lines[0] == "\b" :]
        inner = escape("\n".join(line.removeprefix("    ") for line in lines))
        return f'<div class="highlight"><pre><code tabindex="0">{inner}\n</code></pre></div>'
    if not _ITEM.match(lines[0]):
        return f"<p>{_inline(' '.join(line.strip() for line in lines))}</p>"
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line) or not items:
            items.append(_ITEM.sub("", line, count=1))
        else:
            items[-1] += f" {line.strip()}"
    return f"<ul>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</ul>"


def _inline(text: str) -> str:
    """Code between backticks, addresses as links, everything else as it stands."""
    out = []
    at = 0
    for match in _CODE.finditer(text):
        out += [_linked(text[at : match.start()]), f"<code>{escape(match[2].strip())}</code>"]
        at = match.end()
    return "".join([*out, _linked(text[at:])])


def _linked(text: str) -> str:
    out = []
    at = 0
    for match in _LINK.finditer(text):
        address = escape(match[0])
        out += [escape(text[at : match.start()]), f'<a href="{address}">{address}</a>']
        at = match.end()
    return "".join([*out, escape(text[at:])])
