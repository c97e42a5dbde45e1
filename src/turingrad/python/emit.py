"""A graph of literals as a `Circuit`: ANDs and ORs of many inputs, few NOTs, each made once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.python.logic import AND, FALSE, TRUE, XOR, Graph


def emit(
    graph: Graph, inputs: Sequence[tuple[str, int]], outputs: Sequence[tuple[str, int]], name: str = ""
) -> Circuit:
    """The circuit of the outputs over the inputs, pairs of a name and a literal (of a variable, for an input)."""
    return Circuit(*emit_parts(graph, inputs, outputs), name=name)


def emit_parts(
    graph: Graph, inputs: Sequence[tuple[str, int]], outputs: Sequence[tuple[str, int]]
) -> tuple[tuple[str, ...], tuple[Gate, ...], tuple[tuple[str, int], ...]]:
    """Inputs, gates and outputs of such a circuit, for a subclass of Circuit."""
    if graph.journal is not None:
        graph.journal.outputs += [literal for _, literal in outputs]
    emitter = Emitter(graph, inputs, [literal for _, literal in outputs])
    for label, literal in outputs:
        emitter.make.output(label, emitter.wire(literal))
    return emitter.make.parts()


class Emitter:
    """Wires of literals. An AND that only one other AND uses is no gate of its own."""

    def __init__(self, graph: Graph, inputs: Sequence[tuple[str, int]], outputs: Sequence[int]) -> None:
        self.graph, self.make = graph, CircuitBuilder()
        self.wires = {literal: self.make.input(label) for label, literal in inputs}
        gates = [node for node in graph.dependencies(outputs) if graph.kind[node] in (AND, XOR)]
        uses = Counter(literal >> 1 for literal in outputs)
        for node in gates:
            uses.update((graph.left[node] >> 1, graph.right[node] >> 1))
        self.inner = {
            of >> 1
            for node in gates
            if graph.kind[node] == AND
            for of in (graph.left[node], graph.right[node])
            if not of & 1 and graph.kind[of >> 1] == AND and uses[of >> 1] == 1
        }
        for node in gates:
            if node not in self.inner:
                self.gate(node)

    def wire(self, literal: int) -> int:
        if literal in (FALSE, TRUE):
            return self.make.const(literal)
        if literal not in self.wires:
            self.wires[literal] = self.make.not_(self.wires[literal ^ 1])
        return self.wires[literal]

    def gate(self, node: int) -> None:
        graph = self.graph
        if graph.kind[node] == XOR:
            # Negations of an XOR's inputs are its output's: where only the negation is there, take that.
            sides = [a if a in self.wires else a ^ 1 for a in (graph.left[node], graph.right[node])]
            sign = (sides[0] ^ sides[1] ^ graph.left[node] ^ graph.right[node]) & 1
            self.wires[2 * node + sign] = self.make.xor(*(self.wire(a) for a in sides))
            return
        of = self.arguments(node)
        negated = [a for a in of if a not in self.wires and a ^ 1 in self.wires]
        if 2 * len(negated) > len(of):  # De Morgan: an OR of what is there, negated
            self.wires[2 * node + 1] = self.make.or_(*(self.wire(a ^ 1) for a in of))
        else:
            self.wires[2 * node] = self.make.and_(*(self.wire(a) for a in of))

    def arguments(self, node: int) -> list[int]:
        """The literals of an AND, with inner ANDs taken apart."""
        found: dict[int, None] = {}
        stack = [self.graph.right[node], self.graph.left[node]]
        while stack:
            a = stack.pop()
            if not a & 1 and a >> 1 in self.inner:
                stack += (self.graph.right[a >> 1], self.graph.left[a >> 1])
            else:
                found[a] = None
        return list(found)
