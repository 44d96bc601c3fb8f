"""One execution of a plan, inside the process that was forked for it.

`execute(plan, root, roots, 0, True)` runs the callable or the fence and is its `Trace`.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import os
import random
import sys
from collections.abc import Callable, Collection
from types import ModuleType

import msgspec
import numpy as np

from docgen.environment import installed_folder
from docgen.syntax import expression_tree, module_tree
from docgen.trace.codes import Codes, without_asserts
from docgen.trace.copies import deep_copy
from docgen.trace.difference import difference
from docgen.trace.encode import encode
from docgen.trace.equation import Equations, Suspects
from docgen.trace.failure import EXAMPLE, StopRunError, describe
from docgen.trace.files import FileLog
from docgen.trace.gradient import Gradient, check, probed_functions
from docgen.trace.graft import graft
from docgen.trace.loader import Edits, Finder
from docgen.trace.plan import (
    Clash,
    EquationResult,
    Failure,
    GradientResult,
    Observation,
    RunPlan,
    Trace,
)
from docgen.trace.probes import HOOK
from docgen.trace.recorder import ProbedFunction, Recorder
from docgen.trace.repeat import GradientRoots, check_again, gradient_roots
from docgen.trace.roots import RootArrays
from docgen.trace.value import Value

LAST_LINE = "the last line is neither an expression nor an assignment"


def execute(
    plan: RunPlan,
    root: str,
    roots: tuple[str, ...],
    global_seed: int,
    compare: bool,
    replay: int = 0,
    suspects: Suspects | None = None,
    near: Collection[str] = (),
    explains: bool = True,
    codes: Codes | None = None,
) -> Trace:
    """Run a plan once.

    Args:
        plan: What to run and to record.
        root: Folder of the project.
        roots: Folders below it in which modules are looked for.
        global_seed: Of `random` and of NumPy's global generator; two executions get two, so that
            what rests on them shows.
        compare: Whether gradients are compared with central differences, and equations evaluated.
        replay: Where it is not 0, root float arrays are changed; only equations are evaluated then,
            unless this is the one execution of the plan. Where a plan has none, its gradients are
            checked again.
        suspects: Which wrong variants of the equations are tried, see `Equations`.
        near: Equations of which calls are made again, see `Equations`.
        explains: Whether causes of a mismatch are looked for.
        codes: Code of files that is known, and gets to know which were compiled.
    """
    log = FileLog(root)
    observes = plan.once or not replay
    repeats = bool(replay) and not observes and not plan.equations
    asked = plan.gradients if observes or repeats else ()
    gradients = [Gradient(gradient) for gradient in asked]
    functions = probed_functions(plan, gradients)
    recorder = Recorder(functions, plan.limit, observes=observes)
    for gradient in gradients:
        recorder.kept.silent.update(watch.key for watch in gradient.watches())
    equations: Equations | None = None
    if compare or replay:
        equations = Equations(plan, recorder.kept, suspects, near, explains=explains)
    if equations is not None:
        equations.attach(functions)
    repeated = gradients if repeats else []
    changes = _change_roots(plan, functions, replay, repeated) if replay else None
    installed = _installed(plan)
    edits = _edits(plan, replay)
    finder = Finder(root, roots, _expected(plan), recorder, edits, installed, codes)
    sys.meta_path.insert(0, finder)
    sys.path_importer_cache.clear()
    setattr(builtins, HOOK, recorder)
    for name, file in installed.items():
        if name in sys.modules:
            graft(name, file, recorder)
    sys.addaudithook(log.hear)
    random.seed(global_seed)
    np.random.seed(global_seed)
    run = _Run(plan, root, drops_asserts=replay > 0)
    failure: Failure | None = None
    result: Value | None = None
    try:
        returned = run.start()
        recorder.is_paused = True
        result = encode(returned)
        failure = _wrong_file(plan, root)
    except BaseException as error:
        recorder.is_paused = True
        failure = describe(error, root, is_import=run.is_importing)
    evaluated: tuple[EquationResult, ...] = ()
    clashes: tuple[Clash, ...] = ()
    if equations is not None and failure is None:
        evaluated, clashes = equations.results(recorder, (root, os.path.realpath(root)), replay)
        if changes is not None:
            counts = {"changed": changes.changed, "roots": changes.count}
            evaluated = tuple(msgspec.structs.replace(one, **counts) for one in evaluated)
    if not observes:
        again: list[GradientResult] = []
        for gradient in repeated if failure is None else ():
            assert isinstance(changes, GradientRoots)
            again += check_again(gradient, recorder, changes)
        files = log.digests()
        return Trace(
            plan.key,
            failure,
            files=files,
            equations=evaluated,
            clashes=clashes,
            gradients_again=tuple(again),
            is_lasting=log.is_settled(),
        )
    mutated: list[str] = []
    results = []
    for gradient in gradients if failure is None else ():
        results += check(gradient, recorder, mutated, difference if compare else None)
    return Trace(
        plan.key,
        failure,
        recorder.calls,
        recorder.observations(),
        tuple(results),
        tuple(_expression(one, run) for one in plan.expressions),
        result,
        log.digests(),
        tuple(dict.fromkeys(mutated)),
        equations=evaluated,
        clashes=clashes,
        is_lasting=log.is_settled(),
    )


def _edits(plan: RunPlan, replay: int) -> Edits:
    """What is loaded otherwise than it stands in the files."""
    own = plan.target.partition(":")[0]
    return Edits(plan.overrides, frozenset({own}) if replay and own else frozenset())


def _change_roots(
    plan: RunPlan, functions: list[ProbedFunction], replay: int, repeated: list[Gradient]
) -> RootArrays:
    """Have root float arrays changed where they enter a probed function."""
    read = {plan.function for plan in plan.equations}
    for equation in plan.equations:
        read |= {reading.function for reading in equation.readings}
    loading = dict.fromkeys((one.plan.module, one.plan.qualname) for one in functions)
    passive = frozenset({plan.target} - read)
    roots = RootArrays(replay, passive, loading)
    if repeated:
        roots = gradient_roots(replay, passive, loading, functions, repeated)
    for function in functions:
        function.roots = roots
    return roots


def _installed(plan: RunPlan) -> dict[str, str]:
    """The file of each module of an installed package that gets probes."""
    found: dict[str, str] = {}
    for function in plan.functions:
        folder = installed_folder(function.module.partition(".")[0])
        if plan.is_installed(function.module) and folder is not None:
            found[function.module] = str(folder / function.path)
    return found


def _expected(plan: RunPlan) -> dict[str, str]:
    """The file of each module of a plan; empty where the plan does not say."""
    expected = dict.fromkeys(plan.imports, "")
    expected.update(dict.fromkeys((module for _, module, _ in plan.expressions), ""))
    for gradient in plan.gradients:
        for name in (gradient.forward, gradient.backward):
            expected[name.partition(":")[0]] = ""
    expected.update({function.module: function.path for function in plan.functions})
    if plan.target:
        module = plan.target.partition(":")[0]
        expected[module] = plan.path or expected.get(module, "")
    return {name: path for name, path in expected.items() if not plan.is_installed(name)}


def _wrong_file(plan: RunPlan, root: str) -> Failure | None:
    """A module that was loaded, before or past docgen's finder, from another file."""
    for name, path in _expected(plan).items():
        file = getattr(sys.modules.get(name), "__file__", None)
        if path and file and os.path.realpath(file) != os.path.realpath(os.path.join(root, path)):
            shown = os.path.relpath(file, root).replace(os.sep, "/")
            where = "an installed file" if shown.startswith("..") else shown
            return Failure("wrong-file", f"`{name}` is {where}, not {path}")
    return None


class _Run:
    def __init__(self, plan: RunPlan, root: str, *, drops_asserts: bool) -> None:
        self.plan = plan
        self.root = root
        self.drops_asserts = drops_asserts
        self.is_importing = False

    def start(self) -> object:
        if self.plan.target:
            target = self._target()
            names = inspect.signature(target).parameters
            sizes = {name: size for name, size in self.plan.sizes.items() if name in names}
            return target(**sizes)
        return self._fence() if self.plan.code else None

    def load(self, name: str) -> ModuleType:
        self.is_importing = True
        module = importlib.import_module(name)
        self.is_importing = False
        return module

    def _target(self) -> Callable[..., object]:
        name, _, qualname = self.plan.target.partition(":")
        module = self.load(name)
        wrong = _wrong_file(self.plan, self.root)
        if wrong is not None:
            raise StopRunError(wrong.kind, wrong.message)
        found = _member(module, qualname)
        if not callable(found):
            raise StopRunError("arguments", f"`{name}` has no callable `{qualname}`")
        try:
            signature = inspect.signature(found)
            given = {size: 0 for size in self.plan.sizes if size in signature.parameters}
            signature.bind(**given)
        except (TypeError, ValueError) as error:
            raise StopRunError("arguments", f"`{qualname}`: {error}") from None
        return found

    def _fence(self) -> object:
        tree = module_tree(self.plan.code, EXAMPLE)
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr | ast.Assign | ast.AnnAssign | ast.AugAssign):
            raise StopRunError("no-value", LAST_LINE)
        if self.drops_asserts:
            tree = without_asserts(tree)
        names = self._names()
        kept = "__docgen_result__"
        if isinstance(last, ast.Expr):
            tree.body[-1] = ast.Assign([ast.Name(kept, ast.Store())], last.value)
        elif isinstance(last, ast.Assign):
            last.targets.insert(0, ast.Name(kept, ast.Store()))
        else:
            target = expression_tree(ast.unparse(last.target))
            tree.body.append(ast.Assign([ast.Name(kept, ast.Store())], target))
        for node in ast.walk(tree):
            if "lineno" in node._attributes and not hasattr(node, "lineno"):
                ast.copy_location(node, last)
        ast.fix_missing_locations(tree)
        exec(compile(tree, EXAMPLE, "exec", dont_inherit=True, optimize=0), names)
        return names[kept]

    def _names(self) -> dict[str, object]:
        names: dict[str, object] = {"__name__": EXAMPLE, "__builtins__": builtins}
        for name in self.plan.imports:
            names.update(_public(self.load(name)))
        names.update(np=np, rng=np.random.default_rng(self.plan.seed))
        names.update(self.plan.sizes)
        return names


def _member(module: ModuleType, qualname: str) -> object:
    """What a qualname means in a module; a method is that of a new instance, as in test classes."""
    found: object = module
    for part in qualname.split("."):
        if isinstance(found, type):
            found = found()
        found = getattr(found, part, None)
    return found


def _public(module: ModuleType) -> dict[str, object]:
    listed = getattr(module, "__all__", None)
    names = listed if listed is not None else [name for name in vars(module) if name[:1] != "_"]
    return {name: getattr(module, name) for name in names}


def _expression(asked: tuple[str, str, str], run: _Run) -> Observation:
    """An expression in the namespace of a module, as the run left it."""
    key, name, text = asked
    try:
        module = run.load(name)
        space = dict(vars(module))
        return Observation(key, 0, 0, encode(deep_copy(eval(text, space))))
    except BaseException as error:
        failure = describe(error, run.root, is_import=run.is_importing)
        return Observation(key, 0, 0, problem=failure.message)
