"""The learning rate step by step."""

from __future__ import annotations

import pytest

from model.schedule import learning_rate


def test_a_whole_schedule_by_hand() -> None:
    rates = [learning_rate(step, 0.4, 0.0, 2, 6) for step in range(1, 7)]
    # the cosine at a quarter, a half, three quarters and the end of half a period
    root = 0.5**0.5
    assert rates == pytest.approx([0.2, 0.4, 0.2 + 0.2 * root, 0.2, 0.2 - 0.2 * root, 0.0])


def test_warm_up_meets_the_decay_at_the_peak() -> None:
    assert learning_rate(5, 0.3, 0.1, 5, 9) == 0.3
    assert learning_rate(7, 0.3, 0.1, 5, 9) == pytest.approx(0.2)
    assert learning_rate(9, 0.3, 0.1, 5, 9) == 0.1


def test_without_warm_up_the_first_rate_is_below_the_peak() -> None:
    assert learning_rate(1, 1.0, 0.0, 0, 2) == pytest.approx(0.5)


@pytest.mark.parametrize("step", [0, 11])
def test_a_step_outside_of_the_run_is_refused(step: int) -> None:
    with pytest.raises(ValueError, match=f"step {step} is not one of the steps 1 to 10"):
        learning_rate(step, 0.1, 0.0, 2, 10)


@pytest.mark.parametrize("warmup", [10, -1])
def test_a_warm_up_leaves_steps_for_the_decay(warmup: int) -> None:
    with pytest.raises(ValueError, match=f"{warmup} steps of warm-up"):
        learning_rate(1, 0.1, 0.0, warmup, 10)
