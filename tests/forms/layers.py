"""Forms of layers: norms, activations, linear maps, cells and convolution."""

from __future__ import annotations

import math

import numpy as np

from tests.forms.form import Rng, Sizes, Values, form


@form(
    r"\mu & \sigma^2 : (T,); X & Y : (T, d); \gamma & \beta : (d,); \epsilon : ()",
    {"T": (4, 7), "d": (6, 5)},
    r"\mu_t = \frac{1}{d} \sum_{j=1}^{d} X_{tj}, \quad"
    r" \sigma_t^2 = \frac{1}{d} \sum_{j=1}^{d} (X_{tj} - \mu_t)^2, \quad"
    r" Y_{tj} = \gamma_j \frac{X_{tj} - \mu_t}{\sqrt{\sigma_t^2 + \epsilon}} + \beta_j",
    r"\sigma^2_t = \frac{1}{d} \sum_j X_{tj}^2 - \mu_t^2, \quad"
    r" Y_t = \gamma \odot \frac{X_t - \mu_t}{\sqrt{\sigma^2_t + \epsilon}} + \beta",
    r"\mu = \frac{1}{d} X \mathbf{1}, \quad"
    r" Y_{tj} = (X_{tj} - \mu_t) (\sigma^2_t + \epsilon)^{-1/2} \gamma_j + \beta_j",
)
def layer_norm(rng: Rng, n: Sizes) -> Values:
    X = rng.normal(size=(n["T"], n["d"])) + 0.5
    gamma, beta, eps = rng.normal(size=n["d"]), rng.normal(size=n["d"]), 0.01
    mu = X.sum(axis=1) / n["d"]
    var = np.array([np.mean([(x - m) ** 2 for x in row]) for row, m in zip(X, mu, strict=True)])
    Y = gamma * (X - mu[:, None]) / np.sqrt(var + eps)[:, None] + beta
    return {
        "X": X, r"\gamma": gamma, r"\beta": beta, r"\epsilon": eps, r"\mu": mu,
        r"\sigma^2": var, "Y": Y,
    }  # fmt: skip


@form(
    r"dX & dY & \hat x & d\hat x : (T, d); \gamma : (d,); \sigma : (T,)",
    {"T": (4, 7), "d": (6, 5)},
    r"d\hat x_{tj} = dY_{tj} \gamma_j, \quad"
    r" dX_{tj} = \frac{1}{\sigma_t} (d\hat x_{tj} - \frac{1}{d} \sum_{k=1}^{d} d\hat x_{tk}"
    r" - \hat x_{tj} \frac{1}{d} \sum_{k=1}^{d} d\hat x_{tk} \hat x_{tk})",
    r"dX_{tj} = \frac{d\, d\hat x_{tj} - \sum_k d\hat x_{tk}"
    r" - \hat x_{tj} \sum_k d\hat x_{tk} \hat x_{tk}}{d \cdot \sigma_t}",
    r"dX = \operatorname{diag}(\sigma)^{-1} (d\hat x - \frac{1}{d} d\hat x \mathbf{1}"
    r" \mathbf{1}^\top - \frac{1}{d} \hat x \odot ((d\hat x \odot \hat x) \mathbf{1}"
    r" \mathbf{1}^\top))",
)
def layer_norm_backward(rng: Rng, n: Sizes) -> Values:
    X, dY = rng.normal(size=(n["T"], n["d"])), rng.normal(size=(n["T"], n["d"]))
    gamma = rng.normal(size=n["d"])
    sigma = np.sqrt(X.var(axis=1) + 0.01)
    xhat = (X - X.mean(axis=1, keepdims=True)) / sigma[:, None]
    dxhat = dY * gamma
    inner = dxhat - dxhat.mean(axis=1, keepdims=True)
    inner = inner - xhat * np.mean(dxhat * xhat, axis=1, keepdims=True)
    return {
        r"\hat x": xhat, "dY": dY, r"\gamma": gamma, r"\sigma": sigma, r"d\hat x": dxhat,
        "dX": inner / sigma[:, None],
    }  # fmt: skip


@form(
    r"X & Y : (T, d); g : (d,); r : (T,); \epsilon : ()",
    {"T": (4, 7), "d": (6, 5)},
    r"Y_{tj} = \frac{X_{tj}}{\sqrt{\frac{1}{d} \sum_{k=1}^{d} X_{tk}^2 + \epsilon}} g_j",
    r"r_t = \sqrt{\frac{1}{d} \sum_k X_{tk}^2 + \epsilon}, \quad Y_{tj} = g_j X_{tj} / r_t",
    r"Y_t = \frac{X_t \odot g}{\sqrt{\frac{1}{d} \|X_t\|^2 + \epsilon}}",
    r"Y = \operatorname{diag}(r)^{-1} X \operatorname{diag}(g)",
)
def rms_norm(rng: Rng, n: Sizes) -> Values:
    X, g = rng.normal(size=(n["T"], n["d"])), rng.normal(size=n["d"])
    r = np.array([math.sqrt(sum(x * x for x in row) / n["d"] + 0.01) for row in X])
    return {"X": X, "g": g, "r": r, r"\epsilon": 0.01, "Y": X / r[:, None] * g}


@form(
    r"X & Y : (n, d); \mu & \sigma^2 & \gamma & \beta : (d,); \epsilon : ()",
    {"n": (4, 7), "d": (6, 5)},
    r"\mu_j = \frac{1}{n} \sum_{i=1}^{n} X_{ij}, \quad"
    r" \sigma_j^2 = \frac{1}{n} \sum_{i=1}^{n} (X_{ij} - \mu_j)^2, \quad"
    r" Y_{ij} = \gamma_j \frac{X_{ij} - \mu_j}{\sqrt{\sigma_j^2 + \epsilon}} + \beta_j",
    r"\mu = \frac{1}{n} \sum_{i=1}^{n} X_i, \quad"
    r" Y_i = \gamma \odot \frac{X_i - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
    r"\mu = \frac{1}{n} X^\top \mathbf{1}, \quad"
    r" Y = (X - \mathbf{1} \mu^\top) \operatorname{diag}(\frac{\gamma}{\sqrt{\sigma^2 + \epsilon}})"
    r" + \mathbf{1} \beta^\top",
    r"Y = \gamma \odot (X - \mu) \odot (\sigma^2 + \epsilon)^{-1/2} + \beta",
)
def batch_norm(rng: Rng, n: Sizes) -> Values:
    X = rng.normal(size=(n["n"], n["d"])) + 0.5
    gamma, beta = rng.normal(size=n["d"]), rng.normal(size=n["d"])
    mu = X.sum(axis=0) / n["n"]
    var = np.square(X - mu).sum(axis=0) / n["n"]
    Y = np.stack([gamma * (x - mu) / np.sqrt(var + 0.01) + beta for x in X])
    return {
        "X": X, r"\gamma": gamma, r"\beta": beta, r"\epsilon": 0.01, r"\mu": mu,
        r"\sigma^2": var, "Y": Y,
    }  # fmt: skip


@form(
    r"x & y : (…); X & Y : (T, d); \operatorname{gelu}(u) : (…) to (…)",
    {"T": (3, 5), "d": (4, 6)},
    r"y = \frac{1}{2} x (1 + \tanh(\sqrt{2/\pi} (x + 0.044715 x^3)))",
    r"y = \frac{x}{2} (1 + \tanh(\sqrt{\frac{2}{\pi}} (x + 0.044715 x^3)))",
    r"Y_{tj} = 0.5 X_{tj} (1 + \tanh(\sqrt{2/\pi} (X_{tj} + 0.044715 X_{tj}^3)))",
    r"Y = \operatorname{gelu}(X)",
    definitions=(r"\operatorname{gelu}(u) = 0.5 u (1 + \tanh(\sqrt{2/\pi} (u + 0.044715 u^3)))",),
)
def gelu(rng: Rng, n: Sizes) -> Values:
    X = 2 * rng.normal(size=(n["T"], n["d"]))
    Y = [[0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) for x in row]
         for row in X]  # fmt: skip
    return {"X": X, "Y": np.array(Y), "x": X, "y": np.array(Y)}


@form(
    r"X : (T, d); dY : (T, F); dW & \partial L / \partial W : (d, F);"
    r" db & \partial L / \partial b : (F,); dX : (T, d); W : (d, F)",
    {"T": (3, 6), "d": (5, 4), "F": (7, 8)},
    r"dW = X^\top dY, \quad db = \mathbf{1}^\top dY, \quad dX = dY\, W^\top",
    r"\partial L / \partial W = X^\top dY, \quad \partial L / \partial b = \sum_{t=1}^{T} dY_t",
    r"dW_{ij} = \sum_{t=1}^{T} X_{ti} dY_{tj}, \quad db_j = \sum_{t=1}^{T} dY_{tj}",
    r"dW = \sum_{t} X_t dY_t^\top, \quad db = dY^\top \mathbf{1}",
)
def linear_backward(rng: Rng, n: Sizes) -> Values:
    X, W = rng.normal(size=(n["T"], n["d"])), rng.normal(size=(n["d"], n["F"]))
    dY = rng.normal(size=(n["T"], n["F"]))
    dW = sum(np.outer(x, dy) for x, dy in zip(X, dY, strict=True))
    db = dY.sum(axis=0)
    dX = np.einsum("tf,df->td", dY, W)
    return {
        "X": X, "W": W, "dY": dY, "dW": dW, r"\partial L / \partial W": dW, "db": db,
        r"\partial L / \partial b": db, "dX": dX,
    }  # fmt: skip


SIGMOID = r"\sigma(u) = \frac{1}{1 + e^{-u}}"


@form(
    r"f & i & o & g & c & c' & h & h' & b_f & b_i & b_o & b_g : (k,); x : (d,);"
    r" W_f & W_i & W_o & W_g : (k, k+d); U_f & U_i & U_o & U_g : (k, k);"
    r" V_f & V_i & V_o & V_g : (k, d); \sigma(u) : (…) to (…)",
    {"k": (3, 5), "d": (4, 7)},
    r"\begin{aligned} f &= \sigma(W_f [h, x] + b_f) \\ i &= \sigma(W_i [h, x] + b_i) \\"
    r" o &= \sigma(W_o [h, x] + b_o) \\ g &= \tanh(W_g [h, x] + b_g) \\"
    r" c' &= f \odot c + i \odot g \\ h' &= o \odot \tanh(c') \end{aligned}",
    r"f = \sigma(W_f \cdot [h; x] + b_f), \quad c' = f \odot c + i \odot g, \quad"
    r" h' = o \odot \tanh(c')",
    r"f = \sigma(U_f h + V_f x + b_f), \quad i = \sigma(U_i h + V_i x + b_i), \quad"
    r" o = \sigma(U_o h + V_o x + b_o), \quad g = \tanh(U_g h + V_g x + b_g), \quad"
    r" h' = o \odot \tanh(f \odot c + i \odot g)",
    definitions=(SIGMOID,),
)
def lstm_cell(rng: Rng, n: Sizes) -> Values:
    k, d = n["k"], n["d"]
    x, h, c = rng.normal(size=d), rng.normal(size=k), rng.normal(size=k)
    values: Values = {"x": x, "h": h, "c": c}
    gates: dict[str, np.ndarray] = {}
    for gate in "fiog":
        W, b = rng.normal(size=(k, k + d)), rng.normal(size=k)
        z = W[:, :k] @ h + W[:, k:] @ x + b
        gates[gate] = np.tanh(z) if gate == "g" else 1 / (1 + np.exp(-z))
        values |= {f"W_{gate}": W, f"U_{gate}": W[:, :k], f"V_{gate}": W[:, k:], f"b_{gate}": b}
    new = gates["f"] * c + gates["i"] * gates["g"]
    return values | gates | {"c'": new, "h'": gates["o"] * np.tanh(new)}


@form(
    "Y : (M, N); X : (A, B); K : (R, S)",
    {"M": (5, 4), "N": (6, 7), "R": (3, 5), "S": (4, 3)},
    r"Y_{ij} = \sum_{a=1}^{R} \sum_{b=1}^{S} K_{ab} X_{i+a-1, j+b-1}",
    r"Y_{ij} = \sum_{m=0}^{R-1} \sum_{n=0}^{S-1} K_{mn} X_{i+m, j+n}",
    r"Y_{ij} = \sum_{a,b} K_{ab} X_{i+a-1, j+b-1}",
)
def convolution(rng: Rng, n: Sizes) -> Values:
    M, N, R, S = n["M"], n["N"], n["R"], n["S"]
    X, K = rng.normal(size=(M + R - 1, N + S - 1)), rng.normal(size=(R, S))
    Y = np.array([[(X[i : i + R, j : j + S] * K).sum() for j in range(N)] for i in range(M)])
    return {"X": X, "K": K, "Y": Y}


@form(
    "x : (A,); w : (R,); y : (M,)",
    {"M": (5, 7), "R": (3, 4)},
    r"y_i = \sum_{a=1}^{R} w_a x_{i+a-1}",
    r"y_i = \sum_{m=0}^{R-1} w_m x_{i+m}",
    r"y_i = \sum_{m=0}^{R-1} w_m x_{i+m}, \quad i = 0, \dots, M - 1",
)
def convolution_of_one_axis(rng: Rng, n: Sizes) -> Values:
    x, w = rng.normal(size=n["M"] + n["R"] - 1), rng.normal(size=n["R"])
    return {"x": x, "w": w, "y": np.correlate(x, w, mode="valid")}
