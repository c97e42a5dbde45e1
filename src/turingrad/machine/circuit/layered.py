"""Layered circuits, as Section 3 of Wei, Chen and Ma wants them: every edge goes from a layer to the next.

"We can transform any boolean circuit into a layered one by adding ID gates." A gate stands in the layer after the last
of its inputs; a value that a later layer needs is carried there by ID gates, and all outputs are carried to the last
layer. The inputs are layer 0 ("our convention will be that the set of input gates is considered a layer"), so with q
layers the functions G_1, ..., G_{q-1} of Lemma 3.2 lie between them. Constants, which the paper has no need of, take no
inputs and so are made anew in each layer that must hold them, which costs no ID gates; layer 0 holds none.

A circuit of some thousand gates has ID gates by the hundred thousand (adder.aig of the EPFL suite: 99 in 100), so the
layers are held as arrays and gates are made on request.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad._support.arrays import I64, Mask
from turingrad.errors import LimitError
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.binary import binary

MAX_SIZE = 200_000_000


@dataclass(frozen=True, eq=False, repr=False)
class LayeredCircuit:
    """A circuit in layers: place p of layer i holds the value of node `layers[i][p]` of `circuit`.

    `computes[i][p]` is True where that place computes the node's own gate and False where it is an ID gate (for layer
    0: where it is an input). The nodes of a layer are in rising order.
    """

    circuit: Circuit
    layers: tuple[I64, ...]
    computes: tuple[Mask, ...]

    @property
    def depth(self) -> int:
        """q, the number of layers, the layer of inputs included."""
        return len(self.layers)

    @cached_property
    def width(self) -> int:
        """r, the largest number of gates in a layer."""
        return max(len(layer) for layer in self.layers)

    @cached_property
    def size(self) -> int:
        """s, the number of all gates, input and ID gates included."""
        return sum(len(layer) for layer in self.layers)

    @cached_property
    def identities(self) -> int:
        """How many ID gates the layering added."""
        return sum(int(np.count_nonzero(~computes)) for computes in self.computes[1:])

    @cached_property
    def outputs(self) -> tuple[tuple[str, int], ...]:
        """Each output's name and its place in the last layer."""
        places = self.places(self.depth - 1, np.array(self.circuit.output_nodes, dtype=np.int64))
        return tuple(zip(self.circuit.output_names, places.tolist(), strict=True))

    def places(self, layer: int, nodes: I64) -> I64:
        """Where in a layer the given nodes stand; all of them must be there."""
        return np.searchsorted(self.layers[layer], nodes)

    def gates(self, layer: int) -> tuple[Gate, ...]:
        """The gates of a layer from 1 on, in order of place; their inputs are places of the layer before."""
        first, gates = len(self.circuit.inputs), []
        place = {node: number for number, node in enumerate(self.layers[layer - 1].tolist())}
        for node, own in zip(self.layers[layer].tolist(), self.computes[layer].tolist(), strict=True):
            gate = self.circuit.gates[node - first] if own else Gate("id", (node,))
            gates.append(Gate(gate.kind, tuple(place[of] for of in gate.inputs), gate.table))
        return tuple(gates)

    def __repr__(self) -> str:
        label = f"{self.circuit.name!r}, " if self.circuit.name else ""
        sizes = f"depth {self.depth}, width {self.width}, size {self.size}, {self.identities} of them identities"
        return f"LayeredCircuit({label}{sizes})"


def layered(circuit: Circuit, *, lower: bool = True) -> LayeredCircuit:
    """Arrange a circuit in layers, each of which reads only the layer before it.

    Args:
        circuit: The circuit.
        lower: Lower it to the paper's gates first (`binary`).

    Returns:
        The circuit in layers, with identity gates for values that a later layer needs.

    Example:
        >>> from turingrad.machine import layered
        >>> layered(tg.library.load("adder-2")).depth
        7
    """
    source = binary(circuit) if lower else circuit
    level = np.array(source.levels, dtype=np.int64)  # (nodes,)
    last = int(level.max(initial=0))
    constant = np.zeros(source.nodes, dtype=np.bool_)
    until = level.copy()  # the last layer that holds the node
    needed: set[tuple[int, int]] = set()  # (layer, node) for constants
    for node, gate in enumerate(source.gates, start=len(source.inputs)):
        before = int(level[node]) - 1
        if not gate.inputs:
            constant[node] = True
        for of in gate.inputs:
            if constant[of]:
                needed.add((before, of))
            elif until[of] < before:
                until[of] = before
    for node in source.output_nodes:
        if constant[node]:
            needed.add((last, node))
        else:
            until[node] = last
    spans = np.where(constant, 0, until - level + 1)
    size = int(spans.sum()) + len(needed)
    if size > MAX_SIZE:
        raise LimitError(f"in layers the circuit would have {size} gates; the limit is {MAX_SIZE}")
    nodes = np.repeat(np.arange(source.nodes), spans)
    offset = np.arange(len(nodes)) - np.repeat(np.cumsum(spans) - spans, spans)
    held = np.repeat(level, spans) + offset  # the layer of each entry
    own = (offset == 0) & (nodes >= len(source.inputs))
    extra = np.array(sorted(needed), dtype=np.int64).reshape(-1, 2)
    nodes, held = np.concatenate([nodes, extra[:, 1]]), np.concatenate([held, extra[:, 0]])
    own = np.concatenate([own, np.ones(len(extra), dtype=np.bool_)])
    order = np.lexsort((nodes, held))
    cuts = np.cumsum(np.bincount(held, minlength=last + 1))[:-1]
    return LayeredCircuit(source, tuple(np.split(nodes[order], cuts)), tuple(np.split(own[order], cuts)))
