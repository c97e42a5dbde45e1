"""A circuit's layers as the columns of a page: the values of its gates, layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from turingrad._support.arrays import bits
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.layered import LayeredCircuit, layered
from turingrad.machine.circuit.layered_run import GateValues

MAX_GATES = 600  # drawn one by one; beyond that a page counts them


def first_input(circuit: Circuit) -> list[int]:
    """0 1 0 1 ...: what a page shows if no input is given."""
    return [k % 2 for k in range(len(circuit.inputs))]


def circuit_data(circuit: Circuit, given: Any, shown: Sequence[GateValues]) -> dict[str, Any]:
    """The gates of each layer that is shown, with their values; of a large circuit, only how many there are."""
    layers = layered(circuit)
    lowered, first = layers.circuit, len(circuit.inputs)
    drawn = sum(len(layer.nodes) for layer in shown) <= 6 * MAX_GATES and lowered.nodes <= MAX_GATES
    names = dict(enumerate(lowered.inputs)) | {node: name for name, node in lowered.outputs}
    vector = bits(given, "the input vector").tolist()
    values = dict(zip(shown[-1].nodes, shown[-1].values, strict=True))
    last = shown[-1].layer == layers.depth - 1
    return {
        "depth": layers.depth - 1,
        "layers": gate_layers(layers, shown) if drawn else None,
        "names": {str(node): name for node, name in names.items()},
        "kinds": {str(first + k): gate.kind for k, gate in enumerate(lowered.gates)} if drawn else {},
        "sources": {str(first + k): list(gate.inputs) for k, gate in enumerate(lowered.gates)} if drawn else {},
        "ones": [int(sum(layer.values)) for layer in shown],
        "sizes": [len(layer.nodes) for layer in shown],
        "computed": [int(np.count_nonzero(layers.computes[layer.layer])) for layer in shown],
        "outputs": [[name, values[node]] for name, node in lowered.outputs] if last else None,
        "inputs": [[name, int(bit)] for name, bit in zip(circuit.inputs, vector, strict=True)],
        "leftOut": "" if drawn else f"{lowered.nodes:,} gates are too many to draw one by one: layers are summed up.",
    }


def gate_layers(layers: LayeredCircuit, shown: Sequence[GateValues]) -> list[list[list[int]]]:
    """[node, value, 1 if the gate is computed here and 0 if it is carried on] by layer and place."""
    return [
        [
            [node, value, int(own)]
            for node, value, own in zip(layer.nodes, layer.values, layers.computes[layer.layer].tolist(), strict=True)
        ]
        for layer in shown
    ]
