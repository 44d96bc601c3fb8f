r"""Time of checking equations, stage by stage: read, lower, send, evaluate, compare, judge.

    python benchmarks/equations.py 1000

An equation computes an array from the one before in two steps, such as
`t_{3,i} = \sqrt{|a t_{2,i} + 0.7| + 1.2}`, and has a symbol table of its own concept: five steps,
the input and two numbers. Judging tries every variant of an equation, which a site does once for
each equation and then keeps, so it stands apart from the total. The modules that the stages need
are loaded before, and timed by themselves. Seconds are those of the processor: on an idle machine
the same as by the clock, on a busy one steadier. Nothing here is a test.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIZE = 8
STEPS = 5
INNER = (
    (r"a {p} + {c}", "a * p + c"),
    (r"{c} {p} - b", "c * p - b"),
    (r"\frac{{{p}}}{{1 + {c} a}}", "p / (1 + c * a)"),
    (r"\left|{p}\right| + {c}", "np.abs(p) + c"),
    (r"{p} - \frac{{1}}{{n}} \sum_{{j=1}}^{{n}} {all} + {c}", "p - np.mean(p) + c"),
)
OUTER = (
    (r"\exp\left(-\frac{{{p}}}{{{c}}}\right)", "np.exp(-p / c)"),
    (r"\sqrt{{\left|{p}\right| + {c}}}", "np.sqrt(np.abs(p) + c)"),
    (r"b \tanh\left({p}\right)", "b * np.tanh(p)"),
    (
        r"\begin{{cases}} {p} & {p} > {c} \\ {c} \left({p}\right) & \text{{otherwise}} "
        r"\end{{cases}}",
        "np.where(p > c, p, c * p)",
    ),
    (r"\ln\left(1 + \left({p}\right)^{{2}}\right) + {c}", "np.log1p(p**2) + c"),
)


def at(name: str, index: str) -> str:
    """An entry: `x_i`, `t_{1,i}`."""
    base, _, number = name.partition("_")
    return f"{base}_{{{number},{index}}}" if number else f"{base}_{index}"


def equations(count: int, np: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """LaTeX with the values of the symbols of its concept, as a run records them."""
    for number in range(count):
        concept, step = divmod(number, STEPS)
        if not step:
            values = {"x": np.linspace(-1.1, 1.7, SIZE) + 0.01 * concept, "a": 0.5, "b": 1.5}
            before = "x"
        one, two = INNER[(concept + number) % 5], OUTER[(concept + 2 * number) % 5]
        first, second = f"{0.3 + number % 17 / 10:.2f}", f"{0.6 + number % 13 / 10:.2f}"
        left = f"t_{step + 1}"
        names = {"p": at(before, "i"), "all": at(before, "j"), "c": first}
        latex = two[0].format(p=one[0].format(**names), c=second)
        array = values[before]
        for (_, code), constant in ((one, first), (two, second)):
            known = {"np": np, "p": array, "a": 0.5, "b": 1.5, "c": float(constant)}
            array = eval(code, known)
        values[left] = array
        yield f"{at(left, 'i')} = {latex}", dict(values)
        before = left


@contextmanager
def stage(name: str, seconds: dict[str, float]) -> Iterator[None]:
    start = time.process_time()
    yield
    seconds[name] = seconds.get(name, 0.0) + time.process_time() - start


def measure(count: int) -> dict[str, float]:
    """Seconds of every stage.

    Raises:
        ValueError: An equation does not hold: then the figures say nothing.
    """
    seconds: dict[str, float] = {}
    with stage("imports", seconds):
        import msgspec
        import numpy as np

        from docgen.evaluation import evaluate as evaluation
        from docgen.evaluation.judge import judge
        from docgen.evaluation.point import Point
        from docgen.evaluation.term import Formula
        from docgen.latex.item import read_items
        from docgen.latex.parse import read_equation
        from docgen.latex.symbol import Declared
        from docgen.links.formula import lower_equation

    made = list(equations(count, np))
    tables = [
        [Declared(name, ("n",) if np.ndim(value) else ()) for name, value in values.items()]
        for _, values in made
    ]
    with stage("  of which tokens and items", seconds):
        for latex, _ in made:
            read_items(latex)
    with stage("read", seconds):
        trees = [read_equation(made[k][0], tables[k]) for k in range(count)]
    with stage("lower", seconds):
        formulas = [lower_equation(trees[k], tables[k]) for k in range(count)]
    with stage("send and receive", seconds):
        sent = msgspec.msgpack.encode(formulas)
        formulas = msgspec.msgpack.decode(sent, type=list[Formula])

    compare = evaluation.compare

    def timed(*arguments: Any) -> Any:
        with stage("compare", seconds):
            return compare(*arguments)

    evaluation.compare = timed  # type: ignore[assignment]
    with stage("evaluate", seconds):
        outcomes = [evaluation.evaluate(formulas[k], 0, made[k][1]) for k in range(count)]
    evaluation.compare = compare
    seconds["evaluate"] -= seconds["compare"]
    for (latex, _), outcome in zip(made, outcomes, strict=True):
        if outcome.problem is not None or not outcome.ratio <= 1:
            raise ValueError(f"{latex}: {outcome}")
    tried = 0
    with stage("judge", seconds):
        for (_, values), formula in zip(made, formulas, strict=True):
            arrays = {name: np.asarray(value) for name, value in values.items()}
            tried += judge(formula, 0, [Point(arrays)])[1]
    print(f"{count} equations, {tried} variants judged")
    return seconds


STAGES = ("read", "lower", "send and receive", "evaluate", "compare")


def report(count: int) -> None:
    seconds = measure(count)
    rows = [("imports", seconds["imports"])]
    for name in STAGES:
        rows.append((name, seconds[name]))
        if name == "read":
            inner = "  of which tokens and items"
            rows.append((inner, seconds[inner]))
    rows.append(("total beyond imports", sum(seconds[name] for name in STAGES)))
    rows.append(("judge", seconds["judge"]))
    for name, taken in rows:
        print(f"{name:28} {taken:7.3f} s   {1e6 * taken / count:8.1f} us an equation")


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["1000"]:
        report(int(argument))
