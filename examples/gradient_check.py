"""Runs of the gradient check: a cubic, and how far differences are from the derivative."""

from __future__ import annotations

import numpy as np

from model.gradcheck import numerical_grad
from model.ops import Array, relu_backward, relu_forward


def cubic_example(M: int = 3) -> Array:
    """The gradient of the sum of the cubes of M numbers."""
    x = np.random.default_rng(5).normal(size=M)
    return numerical_grad(lambda: float((x**3).sum()), x, 0.1)


def step_errors() -> dict[str, Array]:
    """Largest error of the gradient of a sum of exponentials, for steps from 0.1 to 1e-12.

    Once with numbers of 64 bits and once of 32; the derivative is the exponential itself.
    """
    steps = 10.0 ** np.arange(-1.0, -12.5, -0.5)
    double, single = (np.linspace(-1.0, 1.0, 5, dtype=kind) for kind in (np.float64, np.float32))
    return {
        "steps": steps,
        "double": np.array([_error(double, float(step)) for step in steps]),
        "single": np.array([_error(single, float(step)) for step in steps]),
    }


def kink_errors() -> dict[str, Array]:
    """Differences of ReLU at numbers near its kink, with the step 0.01, beside the derivative.

    A number just above 0 stands beside 0 itself, so that a drawn derivative jumps there.
    """
    x = np.sort(np.append(np.linspace(-0.03, 0.03, 25), 1e-6))
    differences = numerical_grad(lambda: float(relu_forward(x).sum()), x, 0.01)
    return {"x": x, "differences": differences, "derivative": relu_backward(x, np.ones_like(x))}


def _error(x: Array, step: float) -> float:
    gradient = numerical_grad(lambda: np.exp(x).sum(), x, step)
    return float(np.abs(gradient - np.exp(x)).max())
