"""Python functions on the command line: `run FILE.py:NAME`."""

from __future__ import annotations

import ast
from typing import Any

from turingrad._support.validation.values import short_repr
from turingrad.cli.render.runs import speed
from turingrad.cli.render.terminal import errors, out, plain, print_json, progress, say
from turingrad.constructions.python_programs import is_python, run_python
from turingrad.errors import InputError, TuringradError
from turingrad.python.files import load_object

LARGEST_TEXT = 1_000_000


def load_function(source: str) -> Any:
    """The function NAME of FILE.py:NAME. This runs the file."""
    found = load_object(source)
    if not is_python(found):
        raise InputError(f"{source} is not a function; for a class that learns: turingrad learn {source}")
    return found


def parse_arguments(text: str | None) -> tuple[Any, ...]:
    """The arguments of a call, written as in Python: `3, [1, 2], "abc"`."""
    if text is None or not text.strip():
        return ()
    if len(text) > LARGEST_TEXT:
        raise InputError(f"--input has {len(text):,} characters; at most {LARGEST_TEXT:,} are read")
    try:
        found = ast.literal_eval(f"({text.strip().removesuffix(',')},)")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        wrong = f"cannot read the arguments {short_repr(text)}"
        raise InputError(f"{wrong}: write them as in a call, such as '3, [1, 2], \"abc\"'") from None
    return tuple(found)


def run_function(
    source: str, arguments: str | None, on: str | None, settings: dict[str, Any], as_json: bool, quiet: bool
) -> None:
    """Call a function as a program, and print what it printed and returned."""
    function, given = load_function(source), parse_arguments(arguments)
    try:
        with progress(quiet or as_json) as tell:
            run = run_python(function, given, on=on, **settings, progress=tell)
    except TuringradError as error:
        if printed := getattr(error, "printed", ""):
            (errors.print if as_json else out.print)(plain(printed), end="", markup=False, highlight=False)
        raise
    value = run.details["value"]
    if as_json:
        print_json({
            "function": function.__name__, "on": run.on, "executor": run.executor, "value": as_plain(value),
            "printed": run.details["printed"], "steps": run.steps, "network_steps": run.network_steps,
            "words": run.details["words"], "steps_per_second": run.steps_per_second,
        })  # fmt: skip
        return
    if run.details["printed"]:
        say(plain(run.details["printed"].removesuffix("\n")))
    say(plain(repr(value)))
    if not quiet:
        figures = f"{run.steps:,} instructions, {run.details['words']:,} words; {speed(run)}"
        errors.print(f"{function.__name__} on {run.on} ({run.executor}): {figures}", markup=False, highlight=False)


def as_plain(value: Any) -> Any:
    """A value as JSON has it; anything else as its text in Python."""
    if value is None or isinstance(value, bool | int | str) or (isinstance(value, float) and value - value == 0):
        return value
    if isinstance(value, list | tuple):
        return [as_plain(each) for each in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: as_plain(each) for key, each in value.items()}
    return repr(value)
