"""Layered circuits: every edge goes to the next layer, and depth, width and size are the paper's."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.equivalence import equivalent
from tests.generators_circuit import circuits
from turingrad.errors import LimitError
from turingrad.library.circuits.by_size import adder, array_multiplier
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit import layered as layered_module
from turingrad.machine.circuit.binary import is_binary
from turingrad.machine.circuit.layered import LayeredCircuit, layered


def flat(layers: LayeredCircuit) -> Circuit:
    """The layered circuit as a plain one, its ID gates included."""
    gates: list[Gate] = []
    start = 0  # the node of the first place of the layer before
    for layer in range(1, layers.depth):
        gates += [Gate(g.kind, tuple(start + place for place in g.inputs), g.table) for g in layers.gates(layer)]
        start += len(layers.layers[layer - 1])
    outputs = tuple((name, start + place) for name, place in layers.outputs)
    return Circuit(layers.circuit.inputs, tuple(gates), outputs, layers.circuit.name, layers.circuit.doc)


def test_a_value_that_skips_a_layer_is_carried_by_identities() -> None:
    # f = (a and b) or c: c waits one layer
    circuit = Circuit(("a", "b", "c"), (Gate("and", (0, 1)), Gate("or", (3, 2))), (("f", 4),))
    layers = layered(circuit)
    assert layers.gates(1) == (Gate("id", (2,)), Gate("and", (0, 1)))
    assert layers.gates(2) == (Gate("or", (1, 0)),)
    assert (layers.depth, layers.width, layers.size, layers.identities) == (3, 3, 6, 1)
    assert layers.outputs == (("f", 0),)


def test_outputs_are_carried_to_the_last_layer() -> None:
    circuit = Circuit(("a", "b"), (Gate("and", (0, 1)), Gate("not", (2,)), Gate("not", (3,))), (("f", 2), ("g", 4)))
    layers = layered(circuit)
    assert layers.identities == 2
    assert [gate.kind for gate in layers.gates(3)] == ["id", "not"]


def test_a_circuit_without_gates_is_its_layer_of_inputs() -> None:
    layers = layered(Circuit(("a", "b"), (), (("f", 1),)))
    assert (layers.depth, layers.width, layers.size, layers.identities) == (1, 2, 2, 0)
    assert layers.outputs == (("f", 1),)


def test_a_constant_is_made_in_the_layers_that_need_it_and_never_carried() -> None:
    gates = (Gate("const1"), Gate("not", (0,)), Gate("not", (2,)), Gate("and", (3, 1)), Gate("and", (4, 1)))
    layers = layered(Circuit(("a",), gates, (("f", 5),)))
    assert layers.identities == 0
    assert [[gate.kind for gate in layers.gates(i)] for i in range(1, 5)] == [
        ["not"],
        ["const1", "not"],
        ["const1", "and"],
        ["and"],
    ]


def test_unlowered_layers_keep_wide_gates() -> None:
    circuit = Circuit(("a", "b", "c"), (Gate("xor", (0, 1, 2)),), (("f", 3),))
    assert layered(circuit, lower=False).gates(1) == (Gate("xor", (0, 1, 2)),)
    assert is_binary(layered(circuit).circuit)


@settings(max_examples=150)
@given(circuits())
def test_layers_compute_the_same_function(circuit: Circuit) -> None:
    assert equivalent(flat(layered(circuit)), circuit)


@settings(max_examples=100)
@given(circuits())
def test_every_edge_goes_from_a_layer_to_the_next(circuit: Circuit) -> None:
    layers = layered(circuit)
    plain = flat(layers)
    layer_of = [i for i, layer in enumerate(layers.layers) for _ in layer]
    edges = [
        layer_of[node] - layer_of[of]
        for node, gate in enumerate(plain.gates, start=len(plain.inputs))
        for of in gate.inputs
    ]
    assert set(edges) <= {1}
    assert all(layer_of[node] == layers.depth - 1 for node in plain.output_nodes)


@settings(max_examples=100)
@given(circuits())
def test_depth_width_and_size_count_the_layers_as_they_are(circuit: Circuit) -> None:
    layers = layered(circuit)
    per_layer = [len(circuit.inputs), *(len(layers.gates(i)) for i in range(1, layers.depth))]
    assert (layers.depth, layers.width, layers.size) == (len(per_layer), max(per_layer), sum(per_layer))
    assert layers.depth == 1 + max(layers.circuit.levels, default=0)


def test_identities_of_an_adder_are_those_that_counting_by_hand_gives() -> None:
    layers = layered(adder(6))
    source, last = layers.circuit, layers.depth - 1
    expected = 0
    for node in range(source.nodes):
        users = [source.levels[i] - 1 for i in range(source.nodes) if node in fan_in(source, i)]
        needed_until = last if node in source.output_nodes else max(users, default=source.levels[node])
        expected += needed_until - source.levels[node]
    assert layers.identities == expected
    assert layers.size == source.nodes + expected


def fan_in(circuit: Circuit, node: int) -> tuple[int, ...]:
    return () if node < len(circuit.inputs) else circuit.gates[node - len(circuit.inputs)].inputs


def test_a_layering_past_the_limit_is_refused_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layered_module, "MAX_SIZE", 1000)
    with pytest.raises(LimitError, match="in layers the circuit would have"):
        layered(array_multiplier(10))
