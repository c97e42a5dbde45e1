"""Random learners of a given size, by seed, and data for them."""

from __future__ import annotations

import numpy as np
import torch

from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.learner import Learner

Signs = np.ndarray


def random_circuit(rng: np.random.Generator, inputs: int, outputs: int, gates: int) -> Circuit:
    """Gates over recent nodes more often than over old ones, so that the circuit is deep."""
    made = []
    for node in range(inputs, inputs + gates):
        kind = str(rng.choice(["and", "or", "xor", "not", "lut"]))
        fan_in = {"not": 1, "lut": 3}.get(kind, int(rng.integers(2, 4)))
        near = max(0, node - 30) if rng.random() < 0.5 else 0
        of = tuple(int(i) for i in rng.integers(near, node, fan_in))
        table = tuple(int(bit) for bit in rng.integers(0, 2, 8)) if kind == "lut" else None
        made.append(Gate(kind, of, table))
    last = inputs + gates
    names = tuple((f"o{i}", int(rng.integers(max(0, last - 3 * outputs), last))) for i in range(outputs))
    return Circuit(tuple(f"i{i}" for i in range(inputs)), tuple(made), names)


def random_learner(seed: int, bits: int = 8, features: int = 4, gates: int = 40) -> Learner:
    """A learner with random circuits; by turns deterministic and random, on errors and guessing, with `done` or not."""
    rng = np.random.default_rng(seed)
    random = int(rng.integers(0, 3))
    done = random_circuit(rng, bits, 1, 12) if rng.random() < 0.5 else None
    return Learner(
        memory=tuple(int(bit) for bit in rng.integers(0, 2, bits)),
        features=features,
        predict=random_circuit(rng, bits + features, 1, gates),
        update=random_circuit(rng, bits + features + 1 + random, bits, gates + 3 * bits),
        done=done,
        random_bits=random,
        on_error=bool(rng.integers(0, 2)),
    )


def random_samples(seed: int, features: int, count: int) -> tuple[Signs, Signs]:
    rng = np.random.default_rng(seed)
    return rng.choice(np.array((-1, 1), np.int8), (count, features)), rng.choice(np.array((-1, 1), np.int8), count)


def train(network, X, y, seed: int = 0) -> None:
    """Train the network itself on the samples, one step each."""
    rows, optimizer = torch.from_numpy(network.rows(X, seed)), network.optimizer()
    for t, label in enumerate(y):
        network.train_step(optimizer, rows[t : t + 1], int(label))
