"""The certificate's induction over layers, on weights made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.feedforward.certificate import certificate_of, rounds_integers
from turingrad.constructions.feedforward.layers import Affine, Group, Weights
from turingrad.constructions.feedforward.sparse import Sparse
from turingrad.machine.circuit import Circuit


def correction(low: float, high: float, slope: float) -> tuple[Affine, Affine]:
    """slope relu(z - low) - slope relu(z - high)."""
    both, none = np.arange(2), np.zeros(2, np.int64)
    split = Sparse.of(both, none, np.ones(2), (2, 1))
    join = Sparse.of(none, both, np.array([slope, -slope]), (1, 2))
    return (split, np.array([-low, -high])), (join, np.zeros(1))


@pytest.mark.parametrize(
    ("low", "high", "slope", "rounds"),
    [
        (0.25, 0.75, 2.0, True),
        (0.0, 1.0, 1.0, True),
        (0.0, 0.5, 2.0, True),
        (0.5, 1.0, 2.0, True),
        (-0.25, 0.75, 1.0, False),  # 0 would be 1/4
        (0.25, 1.25, 1.0, False),  # 1 would be 3/4
        (0.5, 0.5, 2.0, False),
        (0.0, 1.0, 0.5, False),
        (0.25, 0.75, 4.0, False),
        (0.0, 0.5, 1.0, False),
    ],
)
def test_a_correction_rounds_integers_where_its_ramp_is_between_0_and_1(
    low: float, high: float, slope: float, rounds: bool
) -> None:
    assert rounds_integers(correction(low, high, slope)) is rounds


@pytest.mark.parametrize(
    ("weight", "magnitude", "grid"),
    [(1.0, 1.0, 0), (2.0, 1.0, 0), (0.5, 0.5, -1), (1.5, 2.5, -1)],  # at 3/2 the first half of the ramp is 5/2
)
def test_only_integers_become_bits(weight: float, magnitude: float, grid: int) -> None:
    """Behind a sum that may be a half the values are what the ramp makes of it, not bits."""
    f = (Sparse.of(np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([weight]), (1, 1)), np.zeros(1))
    group = Group((f,), correction(0.25, 0.75, 2.0), 1)
    last = certificate_of(Weights((group,), (Sparse.identity(1, (1, 1)), np.zeros(1)), 1)).bounds[-1]
    assert (last.name, last.magnitude, last.grid) == ("output", magnitude, grid)


def test_a_circuit_without_gates_has_a_certificate() -> None:
    wires = Circuit(("a", "b", "c"), (), (("x", 2), ("y", 0)))
    (bound,) = compile_network(wires).certificate.bounds
    assert (bound.name, bound.magnitude, bound.grid) == ("output", 3.0, 0)
