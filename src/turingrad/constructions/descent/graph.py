"""The graph of the finite control: V = Q x symbols^d, and an edge (q, t) -> (delta_1(q, t), any t')."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I64
from turingrad.errors import LimitError
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.kernel import HALT, transition_tables

MAX_VERTICES = 1 << 22  # a table entry each for state, symbols and moves: some 300 MB for three tapes


@dataclass(frozen=True, eq=False)
class ControlGraph:
    """Vertex number `state * reads + digits of t`. At a halting vertex nothing is written, moved or followed.

    `read[v]` and `write[v]` are the symbol numbers of t and delta_2, `move[v]` is delta_3, one column per tape;
    `next_state[v]` is delta_1, or -1 where the machine halts (a halting state, or no rule).
    """

    machine: TapeMachine
    next_state: I64  # (V,)
    read: I64  # (V, d)
    write: I64  # (V, d)
    move: I64  # (V, d)

    @property
    def vertices(self) -> int:
        return len(self.next_state)

    @property
    def reads(self) -> int:
        """symbols^d: the vertices of one state, and the successors of a running vertex."""
        return int(len(self.machine.symbols) ** self.machine.tapes)

    @property
    def running(self) -> I64:
        return np.flatnonzero(self.next_state >= 0)

    @property
    def halting(self) -> I64:
        return np.flatnonzero(self.next_state < 0)

    @property
    def edges(self) -> int:
        return len(self.running) * self.reads

    @property
    def self_loops(self) -> I64:
        """Running vertices that may follow themselves: delta_1(q, t) = q."""
        running = self.running
        loops: I64 = running[self.next_state[running] == running // self.reads]
        return loops

    def vertex(self, state: str, symbols: tuple[str, ...]) -> int:
        number = self.machine.states.index(state)
        for symbol in symbols:
            number = number * len(self.machine.symbols) + self.machine.symbols.index(symbol)
        return number

    def state(self, vertex: int) -> str:
        return self.machine.states[vertex // self.reads]


def control_graph(machine: TapeMachine) -> ControlGraph:
    if len(machine.states) * len(machine.symbols) ** machine.tapes > MAX_VERTICES:
        raise LimitError(
            f"{len(machine.states)} states, {len(machine.symbols)} symbols, {machine.tapes} tape(s) make more than "
            f"{MAX_VERTICES:,} vertices"
        )
    reads = len(machine.symbols) ** machine.tapes
    next_row, write, move = transition_tables(machine)
    digits = np.unravel_index(np.arange(len(next_row)) % reads, (len(machine.symbols),) * machine.tapes)
    read = np.stack(digits, axis=1)
    running = next_row != HALT
    return ControlGraph(
        machine=machine,
        next_state=np.where(running, next_row // reads, -1),
        read=read,
        write=np.where(running[:, None], write, read).astype(np.int64),
        move=np.where(running[:, None], move, 0).astype(np.int64),
    )
