"""Typed line numbers of an existing docs tree, found and replaced by anchors."""
