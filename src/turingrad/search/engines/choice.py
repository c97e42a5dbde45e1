"""The engines by name. An engine takes units and yields their results as they come, in any order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from turingrad.errors import InputError
from turingrad.search.units import R, Work

ENGINES = ("local", "ray")
# more processes than this on one computer only take its memory: each loads the kernels for itself
MAX_WORKERS = max(8, 4 * (os.cpu_count() or 1))


class Engine(Protocol):
    def __call__(self, units: Sequence[Work[R]]) -> Iterator[R]: ...


def open_engine(name: str, workers: int | None = None, address: str | None = None) -> AbstractContextManager[Engine]:
    """`local`: `workers` processes (None: one a core; 1: this process). `ray`: the cluster at `address`, or a new one
    on this computer."""
    if workers is not None and workers < 1:
        raise InputError(f"{workers} workers are requested; at least 1 is needed")
    if name == "local":
        if workers is not None and workers > MAX_WORKERS:
            raise InputError(f"{workers:,} workers are requested; this computer takes at most {MAX_WORKERS}")
        if address is not None:
            raise InputError("an address is for the engine 'ray'; the engine is 'local'")
        from turingrad.search.engines.local import local_engine

        return local_engine(workers)
    if name == "ray":
        from turingrad.search.engines.on_ray import ray_engine

        return ray_engine(address, workers)
    raise InputError(f"the engine must be one of {', '.join(ENGINES)}, not {name!r}")
