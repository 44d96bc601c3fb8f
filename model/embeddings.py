"""Into the residual stream and out of it again: from ids to rows, and from rows to logits.

Letters of shapes: T positions, d entries of a row of the residual stream, V tokens. `embed_forward`
makes the stream before the first block, a row for every id; `head_forward` turns the stream after
the last block into a score for every token. On the way back `head_backward` is the first step and
returns the gradient on the stream; `embed_backward` is the last and returns nothing, since ids are
whole numbers and have no gradient. Both add parameter gradients to `grads`.
"""

from __future__ import annotations

import numpy as np

from model.config import ModelConfig
from model.ops import (
    Array,
    Cache,
    Params,
    layer_norm_backward,
    layer_norm_forward,
    linear_backward,
    linear_forward,
)


def embed_forward(ids: Array, params: Params) -> Array:
    """Rows of the token table plus rows of the position table.

    Args:
        ids: Token ids, (T,), integers in [0, V).
        params: Parameters of the model.

    Returns:
        Residual stream before the first block, (T, d).

    Raises:
        IndexError: An id is not below V.
        ValueError: There are more ids than rows of the position table.

    Source:
        Vaswani et al., Attention Is All You Need (2017), sections 3.4 and 3.5, with learned
        positions.
    """
    return params["tok"][ids] + params["pos"][: len(ids)]  # (T, d)


def embed_backward(dX: Array, ids: Array, grads: Params) -> None:
    """Derivative of `embed_forward`: rows of ids that occur twice receive the sum.

    Args:
        dX: Gradient on the residual stream, (T, d).
        ids: Token ids, (T,).
        grads: Gradients of the parameters; those of the tables are added.

    Source:
        Derived from `embed_forward` by the chain rule.
    """
    T = len(ids)
    dTok = np.zeros_like(grads["tok"])  # (V, d)
    np.add.at(dTok, ids, dX)
    grads["tok"] += dTok
    grads["pos"][:T] += dX


def head_forward(X: Array, params: Params, cfg: ModelConfig) -> tuple[Array, Cache]:
    """Last LayerNorm and projection to a score for every token.

    Args:
        X: Residual stream after the last block, (T, d).
        params: Parameters of the model.
        cfg: Sizes.

    Returns:
        Logits, (T, V), and the cache of `head_backward`.

    Source:
        Xiong et al., On Layer Normalization in the Transformer Architecture (2020), table 1, for
        the LayerNorm after the last block.
    """
    Xf, c_lnf = layer_norm_forward(X, params["lnf_g"], params["lnf_b"], cfg.ln_eps)
    logits = linear_forward(Xf, params["head_w"], params["head_b"])  # (T, V)
    return logits, dict(lnf=c_lnf, Xf=Xf)


def head_backward(dLogits: Array, c: Cache, params: Params, grads: Params) -> Array:
    """Derivative of `head_forward`.

    Args:
        dLogits: Gradient on the logits, (T, V).
        c: Cache of the forward pass.
        params: Parameters of the model.
        grads: Gradients of the parameters; those of the head are added.

    Returns:
        Gradient on the residual stream, (T, d).

    Source:
        Derived from `head_forward` by the chain rule.
    """
    dXf, dW, db = linear_backward(c["Xf"], params["head_w"], dLogits)
    grads["head_w"] += dW
    grads["head_b"] += db
    dX, dg, dbf = layer_norm_backward(dXf, c["lnf"], params["lnf_g"])
    grads["lnf_g"] += dg
    grads["lnf_b"] += dbf
    return dX
