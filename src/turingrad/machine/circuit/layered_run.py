"""What every layer of a layered circuit should hold: the reference that networks of circuits are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import U8
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.layered import LayeredCircuit, layered
from turingrad.machine.circuit.run import checked_vectors, evaluate


@dataclass(frozen=True, slots=True)
class GateValues:
    """One instant of a circuit: place p of layer `layer` holds the bit `values[p]` of node `nodes[p]`.

    Nodes are those of the lowered circuit (`machine.binary`), layer 0 holds the inputs.
    """

    layer: int
    nodes: tuple[int, ...]
    values: tuple[int, ...]

    @property
    def step(self) -> int:
        """The layer: a circuit takes one step per layer."""
        return self.layer

    def __str__(self) -> str:
        return f"layer {self.layer}: " + " ".join(f"{n}={v}" for n, v in zip(self.nodes, self.values, strict=True))


def node_values(circuit: Circuit, vectors: npt.ArrayLike) -> U8:
    """The value of every node, (vectors, nodes), by the reference interpreter."""
    every_node = tuple((str(node), node) for node in range(circuit.nodes))
    return evaluate(Circuit(circuit.inputs, circuit.gates, every_node), vectors)


def trace(
    circuit: Circuit | LayeredCircuit, vector: npt.ArrayLike, *, max_steps: int | None = None
) -> Iterator[GateValues]:
    """The values of layer 0, 1, ... on one input vector; at most `max_steps` layers after the first."""
    layers = circuit if isinstance(circuit, LayeredCircuit) else layered(circuit)
    values = node_values(layers.circuit, checked_vectors(layers.circuit, np.asarray(vector)[None]))[0]
    stop = None if max_steps is None else max_steps + 1
    for number, nodes in enumerate(islice(layers.layers, stop)):
        yield GateValues(number, tuple(nodes.tolist()), tuple(values[nodes].tolist()))
