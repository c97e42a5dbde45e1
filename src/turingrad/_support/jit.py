"""numba's compiler, loaded with the first kernel that runs, with its results kept on disk where that is possible, and
without where it is not."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, update_wrapper
from importlib import import_module
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def njit(**options: Any) -> Callable[[F], F]:
    """`numba.njit`, when the kernel is first called: loading numba takes as long as a short run on a network."""

    def make_kernel(function: F) -> F:
        return cast(F, Kernel(function, options))

    return make_kernel


class Kernel:
    """A function that numba compiles when it is first called."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.py_func = function
        self.options = options
        self.dispatcher: Any = None
        update_wrapper(self, function)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return (self.dispatcher or self.compile())(*arguments, **named)

    def compile(self) -> Any:
        """numba's own object."""
        if self.dispatcher is None:
            self.dispatcher = decorate(self.py_func, self.options)
        return self.dispatcher

    def __reduce__(self) -> str:
        return self.py_func.__qualname__


class Generated:
    """A part of kernels that is written in the compiler's own language: the numba intrinsic `name` of a module, which
    is loaded with numba."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __call__(self, *_arguments: Any) -> Any:
        raise TypeError(f"{self.name} can be called from kernels only")

    def type(self) -> Any:
        from numba.core.registry import cpu_target

        part = getattr(import_module(self.module), self.name)
        cpu_target.typing_context.refresh()  # knows what was loaded just now
        return cpu_target.typing_context.resolve_value_type(part)


def decorate(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """A package that cannot be written to, without a home folder to write to instead, has no place for compiled
    kernels: they are then compiled in every process, which is said once."""
    import numba

    announce_compilation()
    taking_kernels()
    try:
        return numba.njit(**options)(function)
    except RuntimeError as error:
        if "cannot cache" not in str(error):
            raise
        warn_no_cache()
        return numba.njit(**{**options, "cache": False})(function)


@cache
def taking_kernels() -> None:
    """A kernel may call a kernel: numba takes a `Kernel` in a module for its own object."""
    from numba.core import types
    from numba.extending import typeof_impl

    typeof_impl.register(Kernel)(lambda kernel, _context: types.Dispatcher(kernel.compile()))
    typeof_impl.register(Generated)(lambda part, _context: part.type())


@cache
def warn_no_cache() -> None:
    warnings.warn(
        "turingrad finds no folder to keep compiled kernels in, so every start compiles them again; "
        "set NUMBA_CACHE_DIR to a folder that can be written to",
        RuntimeWarning,
        stacklevel=2,
    )


_WAITING: list[Callable[[], None]] = []  # who wants to know that a kernel is being compiled


@contextmanager
def notify_compilation(tell: Callable[[], None]) -> Iterator[None]:
    """`tell` is called once, when the first kernel is compiled inside; those that the disk has kept do not count."""
    _WAITING.append(tell)
    if "numba" in sys.modules:
        announce_compilation()
    try:
        yield
    finally:
        if tell in _WAITING:
            _WAITING.remove(tell)


@cache
def announce_compilation() -> None:
    """Listens to numba, from the moment it is loaded: loading it for this alone would take half a second."""
    from numba.core import event

    class Compiling(event.Listener):
        def on_start(self, _event: Any) -> None:
            while _WAITING:
                _WAITING.pop()()

        def on_end(self, _event: Any) -> None:
            """Nothing: only the wait is announced."""

    event.register("numba:compile", Compiling())  # type: ignore[no-untyped-call]
