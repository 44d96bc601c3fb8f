r"""A statement becomes the equations that may say what it does, the best first.

`y = f(x @ w)` may be `y = f(x w)`, `y_i = \sum_j x_{ij} w_j` or `y = \operatorname{f}(x)`; which
of them holds is for the run to say.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from docgen.drafting.calls import called, said
from docgen.drafting.matrix import MatrixWriter, is_linear
from docgen.drafting.naming import upright
from docgen.drafting.observed import Seen, is_number, targets
from docgen.drafting.parametrise import parametrised
from docgen.drafting.piece import Piece, UnwritableError
from docgen.drafting.subscript import Place
from docgen.drafting.symbols import Row, Symbols
from docgen.drafting.versions import Version
from docgen.drafting.views import squeezed
from docgen.drafting.writer import Writer
from docgen.pages.watch import holds_float
from docgen.source.module import Statement
from docgen.syntax import expression_tree
from docgen.trace.value import Value

_CONVERSIONS = ("promote", "array", "atleast", "broadcast", "convert", "copy", "validate")
"""Words in names of functions that may give back the numbers that they take."""


@dataclass(frozen=True)
class Candidate:
    """An equation that may hold.

    Attributes:
        cell: What it is about: a target's text, or `return`.
        rows: The symbols that it reads.
        by_call: Whether its right side calls the code.
        is_copy: Whether it only says that one value is another.
        notes: Sentences that belong to it.
    """

    cell: str
    latex: str
    rows: tuple[Row, ...]
    by_call: bool = False
    is_copy: bool = False
    notes: tuple[str, ...] = ()


@dataclass
class Written:
    """What became of a statement: its candidates, or why there are none.

    Attributes:
        groups: Of each value that it gives, its candidates.
    """

    seen: Seen
    groups: list[list[Candidate]] = field(default_factory=list)
    reason: str = ""


class Drafter:
    """Writes the statements of one function."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._version = Version({}, {}, frozenset())
        self._statement: Statement | None = None
        self._cases: tuple[str, ...] = ()

    def written(self, seen: Seen, version: Version) -> Written:
        """All candidates of a statement."""
        found = Written(seen)
        self._version = version
        self._statement = seen.statement
        self._cases = ()
        try:
            pieces = list(self._pieces(seen))
        except UnwritableError as error:
            found.reason = str(error)
            return found
        for cell, value, source, position in pieces:
            group: list[Candidate] = []
            for attempt in self._attempts(seen, cell, value, source, position):
                try:
                    candidate = attempt()
                except (UnwritableError, ValueError, IndexError) as error:
                    found.reason = str(error)
                    continue
                if candidate is not None and candidate.latex not in [one.latex for one in group]:
                    group.append(replace(candidate, notes=(*self._cases, *candidate.notes)))
            if group:
                found.groups.append(group)
        return found

    def _pieces(self, seen: Seen) -> Iterator[tuple[str, Value, ast.expr, int | None]]:
        """Each float that a statement gives: its cell, value, source, and place in a tuple."""
        statement = seen.statement
        match statement:
            case ast.Return(value=ast.expr() as source):
                result = seen.results.get("return")
                yield from self._returned(seen, "return", result, source)
            case ast.Assign(value=source) | ast.AnnAssign(value=ast.expr() as source):
                places = targets(statement)
                for number, target in enumerate(places):
                    cell = ast.unparse(target)
                    value = seen.results.get(cell)
                    if (
                        cell == "_"
                        or not holds_float(value)
                        or value is None
                        or not is_number(value)
                    ):
                        continue
                    part: int | None = None
                    given = source
                    if len(places) > 1:
                        if isinstance(source, ast.Tuple) and len(source.elts) == len(places):
                            given = source.elts[number]
                        else:
                            part = number
                    yield cell, value, given, part
            case ast.AugAssign(target=target, op=op, value=source):
                cell = ast.unparse(target)
                value = seen.results.get(cell)
                if value is not None and is_number(value):
                    load = expression_tree(cell)
                    yield cell, value, ast.BinOp(load, op, source), None
            case ast.For():
                raise UnwritableError("it is the head of a loop")
            case _:
                raise UnwritableError("it changes an array in place within a call")

    def _returned(
        self, seen: Seen, cell: str, result: Value | None, source: ast.expr
    ) -> Iterator[tuple[str, Value, ast.expr, int | None]]:
        if isinstance(source, ast.IfExp):
            test = seen.value(source.test)
            if test is None or not test.data:
                raise UnwritableError("which branch is returned is not known")
            word = "holds" if test.data[0] else "does not hold"
            self._cases = (f"Written for the case that {said(source.test)} {word}.",)
            source = source.body if test.data[0] else source.orelse
        if isinstance(source, ast.Tuple):
            items = result.items if result is not None else ()
            for number, (part, value) in enumerate(zip(source.elts, items, strict=False)):
                if is_number(value) and holds_float(value):
                    yield f"return[{number}]", value, part, None
        elif result is not None and is_number(result) and holds_float(result):
            yield cell, result, source, None
        elif result is not None and holds_float(result):
            for number, value in enumerate(result.items):
                if is_number(value) and holds_float(value):
                    yield f"return[{number}]", value, source, number

    def _attempts(
        self, seen: Seen, cell: str, value: Value, source: ast.expr, position: int | None
    ) -> Iterator[Callable[[], Candidate | None]]:
        if position is None:
            if is_linear(source):
                yield lambda: self._whole(seen, cell, value, source)
            yield lambda: self._by_entry(seen, cell, value, source)
        elif isinstance(source, ast.Call) and called(source) == "lstsq" and position == 0:
            yield lambda: self._whole(seen, cell, value, source)
        yield lambda: self._conversion(seen, cell, value, source)
        yield lambda: self._by_call(seen, cell, value, source, position, True)
        yield lambda: self._by_call(seen, cell, value, source, position, False)

    def _left(self, cell: str, value: Value) -> Row:
        if value.dtype.startswith("complex"):
            raise UnwritableError("its value is complex")
        if cell.startswith("return"):
            return self._symbols.symbol(cell, value, "The value returned", "y")
        return self._symbol(cell, value, self._version.given)

    def _symbol(self, cell: str, value: Value, at: dict[str, int]) -> Row:
        tree = expression_tree(cell)
        names = dict.fromkeys(one.id for one in ast.walk(tree) if isinstance(one, ast.Name))
        version = tuple(at.get(name, 0) for name in names)
        return self._symbols.symbol(cell, value, version=version)

    def _relation(self, row: Row, used: Sequence[Row], cell: str) -> str:
        is_changing = cell in self._version.changing and isinstance(self._statement, ast.AugAssign)
        is_read = any(one.latex == row.latex for one in used)
        return r"\leftarrow" if is_changing or is_read else "="

    def _by_entry(self, seen: Seen, cell: str, value: Value, source: ast.expr) -> Candidate:
        row = self._left(cell, value)
        letters = self._symbols.indices()
        free: list[Place | None] = []
        for length in value.shape or ():
            free.append(None if length == 1 else Place(letters.pop(0)))
        writer = self._writer(seen, source, value, letters)
        places = tuple(free)
        given = writer.value(source)
        if given is not None and given.shape is not None and given.shape != value.shape:
            places = squeezed(given.shape, value.shape or (), places)
        right = writer.entry(source, places)
        return self._candidate(
            row, cell, row.entry(tuple(free)), right, writer, tuple(free), value.shape or ()
        )

    def _whole(self, seen: Seen, cell: str, value: Value, source: ast.expr) -> Candidate:
        row = self._left(cell, value)
        if 1 in (value.shape or ()):
            raise UnwritableError("an axis of it has length 1")
        writer = self._writer(seen, source, value)
        right = MatrixWriter(writer).whole(source)
        return self._candidate(row, cell, row.latex, right, writer)

    def _writer(
        self, seen: Seen, source: ast.expr, value: Value, letters: Sequence[str] = ()
    ) -> Writer:
        return Writer(self._with(seen, source, value), self._version, self._symbols, letters)

    def _conversion(
        self, seen: Seen, cell: str, value: Value, source: ast.expr
    ) -> Candidate | None:
        """A call that only converts: its value is that of an argument."""
        if not isinstance(source, ast.Call) or not any(
            word in called(source) for word in _CONVERSIONS
        ):
            return None
        row = self._left(cell, value)
        for given in source.args:
            known = seen.value(given)
            if isinstance(given, ast.Name) and is_number(known) and known is not None:
                one = self._symbol(given.id, known, self._version.read)
                if known.data == value.data and one.shape == row.shape and one != row:
                    latex = f"{row.latex} = {one.latex}"
                    return Candidate(cell, latex, (row, one), is_copy=True)
        return None

    def _by_call(
        self,
        seen: Seen,
        cell: str,
        value: Value,
        source: ast.expr,
        position: int | None,
        is_strict: bool,
    ) -> Candidate | None:
        """A function whose cell makes the very call; arrays that are symbols are its arguments."""
        if not isinstance(source, ast.Call):
            return None
        row = self._left(cell, value)
        made = parametrised(source, seen.value, self._symbols.arguments(), is_strict)
        if made is None or not made.given:
            return None
        call = made.call
        rows = [self._argument(node, known) for _, node, known in made.given]
        text = ast.unparse(call) + (f"[{position}]" if position is not None else "")
        if 1 in (value.shape or ()) and len(value.shape or ()) > 1:
            axes = ", ".join("0" if length == 1 else ":" for length in value.shape or ())
            text += f"[{axes}]"
        letters = ", ".join(letter for letter, _, _ in made.given)
        function = self._symbols.function(text, f"{upright(called(source))}({letters})")
        given = ", ".join(one.latex for one in rows)
        name = function.latex.partition("(")[0]
        latex = f"{row.latex} {self._relation(row, rows, cell)} {name}({given})"
        return Candidate(cell, latex, (row, *rows, function), by_call=True, notes=made.notes)

    def _argument(self, node: ast.expr, value: Value) -> Row:
        """The symbol of what a call is given, as it stands."""
        if isinstance(node, ast.Name):
            return self._symbol(node.id, value, self._version.read)
        names = dict.fromkeys(one.id for one in ast.walk(node) if isinstance(one, ast.Name))
        read = tuple(self._version.read.get(name, 0) for name in names)
        return self._symbols.symbol(ast.unparse(node), value, version=read)

    def _with(self, seen: Seen, source: ast.expr, value: Value) -> Seen:
        """The statement with the value of what an augmented assignment stands for."""
        if not isinstance(seen.statement, ast.AugAssign):
            return seen
        return Seen(seen.statement, {**seen.values, ast.unparse(source): value}, seen.results, True)

    def _candidate(
        self,
        row: Row,
        cell: str,
        left: str,
        right: Piece,
        writer: Writer,
        free: tuple[Place | None, ...] = (),
        lengths: tuple[int, ...] = (),
    ) -> Candidate:
        used = list(writer.used.values())
        relation = self._relation(row, used, cell)
        right_text = right.latex
        is_alone = len(used) == 1 and used[0].lengths == row.lengths and used[0] != row
        is_copy = is_alone and right_text == used[0].entry(free)
        if is_copy:
            left, right_text = row.latex, used[0].latex
        if right.is_base and any(
            not _is_name(one.cell) or _is_computed(one.cell, writer) for one in used
        ):
            # The symbol would be the very value: true whatever the code does.
            raise UnwritableError("it calls code that has no equation of its own")
        if right_text == left:
            raise UnwritableError("it gives the value that it takes")
        ranges = [
            rf" \quad {place.letter} = 1, \dots, {writer.bound(place.letter, length)}"
            for place, length in zip(free, lengths, strict=True)
            if place is not None and writer.lengths.get(place.letter, set()) - {length}
        ]
        latex = f"{left} {relation} {right_text}" + ("," + ",".join(ranges) if ranges else "")
        rows: Sequence[Row] = [row, *(one for one in used if one.latex != row.latex)]
        notes = tuple(dict.fromkeys(writer.notes))
        return Candidate(cell, latex, tuple(rows), is_copy=is_copy, notes=notes)


def _is_name(cell: str) -> bool:
    """Whether a cell is a name or an attribute, and no piece of a statement."""
    return cell.partition(" at ")[0].strip("`").replace(".", "").isidentifier()


def _is_computed(cell: str, writer: Writer) -> bool:
    """Whether a cell is an attribute that an array computes, such as `z.real`."""
    node = expression_tree(cell.partition(" at ")[0].strip("`"))
    return isinstance(node, ast.Attribute) and is_number(writer.value(node.value))
