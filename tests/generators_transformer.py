"""Tape machines for the transformer: seeded random ones for the large lockstep sets, and those of files."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

from tests.data import data_files
from turingrad.library.reading import read
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

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


def random_tapes_case(seed: int, tapes: int) -> tuple[TapeMachine, tuple[tuple[str, ...], ...]]:
    """The same with several tapes: some read-only, each with its own part of the symbols, inputs with any symbol."""
    rng = random.Random(100 * seed + tapes)
    symbols = SYMBOLS[: rng.randint(2, 3)]
    working, halting = [f"q{i}" for i in range(rng.randint(1, 3))], ("accept", "reject")
    alphabets = [("_", *rng.sample(symbols[1:], rng.randint(1, len(symbols) - 1))) for _ in range(tapes)]
    read_only = [rng.random() < 0.3 for _ in range(tapes)]
    rules = []
    for state in working:
        for place in product(*alphabets):
            if rng.random() < 0.04:
                continue
            written = zip(place, read_only, alphabets, strict=True)
            write = tuple(symbol if fixed else rng.choice(alphabet) for symbol, fixed, alphabet in written)
            move = tuple(rng.choice((LEFT, STAY, RIGHT)) for _ in range(tapes))
            following = rng.choice(halting) if rng.random() < 0.03 else rng.choice(working)
            rules.append(Rule(state, place, write, move, following))
    machine = TapeMachine(
        states=(*working, *halting),
        symbols=symbols,
        blank="_",
        start=working[0],
        rules=tuple(rules),
        halting=halting,
        accept=halting[:1],
        reject=halting[1:],
        tapes=tapes,
    )
    inputs = [symbols if rng.random() < 0.2 else alphabet for alphabet in alphabets]
    return machine, tuple(tuple(rng.choices(alphabet, k=rng.randint(0, 6))) for alphabet in inputs)


def one_tape_files() -> list[Path]:
    """The machine files that a transformer can take."""
    machines = [(path, read(path)) for path in data_files("machines")]
    return [path for path, machine in machines if isinstance(machine, TapeMachine) and machine.tapes == 1]
