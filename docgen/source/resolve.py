"""References become anchors: a path to a function, then what is meant inside of it.

`ffn_forward.Z` seen from `model.transformer` is the statement of `model/transformer.py` that binds
`Z`; a reference is tried in the scope function, its module, its packages, and from the root.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.source import faults
from docgen.source.anchor import Anchor
from docgen.source.anchors import Candidate, definition_anchor, module_anchor
from docgen.source.bindings import own_bindings
from docgen.source.module import Definition, Module
from docgen.source.names import External, Found, Modules, Names, Package, is_self
from docgen.source.tail import AT_RETURN, NAME, PATH, Scope, descendants, find_tail
from docgen.syntax import module_tree
from docgen.text import Span

_HEAD = re.compile(r"\s*(?P<name>[^\W\d]\w*)\.(?=\S)")
_NTH = re.compile(r"\.(?P<nth>\d+)\s*$")


@dataclass(frozen=True)
class _Miss:
    """How far a path led: what was looked for, where, and where it stands in the reference."""

    offset: int
    scopes: tuple[Scope | Package, ...]
    text: str


class Search:
    """One reference being looked up."""

    def __init__(self, modules: Modules, reference: str, functions_only: bool = False) -> None:
        self.modules = modules
        self.names = Names(modules)
        self.reference = reference
        self.functions_only = functions_only
        self.text, self.nth = _split_nth(reference)
        self.misses: list[_Miss] = []
        self.faults: list[tuple[int, Fault]] = []
        self.chain: list[Sequence[Scope] | Package] = []

    def run(self, scope: str) -> Anchor:
        """The one anchor that the reference means from a scope.

        Raises:
            unknown-function, unknown-anchor, ambiguous-anchor, ambiguous-module,
            source-unreadable.
        """
        found = self._first(scope)
        if found:
            return self._settle(found)
        raise self._fault()

    def candidates(self, scope: str) -> list[Anchor]:
        """All anchors that the reference may mean from a scope, in code order."""
        distinct = {(each.anchor.path, each.anchor.region): each for each in self._first(scope)}
        anchors = [each.anchor for each in distinct.values()]
        return sorted(anchors, key=lambda anchor: (anchor.path, anchor.region))

    def _first(self, scope: str) -> list[Candidate]:
        """What the reference means in the nearest context that has it."""
        self.chain = self._chain(scope)
        for context in self.chain:
            found = self._in(context, self.text, 0)
            if found:
                return found
        for miss in list(self.misses):
            found = self._nested(miss)
            if found:
                return found
        return []

    def within(self, scopes: Sequence[Scope]) -> Anchor:
        """The anchor that the reference means in given scopes only.

        Raises:
            Fault: `unknown-anchor`, or what else is wrong, with what could have been meant.
        """
        found = self._find(scopes, self.text, 0)
        if found:
            return self._settle(found)
        raise self._fault()

    def _chain(self, scope: str) -> list[Sequence[Scope] | Package]:
        """Where to look, nearest first: function, what holds it, module, packages, root."""
        chain: list[Sequence[Scope] | Package] = []
        module, rest = self._module_of(scope)
        package = module.package if module else scope
        if module is not None:
            rest, _, twin = rest.partition("@")
            while rest:
                held = [each for each in module.definitions if each.qualname == rest]
                held = [each for each in held if str(each.statement.lineno) == twin] or held
                twin = ""
                if held:
                    chain.append(held)
                rest = rest.rpartition(".")[0]
            chain.append([module])
        while package:
            if self.modules.has_package(package):
                chain.append(Package(package))
            package = package.rpartition(".")[0]
        return [*chain, Package("")]

    def _module_of(self, dotted: str) -> tuple[Module | None, str]:
        """The longest beginning of a dotted name that is a module, and the rest."""
        name = dotted
        while name:
            module = self.modules.find_module(name)
            if module is not None:
                return module, dotted[len(name) + 1 :]
            name = name.rpartition(".")[0]
        return None, dotted

    def _in(self, context: Sequence[Scope] | Package, text: str, offset: int) -> list[Candidate]:
        if isinstance(context, Package):
            return self._in_package(context, text, offset)
        return self._find(context, text, offset)

    def _in_package(self, package: Package, text: str, offset: int) -> list[Candidate]:
        path = PATH.match(text)
        if path is None:
            return []
        end = path.end()
        while end > 0:
            name = f"{package.name}.{text[:end]}".lstrip(".")
            rest = text[end + 1 :]
            if text[end : end + 1] in ("", "."):
                module = self._module(name, Span(offset, offset + end))
                if module is not None:
                    if not rest:
                        return [] if self.functions_only else [module_anchor(module, name)]
                    return self._find([module], rest, offset + end + 1)
                if rest and self.modules.has_package(name):
                    self.misses.append(_Miss(offset + end + 1, (Package(name),), rest))
                    return []
            end = max(text.rfind(".", 0, end), 0)
        self.misses.append(_Miss(offset, (), text))
        return []

    def _module(self, name: str, within: Span) -> Module | None:
        try:
            return self.modules.find_module(name)
        except Fault as fault:
            if fault.within is None:
                fault.within = within
            raise

    def _find(self, scopes: Sequence[Scope], text: str, offset: int) -> list[Candidate]:
        found = [each for scope in scopes for each in self._direct(scope, text, offset)]
        if found:
            return found
        head = _HEAD.match(text)
        if head:
            inner: list[Scope] = []
            rest, begin = text[head.end() :], offset + head.end()
            for scope in scopes:
                for owner in self._members(scope, head["name"], Span(offset, begin - 1)):
                    if isinstance(owner, Package):
                        found.extend(self._in_package(owner, rest, begin))
                    elif isinstance(owner, Module | Definition):
                        inner.append(owner)
            if found or inner:
                return found or self._find(inner, rest, begin)
        self.misses.append(_Miss(offset, tuple(scopes), text))
        return []

    def _direct(self, scope: Scope, text: str, offset: int) -> list[Candidate]:
        """What the text means in the scope itself, without a path before it."""
        is_name = NAME.fullmatch(text.strip()) is not None
        found = [] if self.functions_only else find_tail(scope, text)
        if is_name and isinstance(scope, Module):
            # An imported name is what it was imported from.
            found = [each for each in found if each.anchor.bound != "import"]
        if found or not is_name:
            return found or self._inherited(scope, text)
        whole = Span(offset, offset + len(text))
        for member in self._members(scope, text.strip(), whole):
            if isinstance(member, Definition) and (not self.functions_only or member.qualname):
                found.append(definition_anchor(member, text))
            elif isinstance(member, Module) and not self.functions_only:
                found.append(module_anchor(member, text))
        if not found and isinstance(scope, Definition) and scope.is_class:
            made = faults.generated(whole, scope, text.strip())
            if made:
                self.faults.append((offset, made))
        return found or self._inherited(scope, text)

    def _inherited(self, scope: Scope, text: str) -> list[Candidate]:
        """Attributes of the first base class that has them."""
        if self.functions_only or isinstance(scope, Module) or not scope.is_class:
            return []
        for base in self.names.bases(scope):
            found = find_tail(base, text) or self._inherited(base, text)
            if found:
                return found
        return []

    def _members(self, scope: Scope, name: str, within: Span) -> list[Found]:
        """Scopes of one name inside of another: functions, classes, imported modules."""
        if isinstance(scope, Module):
            found = self.names.module_member(scope, name)
            for each in found:
                # What is quoted is looked for in the code; a module in it is no path.
                if isinstance(each, External) and PATH.fullmatch(self.text):
                    fault = faults.sourceless(within, each)
                    self.faults.append((within.start, fault))
            return found
        if scope.is_class:
            return list(self.names.class_member(scope, name))
        if is_self(scope, name):
            assert scope.holder is not None
            return [scope.holder]
        own = [each for each in scope.children if each.name == name]
        return list(own or [each for each in descendants(scope) if each.name == name])

    def _nested(self, miss: _Miss) -> list[Candidate]:
        """A function or class anywhere in a module, by its bare name."""
        head = NAME.match(miss.text)
        if head is None:
            return []
        name = head.group()
        found: list[Candidate] = []
        for scope in miss.scopes:
            if isinstance(scope, Module):
                inner = [each for each in scope.definitions if each.name == name]
                rest = miss.text[head.end() :]
                if inner and not rest:
                    found.extend(definition_anchor(each, miss.text) for each in inner)
                elif inner and rest[0] == "." and len(rest) > 1:
                    found.extend(self._find(inner, rest[1:], miss.offset + head.end() + 1))
        return found

    def _settle(self, found: list[Candidate]) -> Anchor:
        """The one candidate, or the nth of identical ones."""
        distinct = list({(each.anchor.path, each.anchor.region): each for each in found}.values())
        if self.nth is None and len(distinct) == 1:
            return replace(distinct[0].anchor, reference=self.reference)
        tail = self._tail_span(distinct[0])
        text = self.reference[tail.start : tail.end]
        if self.nth is None or not _are_alike(distinct):
            raise faults.ambiguous(tail, text, distinct)
        if not 1 <= self.nth <= len(distinct):
            fault = faults.unknown(self.reference, tail, f"{text}.{self.nth}", [], [])
            fault.notes = tuple(faults.quoted(each) for each in distinct)
            raise fault
        return replace(distinct[self.nth - 1].anchor, reference=self.reference)

    def _tail_span(self, found: Candidate) -> Span:
        """The last part of the text, as it was looked up: without the path to the function."""
        tail = found.anchor.reference
        is_tail = bool(tail) and self.text.endswith(tail)
        return Span(len(self.text) - len(tail) if is_tail else 0, len(self.text))

    def _fault(self) -> Fault:
        timed = AT_RETURN.fullmatch(self.text.strip())
        if timed is not None and not self.functions_only:
            return faults.not_at_return(self.text.strip(), timed["text"])
        if self.faults:
            return max(self.faults, key=lambda each: each[0])[1]
        deepest = max((miss.offset for miss in self.misses), default=0)
        miss = next(
            (each for each in self.misses if each.offset == deepest), _Miss(0, (), self.text)
        )
        start, text = miss.offset, miss.text.rstrip()
        scopes = miss.scopes
        holds = any(isinstance(each, Definition) for each in scopes)
        head = _HEAD.match(text)
        is_path = PATH.fullmatch(text) is not None
        is_bound = head is not None and any(
            binding.text == head["name"]
            for scope in scopes
            if isinstance(scope, Definition)
            for binding in own_bindings(scope)
        )
        if self.functions_only or (head and not is_bound and (is_path or not holds)):
            end = start + (head.end() - 1 if head else len(text))
            name = self.reference[start:end]
            known = self._functions(scopes)
            return faults.unknown_function(self.reference, Span(start, end), name, scopes, known)
        if not holds and deepest == 0 and is_path:
            span = Span(start, start + len(text))
            return faults.unknown_function(
                self.reference, span, text, scopes, self._functions(scopes)
            )
        span = Span(start, start + len(text))
        return faults.unknown(self.reference, span, text, scopes, self._near(miss))

    def _functions(self, scopes: Sequence[Scope | Package]) -> list[str]:
        """Functions and modules that a path could have named."""
        known: list[str] = []
        contexts = list(scopes) or [
            each
            for context in self.chain
            for each in (context if not isinstance(context, Package) else [context])
        ]
        for scope in contexts:
            if isinstance(scope, Package):
                known.extend(self.modules.module_names(scope.name))
            elif isinstance(scope, Module):
                known.extend(faults.function_names(scope))
                if scope.is_package:
                    known.extend(self.modules.module_names(scope.name))
            else:
                known.extend(each.name for each in scope.children)
                if not scope.is_class and scope.qualname:
                    known.extend(faults.function_names(scope.module))
        return list(dict.fromkeys(known))

    def _near(self, miss: _Miss) -> list[str]:
        """Names a little further away: what the module holds around a function."""
        if miss.offset:
            return []
        modules = [
            scope
            for context in self.chain
            if not isinstance(context, Package)
            for scope in context
            if isinstance(scope, Module)
        ]
        return [name for module in modules for name in faults.bound_names(module)]


def _are_alike(found: Sequence[Candidate]) -> bool:
    """Whether only numbers tell candidates apart: identical statements, definitions of one name."""
    if all(each.anchor.kind in ("function", "class") for each in found):
        return len({each.anchor.dotted for each in found}) == 1
    return len({each.normal for each in found}) == 1


def _split_nth(reference: str) -> tuple[str, int | None]:
    """`Z.2` as `Z` and 2; a number that belongs to the code, as in `x = 0.5`, stays."""
    found = _NTH.search(reference)
    if found is None:
        return reference, None
    text = reference[: found.start()]
    is_keyword = re.search(r"(^|\.)(return|assert)$", text) is not None
    try:
        module_tree(reference)
    except SyntaxError:
        return text, int(found["nth"])
    return (text, int(found["nth"])) if is_keyword else (reference, None)
