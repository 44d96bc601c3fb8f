"""Whole runs: they learn, settings that cannot work are refused, and the command does the same."""

from __future__ import annotations

import io
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from model.checkpoint import load_checkpoint
from model.config import ModelConfig
from model.run import TEXT, RunSettings, advance, start_run
from model.train import batch_loss_and_grads
from model.trainer import main, progress_line, show_progress, smoothed

ROOT = Path(__file__).resolve().parent.parent
WORDS = "the fox and the heron, the heron and the fox. "
CFG = ModelConfig(vocab_size=20, seq_len=6, emb_dim=8, num_heads=2, ff_dim=12, num_layers=1)


def test_training_reaches_a_loss_that_single_characters_cannot() -> None:
    text = TEXT.read_text(encoding="utf-8")
    told = RunSettings(steps=120, batch_size=4, peak=1e-2, floor=1e-3, warmup=20)
    run = start_run(text, told)
    while run.step < told.steps:
        advance(run)
    shares = np.array(list(Counter(text).values())) / len(text)
    entropy = -(shares * np.log(shares)).sum()
    assert np.mean(run.losses[:3]) > np.log(40)
    assert smoothed(run.losses) < 2.3 < entropy


def test_the_rate_rises_and_falls() -> None:
    told = RunSettings(steps=6, batch_size=1, peak=0.4, floor=0.0, warmup=2)
    run = start_run(WORDS, told, CFG)
    rates = []
    for _ in range(6):
        advance(run)
        rates.append(run.opt.lr)
    assert rates[:2] == pytest.approx([0.2, 0.4])
    assert rates[3] == pytest.approx(0.2)
    assert rates[5] == pytest.approx(0.0)


def test_one_seed_is_one_run() -> None:
    told = RunSettings(steps=4, batch_size=2, warmup=1, seed=3)
    one, two = start_run(WORDS, told, CFG), start_run(WORDS, told, CFG)
    other = start_run(WORDS, RunSettings(steps=4, batch_size=2, warmup=1, seed=4), CFG)
    for run in (one, two, other):
        for _ in range(4):
            advance(run)
    assert one.losses == two.losses != other.losses


def test_a_run_ends_after_its_last_step() -> None:
    run = start_run(WORDS, RunSettings(steps=1, batch_size=1, warmup=0), CFG)
    advance(run)
    with pytest.raises(ValueError, match="step 2 is not one of the steps 1 to 1"):
        advance(run)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"batch_size": 0}, "batch of 0 windows is empty"),
        ({"peak": 0.1, "floor": 0.2}, "cannot fall from 0.1 to 0.2"),
        ({"steps": 5, "warmup": 5}, "5 steps of warm-up of 5 in all"),
        ({"seed": -1}, "seed -1 is negative"),
    ],
)
def test_settings_without_a_run_are_refused(told: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RunSettings(**told)


def test_a_text_that_does_not_fit_the_model_is_refused() -> None:
    told = RunSettings(steps=5, warmup=1)
    assert start_run(WORDS, told, CFG).cfg.vocab_size == len(set(WORDS))
    with pytest.raises(ValueError, match="text of 16 characters has no window of 16"):
        start_run("abcdabcdabcdabcd", told)
    with pytest.raises(ValueError, match="empty"):
        batch_loss_and_grads({}, [], CFG)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_a_bar_at_a_terminal_and_lines_elsewhere() -> None:
    run = start_run(WORDS, RunSettings(steps=4, batch_size=1, warmup=2, peak=0.01), CFG)
    terminal, pipe = Terminal(), io.StringIO()
    for loss, rate in ((3.0, 0.005), (2.0, 0.01)):
        run.losses.append(loss)
        run.opt.lr = rate
        show_progress(run, terminal)
        show_progress(run, pipe)
    assert progress_line(run) == "step 2/4  loss 2.500  rate 1.0e-02"
    assert pipe.getvalue() == (
        "step 1/4  loss 3.000  rate 5.0e-03\nstep 2/4  loss 2.500  rate 1.0e-02\n"
    )
    assert terminal.getvalue() == (
        "\r[######..................] step 1/4  loss 3.000  rate 5.0e-03"
        "\r[############............] step 2/4  loss 2.500  rate 1.0e-02"
    )
    assert smoothed([9.0, 1.0, 2.0], 2) == 1.5


def command(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "model.train", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_stops_and_resumes_to_the_same_numbers(tmp_path: Path) -> None:
    told = ("--steps", "6", "--batch-size", "1", "--warmup", "2", "--seed", "3")
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    done = command("--checkpoint", whole, *told)
    assert (done.returncode, len(done.stderr.splitlines())) == (0, 6)
    assert done.stdout.startswith("6 steps, loss ")
    assert done.stdout.endswith(f" nats; saved in {whole}\n")
    assert main(["--checkpoint", str(parts), "--stop-at", "3", *told]) == 0
    assert load_checkpoint(parts).step == 3
    assert command("--checkpoint", parts, "--resume").returncode == 0
    assert whole.read_bytes() == parts.read_bytes()


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "run.npz"
    few = ["--steps", "2", "--batch-size", "1", "--warmup", "1"]
    assert main(["--checkpoint", str(saved), *few]) == 0
    other = tmp_path / "other.txt"
    other.write_text(WORDS)
    latin = tmp_path / "latin.txt"
    latin.write_bytes("Möwe".encode("latin-1"))
    wrong = {
        ("--resume",): "--resume needs the file: type --checkpoint FILE",
        ("--checkpoint", str(saved), "--resume", "--seed", "2"): "leave out --seed",
        ("--checkpoint", str(saved), "--resume", "--text", str(other)): "another text",
        ("--checkpoint", str(saved), "--resume"): "cannot go from step 2 to 2",
        ("--checkpoint", str(tmp_path / "none.npz"), "--resume"): "no such file",
        ("--stop-at", "9", *few): "a run of 2 steps cannot go from step 0 to 9",
        ("--save-every", "0", *few): "--save-every 0 is not 1 or more",
        ("--text", str(tmp_path / "none.txt")): "No such file",
        ("--warmup", "2000"): "2000 steps of warm-up",
        ("--text", str(latin)): f"{latin} is no text in UTF-8",
        ("--checkpoint", str(tmp_path / "none" / "run.npz"), *few): (
            f"{tmp_path / 'none'}: no such folder; create it first"
        ),
    }
    for words, message in wrong.items():
        capsys.readouterr()
        assert main(words) == 2, words
        said = capsys.readouterr()
        assert said.out == ""
        assert f"error: {message}" in said.err or message in said.err.splitlines()[-1]


def test_a_run_without_a_checkpoint_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--steps", "2", "--batch-size", "1", "--warmup", "1"]) == 0
    assert capsys.readouterr().out.endswith(" nats; nothing was saved\n")


def test_an_interrupt_ends_the_command_and_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    few = ["--steps", "2", "--batch-size", "1", "--warmup", "1"]
    saved = tmp_path / "run.npz"
    assert main(["--checkpoint", str(saved), "--stop-at", "1", *few]) == 0
    capsys.readouterr()
    monkeypatch.setattr("model.trainer.advance", interrupt)
    assert main(few) == 130
    assert capsys.readouterr().err == "\nstopped; nothing was saved\n"
    assert main(["--checkpoint", str(saved), "--resume"]) == 130
    assert capsys.readouterr().err == (
        f"\nstopped; {saved} keeps what was saved last: go on with --resume\n"
    )


def test_a_loss_that_is_no_number_ends_the_run_and_saves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("model.trainer.advance", lambda run: run.losses.append(float("nan")))
    saved = tmp_path / "run.npz"
    assert main(["--checkpoint", str(saved), "--steps", "60", "--save-every", "1"]) == 2
    assert capsys.readouterr().err == (
        "error: the loss of step 1 is nan: type a --peak below 0.005\n"
    )
    assert not saved.exists()
