"""Training: averaged gradients, clipping by their norm, and AdamW."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from model.config import ModelConfig
from model.ops import Array
from model.transformer import Params, loss_and_grads


def batch_loss_and_grads(
    params: Params, batch: list[tuple[Array, Array]], cfg: ModelConfig
) -> tuple[float, Params]:
    """Mean loss of a batch and its gradient on every parameter.

    Args:
        params: Parameters of the model.
        batch: Pairs of ids and targets, each (T,).
        cfg: Sizes.

    Returns:
        Mean loss in nats, and mean gradients by the names of the parameters.
    """
    results = [loss_and_grads(params, ids, targets, cfg) for ids, targets in batch]
    loss = sum(loss for loss, _ in results) / len(results)
    grads = {name: np.mean([each[name] for _, each in results], axis=0) for name in params}
    return loss, grads


def clip_grad_norm(grads: Params, max_norm: float) -> float:
    """Scale all gradients in place so that their joint Euclidean norm is at most `max_norm`.

    Args:
        grads: Gradients by name.
        max_norm: Largest norm, in the unit of the gradients.

    Returns:
        The norm before.

    Source:
        Pascanu, Mikolov and Bengio, On the difficulty of training recurrent neural networks
        (2013), section 3.2, algorithm 1.
    """
    norm = float(np.sqrt(sum((grad**2).sum() for grad in grads.values())))
    if norm > max_norm:
        for grad in grads.values():
            grad *= max_norm / norm
    return norm


def decays(param: Array) -> bool:
    """Whether weight decay applies to a parameter: to matrices only."""
    return param.ndim >= 2


@dataclass
class AdamW:
    """Adam with decoupled weight decay on matrices.

    Attributes:
        lr: Step size.
        beta1: Share that the mean of the gradients keeps at each step.
        beta2: The same for the mean of their squares.
        eps: Added to the root in the denominator.
        weight_decay: Share of a matrix that is taken off at each step, times `lr`.

    Source:
        Loshchilov and Hutter, Decoupled Weight Decay Regularization (2019), algorithm 2.
    """

    lr: float = 1e-3
    beta1: float = 0.9
    beta2: float = 0.999
    eps: float = 1e-8
    weight_decay: float = 0.01
    steps: int = 0
    m: Params = field(default_factory=dict)
    v: Params = field(default_factory=dict)

    def step(self, params: Params, grads: Params) -> None:
        """Update all parameters in place.

        Args:
            params: Parameters of the model.
            grads: Their gradients, by the same names.
        """
        self.steps += 1
        unbias1 = 1.0 - self.beta1**self.steps
        unbias2 = 1.0 - self.beta2**self.steps
        for name, param in params.items():
            grad = grads[name]
            m_before = self.m.get(name, np.zeros_like(param))
            v_before = self.v.get(name, np.zeros_like(param))
            self.m[name] = self.beta1 * m_before + (1.0 - self.beta1) * grad
            self.v[name] = self.beta2 * v_before + (1.0 - self.beta2) * grad**2
            update = self.m[name] / unbias1 / (np.sqrt(self.v[name] / unbias2) + self.eps)
            decay = self.weight_decay if decays(param) else 0.0
            param -= self.lr * (update + decay * param)


def train_step(
    params: Params,
    opt: AdamW,
    batch: list[tuple[Array, Array]],
    cfg: ModelConfig,
    max_norm: float = 1.0,
) -> float:
    """One update of all parameters, in place.

    Args:
        params: Parameters of the model.
        opt: Optimizer with its state.
        batch: Pairs of ids and targets, each (T,).
        cfg: Sizes.
        max_norm: Largest norm of the gradients.

    Returns:
        Mean loss of the batch before the update, in nats.
    """
    loss, grads = batch_loss_and_grads(params, batch, cfg)
    clip_grad_norm(grads, max_norm)
    opt.step(params, grads)
    return loss
