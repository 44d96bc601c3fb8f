"""The model at sizes that can be worked out by hand, and what must hold at any size."""

from __future__ import annotations

import numpy as np
import pytest

from examples.block import identity_path_example
from examples.tiny import tiny_cotangent
from model.config import ModelConfig
from model.embeddings import embed_backward, embed_forward
from model.ops import (
    cross_entropy_backward,
    cross_entropy_forward,
    layer_norm_forward,
    linear_backward,
    relu_backward,
    relu_forward,
    softmax_forward,
)
from model.train import AdamW, batch_loss_and_grads, clip_grad_norm, decays, train_step
from model.transformer import (
    attention_forward,
    block_forward,
    ffn_backward,
    ffn_forward,
    forward,
    init_params,
    loss_and_grads,
)

cfg = ModelConfig(vocab_size=5, seq_len=6, emb_dim=4, num_heads=2, ff_dim=6, num_layers=2)


def worked_params() -> dict[str, np.ndarray]:
    return {
        "ff1_w": np.array([[1.0, 0.5, -1.0], [0.0, 0.5, 1.0]]),
        "ff1_b": np.array([0.0, -0.5, 1.0]),
        "ff2_w": np.array([[1.5, 1.0], [0.25, 0.5], [0.0, 1.0]]),
        "ff2_b": np.array([-0.5, 1.0]),
    }


def test_ffn_worked_example() -> None:
    params = worked_params()
    y, _ = ffn_forward(np.array([[1.0, -1.0]]), params, "")
    assert np.allclose(y, [[1, 2]])


def test_ffn_backward_worked_example() -> None:
    params = worked_params()
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = ffn_forward(np.array([[1.0, -1.0]]), params, "")
    dXn = ffn_backward(np.array([[1.0, 0.5]]), c, params, "", grads)
    assert np.allclose(dXn, [[2, 0]])
    assert np.allclose(grads["ff2_w"], [[1, 0.5], [0, 0], [0, 0]])
    assert np.allclose(grads["ff2_b"], [1, 0.5])
    assert np.allclose(grads["ff1_w"], [[2, 0, 0], [-2, 0, 0]])
    assert np.allclose(grads["ff1_b"], [2, 0, 0])


def random_params() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    params = init_params(cfg, rng)
    for value in params.values():
        value += 0.1 * rng.normal(size=value.shape)
    return params


def test_later_tokens_change_no_earlier_logits() -> None:
    params = random_params()
    before, _ = forward(params, np.array([0, 1, 2, 3, 4]), cfg)
    after, _ = forward(params, np.array([0, 1, 2, 4, 0]), cfg)
    assert np.array_equal(before[:3], after[:3])
    assert not np.allclose(before[3], after[3])


def test_rows_of_attention_sum_to_one_and_look_back_only() -> None:
    X = np.random.default_rng(2).normal(size=(5, 4))
    _, c = attention_forward(X, random_params(), "b0.", cfg)
    assert c["A"].shape == (2, 5, 5)
    assert np.allclose(c["A"].sum(axis=-1), 1.0)
    assert np.all(np.triu(c["A"], k=1) == 0.0)


def test_attention_against_loops() -> None:
    params = random_params()
    X = np.random.default_rng(2).normal(size=(5, 4))
    out, _ = attention_forward(X, params, "b1.", cfg)
    Q, K, V = (X @ params[f"b1.w{n}"] + params[f"b1.b{n}"] for n in "qkv")
    merged = np.zeros((5, 4))
    for h in range(2):
        own = slice(2 * h, 2 * h + 2)
        for i in range(5):
            weights = [np.exp(Q[i, own] @ K[j, own] / np.sqrt(2.0)) for j in range(i + 1)]
            for j in range(i + 1):
                merged[i, own] += weights[j] / sum(weights) * V[j, own]
    assert np.allclose(out, merged @ params["b1.wo"] + params["b1.bo"])


def test_softmax_does_not_see_a_shift() -> None:
    S = np.array([[1.0, 2.0, 4.0], [-3.0, 0.0, 0.5]])
    assert np.allclose(softmax_forward(S), softmax_forward(S + 100.0))
    assert np.allclose(softmax_forward(np.log([[1.0, 2.0, 5.0]])), [[0.125, 0.25, 0.625]])


def test_relu_at_its_corner() -> None:
    assert np.array_equal(relu_forward(np.array([-1.0, 0.0, 2.0])), [0.0, 0.0, 2.0])
    assert np.array_equal(relu_backward(np.array([-1.0, 0.0, 2.0]), np.ones(3)), [0.0, 0.0, 1.0])


def test_linear_backward_by_hand() -> None:
    X, W = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]])
    dOut = np.array([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]])
    dX, dW, db = linear_backward(X, W, dOut)
    assert np.array_equal(dX, [[3.0, 1.0], [0.0, 2.0]])
    assert np.array_equal(dW, [[1.0, 6.0, 1.0], [2.0, 8.0, 2.0]])
    assert np.array_equal(db, [1.0, 2.0, 1.0])


def test_layer_norm_rows() -> None:
    X = np.random.default_rng(4).normal(size=(3, 8))
    out, c = layer_norm_forward(X, np.ones(8), np.zeros(8), 0.0)
    assert np.allclose(out.mean(axis=1), 0.0)
    assert np.allclose(out.var(axis=1), 1.0)
    assert np.allclose(c["s"][:, 0], 1 / X.std(axis=1))
    scaled, _ = layer_norm_forward(X, np.full(8, 2.0), np.full(8, 0.5), 0.0)
    assert np.allclose(scaled, 2.0 * out + 0.5)


def test_cross_entropy_by_hand() -> None:
    logits = np.log(np.array([[1.0, 1.0, 2.0], [3.0, 1.0, 4.0]]))
    loss, c = cross_entropy_forward(logits, np.array([2, 1]))
    assert loss == pytest.approx((np.log(2.0) + np.log(8.0)) / 2)
    expected = [[0.125, 0.125, -0.25], [0.1875, -0.4375, 0.25]]
    assert np.allclose(cross_entropy_backward(c), expected)


def test_embedding_adds_tables_and_sums_repeated_ids() -> None:
    params = {"tok": np.arange(6.0).reshape(3, 2), "pos": np.array([[10.0, 20.0]] * 4)}
    rows = embed_forward(np.array([2, 0, 2]), params)
    assert np.array_equal(rows, [[14.0, 25.0], [10.0, 21.0], [14.0, 25.0]])
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    embed_backward(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), np.array([2, 0, 2]), grads)
    assert np.array_equal(grads["tok"], [[3.0, 4.0], [0.0, 0.0], [6.0, 8.0]])
    assert np.array_equal(grads["pos"], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [0.0, 0.0]])


def test_block_keeps_four_caches() -> None:
    X = np.random.default_rng(5).normal(size=(3, 4))
    Y, c = block_forward(X, random_params(), 0, cfg)
    assert Y.shape == (3, 4)
    assert list(c) == ["ln1", "att", "ln2", "ff"]


def test_zero_scales_leave_the_identity_path() -> None:
    dX, _ = identity_path_example()
    assert np.array_equal(dX, tiny_cotangent())


def test_only_matrices_decay() -> None:
    params = init_params(cfg, np.random.default_rng(0))
    vectors = {name for name in params if name.endswith(("_b", "_g"))}
    vectors |= {f"b{layer}.b{n}" for layer in range(2) for n in "qkvo"}
    assert {name for name, value in params.items() if not decays(value)} == vectors


def test_clipping_by_the_joint_norm() -> None:
    grads = {"a": np.array([3.0]), "b": np.array([[0.0, 4.0]])}
    assert clip_grad_norm(grads, 10.0) == 5.0
    assert np.array_equal(grads["b"], [[0.0, 4.0]])
    assert clip_grad_norm(grads, 1.0) == 5.0
    assert np.allclose(grads["a"], [0.6])
    assert np.allclose(grads["b"], [[0.0, 0.8]])


def test_adamw_by_hand() -> None:
    opt = AdamW(lr=0.1, beta1=0.5, beta2=0.75, eps=0.0, weight_decay=0.5)
    params = {"w": np.array([[2.0]]), "b": np.array([2.0])}
    opt.step(params, {"w": np.array([[4.0]]), "b": np.array([4.0])})
    # first step: both means are unbiased to the gradient, so the update is its sign
    assert np.allclose(params["w"], [[2.0 - 0.1 * (1.0 + 0.5 * 2.0)]])
    assert np.allclose(params["b"], [1.9])
    opt.step(params, {"w": np.array([[0.0]]), "b": np.array([0.0])})
    # m = 1 of 0.75, v = 3 of 0.4375
    update = (1.0 / 0.75) / np.sqrt(3.0 / 0.4375)
    assert np.allclose(params["b"], [1.9 - 0.1 * update])


def test_a_batch_is_the_mean_of_its_sequences() -> None:
    params = random_params()
    first = (np.array([0, 1, 2]), np.array([1, 2, 3]))
    second = (np.array([4, 4, 0]), np.array([4, 0, 1]))
    loss, grads = batch_loss_and_grads(params, [first, second], cfg)
    one, two = (loss_and_grads(params, *each, cfg) for each in (first, second))
    assert loss == pytest.approx((one[0] + two[0]) / 2)
    for name in params:
        assert np.allclose(grads[name], (one[1][name] + two[1][name]) / 2)


def test_training_lowers_the_loss() -> None:
    params = random_params()
    opt = AdamW(lr=0.01)
    batch = [(np.array([0, 1, 2, 3]), np.array([1, 2, 3, 4]))]
    losses = [train_step(params, opt, batch, cfg) for _ in range(100)]
    assert losses[-1] < 0.5 * losses[0]
