"""numba's compiler, with its results kept on disk where that is possible, and without where it is not."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def njit(**options: Any) -> Callable[[F], F]:
    """`numba.njit`. A package that cannot be written to, without a home folder to write to instead, has no place for
    compiled kernels: they are then compiled in every process, which is said once."""

    def decorated(function: F) -> F:
        try:
            kernel: F = numba.njit(**options)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            warn_uncached()
            kernel = numba.njit(**{**options, "cache": False})(function)
        return kernel

    return decorated


@cache
def warn_uncached() -> None:
    warnings.warn(
        "turingrad finds no folder to keep compiled kernels in, so every start compiles them again; "
        "set NUMBA_CACHE_DIR to a folder that can be written to",
        RuntimeWarning,
        stacklevel=2,
    )
