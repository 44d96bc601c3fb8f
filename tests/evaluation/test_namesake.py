"""Functions of the code that have the name of a built-in one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from docgen.evaluation.namesake import as_named
from docgen.evaluation.stop import Stop
from docgen.evaluation.term import Problem

X = np.array([-2.0, 0.5])


def relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0.0)


@pytest.mark.parametrize(
    ("key", "called", "function", "arguments"),
    [
        (r"\tanh", "tanh(u)", np.tanh, (X,)),
        (r"\tanh", "tanh(u)", lambda x: np.tanh(x.astype(np.float16)), (X,)),
        (r"\ln", "log(u)", lambda x: np.log(x + 1e-12), (X + 3,)),
        (r"\arcsin", "f(u)", lambda _: np.array([np.nan, np.arcsin(0.5)]), (X,)),
        (r"\max", "largest(a, b)", np.maximum, (X, -X)),
        (r"\operatorname{sgn}", "s(u)", np.sign, (X,)),
        # Names that are not built in, other counts of arguments, and no array of numbers.
        (r"\operatorname{relu}", "relu(u)", relu, (X,)),
        (r"\sigma", "relu(u)", relu, (X,)),
        (r"\max", "max(u)", lambda x: x[0], (X,)),
        (r"\tanh", "both(u)", lambda x: (x, x), (X,)),
        # Of a square matrix it may be the function of the matrix.
        (r"\exp", "expm(u)", lambda x: x, (np.eye(2),)),
        (r"\ln", "logm(u)", lambda x: x, (np.eye(2),)),
        (r"\operatorname{sqrt}", "sqrtm(u)", lambda x: x, (np.ones((2, 2)),)),
        (r"\tanh", "tanh(u)", np.tanh, (np.outer(X, X),)),
    ],
)
def test_the_same_values_or_nothing_to_compare(
    key: str,
    called: str,
    function: Callable[..., object],
    arguments: tuple[np.ndarray, ...],
) -> None:
    found = as_named(key, called, function)(*arguments)
    np.testing.assert_array_equal(np.asarray(found), np.asarray(function(*arguments)))


@pytest.mark.parametrize(
    ("key", "called", "function", "arguments", "note", "name"),
    [
        (
            r"\tanh",
            "ops.relu(u)[0]",
            relu,
            (X,),
            r"at -2 the code gives 0, `\tanh` is -0.964028",
            "relu",
        ),
        (
            r"\min",
            "f(a, b)",
            np.maximum,
            (X, -X),
            r"at -2, 2 the code gives 2, `\min` is -2",
            "f",
        ),
        (
            r"\operatorname{sqrt}",
            "root(u)",
            np.cbrt,
            (np.array([1.0, 8.0]),),
            r"at 8 the code gives 2, `\operatorname{sqrt}` is 2.82843",
            "root",
        ),
        (r"\exp", "f(u)", np.sum, (X,), "it gives an array of another shape", "f"),
        # These mean the entries of a square matrix as well.
        (
            r"\tanh",
            "relu(u)",
            relu,
            (np.diag([-2.0, 1.0, 1.0]),),
            r"at -2 the code gives 0, `\tanh` is -0.964028",
            "relu",
        ),
        (
            r"\max",
            "f(a, b)",
            np.minimum,
            (np.eye(2), np.zeros((2, 2))),
            r"at 1, 0 the code gives 0, `\max` is 1",
            "f",
        ),
    ],
)
def test_other_values_are_a_mismatch(
    key: str,
    called: str,
    function: Callable[..., object],
    arguments: tuple[np.ndarray, ...],
    note: str,
    name: str,
) -> None:
    with pytest.raises(Stop) as caught:
        as_named(key, called, function)(*arguments)
    assert caught.value.problem == Problem(
        "equation-mismatch",
        f"the row of `{key}` calls another function than that",
        notes=(note,),
        help=rf"give it a name of its own: `\operatorname{{{name}}}`",
    )
