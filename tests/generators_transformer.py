"""One-tape machines for the transformer: seeded random ones for the large lockstep sets, and those of files."""

from __future__ import annotations

import random
from pathlib import Path

from tests.data import data_files
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine
from turingrad.reading import read

SYMBOLS = ("_", "a", "b", "c", "d")


def random_case(seed: int) -> tuple[TapeMachine, tuple[str, ...]]:
    """1 to 6 states, 2 to 5 symbols, stay moves, an input of 0 to 12 symbols.

    Few entries are missing or lead to a halting state, so that most runs are long.
    """
    rng = random.Random(seed)
    count, ends = rng.randint(1, 6), rng.randint(0, 2)
    symbols = SYMBOLS[: rng.randint(2, 5)]
    working = [f"q{i}" for i in range(count)]
    halting = ["accept", "reject"][:ends]
    rules = []
    for state in working:
        for symbol in symbols:
            if rng.random() < 0.04:
                continue
            following = rng.choice(halting) if halting and rng.random() < 0.05 else rng.choice(working)
            rules.append(Rule(state, (symbol,), (rng.choice(symbols),), (rng.choice((LEFT, STAY, RIGHT)),), following))
    machine = TapeMachine(
        states=(*working, *halting),
        symbols=symbols,
        blank=rng.choice(symbols),
        start=working[0],
        rules=tuple(rules),
        halting=tuple(halting),
        accept=tuple(halting[:1]),
        reject=tuple(halting[1:]),
    )
    return machine, tuple(rng.choice(symbols) for _ in range(rng.randint(0, 12)))


def one_tape_files() -> list[Path]:
    """The machine files that a transformer can take."""
    machines = [(path, read(path)) for path in data_files("machines")]
    return [path for path, machine in machines if isinstance(machine, TapeMachine) and machine.tapes == 1]
