"""Random tape machines for the descent construction: bounded numbers of vertices, always with a run to compare."""

from __future__ import annotations

import random
from itertools import product

from turingrad.machine.tape import LEFT, RIGHT, STAY, Rule, TapeMachine

SYMBOLS = "_01ab"


def random_machine(
    rng: random.Random, *, max_tapes: int = 3, max_symbols: int = 5, max_states: int = 4, max_vertices: int = 500
) -> TapeMachine:
    """A machine whose halting state is rarer than the others, so that runs are not all short; one rule in twenty is
    missing, moves may stay, and the input is random.
    """
    while True:
        tapes, size = rng.randint(1, max_tapes), rng.randint(2, max_symbols)
        states = rng.randint(1, max_states)
        if (states + 1) * size**tapes <= max_vertices:
            break
    symbols = tuple(SYMBOLS[:size])
    working = [f"q{i}" for i in range(states)]
    rules = []
    for state, read in product(working, product(symbols, repeat=tapes)):
        if rng.random() < 0.95:
            write = tuple(rng.choice(symbols) for _ in range(tapes))
            move = tuple(rng.choice((LEFT, STAY, RIGHT)) for _ in range(tapes))
            rules.append(Rule(state, read, write, move, "halt" if rng.random() < 0.05 else rng.choice(working)))
    given = tuple(tuple(rng.choice(symbols) for _ in range(rng.randint(0, 6))) for _ in range(tapes))
    return TapeMachine(
        (*working, "halt"), symbols, "_", "q0", tuple(rules), halting=("halt",), tapes=tapes, input=given
    )
