"""Places of values in a function. In the sources they stand between « and »."""

from __future__ import annotations

import re
import textwrap

import pytest

from docgen.source.anchor import Region
from docgen.source.callee import callees
from docgen.source.index import SourceIndex
from docgen.source.places import ENTRY, Moment, Places
from tests.source.conftest import MakeIndex

_MARK = re.compile("[«»]")


def places_of(make_index: MakeIndex, source: str | bytes, name: str = "m.f") -> Places:
    index = make_index({"m.py": source})
    found = Places.of(index, index.function(name))
    assert found is not None
    return found


def shown(places: Places, regions: tuple[Region, ...]) -> str:
    """The module with its regions between « and »."""
    source = places.module.source
    edits: list[tuple[int, int, str]] = []
    for region in regions:
        span = places.module.span(region)
        edits += [(span.start, 1, "«"), (span.end, 0, "»")]
    out, at = "", 0
    for place, _, piece in sorted(edits):
        out += source.text[at:place] + piece
        at = place
    return out + source.text[at:]


def moment(places: Places, when: str) -> Moment:
    """`entry`, or `after 2` and `before 2` for the statement in the second line of the body."""
    if when == "entry":
        return Moment("entry")
    word, _, line = when.partition(" ")
    node = next(step.node for step in places.flow.steps if step.node[0] == int(line) + 1)
    return Moment("after" if word == "after" else "before", node)


CASES = [
    # A name stands where it is bound and where only that binding is read.
    ("Z", "after 1", "«Z» = x\nA = g(«Z»)\nreturn A + «Z»"),
    ("x", "entry", "Z = «x»\nreturn «x» + Z"),
    # Bound anew it is another value.
    ("x", "entry", "x = «x» + 1\nreturn x"),
    ("x", "after 1", "«x» = x + 1\nreturn «x»"),
    ("Z", "after 2", "Z = x\n«Z» = Z + 1\nreturn «Z»"),
    ("Z", "after 1", "«Z» = x\nZ += «Z»\nreturn Z"),
    ("Z", "after 2", "Z = x\n«Z» += Z\nreturn «Z»"),
    # Two branches may have given it, or none of them.
    ("Z", "after 1", "«Z» = x\nif y:\n    Z = 2\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nif y:\n    return «Z»\nreturn «Z»"),
    ("x", "entry", "if y:\n    x = «x» + 1\nreturn x"),
    # A loop carries the value of one turn to the next.
    ("Z", "after 3", "Z = 0\nfor t in x:\n    «Z» = Z + t\n    y(«Z»)\nreturn Z"),
    ("Z", "after 1", "«Z» = 0\nfor t in x:\n    y(Z)\n    Z = t\nreturn Z"),
    ("Z", "after 2", "for t in x:\n    «Z» = t\n    y.append(«Z»)"),
    ("t", "after 1", "for «t» in x:\n    y = «t»\nreturn «t»"),
    # What is stored in it changes it.
    ("Z", "after 1", "«Z» = x\ny = «Z»\nZ[0] = 1\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nnp.add.at(«Z», y, 1)\nreturn Z"),
    # Words of a call, attributes, texts and comments are none.
    ("x", "entry", "return g(x=«x», y='x')  # x"),
    ("x", "entry", "return y.x + «x».x"),
    ("x", "entry", "return f'{x} x' + «x»"),
    # Variables of comprehensions and lambdas have the same name, and are others.
    ("x", "entry", "return [x for x in «x»]"),
    ("x", "entry", "return [«x» for t in y if «x»]"),
    ("x", "entry", "return {t: x for t, x in y}"),
    ("x", "entry", "return lambda x, t=«x»: x"),
    ("x", "entry", "return lambda t: «x» + t"),
    ("Z", "after 1", "«Z» = x\ny = lambda: Z\nZ = 2\nreturn y"),
    ("Z", "after 1", "«Z» = x\ny = (Z for t in x)\nZ = 2\nreturn y"),
    ("Z", "after 1", "«Z» = x\nreturn sum(«Z» for t in «Z»)"),
    # Functions inside read what has one value only, unless they bind it.
    ("Z", "after 1", "«Z» = x\ndef g(t):\n    return «Z» + t\nreturn g(«Z»)"),
    ("Z", "after 1", "«Z» = x\ndef g(Z):\n    return Z\nreturn g(«Z»)"),
    ("Z", "after 1", "«Z» = x\ndef g():\n    Z = 1\n    return Z\nreturn g() + «Z»"),
    ("Z", "after 1", "«Z» = x\ndef g():\n    return Z\nZ = 2\nreturn g() + Z"),
    ("Z", "after 1", "«Z» = x\ndef g():\n    nonlocal Z\n    Z = 1\ng()\nreturn Z"),
    ("x", "entry", "def x():\n    return 1\nreturn x"),
    ("Z", "after 2", "global Z\n«Z» = x\ny()\nreturn Z"),
    # Several targets, nested ones, and one bound in an expression.
    ("Z", "after 1", "(«Z», A), *B = x\nreturn «Z»"),
    ("Z", "after 1", "if («Z» := x) > Z:\n    return «Z»"),
    ("Z", "after 1", "with x as «Z»:\n    return «Z»"),
    # Attributes.
    ("self.P", "after 1", "«self.P» = x\ny = «self.P» + self.Q.P\nreturn other.P"),
    ("self.P", "entry", "y = «self.P»\nself.P = 2\nreturn self.P"),
    ("self.P", "entry", "self.Q = 2\nreturn «self.P»"),
    ("self.P", "entry", "print(«self.P»)\nself = y\nreturn self.P"),
    # Subscripts: the same key in the same thing.
    ('x["A"]', "entry", "Z = «x['A']» + x['B']\nreturn «x[\"A\"]»"),
    ('x["A"]', "entry", "Z = «x['A']»\nx['B'] = Z\ny = «x['A']»\nx['A'] = Z\nreturn x['A']"),
    ('x["A"]', "entry", "Z = «x['A']»\nx[y] = Z\nreturn x['A']"),
    ('x["A"]', "entry", "Z = «x['A']»\nx.update(Z)\nreturn x['A']"),
    ("x[y + 'w']", "entry", "Z = «x[y + \"w\"]»\ny = 'q'\nreturn x[y + 'w']"),
    ("x[y + 'w']", "after 1", "«x[y + 'w']» = 1\nx[y + 'b'] = «x[y + 'w']»\nreturn «x[y + 'w']»"),
    ("x[y + 'w']", "after 2", "if y:\n    «x[y + 'w']» = 1\nreturn x[y + 'w']"),
    ("x['A']", "after 1", "«x['A']» = 1\nx['A'] += «x['A']»\nreturn x['A']"),
    ("x['A']", "after 3", "for t in y:\n    y.p(x['A'])\n    «x['A']» = t\n    z = «x['A']»"),
    ("x[t]", "after 1", "for t in y:\n    z = «x[t]»\n    t = 1\n    z = x[t]"),
    ("x[y].T", "entry", "return «x[y].T» @ x[y]"),
    # What a statement finds, which several may have given.
    ("Z", "before 4", "Z = x\nif y:\n    Z = 2\nA = «Z»\nreturn Z"),
    ("Z", "before 2", "«Z» = x\nZ = «Z» + 1\nreturn Z"),
    # Statements in one line, jumps, scopes, targets and keys of all kinds.
    ("Z", "after 1", "«Z» = x\nprint((Z := 2), Z)\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nreturn lambda: (Z := 1) + Z"),
    ("Z", "after 1", "«Z» = x\nA = f'{(Z := 2)}' + y(Z)\nreturn Z"),
    ("Z", "after 1", "A = f'{(Z := x)}'\nreturn «Z»"),
    ("x[next(y)]", "entry", "a = x[next(y)]\nreturn x[next(y)]"),
    ("x['A']", "before 2", "for t in y:\n    a = «x['A']»\n    x['A'] = a + 1\n    b = x['A']"),
    ("x['A']", "before 2", "for t in y:\n    a = «x['A']»\n    x['B'] = a + 1\n    b = «x['A']»"),
    ("x['A']", "before 2", "x['A'] = 1\na = «x['A']»\nreturn «x['A']»"),
    ("Z", "after 1", "«Z» = x\nwith suppress(E):\n    y()\n    Z = 2\nreturn Z"),
    ("Z", "after 3", "Z = x\nwith suppress(E):\n    «Z» = 2\n    y(«Z»)\nreturn Z"),
    ("Z", "after 2", "with suppress(E):\n    «Z» = 2\nreturn «Z»"),
    ("Z", "after 1", "«Z» = x; A = «Z»; Z = 2; return Z"),
    ("Z", "after 1", "«Z» = x\nif A := y(«Z»): B = «Z»; Z = 3\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nwhile True:\n    if y(«Z»):\n        break\nreturn «Z»"),
    ("Z", "after 1", "«Z» = x\nwhile y:\n    Z = 2\nelse:\n    return Z\nreturn Z"),
    ("Z", "after 1", "«Z»: int = x\nA: Z = «Z»\nreturn A"),
    ("Z", "after 1", "«Z» = x\n@y(«Z»)\ndef g(t=«Z»):\n    return «Z»\nreturn g"),
    (
        "Z",
        "after 1",
        "«Z» = x\nclass C:\n    Z = Z\n    def m(self):\n        return Z\nreturn «Z»",
    ),
    ("Z", "after 1", "«Z» = x\nreturn [Z for t in «Z» for Z in t]"),
    ("Z", "after 1", "«Z» = x\nreturn {t: «Z» for t in y if (A := «Z»)}"),
    ("Z", "after 1", "«Z» = x\nB = [(Z := t) for t in y]\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nB = [(Z := t) + Z for t in Z]\nreturn Z"),
    ("Z", "after 1", "«Z», *A = x\n«Z»[0]\nreturn «Z»"),
    ("A", "after 1", "Z, *«A» = x\nreturn «A»"),
    ("Z", "after 1", "«Z» = A = x\nreturn «Z» + A"),
    ("Z", "after 1", "«Z» = x\nZ, A = A, «Z»\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nwith y(Z) as Z:\n    pass\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nimport Z\nreturn Z"),
    ("Z", "after 1", "«Z» = x\nassert «Z», «Z»\nraise y(«Z») from «Z»"),
    ("Z", "after 1", "«Z» = x\nyield «Z»\nawait_ = yield from «Z»\nreturn «Z»"),
    ("Z", "after 1", "«Z» = x\nreturn (\n    y  # Z\n    +\n    «Z» \\\n    - «Z»)"),
    ("Z", "after 1", "«Z» = x\nreturn y(«Z» if «Z» else -«Z», *«Z», **«Z», Z=«Z»)[«Z»:«Z»]"),
    (
        "Z",
        "after 1",
        "«Z» = x\nfor t in y:\n    if t:\n        continue\n    Z = 2\nelse:\n    A = Z\nreturn Z",
    ),
    ("x", "entry", "for x in x:\n    pass\nreturn x"),
    ("x", "entry", "def g():\n    global x\n    x = 1\nreturn x"),
    ("x.T", "entry", "a = «x.T»\nx += 1\nreturn x.T"),
    ("x.T", "entry", "a = «x.T»\nx[0] = 1\nreturn x.T"),
    ("self.P", "entry", "a = «self.P»\nself.P[0] = 1\nreturn self.P"),
    ("self.P", "entry", "a = «self.P»\nself.P.x = 1\nreturn self.P"),
    ("self.P", "entry", "a = «self.P»\nsetattr(self, 'P', 2)\nreturn self.P"),
    ("self.P", "entry", "a = «self.P»\nb = [«self.P» for t in y]\nb = [self.P for self in y]"),
    ("x[0]", "entry", "a = «x[0]»\nx.a[0] = 1\nreturn x[0]"),
    ("x[0]", "entry", "a = «x[0]»\nx[0][1] = 1\nreturn x[0]"),
    ("x[0]", "entry", "a = «x[0]»\nx[1:] = 1\nreturn x[0]"),
    ("x[0]", "entry", "a = «x[0]»\nx[-1] = 1\nreturn x[0]"),
    ("x[0]", "entry", "a = «x[0]»\nx[False] = 1\nreturn x[0]"),
    ("x[0]", "entry", "a = «x[0]»\nx[1, 2] = 1\nreturn x[0]"),
    ("x['A'][0]", "entry", "a = «x['A'][0]»\nx['A'][1] = 1\nreturn x['A'][0]"),
    ("x['A']", "entry", "a = «x['A']»\nz = x['A'][1] = 1\nreturn x['A']"),
    ("x[t]", "after 1", "t = 1\na = «x[t]»\nfor t in y:\n    b = x[t]"),
    ("x[y + 'w']", "entry", "Z = «x[y + 'w']»\nx[y + 'bw'] = 1\nreturn «x[y + 'w']»"),
    # What is not meant by any place.
    ("Z", "after 1", "import Z\nreturn Z.a"),
    ("1 + x", "entry", "return 1 + x"),
]


def check(make_index: MakeIndex, text: str, when: str, body: str) -> None:
    """Compare the places of a value in a function with those that its body marks."""
    is_import = body.startswith("import")
    head = "def f(self, x, y, z, other):\n"
    if text == "x" and when == "entry":
        head = "def f(self, «x», y, z, other):\n"
    marked = head + textwrap.indent(body, "    ") + "\n"
    places = places_of(make_index, _MARK.sub("", marked))
    found = shown(places, places.valued(text, moment(places, when)))
    assert found == (marked.replace("Z.a", "«Z».a") if is_import else marked)


@pytest.mark.parametrize(("text", "when", "body"), CASES)
def test_places(make_index: MakeIndex, text: str, when: str, body: str) -> None:
    check(make_index, text, when, body)


def test_columns_are_characters(make_index: MakeIndex) -> None:
    body = 'def f(x):\n\tif x:\n\t\ts = "🚀ß", «Z» = g(x), 1\n\treturn s, «Z»\n'
    body = body.replace("s = ", "s, «Z» = ").replace(", «Z» = g(x), 1", ', "x"')
    places = places_of(make_index, _MARK.sub("", body).replace("\n", "\r\n").encode())
    assert shown(places, places.valued("Z", moment(places, "after 2"))) == body


def test_after_wide_characters(make_index: MakeIndex) -> None:
    body = 'def f(x):\n    Größe = ("🚀", «x»)\n    return (\n        "ß🚀" + «x»,\n    )\n'
    places = places_of(make_index, _MARK.sub("", body))
    found = shown(places, places.valued("x", Moment("entry")))
    assert found == body.replace("f(x)", "f(«x»)")


def test_a_statement_of_several_lines(make_index: MakeIndex) -> None:
    body = "def f(x):\n    Z = (\n        «x\n        .T» + x\n    )\n    return «x.T»\n"
    places = places_of(make_index, _MARK.sub("", body))
    assert shown(places, places.valued("x.T", Moment("entry"))) == body


def test_annotated_and_starred_parameters(make_index: MakeIndex) -> None:
    body = "def f(x: int = 1, *«y»: str, z=2):\n    return «y», x, z\n"
    places = places_of(make_index, _MARK.sub("", body))
    assert shown(places, places.valued("y", Moment("entry"))) == body


def test_names_of_letters_with_accents(make_index: MakeIndex) -> None:
    body = "def f(«e\u0301t»: int, x):\n    return «e\u0301t».e\u0301t\n"
    places = places_of(make_index, _MARK.sub("", body))
    assert shown(places, places.valued("\u00e9t", Moment("entry"))) == body


def test_several_bindings_of_one_symbol(make_index: MakeIndex) -> None:
    body = "def f(x, y):\n    if y:\n        «Z» = x\n    else:\n        «Z» = y\n    return «Z»\n"
    places = places_of(make_index, _MARK.sub("", body))
    givers = {step.node for step in places.flow.steps if "Z" in step.binds}
    assert shown(places, places.named("Z", givers)) == body
    assert places.named("Z", {ENTRY}) == ()


def test_what_a_return_gives(make_index: MakeIndex) -> None:
    body = "def f(x):\n    if x:\n        return 1\n    return «x + 1»\n"
    places = places_of(make_index, _MARK.sub("", body))
    node = [step.node for step in places.flow.steps if step.is_return][-1]
    assert shown(places, places.returned(node)) == body


@pytest.mark.parametrize(
    ("pattern", "names", "body"),
    [
        ("norm(u, ...)[0]", {}, "a, c = «norm»(x, y)\nb = norm2(x, y)\nreturn «norm»(a, y)[0]"),
        ("norm(u, g)[0]", {"g": 'y["g"]'}, 'a = «norm»(x, y["g"])\nreturn norm(x, y["b"])'),
        ("np.exp(u)", {}, "return np.«exp»(x) + np.log(x) + np.exp"),
        ("norm", {}, "return «norm»(x) + norm.a(y)"),
        ("norm(x)", {}, "return «norm»(x) + norm(y)"),
        ("x(u)", {}, "return x(y)"),
        ("norm(u)", {}, "return [norm(x) for norm in y], (lambda norm: norm(x)), «norm»(x)"),
        ("o.e\u0301(u)", {}, "return o.«e\u0301»(x), o\\\n    .«e\u0301»(x)"),
        ("norm(", {}, "return norm(x)"),
        ("a = 1", {}, "return norm(x)"),
    ],
)
def test_calls(make_index: MakeIndex, pattern: str, names: dict[str, str], body: str) -> None:
    marked = "def f(x, y):\n" + textwrap.indent(body, "    ") + "\n"
    places = places_of(make_index, _MARK.sub("", marked))
    assert shown(places, callees(places.definition, pattern, names)) == marked


def test_what_is_no_function(make_index: MakeIndex) -> None:
    index: SourceIndex = make_index({"m.py": "class C:\n    x = 1\nf = lambda x: x\n"})
    assert Places.of(index, index.resolve("m.C")) is None
    assert Places.of(index, index.resolve("m.f")) is None
