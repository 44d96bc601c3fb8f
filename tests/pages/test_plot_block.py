"""The block `plot`: what it draws of a run, and what it refuses."""

from __future__ import annotations

from docgen.views.plot import PlotPart, PlotRow
from tests.foreign import page
from tests.pages.conftest import Draw, Drawn

DATA = """
import numpy as np
from runs import example


def curves():
    example()
    return {
        "steps": np.array([1.0, 10.0, 100.0]),
        "loss": [3.0, 2.0, 0.5],
        "other": np.array([1, 2, 4]),
        "pair": np.ones(2),
        "text": "a b",
        "names": ["in", "out", "end"],
        "matrix": [[1.0, -np.inf], [0.5, 0.25]],
        "stack": np.zeros((2, 3, 4)),
        "bad": [1.0, float("nan"), 2.0],
        "zero": [1.0, 0.0, 2.0],
        "empty": [],
        "long": np.zeros(5000),
        "words": {"a": 1},
        "complex": np.ones(3) * 1j,
    }


def twice():
    return np.random.normal(size=3)
"""
FILES = {"data.py": DATA}


def plot(*rows: str, title: str = "", **options: str) -> str:
    """A block `plot`; an option with `_` behind its name is a keyword of Python."""
    lines = [f"    {key.rstrip('_')}: {value}\n" for key, value in options.items()]
    table = "".join(f"| `{text}` | {label} |\n" for text, _, label in map(_cells, rows))
    head = "| | |\n|---|---|\n" if rows else ""
    return f"/// plot{f' | {title}' if title else ''}\n{''.join(lines)}\n{head}{table}///\n"


def _cells(text: str) -> tuple[str, str, str]:
    return text.partition("#")


def shown(draw: Draw, block: str) -> Drawn:
    return draw(f"# P\n\n{block}", FILES)


def test_a_run_shows_what_it_returns(draw: Draw) -> None:
    block = plot(
        'return["loss"]#Loss $x$',
        'return["other"]#',
        title="The `loss`",
        run="data.curves",
        x="step",
        y="loss (nats)",
        log="x; y",
        across='return["steps"]',
        caption="A *run*.",
    )
    drawn = shown(draw, block)
    assert drawn.places == []
    assert drawn.part(PlotPart) == PlotPart(
        "The `loss`",
        "A <em>run</em>.",
        "curve",
        (
            PlotRow('return["loss"]', "Loss <math><mi>x</mi></math>", "", (3,), (3.0, 2.0, 0.5)),
            PlotRow('return["other"]', "", "", (3,), (1, 2, 4)),
        ),
        "step",
        "loss (nats)",
        "xy",
        (1.0, 10.0, 100.0),
    )


def test_a_heat_map_keeps_gaps_and_names(draw: Draw) -> None:
    block = plot(
        'return["matrix"]#M',
        run="data.curves",
        form="heatmap",
        across='return["pair"]',
        down='return["names"][:2]',
    )
    part = shown(draw, block).part(PlotPart)
    assert part.rows == (PlotRow('return["matrix"]', "M", "", (2, 2), (1.0, None, 0.5, 0.25)),)
    assert (part.names, part.down) == (("1", "1"), ("in", "out"))


def test_bars_take_the_characters_of_a_text(draw: Draw) -> None:
    block = plot('return["loss"]#', run="data.curves", form="bars", across='return["text"]')
    assert shown(draw, block).part(PlotPart).names == ("a", "␣", "b")


def test_in_a_concept_the_cells_are_its_functions(draw: Draw) -> None:
    drawn = draw(page(plot("new[0]#New", run="data.curves")), FILES)
    assert drawn.places == []
    assert drawn.part(PlotPart).rows == (PlotRow("new[0]", "New", "", (3,), (4.0, 4.0, 4.0)),)


def test_nothing_is_checked_on_the_run_of_a_plot(draw: Draw) -> None:
    example = "/// example\n    run: runs.example\n    show: no\n///\n\n"
    drawn = draw(page(example + plot("new[0]#", run="data.curves")), FILES)
    runs = {run.name: run for run in drawn.project.site.book.runs.values()}
    assert (runs["curves"].is_picture, runs["example"].is_picture) == (True, False)
    assert runs["curves"].plan().equations == ()
    assert runs["curves"].plan().replays == 0


def test_a_run_that_something_checks_is_no_picture(draw: Draw) -> None:
    example = "/// example\n    run: data.curves\n    show: no\n///\n\n"
    drawn = draw(page(plot("new[0]#", run="data.curves") + "\n" + example), FILES)
    (run,) = [run for run in drawn.project.site.book.runs.values() if run.name == "curves"]
    assert not run.is_picture


REFUSED = [
    (plot(run="data.curves"), "malformed-block",
     'add a table: | | |, |---|---|, | `return["loss"]` | Loss |'),
    (plot('return["loss"]#', run="data.curves", form="curves"), "unknown-option",
     "did you mean `form: curve`?"),
    (plot('return["loss"]#', run="data.curves", log="z"), "unknown-option",
     "write `log: x`, `log: y` or `log: x; y`"),
    (plot('return["loss"]#', run="data.curves", log="y", form="bars"), "malformed-block",
     "leave `log` out"),
    (plot('return["loss"]#', run="data.curves", down='return["names"]'), "malformed-block",
     "leave `down` out"),
    (plot('return["loss"]#', run="data.curves", down='return["names"]', form="bars"),
     "malformed-block", "leave `down` out"),
    (plot('return["loss"]#', run="data.curves", x="step $h$"), "malformed-block",
     "write `x: step h`"),
    (plot('return["loss"]#', run="data.curves", colour="red"), "unknown-option",
     "write one of these options"),
    (plot('return["loss"]#', form="curve"), "never-executed",
     "add `run: package.module.function` to the block"),
    (plot('return["matrix"]#', run="data.curves"), "shape-mismatch",
     'write `form: heatmap`, or name one row, such as `return["matrix"][0]`'),
    (plot('return["stack"]#', run="data.curves", form="heatmap"), "shape-mismatch",
     'name a part of it, such as `return["stack"][0]`'),
    (plot('return["stack"]#', run="data.curves"), "shape-mismatch",
     'name a part of it, such as `return["stack"][0, 0]`'),
    (plot('return["loss"]#', run="data.curves", form="heatmap"), "shape-mismatch",
     "write `form: curve` or `form: bars`"),
    (plot('return["empty"]#', run="data.curves"), "shape-mismatch",
     "name an array with numbers in it"),
    (plot('return["long"]#', run="data.curves"), "shape-mismatch",
     "return fewer of them, such as every tenth"),
    (plot('return["words"]#', run="data.curves"), "shape-mismatch",
     "name an array, or a list of numbers"),
    (plot('return["complex"]#', run="data.curves"), "shape-mismatch",
     "name an array, or a list of numbers"),
    (plot('return["bad"]#', run="data.curves"), "nonfinite-value",
     "choose inputs for which it stays finite, or leave these entries out"),
    (plot('return["zero"]#', run="data.curves", log="y"), "nonfinite-value",
     "leave that axis out of `log`, or return positive numbers"),
    (plot('return["loss"]#', run="data.curves", across='return["pair"]'), "shape-mismatch",
     "name as many as there are to draw"),
    (plot('return["loss"]#', 'return["pair"]#', run="data.curves", form="bars"),
     "shape-mismatch", "write one block for each, or rows of one length"),
    (plot('return["loss"]#', run="data.curves", form="bars", across='return["words"]'),
     "shape-mismatch",
     "name a list of texts or of numbers, or a text whose characters are the names"),
    (plot("return#", run="data.twice"), "unstable-run",
     "seed its generator: rng = np.random.default_rng(0)"),
    (plot("nothing#", run="data.curves"), "unknown-anchor", None),
    (plot('return["loss"]#', run="data.curves", across="nothing"), "unknown-anchor", None),
    (plot('return["loss"][i]#', run="data.curves"), "unbound-symbol", None),
    (plot('return["loss"]#', run="data.curves", call="2"), "never-executed",
     "write a number up to 1"),
]  # fmt: skip


def test_what_is_refused(draw: Draw) -> None:
    drawn = shown(draw, "\n".join(block for block, _, _ in REFUSED))
    found = {each.place.line: each for each in drawn.findings}
    starts = [
        at for at, line in enumerate(drawn.text.splitlines(), 1) if line.startswith("/// plot")
    ]
    assert len(found) == len(drawn.findings) == len(REFUSED)
    for start, (block, code, help_text), finding in zip(
        starts, REFUSED, (found[line] for line in sorted(found)), strict=True
    ):
        assert start <= finding.place.line < start + block.count("\n"), block
        assert finding.code == code, block
        assert help_text is None or finding.help == help_text


def test_a_number_that_is_not_finite_is_named_with_its_place(draw: Draw) -> None:
    block = plot('return["bad"]#', run="data.curves")
    drawn = shown(draw, block)
    assert drawn.places == [drawn.at('«return["bad"]', "nonfinite-value")]
    assert drawn.finding.message == '`return["bad"]` is nan at [1], which is not finite'


def test_lengths_that_differ_are_said(draw: Draw) -> None:
    names = plot('return["loss"]#', run="data.curves", form="bars", across='return["names"][:1]')
    bars = plot('return["loss"]#', 'return["pair"][:1]#', run="data.curves", form="bars")
    drawn = shown(draw, f"{names}\n{bars}")
    assert [each.message for each in drawn.findings] == [
        '`return["names"][:1]` has the length 1, `return["loss"]` needs 3',
        '`return["pair"][:1]` has the length 1, the first row 3',
    ]
