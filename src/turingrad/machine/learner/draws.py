"""Random learners, fixed by their source of random numbers."""

from __future__ import annotations

from random import Random

from turingrad.machine.circuit.draws import draw_circuit
from turingrad.machine.learner import Learner


def draw_machine(rng: Random) -> Learner:
    """With and without `done`, random bits and `on_error`."""
    bits, features, random = rng.randint(0, 3), rng.randint(1, 3), rng.randint(0, 2)
    return Learner(
        memory=tuple(rng.choices((0, 1), k=bits)),
        features=features,
        predict=draw_circuit(rng, bits + features, 1, 8),
        update=draw_circuit(rng, bits + features + 1 + random, bits, 8),
        done=draw_circuit(rng, bits, 1, 4) if rng.random() < 0.5 else None,
        random_bits=random,
        on_error=rng.random() < 0.5,
    )
