"""All rows of the reference, in the tables of the page."""

from __future__ import annotations

from docgen.grammar.arithmetic import ARITHMETIC, INDICES
from docgen.grammar.delimiters import BLOCKS, DELIMITERS, INK
from docgen.grammar.functions import FUNCTIONS, REDUCTIONS
from docgen.grammar.names import BUILT_IN, NAMES
from docgen.grammar.refused import FORMS, SIGNS
from docgen.grammar.row import Section
from docgen.grammar.statements import RELATIONS, SEVERAL

SECTIONS = (
    Section("names", "Names", NAMES),
    Section("built-in", "Built-in names", BUILT_IN),
    Section("arithmetic", "Arithmetic", ARITHMETIC),
    Section("indices", "Entries and indices", INDICES),
    Section("functions", "Functions", FUNCTIONS),
    Section("reductions", "Big operators", REDUCTIONS),
    Section("delimiters", "Brackets and bars", DELIMITERS),
    Section("blocks", "Cases, matrices and lists", BLOCKS),
    Section("relations", "Relations", RELATIONS),
    Section("several", "Several equations", SEVERAL),
    Section("ink", "Spacing and sizes", INK),
)

REFUSALS = {"refused-signs": SIGNS, "refused-forms": FORMS}
