"""The first lines of the `turingrad` command. They stand outside the package, which is slow to load: Ctrl-C before
a command has begun, or after it has ended, leaves at once, without a traceback from the middle of an import."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130


def main() -> int:
    """Load the package and run the command line; returns the exit code."""
    shielded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if shielded:
        signal.signal(signal.SIGINT, leave)
    from turingrad.cli.app import main as run

    if shielded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    code = run()
    if shielded:
        signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(code))
    return code


def leave(_number: int, _frame: FrameType | None) -> None:
    """Nothing has begun, so there is nothing to end: one line, and out."""
    if "--json" in sys.argv[1:]:
        os.write(1, b'{"interrupted": true}\n')
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
