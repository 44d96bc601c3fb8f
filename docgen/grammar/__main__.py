"""Prints the tables of the reference as one JSON object of HTML, by name.

`python -m docgen.grammar` ends with 1 and says why where a row lacks its example or its example
does not do what the row says.
"""

from __future__ import annotations

import json
import sys

from docgen.grammar.coverage import gaps
from docgen.grammar.execute import Unfit
from docgen.grammar.tables import render_tables


def main() -> int:
    """Print the tables; 1 where the reference lacks a row or an example does not fit."""
    missing = gaps()
    if missing:
        print("\n".join(missing), file=sys.stderr)
        return 1
    try:
        tables = render_tables()
    except Unfit as failure:
        print(failure, file=sys.stderr)
        return 1
    print(json.dumps(tables, ensure_ascii=True, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
