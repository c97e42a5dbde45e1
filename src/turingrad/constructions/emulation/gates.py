"""Lemma 1: Boolean functions as vertices that gradient descent never touches.

A vertex outputs 2 for 1 and -2 for 0. With literals a_1 .. a_k (negation is the sign of the weight) and gain G = 1:

    AND   f( a_1 + ... + a_k - 2 (k-1) )      inputs 2 - 4j for j false arguments, so 2 or at most -2
    XOR   f( a + b - 2 (a AND b) - 2 )        inputs (0,0): -2, (0,1): 2, (1,1): -2
    buffer of a vertex that shows ±v          f( (2/v) v )

Every input is at least 2 in absolute value, where f is flat: the derivative is 0, none of these edges ever changes, and
nothing flows back through them. A gain G > 1 multiplies all weights of a gate: inputs are then 2G or more away from 0,
and 2G - 3/2 is the room that noise has (Lemma 5 has G = 1 and a room of 1/2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turingrad.constructions.emulation.graph import CONSTANT, GraphBuilder
from turingrad.constructions.emulation.logic import Logic


class GateVertices:
    """Turns the literals of a `Logic` into vertices of a graph, each node once."""

    def __init__(self, builder: GraphBuilder, logic: Logic, gain: Any = 1) -> None:
        self.builder = builder
        self.logic = logic
        self.gain = gain
        self.vertex: dict[int, int] = {}  # node of the logic -> vertex that shows ±2

    def buffer(
        self, literal: int, name: str, source: int, weight: Any, threshold: Any = None, role: str = "read"
    ) -> int:
        """A vertex for the variable `literal`: 2 where `weight * source` exceeds `threshold` (0 if None)."""
        vertex = self.builder.vertex(name)
        self.builder.edge(source, vertex, weight, role)
        if threshold is not None:
            self.builder.edge(CONSTANT, vertex, -threshold, role)
        self.vertex[literal >> 1] = vertex
        return vertex

    def emit(self, literals: Sequence[int]) -> None:
        """Vertices for everything that these literals depend on."""
        for node in self.logic.dependencies(literals):
            if node not in self.vertex:
                kind, of = self.logic.nodes[node]
                self.vertex[node] = self._gate(node, kind, of)

    def signal(self, literal: int) -> tuple[int, int]:
        """The vertex that shows a literal, and the sign with which it does."""
        return self.vertex[literal >> 1], -1 if literal & 1 else 1

    def control(self, vertex: int, *literals: int) -> None:
        """Edges that make a control vertex: of one literal f(u/2 + 1), which shows 2 where it holds and 0 elsewhere; of
        two f(u/2 + v/2), which shows ±2 where they agree and 0 elsewhere."""
        for literal in literals:
            source, sign = self.signal(literal)
            self.builder.edge(source, vertex, sign / 2, "control")
        if len(literals) == 1:
            self.builder.edge(CONSTANT, vertex, 1.0, "control")

    def _gate(self, node: int, kind: str, of: tuple[int, ...]) -> int:
        builder, gain = self.builder, self.gain
        if kind == "true":
            vertex = builder.vertex("true")
            builder.edge(CONSTANT, vertex, 2 * gain, "gate")
            return vertex
        vertex = builder.vertex(f"{kind}{node}")
        for literal in of:
            source, sign = self.signal(literal)
            builder.edge(source, vertex, sign * gain, "gate")
        if kind == "xor":
            source, sign = self.signal(self.logic.and_(*of))
            builder.edge(source, vertex, -2 * sign * gain, "gate")
            builder.edge(CONSTANT, vertex, -2 * gain, "gate")
        else:
            builder.edge(CONSTANT, vertex, -2 * (len(of) - 1) * gain, "gate")
        return vertex
