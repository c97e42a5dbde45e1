"""Section 4.3: a simplex over all configurations of a machine on tapes of fixed length.

Vertices are all |Q| symbols^(cells d) cells^d configurations; v -> w is an edge where w follows v. With k(v) the steps
from v to its halt (or the bound K where it never halts, or leaves the tape), omega_v = W_k(v) = k(v) + 1,
omega_vw = (omega_v + omega_w)/2 on edges, everything else B = W_K = K + 1. Edges between configurations that never halt
are left out, their pairs weigh B as well: on a cycle of them (10) cannot hold. The loss (13) of these weights is least,
of all directions from e_v, towards the successor, so each Frank-Wolfe step is a step of the machine; along the edge the
loss falls all the way, so a line search takes the full step (Proposition 4.2).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from turingrad._support.arrays import I64
from turingrad.constructions.descent.configuration_loss import ConfigurationLoss, Form
from turingrad.constructions.descent.frank_wolfe import FrankWolfe
from turingrad.constructions.descent.graph import control_graph
from turingrad.constructions.descent.variables import put, vertex_of
from turingrad.constructions.network import Network
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine

MAX_CONFIGURATIONS = 1 << 20
DEFAULT_CELLS = 4


class ConfigurationDescent(Network[TapeMachine, TapeConfiguration]):
    """`forward()` is the loss at the parameter `s`; a conditional-gradient step on it is a step of the machine.

    form: "printed", the loss (13), one unit per pair of vertices; "edges", the rewrite with one unit per edge. The
    tapes are two-sided: `load` puts the input into the middle of the `cells` cells, or cell 0 at index `left`.
    """

    construction = "descent"
    s: nn.Parameter
    origin_cell: Tensor

    def __init__(
        self,
        machine: TapeMachine,
        *,
        cells: int | None = None,
        left: int | None = None,
        form: Form = "printed",
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        self.machine, self.cells, self.left = machine, DEFAULT_CELLS if cells is None else cells, left
        if self.cells < 1:
            raise InputError(f"a tape of {self.cells} cells; there must be at least one")
        if left is not None and not 0 <= left < self.cells:
            raise InputError(f"{left} cells left of cell 0, on a tape of {self.cells}")
        self.content_count = len(machine.symbols) ** min(self.cells * machine.tapes, 64)
        self.place_count = self.cells**machine.tapes
        self.vertices = len(machine.states) * self.content_count * self.place_count
        if self.vertices > MAX_CONFIGURATIONS:
            raise LimitError(
                f"{len(machine.states)} states and {len(machine.symbols)} symbols on {machine.tapes} tape(s) of "
                f"{self.cells} cells have more than {MAX_CONFIGURATIONS:,} configurations; take fewer cells"
            )
        self.follower = successors(machine, self.cells)
        self.to_halt, never = steps_to_halt(self.follower)
        self.most = float(never + 1)  # B
        live = np.flatnonzero(self.to_halt < never)
        tails = live[self.follower[live] >= 0]
        heads = self.follower[tails]
        level = self.to_halt.astype(np.float64) + 1  # omega_v = W_{k(v)} = k(v) + 1
        self.loss = ConfigurationLoss(level, (tails, heads, (level[tails] + level[heads]) / 2), self.most, form, dtype)
        self.certificate = self.loss.certificate
        self.certificate.require(dtype)
        self.s = nn.Parameter(torch.zeros(0, dtype=dtype))
        self.register_buffer("origin_cell", torch.tensor(0))
        self.load(None)

    @property
    def depth(self) -> int:
        """Two layers of ReLU units, and the sum."""
        return 3

    @property
    def width(self) -> int:
        return self.loss.units

    @property
    def origin(self) -> int:
        """The index of cell 0."""
        return int(self.origin_cell)

    def forward(self) -> Tensor:
        loss: Tensor = self.loss(self.s)
        return loss

    def load(self, given: Any = None) -> None:
        rows = self.machine.tapes_of(given)
        longest = max(len(row) for row in rows)
        origin = (self.cells - longest) // 2 if self.left is None else self.left
        if origin < 0 or origin + longest > self.cells:
            raise LimitError(f"an input of {longest} cells, {max(origin, 0)} from the left, on a tape of {self.cells}")
        self.origin_cell.fill_(origin)
        s = torch.zeros(self.vertices, dtype=self.s.dtype)
        s[self._number(rows)] = 1
        put(self.s, s)

    def _number(self, rows: tuple[tuple[str, ...], ...]) -> int:
        """The vertex of the initial configuration: state, contents (tape by tape, cell by cell), places (cell 0)."""
        number = self.machine.states.index(self.machine.start)
        for row in rows:
            for cell in range(-self.origin, self.cells - self.origin):
                symbol = row[cell] if 0 <= cell < len(row) else self.machine.blank
                number = number * len(self.machine.symbols) + self.machine.symbols.index(symbol)
        for _ in rows:
            number = number * self.cells + self.origin
        return int(number)

    def decode(self, activations: Tensor, at: int) -> TapeConfiguration:
        """The configuration whose vertex the vector is."""
        rest, place = divmod(vertex_of(activations, self.vertices, at), self.place_count)
        state, content = divmod(rest, self.content_count)
        size, tapes = len(self.machine.symbols), self.machine.tapes
        heads = tuple(place // self.cells ** (tapes - 1 - t) % self.cells - self.origin for t in range(tapes))
        cells = [content // size ** (self.cells * tapes - 1 - i) % size for i in range(self.cells * tapes)]
        names = [self.machine.symbols[number] for number in cells]
        contents = (names[t * self.cells : (t + 1) * self.cells] for t in range(tapes))
        found = tuple(Tape.trim(-self.origin, row, self.machine.blank) for row in contents)
        return TapeConfiguration(at, self.machine.states[state], heads, found)

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[TapeConfiguration]:
        """Frank-Wolfe with line search of a copy from an input; ends when a step changes nothing (the halt)."""
        trained = copy.deepcopy(self)
        trained.load(given)
        optimizer = FrankWolfe([trained.s], line_search=True)
        for step in count():
            configuration = self.decode(trained.s.detach(), step)
            yield configuration
            if self.machine.halted(configuration) or step == max_steps:
                return
            optimizer.step(lambda: trained.backward_loss(optimizer))
            if self.decode(trained.s.detach(), step) == configuration:
                raise LimitError(
                    f"the run never halts, or leaves the tape of {self.cells} cells: the loss has no slope"
                )

    def backward_loss(self, optimizer: FrankWolfe) -> float:
        """Zero the gradients, compute the loss, go backward: the closure of a line search."""
        optimizer.zero_grad()
        loss = self()
        loss.backward()
        return float(loss.detach())


def successors(machine: TapeMachine, cells: int) -> I64:
    """The follower of each configuration by number: -1 where it halts, itself where the next step leaves the tape.

    A number is ((state, contents), places) as digits: symbols of tape 0 first, places of tape 0 first.
    """
    graph = control_graph(machine)
    size, tapes = len(machine.symbols), machine.tapes
    places, contents = cells**tapes, size ** (cells * tapes)
    numbers = np.arange(len(machine.states) * contents * places)
    rest, place = np.divmod(numbers, places)
    state, content = np.divmod(rest, contents)
    heads = [place // cells ** (tapes - 1 - t) % cells for t in range(tapes)]
    weights = [size ** (cells * (tapes - t) - 1 - heads[t]) for t in range(tapes)]  # of the digit under each head
    vertex = state
    for t in range(tapes):
        vertex = vertex * size + content // weights[t] % size
    next_place, inside = np.zeros_like(place), np.ones(len(numbers), bool)
    for t in range(tapes):
        content = content + (graph.write[vertex, t] - graph.read[vertex, t]) * weights[t]
        head = heads[t] + graph.move[vertex, t]
        inside &= (head >= 0) & (head < cells)
        next_place = next_place * cells + head
    found = (graph.next_state[vertex] * contents + content) * places + next_place
    return np.where(graph.next_state[vertex] < 0, -1, np.where(inside, found, numbers))


def steps_to_halt(follower: I64) -> tuple[I64, int]:
    """(k(v), K): the steps to the halt, K for configurations that never get there."""
    distance = np.where(follower < 0, 0, -1)
    waiting = np.flatnonzero(distance < 0)
    level = 0
    while len(waiting):
        level += 1
        reached = distance[follower[waiting]] == level - 1
        if not reached.any():
            break
        distance[waiting[reached]] = level
        waiting = waiting[~reached]
    never = int(distance.max(initial=0)) + 1
    return np.where(distance < 0, never, distance), never
