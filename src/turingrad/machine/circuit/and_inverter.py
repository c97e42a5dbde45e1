"""Circuits as and-inverter graphs: AND (and, where asked for, XOR) of two literals, negation free on every edge.

A literal is 2 v + n: variable v, negated where n is 1. Variable 0 is the constant 0, variables 1 to I are the inputs,
the gates follow in topological order. This is AIGER's numbering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I64, Mask
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.binary import lower


@dataclass(frozen=True, eq=False)
class AndInverterGraph:
    """Gate j is variable 1 + inputs + j: AND of the literals left[j] and right[j], or their XOR where xor[j] is set."""

    inputs: int
    xor: Mask  # (gates,)
    left: I64  # (gates,)
    right: I64  # (gates,)
    outputs: I64  # (outputs,)


def dependencies(literals: Iterable[int], parts: Callable[[int], Iterable[int]]) -> list[int]:
    """The nodes that literals depend on, in topological order: `parts` are the literals that a node is made of, all of
    smaller nodes."""
    seen: set[int] = set()
    stack = [literal >> 1 for literal in literals]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack.extend(literal >> 1 for literal in parts(node))
    return sorted(seen)


class FreeNegation:
    """What targets of a circuit's lowering have in common where wires are literals."""

    def negation(self, wire: int) -> int:
        return wire ^ 1

    def const(self, bit: int) -> int:
        return bit

    def keep(self, kind: str, wire: int) -> int:
        return wire ^ 1 if kind == "not" else wire


class Literals(FreeNegation):
    """The target of `and_inverter_graph`: collects gates and hands out literals."""

    def __init__(self, inputs: int, xor_gates: bool) -> None:
        self.inputs = inputs
        self.xor_gates = xor_gates
        self.is_xor: list[bool] = []
        self.left: list[int] = []
        self.right: list[int] = []

    def gate(self, left: int, right: int, is_xor: bool) -> int:
        self.is_xor.append(is_xor)
        self.left.append(left)
        self.right.append(right)
        return 2 * (self.inputs + len(self.left))

    def and_(self, left: int, right: int) -> int:
        return self.gate(left, right, False)

    def or_(self, left: int, right: int) -> int:
        return self.gate(left ^ 1, right ^ 1, False) ^ 1

    def xor(self, left: int, right: int) -> int:
        if self.xor_gates:
            return self.gate(left, right, True)
        return self.and_(self.or_(left, right), self.and_(left, right) ^ 1)


def and_inverter_graph(circuit: Circuit, *, xor_gates: bool = False) -> AndInverterGraph:
    """The circuit's function as literals; no gate is folded or shared beyond what the circuit shares."""
    target = Literals(len(circuit.inputs), xor_gates)
    wires = lower(circuit, target, [2 * (1 + i) for i in range(len(circuit.inputs))])
    return AndInverterGraph(
        inputs=len(circuit.inputs),
        xor=np.array(target.is_xor, dtype=np.bool_),
        left=np.array(target.left, dtype=np.int64),
        right=np.array(target.right, dtype=np.int64),
        outputs=np.array([wires[node] for node in circuit.output_nodes], dtype=np.int64),
    )
