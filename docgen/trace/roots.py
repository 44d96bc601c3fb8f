"""Changes the root float arrays of a run where they first enter a probed function.

In replay 1 of `forward(x, W)` with `W = np.zeros((2, 3))` the zeros are small positive numbers by
the time the first statement runs. In place, so that whoever else holds `W` sees the same; what a
probed function made or returned is left alone. Arrays that a probed function loads from its module
are changed as well, and those that may not be written to, where NumPy lets that be lifted; those
of another library where it gives its own memory.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from docgen.evaluation.masked import is_masked_array
from docgen.trace.loaded import arrays_of
from docgen.trace.walk import arrays, found_arrays

SPREAD = 0.5
SYMMETRIC_SPREAD = 0.4
_SUM_ERROR = 1e-5
_DEFINITE = 1e-12


@dataclass
class RootArrays:
    """The arrays seen so far, of one replay.

    Attributes:
        number: Of the replay; the changes follow from it.
        passive: Functions that make no arrays of their own for a page: the run itself.
        loading: Module and qualname of the functions whose modules' arrays are roots.
        keeps_symmetry: Whether symmetric matrices stay so, as covariances must; not all do.
        has_broken_symmetry: Whether one did not, as far as it was asked not to.
        changed: How many arrays were changed.
        count: How many floating point arrays were found to be roots, changed or not.
    """

    number: int
    passive: frozenset[str] = frozenset()
    loading: dict[tuple[str, str], None] = field(default_factory=dict)
    keeps_symmetry: bool = True
    has_broken_symmetry: bool = False
    changed: int = 0
    count: int = 0
    _known: dict[int, list[tuple[Callable[[], object], int, int]]] = field(default_factory=dict)
    _open: dict[tuple[int, int], tuple[object, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the random numbers of this replay; the same at every build."""
        self._random = np.random.default_rng(self.number)

    def is_maker(self, name: str) -> bool:
        """Whether a function makes arrays of its own, which are no roots while it runs."""
        return name not in self.passive

    def enter(
        self, function: int, call: int, arguments: tuple[object, ...], *, is_inside: bool
    ) -> None:
        """A probed call begins, within another one or not."""
        for array, is_shared in found_arrays(arguments):
            self._meet(array, is_inside=is_inside, is_shared=is_shared)
        if not is_inside:
            # All at once: code that was not probed may have computed with them later on.
            for array in self._loaded():
                self._meet(array, is_inside=False)
        self._open[function, call] = arguments

    def _meet(self, array: np.ndarray, *, is_inside: bool, is_shared: bool = True) -> None:
        if self._is_known(array):
            return
        if not is_inside and array.dtype.kind == "f" and array.size:
            self.count += 1
            if is_shared:
                breaks = not self.keeps_symmetry and _is_symmetric(array)
                self.has_broken_symmetry |= breaks
                self.changed += change(array, self._random, self.number, breaks=breaks)
        self._know(array)

    def _loaded(self) -> list[np.ndarray]:
        """Arrays of modules that were imported since this was asked last."""
        found: list[np.ndarray] = []
        for name, qualname in list(self.loading):
            module = sys.modules.get(name)
            if module is None:
                continue
            found += arrays_of(module, qualname)
            if not getattr(module.__spec__, "_initializing", False):
                del self.loading[name, qualname]
        return found

    def leave(self, function: int, call: int, value: object) -> None:
        """What it returns, and what it put into its arguments, is its own."""
        self._know_all(arrays((value, self._open.pop((function, call), ()))))

    def _know_all(self, found: Iterable[np.ndarray]) -> None:
        for array in found:
            if not self._is_known(array):
                self._know(array)

    def _is_known(self, array: np.ndarray) -> bool:
        low, high = np.lib.array_utils.byte_bounds(array)
        owner = _owner(array)
        return any(
            refer() is owner and low < end and start < high
            for refer, start, end in self._known.get(id(owner), [])
        )

    def _know(self, array: np.ndarray) -> None:
        owner = _owner(array)
        refer: Callable[[], object]
        try:
            refer = weakref.ref(owner)
        except TypeError:
            refer = lambda: owner  # noqa: E731
        held = [one for one in self._known.get(id(owner), []) if one[0]() is owner]
        self._known[id(owner)] = [*held, (refer, *np.lib.array_utils.byte_bounds(array))]


def change(
    array: np.ndarray, random: np.random.Generator, replay: int = 1, *, breaks: bool = False
) -> bool:
    """Change an array in place; False where it is none that is changed.

    An array with negative entries gets noise, one without them positive factors, and zeros small
    positive numbers; zeros among positive numbers stay in odd replays, and everywhere if there is
    but one other number, as in a mask. Rows that sum to 1 still do; entries that are not finite, or
    would not be so any more, stay as they are. An identity matrix counts as weights, not as rows of
    probabilities.

    A symmetric matrix stays symmetric, as covariances must. One whose value says little, as that of
    `np.eye(3)` or `np.zeros((3, 3))` does, may hold weights just as well: it stays symmetric in odd
    replays, and must not in even ones, which tell it from its transpose.

    One that may not be written to is changed all the same, unless its memory is not NumPy's own.

    Args:
        replay: Number of the replay.
        breaks: Whether a symmetric matrix must not stay so, whatever it holds.
    """
    is_float = array.dtype.kind == "f" and array.ndim > 0 and array.size > 0
    if not is_float or is_masked_array(array):
        return False
    with _unlocked(array) as is_open, np.errstate(all="ignore"):
        return is_open and _fill(_once(array.view(np.ndarray)), random, replay, breaks=breaks)


@contextmanager
def _unlocked(array: np.ndarray) -> Iterator[bool]:
    """An array that may be written to for the moment, and whether that is so."""
    held: list[np.ndarray] = []
    owner: object = array
    while isinstance(owner, np.ndarray):
        held.append(owner)
        owner = owner.base
    locked = [one for one in reversed(held) if not one.flags.writeable]
    try:
        is_open = True
        try:
            for one in locked:
                one.flags.writeable = True
        except ValueError:  # such as a file or bytes
            is_open = False
        yield is_open
    finally:
        for one in locked:
            one.flags.writeable = False


def _once(array: np.ndarray) -> np.ndarray:
    """An array without the repetitions that a broadcast made of it."""
    return array[tuple(slice(None) if stride else slice(1) for stride in array.strides)]


def _fill(plain: np.ndarray, random: np.random.Generator, replay: int, *, breaks: bool) -> bool:
    """Change the entries of a plain array."""
    old = plain.astype(np.float64)
    finite = np.isfinite(old)
    if not finite.any():
        return False
    noise: np.ndarray = np.asarray(random.standard_normal(old.shape))
    numbers = old[finite]
    is_even = replay % 2 == 0
    is_loose = breaks or (is_even and _is_uniform(old))
    keeps = _is_symmetric(old) and not _is_stochastic(old) and not is_loose
    if keeps and not finite.all():
        lower = np.tril(noise)
        noise = lower + np.swapaxes(np.tril(noise, -1), -1, -2)
    if keeps and finite.all():
        new = _congruent(old, noise)
    elif (numbers < 0).any() or (is_even and _is_diagonal(old)) or (breaks and _is_bare(old)):
        new = old + noise * max(SPREAD, float(np.sqrt(np.mean(numbers**2))))
    elif (numbers > 0).any():
        new = old * np.exp(SPREAD * noise)
        if _is_stochastic(old):
            new /= new.sum(axis=-1, keepdims=True)
        elif is_even and _is_counted(numbers):
            new += (old == 0) * np.abs(noise) * SPREAD * numbers[numbers > 0].min()
    else:
        new = np.abs(noise) * SPREAD
    fitting: np.ndarray = new.astype(plain.dtype)
    fits = finite & np.isfinite(fitting)
    np.copyto(plain, fitting, where=fits)
    return bool(fits.any())


def _is_symmetric(array: np.ndarray) -> bool:
    """Whether it is a symmetric matrix, or a stack of them."""
    is_square = array.ndim > 1 and array.shape[-1] == array.shape[-2] > 1
    return is_square and np.array_equal(array, np.swapaxes(array, -1, -2), equal_nan=True)


def _is_diagonal(array: np.ndarray) -> bool:
    """Whether a symmetric matrix is a multiple of the identity, but not zero."""
    if not _is_symmetric(array) or not array.any():
        return False
    return np.array_equal(array, array[..., :1, :1] * np.eye(array.shape[-1]))


def _is_bare(array: np.ndarray) -> bool:
    """Whether a symmetric matrix has entries on its diagonal alone, and some."""
    return bool(array.any()) and not array[..., ~np.eye(array.shape[-1], dtype=bool)].any()


def _is_counted(numbers: np.ndarray) -> bool:
    """Whether numbers that are not negative say more than yes and no, as those of `arange` do."""
    return np.unique(numbers).size > 2


def _is_uniform(array: np.ndarray) -> bool:
    """Whether it is a multiple of the identity, or all its entries are equal."""
    return _is_diagonal(array) or bool((array == array.flat[0]).all())


def _congruent(array: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """`B a B.T` of symmetric matrices: symmetric, and definite where they are.

    `B` is diagonal where it must be for entries without a sign to stay so, and zeros become
    `B @ B.T` with positive entries.
    """
    size = array.shape[-1]
    if not array.any():
        middle: np.ndarray = np.eye(size)
        factor = np.abs(noise) * SPREAD / np.sqrt(size)
    elif (array < 0).any() or _is_definite(array):
        middle, factor = array, np.eye(size) + SYMMETRIC_SPREAD * noise / np.sqrt(size)
    else:
        middle, factor = array, np.eye(size) * np.exp(SPREAD * noise)
    made = factor @ middle @ np.swapaxes(factor, -1, -2)
    return np.asarray((made + np.swapaxes(made, -1, -2)) / 2)


def _is_definite(array: np.ndarray) -> bool:
    """Whether symmetric matrices are positive definite, as covariances are."""
    try:
        lowest = np.linalg.eigvalsh(array)[..., 0]
    except np.linalg.LinAlgError:  # they were not found
        return False
    return bool((lowest > _DEFINITE * np.abs(array).max()).all())


def _is_stochastic(array: np.ndarray) -> bool:
    if array.shape[-1] < 2 or not np.isfinite(array).all():
        return False
    is_square = array.ndim == 2 and array.shape[0] == array.shape[1]
    if is_square and np.array_equal(array, np.eye(len(array))):
        return False
    return bool((np.abs(array.sum(axis=-1) - 1) <= _SUM_ERROR).all())


def _owner(array: np.ndarray) -> object:
    """Who holds the memory of an array."""
    owner: object = array
    while isinstance(owner, np.ndarray) and owner.base is not None:
        owner = owner.base
    return owner
