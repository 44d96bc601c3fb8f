"""Unit roundoffs of the float types that code computes in, relative, without a unit."""

from __future__ import annotations

DOUBLE = 2.0**-53
SINGLE = 2.0**-24
HALF = 2.0**-11
