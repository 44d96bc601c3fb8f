"""Equations as data, evaluated on arrays, with a rounding bound beside every value."""
