"""What a worker process does: units in, results out, as long as its parent is there.

A worker is a new Python that imports this module and nothing of the caller's script, so that no script needs a guard.
It reads units from standard input and writes results to what was standard output; what a user's own code prints goes to
standard error. It hears no Ctrl-C: its parent does, and ends it.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from typing import Any

from turingrad.search.units import perform

BOOT = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from turingrad.search.engines.worker import main
main()
"""
"""What a worker is started with: it finds the package, and the user's tasks, where its parent did."""


def main() -> None:
    given, parent = sys.stdin.buffer, os.getppid()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    threading.Thread(target=end_with, args=(parent,), name="turingrad-watch", daemon=True).start()
    while True:
        try:
            number, unit = pickle.load(given)
        except EOFError:  # no more units, or no parent
            return
        pickle.dump((number, *run_unit(unit)), answers)
        answers.flush()


def run_unit(unit: Any) -> tuple[Any, Exception | None]:
    """The result of a unit, or what it raised, in a form that can be sent."""
    try:
        return perform(unit), None
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return None, RuntimeError(f"{type(error).__name__}: {error}")
        return None, error


def end_with(parent: int) -> None:
    """Ends this process when its parent has gone, in the middle of a unit too."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
