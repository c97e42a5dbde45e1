"""CPython's words in errors: names of types, and what a wrong call of a function lacks."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from functools import partial

OF_MODULES: dict[type, str] = {
    **{kind: f"collections.{kind.__name__}" for kind in (deque, defaultdict, OrderedDict)},
    partial: "functools.partial",
}  # types whose messages in CPython give their module
NAMED_WITH_MODULE = ("datetime", "decimal")


def name_in_errors(kind: type) -> str:
    if kind.__module__ in NAMED_WITH_MODULE:  # written in C: their names in messages have the module's
        return f"{kind.__module__}.{kind.__name__}"
    return OF_MODULES.get(kind, kind.__name__)


def several(number: int, kind: str) -> str:
    return f"{kind} argument{'' if number == 1 else 's'}"


def missing_arguments(kind: str, names: list[str]) -> str:
    quoted = [repr(name) for name in names]
    listed = " and ".join(quoted) if len(quoted) < 3 else f"{', '.join(quoted[:-1])}, and {quoted[-1]}"
    return f"{len(names)} required {several(len(names), kind)}: {listed}"


def count_of_arguments(least: int, most: int, given: int, only: int) -> str:
    """How many a function takes and how many it was given, `only` by names of keyword-only parameters."""
    takes = several(most, f"{most} positional") if least == most else f"from {least} to {most} positional arguments"
    named = f" {several(given, 'positional')} (and {only} {several(only, 'keyword-only')})" if only else ""
    return f"{takes} but {given}{named} {'was' if given == 1 and not only else 'were'} given"
