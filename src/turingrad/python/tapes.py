"""A learner's tapes for the straight-line machine: its samples, its start memory, and its program.

`update` is the whole step of the reference interpreter: done, on_error and random bits are in the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turingrad.arrays import Bits, Signs
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.binary import lower
from turingrad.machine.learner import Learner
from turingrad.machine.learner.run import coins
from turingrad.machine.learner.step import step_circuit
from turingrad.python.logic import Graph
from turingrad.python.schedule import Program, scheduled
from turingrad.python.straight_line import ANSWER, BLANK, QUERY


class GraphTarget:
    """A graph as the target of a circuit's lowering."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.and_, self.or_, self.xor = graph.and_, graph.or_, graph.xor

    def negation(self, wire: int) -> int:
        return wire ^ 1

    def const(self, bit: int) -> int:
        return bit

    def keep(self, kind: str, wire: int) -> int:
        return wire ^ 1 if kind == "not" else wire


def literals(graph: Graph, circuit: Circuit, inputs: Sequence[int]) -> list[int]:
    """A circuit in a graph, folded: the literals of its outputs."""
    wires = lower(circuit, GraphTarget(graph), inputs)
    return [wires[node] for node in circuit.output_nodes]


@dataclass(frozen=True)
class LearnerTapes:
    """What the tapes of the straight-line machine hold for a learner.

    `cells[i]` is the data cell of memory bit i, right of the guard; `order` says which of a sample's bits (features,
    label, random bits) come first on tape 0, `query_order` the same for a query's features.
    """

    learner: Learner
    update: Program
    predict: Program
    cells: tuple[int, ...]
    order: tuple[int, ...]
    query_order: tuple[int, ...]

    def samples(self, X: Signs, y: Signs, seed: int = 0) -> str:
        """Tape 0: all samples."""
        random, _ = coins(self.learner, seed, len(X))
        rows: Bits = np.hstack([X > 0, (y > 0)[:, None], random]).astype(np.uint8)
        return "".join(map(str, rows[:, list(self.order)].ravel().tolist()))

    def query(self, x: Signs) -> str:
        """What follows the samples on tape 0 to ask for a prediction."""
        return QUERY + "".join(str(int(x[i] > 0)) for i in self.query_order)

    def data(self) -> str:
        """Tape 1 at the start: the memory."""
        cells = dict(zip(self.cells, self.learner.memory, strict=True))
        return "".join(str(cells.get(cell, 0)) for cell in range(max(self.cells, default=-1) + 1))

    def program(self, query: bool = False) -> str:
        """Tape 2."""
        return self.update.text + "e" + (self.predict.text + ANSWER if query else "")

    def given(self, X: Signs, y: Signs, seed: int = 0, query: Signs | None = None) -> tuple[tuple[str, ...], ...]:
        """The machine's whole input, guards included."""
        asked = "" if query is None else self.query(query)
        rows = (self.samples(X, y, seed) + asked, self.data(), self.program(query is not None))
        return tuple(tuple(BLANK + row) for row in rows)

    def memory(self, cells: Sequence[str]) -> tuple[int, ...]:
        """The memory bits from the data tape's cells right of the guard."""
        return tuple(int(cell < len(cells) and cells[cell] == "1") for cell in self.cells)


def learner_tapes(learner: Learner) -> LearnerTapes:
    graph = Graph()
    b, x = graph.variables(len(learner.memory)), graph.variables(learner.features)
    given = [*x, graph.variable(), *graph.variables(learner.random_bits)]
    _, *new = literals(graph, step_circuit(learner), [*b, *given])
    update = scheduled(graph, b, given, new)
    (answer,) = literals(graph, learner.predict, [*b, *x])
    kept = {literal >> 1: update.cells[literal] for literal in b}
    predict = scheduled(graph, b, x, [answer], kept, answer_only=True)
    return LearnerTapes(
        learner,
        update,
        predict,
        tuple(update.cells[literal] for literal in b),
        tuple(given.index(literal) for literal in update.inputs),
        tuple(x.index(literal) for literal in predict.inputs),
    )
