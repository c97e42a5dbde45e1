"""What each line of a Python function or learner became as a circuit: two-input gates."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.python.declare import Int
from turingrad.python.functions import compile_circuit
from turingrad.python.journal import Journal, LineGates
from turingrad.python.learners import compile_circuits


@dataclass(frozen=True)
class CircuitLines:
    """The lines with their gates, and the circuits that the lines became, by name."""

    lines: tuple[LineGates, ...]
    circuits: dict[str, Circuit]


def explain_circuit(function: Callable[..., Any]) -> CircuitLines:
    """The lines of a function whose arguments are annotated with their ranges, as a circuit."""
    journal = Journal()
    made = compile_circuit(function, declared_ranges(function), journal=journal)
    return CircuitLines(journal.lines(), {made.name: made})


def explain_learner(thing: Any, features: int | None, samples: int | None = None) -> CircuitLines:
    """The lines of a class or object with `predict` and `update`, as circuits."""
    journal = Journal()
    made = compile_circuits(thing, features, samples, journal=journal)
    found = {"predict": made.predict, "update": made.update, "done": made.done}
    return CircuitLines(journal.lines(), {name: circuit for name, circuit in found.items() if circuit is not None})


def declared_ranges(function: Callable[..., Any]) -> dict[str, Any]:
    """The ranges of a function's arguments, from its annotations.

    Raises:
        InputError: An argument has none.
    """
    annotations = inspect.get_annotations(function, eval_str=True)
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name in annotations and is_range(annotations[name]):
            found[name] = annotations[name]
        elif parameter.default is parameter.empty:
            shown = f"{function.__name__}({name}: tg.Int(0, 9))"
            raise InputError(
                f"{function.__name__}: no range of {name} is declared; annotate it, as in {shown}, or give --input for "
                "the program"
            )
    return found


def has_declared_ranges(function: Callable[..., Any]) -> bool:
    """Whether a function's annotations give the ranges that a circuit needs, and there are some."""
    try:
        return bool(declared_ranges(function))
    except (InputError, NameError, SyntaxError, TypeError):
        return False


def is_range(value: Any) -> bool:
    """Whether `tg.circuit` takes a value for the range of an argument."""
    return value is bool or isinstance(value, Int) or (isinstance(value, tuple | list) and all(map(is_range, value)))
