"""Characters to ids and back, and what an unknown one says."""

from __future__ import annotations

import numpy as np
import pytest

from model.config import ModelConfig, num_params, text_len, vocab_size
from model.run import TEXT
from model.tokenizer import Tokenizer
from model.transformer import init_params


def test_ids_are_positions_in_the_vocabulary() -> None:
    tokenizer = Tokenizer.of("cabbage")
    assert tokenizer == Tokenizer("abceg")
    assert len(tokenizer) == 5
    ids = tokenizer.encode("cage")
    assert ids.dtype == np.int64
    assert ids.tolist() == [2, 0, 3 + 1, 3]
    assert tokenizer.decode(ids) == "cage"
    assert tokenizer.decode([1, 0, 1]) == "bab"


def test_nothing_is_encoded_as_nothing() -> None:
    tokenizer = Tokenizer("ab")
    assert tokenizer.encode("").shape == (0,)
    assert tokenizer.decode([]) == ""


def test_the_text_comes_back_and_fills_the_vocabulary_of_the_model() -> None:
    text = TEXT.read_text(encoding="utf-8")
    tokenizer = Tokenizer.of(text)
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert len(tokenizer) == vocab_size
    assert len(text) == text_len


def test_the_configured_number_of_parameters_is_that_of_the_model() -> None:
    params = init_params(ModelConfig(), np.random.default_rng(0))
    assert sum(value.size for value in params.values()) == num_params


def test_an_unknown_character_is_named_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"character 'x' at position 2 .* vocabulary 'ab'"):
        Tokenizer("ab").encode("abx")


@pytest.mark.parametrize("number", [2, -1])
def test_an_unknown_id_is_named_with_its_place(number: int) -> None:
    with pytest.raises(ValueError, match=rf"id {number} at position 1 .* from 0 to 1"):
        Tokenizer("ab").decode([0, number])


def test_a_vocabulary_holds_each_character_once() -> None:
    with pytest.raises(ValueError, match="'a' has two ids, 0 and 2"):
        Tokenizer("aba")
    with pytest.raises(ValueError, match="at least one"):
        Tokenizer.of("")
