"""Lemma 1: circuits as vertices whose inputs are never on a slope."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_learner import circuits_of
from turingrad.constructions.emulation.activation import Shape
from turingrad.constructions.emulation.gates import GateVertices
from turingrad.constructions.emulation.graph import GraphBuilder
from turingrad.constructions.emulation.logic import FALSE, TRUE, Logic
from turingrad.constructions.emulation.numeric import NumericNet
from turingrad.errors import InputError
from turingrad.machine.circuit.run import evaluate_python


def evaluate(logic: Logic, literals: list[int], values: dict[int, int]) -> list[int]:
    """The bits of literals, given the bits of the variables (by their positive literal)."""
    bit: dict[int, int] = {}
    meaning = {"true": all, "and": all, "xor": lambda bits: sum(bits) % 2}
    for node in logic.dependencies(literals):
        kind, of = logic.nodes[node]
        bit[node] = values[2 * node] if kind == "variable" else int(meaning[kind]([bit[a >> 1] ^ (a & 1) for a in of]))
    return [bit[a >> 1] ^ (a & 1) for a in literals]


@settings(deadline=None, max_examples=60)
@given(circuits_of(4, 3, 14), st.sampled_from([None, 2, 3]))
def test_literals_compute_what_their_circuit_does(circuit, fan_in) -> None:
    logic = Logic(fan_in)
    x = logic.variables(4)
    literals = logic.circuit(circuit, x)
    for row in range(16):
        bits = [row >> i & 1 for i in range(4)]
        assert evaluate(logic, literals, dict(zip(x, bits, strict=True))) == evaluate_python(circuit, bits)


@settings(deadline=None, max_examples=30)
@given(circuits_of(4, 3, 14), st.sampled_from([1, 4]))
def test_vertices_compute_the_circuit_and_stay_flat(circuit, gain) -> None:
    """Lemma 1 and Lemma 5: every input is 2 G or more away from 0, so no weight ever moves."""
    builder, logic = GraphBuilder(), Logic()
    x = logic.variables(4)
    vertices = GateVertices(builder, logic, gain)
    for i, literal in enumerate(x):
        vertices.buffer(literal, f"read{i}", builder.input(f"x{i}"), 2.0 * gain, role="input")
    literals = logic.circuit(circuit, x)
    vertices.emit(literals)
    shown_by = [vertices.signal(literal) for literal in literals]
    names = [builder.names[vertex] for vertex, _ in shown_by]
    output = builder.vertex("output")
    for vertex, _ in shown_by:
        builder.edge(vertex, output, 1.0, "output")
    graph, _ = builder.build(output)
    net = NumericNet(graph, Shape(1, 0.01, 0.02, 1.25), 1, list(graph.weight))
    for row in range(16):
        bits = [row >> i & 1 for i in range(4)]
        shown, slope = net.forward([2 * bit - 1 for bit in bits])
        expected = evaluate_python(circuit, bits)
        found = [sign * shown[graph.names.index(name)] for name, (_, sign) in zip(names, shown_by, strict=True)]
        assert found == [4 * bit - 2 for bit in expected]
        gates = range(graph.first, graph.output)
        totals = [
            sum(graph.weight[e] * shown[graph.source[e]] for e in np.flatnonzero(graph.target == v)) for v in gates
        ]
        assert all(abs(total) >= 2 * gain for total in totals)
        assert not any(slope[v] for v in gates)


def test_constants_and_repetitions_fold_away() -> None:
    logic = Logic()
    a, b = logic.variables(2)
    assert logic.and_(a, a ^ 1) == FALSE
    assert logic.and_() == TRUE
    assert logic.xor(a, a) == FALSE
    assert logic.xor(a, TRUE) == a ^ 1
    assert logic.mux(b, a, a) == a
    assert logic.xor(a, logic.or_(a, b)) == logic.and_(a ^ 1, b)
    assert logic.xor(a, logic.and_(a, b)) == logic.and_(a, b ^ 1)


def test_a_fan_in_below_two_is_refused() -> None:
    with pytest.raises(InputError, match="fan-in"):
        Logic(1)
