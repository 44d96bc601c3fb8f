"""The reference of the grammar: every row that the reader knows, with an example that is run."""
