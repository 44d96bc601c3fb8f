"""Forms of training and of estimation: optimisers, clipping, filters, regression, steps."""

from __future__ import annotations

import math

import numpy as np

from tests.forms.form import Rng, Sizes, Values, form


@form(
    r"m_t & m_{t-1} & v_t & v_{t-1} & g_t & \hat m & \hat v & \theta_t & \theta_{t-1} : (…);"
    r" \beta_1 & \beta_2 & t & \eta & \lambda & \epsilon : ()",
    {"a": (3, 5), "b": (4, 7)},
    r"m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t, \quad"
    r" v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t^2, \quad"
    r" \hat m = \frac{m_t}{1 - \beta_1^t}, \quad \hat v = \frac{v_t}{1 - \beta_2^t}, \quad"
    r" \theta_t = \theta_{t-1} - \eta (\frac{\hat m}{\sqrt{\hat v} + \epsilon}"
    r" + \lambda \theta_{t-1})",
    r"\theta_t = (1 - \eta \lambda) \theta_{t-1} - \frac{\eta \hat m}{\sqrt{\hat v} + \epsilon}",
    r"\theta_t = \theta_{t-1} - \eta \lambda \theta_{t-1} - \eta \frac{m_t / (1 - \beta_1^t)}"
    r"{\sqrt{v_t / (1 - \beta_2^t)} + \epsilon}",
)
def adam_w(rng: Rng, n: Sizes) -> Values:
    shape = (n["a"], n["b"])
    g, m, theta = rng.normal(size=shape), rng.normal(size=shape), rng.normal(size=shape)
    v, step = rng.random(size=shape), 3 + n["point"] % 5
    beta1, beta2, rate, decay, eps = 0.9, 0.97, 0.02, 0.1, 1e-4
    new_m = beta1 * m + (1 - beta1) * g
    new_v = beta2 * v + (1 - beta2) * g * g
    hat_m, hat_v = new_m / (1 - beta1**step), new_v / (1 - beta2**step)
    decayed = theta - rate * decay * theta
    return {
        "m_{t-1}": m, "v_{t-1}": v, "g_t": g, r"\theta_{t-1}": theta, r"\beta_1": beta1,
        r"\beta_2": beta2, "t": float(step), r"\eta": rate, r"\lambda": decay, r"\epsilon": eps,
        "m_t": new_m, "v_t": new_v, r"\hat m": hat_m, r"\hat v": hat_v,
        r"\theta_t": decayed - rate * hat_m / (np.sqrt(hat_v) + eps),
    }  # fmt: skip


@form(
    "g & g' : (n,); c : ()",
    {"n": (5, 8)},
    r"g' = \begin{cases} g & \text{if } \|g\| \le c \\ \frac{c}{\|g\|} g & \text{if } \|g\| > c"
    r" \end{cases}",
    r"g' = \min(1, \frac{c}{\|g\|}) g",
    r"g' = \frac{g}{\max(1, \|g\| / c)}",
    r"g'_i = g_i \min(1, \frac{c}{\sqrt{\sum_{j=1}^{n} g_j^2}})",
)
def clipping(rng: Rng, n: Sizes) -> Values:
    # Norms on both sides of 1, so that c and its square differ as limits.
    g = rng.normal(size=n["n"]) * (0.1 if n["n"] % 2 else 3.0)
    length = math.sqrt(sum(x * x for x in g))
    # Both branches are taken: a limit below the norm at even seeds, above it at odd ones.
    c = length * (0.6 if n["point"] % 2 == 0 else 1.7)
    return {"g": g, "c": c, "g'": g * (c / length) if length > c else g.copy()}


@form(
    "W : (m, n); a : ()",
    {"m": (4, 7), "n": (5, 3)},
    r"a = \sqrt{\frac{6}{m + n}}, \quad |W_{ij}| \le a",
    r"a = \frac{\sqrt{6}}{\sqrt{m + n}}, \quad -a \le W_{ij} \le a",
    r"a = \sqrt{6 / (m + n)}",
)
def xavier_bounds(rng: Rng, n: Sizes) -> Values:
    a = math.sqrt(6.0 / (n["m"] + n["n"]))
    return {"a": a, "W": rng.uniform(-a, a, size=(n["m"], n["n"]))}


@form(
    "K : (n, m); P^- & P : (n, n); H : (m, n); R & S : (m, m); x & x^- : (n,); z & y : (m,)",
    {"n": (4, 5), "m": (3, 7)},
    r"K = P^- H^\top (H P^- H^\top + R)^{-1}, \quad x = x^- + K (z - H x^-), \quad"
    r" P = (I - K H) P^-",
    r"S = H P^- H^\top + R, \quad K = P^- H^\top S^{-1}, \quad y = z - H x^-, \quad"
    r" x = x^- + K y, \quad P = P^- - K S K^\top",
    r"P = (I - K H) P^- (I - K H)^\top + K R K^\top",
)
def kalman_update(rng: Rng, n: Sizes) -> Values:
    size, seen = n["n"], n["m"]
    A, B = rng.normal(size=(size, size)), rng.normal(size=(seen, seen))
    before, R = A @ A.T + np.eye(size), B @ B.T + np.eye(seen)
    H, x, z = rng.normal(size=(seen, size)), rng.normal(size=size), rng.normal(size=seen)
    S = H @ before @ H.T + R
    K = np.linalg.solve(S.T, (before @ H.T).T).T
    y = z - H @ x
    return {
        "P^-": before, "R": R, "H": H, "x^-": x, "z": z, "S": S, "K": K, "y": y,
        "x": x + K @ y, "P": before - K @ H @ before,
    }  # fmt: skip


@form(
    r"w : (d,); X : (n, d); y : (n,); \lambda : ()",
    {"n": (7, 9), "d": (3, 4)},
    r"w = (X^\top X + \lambda I)^{-1} X^\top y",
    r"(X^\top X + \lambda I) w = X^\top y",
    r"w = X^\top (X X^\top + \lambda I)^{-1} y",
    r"w = (\sum_{i=1}^{n} X_i X_i^\top + \lambda I_d)^{-1} \sum_{i=1}^{n} y_i X_i",
)
def ridge_regression(rng: Rng, n: Sizes) -> Values:
    X, y, weight = rng.normal(size=(n["n"], n["d"])), rng.normal(size=n["n"]), 0.7
    w = np.linalg.solve(X.T @ X + weight * np.eye(n["d"]), X.T @ y)
    return {"X": X, "y": y, r"\lambda": weight, "w": w}


def slope(time: float, state: np.ndarray) -> np.ndarray:
    """A right side that depends on the time and mixes the entries."""
    mixed: np.ndarray = np.tanh(np.cumsum(state))
    return mixed + math.cos(time) * np.arange(1.0, len(state) + 1)


@form(
    "k_1 & k_2 & k_3 & k_4 & y_n & y_{n+1} : (d,); t_n & h : (); f(t, y) : to (d,)",
    {"d": (3, 5)},
    r"k_1 = f(t_n, y_n), \quad k_2 = f(t_n + \frac{h}{2}, y_n + \frac{h}{2} k_1), \quad"
    r" k_3 = f(t_n + \frac{h}{2}, y_n + \frac{h}{2} k_2), \quad k_4 = f(t_n + h, y_n + h k_3),"
    r" \quad y_{n+1} = y_n + \frac{h}{6} (k_1 + 2 k_2 + 2 k_3 + k_4)",
    r"\begin{aligned} k_1 &= f(t_n, y_n) \\ k_2 &= f(t_n + h/2, y_n + h k_1 / 2) \\"
    r" k_3 &= f(t_n + h/2, y_n + h k_2 / 2) \\ k_4 &= f(t_n + h, y_n + h k_3) \\"
    r" y_{n+1} &= y_n + h (\frac{k_1}{6} + \frac{k_2}{3} + \frac{k_3}{3} + \frac{k_4}{6})"
    r" \end{aligned}",
    functions={"f(t, y)": slope},
)
def runge_kutta_step(rng: Rng, n: Sizes) -> Values:
    y, t, h = rng.normal(size=n["d"]), rng.uniform(0.5, 1.5), 0.3
    k1 = slope(t, y)
    k2 = slope(t + h / 2, y + h / 2 * k1)
    k3 = slope(t + h / 2, y + h / 2 * k2)
    k4 = slope(t + h, y + h * k3)
    return {
        "y_n": y, "t_n": t, "h": h, "k_1": k1, "k_2": k2, "k_3": k3, "k_4": k4,
        "y_{n+1}": y + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6,
    }  # fmt: skip
