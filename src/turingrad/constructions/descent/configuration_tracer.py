"""Corollary 2.2 inside an extended network: option 1 of Section 5.4, the whole configuration on the simplex.

The relevant computations are those from the data tapes of a class T_0. Vertices are the configurations of all of them,
and one more, the start, for the initial parameters may depend on no data. From the start an edge leads to the first
configuration of each computation; the data tape decides which of them counts as an edge, a hidden layer of x and z:
the others weigh B, as pairs that are no edges do. There are no variables T and H, and theta is read from the vertex.

With P the least power of two above sup 1/2 |f - y|^2 and k(v) the steps from v to its halt,

    W_0 = P,   B_stop = lower threshold = 2 P,   upper threshold = 3 P,   W_k = 4 P + (k - 1) delta,   W_K = B <= 8 P,

so that omega_0 < B_stop = lower < upper < omega_1. While the machine runs the loss of the extended network is
W_k(v) + |y|^2/2, which falls in every step; it has risen once, in the step that reads the labels, from |y|^2/2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from turingrad.constructions.descent.configuration_loss import ConfigurationLoss, Form
from turingrad.constructions.descent.constants import power_of_two_at_least
from turingrad.constructions.descent.variables import (
    check_fingerprint,
    fingerprint,
    machine_facts,
    put,
    require_entry,
    vertex_of,
)
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import trace

MAX_VERTICES = 1 << 18
MAX_STEPS = 100_000
TAIL = 64  # blank cells that a reader of an output tape finds after what is written


@dataclass(frozen=True)
class Levels:
    """The thresholds, and c, the least loss of a running configuration."""

    c: float
    lower: float
    upper: float

    @property
    def b_stop(self) -> float:
        return self.lower


@dataclass(frozen=True, eq=False)
class Runs:
    """All computations: configurations by vertex (vertex 0 is the start, None), steps to the halt, edges."""

    found: list[TapeConfiguration | None]
    to_halt: list[int]
    edges: list[tuple[int, int]]
    entries: list[int]  # the first vertex of each computation


def runs_from(machine: TapeMachine, rows: Sequence[Sequence[Sequence[str]]]) -> Runs:
    found: list[TapeConfiguration | None] = [None]
    to_halt, edges, entries = [0], [], []
    for given in rows:
        first = len(found)
        for configuration in trace(machine, given, max_steps=MAX_STEPS, executor="python"):
            found.append(configuration)
            if len(found) > MAX_VERTICES:
                raise LimitError(f"the computations have more than {MAX_VERTICES:,} configurations; take fewer inputs")
        if not machine.halted(configuration):
            raise LimitError(f"a computation has not halted within {MAX_STEPS:,} steps")
        entries.append(first)
        to_halt += range(len(found) - first - 1, -1, -1)
        edges += [(vertex, vertex + 1) for vertex in range(first, len(found) - 1)]
    to_halt[0] = max(to_halt) + 1
    return Runs(found, to_halt, [*((0, entry) for entry in entries), *edges], entries)


class ConfigurationTracer(nn.Module):
    """The parameter s over the configurations of all computations from the data tapes `inputs`."""

    s: nn.Parameter
    belongs: Tensor
    gates: Tensor
    placed: int = 0
    """How often the value of s was put there, not stepped to."""

    def __init__(
        self,
        machine: TapeMachine,
        inputs: Sequence[Sequence[str]],
        start_tapes: Sequence[Sequence[str]],
        *,
        guard: bool,
        stop_above: float,
        form: Form,
        dtype: torch.dtype,
    ) -> None:
        super().__init__()
        if not inputs:
            raise InputError("the loss over configurations needs `inputs`: every data tape that there may be")
        self.machine, self.margin = machine, () if guard else (machine.blank,)
        self.start_tapes = tuple(tuple(row) for row in start_tapes)
        self.known = {self.trim(row): number for number, row in enumerate(inputs)}
        rows = [tuple(self.margin + tuple(row) for row in (data, *self.start_tapes)) for data in self.known]
        self.runs = runs_from(machine, rows)
        least = power_of_two_at_least(max(stop_above, 1.0))  # P
        self.levels = Levels(4 * least, 2 * least, 3 * least)
        last = max(self.runs.to_halt)
        step = 4 * least / power_of_two_at_least(last + 1)  # delta
        steps = np.array(self.runs.to_halt, np.float64)
        weights = np.where(steps > 0, 4 * least + (steps - 1) * step, least)
        tails, heads = np.array(self.runs.edges, np.int64).T
        most = float(4 * least + last * step)
        self.loss = ConfigurationLoss(weights, (tails, heads, (weights[tails] + weights[heads]) / 2), most, form, dtype)
        self.certificate = self.loss.certificate
        self.certificate.require(dtype)
        self.register_buffer("gates", torch.ones(len(tails), dtype=dtype), persistent=False)
        self.register_buffer("belongs", fingerprint(machine_facts(machine), tuple(self.known), least, form))
        self.s = nn.Parameter(torch.zeros(len(steps), dtype=dtype))
        self.load()

    def trim(self, row: Sequence[str]) -> tuple[str, ...]:
        """A data tape without the blanks at its end."""
        cells = list(row)
        while cells and cells[-1] == self.machine.blank:
            cells.pop()
        return tuple(cells)

    def load(self, _rows: Any = None) -> None:
        """The start, whatever the data."""
        self.placed += 1
        s = torch.zeros_like(self.s.detach())
        s[0] = 1
        put(self.s, s)

    def write(self, numbers: Tensor, *, unread: bool = False) -> None:
        """The data tape: of the edges from the start only that to its computation remains, none while unread."""
        row = self.trim([self.machine.symbols[number] for number in numbers.tolist()])
        if row not in self.known and not unread:
            raise InputError(f"the data tape {''.join(row)!r} is not one of the {len(self.known)} inputs")
        self.gates[: len(self.known)] = 0
        if row in self.known:
            self.gates[self.known[row]] = 1

    @property
    def width(self) -> int:
        return self.loss.units

    def data_layer(self) -> Tensor:
        return self.gates

    def forward(self) -> Tensor:
        loss: Tensor = self.loss(self.s, self.gates)
        return loss

    def vertex(self) -> int:
        return int(self.s.detach().argmax())

    def foresee(self, vertex: int, *, staying: bool) -> tuple[int, int]:
        """The vertex now, and the one that a step leads to."""
        if staying or not self.runs.to_halt[vertex]:
            return vertex, vertex
        return vertex, vertex + 1 if vertex else self.runs.entries[int(self.gates[: len(self.known)].argmax())]

    def away_from(self, wanted: int, vertex: int) -> str:
        """What is not as at this vertex; nothing: ""."""
        return "" if vertex == wanted else f"s is at vertex {vertex}, where no step leads"

    def broken_invariant(self, _vertex: int) -> str:
        """Every vertex is a configuration."""
        return ""

    def halting(self) -> bool:
        return self.runs.to_halt[self.vertex()] == 0

    def data_head_home(self) -> bool:
        return self.vertex() == 0

    def symbols_on(self, tape: int) -> Tensor:
        """The symbol numbers of a tape right of the guard, at the present vertex."""
        found, blank, first = self.runs.found[self.vertex()], self.machine.blank, len(self.margin)
        if found is None:
            text = [*self.start_tapes[tape - 1]] if tape <= len(self.start_tapes) else []
        else:
            now = found.tapes[tape]
            written = dict(enumerate(now.symbols, now.start))
            text = [written.get(cell, blank) for cell in range(first, max(first, now.start + len(now.symbols)))]
        return torch.tensor([self.machine.symbols.index(symbol) for symbol in [*text, *[blank] * TAIL]])

    def groups(self) -> list[dict[str, Any]]:
        return [{"params": [self.s], "simplex": True}]

    def at_edge(self) -> bool:
        return False

    def grow(self, *_: Optimizer) -> None:
        raise LimitError("the loss over configurations has no tapes to grow: give it all inputs when it is built")

    def snapshot(self) -> Tensor:
        return self.s.detach().clone()

    def require_reachable(self) -> None:
        """A vertex: what steps lead to."""
        vertex_of(self.s.detach(), len(self.s), 0)

    def decode(self, activations: Tensor, at: int) -> TapeConfiguration:
        found = self.runs.found[vertex_of(activations, len(self.s), at)]
        if found is None:
            raise InputError("the computation has not started: there is no configuration yet")
        return TapeConfiguration(at, found.state, found.heads, found.tapes)

    def check_state(self, state: Mapping[str, Tensor], prefix: str = "") -> None:
        check_fingerprint(state, f"{prefix}belongs", self.belongs, "machine, class of inputs or form of the loss")
        if require_entry(state, f"{prefix}s").shape != self.s.shape:
            raise InputError(f"the saved state's {prefix}s is not an array of {len(self.s)} numbers")
