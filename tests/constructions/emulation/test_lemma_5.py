"""Lemma 5 under noise, up to its 1/12."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from turingrad.constructions.emulation.claims.lemma_5 import (
    BOUND,
    NoisyCircuit,
    b_vertices_suffice,
    holds,
    noisy_circuit,
)
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.run import evaluate_python

WIDTH = 4


def random_circuit(rng: np.random.Generator, gates: int = 12) -> Circuit:
    make = CircuitBuilder()
    wires = make.inputs("x", WIDTH)
    for _ in range(gates):
        kind = ["and", "or", "not"][rng.integers(3)]
        of = rng.choice(wires, 1 if kind == "not" else 2, replace=False)
        wires.append(make.gate(kind, (int(w) for w in of)))
    for i, wire in enumerate(wires[-3:]):
        make.output(f"o{i}", wire)
    return make.build()


def tolerates(net: NoisyCircuit, size: float, rng: np.random.Generator | None = None) -> bool:
    """All inputs, at the edge of their ranges and far inside, with the worst noise for each, or random noise."""
    for bits in product((0, 1), repeat=WIDTH):
        for far in (False, True):
            edge = (np.nextafter(net.y0, -9), np.nextafter(net.y1, 9)) if not far else (-2.0, 2.0)
            shown = [edge[bit] for bit in bits]
            noise = net.worst(shown, size) if rng is None else rng.uniform(-size, size, net.graph.edges)
            if not holds(net, bits, noise, shown, evaluate_python(net.circuit, list(bits))):
                return False
    return True


@pytest.mark.parametrize("ranges", [(-1.0, 1.0), (0.25, 0.5), (-1.5, -0.5)])
def test_noise_below_a_twelfth_is_tolerated_whatever_its_direction(ranges: tuple[float, float]) -> None:
    rng = np.random.default_rng(0)
    for _ in range(6):
        net = noisy_circuit(random_circuit(rng), *ranges)
        assert tolerates(net, float(BOUND) * (1 - 1e-9))
        assert tolerates(net, float(BOUND), rng)


def test_and_gates_bear_a_tenth_and_no_more() -> None:
    make = CircuitBuilder()
    x = make.inputs("x", WIDTH)
    make.output("o", make.gate("and", (x[0], x[1])))
    net = noisy_circuit(make.build())
    assert tolerates(net, 0.0999)
    assert not tolerates(net, 0.1001)


def test_there_is_a_vertex_for_each_gate_and_each_input() -> None:
    circuit = random_circuit(np.random.default_rng(1))
    assert noisy_circuit(circuit).new_vertices == len(circuit.gates) + WIDTH


def test_one_vertex_is_not_enough_for_one_gate_on_inputs_that_are_only_bounded() -> None:
    assert not b_vertices_suffice(Fraction(0), Fraction(1, 2))
    # by a grid of all weights, too
    on, off = (0.5, 0.5), [(2.0, 0.0), (0.0, 2.0), (-2.0, -2.0)]
    grid = np.linspace(-8, 8, 33)
    for w1, w2, c in product(grid, grid, grid):
        values = [w1 * a + w2 * b + c for a, b in (on, *off)]
        assert not (values[0] >= 1.5 and all(value <= -1.5 for value in values[1:]))


def test_what_lemma_5_does_not_speak_of_is_refused() -> None:
    make = CircuitBuilder()
    make.output("o", make.xor(*make.inputs("x", 2)))
    with pytest.raises(InputError, match="Lemma 5 covers AND and OR"):
        noisy_circuit(make.build())
    with pytest.raises(InputError, match="values that a vertex can show"):
        noisy_circuit(random_circuit(np.random.default_rng(0)), 1.0, 0.0)
    net = noisy_circuit(random_circuit(np.random.default_rng(0)))
    with pytest.raises(InputError, match="does not encode"):
        holds(net, (0,) * WIDTH, np.zeros(net.graph.edges), (1.5,) * WIDTH, (0, 0, 0))
