"""Text from a trained model: `python -m model.generate CHECKPOINT --prompt "the "`.

Logits become the probability of every token by temperature, top-k and softmax; one token is drawn,
added to the text, and the model reads again. Letters of shapes: T positions, V tokens.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from model.checkpoint import CheckpointError, load_checkpoint
from model.config import ModelConfig
from model.ops import Array, Params, softmax_forward
from model.transformer import forward


def apply_temperature(logits: Array, temperature: float) -> Array:
    """Logits divided by the temperature: below 1 the largest gains, above 1 all come nearer.

    Args:
        logits: Scores of every token, (V,).
        temperature: Positive, dimensionless.

    Returns:
        Scaled logits, (V,).

    Raises:
        ValueError: The temperature is not a positive number.

    Source:
        Ackley, Hinton and Sejnowski, A Learning Algorithm for Boltzmann Machines (1985),
        where a temperature divides the difference of two energies.
    """
    if not 0.0 < temperature < np.inf:
        raise ValueError(
            f"temperature {temperature} is not a positive number; "
            "for the most probable token at every step type --top-k 1"
        )
    return logits / temperature  # (V,)


def keep_top_k(logits: Array, k: int) -> Array:
    """Minus infinity for all but the k largest logits; those equal to the k-th are kept too.

    Args:
        logits: Scores of every token, (V,).
        k: How many to keep, from 1 to V.

    Returns:
        Filtered logits, (V,).

    Raises:
        ValueError: `k` is not between 1 and V.

    Source:
        Fan, Lewis and Dauphin, Hierarchical Neural Story Generation (2018), top-k random sampling.
    """
    if not 1 <= k <= len(logits):
        raise ValueError(f"top-k {k} is not between 1 and {len(logits)}, the number of tokens")
    larger = (logits > logits[:, np.newaxis]).sum(axis=1)  # (V,)
    return np.where(larger < k, logits, -np.inf)  # (V,)


def next_token_probabilities(logits: Array, temperature: float, top_k: int) -> Array:
    """Probability of every token as the next one.

    Args:
        logits: Scores of every token, (V,).
        temperature: Positive, dimensionless.
        top_k: How many of the largest logits may be drawn, from 1 to V.

    Returns:
        Probabilities, (V,), which sum to 1.

    Raises:
        ValueError: The temperature is not positive, or `top_k` not between 1 and V.
    """
    scaled = apply_temperature(logits, temperature)  # (V,)
    kept = keep_top_k(scaled, top_k)  # (V,)
    return softmax_forward(kept)  # (V,)


def sample(probabilities: Array, u: float) -> int:
    """A token by the inverse of the cumulative distribution.

    This is the first token whose cumulative probability is above u times the total: the total is 1
    up to rounding, and with it no u below 1 leads past the last token that has a probability.

    Args:
        probabilities: Probability of every token, (V,); weights with another total may be given.
        u: A draw from the uniform distribution on [0, 1).

    Returns:
        The id of a token, in [0, V); its probability is not 0.

    Source:
        Devroye, Non-Uniform Random Variate Generation (1986), chapter III, section 2.
    """
    cumulative = np.cumsum(probabilities)  # (V,)
    threshold = u * cumulative[-1]  # ()
    return int((cumulative <= threshold).sum())


def next_token_logits(params: Params, tokens: Sequence[int], cfg: ModelConfig) -> Array:
    """Scores of what may follow some tokens; the model reads the last `seq_len` of them.

    Args:
        params: Parameters of the model.
        tokens: Ids, integers in [0, V); at least one.
        cfg: Sizes.

    Returns:
        Logits of the last position, (V,).
    """
    context = np.array(tokens[-cfg.seq_len :])  # (T,)
    logits: Array = forward(params, context, cfg)[0][-1]  # (V,)
    return logits


def generate(
    params: Params,
    ids: Array,
    length: int,
    temperature: float,
    top_k: int,
    rng: np.random.Generator,
    cfg: ModelConfig,
) -> Array:
    """A prompt continued token by token; the model reads the last `seq_len` ids each time.

    Args:
        params: Parameters of the model.
        ids: Ids of the prompt, (N,), integers in [0, V).
        length: Number of tokens to add, from 0.
        temperature: Positive, dimensionless.
        top_k: How many of the most probable tokens may be drawn, from 1 to V.
        rng: Source of randomness; one draw for each token.
        cfg: Sizes.

    Returns:
        Ids of the prompt and of what was added, (N + length,).

    Raises:
        ValueError: The prompt is empty, the length is negative, the temperature is not positive, or
            `top_k` is not between 1 and V; or a probability is no number.
    """
    if len(ids) == 0:
        raise ValueError("the prompt is empty: the model needs at least one token to go on from")
    if length < 0:
        raise ValueError(f"length {length} is negative; 0 adds nothing")
    tokens = [int(token) for token in ids]
    for _ in range(length):
        probabilities = next_token_probabilities(
            next_token_logits(params, tokens, cfg), temperature, top_k
        )  # (V,)
        if not np.isfinite(probabilities).all():
            raise ValueError(
                "the probabilities are no numbers: the temperature is too near to 0, "
                "or a parameter of the model is no number"
            )
        tokens.append(sample(probabilities, rng.random()))
    return np.array(tokens)  # (N + length,)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a prompt and its continuation by the model of a checkpoint.

    Args:
        arguments: Words of the command line, those of the process by default.

    Returns:
        0, or 2 where the checkpoint or an argument cannot be used.
    """
    parser = argparse.ArgumentParser(
        prog="python -m model.generate",
        description="Continue a prompt with the model of a checkpoint.",
        epilog='example: python -m model.generate harbour.npz --prompt "the red boat " --top-k 5',
    )
    parser.add_argument("checkpoint", type=Path, help="file written by python -m model.train")
    parser.add_argument("--prompt", default="the ", help="text to go on from (default: 'the ')")
    parser.add_argument("--length", type=int, default=200, help="characters to add (default: 200)")
    parser.add_argument(
        "--temperature", type=float, default=1.0, help="above 0; below 1 is safer (default: 1.0)"
    )
    parser.add_argument(
        "--top-k", type=int, help="draw among this many characters (default: among all)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the draws (default: 0)")
    given = parser.parse_args(arguments)
    try:
        if given.seed < 0:
            raise ValueError(f"--seed {given.seed} is negative")
        run = load_checkpoint(given.checkpoint)
        ids = generate(
            run.params,
            run.tokenizer.encode(given.prompt),
            given.length,
            given.temperature,
            len(run.tokenizer) if given.top_k is None else given.top_k,
            np.random.default_rng(given.seed),
            run.cfg,
        )
    except (CheckpointError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(run.tokenizer.decode(ids))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
