r"""Textbook equations against plain NumPy, right ones and wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.term import Formula, Leaf, Outcome, Problem, Statement, Term
from tests.evaluation.reading import formula, holds, right, run

Values = dict[str, object]
_RNG = np.random.default_rng(20)


def normal(*shape: int) -> np.ndarray:
    return _RNG.normal(size=shape)


T, D, V = 3, 4, 6
X = normal(T, D)
GAMMA, BETA = normal(D), normal(D)
MU, VAR = X.mean(1), X.var(1)
NORMED = GAMMA * (X - MU[:, None]) / np.sqrt(VAR + 1e-5)[:, None] + BETA
NORM_ROWS = {
    "X": "(T, d)",
    "Y": "(T, d)",
    r"\gamma": "(d,)",
    r"\beta": "(d,)",
    r"\mu": "(T,)",
    r"\sigma^2": "(T,)",
    r"\epsilon": "scalar",
}
NORM: Values = {
    "X": X,
    "Y": NORMED,
    r"\gamma": GAMMA,
    r"\beta": BETA,
    r"\mu": MU,
    r"\sigma^2": VAR,
    r"\epsilon": 1e-5,
}


@pytest.mark.parametrize(
    ("latex", "is_right"),
    [
        (r"\mu_t = \frac{1}{d}\sum_{j=1}^{d} X_{tj}", True),
        (r"\mu = \frac{1}{d} X \mathbf{1}", True),
        (r"\mu = \frac{1}{d} X \mathbf{1}_d", True),
        (r"\mu = \frac{1}{T} X \mathbf{1}", False),
        (r"\mu_t = \sum_j X_{tj}", False),
        (r"\sigma_t^2 = \frac{1}{d}\sum_j (X_{tj} - \mu_t)^2", True),
        (r"\sigma_t^2 = \frac{1}{d}\sum_j X_{tj}^2 - \mu_t^2", True),
        (r"\sigma_t^2 = \frac{1}{d-1}\sum_j (X_{tj} - \mu_t)^2", False),
        (r"\sigma_t^2 = \frac{1}{d}\sum_j (X_{tj} + \mu_t)^2", False),
        (r"Y_{tj} = \gamma_j \frac{X_{tj}-\mu_t}{\sqrt{\sigma_t^2+\epsilon}} + \beta_j", True),
        (r"Y_{tj} = \gamma_j \frac{X_{tj}-\mu_t}{\sqrt{\sigma_t^2}+\epsilon} + \beta_j", False),
        (r"Y_{tj} = \gamma_j \frac{X_{tj}-\mu_t}{\sigma_t^2+\epsilon} + \beta_j", False),
        (
            r"Y_{tj} = \gamma_j \frac{X_{tj} - m}{\sqrt{v + \epsilon}} + \beta_j, \quad "
            r"\text{where } m = \frac{1}{d} \sum_k X_{tk}, "
            r"v = \frac{1}{d} \sum_k (X_{tk} - m)^2",
            True,
        ),
    ],
)
def test_layer_norm(latex: str, is_right: bool) -> None:
    assert holds(latex, NORM_ROWS, NORM) is is_right


def softmax(z: np.ndarray) -> np.ndarray:
    raised = np.exp(z - z.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True))


Q, K = normal(T, 2), normal(T, 2)
MASK = np.triu(np.full((T, T), -np.inf), 1)
SCORES = Q @ K.T / np.sqrt(2) + MASK
HEAD_ROWS = {
    "Q": "(T, d_h)",
    "K": "(T, d_h)",
    "M": "(T, T)",
    "S": "(T, T)",
    "A": "(T, T)",
    r"\operatorname{softmax}(z)": "(n,) to (n,)",
}
HEAD: Values = {"Q": Q, "K": K, "M": MASK, "S": SCORES, "A": softmax(SCORES)}


@pytest.mark.parametrize(
    ("latex", "is_right"),
    [
        (r"S = \frac{Q K^\top}{\sqrt{d_h}} + M", True),
        (r"S = \frac{Q K^\top}{d_h} + M", False),
        (r"S = \frac{Q K^\top}{\sqrt{d_h}}", False),
        (r"S = \frac{Q K^\top}{\sqrt{d_h}} + M^\top", False),
        (r"A_{ij} = \frac{e^{S_{ij}}}{\sum_k e^{S_{ik}}}", True),
        (r"A_{ij} = \frac{\exp(S_{ij})}{\sum_k \exp(S_{ik})}", True),
        (r"A_{ij} = \frac{e^{S_{ij} - \max_u S_{iu}}}{\sum_k e^{S_{ik} - \max_u S_{iu}}}", True),
        (r"A_{ij} = \frac{e^{S_{ij}}}{\sum_k e^{S_{kj}}}", False),
        (r"A_{ij} = \operatorname{softmax}_j(S_{ij})", True),
        (r"A_{ij} = \operatorname{softmax}_i(S_{ij})", False),
        (r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & \text{otherwise} \end{cases}", True),
        (r"M_{ij} = \begin{cases} 0 & j < i \\ -\infty & \text{otherwise} \end{cases}", False),
    ],
)
def test_attention_with_a_mask_of_infinities(latex: str, is_right: bool) -> None:
    functions: Mapping[str, Callable[..., object]] = {r"\operatorname{softmax}(z)": softmax}
    assert holds(latex, HEAD_ROWS, HEAD, functions=functions) is is_right


def test_a_wrong_value_beside_infinities_is_never_passed() -> None:
    wrong = softmax(SCORES)
    wrong[0, 2] = 1e-3
    outcome = run(r"A_{ij} = \frac{e^{S_{ij}}}{\sum_k e^{S_{ik}}}", HEAD_ROWS, {**HEAD, "A": wrong})
    assert outcome.problem is None
    assert outcome.ratio > 1e10
    assert (outcome.place, outcome.left, outcome.right) == ("i = 1, j = 3", "0.001", "0")


@pytest.mark.parametrize("scale", [1.0, 20.0, 200.0])
def test_the_code_shifts_and_the_page_does_not(scale: float) -> None:
    logits = scale * normal(T, V)
    values = {"S": logits, "A": softmax(logits)}
    rows = {"S": "(T, V)", "A": "(T, V)"}
    assert holds(r"A_{ij} = \frac{e^{S_{ij}}}{\sum_k e^{S_{ik}}}", rows, values)


P = softmax(normal(T, V))
TARGETS = np.array([0, 5, 2])
ONE_HOT = np.eye(V)[TARGETS]
LOSS_ROWS = {
    "P": "(T, V)",
    "Z": "(T, V)",
    "dZ": "(T, V)",
    "y": "(T,) in V",
    "L": "scalar",
}
LOSS: Values = {
    "P": P,
    "Z": np.log(P) + 3,
    "dZ": (P - ONE_HOT) / T,
    "y": TARGETS,
    "L": -np.log(P[np.arange(T), TARGETS]).mean(),
}


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize(
    ("latex", "is_right"),
    [
        (r"L = -\frac{1}{T} \sum_t \log P_{t,y_t}", True),
        (r"L = -\frac{1}{T} \sum_t \sum_v \mathbb{1}[v = y_t] \log P_{tv}", True),
        (
            r"L = \frac{1}{T}\sum_t \left(\log\left(\sum_v e^{Z_{tv}}\right) - Z_{t,y_t}\right)",
            True,
        ),
        (r"L = -\sum_t \log P_{t,y_t}", False),
        (r"L = \frac{1}{T} \sum_t \log P_{t,y_t}", False),
        (r"dZ_{tj} = \frac{1}{T} (P_{tj} - \delta_{j,y_t})", True),
        (r"dZ_{tj} = \frac{P_{tj} - \mathbb{1}[j = y_t]}{T}", True),
        (r"dZ_{tj} = P_{tj} - \delta_{j,y_t}", False),
        (r"dZ_{tj} = \frac{P_{tj} - \mathbb{1}[j \ne y_t]}{T}", False),
    ],
)
def test_cross_entropy_whatever_the_page_counts_from(latex: str, is_right: bool, base: int) -> None:
    assert holds(latex, LOSS_ROWS, LOSS, base=base) is is_right


WEIGHTS, IDS = normal(V, D), np.array([2, 0, 2])
GRADIENT = normal(T, D)
SCATTERED = np.zeros((V, D))
np.add.at(SCATTERED, IDS, GRADIENT)


@pytest.mark.parametrize(
    ("latex", "is_right"),
    [
        ("X_t = E_{x_t}", True),
        ("X_{tj} = E_{x_t,j}", True),
        (r"dE_v = \sum_{t : x_t = v} dX_t", True),
        (r"dE_{vj} = \sum_t \mathbb{1}[x_t = v] dX_{tj}", True),
        (r"dE_v = \sum_{t : x_t \ne v} dX_t", False),
        (r"dE_v = \frac{1}{T} \sum_{t : x_t = v} dX_t", False),
    ],
)
def test_embedding_and_its_gradient(latex: str, is_right: bool) -> None:
    rows = {"E": "(V, d)", "x": "(T,) in V", "X": "(T, d)", "dX": "(T, d)", "dE": "(V, d)"}
    values = {"E": WEIGHTS, "x": IDS, "X": WEIGHTS[IDS], "dX": GRADIENT, "dE": SCATTERED}
    assert holds(latex, rows, values) is is_right


def test_adam_epsilon_inside_the_root_is_seen() -> None:
    first, second = normal(4, 3), np.abs(normal(4, 3))
    moved = -1e-3 * first / (np.sqrt(second) + 1e-8)
    rows = {"m": "(…)", "v": "(…)", r"\Delta": "(…)", r"\epsilon": "scalar", r"\eta": "scalar"}
    values = {"m": first, "v": second, r"\Delta": moved, r"\epsilon": 1e-8, r"\eta": 1e-3}
    assert holds(r"\Delta = -\eta \frac{m}{\sqrt{v} + \epsilon}", rows, values)
    assert not holds(r"\Delta = -\eta \frac{m}{\sqrt{v + \epsilon}}", rows, values)
    assert not holds(r"\Delta = -\eta \frac{m}{\sqrt{v}}", rows, values)


PAIRS = np.arange(3)
ANGLES = np.arange(5)[:, None] / 10000 ** (2 * PAIRS / 6)
SINUSOIDS = np.zeros((5, 6))
SINUSOIDS[:, 0::2], SINUSOIDS[:, 1::2] = np.sin(ANGLES), np.cos(ANGLES)


@pytest.mark.parametrize(
    ("latex", "is_right"),
    [
        (r"PE_{p,2i} = \sin\left(\frac{p}{10000^{2i/d}}\right)", True),
        (r"PE_{p,2i+1} = \cos\left(\frac{p}{10000^{2i/d}}\right)", True),
        (r"PE_{p,2i+1} = \sin\left(\frac{p}{10000^{2i/d}}\right)", False),
        (r"PE_{p,2i} = \sin\left(\frac{p}{10000^{i/d}}\right)", False),
    ],
)
def test_sinusoids_count_from_zero_where_they_say_so(latex: str, is_right: bool) -> None:
    latex += r", \quad p = 0, \dots, T-1, \quad i = 0, \dots, d/2-1"
    outcome = run(latex, {"PE": "(T, d)"}, {"PE": SINUSOIDS})
    assert outcome.problem is None
    assert outcome.entries == 15
    assert (outcome.ratio <= 1) is is_right


A, OUT = normal(5, 3), normal(5)
RIDGE = np.linalg.solve(A.T @ A + 0.7 * np.eye(3), A.T @ OUT)


@pytest.mark.parametrize(
    ("latex", "is_right"),
    [
        (r"w = (X^\top X + \lambda I)^{-1} X^\top y", True),
        (r"w = X^\top (X X^\top + \lambda I)^{-1} y", True),
        (r"(X^\top X + \lambda I) w = X^\top y", True),
        (r"w = (X^\top X - \lambda I)^{-1} X^\top y", False),
        (r"w = (X^\top X)^{-1} X^\top y", False),
    ],
)
def test_ridge(latex: str, is_right: bool) -> None:
    rows = {"X": "(n, d)", "y": "(n,)", "w": "(d,)", r"\lambda": "scalar"}
    values = {"X": A, "y": OUT, "w": RIDGE, r"\lambda": 0.7}
    assert holds(latex, rows, values) is is_right


def test_the_outcome_of_a_right_equation() -> None:
    rows = {"z": "(n,)", "a": "(n,)", "b": "(n,)"}
    values = {"a": np.array([1.0, 2.0]), "b": np.array([3.0, 5.0]), "z": np.array([4.0, 7.0])}
    assert run("z = a + b", rows, values) == Outcome(
        entries=2,
        gap=0.0,
        tolerance=32 * 2.0**-53 * 12,
        ratio=0.0,
        scale=7.0,
        place="[0]",
        left="4",
        right="4",
        shape=(2,),
    )


def test_the_outcome_of_a_wrong_equation_says_where() -> None:
    rows = {"z": "(n,)", "a": "(n,)", "b": "(n,)"}
    values = {"a": np.array([1.0, 2.0]), "b": np.array([3.0, 5.0]), "z": np.array([4.0, 7.5])}
    tolerance = 32 * 2.0**-53 * 21.5
    assert run("z = a + b", rows, values) == Outcome(
        entries=2,
        gap=0.5,
        tolerance=tolerance,
        ratio=0.5 / tolerance,
        scale=7.0,
        span=(4, 9),
        place="[1]",
        left="7.5",
        right="7",
        shape=(2,),
    )


def test_chains_compare_neighbours_and_blame_the_one_that_differs() -> None:
    rows = {"z": "scalar", "a": "scalar", "b": "scalar"}
    outcome = run("z = a + b = a - b", rows, {"z": 5.0, "a": 3.0, "b": 2.0})
    assert (outcome.entries, outcome.left, outcome.right) == (2, "5", "1")
    assert outcome.span == (12, 17)


def test_the_computing_side_is_blamed_wherever_it_stands() -> None:
    rows = {"z": "scalar", "a": "scalar"}
    outcome = run("a - 1 = z", rows, {"z": 5.0, "a": 3.0})
    assert outcome.span == (0, 5)
    assert outcome.scale == 2.0


def test_every_row_is_a_statement_of_its_own() -> None:
    rows = {"a": "scalar", "b": "scalar", "c": "scalar"}
    latex = r"a = b + 1, \qquad c = 2 b"
    assert holds(latex, rows, {"a": 3.0, "b": 2.0, "c": 5.0}, number=0)
    assert not holds(latex, rows, {"a": 3.0, "b": 2.0, "c": 5.0}, number=1)


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        ("z = a - b - c", -3.0),
        ("z = -a^2", -4.0),
        ("z = a / b / c", 0.5),
        (r"z = \frac{a}{b} c", 8.0),
        (r"z = 2^{3^2}", 512.0),
        ("z = a(b + c)", 10.0),
        (r"z = 48{,}512", 48512.0),
        (r"z = 10^{-5}", 1e-5),
        (r"z = 3 \times 10^{-4}", 3e-4),
        (r"z = |b - |c||", 3.0),
        (r"z = |b| |c|", 4.0),
        (r"z = \tfrac{1}{2} (c - b)^2", 4.5),
        (r"z = \left( a\,c \;+\; b \right)\!", 9.0),
        (r"z = a \pi", 2 * np.pi),
    ],
)
def test_numbers(latex: str, value: float) -> None:
    rows = {"z": "scalar", "a": "scalar", "b": "scalar", "c": "scalar"}
    found = right(latex, rows, {"a": 2.0, "b": 1.0, "c": 4.0})
    assert float(found.data) == pytest.approx(value, rel=1e-15)
    assert found.letters == ()


def test_names_are_what_their_rows_bind() -> None:
    rows = {"Z_{AB}": "scalar", "V_{in}": "scalar", r"K_{\rho}": "scalar", r"K_{\eta}": "scalar"}
    values = {"V_{in}": 2.0, r"K_{\rho}": 5.0, r"K_{\eta}": 1.0}
    assert float(right(r"Z_{AB} = V_{in} + K_{\rho} - K_{\eta}", rows, values).data) == 6.0
    rows = {"L": "scalar", r"\hat{y}": "scalar", r"\bar{y}": "scalar", "y": "scalar"}
    values = {r"\hat{y}": 3.0, r"\bar{y}": 2.0, "y": 1.0}
    assert float(right(r"L = (\hat{y} - y)^2 + (\bar{y} - y)^2", rows, values).data) == 5.0
    rows = {"z": "scalar", "d": "scalar", "x": "scalar", "e": "scalar", "i": "scalar"}
    values = {"d": 3.0, "x": 2.0, "e": 1.0, "i": 7.0}
    assert float(right(r"z = d \cdot x + e + i", rows, values).data) == 14.0


def test_a_side_has_letters_first() -> None:
    rows = {"Y": "(n, m)", "a": "(n,)", "b": "(m,)"}
    made = formula("Y_{ij} = b_j + a_i", rows)
    values = {"a": np.array([1.0, 2.0]), "b": np.array([10.0, 20.0, 30.0])}
    found = side(made, 0, 1, values)
    assert not isinstance(found, Problem)
    assert found.letters == ("j", "i")
    assert found.data.tolist() == [[11.0, 12.0], [21.0, 22.0], [31.0, 32.0]]
    assert (found.rank, found.visible) == (0, ())


def test_a_side_needs_sizes_that_its_leaves_do_not_tell() -> None:
    made = formula("z = n + 1", {"z": "scalar", "x": "(n,)"})
    assert side(made, 0, 1, {}) == Problem(
        "unsupported-latex",
        "the length `n` is unknown in this run",
        (4, 5),
        help="add the row of an array that has a value in this run, with `n` in its Shape",
    )
    found = side(made, 0, 1, {}, sizes={"n": 4})
    assert not isinstance(found, Problem)
    assert float(found.data) == 5.0


def test_an_index_along_the_axis_of_positions_needs_its_length() -> None:
    rows = {"z": "scalar", "x": "(T,) in V", "E": "(V, d)"}
    made = formula(r"z = \sum_v \mathbb{1}[x_1 = v]", rows)
    values = {"x": np.array([2, 0])}
    found = side(made, 0, 1, values)
    assert isinstance(found, Problem)
    assert (found.code, found.message, found.help) == (
        "unsupported-latex",
        "index `v` runs along `V`, whose length is unknown in this run",
        "add the row of an array that has a value in this run, with `V` in its Shape; "
        r"or write its bounds, as in `v = 1, \dots, n`",
    )
    known = side(made, 0, 1, values, sizes={"V": 4})
    assert not isinstance(known, Problem)
    assert float(known.data) == 1.0


def test_sizing_leaves_tell_sizes_of_letters() -> None:
    made = Formula(
        (Statement((Term("leaf", text="z"), Term("size", text="2*n")), ("=",)),),
        (Leaf("z", "z", ()),),
        sizing=(Leaf("x", "x", ("n",)),),
    )
    outcome = evaluate(made, 0, {"z": 6.0, "x": np.zeros(3)})
    assert outcome.problem is None
    assert (outcome.ratio, outcome.left, outcome.right) == (0.0, "6", "6")
