"""Operations with their derivatives: each forward function stands above its backward function.

Letters of shapes: T positions, d entries of an input row, F entries of an output row, V tokens.
Gradients are named `d` + name; all arrays are float64 without a unit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
# Parameters by name, and gradients by the names of their parameters.
Params = dict[str, Array]
# What a forward function keeps for its backward function: arrays, and the caches of its parts.
Cache = dict[str, Any]


def relu_forward(Z: Array) -> Array:
    """Rectified linear unit, entry by entry.

    Args:
        Z: Any shape.

    Returns:
        Z where it is positive, 0 elsewhere; the shape of Z.

    Source:
        Glorot, Bordes and Bengio, Deep Sparse Rectifier Neural Networks (2011), section 3.
    """
    return np.maximum(Z, 0.0)  # (...)


def relu_backward(Z: Array, dA: Array) -> Array:
    """Derivative of `relu_forward`; at Z = 0 it is taken as 0.

    Args:
        Z: Input of the forward pass, any shape.
        dA: Gradient on its output, the shape of Z.

    Returns:
        Gradient on Z, the shape of Z.
    """
    # A = np.maximum(Z, 0.0)
    return dA * (Z > 0)  # (...)


def linear_forward(X: Array, W: Array, b: Array) -> Array:
    """Affine map of every row.

    Args:
        X: Rows, (T, d).
        W: Weights, (d, F).
        b: Bias, (F,).

    Returns:
        X W + b, (T, F).

    Source:
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 6.1.
    """
    return X @ W + b  # (T, F)


def linear_backward(X: Array, W: Array, dOut: Array) -> tuple[Array, Array, Array]:
    """Derivative of `linear_forward`.

    Args:
        X: Rows of the forward pass, (T, d).
        W: Weights, (d, F).
        dOut: Gradient on the output, (T, F).

    Returns:
        Gradients on X (T, d), W (d, F) and b (F,).

    Source:
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 6.5.4, algorithm 6.4.
    """
    # out = X @ W + b
    dX = dOut @ W.T  # (T, d)
    dW = X.T @ dOut  # (d, F)
    db = dOut.sum(axis=0)  # (F,)
    return dX, dW, db


def layer_norm_forward(X: Array, g: Array, b: Array, eps: float) -> tuple[Array, Cache]:
    """Layer normalisation of every row, with scale and shift.

    Args:
        X: Rows, (T, d).
        g: Scale, (d,).
        b: Shift, (d,).
        eps: Added to the variance, positive.

    Returns:
        Normalised, scaled and shifted rows, (T, d), and the cache of `layer_norm_backward`.

    Source:
        Ba, Kiros and Hinton, Layer Normalization (2016), section 3.
    """
    mu = X.mean(axis=1, keepdims=True)  # (T, 1)
    centred = X - mu  # (T, d)
    var = (centred**2).mean(axis=1, keepdims=True)  # (T, 1)
    s = 1.0 / np.sqrt(var + eps)  # (T, 1)
    Xhat = centred * s  # (T, d)
    return Xhat * g + b, dict(Xhat=Xhat, s=s)


def layer_norm_backward(dOut: Array, c: Cache, g: Array) -> tuple[Array, Array, Array]:
    """Derivative of `layer_norm_forward`.

    Args:
        dOut: Gradient on the output, (T, d).
        c: Cache of the forward pass.
        g: Scale, (d,).

    Returns:
        Gradients on X (T, d), g (d,) and b (d,).

    Source:
        Derived from `layer_norm_forward` by the chain rule.
    """
    # out = Xhat * g + b
    dg = (dOut * c["Xhat"]).sum(axis=0)  # (d,)
    db = dOut.sum(axis=0)  # (d,)
    dXhat = dOut * g  # (T, d)
    # Xhat = (X - mu) * s: mean and variance depend on X, which gives the two other terms
    along_mean = dXhat.mean(axis=1, keepdims=True)  # (T, 1)
    along_rows = (dXhat * c["Xhat"]).mean(axis=1, keepdims=True)  # (T, 1)
    dX = c["s"] * (dXhat - along_mean - c["Xhat"] * along_rows)  # (T, d)
    return dX, dg, db


def softmax_forward(S: Array) -> Array:
    """Softmax along the last axis, shifted by the maximum so that no exponential overflows.

    Args:
        S: Scores, (..., T).

    Returns:
        Weights that sum to 1 along the last axis, the shape of S.

    Source:
        Bridle, Probabilistic Interpretation of Feedforward Classification Network Outputs (1990);
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 6.2.2.3, equation 6.29.
    """
    shifted = S - S.max(axis=-1, keepdims=True)  # (..., T)
    E = np.exp(shifted)  # (..., T)
    P: Array = E / E.sum(axis=-1, keepdims=True)  # (..., T)
    return P


def softmax_backward(P: Array, dP: Array) -> Array:
    """Derivative of `softmax_forward`.

    Args:
        P: Output of the forward pass, (..., T).
        dP: Gradient on it, the shape of P.

    Returns:
        Gradient on the scores, the shape of P.

    Source:
        Derived from `softmax_forward` by the chain rule.
    """
    inner = (dP * P).sum(axis=-1, keepdims=True)  # (..., 1)
    dS: Array = P * (dP - inner)  # (..., T)
    return dS


def cross_entropy_forward(logits: Array, targets: Array) -> tuple[float, Cache]:
    """Mean negative log probability of the targets, in nats.

    Args:
        logits: Scores of every token, (T, V).
        targets: Ids of the right tokens, (T,), integers in [0, V).

    Returns:
        The loss, and the cache of `cross_entropy_backward`.

    Raises:
        IndexError: A target is not below V.

    Source:
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 6.2.2.3, equation 6.30.
    """
    shifted = logits - logits.max(axis=1, keepdims=True)  # (T, V)
    log_sum = np.log(np.exp(shifted).sum(axis=1, keepdims=True))  # (T, 1)
    log_P = shifted - log_sum  # (T, V)
    rows = np.arange(len(targets))  # (T,)
    loss = -log_P[rows, targets].mean()  # ()
    return float(loss), dict(P=np.exp(log_P), targets=targets)


def cross_entropy_backward(c: dict[str, Array]) -> Array:
    """Derivative of `cross_entropy_forward`.

    Args:
        c: Cache of the forward pass.

    Returns:
        Gradient on the logits, (T, V), in nats.

    Source:
        Derived from `cross_entropy_forward` by the chain rule.
    """
    P, targets = c["P"], c["targets"]  # (T, V), (T,)
    Y = np.zeros_like(P)  # (T, V)
    Y[np.arange(len(targets)), targets] = 1.0
    return (P - Y) / len(targets)  # (T, V)
