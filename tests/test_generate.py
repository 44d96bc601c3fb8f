"""From logits to a token, and from a prompt to a text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from model.checkpoint import save_checkpoint
from model.config import ModelConfig
from model.generate import (
    apply_temperature,
    generate,
    keep_top_k,
    main,
    next_token_probabilities,
    sample,
)
from model.ops import Params
from model.run import RunSettings, start_run
from model.transformer import forward, init_params

ROOT = Path(__file__).resolve().parent.parent
CFG = ModelConfig(vocab_size=9, seq_len=5, emb_dim=8, num_heads=2, ff_dim=12, num_layers=2)


def test_temperature_makes_odds_a_power() -> None:
    logits = np.log([1.0, 2.0, 5.0])
    assert np.allclose(apply_temperature(logits, 2.0), np.log([1.0, 2.0, 5.0]) / 2)
    assert np.allclose(next_token_probabilities(logits, 1.0, 3), [0.125, 0.25, 0.625])
    # odds 1 : 2 : 5 become 1 : 4 : 25 at half the temperature
    assert np.allclose(next_token_probabilities(logits, 0.5, 3), [1 / 30, 4 / 30, 25 / 30])


@pytest.mark.parametrize("temperature", [0.0, -1.0, np.inf, np.nan])
def test_a_temperature_that_is_not_positive_says_what_to_type(temperature: float) -> None:
    with pytest.raises(ValueError, match=r"not a positive number; .* type --top-k 1"):
        apply_temperature(np.zeros(3), temperature)


def test_top_k_keeps_the_largest_and_their_equals() -> None:
    logits = np.array([1.0, 4.0, 2.0, 4.0, 3.0])
    no = -np.inf
    assert keep_top_k(logits, 1).tolist() == [no, 4.0, no, 4.0, no]
    assert keep_top_k(logits, 2).tolist() == [no, 4.0, no, 4.0, no]
    assert keep_top_k(logits, 3).tolist() == [no, 4.0, no, 4.0, 3.0]
    assert keep_top_k(logits, 5).tolist() == logits.tolist()
    assert np.allclose(next_token_probabilities(np.log([1.0, 2.0, 6.0]), 1.0, 2), [0.0, 0.25, 0.75])


@pytest.mark.parametrize("k", [0, 4])
def test_a_k_without_tokens_is_refused(k: int) -> None:
    with pytest.raises(ValueError, match=f"top-k {k} is not between 1 and 3"):
        keep_top_k(np.zeros(3), k)


def test_sampling_inverts_the_cumulative_distribution() -> None:
    P = np.array([0.0, 0.25, 0.5, 0.0, 0.25, 0.0])
    drawn = [sample(P, u) for u in (0.0, 0.2, 0.25, 0.7, 0.75, 1.0 - 2.0**-53)]
    assert drawn == [1, 1, 2, 2, 4, 4]


def test_rounding_leads_to_no_token_without_probability() -> None:
    P = np.array([0.1] * 10 + [0.0])
    assert np.cumsum(P)[-1] < 1.0
    assert sample(P, 1.0 - 2.0**-53) == 9


def test_draws_have_the_given_frequencies() -> None:
    P = np.array([0.5, 0.2, 0.3])
    rng = np.random.default_rng(0)
    counts = np.bincount([sample(P, rng.random()) for _ in range(4000)], minlength=3)
    # five standard deviations of the largest count
    assert np.all(np.abs(counts / 4000 - P) < 5 * np.sqrt(0.25 / 4000))


def params() -> Params:
    rng = np.random.default_rng(7)
    return {
        name: value + rng.normal(size=value.shape) for name, value in init_params(CFG, rng).items()
    }


def test_top_k_one_is_greedy_and_reads_the_last_ids_only() -> None:
    held, prompt = params(), np.array([3, 0, 4])
    ids = generate(held, prompt, 8, 1.0, 1, np.random.default_rng(0), CFG)
    expected = [3, 0, 4]
    for _ in range(8):
        logits, _ = forward(held, np.array(expected[-5:]), CFG)
        expected.append(int(np.argmax(logits[-1])))
    assert ids.tolist() == expected
    assert len(set(expected)) > 2


def test_one_seed_gives_one_text_and_another_seed_another() -> None:
    held, prompt = params(), np.array([1])
    texts = [
        generate(held, prompt, 12, 1.5, 9, np.random.default_rng(seed), CFG).tolist()
        for seed in (1, 1, 2)
    ]
    assert texts[0] == texts[1] != texts[2]
    assert all(0 <= token < 9 for token in texts[0])


def test_no_length_adds_nothing_and_an_empty_prompt_is_refused() -> None:
    held, rng = params(), np.random.default_rng(0)
    assert generate(held, np.array([4, 2]), 0, 1.0, 9, rng, CFG).tolist() == [4, 2]
    with pytest.raises(ValueError, match="the prompt is empty"):
        generate(held, np.array([], dtype=int), 1, 1.0, 9, rng, CFG)


def test_probabilities_that_are_no_numbers_are_refused() -> None:
    held = {name: value * np.nan for name, value in params().items()}
    with pytest.raises(ValueError, match="the probabilities are no numbers"):
        generate(held, np.array([1]), 1, 1.0, 9, np.random.default_rng(0), CFG)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    told = RunSettings(steps=1, warmup=0, batch_size=1)
    save_checkpoint(start_run("the fox and the heron", told, CFG_OF_TEXT), tmp_path / "run.npz")
    return tmp_path / "run.npz"


CFG_OF_TEXT = ModelConfig(vocab_size=12, seq_len=5, emb_dim=8, num_heads=2, ff_dim=12, num_layers=1)


def test_the_command_continues_a_prompt(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(saved), "--prompt", "the ", "--length", "9", "--top-k", "3", "--seed", "4"]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "model.generate", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("the ")
    assert len(done.stdout) == 4 + 9 + 1
    assert main(words) == 0
    assert capsys.readouterr().out == done.stdout


def test_the_command_says_what_is_wrong(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {
        ("--temperature", "0"): "type --top-k 1",
        ("--prompt", "tuba"): "character 'u' at position 1",
        ("--prompt", ""): "the prompt is empty",
        ("--top-k", "99"): "top-k 99 is not between 1 and 11",
        ("--length", "-1"): "length -1",
        ("--seed", "-1"): "--seed -1 is negative",
    }
    for words, message in wrong.items():
        assert main([str(saved), *words]) == 2, words
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("error: ")
        assert message in said.err
    assert main([str(saved.with_name("none.npz"))]) == 2
    assert "no such file" in capsys.readouterr().err
