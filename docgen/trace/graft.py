"""Probes in functions of a module that is loaded already: their code is exchanged in place.

NumPy is loaded before any run begins. `graft("numpy.lib._function_base_impl", file, recorder)`
gives the functions of a plan that it holds, such as `cov`, code with probes; whoever holds such a
function, a dispatcher of NumPy too, calls that code from then on.
"""

from __future__ import annotations

import ast
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from docgen.trace.probes import instrument
from docgen.trace.recorder import Recorder


def graft(module: str, file: str, recorder: Recorder) -> None:
    """Exchange the code of the probed functions of a loaded module; report what cannot be."""
    tree = ast.parse(Path(file).read_bytes(), file)
    instrument(tree, module, recorder)
    whole = compile(tree, file, "exec", dont_inherit=True, optimize=0)
    made = {(code.co_qualname, code.co_firstlineno): code for code in _codes(whole)}
    for probed in recorder.functions:
        plan = probed.plan
        if plan.module != module:
            continue
        qualname = plan.qualname
        swapped = False
        for function in _functions(file):
            code = function.__code__
            if code.co_qualname != qualname:
                continue
            new = made.get((code.co_qualname, code.co_firstlineno))
            if new is not None and new.co_freevars == code.co_freevars:
                function.__code__ = new
                swapped = True
        if not swapped:
            for watch in plan.watches:
                recorder.report_missing(watch.key, "its module was loaded before docgen's probes")


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
