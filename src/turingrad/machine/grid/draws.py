"""Random grid machines and inputs, fixed by their source of random numbers."""

from __future__ import annotations

from random import Random

import numpy as np

from turingrad.machine.draws import draw_symbols
from turingrad.machine.grid import MOVES, TERNARY, WALL, GridMachine, GridRule


def draw_machine(rng: Random) -> GridMachine:
    """A learner of the wall model with up to four states; about one rule in ten is missing."""
    working = [f"q{i}" for i in range(rng.randint(1, 4))]
    targets = (*working, *working, *working, "halt+", "halt-")
    rules = [
        GridRule(
            state, read, None if read == WALL else rng.choice(TERNARY), rng.choice(tuple(MOVES)), rng.choice(targets)
        )
        for state in working
        for read in (*TERNARY, WALL)
        if rng.random() < 0.9
    ]  # fmt: skip
    return GridMachine(
        states=(*working, "halt+", "halt-"), symbols=TERNARY, blank="0", start=working[0], rules=tuple(rules),
        halting=("halt+", "halt-"), accept=("halt+",), reject=("halt-",), work=1,
    )  # fmt: skip


def draw_input(machine: GridMachine, max_length: int, rng: np.random.Generator) -> tuple[tuple[str, ...], ...]:
    """Of at most `max_length` rows and columns."""
    height, width = (int(n) for n in rng.integers(1, max(2, max_length + 1), size=2))
    width = max(width, machine.work + 1)  # the head starts to the left of the work columns
    return tuple(draw_symbols(machine.symbols, width, rng) for _ in range(height))
