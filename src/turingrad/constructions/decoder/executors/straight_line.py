"""Circuits as arrays that a kernel runs: rows of bits, one operation after the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I32
from turingrad.constructions.decoder.executors.circuit import (
    AND,
    AND_NOT,
    COPY,
    FALSE,
    NOR,
    NOT,
    OR,
    OR_NOT,
    XOR,
    BlockCircuit,
)


@dataclass(frozen=True)
class StraightLine:
    """Operations (kind, target, first, second) over rows: the features, one row for clashes, then `spare` ones."""

    operations: I32  # (count, 4)
    spare: int


class Writer:
    """Gives rows to gates, and takes them back after their last use."""

    def __init__(self, circuit: BlockCircuit, clashes: bool, by_depth: bool = False) -> None:
        self.by_depth = by_depth
        self.source, self.features = circuit.circuit, circuit.circuit.features
        self.roots = list(circuit.outputs.items())
        self.clash = [literal for literal in circuit.clash if literal != FALSE] if clashes else []
        self.rows: dict[int, int] = {}
        self.free: list[int] = []
        self.spare = 0
        self.operations: list[tuple[int, int, int, int]] = []

    def live(self) -> list[int]:
        """The nodes that a root needs, in an order in which each is after its inputs. By depth, neighbours do not wait
        for each other, but more rows are in use at once."""
        needed, first = set[int](), self.features + 1
        stack = [literal >> 1 for _, literal in self.roots] + [literal >> 1 for literal in self.clash]
        while stack:
            node = stack.pop()
            if node >= first and node not in needed:
                needed.add(node)
                _, a, b = self.source.gates[node - first]
                stack += [a >> 1, b >> 1]
        depth: dict[int, int] = {}
        for node in sorted(needed) if self.by_depth else ():
            _, a, b = self.source.gates[node - first]
            depth[node] = 1 + max(depth.get(a >> 1, 0), depth.get(b >> 1, 0))
        return sorted(needed, key=lambda node: (depth.get(node, 0), node))

    def row(self, node: int) -> int:
        return node - 1 if node <= self.features else self.rows[node]

    def write_code(self) -> StraightLine:
        nodes, first = self.live(), self.features + 1
        uses: dict[int, int] = {}
        for position, node in enumerate(nodes):
            for literal in self.source.gates[node - first][1:]:
                uses[literal >> 1] = position
        kept = {literal >> 1 for _, literal in self.roots}
        ending: dict[int, list[int]] = {}
        for node, position in uses.items():
            if node >= first and node not in kept:
                ending.setdefault(position, []).append(node)
        unwanted = set(self.clash)
        for position, node in enumerate(nodes):
            kind, a, b = self.source.gates[node - first]
            self.operations.append(self.operation(kind, self.take_register(node), a, b))
            for sign, kind in ((0, OR), (1, OR_NOT)):
                if 2 * node + sign in unwanted:
                    self.operations.append((kind, self.features, self.row(node), self.row(node)))
            for done in ending.get(position, ()):
                self.free.append(self.rows.pop(done))
            if node not in uses and node not in kept:
                self.free.append(self.rows.pop(node))
        for literal in unwanted:
            if literal >> 1 < first:
                row = self.row(literal >> 1)
                self.operations.append((OR_NOT if literal & 1 else OR, self.features, row, row))
        self.finish()
        return StraightLine(np.array(self.operations, dtype=np.int32).reshape(-1, 4), self.spare)

    def finish(self) -> None:
        """Features take their new values: through spare rows, as one may be needed for another."""
        moved = []
        for feature, literal in self.roots:
            if literal >> 1 == 0:
                assert literal == FALSE, "a feature that is always on"
                continue
            if literal == 2 * (feature + 1):
                continue
            row = self.row(literal >> 1)
            if literal >> 1 <= self.features:
                held = self.take_register(-feature - 1)
                self.operations.append((COPY, held, row, row))
                row = held
            moved.append((COPY if literal & 1 == 0 else NOT, feature, row))
        self.operations += [(kind, feature, row, row) for kind, feature, row in moved]

    def take_register(self, node: int) -> int:
        if not self.free:
            self.spare += 1
            self.free.append(self.features + self.spare)
        self.rows[node] = self.free.pop()
        return self.rows[node]

    def operation(self, kind: int, target: int, a: int, b: int) -> tuple[int, int, int, int]:
        first, second = self.row(a >> 1), self.row(b >> 1)
        if kind == XOR:
            return XOR, target, first, second
        if a & 1 and b & 1:
            return NOR, target, first, second
        if a & 1:
            return AND_NOT, target, second, first
        return (AND_NOT if b & 1 else AND), target, first, second


def straight_line(circuit: BlockCircuit, clashes: bool = True, by_depth: bool = False) -> StraightLine:
    """The operations of a block's units; `clashes` collects, in the row after the features, where the stream would
    not be -1 and +1. `by_depth` is for processors that run one token at a time."""
    return Writer(circuit, clashes, by_depth).write_code()
