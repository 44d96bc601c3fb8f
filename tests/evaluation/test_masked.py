import subprocess
import sys

import numpy as np

from docgen.evaluation.masked import is_masked, is_masked_array

HIDDEN = np.ma.MaskedArray([1.0, 2.0], mask=[False, True])


def test_masked_arrays_alone_and_in_lists() -> None:
    assert [is_masked_array(one) for one in (HIDDEN, HIDDEN.data, [HIDDEN], 1.0)] == [
        True,
        False,
        False,
        False,
    ]
    assert [is_masked(one) for one in (HIDDEN, [1.0, (HIDDEN,)], [HIDDEN.data], "a")] == [
        True,
        True,
        False,
        False,
    ]


def test_nothing_is_imported_to_look_for_what_nobody_made() -> None:
    """The module takes as long to import as many a run takes, in every execution of it."""
    program = """
import sys
import numpy as np
import docgen.trace.worker
from docgen.trace.encode import encode
encode([np.ones(3), np.array(["a"])])
print("numpy.ma" in sys.modules)
"""
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert said.stdout == b"False\n"
