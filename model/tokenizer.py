"""Text to ids and back: one id for each character.

`Tokenizer.of("abba").encode("bab")` gives the ids [1, 0, 1].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.ops import Array


@dataclass(frozen=True)
class Tokenizer:
    """A vocabulary of characters: the id of a character is its position in `characters`.

    Attributes:
        characters: All characters of the vocabulary, each once; V = len(characters).
    """

    characters: str

    def __post_init__(self) -> None:
        """Refuse a vocabulary in which a character has two ids.

        Raises:
            ValueError: A character stands in `characters` twice, or there is none.
        """
        if not self.characters:
            raise ValueError("a tokenizer needs at least one character")
        for position, character in enumerate(self.characters):
            first = self.characters.index(character)
            if first < position:
                raise ValueError(f"{character!r} has two ids, {first} and {position}")

    @classmethod
    def of(cls, text: str) -> Tokenizer:
        """The vocabulary of a text: its characters in the order of their code points.

        Args:
            text: Any text that is not empty.

        Returns:
            A tokenizer that can encode the text.

        Raises:
            ValueError: The text is empty.
        """
        return cls("".join(sorted(set(text))))

    def encode(self, text: str) -> Array:
        """Ids of the characters of a text.

        Args:
            text: N characters of the vocabulary.

        Returns:
            Ids, (N,), integers in [0, V).

        Raises:
            ValueError: A character is not in the vocabulary; the message says which and where.
        """
        ids = {character: number for number, character in enumerate(self.characters)}
        for position, character in enumerate(text):
            if character not in ids:
                raise ValueError(
                    f"character {character!r} at position {position} is not in the vocabulary "
                    f"{self.characters!r}"
                )
        return np.array([ids[character] for character in text], dtype=np.int64)  # (N,)

    def decode(self, ids: Sequence[int] | Array) -> str:
        """The text of a sequence of ids; undoes `encode`.

        Args:
            ids: N integers in [0, V).

        Returns:
            N characters.

        Raises:
            ValueError: An id has no character; the message says which and where.
        """
        for position, number in enumerate(ids):
            if not 0 <= number < len(self):
                raise ValueError(
                    f"id {number} at position {position} has no character: "
                    f"ids go from 0 to {len(self) - 1}"
                )
        return "".join(self.characters[number] for number in ids)

    def __len__(self) -> int:
        """Number of ids, V."""
        return len(self.characters)
