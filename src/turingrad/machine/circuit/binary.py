"""Any circuit by the gates of Wei, Chen and Ma's Section 3, AND and OR of two inputs, NOT and ID.

The walk over the gates is written once, against the few verbs that the target knows. `binary` gives it a builder of
plain gates; the evaluator and the AIGER writer give it literals (machine/circuit/and_inverter.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder

BINARY_KINDS = frozenset({"and", "or", "not", "id", "const0", "const1"})


class GateTarget(Protocol):
    """The verbs that a lowering needs; wires are integers."""

    def and_(self, left: int, right: int, /) -> int: ...
    def or_(self, left: int, right: int, /) -> int: ...
    def xor(self, left: int, right: int, /) -> int: ...
    def negation(self, wire: int, /) -> int:
        """NOT of a wire; the same wire each time it is asked for."""

    def const(self, bit: int, /) -> int: ...
    def keep(self, kind: str, wire: int, /) -> int:
        """A `not` or `id` gate of the source circuit, kept as it is where the target has such gates."""


def lower(circuit: Circuit, target: GateTarget, inputs: Sequence[int]) -> list[int]:
    """The target's wire of every node, n-ary gates split into balanced trees and tables expanded."""
    joins = {"and": target.and_, "or": target.or_, "xor": target.xor}
    wires = list(inputs)
    for gate in circuit.gates:
        of = [wires[node] for node in gate.inputs]
        if gate.kind in joins:
            wires.append(balanced_tree(joins[gate.kind], of))
        elif gate.kind == "lut":
            wires.append(expand_table(target, of, gate.table or ()))
        elif gate.kind in ("const0", "const1"):
            wires.append(target.const(int(gate.kind == "const1")))
        else:
            wires.append(target.keep(gate.kind, of[0]))
    return wires


def balanced_tree(verb: Callable[[int, int], int], wires: list[int]) -> int:
    """An associative verb over one or more wires as a tree of logarithmic depth."""
    while len(wires) > 1:
        pairs = [verb(wires[i], wires[i + 1]) for i in range(0, len(wires) - 1, 2)]
        wires = pairs + wires[len(wires) & ~1 :]
    return wires[0]


def expand_table(target: GateTarget, inputs: list[int], table: tuple[int, ...]) -> int:
    """A lookup table as gates, by Shannon expansion: f = x f(x=1) or not x f(x=0), each subtable built once.

    A subtable over the last `rest` inputs is an integer of 2^rest bits, index 0 the most significant, so the half for
    x = 0 is its upper half.
    """
    built: dict[tuple[int, int], int] = {}

    def wire(part: int, rest: int) -> int:
        # At most as deep as a table has inputs, 16.
        key = (part, rest)
        if key not in built:
            opposite = (part ^ ((1 << (1 << rest)) - 1), rest)
            built[key] = target.negation(built[opposite]) if opposite in built else expand(part, rest)
        return built[key]

    def expand(part: int, rest: int) -> int:
        size = 1 << rest
        full = (1 << size) - 1
        if part in (0, full):
            return target.const(1 if part else 0)
        x = inputs[len(inputs) - rest]
        if rest == 2 and part in (0b1110, 0b1000):
            # nand and nor: one negation instead of two
            verb = target.and_ if part == 0b1110 else target.or_
            return target.negation(verb(x, inputs[-1]))
        half = size >> 1
        all_ones = (1 << half) - 1
        zero, one = part >> half, part & all_ones
        if zero == one:
            return wire(zero, rest - 1)
        if zero == one ^ all_ones:
            if one in (0, all_ones):
                return x if one else target.negation(x)
            return target.xor(x, wire(zero, rest - 1))
        if one == all_ones:
            return target.or_(x, wire(zero, rest - 1))
        if one == 0:
            return target.and_(target.negation(x), wire(zero, rest - 1))
        if zero == all_ones:
            return target.or_(target.negation(x), wire(one, rest - 1))
        if zero == 0:
            return target.and_(x, wire(one, rest - 1))
        chosen = target.and_(x, wire(one, rest - 1))
        return target.or_(chosen, target.and_(target.negation(x), wire(zero, rest - 1)))

    return wire(int("".join(map(str, table)), 2), len(inputs))


class PlainGates:
    """The target of `binary`: two-input AND and OR, NOT, ID, constants. One new NOT a wire at most."""

    def __init__(self) -> None:
        self.builder = CircuitBuilder()
        self.and_, self.or_, self.const = self.builder.and_, self.builder.or_, self.builder.const
        self.negations: dict[int, int] = {}

    def xor(self, left: int, right: int) -> int:
        """(a or b) and not (a and b): four gates, where the sum of products takes five."""
        either, both = self.or_(left, right), self.and_(left, right)
        return self.and_(either, self.negation(both))

    def negation(self, wire: int) -> int:
        if wire not in self.negations:
            self.keep("not", wire)
        return self.negations[wire]

    def keep(self, kind: str, wire: int) -> int:
        made = self.builder.gate(kind, (wire,))
        if kind == "not":
            self.negations.setdefault(wire, made)
            self.negations.setdefault(made, wire)
        return made


def is_binary(circuit: Circuit) -> bool:
    """True if every gate is one of the paper's (or a constant) with at most two inputs."""
    return all(
        gate.kind in BINARY_KINDS and (len(gate.inputs) == 2 or gate.kind not in ("and", "or"))
        for gate in circuit.gates
    )


def binary(circuit: Circuit) -> Circuit:
    """The same function by AND and OR gates of two inputs, NOT, ID and constants; inputs and outputs keep their names.

    A circuit that has only such gates is returned as it is.
    """
    if is_binary(circuit):
        return circuit
    target = PlainGates()
    wires = lower(circuit, target, [target.builder.input(name) for name in circuit.inputs])
    for name, node in circuit.outputs:
        target.builder.output(name, wires[node])
    return target.builder.build(circuit.name, circuit.doc)
