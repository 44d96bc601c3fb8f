"""Findings, hover and completion for editors, by the Language Server Protocol."""
