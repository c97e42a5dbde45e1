"""Hypothesis strategies whose values are learners and data sets for them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.learner import Learner

GATES = (("and", 2), ("or", 2), ("xor", 2), ("not", 1), ("lut", 2), ("const0", 0), ("const1", 0))


@st.composite
def circuits_of(draw: st.DrawFn, inputs: int, outputs: int, max_gates: int = 10) -> Circuit:
    """A random circuit of a given shape."""
    gates: list[Gate] = []
    for node in range(inputs, inputs + draw(st.integers(1, max_gates))):
        kind, fan_in = draw(st.sampled_from(GATES if node else GATES[-2:]))
        of = tuple(draw(st.integers(0, node - 1)) for _ in range(fan_in))
        table = tuple(draw(st.lists(st.integers(0, 1), min_size=4, max_size=4))) if kind == "lut" else None
        gates.append(Gate(kind, of, table))
    nodes = st.integers(0, inputs + len(gates) - 1)
    return Circuit(
        tuple(f"i{i}" for i in range(inputs)), tuple(gates), tuple((f"o{i}", draw(nodes)) for i in range(outputs))
    )


@st.composite
def learners(draw: st.DrawFn, max_bits: int = 4, max_features: int = 3, max_random: int = 2) -> Learner:
    """A random learner, with and without `done`, random bits and `on_error`."""
    bits, features = draw(st.integers(0, max_bits)), draw(st.integers(1, max_features))
    random = draw(st.integers(0, max_random))
    return Learner(
        memory=tuple(draw(st.lists(st.integers(0, 1), min_size=bits, max_size=bits))),
        features=features,
        predict=draw(circuits_of(bits + features, 1)),
        update=draw(circuits_of(bits + features + 1 + random, bits)),
        done=draw(circuits_of(bits, 1)) if draw(st.booleans()) else None,
        random_bits=random,
        on_error=draw(st.booleans()),
    )


@st.composite
def samples_for(draw: st.DrawFn, learner: Learner, max_samples: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """A data set that fits a learner, its labels random."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    m = draw(st.integers(0, max_samples))
    return rng.choice(np.array((-1, 1), np.int8), (m, learner.features)), rng.choice(np.array((-1, 1), np.int8), m)
