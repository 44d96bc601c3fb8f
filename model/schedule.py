"""The learning rate of every step: a linear warm-up, then half a period of a cosine.

With a peak of 0.4, 2 steps of warm-up and 4 in all: 0.2, 0.4, 0.2, 0.
"""

from __future__ import annotations

import math


def learning_rate(step: int, peak: float, floor: float, warmup: int, steps: int) -> float:
    """The rate of a step: it rises in equal parts to its peak, then falls along a cosine.

    Args:
        step: Number of the step, from 1 to `steps`.
        peak: Rate of the last step of the warm-up.
        floor: Rate of the last step of all, in the unit of `peak`.
        warmup: Number of steps of the warm-up, from 0 and below `steps`.
        steps: Number of steps in all.

    Returns:
        The rate of the step, in the unit of `peak`.

    Raises:
        ValueError: `step` is not one of the steps, or the warm-up leaves none for the decay.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 5.3, which raises the rate
        linearly over the first steps; Loshchilov and Hutter, SGDR: Stochastic Gradient Descent
        with Warm Restarts (2017), section 3, equation 5, here with one period and no restart.
    """
    if not 0 <= warmup < steps:
        raise ValueError(
            f"{warmup} steps of warm-up of {steps} in all: "
            "the warm-up has 0 steps or more, and leaves at least one for the decay"
        )
    if not 1 <= step <= steps:
        raise ValueError(f"step {step} is not one of the steps 1 to {steps}")
    if step <= warmup:
        return peak * step / warmup  # ()
    share = (step - warmup) / (steps - warmup)  # ()
    height = 0.5 * (1.0 + math.cos(math.pi * share))  # ()
    return floor + (peak - floor) * height  # ()
