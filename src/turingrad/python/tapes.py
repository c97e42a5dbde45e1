"""A learner's tapes for the straight-line machine: its samples, its start memory, and its program.

`update` is the whole step of the reference interpreter: done, on_error and random bits are in the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from turingrad._support.arrays import Bits, Signs
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.and_inverter import FreeNegation
from turingrad.machine.circuit.binary import lower
from turingrad.machine.learner import Learner
from turingrad.machine.learner.run import coins
from turingrad.machine.tape import TapeConfiguration
from turingrad.python.logic import TRUE, Graph
from turingrad.python.schedule import Program, schedule_answer, schedule_program
from turingrad.python.straight_line import ANSWER, BLANK, QUERY, bit_of

DATA_TAPE = 1


class GraphTarget(FreeNegation):
    """A graph as the target of a circuit's lowering."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.and_, self.or_, self.xor = graph.and_, graph.or_, graph.xor


def literals(graph: Graph, circuit: Circuit, inputs: Sequence[int]) -> list[int]:
    """A circuit in a graph, folded: the literals of its outputs."""
    wires = lower(circuit, GraphTarget(graph), inputs)
    return [wires[node] for node in circuit.output_nodes]


def step_literals(
    graph: Graph, learner: Learner, b: Sequence[int], x: Sequence[int], y: int, r: Sequence[int]
) -> list[int]:
    """The memory after one step of the reference interpreter (machine/learner/run.py)."""
    change = TRUE
    if learner.on_error:
        (prediction,) = literals(graph, learner.predict, [*b, *x])
        change = graph.xor(prediction, y)
    elif learner.done is not None:
        (done,) = literals(graph, learner.done, b)
        change = done ^ 1
    updated = literals(graph, learner.update, [*b, *x, y, *r])
    return [graph.mux(change, new, old) for new, old in zip(updated, b, strict=True)]


@dataclass(frozen=True)
class LearnerTapes:
    """What the tapes of the straight-line machine hold for a learner.

    `places[i]` is where memory bit i stands on the data tape, 2 cell + bit, right of the guard; `order` says which of a
    sample's bits (features, label, random bits) come first on tape 0, `query_order` the same for a query's features.
    """

    learner: Learner
    update: Program
    predict: Program
    places: tuple[int, ...]
    order: tuple[int, ...]
    query_order: tuple[int, ...]

    @property
    def length(self) -> int:
        """Cells of the data tape that hold memory."""
        return (max(self.places, default=-1) >> 1) + 1

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
        cells = [0] * self.length
        for place, bit in zip(self.places, self.learner.memory, strict=True):
            cells[place >> 1] |= bit << (place & 1)
        return "".join(map(str, cells))

    def program(self, query: bool = False) -> str:
        """Tape 2."""
        return self.update.text + "e" + (self.predict.text + ANSWER if query else "")

    def machine_input(
        self, X: Signs, y: Signs, seed: int = 0, query: Signs | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """The machine's whole input, guards included."""
        asked = "" if query is None else self.query(query)
        rows = (self.samples(X, y, seed) + asked, self.data(), self.program(query is not None))
        return tuple(tuple(BLANK + row) for row in rows)

    def memory(self, cells: Sequence[str]) -> tuple[int, ...]:
        """The memory bits from the data tape's cells right of the guard."""
        return tuple(bit_of(cells[p >> 1], p & 1) if p >> 1 < len(cells) else 0 for p in self.places)

    def memory_in(self, configuration: TapeConfiguration) -> tuple[int, ...]:
        """The memory bits in a configuration of the machine."""
        data = configuration.tapes[DATA_TAPE]
        return self.memory([data.read(1 + cell, BLANK) for cell in range(self.length)])

    def steps(self, samples: int) -> int:
        """Steps until so many samples are learned: head 2 stands on `e`. A sample takes the program and its rewind."""
        return 1 + samples * (2 * len(self.update.text) + 2) - (len(self.update.text) + 2 if samples else 0)


@lru_cache(maxsize=16)
def learner_tapes(learner: Learner) -> LearnerTapes:
    graph = Graph()
    b, x = graph.variables(len(learner.memory)), graph.variables(learner.features)
    y, r = graph.variable(), graph.variables(learner.random_bits)
    given = [*x, y, *r]
    update = schedule_program(graph, b, given, step_literals(graph, learner, b, x, y, r))
    (answer,) = literals(graph, learner.predict, [*b, *x])
    predict = schedule_answer(graph, update.places, x, answer)
    return LearnerTapes(
        learner,
        update,
        predict,
        tuple(update.places[literal] for literal in b),
        tuple(given.index(literal) for literal in update.inputs),
        tuple(x.index(literal) for literal in predict.inputs),
    )
