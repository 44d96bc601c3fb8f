"""Training: averaged gradients, clipping by their norm, and AdamW.

`python -m model.train` trains from the command line. Losses are in nats; gradients have the unit of
the loss, because parameters have none.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from model.batches import Batch
from model.config import ModelConfig
from model.ops import Array, Params
from model.transformer import loss_and_grads


def batch_loss_and_grads(params: Params, batch: Batch, cfg: ModelConfig) -> tuple[float, Params]:
    """Mean loss of a batch and its gradient on every parameter.

    Args:
        params: Parameters of the model.
        batch: Pairs of ids and targets, each (T,).
        cfg: Sizes.

    Returns:
        Mean loss in nats, and mean gradients by the names of the parameters.

    Raises:
        ValueError: The batch is empty.

    Source:
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 8.1.3.
    """
    if not batch:
        raise ValueError("an empty batch has no mean loss")
    results = [loss_and_grads(params, ids, targets, cfg) for ids, targets in batch]
    loss = float(np.array([loss for loss, _ in results]).mean())  # ()
    grads: Params = {}
    for name in params:
        grads[name] = np.stack([each[name] for _, each in results]).mean(axis=0)  # (...)
    return loss, grads


def clip_grad_norm(grads: Params, max_norm: float) -> float:
    """Scale all gradients in place so that their joint Euclidean norm is at most `max_norm`.

    Args:
        grads: Gradients by name, of any shapes; at least one.
        max_norm: Largest norm, positive, in the unit of the gradients.

    Returns:
        The norm before, in the unit of the gradients.

    Source:
        Pascanu, Mikolov and Bengio, On the difficulty of training recurrent neural networks
        (2013), section 3.2, algorithm 1.
    """
    norm = float(np.linalg.norm(np.concatenate([grad.ravel() for grad in grads.values()])))  # ()
    if norm > max_norm:
        scale = max_norm / norm  # ()
        for name in grads:
            grads[name] *= scale  # (...)
    return norm


def decays(param: Array) -> bool:
    """Whether weight decay applies to a parameter: to matrices only, not to biases and scales.

    Args:
        param: A parameter, (n,) or (n, m).

    Returns:
        True where it has two axes or more.
    """
    return param.ndim >= 2


@dataclass
class AdamW:
    """Adam with decoupled weight decay on matrices.

    Attributes:
        lr: Step size, in the unit of the parameters.
        beta1: Share that the mean of the gradients keeps at each step, from 0 and below 1.
        beta2: The same for the mean of their squares.
        eps: Added to the root in the denominator, in the unit of the gradients.
        weight_decay: Share of a matrix that is taken off at each step, times `lr`.
        steps: Number of updates made.
        m: Mean of the gradients by name, each of the shape of its parameter.
        v: Mean of their squares by name, each of the shape of its parameter.

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
            params: Parameters of the model, of any shapes.
            grads: Their gradients, by the same names and of the same shapes.

        Raises:
            KeyError: A parameter has no gradient.
        """
        self.steps += 1
        for name in params:
            self.m.setdefault(name, np.zeros_like(params[name]))
            self.v.setdefault(name, np.zeros_like(params[name]))
            self.m[name] = self.beta1 * self.m[name] + (1.0 - self.beta1) * grads[name]  # (...)
            self.v[name] = (
                self.beta2 * self.v[name] + (1.0 - self.beta2) * grads[name] ** 2
            )  # (...)
            m_hat = self.m[name] / (1.0 - self.beta1**self.steps)  # (...)
            v_hat = self.v[name] / (1.0 - self.beta2**self.steps)  # (...)
            update = m_hat / (np.sqrt(v_hat) + self.eps)  # (...)
            decay = self.weight_decay if decays(params[name]) else 0.0  # ()
            params[name] -= self.lr * (update + decay * params[name])  # (...)


def train_step(
    params: Params,
    opt: AdamW,
    batch: Batch,
    cfg: ModelConfig,
    max_norm: float = 1.0,
) -> float:
    """One update of all parameters, in place.

    Args:
        params: Parameters of the model.
        opt: Optimizer with its state.
        batch: Pairs of ids and targets, each (T,); at least one.
        cfg: Sizes.
        max_norm: Largest joint norm of the gradients, in their unit.

    Returns:
        Mean loss of the batch before the update, in nats.

    Raises:
        ValueError: The batch is empty.
    """
    loss, grads = batch_loss_and_grads(params, batch, cfg)
    clip_grad_norm(grads, max_norm)
    opt.step(params, grads)
    return loss


if __name__ == "__main__":
    from model.trainer import main

    raise SystemExit(main())
