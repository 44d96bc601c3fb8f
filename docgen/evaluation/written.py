r"""A term as LaTeX again, roughly, for messages: symbols as their rows write them.

The quotient of the leaves `Q` and `d_k` is `\frac{Q}{d_k}`. What is long is cut.
"""

from __future__ import annotations

from collections.abc import Mapping

from docgen.evaluation.term import Formula, Term

_LONG = 60
_CONSTANTS = {"pi": r"\pi", "infty": r"\infty"}
_SIGNS = {"≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx"}
_TIMES = {"hadamard": r" \odot ", "dot": r" \cdot "}
_BRACKETED = ("sum", "product", "quotient", "reduce")


def written(term: Term, formula: Formula) -> str:
    """The LaTeX of a term of a formula."""
    symbols = {leaf.name: leaf.symbol for leaf in formula.leaves}
    symbols |= {one.key: one.symbol for one in formula.signatures}
    text = _text(term, symbols)
    return text if len(text) <= _LONG else text[: _LONG - 1].rstrip() + "…"


def _text(term: Term, symbols: Mapping[str, str]) -> str:
    parts = [_text(part, symbols) for part in term.args]
    match term.op:
        case "leaf" | "apply":
            name = symbols.get(term.text, term.text)
            return f"{name}({', '.join(parts)})" if parts else name
        case "constant":
            return _CONSTANTS.get(term.text, term.text)
        case "sum":
            signed = "".join(f" {sign} {part}" for sign, part in zip(term.text, parts, strict=True))
            return signed.removeprefix(" + ").removeprefix(" ")
        case "product":
            return _product(term, parts)
        case "quotient":
            return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
        case "power":
            return f"{_closed(term.args[0], parts[0])}^{_scripted(parts[1])}"
        case "root":
            return rf"\sqrt{{{parts[0]}}}"
        case "transpose":
            return rf"{_closed(term.args[0], parts[0])}^\top"
        case "inverse":
            return f"{_closed(term.args[0], parts[0])}^{{-1}}"
        case "at":
            body = _closed(term.args[0], parts[0])
            body = f"{{{body}}}" if "_" in body else body
            return f"{body}_{_scripted(', '.join(parts[1:]))}"
        case "reduce":
            return _reduction(term, parts)
        case "absolute":
            return f"|{parts[0]}|"
        case "norm":
            return rf"\|{parts[0]}\|"
        case "chain":
            signs = [f" {_SIGNS.get(sign, sign)} " for sign in term.names]
            pairs = zip(parts, (*signs, ""), strict=True)
            return "".join(part + sign for part, sign in pairs)
        case "call":
            return rf"\{term.text}({', '.join(parts)})"
        case "derivative":
            return rf"\frac{{\partial {parts[0]}}}{{\partial {parts[1]}}}"
        case "ones":
            return r"\mathbf{1}"
        case "identity":
            return "I"
    if not parts:
        return term.text
    return f"{term.op}({', '.join(parts)})"


def _product(term: Term, parts: list[str]) -> str:
    texts = [
        rf"\left({text}\right)" if factor.op == "sum" else text
        for factor, text in zip(term.args, parts, strict=True)
    ]
    signs = [_TIMES.get(kind, " ") for kind in term.names]
    return "".join(text + sign for text, sign in zip(texts, (*signs, ""), strict=True))


def _reduction(term: Term, parts: list[str]) -> str:
    letters = ", ".join(part.text for part in term.args if part.op == "binder")
    sign = {"sum": r"\sum", "prod": r"\prod"}.get(term.text, rf"\operatorname{{{term.text}}}")
    return f"{sign}_{_scripted(letters)} {_closed(term.args[0], parts[0], ('sum',))}"


def _closed(term: Term, text: str, kinds: tuple[str, ...] = _BRACKETED) -> str:
    return rf"\left({text}\right)" if term.op in kinds else text


def _scripted(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"
