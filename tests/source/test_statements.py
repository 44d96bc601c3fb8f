from __future__ import annotations

from collections.abc import Callable

from docgen.source.index import SourceIndex
from docgen.source.statements import statements

MakeIndex = Callable[..., SourceIndex]


def test_everything_that_a_function_binds_and_returns_in_code_order(
    make_index: MakeIndex,
) -> None:
    index = make_index(
        {
            "model.py": """
                def f(X, *rest, eps=1e-5, **more):
                    '''What it does.'''
                    a, (b, c["k"]) = g(X)
                    if (n := a):
                        b += n
                    for i in rest:
                        h(i)
                    def inner(q):
                        w = q
                    assert b
                    while True:
                        pass
                    del a
                    return (m := b)
            """
        }
    )
    listed = statements(index.module("model"), index.function("model.f"))
    assert [(each.kind, each.bound, each.cell, each.statement.line) for each in listed] == [
        ("parameter", "parameter", "X", 1),
        ("parameter", "parameter", "rest", 1),
        ("parameter", "parameter", "eps", 1),
        ("parameter", "parameter", "more", 1),
        ("statement", "name", "a", 3),
        ("statement", "name", "b", 3),
        ("statement", "subscript", 'c["k"]', 3),
        ("statement", "walrus", "n", 4),
        ("statement", "augmented", "b", 5),
        ("statement", "loop", "i", 6),
        ("statement", "", "h(i)", 7),
        ("assert", "", "", 10),
        ("statement", "", "", 13),
        ("statement", "walrus", "m", 14),
        ("return", "", "return", 14),
    ]
    assert [each.reference for each in listed[10:13]] == ["h(i)", "assert b", "del a"]


def test_of_two_functions_of_one_name_the_resolved_one_counts(make_index: MakeIndex) -> None:
    index = make_index(
        {"model.py": "if x:\n    def f():\n        a = 1\nelse:\n    def f():\n        b = 1\n"}
    )
    second = index.resolve("b = 1", "model.f")
    listed = statements(index.module("model"), second)
    assert [each.cell for each in listed] == ["b"]


def test_a_module_and_a_lambda_have_no_statements(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "x = 1\nf = lambda v: v\n"})
    assert statements(index.module("model"), index.resolve("model.x")) == []
    listed = statements(index.module("model"), index.function("model.f"))
    assert [each.cell for each in listed] == ["v"]
