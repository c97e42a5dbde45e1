"""Which option helps after a refusal. Library errors never name options: only the command line knows what it has."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from inspect import signature

from turingrad.cli.coercion import DEFAULTS
from turingrad.errors import TuringradError

# what an error says, the option's parameter, and what to write (\\1: the first that the error names)
HINTS = (
    (re.compile(r"^not exact in .*; exact in .*float64", re.DOTALL), "dtype", "--dtype float64"),
    (re.compile(r"computes in (\w+)(, \w+)*, not in "), "dtype", r"--dtype \1"),
    (re.compile(r"the file is larger than [0-9,]+ bytes"), "max_bytes", "--max-bytes N"),
    (re.compile(r"the decoder's context of"), "context", "--context N"),
    (re.compile(r"; fewer steps need fewer tokens$"), "max_steps", "--max-steps N"),
    (re.compile(r" layers are too few: on x = .* the machine had not halted "), "max_steps", "--max-steps N"),
    (re.compile(r"cells of the decoder's tape"), "cells", "--cells N"),
    (re.compile(r", the limit that max_steps sets$"), "max_steps", "--max-steps N"),
    (re.compile(r" has no task of its own; "), "task", "--task NAME or --data FILE"),
    (re.compile(r"show fewer steps"), "last", "--to STEP"),
    (re.compile(r"it cannot be shown from step"), "first", "--from STEP"),
)


def hint(error: TuringradError, arguments: Sequence[str]) -> str:
    """` (try --dtype float64)` where the command has the option and the user has not set it so; else nothing."""
    for says, parameter, option in HINTS:
        said = says.search(str(error))
        if said is None or parameter not in parameters_of(arguments):
            continue
        if (tried := said.expand(option)) not in " ".join(arguments):
            return f" (try {tried})"
    return ""


def parameters_of(arguments: Sequence[str]) -> set[str]:
    """The parameters of the command that was called, which may be one of a group; it is loaded, or nothing is."""
    names = [name.replace("-", "_") for name in arguments]
    for name in names:
        module = sys.modules.get(f"turingrad.cli.commands.{name}")
        for each in (*names, DEFAULTS.get(name)):
            command = getattr(module, f"{each}_command", None)
            if command is not None:
                return set(signature(command).parameters)
    return set()
