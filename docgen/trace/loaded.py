"""Arrays of a module that its functions load by name.

With `W = np.eye(5)` beside `def forward(x): return x @ W`, `arrays_of(module, "forward")` is `[W]`.
"""

from __future__ import annotations

import dis
import functools
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType

import numpy as np

_LOADS = ("LOAD_GLOBAL", "LOAD_NAME")
_MOST_WRAPPERS = 20


def arrays_of(module: ModuleType, qualname: str) -> list[np.ndarray]:
    """The arrays among the globals that a function loads, in the order in which it does.

    Nothing for a function that is not found in the module, such as one within a function.
    """
    code = _code(module, qualname)
    space = vars(module)
    names = dict.fromkeys(_names(code)) if code is not None else {}
    return [space[name] for name in names if isinstance(space.get(name), np.ndarray)]


def _code(module: ModuleType, qualname: str) -> CodeType | None:
    found: object = module
    for part in qualname.split("."):
        if not isinstance(found, ModuleType | type):
            return None
        found = inspect.getattr_static(found, part, None)
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, functools.cached_property):
        found = found.func
    elif isinstance(found, staticmethod | classmethod):
        found = found.__func__
    for _ in range(_MOST_WRAPPERS):
        found = inspect.getattr_static(found, "__wrapped__", found)
    return found.__code__ if isinstance(found, FunctionType) else None


def _names(code: CodeType) -> Iterator[str]:
    """Names of globals that code and the functions within it load."""
    for step in dis.get_instructions(code):
        if step.opname in _LOADS:
            yield str(step.argval)
        elif isinstance(step.argval, CodeType):
            yield from _names(step.argval)
