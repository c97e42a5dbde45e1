"""The feedforward net's page: gate values layer by layer, the network's beside the circuit's."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad.arrays import bits
from turingrad.constructions.feedforward import compile_network
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.layered_run import trace as reference_trace
from turingrad.view.run_data import lockstep_data

MAX_GATES = 600  # drawn one by one; beyond that a page counts them


def circuit_run(circuit: Circuit, given: npt.ArrayLike | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """One input vector through the network, a frame a layer of the circuit."""
    inputs = len(circuit.inputs)
    vector = bits([k % 2 for k in range(inputs)] if given is None else given, "the input vector")
    network = compile_network(circuit)
    layers = list(network.trace(vector))
    expected = list(reference_trace(network.layered, vector))
    differs = [k for k, (a, b) in enumerate(zip(layers, expected, strict=True)) if a != b]
    values: dict[int, int] = {}
    for layer in layers:
        values.update(zip(layer.nodes, layer.values, strict=True))
    drawn = sum(len(layer.nodes) for layer in layers) <= 6 * MAX_GATES and network.layered.circuit.nodes <= MAX_GATES
    lowered = network.layered.circuit
    names = dict(enumerate(lowered.inputs)) | {node: name for name, node in lowered.outputs}
    data = {
        "kind": "feedforward",
        "stage": "circuit",
        "unit": "layer",
        "machine": None,
        "frames": {"step": list(range(len(layers)))},
        "layers": gate_layers(network, layers) if drawn else None,
        "names": {str(node): name for node, name in names.items()},
        "kinds": {str(inputs + k): gate.kind for k, gate in enumerate(lowered.gates)} if drawn else {},
        "sources": {str(inputs + k): list(gate.inputs) for k, gate in enumerate(lowered.gates)} if drawn else {},
        "ones": [int(sum(layer.values)) for layer in layers],
        "sizes": [len(layer.nodes) for layer in layers],
        "computed": [int(np.count_nonzero(own)) for own in network.layered.computes],
        "outputs": [[name, values[node]] for name, node in lowered.outputs],
        "inputs": [[name, int(bit)] for name, bit in zip(circuit.inputs, vector.tolist(), strict=True)],
        "net": {},
        "leftOut": "" if drawn else f"{lowered.nodes:,} gates are too many to draw one by one: layers are summed up.",
        "lockstep": lockstep_data(differs, [str(layer) for layer in expected], [0] * len(layers), len(layers) - 1),
    }
    facts = {"gates": len(circuit.gates), "ReLU layers": network.depth, "wide": network.width}
    return data, {**facts, "weights that are not 0": network.parameter_count()}


def gate_layers(network: Any, layers: list[Any]) -> list[list[list[int]]]:
    """[node, value, 1 where the gate is computed here and 0 where it is carried on] by layer and place."""
    return [
        [[node, value, int(own)] for node, value, own in zip(layer.nodes, layer.values, computes.tolist(), strict=True)]
        for layer, computes in zip(layers, network.layered.computes, strict=True)
    ]
