"""Simplification that keeps a circuit's function, inputs and outputs.

One walk in topological order folds constants and repeated or opposite inputs and shares gates of equal structure; a
second walk, from the outputs, drops the gates that none of them needs.
"""

from __future__ import annotations

from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.truth_table import Table, cofactor, gate_of_table, identify

# Values of folded nodes: a wire of the new circuit (0 or more), or one of these.
ZERO, ONE = -2, -1


def simplify(circuit: Circuit) -> Circuit:
    """Fold constants, share equal gates and remove dead ones.

    Args:
        circuit: The circuit; the result computes the same function.

    Returns:
        An equivalent circuit with at most as many gates.

    Example:
        >>> from turingrad.machine import simplify
        >>> gates = (tg.Gate("not", (0,)), tg.Gate("not", (0,)), tg.Gate("and", (1, 2)))
        >>> twice = tg.Circuit(("a",), gates, (("b", 3),))
        >>> len(simplify(twice).gates)
        1
    """
    folding = Folding(len(circuit.inputs))
    values = list(range(len(circuit.inputs)))
    for gate in circuit.gates:
        values.append(folding.fold(gate.kind, [values[node] for node in gate.inputs], gate.table))
    outputs = [(name, folding.materialise(values[node])) for name, node in circuit.outputs]
    return without_dead_gates(Circuit(circuit.inputs, tuple(folding.gates), tuple(outputs), circuit.name, circuit.doc))


def without_dead_gates(circuit: Circuit) -> Circuit:
    """Only the gates that some output depends on, in the same order."""
    first = len(circuit.inputs)
    live = [False] * circuit.nodes
    for node in circuit.output_nodes:
        live[node] = True
    for node in range(circuit.nodes - 1, first - 1, -1):
        if live[node]:
            for of in circuit.gates[node - first].inputs:
                live[of] = True
    place = list(range(first))
    gates: list[Gate] = []
    for node, gate in enumerate(circuit.gates, start=first):
        place.append(first + len(gates))
        if live[node]:
            gates.append(Gate(gate.kind, tuple(place[of] for of in gate.inputs), gate.table))
    outputs = tuple((name, place[node]) for name, node in circuit.outputs)
    return Circuit(circuit.inputs, tuple(gates), outputs, circuit.name, circuit.doc)


class Folding:
    """The gates of the new circuit, each structure once, and the rules that avoid a gate."""

    def __init__(self, inputs: int) -> None:
        self.inputs = inputs
        self.gates: list[Gate] = []
        self.shared: dict[Gate, int] = {}
        self.opposite: dict[int, int] = {ZERO: ONE, ONE: ZERO}

    def fold(self, kind: str, of: list[int], table: Table | None = None) -> int:
        """The value of a gate over folded values."""
        if kind == "const0":
            return ZERO
        if kind == "const1":
            return ONE
        if kind == "id":
            return of[0]
        if kind == "not":
            return self.negate(of[0])
        if kind == "lut":
            assert table is not None
            return self.look_up(of, table)
        if kind == "xor":
            return self.sum_mod_2(of)
        return self.join(kind, of)

    def make(self, kind: str, of: list[int], table: Table | None = None) -> int:
        """A gate of the new circuit, made once for each structure; and, or and xor ignore the order of their inputs."""
        gate = Gate(kind, tuple(of if kind == "lut" else sorted(of)), table)
        if gate not in self.shared:
            self.shared[gate] = self.inputs + len(self.gates)
            self.gates.append(gate)
        return self.shared[gate]

    def materialise(self, value: int) -> int:
        """A folded value as a wire: constants become gates only where an output shows them."""
        return value if value >= 0 else self.make("const1" if value == ONE else "const0", [])

    def negate(self, value: int) -> int:
        if value not in self.opposite:
            wire = self.make("not", [value])
            self.opposite[value], self.opposite[wire] = wire, value
        return self.opposite[value]

    def join(self, kind: str, of: list[int]) -> int:
        """and, or: one input may decide alone, another may be left out."""
        neutral, deciding = (ONE, ZERO) if kind == "and" else (ZERO, ONE)
        kept = {value for value in of if value != neutral}
        if deciding in kept or any(self.opposite.get(value) in kept for value in kept):
            return deciding
        if len(kept) <= 1:
            return kept.pop() if kept else neutral
        return self.make(kind, list(kept))

    def sum_mod_2(self, of: list[int]) -> int:
        """xor: equal inputs cancel, opposite ones make a 1."""
        flip = 0
        kept: set[int] = set()
        for value in of:
            if value in (ZERO, ONE):
                flip ^= value == ONE
            elif value in kept:
                kept.remove(value)
            elif self.opposite.get(value) in kept:
                kept.remove(self.opposite[value])
                flip ^= 1
            else:
                kept.add(value)
        total = ZERO if not kept else kept.pop() if len(kept) == 1 else self.make("xor", list(kept))
        return self.negate(total) if flip else total

    def look_up(self, of: list[int], table: Table) -> int:
        """lut: constants, repeated, opposite and idle inputs leave the table; what is left may be a plain gate."""
        kept: list[int] = []
        for value in of:
            position = len(kept)
            if value in (ZERO, ONE):
                table = cofactor(table, position, int(value == ONE))
            elif value in kept:
                table = identify(table, position, kept.index(value), 0)
            elif self.opposite.get(value) in kept:
                table = identify(table, position, kept.index(self.opposite[value]), 1)
            else:
                kept.append(value)
        for position in range(len(kept) - 1, -1, -1):
            without = cofactor(table, position, 0)
            if without == cofactor(table, position, 1):
                table = without
                del kept[position]
        gate = gate_of_table(tuple(range(len(kept))), table)
        if gate.kind == "lut":
            return self.make("lut", kept, table)
        return self.fold(gate.kind, kept)
