"""What the code computes with, the equation leaves out, and every run has at a value that hides it.

A factor of 1 or a summand of 0 that no array holds stays what it is in repetitions.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, Checked, concept, fence, table

ROWS = table("x | `x` | (d,)", "Z | `Z` | (d,)")
CURE = "name it in the equation, or add an example in which it is another number"


def checked(check: Check, body: str, given: str = "k=1", latex: str = "Z = 3 x") -> Checked:
    """`f(x, k, c)`, in which `x` is drawn and the others are as given."""
    lines = "\n            ".join(body.split("; "))
    model = f"""
        def f(x, k=None, c=None):
            {lines}
            return Z


        def ex():
            return [f(np.random.default_rng(0).uniform(1.0, 2.0, 5), {given})]
        """
    return check(model, concept("f", fence("Z", latex), ROWS))


@pytest.mark.parametrize(
    ("body", "given", "name", "value"),
    [
        ("Z = 3 * x * k", "k=1", "k", 1),
        ("Z = k * (3 * x)", "k=1.0", "k", 1),
        ("Z = 3 * x / k", "k=1", "k", 1),
        ("Z = 3 * x ** k", "k=1", "k", 1),
        ("Z = 3 * x + k", "k=0", "k", 0),
        ("Z = 3 * x - k", "k=0.0", "k", 0),
        ("y = 3 * x; y *= k; Z = 1 * y", "k=1", "k", 1),
        ("Z = 3 * x * (1 - k)", "k=0", "1 - k", 1),
        ("Z = 3 * x * c['on']", "c={'on': 1}", "c['on']", 1),
        ("Z = np.where(c, 3 * x, 0)", "c=np.array([True] * 5)", "c", 1),
        ("Z = np.where(c, 0, 3 * x)", "c=np.array([False] * 5)", "c", 0),
        # Repetitions keep the signs of an array that has one sign alone.
        ("Z = 3 * x * (c > 0)", "c=np.ones(5)", "c > 0", 1),
        ("Z = 3 * x * (c > 0).astype(float)", "c=np.ones(5)", "(c > 0).astype(float)", 1),
        # What feeds the statement counts as well, up to what the equation names.
        ("y = k * x; Z = 3 * y", "k=1", "k", 1),
        ("m = c > 0; y = m * x; Z = 3 * y", "c=np.ones(5)", "m", 1),
        ("u = c['u']; Z = 3 * x * (u > 0)", "c={'u': np.ones(5)}", "u > 0", 1),
    ],
)
def test_what_every_run_hides(check: Check, body: str, given: str, name: str, value: int) -> None:
    found = checked(check, body, given)
    assert found.states == {"z": "weak"}
    message = f"`{name}` is {value} in every run, and the equation does not name it"
    assert [(one.code, one.message, one.help) for one in found.findings] == [
        ("weak-verdict", message, CURE)
    ]


@pytest.mark.parametrize(
    ("body", "given"),
    [
        # It is written in the code, or follows from what the equation names.
        ("Z = 3 * x * 1", "k=1"),
        ("m = x > 0; Z = 3 * x * m", "k=1"),
        ("Z = 3 * x * (x > 0)", "k=1"),
        ("k = 1; Z = 3 * x * k", "k=1"),
        # It is where nothing comes of it for a number.
        ("Z = 3 * x[k:] if k else 3 * x[k + 0:]", "k=0"),
        ("q = x * k; Z = 3 * x", "k=1"),
        # It is a size, which the letters of shapes are asked for.
        ("n = c.ndim; y = np.reshape(x, (n * x.size,)); Z = 3 * y", "c=np.ones(5)"),
        ("n, = x.shape; y = np.reshape(x, (1 * n,)); Z = 3 * y * (n / n)", "k=1"),
        # Another run has another number.
        ("Z = 3 * x * k / k", "k=2"),
    ],
)
def test_what_hides_nothing(check: Check, body: str, given: str) -> None:
    found = checked(check, body, given)
    assert (found.states, found.codes) == ({"z": "verified"}, [])


def test_what_another_run_shows(check: Check) -> None:
    calls = "k=1), f(np.random.default_rng(1).uniform(1.0, 2.0, 5), k=2"
    assert checked(check, "Z = 3 * x * k", calls).states == {"z": "mismatch"}


def test_what_the_equation_names(check: Check) -> None:
    model = """
        def f(x, k):
            Z = 3 * x * k
            return Z


        def ex():
            return [f(np.random.default_rng(0).uniform(1.0, 2.0, 5), k) for k in (1, {other})]
        """
    rows = table("x | `x` | (d,)", "k | `k` | scalar", "Z | `Z` | (d,)")
    page = concept("f", fence("Z", "Z = 3 k x"), rows)
    assert check(model.format(other=2), page).codes == []
    found = check(model.format(other=1), page)
    assert found.only.message == "the runs cannot tell `k` from the same without the factor"


def test_a_property_need_not_say_it(check: Check) -> None:
    model = """
        def f(x, k=1):
            Z = 3 * x * k
            return Z


        def ex():
            return f(np.random.default_rng(0).uniform(1.0, 2.0, 5))
        """
    page = concept("f", fence("Z", r"Z_i \geq 0", 'code="Z"'), "Of $x$.\n\n", ROWS)
    found = check(model, page)
    assert (found.states, found.codes) == ({"z": "verified"}, [])
