"""Runs at a tiny size for the documentation: every public function can be called bare."""
