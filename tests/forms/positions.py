"""Forms of positions: rotary and sinusoidal."""

from __future__ import annotations

import math

import numpy as np

from tests.forms.form import Rng, Sizes, Values, form


@form(
    r"q & q' : (T, d); \theta : (k,); p & p' : (T, d)",
    {"T": (4, 7), "k": (3, 5)},
    r"q'_{m,2i} = q_{m,2i} \cos(m \theta_i) - q_{m,2i+1} \sin(m \theta_i), \quad"
    r" q'_{m,2i+1} = q_{m,2i} \sin(m \theta_i) + q_{m,2i+1} \cos(m \theta_i), \quad"
    r" i = 0, \dots, k - 1, \quad m = 0, \dots, T - 1",
    r"p'_{m,2i-1} = p_{m,2i-1} \cos(m \theta_i) - p_{m,2i} \sin(m \theta_i), \quad"
    r" p'_{m,2i} = p_{m,2i-1} \sin(m \theta_i) + p_{m,2i} \cos(m \theta_i)",
    r"\begin{pmatrix} q'_{m,2i} \\ q'_{m,2i+1} \end{pmatrix} = \begin{pmatrix}"
    r" \cos(m \theta_i) & -\sin(m \theta_i) \\ \sin(m \theta_i) & \cos(m \theta_i)"
    r" \end{pmatrix} \begin{pmatrix} q_{m,2i} \\ q_{m,2i+1} \end{pmatrix}, \quad"
    r" i = 0, \dots, k - 1, \quad m = 0, \dots, T - 1",
)
def rotary_embedding(rng: Rng, n: Sizes) -> Values:
    T, k = n["T"], n["k"]
    q, theta = rng.normal(size=(T, 2 * k)), rng.uniform(0.2, 1.2, size=k)

    def turned(first: int) -> np.ndarray:
        out = np.empty_like(q)
        for row in range(T):
            for i in range(k):
                angle = (row + first) * theta[i]
                even, odd = q[row, 2 * i], q[row, 2 * i + 1]
                out[row, 2 * i] = even * math.cos(angle) - odd * math.sin(angle)
                out[row, 2 * i + 1] = even * math.sin(angle) + odd * math.cos(angle)
        return out

    # Books that count from 0 turn the first row by nothing, books that count from 1 by theta.
    return {"q": q, "q'": turned(0), "p": q, "p'": turned(1), r"\theta": theta}


@form(
    "E : (T, d)",
    {"T": (4, 7), "k": (3, 5)},
    r"E_{p,2i} = \sin(p / 10000^{2i/d}), \quad E_{p,2i+1} = \cos(p / 10000^{2i/d}), \quad"
    r" i = 0, \dots, d/2 - 1, \quad p = 0, \dots, T - 1",
    r"E_{p,2i} = \sin(\frac{p}{10000^{2i/d}}), \quad E_{p,2i+1} = \cos(\frac{p}{10000^{2i/d}}),"
    r" \quad i = 0, \dots, \frac{d}{2} - 1, \quad p = 0, \dots, T - 1",
    r"E_{p,2i} = \sin(p \cdot e^{-2i \log(10000) / d}), \quad i = 0, \dots, d/2 - 1, \quad"
    r" p = 0, \dots, T - 1",
)
def sinusoidal_positions(rng: Rng, n: Sizes) -> Values:
    T, d = n["T"], 2 * n["k"]
    E = np.zeros((T, d))
    rates = np.exp(np.arange(0, d, 2) * (-math.log(10000.0) / d))
    E[:, 0::2] = np.sin(np.arange(T)[:, None] * rates)
    E[:, 1::2] = np.cos(np.arange(T)[:, None] * rates)
    return {"E": E}
