"""How the words for wrong variants begin that a page reports with a cure of their own."""

from __future__ import annotations

EQUAL = "with the equal "
"""What is equal follows, and its value after ` = `."""
CODE = "a number in the code"

UNNAMED = "without the unnamed "
"""What the code computes with follows, and its value after ` = `."""

FIRST = "with its first entry for each"
INVERSE = "with the inverse permutation"
ONLY = "with only the position "
"""The position follows, as the code counts."""
