"""Data sets and trained networks for the tests of the rcnn construction."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import numpy.typing as npt
import torch

from turingrad.constructions.rcnn import RCNN
from turingrad.machine.grid import MOVES, TERNARY, WALL, GridMachine, GridRule

Signs = npt.NDArray[np.int8]


def all_points(features: int) -> Signs:
    return np.array(list(product((-1, 1), repeat=features)), np.int8)


def parity_data(seed: int, features: int, samples: int) -> tuple[Signs, Signs, Signs]:
    """(X, y, subset): labels are the product of the features of a random subset."""
    rng = np.random.default_rng(seed)
    X = rng.choice([-1, 1], (samples, features)).astype(np.int8)
    subset = rng.integers(0, 2, features).astype(bool)
    return X, np.where(subset, X, 1).prod(axis=1).astype(np.int8), subset


def network_holding(network: RCNN, X: Signs, y: Signs) -> RCNN:
    """The network with the W that Algorithm 1 gives it (Lemma 2, part 1), for tests of what comes after training."""
    rows = np.vstack([np.column_stack([X, np.ones_like(y)]) * y[:, None], np.ones((1, X.shape[1] + 1))])
    with torch.no_grad():
        network.W.copy_(torch.from_numpy(rows * network.cells.T * network.unit))
    return network


def wall_machine(rng: random.Random, states: int | None = None, symbols: tuple[str, ...] = TERNARY) -> GridMachine:
    """A random machine: some rules missing, moves into halting states as well, 0 to 2 work columns."""
    count = states or rng.randint(1, 5)
    working = [f"q{i}" for i in range(count)]
    targets = [*working, *working, *working, "halt+", "halt-"]
    rules = []
    for state in working:
        for read in (*symbols, WALL):
            if rng.random() < 0.93:
                write = None if read == WALL else rng.choice(symbols)
                rules.append(GridRule(state, read, write, rng.choice(list(MOVES)), rng.choice(targets)))
    return GridMachine(
        states=(*working, "halt+", "halt-"),
        symbols=symbols,
        blank=symbols[1],
        start="q0",
        rules=tuple(rules),
        halting=("halt+", "halt-"),
        accept=("halt+",),
        reject=("halt-",),
        work=rng.randint(0, 2),
    )
