"""Central differences, and every parameter of the whole model against them."""

from __future__ import annotations

import numpy as np
import pytest

from model.config import ModelConfig
from model.gradcheck import numerical_grad
from model.ops import cross_entropy_forward
from model.transformer import forward, init_params, loss_and_grads

cfg = ModelConfig(vocab_size=5, seq_len=4, emb_dim=4, num_heads=2, ff_dim=6, num_layers=2)


def test_every_tensor_passes() -> None:
    rng = np.random.default_rng(3)
    params = init_params(cfg, rng)
    for value in params.values():
        value += 0.1 * rng.normal(size=value.shape)
    ids, targets = np.array([0, 3, 1, 3]), np.array([3, 1, 3, 4])
    _, grads = loss_and_grads(params, ids, targets, cfg)

    def loss() -> float:
        logits, _ = forward(params, ids, cfg)
        return cross_entropy_forward(logits, targets)[0]

    largest = 0.0
    for name, value in params.items():
        numeric = numerical_grad(loss, value)
        scale = max(np.abs(numeric).max(), np.abs(grads[name]).max(), 1e-3)
        largest = max(largest, np.abs(numeric - grads[name]).max() / scale)
    assert sorted(grads) == sorted(params)
    assert largest < 1e-6


def test_numerical_grad_of_a_cubic() -> None:
    x = np.array([[1.0, -2.0], [0.5, 3.0]])
    kept = x.copy()
    gradient = numerical_grad(lambda: float((x**3).sum()), x)
    assert np.allclose(gradient, [[3.0, 12.0], [0.75, 27.0]], rtol=0, atol=1e-8)
    assert np.array_equal(x, kept)


def test_numerical_grad_sees_a_wrong_gradient() -> None:
    x = np.array([1.0, 2.0])
    gradient = numerical_grad(lambda: float((x**2).sum()), x)
    assert not np.allclose(gradient, [2.0, 4.01], rtol=0, atol=1e-3)


def test_numerical_grad_restores_its_input_when_the_function_raises() -> None:
    x = np.array([1.0, 2.0])

    def refuse() -> float:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        numerical_grad(refuse, x)
    assert np.array_equal(x, [1.0, 2.0])


def test_numerical_grad_refuses_whole_numbers() -> None:
    with pytest.raises(TypeError, match="int64"):
        numerical_grad(lambda: 0.0, np.array([1, 2]))
