r"""Expressions of code as LaTeX, by hand: what is written, and what is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import pytest

from docgen.drafting.candidates import Drafter, Written
from docgen.drafting.observed import Seen
from docgen.drafting.symbols import Symbols
from docgen.drafting.versions import Version
from docgen.trace.encode import encode
from docgen.trace.value import Value

FRAME = {
    "np": np,
    "x": np.arange(12.0).reshape(3, 4) + 1.0,
    "z": np.arange(12.0).reshape(3, 4) - 4.0,
    "w": np.arange(20.0).reshape(4, 5),
    "v": np.arange(4.0) + 1.0,
    "u": np.arange(4.0) - 1.5,
    "c": np.arange(3.0) + 2.0,
    "A": np.arange(16.0).reshape(4, 4) + np.eye(4),
    "a": 1.5,
    "b": 0.5,
    "k": 2,
    "t": np.arange(24.0).reshape(2, 3, 4),
    "alpha": 0.1,
    "x_max": np.array([[4.0], [8.0], [12.0]]),
    "mask": np.array([True, False, True, True]),
    "norm": np.linalg.norm,
}
UNKNOWN = Version({}, {}, frozenset())
TABLE = (
    ("a + b * 2", "y = a + 2 b"),
    ("(a + b) * 2", "y = 2 (a + b)"),
    ("a - (b - 1)", "y = a - (b - 1)"),
    ("-a * b", "y = -a b"),
    ("x - np.sum(x, axis=0)", r"y_{ij} = x_{ij} - \sum_{k=1}^{n} x_{kj}"),
    ("2 * np.sum(v)", r"y = 2 \left(\sum_{i=1}^{n} v_i\right)"),
    ("a / (b + 1)", r"y = \frac{a}{b + 1}"),
    ("a ** 2", "y = a^2"),
    ("(a + b) ** 3", "y = (a + b)^3"),
    ("(a / b) ** 2", r"y = \left(\frac{a}{b}\right)^2"),
    ("a ** 0.5", r"y = \sqrt{a}"),
    ("a + 1e-12", r"y = a + 10^{-12}"),
    ("a * 2.5e-7", r"y = 2.5 \cdot 10^{-7} a"),
    ("alpha * a", r"y = \alpha a"),
    ("2 * np.pi * a", r"y = 2 \pi a"),
    ("np.sqrt(a)", r"y = \sqrt{a}"),
    ("np.exp(-a)", r"y = \exp(-a)"),
    ("np.exp(a) * b", r"y = \exp(a) \cdot b"),
    ("np.exp(a) ** 2", r"y = (\exp(a))^2"),
    ("np.log1p(x)", r"y_{ij} = \operatorname{log1p}(x_{ij})"),
    ("abs(a - b)", r"y = \lvert a - b \rvert"),
    ("x * z", "y_{ij} = x_{ij} z_{ij}"),
    ("x - x_max", r"y_{ij} = x_{ij} - x_{\mathrm{max},i}"),
    ("x / c[:, None]", r"y_{ij} = \frac{x_{ij}}{c_i}"),
    ("x + v", "y_{ij} = x_{ij} + v_j"),
    ("x.T", "y_{ij} = x_{ji}"),
    ("np.transpose(t, (1, 2, 0))", "y_{ijk} = t_{kij}"),
    ("np.moveaxis(t, 0, 2) * a", "y_{ijk} = t_{kij} a"),
    ("x[:, ::-1]", "y_{ij} = x_{i,m-j+1}"),
    ("x[0]", "y_i = x_{1,i}"),
    ("v[-1] * a", "y = v_n a"),
    ("v[1:] - v[:-1]", r"y_i = v_{i+1} - v_i, \quad i = 1, \dots, m - 1"),
    ("np.diff(v)", r"y_i = v_{i+1} - v_i, \quad i = 1, \dots, m - 1"),
    ("np.sum(x, axis=1)", r"y_i = \sum_{j=1}^{m} x_{ij}"),
    ("x.sum(axis=0)", r"y_i = \sum_{j=1}^{m} x_{ji}"),
    ("x.sum()", r"y = \sum_{i=1}^{n} \sum_{j=1}^{m} x_{ij}"),
    ("np.mean(v)", r"y = \frac{1}{n} \sum_{i=1}^{n} v_i"),
    ("np.mean(x, axis=-1, keepdims=True)", r"y_i = \frac{1}{m} \sum_{j=1}^{m} x_{ij}"),
    (
        "np.var(v, ddof=1)",
        r"y = \frac{1}{n - 1} \sum_{i=1}^{n}"
        r" \left(v_i - \frac{1}{n} \sum_{j=1}^{n} v_j\right)^2",
    ),
    ("np.max(x, axis=1)", r"y_i = \max_{j} x_{ij}"),
    ("np.prod(v)", r"y = \prod_{i=1}^{n} v_i"),
    ("np.cumsum(v)", r"y_i = \sum_{j=1}^{i} v_j"),
    ("np.maximum(x, 0)", r"y_{ij} = \max(x_{ij}, 0)"),
    ("np.clip(v, a, b)", r"y_i = \min(\max(v_i, a), b)"),
    (
        "np.where(x > a, x, 0.0)",
        r"y_{ij} = \begin{cases} x_{ij} & \text{if } x_{ij} > a \\ 0 & \text{otherwise}"
        r" \end{cases}",
    ),
    ("(x > a) * x", r"y_{ij} = \mathbb{1}[x_{ij} > a] x_{ij}"),
    ("x @ w", "y = x w"),
    ("x @ w + a", r"y_{ij} = \sum_{k=1}^{d} x_{ik} w_{kj} + a"),
    ("np.dot(v, u)", r"y = v^\top u"),
    ("x.T @ z", r"y = x^\top z"),
    ("x @ w * a / 2", r"y = \frac{x w a}{2}"),
    ("np.linalg.solve(A, v)", "y = A^{-1} v"),
    ("np.outer(c, v) * a", r"y = c v^\top a"),
    ("np.einsum('ij,ij->i', x, z)", r"y_i = \sum_{j=1}^{m} x_{ij} z_{ij}"),
    ("np.linalg.norm(x, axis=1)", r"y_i = \sqrt{\sum_{j=1}^{m} x_{ij}^2}"),
    ("np.trace(A)", r"y = \sum_{i=1}^{n} A_{ii}"),
    ("np.linspace(a, b, 5)", r"y_i = a + \frac{b - a}{n - 1} (i - 1)"),
    ("a / x.shape[1]", r"y = \frac{a}{m}"),
    ("v[mask].sum()", r"y = \sum_{i=1}^{n} v_{\mathrm{mask},i}"),
    ("a * np.median(v)", r"y = a \mathrm{median}"),
)


def _values(tree: ast.AST) -> Iterator[tuple[str, Value]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            text = ast.unparse(node)
            with suppress(SyntaxError):  # the inside of a subscript is no expression by itself
                yield text, encode(eval(text, dict(FRAME)))


def written(text: str) -> Written:
    """The candidates of a value returned."""
    statement = ast.parse(f"return {text}").body[0]
    assert isinstance(statement, ast.Return)
    assert statement.value is not None
    values = dict(_values(ast.parse(text, mode="eval").body))
    result = values[ast.unparse(statement.value)]
    seen = Seen(statement, values, {"return": result}, is_executed=True)
    return Drafter(Symbols(())).written(seen, UNKNOWN)


@pytest.mark.parametrize(("code", "latex"), TABLE)
def test_expression_as_latex(code: str, latex: str) -> None:
    assert written(code).groups[0][0].latex == latex


@pytest.mark.parametrize("code", ["np.sort(v)", "v[mask]", "np.asarray(np.sort(v))", "v[mask][1:]"])
def test_symbol_for_the_very_value_is_no_equation(code: str) -> None:
    found = written(code)

    assert found.reason == "it calls code that has no equation of its own"
    assert all(one.by_call for group in found.groups for one in group)


def test_complex_value_is_not_written() -> None:
    found = written("a + 1j")

    assert (found.groups, found.reason) == ([], "its value is complex")
