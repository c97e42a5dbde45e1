"""Random inputs of a machine, for networks to be checked on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from turingrad.errors import MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.tape import TapeMachine

LEARNER_SAMPLES = 20


def inputs_of(machine: Any, samples: int, max_length: int, rng: np.random.Generator, bound: int | None) -> list[Any]:
    """The machine's own input, if it has one within the bound, and random ones."""
    own = [machine.input] if isinstance(machine, TapeMachine) else []
    drawn = [random_input(machine, max_length, rng) for _ in range(samples)]
    return [given for given in own if bound is None or max(map(len, given)) <= bound] + drawn


def random_input(machine: Any, max_length: int, rng: np.random.Generator) -> Any:
    """Of at most `max_length` symbols, or rows and columns. Samples teach whatever they teach."""
    if isinstance(machine, TapeMachine):
        symbols = sorted({symbol for row in machine.input for symbol in row}) or list(machine.symbols)
        rows = [symbols if row or not any(machine.input) else [] for row in machine.input]
        return tuple(draw(row, int(rng.integers(0, max_length + 1)), rng) for row in rows)
    if isinstance(machine, GridMachine):
        height, width = (int(n) for n in rng.integers(1, max(2, max_length + 1), size=2))
        width = max(width, machine.work + 1)  # the head starts to the left of the work columns
        return tuple(draw(machine.symbols, width, rng) for _ in range(height))
    if isinstance(machine, Learner):
        signs = rng.choice(np.array([-1, 1], np.int8), size=(LEARNER_SAMPLES, machine.features + 1))
        return signs[:, :-1], signs[:, -1]
    if isinstance(machine, Circuit):
        return rng.integers(0, 2, size=len(machine.inputs), dtype=np.uint8)
    raise MachineError(f"check takes machines, circuits and learners, not a {type(machine).__name__}")


def draw(symbols: Sequence[str], count: int, rng: np.random.Generator) -> tuple[str, ...]:
    return tuple(symbols[int(i)] for i in rng.integers(0, len(symbols), size=count)) if symbols else ()


def shown(given: Any) -> str:
    """An input in a report of one line."""
    if isinstance(given, np.ndarray):
        return "".join("-" if value < 0 else str(value) for value in given.tolist())
    if given and hasattr(given[0], "shape"):  # arrays, or tensors
        return f"{len(given[0])} samples"
    return "/".join("".join(row) for row in given)
