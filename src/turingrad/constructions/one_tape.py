"""What constructions of tape machines share: rows of ReLU layers by named coordinates, and for machines with one tape
the table of all pairs (state, symbol) and the run of a network step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self, cast

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from turingrad._support.arrays import F64, I64, Mask
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.network import Network, parameter
from turingrad.errors import InputError, MachineError
from turingrad.exact import Bound, multiples
from turingrad.machine.kinds import describe_machine
from turingrad.machine.run import StartedRun
from turingrad.machine.tape import TapeConfiguration, TapeMachine, require_two_sided
from turingrad.machine.tape.run import TapeInput


@dataclass
class Rows:
    """Collects the rows of one feedforward layer by coordinate names; rows not mentioned stay 0."""

    coordinates: Coordinates
    W: F64 = field(init=False)
    b: F64 = field(init=False)

    def __post_init__(self) -> None:
        width = self.coordinates.width
        self.W, self.b = np.zeros((width, width)), np.zeros(width)

    def copy(self, *names: str) -> Self:
        for name in names:
            self.move(name, name)
        return self

    def move(self, source: str, target: str) -> Self:
        """target <- target + source, entry by entry."""
        c = self.coordinates
        self.W[c.slice(target), c.slice(source)] += np.eye(c.size(target))
        return self

    def add(self, target: tuple[str, int], source: tuple[str, int], weight: float = 1.0) -> Self:
        c = self.coordinates
        self.W[c.at(*target), c.at(*source)] += weight
        return self

    def bias(self, target: tuple[str, int], value: float) -> Self:
        self.b[self.coordinates.at(*target)] += value
        return self

    def module(self, name: str, dtype: torch.dtype, binary: Mask | None) -> ReluLayer:
        return ReluLayer(name, self.W, self.b, dtype, binary)


class ReluLayer(nn.Module):
    """relu(W h + b); with `binary`, these coordinates are rounded by two more ReLU layers (Proposition 3.4 of Wei, Chen
    and Ma, slope 2), and the others pass through them as they are."""

    def __init__(self, name: str, W: F64, b: F64, dtype: torch.dtype, binary: Mask | None) -> None:
        super().__init__()
        self.name, self.corrected = name, binary is not None
        self.W, self.b = parameter(W, dtype), parameter(b, dtype)  # (width, width), (width,)
        if binary is not None:
            live = W.any(axis=1) | (b != 0)
            rounded, passed = np.diag(1.0 * (live & binary)), np.diag(1.0 * (live & ~binary))
            self.W_2 = parameter(np.vstack([rounded + passed, rounded]), dtype)  # (2 width, width)
            self.b_2 = parameter(np.concatenate([-0.25 * rounded.sum(axis=1), -0.75 * rounded.sum(axis=1)]), dtype)
            self.W_3 = parameter(np.hstack([2.0 * rounded + passed, -2.0 * rounded]), dtype)  # (width, 2 width)
            self.b_3 = parameter(np.zeros(len(b)), dtype)

    def forward(self, h: Tensor) -> Tensor:
        z = torch.relu(F.linear(h, self.W, self.b))
        if not self.corrected:
            return z
        return torch.relu(F.linear(torch.relu(F.linear(z, self.W_2, self.b_2)), self.W_3, self.b_3))

    def arrays(self) -> tuple[F64, F64]:
        W, b = (part.detach().double().numpy() for part in (self.W, self.b))
        return W, b


def rounding_bound() -> Bound:
    """The sums of a correction at 0 and 1: 2 relu(z - 1/4) - 2 relu(z - 3/4)."""
    return multiples("rounding", 2.0, 0.25)


@dataclass(frozen=True)
class PairTable:
    """What every pair (state z, symbol a), number z |A| + a, leads to; without a rule it stays as it is."""

    states: int
    symbols: int
    next: I64
    write: I64
    move: I64
    halts: Mask

    def pairs_moving(self, move: int) -> list[int]:
        return [int(pair) for pair in np.flatnonzero(self.move == move)]

    def with_boot(self, start: int) -> PairTable:
        """One more state, which moves right onto the first cell, writes nothing and goes to the start."""
        letters = np.arange(self.symbols)
        ones = np.ones(self.symbols, np.int64)
        return PairTable(
            self.states + 1,
            self.symbols,
            np.concatenate([self.next, start * ones]),
            np.concatenate([self.write, letters]),
            np.concatenate([self.move, ones]),
            np.concatenate([self.halts, np.zeros(self.symbols, np.bool_)]),
        )


def pair_table(machine: TapeMachine) -> PairTable:
    """The pairs of a machine with one tape, states and symbols in its order."""
    state_at = {state: i for i, state in enumerate(machine.states)}
    symbol_at = {symbol: i for i, symbol in enumerate(machine.symbols)}
    count = len(machine.symbols)
    after, write = np.divmod(np.arange(len(machine.states) * count), count)
    move, halts = np.zeros(len(after), np.int64), np.ones(len(after), np.bool_)
    for rule in machine.rules:
        pair = state_at[rule.state] * count + symbol_at[rule.read[0]]
        after[pair], write[pair] = state_at[rule.next], symbol_at[rule.write[0]]
        move[pair], halts[pair] = rule.move[0], False
    return PairTable(len(machine.states), count, after, write, move, halts)


def pair_rows(rows: Rows, table: PairTable) -> Rows:
    """pair[z, a] = relu(st[z] + sym[a] - 1), as in Lemma C.1 of Wei, Chen and Ma."""
    for pair in range(table.states * table.symbols):
        state, symbol = divmod(pair, table.symbols)
        rows.add(("pair", pair), ("st", state)).add(("pair", pair), ("sym", symbol)).bias(("pair", pair), -1.0)
    return rows


def answers(machine: TapeMachine, c: Coordinates) -> F64:
    """theta_cls: +1 on accepting states, -1 on rejecting ones."""
    found = np.zeros(c.width)
    for number, state in enumerate(machine.states):
        found[c.at("st", number)] = machine.answer(state)
    return found


def binary_coordinates(c: Coordinates, fractions: Iterable[str]) -> Mask:
    """All coordinates but those of the fields that hold fractions."""
    found = np.ones(c.width, np.bool_)
    for name in fractions:
        found[c.slice(name)] = False
    return found


def require_one_tape(machine: Any, what: str) -> None:
    """Refuse what is no machine with one two-sided tape."""
    if not isinstance(machine, TapeMachine):
        raise MachineError(f"{what} runs tape machines, not {describe_machine(machine)}")
    if machine.tapes != 1:
        raise MachineError(f"{what} has one tape, but this machine has {machine.tapes}; the transformer takes several")
    require_two_sided(machine, what)


class LayeredNetwork(Network[TapeMachine, TapeConfiguration]):
    """A network of a tape machine whose layers all have the same named coordinates."""

    layers: nn.ModuleList
    coordinates: Coordinates

    @property
    def depth(self) -> int:
        return len(self.layers)

    @property
    def width(self) -> int:
        return self.coordinates.width


class OneTapeNetwork(LayeredNetwork):
    """A network of ReLU layers that runs a machine with one tape, step by step."""

    table: PairTable

    def relu_layers(self) -> list[ReluLayer]:
        return [cast(ReluLayer, layer) for layer in self.layers]

    def symbol_numbers(self, given: TapeInput, built: str, option: str) -> list[int]:
        """The numbers of an input's symbols, refused if there are more than `input_bound`; `built` says what was."""
        row = self.machine.tapes_of(given)[0]
        if self.input_bound is not None and len(row) > self.input_bound:
            raise InputError(
                f"the input has {len(row)} symbols; this {built} {self.input_bound}: compile with {option}={len(row)}"
            )
        return [self.machine.symbols.index(symbol) for symbol in row]

    @abstractmethod
    def start_run(self, given: TapeInput = None) -> OneTapeRun:
        """A run, its first configuration readable."""

    def configurations(self, given: TapeInput, max_steps: int | None) -> Iterator[TapeConfiguration]:
        with torch.no_grad():  # never across a yield: the mode is the thread's
            run = self.start_run(given)
        yield run.configuration()
        limit = self.step_bound if max_steps is None else max_steps
        while (limit is None or run.step < limit) and run.advance(1):
            yield run.configuration()


class OneTapeRun(ABC):
    """A network in the middle of a run, which can be read: a stepper. `vector` shows state and symbol one-hot."""

    network: OneTapeNetwork
    vector: Tensor
    step: int

    @abstractmethod
    def take_step(self) -> None:
        """One step of the machine."""

    @abstractmethod
    def configuration(self) -> TapeConfiguration:
        """What the network shows."""

    def one_hot(self, name: str) -> int:
        return int(self.vector[self.network.coordinates.slice(name)].argmax())

    def halted(self) -> bool:
        """Whether the machine has no rule for the state and symbol that the network shows."""
        table = self.network.table
        return bool(table.halts[self.one_hot("st") * table.symbols + self.one_hot("sym")])

    def advance(self, steps: int) -> int:
        taken = 0
        while taken < steps and not self.halted():
            with torch.no_grad():
                self.take_step()
            taken += 1
        return taken


def begin_run(network: Any, given: Any, _executor: str) -> StartedRun[TapeConfiguration]:
    """A run of a network with one tape."""
    with torch.no_grad():
        run = network.start_run(given)
    sizes = ("depth", "width")
    figures = {name: getattr(network, name) for name in sizes} | {"parameters": network.parameter_count()}
    return StartedRun(run, "steps", 16, lambda: run.step * network.depth, lambda: figures)


def bench_steps(report: BenchReport, name: str, steps: int) -> None:
    """Busy beaver 4 on a construction, beside the interpreter in plain Python."""
    from turingrad import library  # comes before on the route, but is not needed to run
    from turingrad.constructions.drive import run

    machine = library.load("busy-beaver-4")
    seconds, plain = report.processor(
        f"busy beaver 4 on {name}",
        lambda: run(machine, "", on=name, max_steps=steps, threads=1),
        lambda: run(machine, "", executor="python", max_steps=steps),
    )
    report.row(f"busy beaver 4, {steps} steps, compiled and run", steps / seconds, "steps/s")
    report.times("plain Python against it", seconds / plain)
