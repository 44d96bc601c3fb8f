"""A run that is saved and loaded goes on to the same numbers, and a broken file says why."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from model.checkpoint import CheckpointError, load_checkpoint, save_checkpoint
from model.config import ModelConfig
from model.run import Run, RunSettings, advance, start_run

TEXT = "the fox and the heron, the heron and the fox. "
CFG = ModelConfig(vocab_size=20, seq_len=6, emb_dim=8, num_heads=2, ff_dim=12, num_layers=2)
SETTINGS = RunSettings(steps=14, batch_size=2, warmup=4, seed=5)


def run_of(steps: int) -> Run:
    run = start_run(TEXT, SETTINGS, CFG)
    for _ in range(steps):
        advance(run)
    return run


def assert_same_arrays(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> None:
    assert list(one) == list(two)
    for name, value in one.items():
        assert value.dtype == two[name].dtype
        assert value.tobytes() == two[name].tobytes(), name


def assert_same(one: Run, two: Run) -> None:
    assert_same_arrays(one.params, two.params)
    assert_same_arrays(one.opt.m, two.opt.m)
    assert_same_arrays(one.opt.v, two.opt.v)
    assert (one.opt.steps, one.opt.lr) == (two.opt.steps, two.opt.lr)
    assert one.losses == two.losses
    assert one.rng.bit_generator.state == two.rng.bit_generator.state
    assert (one.settings, one.cfg, one.tokenizer) == (two.settings, two.cfg, two.tokenizer)
    assert one.ids.tobytes() == two.ids.tobytes()


@pytest.mark.parametrize("steps", [0, 5])
def test_a_resumed_run_equals_an_unbroken_one_bit_for_bit(tmp_path: Path, steps: int) -> None:
    unbroken = run_of(14)
    broken = run_of(steps)
    save_checkpoint(broken, tmp_path / "run.npz")
    resumed = load_checkpoint(tmp_path / "run.npz")
    assert_same(resumed, broken)
    while resumed.step < 14:
        advance(resumed)
    assert_same(resumed, unbroken)
    assert unbroken.losses[-1] != unbroken.losses[4]


def test_saving_leaves_one_file_and_one_that_failed_leaves_the_old(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    save_checkpoint(run_of(1), path)
    kept = path.read_bytes()
    broken = run_of(2)
    broken.tokenizer = None  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        save_checkpoint(broken, path)
    unwritable = run_of(2)
    unwritable.params["tok"] = Unwritable()  # type: ignore[assignment]
    with pytest.raises(ArithmeticError):
        save_checkpoint(unwritable, path)
    assert path.read_bytes() == kept
    assert [each.name for each in tmp_path.iterdir()] == ["run.npz"]


class Unwritable:
    """Fails when NumPy wants to write it: by then the archive is open."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        raise ArithmeticError


def changed(path: Path, **arrays: np.ndarray) -> None:
    with np.load(path) as archive:
        held = {name: archive[name] for name in archive.files}
    np.savez(path, **(held | arrays))


def test_what_is_no_checkpoint_says_so(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    with pytest.raises(CheckpointError, match=r"run\.npz: no such file"):
        load_checkpoint(path)
    path.write_text("not an archive")
    with pytest.raises(CheckpointError, match=r"run\.npz is no checkpoint .*: it is no archive"):
        load_checkpoint(path)
    np.savez(path, weights=np.zeros(3))
    with pytest.raises(
        CheckpointError, match=r"run\.npz is no checkpoint of this version: .*facts"
    ):
        load_checkpoint(path)
    save_checkpoint(run_of(1), path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(CheckpointError, match=r"run\.npz is no checkpoint"):
        load_checkpoint(path)


def test_one_array_and_an_empty_file_are_no_checkpoints(tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.zeros(3))
    (tmp_path / "empty.npz").touch()
    for name in ("one.npy", "empty.npz"):
        with pytest.raises(CheckpointError, match="is no checkpoint"):
            load_checkpoint(tmp_path / name)


def test_pickled_objects_are_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    np.savez(path, facts=np.array([{}], dtype=object))
    with pytest.raises(CheckpointError, match="is no checkpoint"):
        load_checkpoint(path)


def test_parts_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    save_checkpoint(run_of(1), path)
    changed(path, **{"params/tok": np.zeros((3, 3))})
    with pytest.raises(CheckpointError, match="its parameters are not those of its sizes"):
        load_checkpoint(path)
    save_checkpoint(run_of(1), path)
    changed(path, **{"m/tok": np.zeros((3, 3))})
    with pytest.raises(CheckpointError, match="its optimizer does not belong to its parameters"):
        load_checkpoint(path)
    save_checkpoint(run_of(1), path)
    changed(path, ids=np.array([0, 99]))
    with pytest.raises(CheckpointError, match="id 99 at position 1 has no character"):
        load_checkpoint(path)
    save_checkpoint(run_of(1), path)
    with np.load(path) as archive:
        facts = json.loads(str(archive["facts"]))
    changed(path, facts=np.array(json.dumps(facts | {"format": 2})))
    with pytest.raises(CheckpointError, match="its format is 2, and 1 is read here"):
        load_checkpoint(path)
    changed(path, facts=np.array(json.dumps(facts | {"characters": "ab"})))
    with pytest.raises(CheckpointError, match="its vocabulary is not that of its sizes"):
        load_checkpoint(path)
