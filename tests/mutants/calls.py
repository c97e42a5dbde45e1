"""Which of the functions that a claim names its check calls.

While `recorded` lasts, the code of every named function is exchanged for a few instructions that note the call and go
on with the original; so a call is seen wherever the function was imported to, and everything else runs at full speed.
Of kernels, which numba compiles, calls from Python are seen, calls from other kernels are not.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from types import CodeType, FunctionType
from typing import Any, cast

from turingrad._support.jit import Kernel
from turingrad.constructions.claim import owner_of, replace_attribute, resolve
from turingrad.errors import InputError


def function_of(value: Any) -> FunctionType | None:
    """The function behind a method, property, cached property or decorator; None if there is none."""
    for inner in ("__func__", "fget", "func"):
        value = getattr(value, inner, value)
    value = inspect.unwrap(value) if callable(value) and not isinstance(value, type) else value
    return value if isinstance(value, FunctionType) else None


def functions_of(path: str) -> dict[str, FunctionType]:
    """The functions that an import path names: a function by its name, or those that the body of a class defines.

    Raises:
        InputError: The path names a module, a constant or anything else that cannot be called.
    """
    owner, name = owner_of(path)
    named = vars(owner)[name] if isinstance(owner, type) and name in vars(owner) else resolve(path)
    if isinstance(named, type):
        found = {method: function_of(value) for method, value in vars(named).items()}
        own = {method: one for method, one in found.items() if one is not None and one.__module__ == named.__module__}
        if own:
            return own
    elif isinstance(named, Kernel):
        return {name: cast(FunctionType, named.py_func)}
    elif (function := function_of(named)) is not None:
        return {name: function}
    raise InputError(f"{path} is not a function, method or class with methods; a claim names code that runs")


class Calls:
    """The functions that were called, as `import path` and `name` of the function or method."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()

    def methods(self, path: str) -> list[str]:
        """Those functions of an import path that were called."""
        return [name for name in functions_of(path) if (path, name) in self.seen]

    def functions_not_called(self, paths: Sequence[str]) -> list[str]:
        """Import paths of which nothing was called."""
        return [path for path in paths if not self.methods(path)]


@contextmanager
def record_calls(paths: Sequence[str]) -> Iterator[Calls]:
    """While it lasts, calls of the functions that `paths` name are recorded."""
    calls, kernels, call_kernel = Calls(), dict[int, tuple[str, str]](), Kernel.__call__

    def call_and_note(kernel: Kernel, *arguments: Any, **named: Any) -> Any:
        if id(kernel) in kernels:
            calls.seen.add(kernels[id(kernel)])
        return call_kernel(kernel, *arguments, **named)

    with ExitStack() as stack:
        for path in paths:
            if isinstance(resolve(path), Kernel):
                kernels[id(resolve(path))] = path, path.rpartition(".")[2]
                continue
            for name, function in functions_of(path).items():
                stack.enter_context(note_calls(function, partial(calls.seen.add, (path, name))))
        stack.enter_context(replace_attribute("turingrad._support.jit.Kernel.__call__", call_and_note))
        yield calls


@contextmanager
def note_calls(function: FunctionType, note: Callable[[], None]) -> Iterator[None]:
    """While it lasts, `note` is called before every call of a function."""
    before = function.__code__
    original = FunctionType(
        before, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    original.__kwdefaults__ = function.__kwdefaults__

    def call_and_note(*arguments: Any, **named: Any) -> Any:
        note()
        return original(*arguments, **named)

    signature = vars(function).get("__signature__")
    function.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    function.__code__ = forwarding_code(call_and_note, before.co_freevars)
    try:
        yield
    finally:
        function.__code__ = before
        if signature is None:
            del function.__signature__  # type: ignore[attr-defined]
        else:
            function.__signature__ = signature  # type: ignore[attr-defined]


def forwarding_code(target: Callable[..., Any], free: tuple[str, ...]) -> CodeType:
    """Code with the free variables `free` (a function's code is exchanged only for one that has as many) that passes
    its arguments on to `target`, which is one of its constants."""
    cells = "".join(f"    {name} = None\n" for name in free)
    uses = "".join(f"        {name}\n" for name in free)
    call = "        target = 'TARGET'\n        return target(*given, **named)\n"
    source = f"def outer():\n{cells}    def inner(*given, **named):\n{uses}{call}"
    space: dict[str, Any] = {}
    exec(compile(source, "<calls>", "exec"), space)  # a text made here
    (inner,) = (one for one in space["outer"].__code__.co_consts if isinstance(one, CodeType))
    constants = tuple(target if one == "TARGET" else one for one in inner.co_consts)
    return inner.replace(co_consts=constants)
