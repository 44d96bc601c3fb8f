"""Probes in functions of a module that is loaded already: their code is exchanged in place.

NumPy is loaded before any run begins. `graft("numpy.lib._function_base_impl", file, recorder)`
gives the functions of a plan that it holds, such as `cov`, code with probes; whoever holds such a
function, a dispatcher of NumPy too, calls that code from then on.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType

from docgen.syntax import module_tree
from docgen.trace.probes import instrument
from docgen.trace.recorder import Recorder


def graft(module: str, file: str, recorder: Recorder) -> None:
    """Exchange the code of the probed functions of a loaded module; report what cannot be."""
    tree = module_tree(Path(file).read_bytes(), file)
    instrument(tree, module, recorder)
    whole = compile(tree, file, "exec", dont_inherit=True, optimize=0)
    made = {(code.co_qualname, code.co_firstlineno): code for code in _codes(whole)}
    functions = _functions(file)
    for probed in recorder.functions:
        plan = probed.plan
        if plan.module != module:
            continue
        # Functions in functions are made anew by each call of the one around them.
        held = [one for one in functions if _holds(one.__code__, plan.qualname)]
        if not [one for one in held if _exchange(one, made)]:
            for watch in plan.watches:
                recorder.report_missing(watch.key, "its module was loaded before docgen's probes")


def _holds(code: CodeType, qualname: str) -> bool:
    """Whether code is that of a function, or of one around it."""
    name = code.co_qualname.replace(".<locals>", "")
    return f"{qualname.replace('.<locals>', '')}.".startswith(f"{name}.")


def _exchange(function: FunctionType, made: Mapping[tuple[str, int], CodeType]) -> bool:
    """Give a function its new code, if there is one that fits what it closes over."""
    code = function.__code__
    new = made.get((code.co_qualname, code.co_firstlineno))
    if new is None or new.co_freevars != code.co_freevars:
        return False
    function.__code__ = new
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _functions(file: str) -> list[FunctionType]:
    """Every function that was made from a file."""
    real = os.path.realpath(file)
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, FunctionType) and os.path.realpath(found.__code__.co_filename) == real
    ]
