"""Documents that pages cite: where their sections and equations stand, read from what is compiled.

The label `eq:widen` of `docs/notes/main.typ` is `Section 4.5, Eq. 51, p. 11` in the PDF of today.
"""
