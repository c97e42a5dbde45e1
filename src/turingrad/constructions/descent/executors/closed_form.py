"""The closed-form executor: the numbers of gradient descent without autograd, at tens of millions of steps a second."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad.arrays import F64
from turingrad.constructions.descent.executors.kernel import advance
from turingrad.constructions.descent.executors.recheck import Redo
from turingrad.constructions.descent.recipe import Recipe
from turingrad.errors import CertificateError, LimitError
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput

FIRST_CELLS = 16
MAX_NUMBERS = 1 << 28  # of the tape variable: 1 GB


class ClosedForm:
    """A stepper: `vertex` is the vertex of s, `T` (cells, tapes, k) the tapes, `heads` the indices of H's ones.

    The first `keep_losses` losses are recorded. `digest` is a hash of all vertices and heads that were passed.
    `redo` re-does the steps 0, 1, 4, 16, ... by autograd, see `recheck`; `redone` is how many.
    """

    def __init__(
        self, recipe: Recipe, given: TapeInput = None, *, keep_losses: int = 0, redo: Redo | None = None
    ) -> None:
        if recipe.margin <= 0:
            raise CertificateError(
                f"b = {recipe.constants.b:g} does not separate the right successor from the others; "
                f"b must be above {recipe.encoding.least_b:g}"
            )
        self.recipe = recipe
        graph, encoding, constants = recipe.graph, recipe.encoding, recipe.constants
        b, gamma = constants.b, constants.gamma
        self.first_follower = np.where(graph.next_state >= 0, graph.next_state * graph.reads, -1)
        self.read, self.write, self.move = (table.astype(np.int32) for table in (graph.read, graph.write, graph.move))
        self.codes = encoding.matrix.astype(np.float32)
        self.reading = (4 * b * b * gamma * encoding.matrix).astype(np.float32)
        self.agreeing = (4 * b * gamma * encoding.agreements).astype(np.float32)
        self.rates = np.array([gamma, 1 / gamma, 2 * b * b * gamma, constants.c])
        rows = recipe.contents(given)
        self.vertex = recipe.start(rows)
        cells, longest = FIRST_CELLS, max(len(row) for row in rows)
        while cells < longest + 2:
            cells *= 2
        if cells * recipe.machine.tapes * encoding.width > MAX_NUMBERS:
            raise LimitError(f"an input of {longest:,} cells is longer than the tape variable may be")
        self.origin = (cells - longest) // 2
        content = np.full((cells, recipe.machine.tapes), recipe.blank)
        for tape, row in enumerate(rows):
            content[self.origin : self.origin + len(row), tape] = row
        self.T = self.codes[content]
        self.heads = np.full(recipe.machine.tapes, self.origin, np.int64)
        self.steps = 0
        self.kept = np.empty(keep_losses)
        self.recorded = 0
        self.digest = np.uint64(0)
        self.redo, self.redone, self.next_redo = redo, 0, 0

    def advance(self, steps: int) -> int:
        """At most that many gradient steps; fewer where the machine halts."""
        if self.redo is None:
            return self._steps(steps)
        taken = 0
        while taken < steps and not self.halted():
            if self.steps == self.next_redo:
                compared = self.redo(self)
                taken += self._steps(1)
                compared(self)
                self.redone += 1
                self.next_redo = max(1, 4 * self.next_redo)
            else:
                taken += self._steps(min(steps - taken, self.next_redo - self.steps))
        if self.halted() and self.next_redo >= 0:
            self.redo(self)(self)  # at the halt a step changes nothing
            self.redone += 1
            self.next_redo = -1
        return taken

    def _steps(self, steps: int) -> int:
        taken = 0
        while taken < steps:
            self.vertex, count, self.recorded, digest = advance(
                self.first_follower,
                self.read,
                self.write,
                self.move,
                self.codes,
                self.reading,
                self.agreeing,
                self.rates,
                self.T,
                self.heads,
                self.origin,
                self.vertex,
                steps - taken,
                self.kept,
                self.recorded,
                self.digest,
            )
            self.digest = np.uint64(digest)  # numba hands back a plain int
            taken += count
            self.steps += count
            if taken < steps:
                if self.halted():
                    break
                self._grow()
        return taken

    def halted(self) -> bool:
        return bool(self.first_follower[self.vertex] < 0)

    def losses(self) -> F64:
        """The recorded losses, and the present one where all were recorded and the machine has halted."""
        if self.halted() and self.recorded == self.steps:
            final = self.recipe.constants.c - self.recipe.constants.halt_weight * self.recipe.constants.gamma
            return np.append(self.kept[: self.recorded], final)
        return self.kept[: self.recorded]

    def configuration(self) -> TapeConfiguration:
        content = self.recipe.encoding.symbols(self.T.transpose(1, 0, 2), exact=True)
        at = self.steps - self.recipe.boot_steps
        return self.recipe.configuration(self.vertex, content, [int(h) for h in self.heads], self.origin, at)

    def control(self) -> npt.NDArray[np.float32]:
        """s, as a vector."""
        s = np.zeros(self.recipe.graph.vertices, np.float32)
        s[self.vertex] = 1
        return s

    def head_variable(self) -> npt.NDArray[np.float32]:
        """H, (tapes, cells)."""
        H = np.zeros((len(self.heads), len(self.T)), np.float32)
        H[np.arange(len(self.heads)), self.heads] = 1
        return H

    def control_gradient(self) -> F64:
        """The gradient in s at the present vertex, all |V| entries."""
        return control_gradient(self.recipe, self.vertex, self._codes_ahead())

    def _codes_ahead(self) -> F64:
        """What the next step reads: the tape after the write, under the next heads, (tapes, k)."""
        self.make_room()
        graph, rows = self.recipe.graph, []
        for tape, head in enumerate(self.heads):
            move = int(graph.move[self.vertex, tape])
            rows.append(self.codes[graph.write[self.vertex, tape]] if move == 0 else self.T[head + move, tape])
        return np.array(rows, np.float64)

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


def control_gradient(recipe: Recipe, vertex: int, ahead: F64) -> F64:
    """The gradient of the loss in s at the vertex e_v, entry by entry, where `ahead` (tapes, k) is about to be read:

    4 omega_vw at the successors, 2 omega_pv at the predecessors (the paper's hat), -4 W gamma at a halting v itself,
    and the read term's 4 b^2 gamma down^T (down e_v - ahead).
    """
    graph, encoding, constants = recipe.graph, recipe.encoding, recipe.constants
    codes, b, gamma = encoding.matrix, constants.b, constants.gamma
    agreements = np.zeros(graph.vertices)
    for tape in range(recipe.machine.tapes):
        agreements += encoding.agreements[graph.read[vertex, tape], graph.read[:, tape]]
    weights = gamma * (b**3 + b * agreements)  # A_vw = A_wv, whatever the state
    missing = codes[graph.read[vertex]] - ahead  # (tapes, k)
    gradient: F64 = 4 * b * b * gamma * np.einsum("vtk,tk->v", codes[graph.read], missing)
    state = np.arange(graph.vertices) // graph.reads
    if graph.next_state[vertex] < 0:
        gradient[vertex] -= 4 * constants.halt_weight * gamma
    else:
        gradient -= 4 * weights * (state == graph.next_state[vertex])
    if constants.hat == "paper":
        gradient -= 2 * weights * (graph.next_state == vertex // graph.reads)
    return gradient
