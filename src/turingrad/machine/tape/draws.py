"""Random tape machines and inputs, fixed by their source of random numbers."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np

from turingrad.machine.draws import draw_symbols
from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

SYMBOLS = ("_", "0", "1", "a", "b")


def draw_machine(rng: Random) -> TapeMachine:
    """A machine with one tape, or sometimes two."""
    return draw_with_tapes(rng, rng.choice((1, 1, 1, 2)))


def draw_with_tapes(rng: Random, tapes: int = 1) -> TapeMachine:
    """Up to four working states and four symbols; about one rule in nine is missing."""
    symbols = SYMBOLS[: rng.randint(2, 4)]
    working = [f"q{i}" for i in range(rng.randint(1, 4))]
    halting = ["halt", "accept", "reject"][: rng.randint(0, 3)]
    names = (*working, *working, *halting)
    moves = (LEFT, STAY, RIGHT) if rng.random() < 0.5 else (LEFT, RIGHT)
    rules = [
        Rule(
            state, read, tuple(rng.choices(symbols, k=tapes)), tuple(rng.choices(moves, k=tapes)), rng.choice(names)
        )
        for state, read in product(working, product(symbols, repeat=tapes))
        if rng.random() < 8 / 9
    ]  # fmt: skip
    given = tuple(tuple(rng.choices(symbols, k=rng.randint(0, 5))) for _ in range(tapes))
    return TapeMachine(
        states=(*working, *halting), symbols=symbols, blank=symbols[0], start=working[0], rules=tuple(rules),
        halting=tuple(halting), accept=tuple(halting[1:2]), reject=tuple(halting[2:3]), tapes=tapes, input=given,
    )  # fmt: skip


def draw_input(machine: TapeMachine, max_length: int, rng: np.random.Generator) -> tuple[tuple[str, ...], ...]:
    """Symbols of the machine's own input on the tapes that it uses; if it has none, all symbols on all tapes."""
    symbols = sorted({symbol for row in machine.input for symbol in row}) or list(machine.symbols)
    rows = [symbols if row or not any(machine.input) else [] for row in machine.input]
    return tuple(draw_symbols(row, int(rng.integers(0, max_length + 1)), rng) for row in rows)
