"""All cores of this computer: one pool of processes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from joblib import Parallel, cpu_count, delayed  # type: ignore[import-untyped]
from joblib.externals.loky.process_executor import TerminatedWorkerError  # type: ignore[import-untyped]

from turingrad.errors import LimitError
from turingrad.search.engines.choice import Engine
from turingrad.search.units import Unit, UnitResult, perform

WATCH, MANAGER = "turingrad-watch", "ExecutorManagerThread"


@contextmanager
def local_engine(workers: int | None = None) -> Iterator[Engine]:
    """`workers` processes, one a core where None; with 1 the units are done in this process."""
    count = workers or cpu_count()
    if count == 1:
        yield in_this_process
        return
    parent = os.getpid()
    with (
        calm_manager(),
        Parallel(
            n_jobs=count,
            return_as="generator_unordered",
            batch_size=1,
            pre_dispatch="all",
            initializer=watch,
            initargs=(parent,),
        ) as pool,
    ):

        def submit(units: Sequence[Unit]) -> Iterator[UnitResult]:
            try:
                yield from pool(delayed(perform)(unit) for unit in units)
            except TerminatedWorkerError:
                raise LimitError(
                    "a worker process was killed, perhaps for lack of memory; the units that were finished are kept, "
                    "resume with fewer workers"
                ) from None

        yield submit


@contextmanager
def calm_manager() -> Iterator[None]:
    """Loky's manager thread may stumble over its own clearing up after Ctrl-C, with a KeyError to no effect."""
    before = threading.excepthook

    def hook(args: threading.ExceptHookArgs) -> None:
        if not (args.thread is not None and args.thread.name == MANAGER and args.exc_type is KeyError):
            before(args)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = before


def in_this_process(units: Sequence[Unit]) -> Iterator[UnitResult]:
    return map(perform, units)


def watch(parent: int) -> None:
    """The first thing that a worker does: it will live no longer than its parent, with or without a unit to do."""
    threading.Thread(target=end_with, args=(parent,), name=WATCH, daemon=True).start()


def end_with(parent: int) -> None:
    """Ends this process when its parent has gone: a search that was killed leaves nobody behind."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
