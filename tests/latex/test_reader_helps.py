r"""What the reader says to write instead of a transpose of three axes, a slice, `\foo`."""

from __future__ import annotations

import pytest

from docgen.diagnostics import Fault
from docgen.latex.parse import read_equation
from docgen.latex.symbol import Declared

ROWS = (
    Declared("y", ("d", "T")),
    Declared("z", ("H",)),
    Declared("K", ("B", "H", "T", "d")),
    Declared("a", ("4*H",)),
    Declared("M", ("H", "T")),
    Declared("N_k", (), letters=("k",)),
    Declared("R", ("N", "K")),
    Declared("c", ()),
)


def refused(latex: str) -> tuple[str, str, str]:
    with pytest.raises(Fault) as caught:
        read_equation(latex, ROWS)
    fault = caught.value
    assert fault.within is not None
    return fault.message, latex[fault.within.start : fault.within.end], fault.help


LETTERS = (
    Declared("P", ("N", "N")),
    Declared("s", ("N",)),
    Declared("q", ("N",)),
    Declared("E", ("N", "M")),
    Declared("W", ("N", "N")),
    Declared(r"\sigma", ("N",)),
    Declared("c", ()),
)


def fault_in(latex: str, *rows: Declared) -> Fault:
    with pytest.raises(Fault) as caught:
        read_equation(latex, (*LETTERS, *rows))
    return caught.value


@pytest.mark.parametrize(
    ("latex", "letter", "cure"),
    [
        (r"P_i = \frac{E_{ij}}{c}", "j", "write `P_{ij}`, or sum over it"),
        ("c = E_{ij}", "i", "write `c_{ij}`, or sum over it"),
        ("s_i^2 = E_{ij}", "j", "give the left side this index, or sum over it"),
    ],
)
def test_a_letter_that_is_free_on_the_right_only(latex: str, letter: str, cure: str) -> None:
    fault = fault_in(latex)
    assert (fault.code, fault.message) == (
        "unbound-symbol",
        f"`{letter}` stands on the right only",
    )
    assert fault.help == cure


@pytest.mark.parametrize(
    ("latex", "cure"),
    [
        (r"s_i = \sum_k E_{im}", r"write `\sum_m`, or `k` for `m` in the body"),
        (
            r"s_i = \sum_k q_i",
            r"write `k` as an index of what is summed, or leave out `\sum_k`",
        ),
    ],
)
def test_a_sum_over_a_letter_that_its_body_lacks(latex: str, cure: str) -> None:
    fault = fault_in(latex)
    assert fault.message == r"index `k` does not occur in the body of `\sum`"
    assert fault.within is not None
    assert latex[fault.within.start : fault.within.end] == latex.partition("= ")[2]
    assert fault.help == cure


@pytest.mark.parametrize("shape", [(), None, ("N", "N")])
def test_a_transpose_by_a_letter_with_a_row(shape: tuple[str, ...] | None) -> None:
    fault = fault_in("q = W^T s", Declared("T", shape))
    assert (fault.code, fault.message, fault.help) == (
        "unsupported-latex",
        "`T` is declared, so `^T` is a power",
        r"write `^\top` for the transpose",
    )


@pytest.mark.parametrize(
    ("latex", "readings"), [(r"P = \sigma(E_i)", 4), (r"P = \sigma E_i", 3), (r"P=2\sigma(q)", 3)]
)
def test_a_function_whose_row_is_none(latex: str, readings: int) -> None:
    text = latex.partition("=")[2].strip()
    fault = fault_in(latex.replace("P", "P_i").replace("E_i", "q"))
    text = text.replace("E_i", "q")
    assert (fault.code, fault.message) == (
        "ambiguous-latex",
        f"`{text}` is a product of two vectors",
    )
    assert len(fault.notes) == readings
    function = r"reading: a function: write its row as `$\sigma(z)$`"
    assert (function in fault.notes) == (readings == 4)


LEADING = "or declare leading axes as `…`"


@pytest.mark.parametrize(
    ("latex", "shape", "text", "entry"),
    [
        (r"y = K^\top", "(B, H, T, d)", r"K^\top", r"K_{b,c}^\top"),
        (r"z_b = K_b^\top", "(H, T, d)", r"K_b^\top", r"K_{b,c}^\top"),
        (r"z_c = (K_c)^\top", "(H, T, d)", r"(K_c)^\top", r"K_{c,b}^\top"),
    ],
)
def test_transpose_of_many_axes(latex: str, shape: str, text: str, entry: str) -> None:
    help_line = f"write the transpose of an entry, `{entry}`, {LEADING}"
    assert refused(latex) == (f"a transpose of shape {shape}", text, help_line)


@pytest.mark.parametrize(
    ("latex", "text", "cure"),
    [
        ("z = a_{1:H}", "1:H", "write the entry, such as `a_{H+j}`"),
        ("z = a_{H:2H}", "H:2H", "write the entry, such as `a_{H+j}`"),
        ("z = a_{0:3}", "0:3", "write the entry, such as `a_j`"),
        ("z = M_{:,1}", ":", "write a letter, which runs along the whole axis"),
    ],
)
def test_stretch_of_an_axis(latex: str, text: str, cure: str) -> None:
    assert refused(latex) == (f"`{text}` is a stretch of an axis", text, cure)


@pytest.mark.parametrize(
    ("command", "cure"),
    [
        (r"\foo", ""),
        (r"\xyz", ""),
        (r"\alhpa", r"write `\alpha`"),
        (r"\fracc", r"write `\frac`"),
        (r"\summ", r"write `\sum`"),
    ],
)
def test_only_near_commands_are_proposed(command: str, cure: str) -> None:
    assert refused(rf"z = {command} a") == (f"`{command}` is not read", command, cure)


@pytest.mark.parametrize(
    ("latex", "free", "axes"),
    [
        (r"N_k = \sum_n R_{nk}", ("k",), ("K",)),
        (r"c = \sum_k N_k", (), ()),
        (r"c = N_k", ("k",), ("",)),
        (r"c = s \text{ where } s = 2 N_k", ("k",), ("",)),
    ],
)
def test_letters_of_cells_are_free_where_nothing_binds_them(
    latex: str, free: tuple[str, ...], axes: tuple[str, ...]
) -> None:
    part = read_equation(latex, ROWS).parts[0]
    assert (part.free, part.axes) == (free, axes)


def test_letter_of_a_cell_in_the_brackets_of_a_function() -> None:
    """A function is called from anywhere, where nothing says which k is meant."""
    rows = (*ROWS, Declared("f(u)", (), True))
    part = read_equation("f(u) = u N_k", rows).parts[0]
    assert (part.parameters, part.free) == (("u",), ())


@pytest.mark.parametrize(
    ("latex", "is_refused"), [("Kc", True), ("K c", False), (r"K\,c", False), ("K{c}", True)]
)
def test_names_of_the_code_without_a_space(latex: str, is_refused: bool) -> None:
    rows = (*ROWS, Declared("Q", ("B", "H", "T", "d")))
    try:
        read_equation(f"Q = {latex}", rows, ("Kc",))
        found = False
    except Fault as fault:
        found = fault.message == f"`{latex}`: a product, or the variable `Kc`"
    assert found == is_refused
