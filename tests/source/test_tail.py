from __future__ import annotations

from collections.abc import Callable

import pytest

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex

MakeIndex = Callable[..., SourceIndex]


def fault_of(index: SourceIndex, reference: str, scope: str = "model.f") -> Fault:
    with pytest.raises(Fault) as caught:
        index.resolve(reference, scope)
    return caught.value


def candidates(fault: Fault) -> list[int]:
    starts = [note.split(": ")[0] for note in fault.notes if ".py:" in note.split(": ")[0]]
    return [int(start.rpartition(":")[2]) for start in starts]


def ambiguous(index: SourceIndex, reference: str, scope: str = "model.f") -> list[int]:
    fault = fault_of(index, reference, scope)
    assert fault.code == "ambiguous-anchor"
    return candidates(fault)


def lines(anchor: Anchor) -> tuple[int, int]:
    return (anchor.statement.line, anchor.statement.end_line)


def found(index: SourceIndex, reference: str, scope: str = "model.f") -> tuple[object, ...]:
    """Kind, how it is bound, lines of the statement, first line of the region, cell and part."""
    anchor = index.resolve(reference, scope)
    region = anchor.region
    return (anchor.kind, anchor.bound, lines(anchor), region.line, anchor.cell, anchor.part)


SEED = """
    def f(dOut, c, params, p, grads):
        dA, dW2, db2 = linear_backward(c["A"], params[p + "ff2_w"], dOut)
        grads[p + "ff2_w"] += dW2
        grads[p + "ff2_b"] += db2
        self.P = dA @ dA.T \\
            + 1
        for l, (name, Q) in enumerate(p):
            with open(name) as handle, Q:
                assert Q > 0, "why"
        return dA + dW2, dict(Xn=dA, Z=c["Z"]), (1, 2)
"""


def test_targets_are_found_by_normalised_syntax(make_index: MakeIndex) -> None:
    index = make_index({"model.py": SEED})
    cell = 'grads[p + "ff2_w"]'
    expected = ("statement", "augmented", (3, 3), 3, cell, f"{cell} += dW2")
    assert found(index, 'grads[p + "ff2_w"]') == expected
    assert found(index, "grads[ p+'ff2_w' ]") == expected
    assert found(index, "f.grads[p + 'ff2_w']", "model") == expected
    assert found(index, "dW2")[:3] == ("statement", "name", (2, 2))
    text = "self.P = dA @ dA.T + 1"
    assert found(index, "self.P") == ("statement", "attribute", (5, 6), 5, "self.P", text)
    assert found(index, "l") == ("statement", "loop", (7, 7), 7, "l", "l")
    assert found(index, "Q") == ("statement", "loop", (7, 7), 7, "Q", "Q")
    assert found(index, "handle") == ("statement", "with", (8, 8), 8, "handle", "handle")
    assert found(index, "c") == ("parameter", "parameter", (1, 1), 1, "c", "c")
    assert ambiguous(index, "grads[...]") == [3, 4]
    assert index.resolve("l", "model.f").code == "for l, (name, Q) in enumerate(p):"


def test_parts_of_what_is_returned(make_index: MakeIndex) -> None:
    index = make_index({"model.py": SEED})
    whole = 'dA + dW2, dict(Xn=dA, Z=c["Z"]), (1, 2)'
    assert found(index, "return") == ("return", "", (10, 10), 10, "return", whole)
    anchor = index.resolve("f.return[0]", "model")
    assert (anchor.kind, anchor.cell, anchor.part) == ("return", "return[0]", "dA + dW2")
    assert (anchor.region.column, anchor.region.end_column) == (12, 20)
    assert (anchor.statement.column, anchor.code) == (5, f"return {whole}")
    assert found(index, "return[1]['Z']")[4:] == ('return[1]["Z"]', 'c["Z"]')
    assert found(index, "return[-1][1]")[4:] == ("return[-1][1]", "2")
    assert found(index, "return[0][0]")[4:] == ("return[0][0]", "dA + dW2")
    for missing in ('return[1]["Q"]', "return[3]", "return[1][0]", "return[0][t]", "return[1:]"):
        assert fault_of(index, missing).code == "unknown-anchor"


@pytest.mark.parametrize(
    ("value", "reference", "part"),
    [
        ("out", "return[0]", "out"),
        ("[a, b]", "return[1]", "b"),
        ("(a, *b)", "return[1]", "(a, *b)"),
        ('{"a": 1, **c}', 'return["a"]', "1"),
        ('{"a": 1, **c}', 'return["b"]', '{"a": 1, **c}'),
        ("dict({'a': 1}, b=2)", 'return["a"]', "1"),
        ("dict(c, b=2)", 'return["a"]', "dict(c, b=2)"),
    ],
)
def test_what_the_syntax_does_not_say_is_left_whole(
    make_index: MakeIndex, value: str, reference: str, part: str
) -> None:
    index = make_index({"model.py": f"def f(x):\n    return {value}\n"})
    assert index.resolve(reference, "model.f").part == part


def test_several_returns_are_ambiguous_empty_ones_do_not_count(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(x):
                    if x:
                        return x, 1
                    return x, 2

                def g(x):
                    if x:
                        return
                    return x

                def h(x):
                    return
            """
        }
    )
    assert ambiguous(index, "return[0]") == [3, 4]
    assert lines(index.resolve("return x, 2", "model.f")) == (4, 4)
    assert lines(index.resolve("return", "model.g")) == (9, 9)
    assert found(index, "return", "model.h")[4:] == ("return", "")
    assert fault_of(index, "return[0]", "model.h").code == "unknown-anchor"
    assert fault_of(index, "return", "model").code == "unknown-function"


def test_quoted_statements_and_expressions(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(q, k, mask):
                    x = np.hstack([q, k], axis=1)
                    s = q @ k.T * scale + mask
                    s = softmax(
                        s,  # rows
                        axis=-1)
                    a, b = g(s)
                    if a > 0:
                        h(a)
                    elif b:
                        h(b)
                    for i in range(3):
                        pass
                    while a:
                        pass
                    t = a + b + mask
                    u: int = 1
                    del u
                    return s @ k
            """
        }
    )
    assert found(index, "x = np.hstack(...)")[:4] == ("statement", "name", (2, 2), 2)
    assert found(index, "np.hstack(..., axis=1)") == (
        "expression",
        "",
        (2, 2),
        2,
        "np.hstack([q, k], axis=1)",
        "np.hstack([q, k], axis=1)",
    )
    assert fault_of(index, "np.hstack(..., axis=0)").code == "unknown-anchor"
    assert fault_of(index, "np.hstack([q, k])").code == "unknown-anchor"
    assert lines(index.resolve("q@k.T*scale + mask", "model.f")) == (3, 3)
    assert found(index, "softmax(...)")[2:] == (
        (4, 6),
        4,
        "softmax(s, axis=-1)",
        "softmax(s, axis=-1)",
    )
    assert found(index, "a, b = g(s)")[:5] == ("statement", "name", (7, 7), 7, "a, b")
    assert lines(index.resolve("if a > 0:", "model.f")) == (8, 8)
    assert lines(index.resolve("elif b:", "model.f")) == (10, 10)
    assert found(index, "for i in range(3):")[:5] == ("statement", "loop", (12, 12), 12, "i")
    assert lines(index.resolve("while a:", "model.f")) == (14, 14)
    assert ambiguous(index, "... + mask") == [3, 16]
    assert found(index, "a + ...")[5] == "a + b + mask"
    assert found(index, "a + ... + mask")[5] == "a + b + mask"
    assert found(index, "a + b")[5] == "a + b"
    assert found(index, "... @ ... * ... + ...")[5] == "q @ k.T * scale + mask"
    assert lines(index.resolve("u: int = 1", "model.f")) == (17, 17)
    assert found(index, "h(a)")[:3] == ("expression", "", (9, 9))
    assert lines(index.resolve("[\n q,\n k]", "model.f")) == (2, 2)
    assert ambiguous(index, "s = ...") == [3, 4]
    for nonsense in ("...", "= 3", "a b", "x = ", ""):
        assert fault_of(index, nonsense).code.startswith("unknown-")


def test_an_ellipsis_of_the_code_is_matched_before_any_other(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "def f(x):\n    a = x[0]\n    b = x[...]\n    c = x[1]\n"})
    assert lines(index.resolve("x[...]", "model.f")) == (3, 3)


def test_calls_are_found_by_their_last_names(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                class C:
                    def f(self, x):
                        a = ops.relu(self.g(x))
                        return relu(a)
            """
        }
    )
    assert found(index, "call:self.g", "model.C.f")[4] == "self.g(x)"
    assert found(index, "call:C.g", "model.C.f")[4] == "self.g(x)"
    assert ambiguous(index, "call:relu", "model.C.f") == [3, 4]
    assert fault_of(index, "call:tanh", "model.C.f").code == "unknown-anchor"


def test_nested_functions_are_looked_into_where_the_outer_has_none(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(x):
                    loss = 0
                    def step(y):
                        loss = y
                        inner = y
                        return y + 1
                    square = lambda v: v * v
                    step(x)
            """
        }
    )
    assert lines(index.resolve("loss", "model.f")) == (2, 2)
    assert lines(index.resolve("step.loss", "model.f")) == (4, 4)
    assert index.resolve("inner", "model.f").function == "f.step"
    assert index.resolve("return", "model.f").function == "f.step"
    assert index.resolve("y + 1", "model.f").function == "f.step"
    assert index.resolve("loss", "model.f.step").function == "f.step"
    assert index.resolve("step", "model.f").kind == "function"
    assert index.resolve("square", "model.f").kind == "statement"
    assert index.resolve("v", "model.f").kind == "parameter"
    assert index.resolve("v * v", "model.f").statement.line == 7


def test_c018_a_continued_statement_has_all_its_lines(make_index: MakeIndex) -> None:
    index = make_index(
        {"model.py": "def f(W, x, b):\n    h = 1\n    Z = W @ x \\\n        + b\n    return Z\n"}
    )
    anchor = index.resolve("Z", "model.f")
    assert lines(anchor) == (3, 4)
    assert (anchor.region.line, anchor.code) == (3, "Z = W @ x \\\n    + b")
    assert anchor.part == "Z = W @ x + b"


def test_c019_statements_on_one_line_have_columns_of_their_own(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "def f(x, W, b):\n    A = W @ x; Z = A + b\n"})
    a, z = index.resolve("A", "model.f"), index.resolve("Z", "model.f")
    assert (a.region.column - 1, a.region.end_column - 1, a.part) == (4, 13, "A = W @ x")
    assert (z.region.column - 1, z.region.end_column - 1, z.part) == (15, 24, "Z = A + b")
    assert a.code == z.code == "A = W @ x; Z = A + b"
    assert (a.node, z.node) == ((2, 4, 2, 13), (2, 15, 2, 24))


def test_c020_walrus(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(W, x, b):
                    if (1, Z := W @ x, b):
                        y = (M := Z * 2) + b
                    return y
            """
        }
    )
    assert found(index, "Z") == ("statement", "walrus", (2, 2), 2, "Z", "Z := W @ x")
    assert found(index, "M") == ("statement", "walrus", (3, 3), 3, "M", "M := Z * 2")
    assert found(index, "y")[:3] == ("statement", "name", (3, 3))
    assert fault_of(index, "A").code == "unknown-anchor"


def test_c021_nested_and_starred_unpacking(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(layer, x):
                    (mu, (Z, *_)), = [layer(x)]
                    first, *Zs = Z
                    for i, Zs[0] in enumerate([9.0]):
                        pass
                    [q] = [Z]
                    return mu, Z, q
            """
        }
    )
    assert lines(index.resolve("Z", "model.f")) == (2, 2)
    assert lines(index.resolve("Zs", "model.f")) == (3, 3)
    assert found(index, "Zs[0]")[1:3] == ("subscript", (4, 4))
    assert lines(index.resolve("q", "model.f")) == (6, 6)


def test_c022_plain_and_augmented_assignments_are_two(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "def f(x, b):\n    Z = x\n    U = Z\n    Z += b\n"})
    assert ambiguous(index, "Z") == [2, 4]
    assert found(index, "Z += b")[:5] == ("statement", "augmented", (4, 4), 4, "Z")


def test_c023_captures_of_match(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(kind, z, cut):
                    Z = None
                    match kind:
                        case "relu":
                            if cut > 0:
                                Z = z * 1e9
                        case [Z]:
                            pass
                        case {"a": _, **rest} | [rest]:
                            pass
                        case [*stars] if z:
                            pass
                    return Z
            """
        }
    )
    assert ambiguous(index, "Z") == [2, 6, 7]
    assert found(index, "case [Z]:")[:5] == ("statement", "match", (7, 7), 7, "Z")
    assert index.resolve("case [Z]:", "model.f").node == (7, 13, 7, 16)
    assert found(index, "stars")[1:3] == ("match", (11, 11))
    assert lines(index.resolve("match kind:", "model.f")) == (3, 3)


def test_c024_c025_walrus_in_an_f_string(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": 'def f(W, x):\n    s = f"""\n    shape {(Z := W @ x).shape}\n    """\n'
            "    t = f'{x = }'\n    return Z, s\n"
        }
    )
    assert found(index, "Z") == ("statement", "walrus", (2, 4), 3, "Z", "Z := W @ x")
    assert lines(index.resolve("s", "model.f")) == (2, 4)
    assert index.resolve("x", "model.f").kind == "parameter"


def test_c026_a_functions_own_name_hides_that_of_a_comprehension(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(W, x):
                    rows = [Z for Z in W]
                    last = [(H := w * x) for w in W]
                    Z = sum(last)
                    return Z, H, rows
            """
        }
    )
    assert lines(index.resolve("Z", "model.f")) == (4, 4)
    assert lines(index.resolve("H", "model.f")) == (3, 3)
    assert lines(index.resolve("rows = [Z for Z in W]", "model.f")) == (2, 2)
    assert found(index, "w * x")[:3] == ("expression", "", (3, 3))
    only = make_index({"model.py": "def f(W):\n    return [Z for Z in W]\n"})
    assert found(only, "Z")[1:3] == ("loop", (2, 2))


def test_c027_names_of_except(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(x):
                    try:
                        Z = 1.0 / x
                    except ZeroDivisionError as Z:
                        Z = float("inf")
                    finally:
                        if x == 0:
                            n = 1
                    return Z
            """
        }
    )
    assert ambiguous(index, "Z") == [3, 4, 5]
    quoted = "except ZeroDivisionError as Z:"
    assert found(index, quoted)[:3] == ("statement", "except", (4, 4))
    assert lines(index.resolve("n", "model.f")) == (8, 8)


def test_local_imports_and_module_level_statements(make_index: MakeIndex) -> None:
    index = make_index(
        {"model.py": "K = {'a': 1}\nK['b'] = 2\nassert K\n\ndef f():\n    import numpy as np\n"}
    )
    assert found(index, "np")[1:3] == ("import", (6, 6))
    assert index.resolve('K["b"]', "model").function == ""
    assert lines(index.resolve("assert", "model")) == (3, 3)
    assert index.resolve("K = ...", "model").dotted == "model"
