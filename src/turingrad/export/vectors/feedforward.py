"""Test vectors of feedforward networks."""

from __future__ import annotations

import numpy as np

from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.export.vectors.arrays import Arrays, Tell, in_chunks
from turingrad.machine.circuit.run import evaluate


def of_circuit(network: FeedforwardNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """x in 0, 1 to F(x) in -1, +1."""
    x = rng.integers(0, 2, (count, len(network.machine.inputs)), np.uint8)
    bits = in_chunks(lambda part: evaluate(network.machine, part), x, tell)
    return {"x": x, "outputs": (2 * bits.astype(np.int8) - 1).astype(np.int8)}


MAKERS = {FeedforwardNetwork: of_circuit}
