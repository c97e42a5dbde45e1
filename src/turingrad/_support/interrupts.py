"""Ctrl-C between whole units of work: a result that was interrupted is true of what was done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Ctrl-C waits for the end of the block, then is raised. Blocks are short: a fraction of a second."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach the main thread only
        return
    caught: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: caught.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)
    if caught:
        if callable(before):
            before(*caught[0])
        elif before != signal.SIG_IGN:
            raise KeyboardInterrupt
