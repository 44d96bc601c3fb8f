"""Windows of a text and their targets, and batches that a seed gives again."""

from __future__ import annotations

import numpy as np
import pytest

from model.batches import draw_batch, window

IDS = np.array([5, 3, 8, 1, 9])


def test_targets_are_the_ids_one_place_later() -> None:
    inputs, targets = window(IDS, 1, 3)
    assert inputs.tolist() == [3, 8, 1]
    assert targets.tolist() == [8, 1, 9]


@pytest.mark.parametrize("start", [-1, 2, 5])
def test_a_window_lies_within_the_text(start: int) -> None:
    with pytest.raises(ValueError, match=f"no window of 3 ids .* starts at {start} in 5 ids"):
        window(IDS, start, 3)


def test_a_batch_comes_again_from_its_seed_and_reaches_every_start() -> None:
    first = draw_batch(IDS, 2, 40, np.random.default_rng(3))
    again = draw_batch(IDS, 2, 40, np.random.default_rng(3))
    pairs = [(inputs.tolist(), targets.tolist()) for inputs, targets in first]
    assert pairs == [(inputs.tolist(), targets.tolist()) for inputs, targets in again]
    assert len(pairs) == 40
    expected = [([5, 3], [3, 8]), ([3, 8], [8, 1]), ([8, 1], [1, 9])]
    assert sorted({str(pair) for pair in pairs}) == sorted(map(str, expected))


def test_a_text_without_a_window_is_refused() -> None:
    with pytest.raises(ValueError, match="window of 5 ids and its targets need more than 5 ids"):
        draw_batch(IDS, 5, 1, np.random.default_rng(0))
