r"""Functions of numerical code that have a sign of mathematics, by the last word of their name.

`np.exp`, `xp.exp` and `math.exp` are all `exp`.
"""

from __future__ import annotations

ELEMENTWISE = {
    "exp": r"\exp",
    "log": r"\log",
    "sin": r"\sin",
    "cos": r"\cos",
    "tan": r"\tan",
    "arcsin": r"\arcsin",
    "arccos": r"\arccos",
    "arctan": r"\arctan",
    "asin": r"\arcsin",
    "acos": r"\arccos",
    "atan": r"\arctan",
    "sinh": r"\sinh",
    "cosh": r"\cosh",
    "tanh": r"\tanh",
    "erf": r"\operatorname{erf}",
    "expm1": r"\operatorname{expm1}",
    "log1p": r"\operatorname{log1p}",
    "sign": r"\operatorname{sign}",
    "floor": r"\operatorname{floor}",
}
"""Functions of one number → the LaTeX that names them."""

SAME = frozenset(
    [
        "asarray",
        "asanyarray",
        "array",
        "ascontiguousarray",
        "asfarray",
        "copy",
        "float",
        "float64",
        "astype",
        "conj",
        "conjugate",
        "real",
        "squeeze",
        "atleast_1d",
        "atleast_2d",
        "atleast_nd",
        "expand_dims",
        "broadcast_to",
        "reshape",
        "ravel",
        "flatten",
        "item",
        "asarray_chkfinite",
        "double",
    ]
)
"""Functions that give the numbers that they take, in another container or shape."""

ADDED = frozenset({"sum", "mean", "average", "prod", "max", "amax", "min", "amin"})
SPREAD = frozenset({"var", "std"})

HARMLESS = frozenset(
    {
        "out",
        "dtype",
        "casting",
        "order",
        "subok",
        "copy",
        "keepdims",
        "axis",
        "device",
        "like",
        "xp",
    }
)
"""Named arguments that change no number of the result, or that are read where they count."""

READ = {"var": ("ddof", "correction"), "std": ("ddof", "correction")}
"""Function → further named arguments that are read."""

OPERATORS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "power": "**",
    "pow": "**", "float_power": "**", "matmul": "@", "dot": "@", "inner": "@", "vdot": "@",
}  # fmt: skip
"""Functions of two arguments that are written as operators."""
