"""Proposition B.2 and Lemma B.1: gates as two ReLU units each, and Proposition 3.4: rounding as two more.

A gate on bits x, y is `relu(w_2 relu(w_x x + w_y y + b_1) + b_2)`:

    AND     relu(x + y - 1)                          then the identity
    OR      1 - relu(1 - x - y)
    NOT     relu(1 - x)                              then the identity
    ID      relu(x)                                  then the identity
    const1  relu(0 + 1),  const0  relu(0)            (the paper has no constants)

The -1 of NOT stands in the column of the gate that it reads; the paper's "on the diagonal" is right only where a gate
reads the place with its own number. The 1-norms are AND 4, OR 5, NOT 3, ID 2, const1 1, const0 0: the paper's "at most
s in total" is at most 5 s.

Rounding. `round(z) = s relu(z - 1/2 + 1/(2s)) - s relu(z - 1/2 - 1/(2s))` maps everything within 1/2 - 1/(2s) of 0 or 1
to it, and is `s (z - 1/2) + 1/2` in between. The paper takes s = 3 (and prints 3x - 1 for 3z - 1), whose breakpoints
1/3 and 2/3 no binary format holds: round(1) is 1 - 6e-8 in float32. s = 2 has breakpoints 1/4 and 3/4, is exact, and
has the best bound on the margin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.machine.circuit import Circuit

ROUND_SLOPE = 2.0


@dataclass(frozen=True, slots=True)
class GateUnit:
    """The weights of one kind of gate: `relu(second * relu(weight * sum of inputs + bias) + second_bias)`."""

    weight: float
    bias: float
    second: float
    second_bias: float

    def norm1(self, fan_in: int) -> float:
        return fan_in * abs(self.weight) + abs(self.bias) + abs(self.second) + abs(self.second_bias)


UNITS = {
    "and": GateUnit(1.0, -1.0, 1.0, 0.0),
    "or": GateUnit(-1.0, 1.0, -1.0, 1.0),
    "not": GateUnit(-1.0, 1.0, 1.0, 0.0),
    "id": GateUnit(1.0, 0.0, 1.0, 0.0),
    "const0": GateUnit(0.0, 0.0, 0.0, 0.0),
    "const1": GateUnit(0.0, 0.0, 0.0, 1.0),
}
KIND_NUMBER = {kind: number for number, kind in enumerate(UNITS)}
ID = KIND_NUMBER["id"]
NONE = -1  # an input that a gate does not have


@dataclass(frozen=True, eq=False)
class GateTable:
    """The gates of a lowered circuit as arrays over its nodes: kind (inputs count as ID) and up to two inputs."""

    kind: I64
    left: I64
    right: I64


def gate_table(circuit: Circuit) -> GateTable:
    first = len(circuit.inputs)
    kind = np.full(circuit.nodes, ID)
    left, right = np.full(circuit.nodes, NONE), np.full(circuit.nodes, NONE)
    left[:first] = np.arange(first)
    for node, gate in enumerate(circuit.gates, start=first):
        kind[node] = KIND_NUMBER[gate.kind]
        if gate.inputs:
            left[node] = gate.inputs[0]
        if len(gate.inputs) == 2:
            right[node] = gate.inputs[1]
    return GateTable(kind, left, right)


def unit_column(attribute: str) -> F64:
    """One weight of every kind, indexed by its number."""
    return np.array([getattr(unit, attribute) for unit in UNITS.values()])


def round_radius(slope: float) -> float:
    """Compute sigma_zeta: what lies within this distance of 0 or 1 is rounded to it.

    Args:
        slope: The slope of the rounding function.

    Returns:
        The radius.

    Example:
        >>> from turingrad.constructions.feedforward import round_radius
        >>> round_radius(2.0)
        0.25
    """
    return 0.5 - 0.5 / slope


def round_shifts(slope: float) -> tuple[float, float]:
    """The biases of the two ReLU units of round: minus its breakpoints."""
    return 0.5 / slope - 0.5, -0.5 / slope - 0.5
