"""Lemma 5 as printed: a circuit of AND, OR and NOT as vertices that noise of less than 1/12 on every edge leaves alone.

    input i    weight 4/(y1 - y0) from v_i', constant edge -(2 y1 + 2 y0)/(y1 - y0): ±2 or more
    NOT        weight -1
    AND        weights 1, 1, constant edge -2
    OR         weights 1, 1, constant edge 2

A vertex shows ±2 where its input is at least 3/2 from 0. Noise of d on every edge moves the input of a vertex of
in-degree k by 2 k d at most, as no vertex shows more than 2; with d < 1/12 and k <= 3 that is less than 1/2, and inputs
without noise are at least 2. The constant vertex shows 1, so that AND and OR are in truth moved by 5 d: they tolerate
1/10.

`worst` is the noise that hurts a given input most: every edge of a vertex is moved towards the wrong side.
The proof adds a vertex for each gate *and each input*, b + m, where the lemma says b; `b_vertices_suffice` is the
counterexample: no single vertex computes the AND of two inputs that may be anything below y0 or above y1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.emulation.graph import CONSTANT, Graph, GraphBuilder
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit

BOUND = Fraction(1, 12)
FLAT = 1.5  # |input| from which the activation function is ±2
LARGEST = 2.0  # what a vertex shows at most


@dataclass(frozen=True)
class NoisyCircuit:
    """The new vertices as a graph; `outputs` are the vertices of the circuit's outputs, by their number in it."""

    circuit: Circuit
    graph: Graph
    outputs: tuple[int, ...]
    y0: float
    y1: float

    @property
    def new_vertices(self) -> int:
        """Without the constant, the inputs and the graph's formal output."""
        return self.graph.vertices - self.graph.first - 1

    def inputs_of(self, shown: Sequence[float], noise: F64) -> tuple[F64, F64]:
        """The input of every vertex where the v_i' show these values, and what the vertices show."""
        graph = self.graph
        values, totals = np.zeros(graph.vertices), np.zeros(graph.vertices)
        values[0] = 1.0
        values[1 : graph.first] = shown
        weight = np.array([float(w) for w in graph.weight]) + noise
        starts = graph.starts()
        for v in range(graph.first, graph.output):
            edges = slice(starts[v], starts[v + 1])
            totals[v] = float(weight[edges] @ values[graph.source[edges]])
            values[v] = activation(totals[v])
        return totals, values

    def worst(self, shown: Sequence[float], size: float) -> F64:
        """Noise of this size on every edge, each against the vertex that it leads to, for these inputs."""
        exact, values = self.inputs_of(shown, np.zeros(self.graph.edges))
        noise: F64 = -size * np.sign(exact[self.graph.target]) * np.sign(values[self.graph.source])
        return noise


def activation(total: float) -> float:
    """±2 from 3/2 on; between, the identity stands for the slope, which no vertex may be on."""
    return float(np.copysign(LARGEST, total)) if abs(total) >= FLAT else total


def noisy_circuit(circuit: Circuit, y0: float = -1.0, y1: float = 1.0) -> NoisyCircuit:
    """The vertices of Lemma 5 for a circuit of and, or and not gates of at most two inputs."""
    if not -LARGEST <= y0 < y1 <= LARGEST:
        raise InputError(f"y0 < y1 must be values that a vertex can show, within ±2, not {y0} and {y1}")
    builder = GraphBuilder()
    sources = [builder.input(name) for name in circuit.inputs]
    vertex = []
    for name, source in zip(circuit.inputs, sources, strict=True):
        read = builder.vertex(f"{name}.read")
        builder.edge(source, read, 4 / (y1 - y0), "input")
        builder.edge(CONSTANT, read, -(2 * y1 + 2 * y0) / (y1 - y0), "input")
        vertex.append(read)
    for number, gate in enumerate(circuit.gates):
        if gate.kind not in ("and", "or", "not") or len(gate.inputs) != (1 if gate.kind == "not" else 2):
            raise InputError(
                f"Lemma 5 covers AND and OR of two inputs, and NOT; not {gate.kind!r} of {len(gate.inputs)}"
            )
        made = builder.vertex(f"{gate.kind}{number}")
        for node in gate.inputs:
            builder.edge(vertex[node], made, -1.0 if gate.kind == "not" else 1.0, "gate")
        if gate.kind != "not":
            builder.edge(CONSTANT, made, -2.0 if gate.kind == "and" else 2.0, "gate")
        vertex.append(made)
    output = builder.vertex("output")
    for node in circuit.output_nodes:
        builder.edge(vertex[node], output, 1.0, "output")
    graph, _ = builder.build(output)
    outputs = tuple(graph.names.index(builder.names[vertex[node]]) for node in circuit.output_nodes)
    return NoisyCircuit(circuit, graph, outputs, y0, y1)


def holds(net: NoisyCircuit, bits: Sequence[int], noise: F64, shown: Sequence[float], wanted: Sequence[int]) -> bool:
    """Whether every new vertex is on a flat part and the outputs are right, where the v_i' show `shown` for `bits`."""
    for bit, value in zip(bits, shown, strict=True):
        if not (value > net.y1 if bit else value < net.y0) or abs(value) > LARGEST:
            raise InputError(f"{value} does not encode {bit}: below {net.y0} is 0, above {net.y1} is 1, within ±2")
    totals, values = net.inputs_of(shown, noise)
    flat = bool((np.abs(totals[net.graph.first : net.graph.output]) >= FLAT).all())
    return flat and [int(values[v] > 0) for v in net.outputs] == list(wanted)


def b_vertices_suffice(y0: Fraction, y1: Fraction) -> bool:
    """Whether one vertex could compute the AND of two inputs in [-2, y0] or [y1, 2].

    Weights w1, w2 that do it, swapped, do it as well, and so does their mean: w1 = w2 = w. As (-2, -2) is to be off,
    w > 0, so that the least sum where it is on must exceed the largest where it is off.
    """
    two = Fraction(2)
    off = [point for point in product((-two, y0, y1, two), repeat=2) if min(point) <= y0]
    return 2 * y1 > max(a + b for a, b in off)
