"""Do two circuits compute the same function? All vectors where there are few, many random ones where there are not."""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import Bits
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.run import evaluate

EXHAUSTIVE_INPUTS = 14
SINGLE_INPUTS = 512


def all_vectors(inputs: int) -> Bits:
    """Every vector over so many inputs, (2^inputs, inputs), counting up with the first input most significant."""
    numbers = np.arange(1 << inputs, dtype=np.int64)[:, None]
    return (numbers >> np.arange(inputs - 1, -1, -1) & 1).astype(np.uint8)


def probing_vectors(inputs: int, samples: int, seed: int) -> Bits:
    """All vectors up to `EXHAUSTIVE_INPUTS` inputs; beyond that all 0, all 1, a single 1 or 0, and random ones.

    The single 1 and 0 visit every input, or `SINGLE_INPUTS` random ones of more.
    """
    if inputs <= EXHAUSTIVE_INPUTS:
        return all_vectors(inputs)
    rng = np.random.default_rng(seed)
    places = rng.permutation(inputs)[:SINGLE_INPUTS]
    single = np.zeros((len(places), inputs), dtype=np.uint8)
    single[np.arange(len(places)), places] = 1
    constant = np.repeat(np.array([[0], [1]], dtype=np.uint8), inputs, axis=1)
    random = rng.integers(0, 2, (samples, inputs), dtype=np.uint8)
    return np.concatenate([constant, single, 1 - single, random])


def counterexample(a: Circuit, b: Circuit, *, samples: int = 4096, seed: int = 0) -> tuple[int, ...] | None:
    """An input vector on which the circuits differ, inputs and outputs matched by position, or None.

    None is a proof up to `EXHAUSTIVE_INPUTS` inputs; beyond, it says that the vectors tried show no difference.
    """
    if (len(a.inputs), len(a.outputs)) != (len(b.inputs), len(b.outputs)):
        raise InputError(f"circuits of different shape: {a!r} and {b!r}")
    vectors = probing_vectors(len(a.inputs), samples, seed)
    differ = np.flatnonzero((evaluate(a, vectors) != evaluate(b, vectors)).any(axis=1))
    return tuple(vectors[differ[0]].tolist()) if len(differ) else None


def equivalent(a: Circuit, b: Circuit, *, samples: int = 4096, seed: int = 0) -> bool:
    """True where `counterexample` finds none; circuits of different shape are not equivalent."""
    same_shape = (len(a.inputs), len(a.outputs)) == (len(b.inputs), len(b.outputs))
    return same_shape and counterexample(a, b, samples=samples, seed=seed) is None
