from docgen.evaluation.term import Formula, Leaf, Range, Statement, Term
from docgen.evaluation.variant import variants


def leaf(name, start=0):
    return Term("leaf", text=name, span=(start, start + len(name)))


def number(text, start=0):
    return Term("number", text=text, span=(start, start + len(text)))


def index(letter):
    return Term("index", text=letter)


def plus(*parts, signs="", span=(0, 0)):
    return Term("sum", parts, signs or "+" * len(parts), span=span)


def times(*factors, kinds=(), span=(0, 0)):
    return Term("product", factors, names=kinds or ("matrix",) * (len(factors) - 1), span=span)


def made(right, leaves=(), left="y", **more):
    statement = Statement((leaf(left), right), ("=",), span=(0, 99), **more)
    return Formula((statement,), leaves)


def listed(formula, number=0):
    """What was changed and where, with the right side (or whatever side is not as before)."""
    before = formula.statements[number]
    found = {}
    for variant in variants(formula, number):
        sides = [b for a, b in zip(before.sides, variant.statement.sides, strict=True) if a != b]
        found.setdefault((variant.text, variant.span), []).extend(map(shown, sides))
    return found


def shown(term):
    """A term as short text: `(a + b)`, `a·b`, `f(a)`."""
    parts = [shown(part) for part in term.args]
    match term.op:
        case "number" | "leaf" | "index" | "size" | "constant":
            return term.text
        case "sum":
            body = "".join(f"{sign}{part}" for sign, part in zip(term.text, parts, strict=True))
            return f"({body})"
        case "product":
            text = parts[0]
            for kind, part in zip(term.names, parts[1:], strict=True):
                text += f"{kind[0]}{part}"
            return f"<{text}>"
        case "quotient":
            return f"{parts[0]}/{parts[1]}"
        case "chain":
            return "".join(f"{p}{r}" for p, r in zip(parts, (*term.names, ""), strict=True))
    name = term.text if term.op in ("call", "apply", "reduce") else term.op
    return f"{name}({','.join(parts)})"


def texts(formula):
    return [variant.text for variant in variants(formula, 0)]


def test_a_sum_loses_turns_and_doubles_each_of_its_terms():
    formula = made(plus(leaf("a", 4), leaf("b", 8), span=(4, 9)))
    assert listed(formula) == {
        ("without this term", (4, 5)): ["b"],
        ("with the other sign", (4, 5)): ["(-a+b)"],
        ("with this term twice", (4, 5)): ["(+<2sa>+b)"],
        ("without this term", (8, 9)): ["a"],
        ("with the other sign", (8, 9)): ["(+a-b)"],
        ("with this term twice", (8, 9)): ["(+a+<2sb>)"],
        ("with the other sign", (4, 9)): ["(-(+a+b))"],
        ("doubled", (4, 9)): ["<2s(+a+b)>"],
    }


def test_a_single_negative_term_only_turns_and_doubles():
    formula = made(plus(leaf("a", 5), signs="-", span=(4, 6)))
    assert listed(formula) == {
        ("with the other sign", (5, 6)): ["a"],
        ("with the other sign", (4, 6)): ["(-(-a))"],
        ("doubled", (4, 6)): ["<2s(-a)>"],
    }


def test_a_left_side_is_never_changed_and_a_property_on_both_sides():
    one = made(leaf("a", 4))
    assert [v.statement.sides[0] for v in variants(one, 0)] == [leaf("y")] * 2
    both = made(leaf("a", 4), is_property=True)
    assert listed(both) == {
        ("with the other sign", (0, 1)): ["(-y)"],
        ("doubled", (0, 1)): ["<2sy>"],
        ("with the other sign", (4, 5)): ["(-a)"],
        ("doubled", (4, 5)): ["<2sa>"],
    }


def test_every_side_but_the_first_of_a_chain():
    statement = Statement((leaf("y"), leaf("a", 4), leaf("b", 8)), ("=", "="))
    assert listed(Formula((statement,), ())) == {
        ("with the other sign", (4, 5)): ["(-a)"],
        ("doubled", (4, 5)): ["<2sa>"],
        ("with the other sign", (8, 9)): ["(-b)"],
        ("doubled", (8, 9)): ["<2sb>"],
    }


def test_dropping_a_factor_leaves_the_kinds_that_still_stand():
    scalars = times(leaf("a"), leaf("b"), leaf("c"), kinds=("scalar", "scalar"))
    mixed = times(leaf("a"), leaf("A"), leaf("x"), kinds=("scalar", "matrix"))
    dot = times(leaf("a"), leaf("u"), leaf("v"), kinds=("scalar", "dot"))
    assert [shown(v.statement.sides[1]) for v in variants(made(scalars), 0)][:3] == [
        "<bsc>",
        "<asc>",
        "<asb>",
    ]
    assert [shown(v.statement.sides[1]) for v in variants(made(mixed), 0)][:3] == [
        "<Aox>",
        "<aox>",
        "<aoA>",
    ]
    assert shown(variants(made(dot), 0)[0].statement.sides[1]) == "<udv>"
    assert shown(variants(made(times(leaf("X"), leaf("W"))), 0)[0].statement.sides[1]) == "W"


def test_quotients_powers_roots_and_functions():
    quotient = Term("quotient", (leaf("a", 6), leaf("b", 9)), span=(0, 11))
    assert listed(made(quotient)) == {
        ("without the divisor", (9, 10)): ["a"],
        ("with 1 for the numerator", (6, 7)): ["1/b"],
        ("with the other sign", (0, 11)): ["(-a/b)"],
        ("doubled", (0, 11)): ["<2sa/b>"],
    }
    power = Term("power", (leaf("a", 4), number("2", 6)), text="entries", span=(4, 7))
    assert listed(made(power)) == {
        ("without the power", (4, 7)): ["a"],
        ("with 3 for 2", (6, 7)): ["power(a,3)"],
        ("with 4 for 2", (6, 7)): ["power(a,4)"],
        ("with the other sign", (4, 7)): ["(-power(a,2))"],
        ("doubled", (4, 7)): ["<2spower(a,2)>"],
    }
    for op, text in (
        ("root", "without the root"),
        ("inverse", "without the inverse"),
        ("absolute", "without the absolute value"),
        ("transpose", "without the transpose"),
    ):
        assert texts(made(Term(op, (leaf("a"),))))[0] == text
    assert listed(made(Term("call", (leaf("a"),), "exp", span=(4, 9))))[
        ("without the function", (4, 9))
    ] == ["a"]
    assert texts(made(Term("apply", (leaf("a"),), "relu")))[0] == "without the function"
    assert texts(made(Term("apply", (leaf("a"), leaf("b")), "f"))) == [
        "with the other sign",
        "doubled",
    ]


def test_the_largest_of_two_and_cases_take_each_alone():
    clip = Term("call", (number("0", 8), leaf("z", 11)), "max", span=(4, 13))
    assert listed(made(clip)) == {
        ("only the first argument", (4, 13)): ["0"],
        ("only the second argument", (4, 13)): ["z"],
        ("with 1 for 0", (8, 9)): ["max(1,z)"],
        ("with the other sign", (4, 13)): ["(-max(0,z))"],
        ("doubled", (4, 13)): ["<2smax(0,z)>"],
    }
    chain = Term("chain", (leaf("g"), leaf("c")), names=(">",), span=(20, 25))
    rows = (Term("case", (leaf("a"), chain)), Term("case", (leaf("g"),)))
    assert listed(made(Term("cases", rows, span=(4, 40)))) == {
        ("only the first case", (4, 40)): ["a"],
        ("only the second case", (4, 40)): ["g"],
        ("with ≥ for >", (20, 25)): ["cases(case(a,g≥c),case(g))"],
        ("with the other sign", (4, 40)): ["(-cases(case(a,g>c),case(g)))"],
        ("doubled", (4, 40)): ["<2scases(case(a,g>c),case(g))>"],
    }
    indicator = Term("indicator", (chain,), span=(4, 30))
    assert listed(made(indicator))[("with 1 for the condition", (4, 30))] == ["1"]


def test_only_what_may_be_a_matrix_is_transposed_and_not_below_a_transpose():
    leaves = (
        Leaf("W", "W", ("d", "F")),
        Leaf("X", "X", ("…", "T", "d")),
        Leaf("b", "b", ("F",)),
        Leaf("g", "g", ("…",)),
        Leaf("U", "U"),
        Leaf("P", "P", ("n", "n"), is_symmetric=True),
    )
    turned = {name: "transposed" in texts(made(leaf(name), leaves)) for name in "WXbgUP"}
    assert turned == {"W": True, "X": True, "b": False, "g": False, "U": True, "P": False}
    assert texts(made(Term("transpose", (leaf("W"),)), leaves)) == [
        "without the transpose",
        "with the other sign",
        "doubled",
    ]


def test_indices_are_exchanged_and_replaced_by_others_on_their_axis():
    entry = Term("at", (leaf("S"), index("i"), index("j")), span=(4, 9))
    binder = Term("binder", text="k", names=("T", "1"))
    free = (Range("i", "T"), Range("j", "T"), Range("t", "d"))
    formula = made(Term("reduce", (entry, binder), "sum", span=(0, 9)), free=free)
    assert {variant.text for variant in variants(formula, 0)} == {
        "with a product for the sum",
        "with the indices exchanged",
        "with the index j for i",
        "with the index k for i",
        "with the index i for j",
        "with the index k for j",
        "with the other sign",
        "doubled",
    }


def test_conditions_of_a_sum_are_dropped_and_their_edge_moves():
    body = Term("at", (leaf("x"), index("j")))
    chain = Term("chain", (index("j"), index("i")), names=("≤",), span=(9, 14))
    binder = Term("binder", text="j", names=("", ""))
    right = Term("reduce", (body, binder, chain), "sum", span=(4, 20))
    assert listed(made(right, free=(Range("i", "T"),))) == {
        ("with a product for the sum", (4, 20)): ["prod(at(x,j),binder(),j≤i)"],
        ("with its last term alone", (4, 20)): ["last term(at(x,j),binder(),j≤i)"],
        ("without this condition", (9, 14)): ["sum(at(x,j),binder())"],
        ("with < for ≤", (9, 14)): ["sum(at(x,j),binder(),j<i)"],
        ("with the other sign", (4, 20)): ["(-sum(at(x,j),binder(),j≤i))"],
        ("doubled", (4, 20)): ["<2ssum(at(x,j),binder(),j≤i)>"],
    }


def test_a_length_is_replaced_by_the_other_lengths():
    leaves = (Leaf("Q", "Q", ("T", "d_h")), Leaf("V", "V", ("T", "h*d_h")))
    root = Term("root", (Term("size", text="d_h", span=(6, 9)),), span=(0, 10))
    assert listed(made(root, leaves)) == {
        ("without the root", (0, 10)): ["d_h"],
        ("with T for d_h", (6, 9)): ["root(T)"],
        ("with h for d_h", (6, 9)): ["root(h)"],
        ("with the other sign", (0, 10)): ["(-root(d_h))"],
        ("doubled", (0, 10)): ["<2sroot(d_h)>"],
    }


def test_numerals_of_subscripts_move_by_one_and_are_not_doubled():
    formula = made(Term("at", (leaf("x"), number("2", 6))))
    assert [text for text in texts(formula) if text.startswith("with ")] == [
        "with 3 for 2",
        "with the other sign",
    ]
    half = made(number("0.5", 4))
    assert texts(half) == ["with 1.5 for 0.5", "with 1.0 for 0.5", "with the other sign", "doubled"]


def test_what_where_defines_is_changed_too():
    named = (("s", plus(leaf("a", 20), leaf("b", 24))),)
    formula = made(Term("local", text="s", span=(4, 5)), locals=named)
    found = [(v.text, v.span) for v in variants(formula, 0)]
    assert found[:4] == [
        ("with the other sign", (4, 5)),
        ("doubled", (4, 5)),
        ("without this term", (20, 21)),
        ("with the other sign", (20, 21)),
    ]
    assert variants(formula, 0)[2].statement.locals == (("s", leaf("b", 24)),)


def test_a_bound_is_turned_round_and_not_loosened():
    side = Term("absolute", (leaf("W"),))
    statement = Statement((side, leaf("a")), ("≤",), is_property=True, span=(0, 9))
    assert [
        (v.text, v.span, v.statement.relations) for v in variants(Formula((statement,), ()), 0)
    ] == [("with ≥ for ≤", (0, 9), ("≥",))]


def test_no_variant_comes_twice_and_none_is_the_statement():
    # 1 + 1 and 2 · 1 are one variant.
    formula = made(number("1", 4))
    found = [variant.statement for variant in variants(formula, 0)]
    assert len(found) == len(set(found)) == 3
    assert formula.statements[0] not in found


def test_compositions_lose_one_function_and_no_index_goes_without_a_partner():
    composed = Term("compose", names=("f", "g"), span=(4, 12))
    assert [(v.text, v.statement.sides[1].names) for v in variants(made(composed), 0)][:2] == [
        ("without the first function", ("g",)),
        ("without the second function", ("f",)),
    ]
    # Nothing else runs along the axis of `i`, and numbers that are no decimals stay.
    right = Term("at", (leaf("x"), index("i")))
    assert texts(made(right, free=(Range("i", "n"), Range("j", "m")))) == [
        "with the other sign",
        "doubled",
    ]
    assert texts(made(number("1e"))) == ["with the other sign", "doubled"]


def test_multiples_of_what_is_zero_are_no_variants() -> None:
    """`2 a = 0` says what `a = 0` says."""
    zero, one = (Term("number", text=digits) for digits in ("0", "1"))
    leaf = Term("leaf", text="a")
    for other, texts in ((zero, set()), (one, {"with the other sign", "doubled"})):
        statement = Statement((leaf, other), ("=",), is_property=True)
        formula = Formula((statement,), (Leaf("a", "a", ()),))
        found = {each.text for each in variants(formula, 0) if each.part == leaf}
        assert found == texts
