"""Sizes of the model: the defaults as names of the module, and one object that carries them.

What follows from them stands here too, so that pages can name it: `text_len` characters in the text
of the repository, and `num_params` numbers in all parameters of a model of the default sizes.
"""

from __future__ import annotations

from dataclasses import dataclass

vocab_size = 40
seq_len = 16
emb_dim = 32
num_heads = 4
head_dim = emb_dim // num_heads
ff_dim = 128
num_layers = 2
ln_eps = 1e-5

batch_size = 8
text_len = 2907
num_params = 28584


@dataclass(frozen=True)
class ModelConfig:
    """Configuration of a model.

    Attributes:
        vocab_size: Number of tokens, V.
        seq_len: Longest sequence, T.
        emb_dim: Width of the residual stream, d; a multiple of `num_heads`.
        num_heads: Number of attention heads, H.
        ff_dim: Width of a hidden row of the feed-forward layer, F.
        num_layers: Number of blocks.
        ln_eps: Added to a variance before its root is taken, dimensionless.
    """

    vocab_size: int = vocab_size
    seq_len: int = seq_len
    emb_dim: int = emb_dim
    num_heads: int = num_heads
    ff_dim: int = ff_dim
    num_layers: int = num_layers
    ln_eps: float = ln_eps
