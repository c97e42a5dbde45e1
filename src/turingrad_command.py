"""The first lines of the `turingrad` command. They stand outside the package, which is slow to load: Ctrl-C before
a command has begun, or after it has ended, leaves at once, without a traceback from the middle of an import."""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130
RARELY = (100_000, 20, 20)
"""Python's search for garbage in cycles, every 700 new objects by default, costs a command a third of a second: torch
alone makes 170,000 objects that all stay. Memory that is in no cycle is freed at once, as ever."""


def main() -> int:
    """Load the package and run the command line; returns the exit code."""
    gc.set_threshold(*RARELY)
    shielded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if shielded:
        signal.signal(signal.SIGINT, leave)
    from turingrad.cli.app import main as run

    if shielded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    code = run()
    if shielded:
        signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(code))
    gc.freeze()  # the process ends: nothing is gained by looking for garbage once more
    return code


def leave(_number: int, _frame: FrameType | None) -> None:
    """Nothing has begun, so there is nothing to end: one line, and out."""
    if "--json" in sys.argv[1:]:
        os.write(1, b'{"interrupted": true}\n')
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
