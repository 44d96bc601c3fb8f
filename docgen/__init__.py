"""docgen: documentation sites for numerical code whose mathematics is checked."""

__version__ = "0.1.0"
