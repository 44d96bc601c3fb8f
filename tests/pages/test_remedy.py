from __future__ import annotations

import pytest

from docgen.pages.remedy import distinct, remedy

RATIO = "code / equation is everywhere {}, that is {}: is {} missing?"


@pytest.mark.parametrize(
    ("cause", "help_line"),
    [
        (RATIO.format("0.2500", "1/B", "a factor"), r"write `\frac{1}{B}`"),
        (RATIO.format("4.0000", "B", "a factor"), "write `B`"),
        (RATIO.format("0.7071", "1/sqrt(d_k)", r"a \sqrt"), r"write `\frac{1}{\sqrt{d_k}}`"),
        (RATIO.format("0.7143", "T/d", "a factor"), r"write `\frac{T}{d}`"),
        (RATIO.format("0.5000", r"`\lambda`", "a factor"), r"write `\lambda`"),
        (RATIO.format("-2.0000", "-2 or -B", "a factor"), "write `-2` or `-B`"),
    ],
)
def test_a_constant_ratio_says_what_to_write(cause: str, help_line: str) -> None:
    assert remedy([cause]) == f"{help_line} in front of the right side, or mend the code"


@pytest.mark.parametrize(
    ("causes", "help_line"),
    [
        ([], "find out whether page or code is wrong"),
        (["it holds without the divisor `B`"], "leave out the divisor `B`, or mend the code"),
        (
            ["it holds with `W` transposed", RATIO.format("4.0000", "B", "a factor")],
            "change the equation accordingly, or mend the code",
        ),
        (
            ["code / equation is everywhere 1.2345"],
            "change the equation accordingly, or mend the code",
        ),
    ],
)
def test_help_is_never_the_note_again(causes: list[str], help_line: str) -> None:
    assert remedy(causes) == help_line


def test_causes_that_say_the_same_are_said_once() -> None:
    causes = [
        "it holds without the divisor `B`",
        r"it holds without the factor `\frac{1}{B}`",
        RATIO.format("4.0000", "B", "a factor"),
        "it holds without the factor `B`",
        "it holds without the term `B`",
    ]
    assert distinct(causes) == [causes[0], causes[3], causes[4]]
