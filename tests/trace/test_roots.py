from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

from docgen.trace.roots import RootArrays, change


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


NOISE = np.random.default_rng(1).standard_normal(3)


def test_an_array_with_negative_entries_gets_noise() -> None:
    array = np.array([3.0, -4.0, 0.0])
    assert change(array, rng())
    assert np.allclose(array, np.array([3.0, -4.0, 0.0]) + NOISE * np.sqrt(25 / 3))
    small = np.array([0.1, -0.1, 0.0])
    change(small, rng())
    assert np.allclose(small, np.array([0.1, -0.1, 0.0]) + NOISE * 0.5)


def test_an_array_without_negative_entries_gets_positive_factors() -> None:
    array = np.array([1.0, 0.0, 2.0])
    assert change(array, rng())
    assert np.allclose(array, np.array([1.0, 0.0, 2.0]) * np.exp(0.5 * NOISE))


def test_zeros_among_several_positive_numbers_go_in_even_replays() -> None:
    array = np.array([0.0, 3.0, 2.0])
    assert change(array, rng(), 2)
    grown = np.array([0.0, 3.0, 2.0]) * np.exp(0.5 * NOISE)
    assert np.allclose(array, grown + np.abs(NOISE) * [0.5 * 2.0, 0.0, 0.0])


@pytest.mark.parametrize("mask", [[0.0, 1.0, 1.0], [0.25, 0.0, 0.0], [0.0, 0.75, 0.25]])
def test_zeros_of_masks_and_probabilities_stay(mask: list[float]) -> None:
    array = np.array(mask)
    assert change(array, rng(), 2)
    assert ((array == 0) == (np.array(mask) == 0)).all()


def test_zeros_become_small_positive_numbers() -> None:
    array = np.zeros(3)
    assert change(array, rng())
    assert np.allclose(array, np.abs(NOISE) * 0.5)


def test_rows_of_probabilities_still_sum_to_one() -> None:
    array = np.array([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]])
    assert change(array, rng())
    assert np.allclose(array.sum(axis=1), 1.0)
    assert array[0, 0] != 0.5
    assert array[0, 2] == 0.0


def test_an_identity_matrix_is_no_table_of_probabilities() -> None:
    array = np.eye(2)
    assert change(array, rng(), 2)
    noise = rng().standard_normal((2, 2))
    assert np.allclose(array, np.eye(2) + noise / np.sqrt(2))


COVARIANCE = np.array([[2.0, -1.0], [-1.0, 3.0]])


@pytest.mark.parametrize("replay", [1, 2])
@pytest.mark.parametrize("array", [COVARIANCE, np.diag([1.0, 2.0, 3.0]), -COVARIANCE])
def test_a_symmetric_matrix_stays_symmetric(array: np.ndarray, replay: int) -> None:
    size = len(array)
    made = array.copy()
    assert change(made, rng(), replay)
    factor = np.eye(size) + 0.4 * rng().standard_normal((size, size)) / np.sqrt(size)
    assert np.allclose(made, factor @ array @ factor.T, rtol=1e-12)
    assert np.array_equal(made, made.T)
    signs = np.sign(np.linalg.eigvalsh(array))
    assert np.array_equal(np.sign(np.linalg.eigvalsh(made)), signs)


def test_a_stack_of_symmetric_matrices_in_single_precision() -> None:
    made = np.stack([COVARIANCE, 2 * COVARIANCE]).astype(np.float32)
    assert change(made, rng(), 2)
    factor = np.eye(2) + 0.4 * rng().standard_normal((2, 2, 2)) / np.sqrt(2)
    for one, by, was in zip(made, factor, (COVARIANCE, 2 * COVARIANCE), strict=True):
        assert np.allclose(one, by @ was @ by.T, rtol=1e-6)
        assert np.array_equal(one, one.T)


def test_symmetric_entries_without_a_sign_stay_so() -> None:
    """No covariance: distances, say, with zeros that mean something."""
    made = np.array([[0.0, 2.0], [2.0, 0.0]])
    assert change(made, rng(), 2)
    scale = np.exp(0.5 * np.diag(rng().standard_normal((2, 2))))
    assert np.allclose(made, [[0.0, 2 * scale[0] * scale[1]], [2 * scale[0] * scale[1], 0.0]])


def test_matrices_that_may_hold_weights_are_symmetric_in_odd_replays_only() -> None:
    noise = rng().standard_normal((2, 2))
    small = np.abs(noise) * 0.5
    expected = {
        ("eye", 1): (factor := np.eye(2) + 0.4 * noise / np.sqrt(2)) @ factor.T,
        ("eye", 2): np.eye(2) + noise / np.sqrt(2),
        ("zeros", 1): small @ small.T / 2,
        ("zeros", 2): small,
        ("ones", 1): np.outer(*2 * [np.exp(0.5 * np.diag(noise))]),
        ("ones", 2): np.exp(0.5 * noise),
    }
    starts = {"eye": np.eye(2), "zeros": np.zeros((2, 2)), "ones": np.ones((2, 2))}
    for (name, replay), value in expected.items():
        made = starts[name].copy()
        assert change(made, rng(), replay)
        assert np.allclose(made, value, rtol=1e-12), (name, replay)
        assert np.array_equal(made, made.T) == (replay == 1), (name, replay)


@pytest.mark.parametrize(
    "array", [np.diag([1.0, 2.0, 3.0]), np.array([[2.0, 1.0], [1.0, 3.0]]), np.eye(3)]
)
def test_no_matrix_stays_symmetric_where_that_is_asked(array: np.ndarray) -> None:
    made = array.copy()
    assert change(made, rng(), 2, breaks=True)
    assert (made != made.T).sum() == made.size - len(made)


def test_symmetric_rows_of_probabilities_still_sum_to_one() -> None:
    array = np.array([[0.9, 0.1], [0.1, 0.9]])
    assert change(array, rng(), 1)
    assert np.allclose(array.sum(axis=1), 1.0)
    assert (array > 0).all()


def test_entries_that_are_not_finite_stay() -> None:
    mask = np.array([0.0, -np.inf, 0.0])
    assert change(mask, rng())
    assert mask[1] == -np.inf
    assert (mask[[0, 2]] > 0).all()


@pytest.mark.parametrize("replay", [1, 2])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    "mask",
    [
        [[0.0, -np.inf], [-np.inf, 0.0]],
        [[0.0, -np.inf, 1.0], [-np.inf, -2.0, np.nan], [1.0, np.nan, 3.0]],
        [[np.inf, 2.0], [2.0, 5.0]],
    ],
)
def test_a_symmetric_matrix_with_infinities_stays_symmetric(
    mask: list[list[float]], dtype: type, replay: int
) -> None:
    before = np.array(mask, dtype)
    made = before.copy()
    with np.errstate(all="raise"):
        assert change(made, rng(), replay)
    finite = np.isfinite(before)
    assert np.array_equal(made[~finite], before[~finite], equal_nan=True)
    assert np.isfinite(made[finite]).all()
    assert (made[finite] != before[finite]).all()
    assert np.array_equal(made, made.T, equal_nan=True)


def test_a_diagonal_matrix_with_infinities_does_not_stay_symmetric_where_that_is_asked() -> None:
    made = np.diag([np.inf, 1.0])
    assert change(made, rng(), 2, breaks=True)
    assert made[0, 1] != made[1, 0]
    assert (made[0, 0], np.isfinite(made).sum()) == (np.inf, 3)


def test_what_would_not_be_finite_any_more_stays() -> None:
    largest = float(np.finfo(np.float32).max)
    made = np.array([largest, largest, 1.0], np.float32)
    assert change(made, rng())
    # Factors exp(0.5 * noise): the noise is 0.35, 0.82 and 0.33, so that two are too large.
    assert np.allclose(made, [largest, largest, np.exp(0.5 * NOISE[2])], rtol=1e-6)
    assert not change(np.array([largest], np.float32), rng())


def test_eigenvalues_that_are_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise np.linalg.LinAlgError("Eigenvalues did not converge")

    monkeypatch.setattr(np.linalg, "eigvalsh", fails)
    made = np.array([[2.0, 1.0], [1.0, 3.0]])
    assert change(made, rng())
    scale = np.exp(0.5 * np.diag(rng().standard_normal((2, 2))))
    assert np.allclose(made, np.array([[2.0, 1.0], [1.0, 3.0]]) * np.outer(scale, scale))


@pytest.mark.parametrize(
    "array",
    [
        np.arange(3),
        np.array([True, False]),
        np.array(1.5),
        np.array([]),
        np.array([1j]),
        np.array([np.nan]),
        np.array([None, 1.0]),
    ],
)
def test_what_is_left(array: np.ndarray) -> None:
    before = array.tobytes()
    assert not change(array, rng())
    assert array.tobytes() == before


def test_single_precision() -> None:
    single = np.ones(3, dtype=np.float32)
    assert change(single, rng())
    assert single.dtype == np.float32
    assert np.allclose(single, np.exp(0.5 * NOISE), rtol=1e-6)


def test_what_is_read_only_is_changed_and_stays_so() -> None:
    frozen = np.ones(4)
    frozen.flags.writeable = False
    part = frozen[1:]
    assert change(part, rng())
    assert np.allclose(frozen, [1.0, *np.exp(0.5 * NOISE)])
    assert (frozen.flags.writeable, part.flags.writeable) == (False, False)
    owner = np.ones(3)
    view = owner[:]
    view.flags.writeable = False
    assert change(view, rng())
    assert np.allclose(owner, np.exp(0.5 * NOISE))
    assert (owner.flags.writeable, view.flags.writeable) == (True, False)


def test_a_row_that_was_repeated_is_changed_once() -> None:
    wide = np.broadcast_to(np.ones(3), (2, 3))
    assert change(wide, rng())
    noise = rng().standard_normal((1, 3))
    assert np.allclose(wide, np.exp(0.5 * np.vstack([noise, noise])))


def test_memory_that_is_not_of_numpy_is_left() -> None:
    data = np.ones(2).tobytes()
    array = np.frombuffer(data)
    assert not change(array, rng())
    assert data == np.ones(2).tobytes()
    masked = np.ma.masked_array([1.0, 2.0], [True, False])
    assert not change(masked, rng())


def test_roots_are_counted_whether_they_were_changed_or_not() -> None:
    roots = RootArrays(1)
    given = (np.ones(2), np.frombuffer(np.ones(2).tobytes()), np.arange(3), np.array([]))
    roots.enter(0, 0, given, is_inside=False)
    roots.enter(0, 1, given, is_inside=False)
    roots.enter(1, 0, (np.ones(2),), is_inside=True)
    assert (roots.count, roots.changed) == (2, 1)


def test_arrays_of_the_module_are_changed_at_the_first_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = ModuleType("weights_of_a_test")
    exec("def f(x):\n    return x @ W, N, late", vars(module))
    module.__dict__.update(W=np.ones(2), N=3, other=np.ones(2))
    roots = RootArrays(1, loading={("weights_of_a_test", "f"): None})
    roots.enter(0, 0, (), is_inside=False)
    monkeypatch.setitem(sys.modules, "weights_of_a_test", module)
    roots.enter(0, 1, (), is_inside=True)
    assert (roots.count, module.__dict__["W"].tolist()) == (0, [1.0, 1.0])
    roots.enter(0, 2, (), is_inside=False)
    once = module.__dict__["W"].tolist()
    assert (roots.count, roots.changed) == (1, 1)
    assert once != [1.0, 1.0]
    assert module.__dict__["other"].tolist() == [1.0, 1.0]
    module.__dict__["late"] = np.ones(2)
    roots.enter(0, 3, (module.__dict__["W"],), is_inside=False)
    assert (roots.count, module.__dict__["W"].tolist()) == (1, once)
    assert module.__dict__["late"].tolist() == [1.0, 1.0]


def test_the_first_entry_only() -> None:
    roots = RootArrays(1)
    array = np.ones(3)
    roots.enter(0, 0, (array, {"same": array, "part": array[1:]}), is_inside=False)
    once = array.copy()
    roots.enter(1, 0, (array,), is_inside=False)
    assert roots.changed == 1
    assert np.array_equal(array, once)
    assert not np.array_equal(array, np.ones(3))


def test_what_was_returned_or_put_into_an_argument_is_no_root() -> None:
    roots = RootArrays(1)
    made, put, grads = np.ones(2), np.ones(2), {}
    roots.enter(0, 0, (grads,), is_inside=False)
    grads["w"] = put
    roots.leave(0, 0, (made, {}))
    roots.enter(1, 0, (made, grads, made[:1]), is_inside=False)
    assert np.array_equal(made, [1.0, 1.0])
    assert np.array_equal(put, [1.0, 1.0])


def test_what_first_enters_within_a_probed_call_is_never_changed() -> None:
    roots = RootArrays(1)
    made = np.ones(2)
    roots.enter(1, 0, (made,), is_inside=True)
    roots.enter(1, 1, (made,), is_inside=False)
    assert np.array_equal(made, [1.0, 1.0])


def test_memory_of_a_dead_array_says_nothing_about_a_new_one() -> None:
    roots = RootArrays(1)
    for _ in range(20):
        array = np.ones(1000)
        roots.enter(0, 0, (array,), is_inside=False)
        roots.leave(0, 0, None)
        assert not np.array_equal(array, np.ones(1000))
        del array


def test_a_view_that_died_is_remembered_through_its_base() -> None:
    roots = RootArrays(1)
    base = np.ones((2, 3))
    roots.enter(0, 0, (base[0],), is_inside=False)
    once = base.copy()
    roots.enter(0, 1, (base,), is_inside=False)
    assert np.array_equal(base, once)
    assert np.array_equal(base[1], np.ones(3))


def test_replays_differ_and_are_the_same_each_time() -> None:
    def after(number: int) -> list[float]:
        array = np.zeros(2)
        RootArrays(number).enter(0, 0, (array,), is_inside=False)
        return [float(one) for one in array]

    assert after(1) == after(1)
    assert after(1) != after(2)


def test_passive_functions_make_nothing() -> None:
    roots = RootArrays(1, frozenset({"tests.test_a:test_f"}))
    assert roots.is_maker("model:f")
    assert not roots.is_maker("tests.test_a:test_f")
