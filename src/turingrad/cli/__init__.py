"""The `turingrad` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code. Ctrl-C while the package is being loaded is no traceback either."""
    try:
        from turingrad.cli.app import main as run
    except KeyboardInterrupt:
        if "--json" in (sys.argv if arguments is None else arguments):
            print('{"interrupted": true}')
        return 130
    return run(arguments)
