"""A tree as text with every product visible.

`W x + b` is `(W @ x) + b` once shapes are known, `(W . x) + b` before.
"""

from __future__ import annotations

from docgen.latex.node import (
    Absolute,
    Addition,
    Call,
    Cases,
    Chain,
    Clause,
    Composition,
    Concatenation,
    Constant,
    Delta,
    Derivative,
    Dimension,
    Equation,
    FunctionName,
    Identity,
    Index,
    Indexed,
    Indicator,
    Inverse,
    Local,
    Matrix,
    Node,
    Norm,
    Number,
    Ones,
    Parameter,
    Part,
    Power,
    Product,
    Quotient,
    Reduction,
    Root,
    Series,
    Symbol,
    Transpose,
)

_SIGNS = {
    "scalar": "*",
    "matrix": "@",
    "dot": "dot",
    "outer": "outer",
    "hadamard": "⊙",
    "open": ".",
}


def dotted(node: Node | Equation) -> str:
    """The text of a tree, one line for each part of an equation."""
    if isinstance(node, Equation):
        return "\n".join(_part(part) for part in node.parts)
    if isinstance(node, Part):
        return _part(node)
    if isinstance(node, Clause):
        return _clause(node)
    if isinstance(node, Chain):
        return _chain(node)
    return _open(node)


def _part(part: Part) -> str:
    lead = {"implies": "⇒ ", "quad": "and ", "comma": "and ", "row": "and "}.get(part.joined, "")
    text = lead + _chain(part.chain)
    for clause in part.clauses:
        text += f" for {_clause(clause)}"
    for definition in part.definitions:
        text += f" where {_chain(definition)}"
    return text


def _clause(clause: Clause) -> str:
    if clause.condition is not None:
        return _chain(clause.condition)
    binder = clause.binder
    assert binder is not None
    if binder.low is None or binder.high is None:
        return binder.letter
    step = f", {_open(clause.step)}" if clause.step is not None else ""
    return f"{binder.letter} = {_open(binder.low)}{step} .. {_open(binder.high)}"


def _chain(chain: Chain) -> str:
    text = _open(chain.sides[0])
    for relation, side in zip(chain.relations, chain.sides[1:], strict=True):
        text += f" {relation} {_open(side)}"
    return text


def _open(node: Node) -> str:
    """The text without brackets round the whole."""
    text = _text(node)
    is_wrapped = isinstance(node, (Addition, Product, Quotient))
    return text[1:-1] if is_wrapped else text


def _list(nodes: tuple[Node, ...]) -> str:
    return ", ".join(_open(node) for node in nodes)


def _text(node: Node) -> str:
    match node:
        case Number(digits=digits):
            return digits
        case Constant(name=name) | Symbol(name=name) | Dimension(name=name):
            return name
        case Index(name=name) | Parameter(name=name) | Local(name=name):
            return name
        case FunctionName(name=name):
            return name
        case Ones(length=length):
            return "ones" if length is None else f"ones[{_open(length)}]"
        case Identity(length=length):
            return "eye" if length is None else f"eye[{_open(length)}]"
        case Delta(left=left, right=right):
            return f"delta[{_open(left)}, {_open(right)}]"
        case Composition(functions=functions):
            return "(" + " ∘ ".join(one.name for one in functions) + ")"
        case Indexed(base=base, indices=indices):
            return f"{_text(base)}[{_list(indices)}]"
        case Addition():
            return _addition(node)
        case Product():
            return _product(node)
        case Quotient(numerator=above, denominator=below):
            return f"({_text(above)} / {_text(below)})"
        case Power(base=base, exponent=exponent, kind=kind):
            sign = "^^" if kind == "matrix" else "^"
            power = f"({_text(exponent)})" if isinstance(exponent, Power) else _text(exponent)
            foot = f"({_text(base)})" if isinstance(base, Power) else _text(base)
            return f"{foot}{sign}{power}"
        case Root(body=body, degree=degree):
            return (
                f"sqrt({_open(body)})"
                if degree is None
                else (f"root({_open(body)}, {_open(degree)})")
            )
        case Transpose(body=body):
            return f"{_text(body)}.T"
        case Inverse(body=body):
            return f"{_text(body)}.inv"
        case Call(name=name, arguments=arguments, along=along):
            over = f"[{', '.join(along)}]" if along else ""
            return f"{name.partition('(')[0] if node.kind == 'declared' else name}{over}" + (
                f"({_list(arguments)})"
            )
        case Absolute(body=body):
            return f"abs({_open(body)})"
        case Norm(body=body, order=order):
            return f"norm{order}({_open(body)})"
        case Reduction():
            return _reduction(node)
        case Indicator(condition=condition):
            return f"[{_chain(condition)}]"
        case Cases(rows=rows):
            lines = [
                f"{_open(row.value)} if {' and '.join(map(_chain, row.conditions))}"
                if row.conditions
                else f"{_open(row.value)} otherwise"
                for row in rows
            ]
            return "cases(" + "; ".join(lines) + ")"
        case Matrix(rows=blocks):
            return "matrix(" + "; ".join(_list(row) for row in blocks) + ")"
        case Concatenation(parts=parts, separators=separators):
            text = _open(parts[0])
            for separator, part in zip(separators, parts[1:], strict=False):
                text += f"{separator} {_open(part)}"
            return f"join({text})"
        case Series(body=body, letter=letter, low=low, high=high):
            return f"{_open(body)} for {letter} = {_open(low)} .. {_open(high)}"
        case Derivative(of=of, by=by):
            return f"d({_open(of)})/d({_open(by)})"
    raise TypeError(f"no text for {type(node).__name__}")


def _addition(node: Addition) -> str:
    text = ""
    for at, (sign, term) in enumerate(zip(node.signs, node.terms, strict=True)):
        lead = "-" if sign == "-" else ""
        text += f" {sign} {_text(term)}" if at else f"{lead}{_text(term)}"
    return f"({text})"


def _product(node: Product) -> str:
    text = _text(node.factors[0])
    for at, factor in enumerate(node.factors[1:]):
        kind = node.kinds[at] if node.kinds else ""
        sign = _SIGNS[kind] if kind else node.operators[at] or "."
        text += f" {sign} {_text(factor)}"
    return f"({text})"


def _reduction(node: Reduction) -> str:
    words: list[str] = []
    for binder in node.binders:
        word = binder.letter
        if binder.low is not None and binder.high is not None:
            word += f"={_open(binder.low)}..{_open(binder.high)}"
        words.append(word)
    words.extend(_chain(condition) for condition in node.conditions)
    return f"{node.operator}[{', '.join(words)}]({_open(node.body)})"
