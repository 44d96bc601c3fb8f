"""Forms of attention and of the losses behind it."""

from __future__ import annotations

import numpy as np

from tests.forms.form import Rng, Sizes, Values, form


@form(
    "Z & P : (T, V); m : (T,)",
    {"T": (3, 4), "V": (5, 7)},
    r"m_t = \max_u Z_{tu}, \quad P_{tj} = \frac{e^{Z_{tj} - m_t}}{\sum_{k=1}^{V} e^{Z_{tk} - m_t}}",
    r"P_{tj} = \frac{\exp(Z_{tj})}{\sum_k \exp(Z_{tk})}",
    r"P_{tj} = \frac{e^{Z_{tj} - \max_u Z_{tu}}}{\sum_{k} e^{Z_{tk} - \max_u Z_{tu}}}",
    r"P_{tj} = \frac{e^{Z_{tj} - c}}{\sum_{k} e^{Z_{tk} - c}},"
    r" \quad \text{where } c = \max_u Z_{tu}",
)
def softmax_by_rows(rng: Rng, n: Sizes) -> Values:
    Z = 3 * rng.normal(size=(n["T"], n["V"]))
    m = np.array([row.max() for row in Z])
    powers = np.exp(Z - m[:, None])
    return {"Z": Z, "m": m, "P": powers / powers.sum(axis=1, keepdims=True)}


@form(
    "S & M : (T, T); Q & K : (T, d_h)",
    {"T": (5, 7), "d_h": (3, 6)},
    r"S = \frac{Q K^\top}{\sqrt{d_h}} + M, \quad"
    r" M_{tu} = \begin{cases} 0 & u \le t \\ -\infty & \text{otherwise} \end{cases}",
    r"S_{tu} = \frac{1}{\sqrt{d_h}} \sum_{j=1}^{d_h} Q_{tj} K_{uj} + M_{tu}",
    r"S = d_h^{-1/2} Q K^{\top} + M",
    r"S_{ij} = \begin{cases} Q_i \cdot K_j / \sqrt{d_h} & \text{if } j \le i \\"
    r" -\infty & \text{if } j > i \end{cases}",
)
def scores_with_mask(rng: Rng, n: Sizes) -> Values:
    T, size = n["T"], n["d_h"]
    Q, K = rng.normal(size=(T, size)), rng.normal(size=(T, size))
    M = np.zeros((T, T))
    M[np.triu_indices(T, 1)] = -np.inf
    S = np.einsum("tj,uj->tu", Q, K) / np.sqrt(size) + M
    return {"Q": Q, "K": K, "M": M, "S": S}


@form(
    "O : (T, m); H & V : (h, T, k); A : (h, T, T); X : (T, m); W^V : (h, m, k); W^O : (d, m)",
    {"T": (5, 7), "h": (3, 4), "k": (4, 3), "m": (6, 5)},
    r"O = \operatorname{Concat}(H_1, H_2, \dots, H_h)\, W^O, \quad H_i = A_i V_i,"
    r" \quad V_i = X W^V_i",
    r"O = [H_1, \ldots, H_h] W^O, \quad H_i = A_i X W_i^V",
    r"O = [H_1 \| \dots \| H_h] W^O, \quad H_{itj} = \sum_u A_{itu} V_{iuj}",
    r"O_t = [H_{1,t}; \dots; H_{h,t}] W^O",
)
def heads_by_concatenation(rng: Rng, n: Sizes) -> Values:
    T, h, k, m = n["T"], n["h"], n["k"], n["m"]
    X, A = rng.normal(size=(T, m)), rng.random(size=(h, T, T))
    W_V, W_O = rng.normal(size=(h, m, k)), rng.normal(size=(h * k, m))
    V = np.stack([X @ W_V[i] for i in range(h)])
    H = np.stack([A[i] @ V[i] for i in range(h)])
    O = np.hstack(list(H)) @ W_O  # noqa: E741
    return {"X": X, "A": A, "W^V": W_V, "W^O": W_O, "V": V, "H": H, "O": O}


@form(
    r"dS & P & dP : (T, V); \delta : (T,); ds & p & dp : (V,)",
    {"T": (3, 6), "V": (5, 4)},
    r"dS_{tj} = P_{tj} (dP_{tj} - \sum_{k=1}^{V} P_{tk} dP_{tk})",
    r"dS = P \odot (dP - (P \odot dP) \mathbf{1} \mathbf{1}^\top)",
    r"ds = (\operatorname{diag}(p) - p p^\top) dp",
    r"\delta_t = \sum_k P_{tk} dP_{tk}, \quad dS_{tj} = P_{tj} (dP_{tj} - \delta_t)",
)
def softmax_backward(rng: Rng, n: Sizes) -> Values:
    P = np.exp(rng.normal(size=(n["T"], n["V"])))
    P = P / P.sum(axis=1, keepdims=True)
    dP = rng.normal(size=P.shape)
    jacobians = [np.diag(row) - np.outer(row, row) for row in P]
    dS = np.stack([jacobian @ row for jacobian, row in zip(jacobians, dP, strict=True)])
    delta = np.array([row @ other for row, other in zip(P, dP, strict=True)])
    return {
        "P": P, "dP": dP, "dS": dS, r"\delta": delta, "p": P[1], "dp": dP[1], "ds": dS[1],
    }  # fmt: skip


@form(
    r"L : (); p & z & Y : (T, V); y : (T,) in V",
    {"T": (4, 7), "V": (6, 5)},
    r"L = -\frac{1}{T} \sum_{t=1}^{T} \log p_{t, y_t}",
    r"L = \frac{1}{T} \sum_{t} (\log \sum_{v} e^{z_{tv}} - z_{t,y_t})",
    r"L = -\frac{1}{T} \sum_{t=1}^{T} \sum_{v=1}^{V} Y_{tv} \log p_{tv}",
    r"L = -\frac{1}{T} \sum_{t,v} \mathbb{1}[v = y_t] \log p_{tv}",
)
def cross_entropy(rng: Rng, n: Sizes) -> Values:
    T, V = n["T"], n["V"]
    z, y = 2 * rng.normal(size=(T, V)), rng.integers(V, size=T)
    y[:2] = 0, V - 1
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    Y = np.eye(V)[y]
    losses = [-np.log(p[t, y[t]]) for t in range(T)]
    return {"z": z, "y": y, "p": p, "Y": Y, "L": np.mean(losses)}


@form(
    "dz & P & Y : (T, V); y : (T,) in V",
    {"T": (4, 7), "V": (6, 5)},
    r"dz = \frac{1}{T} (P - Y)",
    r"dz_{tv} = \frac{1}{T} (P_{tv} - \mathbb{1}\{v = y_t\})",
    r"dz_{tv} = \frac{P_{tv} - \delta_{v, y_t}}{T}",
    r"dz = (P - Y) / T",
)
def cross_entropy_gradient(rng: Rng, n: Sizes) -> Values:
    T, V = n["T"], n["V"]
    y = rng.integers(V, size=T)
    P = rng.random(size=(T, V))
    P = P / P.sum(axis=1, keepdims=True)
    Y = np.zeros((T, V))
    Y[np.arange(T), y] = 1.0
    return {"P": P, "Y": Y, "y": y, "dz": (P - Y) / T}


@form(
    r"z & p : (V,); \tau : ()",
    {"V": (5, 8)},
    r"p_i = \frac{e^{z_i / \tau}}{\sum_{j=1}^{V} e^{z_j / \tau}}",
    r"p_i = \frac{\exp(z_i / \tau)}{\sum_j \exp(z_j / \tau)}",
    r"p = \frac{e^{z / \tau}}{\mathbf{1}^\top e^{z / \tau}}",
)
def temperature_sampling(rng: Rng, n: Sizes) -> Values:
    z, tau = 2 * rng.normal(size=n["V"]), rng.uniform(0.3, 0.8)
    scaled = z / tau
    powers = np.exp(scaled - scaled.max())
    return {"z": z, r"\tau": tau, "p": powers / powers.sum()}


@form(
    "E : (V, d); X : (T, d); x : (T,) in V; dE : (V, d); dX : (T, d)",
    {"T": (7, 9), "V": (4, 6), "d": (3, 5)},
    r"X_t = E_{x_t}, \quad dE_v = \sum_{t : x_t = v} dX_t",
    r"X_{tj} = E_{x_t, j}, \quad dE_{vj} = \sum_{t=1}^{T} \mathbb{1}[x_t = v]\, dX_{tj}",
    r"dE_{vj} = \sum_{t} \delta_{v, x_t} dX_{tj}",
    r"X_{tj} = \sum_{v=1}^{V} \delta_{v, x_t} E_{vj}",
)
def embedding(rng: Rng, n: Sizes) -> Values:
    T, V, d = n["T"], n["V"], n["d"]
    E, dX, x = rng.normal(size=(V, d)), rng.normal(size=(T, d)), rng.integers(V, size=T)
    x[:3] = 0, V - 1, 0
    dE = np.zeros((V, d))
    np.add.at(dE, x, dX)
    return {"E": E, "x": x, "X": E[x], "dX": dX, "dE": dE}
