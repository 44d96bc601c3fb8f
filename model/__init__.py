"""A tiny transformer in NumPy, with every backward pass written by hand."""
