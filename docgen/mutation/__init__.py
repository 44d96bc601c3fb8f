"""Breaks the documented code on purpose and asks which breaks the checks of the pages notice."""
