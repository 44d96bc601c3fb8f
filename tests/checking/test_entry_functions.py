r"""Functions that an equation defines entry by entry, `f(X)_{ij} = ...`, and their calls."""

from __future__ import annotations

from tests.checking.conftest import Check, concept, fence, table

CUT = """
    def cut(X, H):
        T, d = X.shape
        return X.reshape(T, H, d // H).transpose(1, 0, 2)


    def f(C, D):
        G = C @ D.transpose(0, 2, 1)
        Y = 3 * G
        return Y


    def g(X, W, H):
        C = cut(X @ W, H)
        Y = f(C, cut(X, H))
        return Y


    def ex(T=4, H=3, k=5):
        r = np.random.default_rng(0)
        return g(r.normal(size=(T, H * k)), r.normal(size=(H * k, H * k)), H)
    """
DEFINED = r"\operatorname{Cut}(X)_{h,t,i} = X_{t,\,(h - 1) \cdot k + i}"


def of_cut(latex: str = DEFINED) -> str:
    rows = table(
        r"X | `X` | (T, H*k)",
        r"\operatorname{Cut}(X) | `return` | (H, T, k)",
    )
    return concept("cut", fence("Heads", latex, 'code="return"'), rows)


def of_f() -> str:
    """`Look(C_h, D_h)` is a symbol here, of one head, and a function where `Thrice` is called."""
    rows = table(
        r"C_h & D_h | `C[h]`, `D[h]` | (T, k)",
        r"\operatorname{Look}(C_h, D_h) | `G[h]` | (T, T)",
        r"\operatorname{Thrice}(C_h, D_h) | `Y[h]` | (T, T)",
    )
    return concept(
        "f",
        fence("Look", r"\operatorname{Look}(C_h, D_h) = C_h D_h^\top", 'code="G"'),
        fence(
            "Thrice",
            r"\operatorname{Thrice}(C_h, D_h) = 3 \operatorname{Look}(C_h, D_h)",
            'code="Y"',
        ),
        rows,
    )


def of_g(latex: str) -> str:
    rows = table(
        r"X | `X` | (T, H*k)",
        r"W | `W` | (H*k, H*k)",
        r"C | `C` | (H, T, k)",
        r"Y | `Y` | (H, T, T)",
    )
    return concept("g", fence("E", latex), rows)


def test_the_array_of_all_entries_is_put_in(check: Check) -> None:
    found = check(CUT, of_cut(), of_g(r"C = \operatorname{Cut}(X W)"))
    assert found.states == {"heads": "verified", "e": "verified"}
    assert found.verdict("e").trusted == ()


def test_wrong_entries_are_a_mismatch(check: Check) -> None:
    wrong = DEFINED.replace("(h - 1)", "(H - h)")
    found = check(CUT, of_cut(wrong), of_g(r"C = \operatorname{Cut}(X W)"))
    assert found.states == {"heads": "mismatch", "e": "mismatch"}


def test_a_function_of_one_head_runs_over_all(check: Check) -> None:
    latex = r"Y = \operatorname{Thrice}(\operatorname{Cut}(X W), \operatorname{Cut}(X))"
    found = check(CUT, of_cut(), of_f(), of_g(latex))
    assert found.states == dict.fromkeys(("heads", "look", "thrice", "e"), "verified")
    other = r"Y = \operatorname{Thrice}(\operatorname{Cut}(X), \operatorname{Cut}(X W))"
    found = check(CUT, of_cut(), of_f(), of_g(other))
    assert found.states["e"] == "mismatch"


def test_an_index_too_few_defines_nothing(check: Check) -> None:
    rowwise = r"\operatorname{Cut}(X)_{h} = X"
    found = check(CUT, of_cut(rowwise), of_g(r"C = \operatorname{Cut}(X W)"))
    assert found.states["e"] == "not-run"
    assert "unbound-symbol" in found.codes
