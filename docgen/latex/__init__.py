"""What the mathematics says: LaTeX to MathML, and where it cannot be set."""
