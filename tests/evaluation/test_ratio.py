import numpy as np

from docgen.evaluation.ratio import Number, named


def test_names_of_numbers():
    known = (Number(4.0, "T", True), Number(8.0, "d", True), Number(0.9, r"`\beta`", False))
    named_as = {
        value: named(value, known, 1e-9)
        for value in (2.0, 8.0, 0.5, 1 / 3, -4.0, np.pi, 0.1, 32.0, 4 / 3, 7.0, 1.0)
    }
    assert named_as == {
        2.0: ("sqrt(T)",),
        8.0: ("d",),
        0.5: ("1/sqrt(T)",),
        1 / 3: ("1/3",),
        -4.0: ("-T",),
        np.pi: (r"\pi",),
        0.1: (r"1 - `\beta`",),
        32.0: ("T d",),
        4 / 3: ("T/(T - 1)",),
        7.0: (),
        1.0: (),
    }
