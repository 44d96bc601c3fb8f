"""The transformer: parameters, blocks and the whole model, forward and backward.

Letters of shapes: T positions, d entries of a row of the residual stream, F entries of a hidden
row, H heads of k = d / H entries, V tokens. Parameters live in one dictionary; those of block l are
named `b{l}.` + name. Forward functions return their output and a cache; backward functions add
parameter gradients to `grads` and return the gradient on their input.
"""

from __future__ import annotations

import numpy as np

from model.config import ModelConfig
from model.embeddings import embed_backward, embed_forward, head_backward, head_forward
from model.heads import causal_mask, merge_heads, split_heads
from model.ops import (
    Array,
    Cache,
    Params,
    cross_entropy_backward,
    cross_entropy_forward,
    layer_norm_backward,
    layer_norm_forward,
    linear_backward,
    linear_forward,
    relu_backward,
    relu_forward,
    softmax_backward,
    softmax_forward,
)


def xavier_uniform(rows: int, columns: int, rng: np.random.Generator) -> Array:
    """Uniform draws whose variance keeps signals and gradients about equally large.

    Args:
        rows: Width of the input.
        columns: Width of the output.
        rng: Source of randomness.

    Returns:
        Weights, (rows, columns), between minus and plus sqrt(6 / (rows + columns)).

    Source:
        Glorot and Bengio, Understanding the difficulty of training deep feedforward neural
        networks (2010), section 4.2.1, equation 16.
    """
    limit = np.sqrt(6.0 / (rows + columns))  # ()
    return rng.uniform(-limit, limit, (rows, columns))  # (rows, columns)


def init_params(cfg: ModelConfig, rng: np.random.Generator) -> Params:
    """Parameters of an untrained model.

    Args:
        cfg: Sizes.
        rng: Source of randomness.

    Returns:
        Array of every parameter by its name: matrices are Xavier uniform draws, scales of LayerNorm
        are 1, and biases and shifts 0. Shapes stand beside the statements that make them.

    Source:
        Glorot and Bengio (2010), see `xavier_uniform`.
    """
    V, T, d, F = cfg.vocab_size, cfg.seq_len, cfg.emb_dim, cfg.ff_dim
    p: Params = {}
    p["tok"], p["pos"] = xavier_uniform(V, d, rng), xavier_uniform(T, d, rng)  # (V, d), (T, d)

    for l in range(cfg.num_layers):
        b = f"b{l}."
        p[b + "ln1_g"], p[b + "ln1_b"] = np.ones(d), np.zeros(d)  # (d,), (d,)

        for n in "qkvo":
            p[b + "w" + n] = xavier_uniform(d, d, rng)  # (d, d)
            p[b + "b" + n] = np.zeros(d)  # (d,)

        p[b + "ln2_g"], p[b + "ln2_b"] = np.ones(d), np.zeros(d)  # (d,), (d,)
        p[b + "ff1_w"], p[b + "ff1_b"] = xavier_uniform(d, F, rng), np.zeros(F)  # (d, F), (F,)
        p[b + "ff2_w"], p[b + "ff2_b"] = xavier_uniform(F, d, rng), np.zeros(d)  # (F, d), (d,)

    p["lnf_g"], p["lnf_b"] = np.ones(d), np.zeros(d)  # (d,), (d,)
    p["head_w"], p["head_b"] = xavier_uniform(d, V, rng), np.zeros(V)  # (d, V), (V,)
    return p


def attention_forward(Xn: Array, params: Params, p: str, cfg: ModelConfig) -> tuple[Array, Cache]:
    """Causal multi-head attention with its output projection.

    Args:
        Xn: Normalised rows, (T, d).
        params: Parameters of the model.
        p: Prefix of this block's names.
        cfg: Sizes.

    Returns:
        Output, (T, d), and the cache of `attention_backward`.

    Source:
        Vaswani et al., Attention Is All You Need (2017), sections 3.2.1 and 3.2.2.
    """
    H = cfg.num_heads
    Q = linear_forward(Xn, params[p + "wq"], params[p + "bq"])  # (T, d)
    K = linear_forward(Xn, params[p + "wk"], params[p + "bk"])  # (T, d)
    U = linear_forward(Xn, params[p + "wv"], params[p + "bv"])  # (T, d)
    Qh, Kh, Vh = split_heads(Q, H), split_heads(K, H), split_heads(U, H)  # (H, T, k)

    scale = 1.0 / np.sqrt(Qh.shape[-1])  # ()
    raw = Qh @ Kh.transpose(0, 2, 1)  # (H, T, T)
    S = raw * scale + causal_mask(len(Xn))  # (H, T, T)
    A = softmax_forward(S)  # (H, T, T)
    mixed = A @ Vh  # (H, T, k)
    O = merge_heads(mixed)  # (T, d)

    out = linear_forward(O, params[p + "wo"], params[p + "bo"])  # (T, d)
    return out, dict(Xn=Xn, Qh=Qh, Kh=Kh, Vh=Vh, A=A, O=O)


def attention_backward(
    dOut: Array, c: Cache, params: Params, p: str, cfg: ModelConfig, grads: Params
) -> Array:
    """Derivative of `attention_forward`.

    Args:
        dOut: Gradient on the output, (T, d).
        c: Cache of the forward pass.
        params: Parameters of the model.
        p: Prefix of this block's names.
        cfg: Sizes.
        grads: Gradients of the parameters; those of this function are added.

    Returns:
        Gradient on the input, (T, d).

    Source:
        Derived from `attention_forward` by the chain rule.
    """
    # out = O @ wo + bo
    dO, dWo, dbo = linear_backward(c["O"], params[p + "wo"], dOut)  # (T, d), (d, d), (d,)
    grads[p + "wo"] += dWo
    grads[p + "bo"] += dbo

    # O = merge_heads(mixed); mixed = A @ Vh
    dOh = split_heads(dO, cfg.num_heads)  # (H, T, k)
    dA = dOh @ c["Vh"].transpose(0, 2, 1)  # (H, T, T)
    dVh = c["A"].transpose(0, 2, 1) @ dOh  # (H, T, k)

    # A = softmax_forward(raw * scale + mask); raw = Qh @ Kh.T
    scale = 1.0 / np.sqrt(c["Qh"].shape[-1])  # ()
    dS = softmax_backward(c["A"], dA) * scale  # (H, T, T)
    dQh = dS @ c["Kh"]  # (H, T, k)
    dKh = dS.transpose(0, 2, 1) @ c["Qh"]  # (H, T, k)

    # Q, K, U = Xn @ wq + bq, Xn @ wk + bk, Xn @ wv + bv
    dQ, dK, dU = merge_heads(dQh), merge_heads(dKh), merge_heads(dVh)  # (T, d)
    dXq, dWq, dbq = linear_backward(c["Xn"], params[p + "wq"], dQ)  # (T, d), (d, d), (d,)
    grads[p + "wq"] += dWq
    grads[p + "bq"] += dbq
    dXk, dWk, dbk = linear_backward(c["Xn"], params[p + "wk"], dK)  # (T, d), (d, d), (d,)
    grads[p + "wk"] += dWk
    grads[p + "bk"] += dbk
    dXv, dWv, dbv = linear_backward(c["Xn"], params[p + "wv"], dU)  # (T, d), (d, d), (d,)
    grads[p + "wv"] += dWv
    grads[p + "bv"] += dbv
    return dXq + dXk + dXv  # (T, d)


def ffn_forward(Xn: Array, params: Params, p: str) -> tuple[Array, Cache]:
    """Feed-forward network: widen every row, apply ReLU, narrow it again.

    Args:
        Xn: Normalised rows, (T, d).
        params: Parameters of the model.
        p: Prefix of this block's names.

    Returns:
        Output, (T, d), and the cache of `ffn_backward`.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.3, equation 2.
    """
    Z = Xn @ params[p + "ff1_w"] + params[p + "ff1_b"]  # (T, F)
    A = relu_forward(Z)  # (T, F)

    return A @ params[p + "ff2_w"] + params[p + "ff2_b"], dict(Xn=Xn, Z=Z, A=A)


def ffn_backward(dOut: Array, c: Cache, params: Params, p: str, grads: Params) -> Array:
    """Derivative of `ffn_forward`.

    Args:
        dOut: Gradient on the output, (T, d).
        c: Cache of the forward pass.
        params: Parameters of the model.
        p: Prefix of this block's names.
        grads: Gradients of the parameters; those of this function are added.

    Returns:
        Gradient on the input, (T, d).

    Source:
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 6.5.4, algorithm 6.4.
    """
    # out = A @ ff2_w + ff2_b
    dA, dW2, db2 = linear_backward(c["A"], params[p + "ff2_w"], dOut)  # (T, F), (F, d), (d,)
    grads[p + "ff2_w"] += dW2
    grads[p + "ff2_b"] += db2
    # A = relu_forward(Z)
    dZ = relu_backward(c["Z"], dA)  # (T, F)
    # Z = Xn @ ff1_w + ff1_b
    dXn, dW1, db1 = linear_backward(c["Xn"], params[p + "ff1_w"], dZ)  # (T, d), (d, F), (F,)

    grads[p + "ff1_w"] += dW1
    grads[p + "ff1_b"] += db1

    return dXn


def block_forward(X: Array, params: Params, l: int, cfg: ModelConfig) -> tuple[Array, Cache]:
    """Pre-LN transformer block.

    Args:
        X: Residual stream, (T, d).
        params: Parameters of the model.
        l: Number of the block, from 0.
        cfg: Sizes.

    Returns:
        Residual stream after both branches, (T, d), and the caches of `block_backward`.

    Source:
        Xiong et al., On Layer Normalization in the Transformer Architecture (2020), section 3.3,
        table 1.
    """
    p = f"b{l}."
    # Xn, att, Xn2 and ff are (T, d) like X
    Xn, c_ln1 = layer_norm_forward(X, params[p + "ln1_g"], params[p + "ln1_b"], cfg.ln_eps)
    att, c_att = attention_forward(Xn, params, p, cfg)
    X1 = X + att  # (T, d)
    Xn2, c_ln2 = layer_norm_forward(X1, params[p + "ln2_g"], params[p + "ln2_b"], cfg.ln_eps)
    ff, c_ff = ffn_forward(Xn2, params, p)

    return X1 + ff, dict(ln1=c_ln1, att=c_att, ln2=c_ln2, ff=c_ff)


def block_backward(
    dY: Array, c: Cache, params: Params, l: int, cfg: ModelConfig, grads: Params
) -> Array:
    """Derivative of `block_forward`.

    Args:
        dY: Gradient on the output, (T, d).
        c: Caches of the forward pass.
        params: Parameters of the model.
        l: Number of the block, from 0.
        cfg: Sizes.
        grads: Gradients of the parameters; those of this block are added.

    Returns:
        Gradient on the input, (T, d).

    Source:
        He et al., Identity Mappings in Deep Residual Networks (2016), section 2, equation 5, for
        the part that goes round the branches.
    """
    p = f"b{l}."
    # Y = X1 + ff; ff = ffn_forward(Xn2); Xn2 = layer_norm_forward(X1)
    dXn2 = ffn_backward(dY, c["ff"], params, p, grads)  # (T, d)
    dX1_branch, dg, db = layer_norm_backward(dXn2, c["ln2"], params[p + "ln2_g"])
    grads[p + "ln2_g"] += dg
    grads[p + "ln2_b"] += db
    dX1 = dY + dX1_branch  # (T, d)
    # X1 = X + att; att = attention_forward(Xn); Xn = layer_norm_forward(X)
    dXn = attention_backward(dX1, c["att"], params, p, cfg, grads)  # (T, d)
    dX_branch, dg, db = layer_norm_backward(dXn, c["ln1"], params[p + "ln1_g"])
    grads[p + "ln1_g"] += dg
    grads[p + "ln1_b"] += db
    return dX1 + dX_branch


def forward(params: Params, ids: Array, cfg: ModelConfig) -> tuple[Array, Cache]:
    """Logits of every position for the token that follows it.

    Args:
        params: Parameters of the model.
        ids: Token ids, (T,), integers in [0, V).
        cfg: Sizes.

    Returns:
        Logits, (T, V), and the caches of all parts.

    Raises:
        IndexError: An id is not below V.
        ValueError: There are more ids than the model has positions.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3, decoder side alone, with the
        pre-LN order of Xiong et al. (2020).
    """
    streams = [embed_forward(ids, params)]  # (T, d)
    blocks = []
    for l in range(cfg.num_layers):
        Y, c_block = block_forward(streams[-1], params, l, cfg)
        streams.append(Y)
        blocks.append(c_block)
    logits, c_head = head_forward(streams[-1], params, cfg)
    return logits, dict(blocks=blocks, head=c_head)


def loss_and_grads(
    params: Params, ids: Array, targets: Array, cfg: ModelConfig
) -> tuple[float, Params]:
    """Cross-entropy of one sequence and its gradient on every parameter.

    Args:
        params: Parameters of the model.
        ids: Token ids, (T,).
        targets: The token that follows each of them, (T,).
        cfg: Sizes.

    Returns:
        Loss in nats, and gradients by the names of the parameters, each of the shape of its
        parameter.

    Raises:
        IndexError: An id or a target is not below V.
        ValueError: There are more ids than the model has positions.

    Source:
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 6.5, back-propagation.
    """
    logits, c = forward(params, ids, cfg)
    loss, c_loss = cross_entropy_forward(logits, targets)

    grads = {name: np.zeros_like(value) for name, value in params.items()}
    dLogits = cross_entropy_backward(c_loss)  # (T, V)
    gradients = [head_backward(dLogits, c["head"], params, grads)]  # (T, d)
    for l in reversed(range(cfg.num_layers)):
        dX = block_backward(gradients[-1], c["blocks"][l], params, l, cfg, grads)  # (T, d)
        gradients.append(dX)
    embed_backward(gradients[-1], ids, grads)
    return loss, grads
