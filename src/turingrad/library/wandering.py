"""Random machines of any size that never halt, to measure with."""

from __future__ import annotations

import random

from turingrad.machine.tape import Rule, TapeMachine


def wandering_machine(states: int, tapes: int = 3) -> TapeMachine:
    """A random two-symbol machine that never halts: (states) 2^tapes vertices."""
    rng = random.Random(0)
    names = tuple(f"q{i}" for i in range(states))
    rules = []
    for state in names:
        for number in range(2**tapes):
            read = tuple("_1"[number >> t & 1] for t in range(tapes))
            write = tuple(rng.choice("_1") for _ in range(tapes))
            move = tuple(rng.choice((-1, 0, 1)) for _ in range(tapes))
            rules.append(Rule(state, read, write, move, rng.choice(names)))
    return TapeMachine(names, ("_", "1"), "_", "q0", tuple(rules), tapes=tapes)
