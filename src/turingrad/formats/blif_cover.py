"""The covers of BLIF: rows of 0, 1 and - over the inputs of a `.names`, and the gates that they are.

With `value` 1 the rows list where the function is 1 (the on-set), with `value` 0 where it is 0 (the off-set).
"""

from __future__ import annotations

from functools import lru_cache

from turingrad.machine.circuit import Gate
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.truth_table import gate_of_table

# Wider covers are not tabulated: 2^k bits would let a short file ask for any amount of memory.
MAX_TABULATED_INPUTS = 6


def emit_cover(rows: tuple[str, ...], value: int, make: CircuitBuilder, wires: list[int]) -> int:
    """The wire of a cover: one gate where its table is small, else a sum of products."""
    if len(wires) > MAX_TABULATED_INPUTS:
        return emit_products(rows, value, make, wires)
    gate = tabulate(len(wires), rows, value)
    return make.gate(gate.kind, [wires[i] for i in gate.inputs], gate.table)


@lru_cache(maxsize=1024)
def tabulate(fan_in: int, rows: tuple[str, ...], value: int) -> Gate:
    """The gate of a small cover over the inputs 0, 1, ..., fan_in - 1."""
    table = [1 - value if rows else 0] * (1 << fan_in)
    for row in set(rows):
        indices = [0]
        for mark in row:
            indices = [i << 1 | bit for i in indices for bit in ((0, 1) if mark == "-" else (int(mark),))]
        for i in indices:
            table[i] = value
    return gate_of_table(tuple(range(fan_in)), tuple(table))


def emit_products(rows: tuple[str, ...], value: int, make: CircuitBuilder, wires: list[int]) -> int:
    """Each row as the AND of its literals, the rows joined by OR, negated for an off-set."""
    if not rows:
        return make.const(0)
    if len(rows) == 1 and value == 0 and "1" not in rows[0] and "0" in rows[0]:
        # not (not a and not b and ...) is how an OR of many inputs is written in one row
        return make.or_(*(wire for wire, mark in zip(wires, rows[0], strict=True) if mark == "0"))
    negations: dict[int, int] = {}
    products = []
    for row in rows:
        literals = []
        for wire, mark in zip(wires, row, strict=True):
            if mark == "0" and wire not in negations:
                negations[wire] = make.not_(wire)
            if mark != "-":
                literals.append(wire if mark == "1" else negations[wire])
        products.append(make.and_(*literals))
    total = make.or_(*products)
    return total if value else make.not_(total)
