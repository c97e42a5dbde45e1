"""The closed-form executor: the numbers of gradient descent without autograd, at tens of millions of steps per second.

Its tables are read off the network's weights (`tables`); steps of each run, drawn at random, are re-done by autograd on
the network itself (`recheck`).
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from turingrad._support.arrays import F32, F64, I64, Floats, Mask
from turingrad.constructions.descent.executors.kernel import advance, advance_one_tape
from turingrad.constructions.descent.executors.recheck import Redo
from turingrad.constructions.descent.executors.tables import Tables, tables_of
from turingrad.constructions.descent.network import TapeDescent
from turingrad.errors import LimitError
from turingrad.exact import multiples
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput

FIRST_CELLS = 16
MAX_NUMBERS = 1 << 28  # of the tape variable: 1 GB


def by_vertex(tables: Tables) -> tuple[I64, Floats, Floats, Floats, Floats]:
    """For the kernel of one tape: (moves, written, starts, reading, rates). In float32 where every partial sum of the
    entries is exact there, as for all networks that are, in float64 elsewhere."""
    reading = 2 * tables.reads * tables.codes  # (symbols, k)
    seen = tables.codes[tables.read[:, 0]]  # (V, k)
    along = tables.along[0][tables.read[:, 0]]  # (V, symbols)
    largest = np.abs(along).max() + 2 * np.abs(tables.codes).max() * np.abs(reading).sum(axis=1).max()
    products = np.multiply.outer(np.unique(tables.codes), reading)
    exact = multiples("entries", float(largest), [*along.reshape(-1), *products.reshape(-1)]).exact_in("float32")
    rates = np.array([2 * tables.squares, tables.rate])
    parts = tables.codes[tables.write[:, 0]], along + seen @ reading.T, reading, rates
    written, starts, slopes, own_rates = (part.astype(np.float32) if exact else part for part in parts)
    return tables.move[:, 0].astype(np.int64), written, starts, slopes, own_rates


class ClosedForm:
    """A stepper: `vertex` is the vertex of s, `T` (cells, tapes, k) the tapes, `heads` the indices of H's ones.

    The first `keep_losses` losses are recorded. `digest` is a hash of all vertices and heads that were passed. `redo`
    re-does steps by autograd, see `recheck`: the first, one drawn in each span from 2^k to 2^(k+1), and the halt;
    `redone` is how many. The draw depends on the input and on `seed` only. It pauses before a vertex of `pauses` (V,)
    until `step_over`.
    """

    def __init__(
        self,
        network: TapeDescent,
        given: TapeInput = None,
        *,
        keep_losses: int = 0,
        redo: Redo | None = None,
        pauses: Mask | None = None,
        seed: int = 0,
    ) -> None:
        recipe = network.recipe
        self.recipe, self.tables = recipe, tables_of(network)
        tables = self.tables
        self.codes = tables.codes.astype(np.float32)
        self.reading = (2 * tables.reads * tables.codes).astype(np.float32)
        self.along, self.level = tables.along.astype(np.float32), tables.level
        self.rates = np.array([2 * tables.squares, tables.rate, tables.reads])
        self.halts = tables.first_follower < 0
        if recipe.machine.tapes == 1:
            self.by_vertex = by_vertex(tables)
        self.never = np.zeros(len(tables.read), bool)
        self.pauses = self.never if pauses is None else pauses
        rows = recipe.contents(given)
        self.vertex = recipe.start(rows)
        tapes = recipe.machine.tapes
        cells, longest = FIRST_CELLS, max(len(row) for row in rows)
        while cells < longest + 2:
            cells *= 2
        if cells * tapes * self.codes.shape[1] > MAX_NUMBERS:
            raise LimitError(f"an input of {longest:,} cells is longer than the tape variable may be")
        self.origin = (cells - longest) // 2
        content = np.full((cells, tapes), recipe.blank)
        for tape, row in enumerate(rows):
            content[self.origin : self.origin + len(row), tape] = row
        self.T = self.codes[content]
        self.heads = np.full(tapes, self.origin, np.int64)
        self.steps = 0
        self.kept = np.empty(keep_losses)
        self.recorded = 0
        self.digest = np.uint64(0)
        self.redo, self.redone = redo, 0
        self.random = np.random.default_rng([seed, crc32(content.tobytes())])
        self.span, self.next_redo = 1, 0

    def advance(self, steps: int) -> int:
        """At most that many gradient steps; fewer where the machine halts or pauses."""
        if self.redo is None:
            return self._steps(steps, self.pauses)
        taken = 0
        while taken < steps and not self.halted() and not self.paused():
            if self.steps == self.next_redo:
                taken += self._redone_step()
            else:
                taken += self._steps(min(steps - taken, self.next_redo - self.steps), self.pauses)
        if self.halted() and self.next_redo >= 0:
            self.redo(self)(self)  # at the halt a step changes nothing
            self.redone += 1
            self.next_redo = -1
        return taken

    def step_over(self) -> None:
        """The one step out of a vertex that pauses, re-done by autograd where any are."""
        if self.redo is None:
            self._steps(1, self.never)
        else:
            self._redone_step()

    def leave(self) -> None:
        """The one step out of a vertex that pauses, re-done by autograd if its turn has come."""
        if self.redo is None or self.steps != self.next_redo:
            self._steps(1, self.never)
        else:
            self._redone_step()

    def _redone_step(self) -> int:
        assert self.redo is not None
        compared = self.redo(self)
        taken = self._steps(1, self.never)
        compared(self)
        self.redone += 1
        while self.next_redo < self.steps:
            self.next_redo = self.span + int(self.random.integers(self.span))
            self.span *= 2
        return taken

    def _steps(self, steps: int, pauses: Mask) -> int:
        taken, tables = 0, self.tables
        while taken < steps:
            place = self.T, self.heads, self.origin, self.vertex, steps - taken
            if self.T.shape[1] == 1 and self.recorded >= self.kept.size:
                self.vertex, count, digest = advance_one_tape(
                    tables.first_follower, *self.by_vertex, self.halts | pauses, *place, self.digest
                )
            else:
                self.vertex, count, self.recorded, digest = advance(
                    tables.first_follower,
                    tables.read,
                    tables.write,
                    tables.move,
                    self.codes,
                    self.reading,
                    self.along,
                    self.level,
                    self.rates,
                    pauses,
                    *place,
                    self.kept,
                    self.recorded,
                    self.digest,
                )
            self.digest = np.uint64(digest)  # numba hands back a plain int
            taken += count
            self.steps += count
            if taken < steps:
                if self.halted() or pauses[self.vertex]:
                    break
                self._grow()
        return taken

    def halted(self) -> bool:
        return bool(self.tables.first_follower[self.vertex] < 0)

    def paused(self) -> bool:
        return bool(self.pauses[self.vertex])

    def write_data(self, row: Sequence[int]) -> None:
        """Other symbols on tape 0, from the cell right of cell 0 on."""
        first = self.origin + 1
        while len(row) > len(self.T) - first - 1:
            self._grow()
            first = self.origin + 1
        self.T[:, 0] = self.codes[self.recipe.blank]
        self.T[first : first + len(row), 0] = self.codes[list(row)]

    def losses(self) -> F64:
        """The recorded losses, and the present one where all were recorded and the machine has halted."""
        if self.halted() and self.recorded == self.steps:
            return np.append(self.kept[: self.recorded], self.level[self.vertex])
        return self.kept[: self.recorded]

    def configuration(self) -> TapeConfiguration:
        content = self.recipe.encoding.symbols(self.T.transpose(1, 0, 2), exact=True)
        at = self.steps - self.recipe.boot_steps
        return self.recipe.configuration(self.vertex, content, [int(h) for h in self.heads], self.origin, at)

    def control(self) -> F32:
        """s, as a vector."""
        s = np.zeros(self.recipe.graph.vertices, np.float32)
        s[self.vertex] = 1
        return s

    def head_variable(self) -> F32:
        """H, (tapes, cells)."""
        H = np.zeros((len(self.heads), len(self.T)), np.float32)
        H[np.arange(len(self.heads)), self.heads] = 1
        return H

    def control_gradient(self) -> F64:
        """The gradient in s at the present vertex, all |V| entries."""
        self.make_room()
        tables, ahead = self.tables, []  # what the next step reads: the tape after the write, under the next heads
        for tape, head in enumerate(self.heads):
            move = int(tables.move[self.vertex, tape])
            ahead.append(self.codes[tables.write[self.vertex, tape]] if move == 0 else self.T[head + move, tape])
        return tables.control_gradient(self.vertex, np.array(ahead, np.float64))

    def make_room(self) -> None:
        """Longer tapes where a head stands on the first or last cell."""
        if np.any((self.heads == 0) | (self.heads == len(self.T) - 1)):
            self._grow()

    def _grow(self) -> None:
        cells, tapes, width = self.T.shape
        if 2 * self.T.size > MAX_NUMBERS:
            raise LimitError(f"the tape is longer than {cells:,} cells after {self.steps:,} steps")
        grown = np.empty((2 * cells, tapes, width), np.float32)
        grown[:] = self.codes[self.recipe.blank]
        shift = cells // 2
        grown[shift : shift + cells] = self.T
        self.T = grown
        self.origin += shift
        self.heads += shift
