"""A Turing machine as a recurrent ReLU net whose tape is two numbers, after Siegelmann and Sontag (1995).

The state is one-hot, so is the symbol under the head; what is to the left of the head is a stack, the nearest cell on
top, and so is what is to the right. A stack of symbols d_1, d_2, ... (numbers from 0) is the fraction

    s = sum_i (2 d_i + 1) / B^i,        B the least power of two that is at least 2 |A|,

their Cantor coding with a power of two for its base, so that numbers are dyadic; the empty stack is 0, and stands for
blanks. With top d, B s lies in [2d + 1, 2d + 2), so that t_d = relu(B s - 2d) - relu(B s - 2d - 1) is 1 if the top is
at least d, and 0 otherwise: no value lies in between. push(d): (s + 2d + 1) / B. pop: B s - t_0 - 2 (t_1 + t_2 + ...).

One step of the machine is three layers (the saturated linear function of the paper is a difference of two ReLUs):

L1  pair[z, a] = relu(st[z] + sym[a] - 1); the two halves of every t_d of both stacks; the stacks.
L2  a stack s after each of the three moves, gated by the sum g of the pairs that make it: relu(s' + g - 1), with s' in
    [0, 1); the symbol that comes under the head, relu(top[a] + g - 1), or the one written if the head stays; the state.
L3  their sums; and which way the head went, so that its cell can be followed.

Differs from the paper: ReLU and dyadic base, as above; the input is in the stacks from the start, as in the paper's
Theorem 2 (without its clocked input lines); all pairs in one layer, so that a step is three layers and not four.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from turingrad._support.validation.values import whole
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.network import parameter
from turingrad.constructions.one_tape import (
    OneTapeNetwork,
    OneTapeRun,
    PairTable,
    Rows,
    answers,
    binary_coordinates,
    pair_rows,
    pair_table,
)
from turingrad.constructions.siegelmann_sontag.certificate import certificate_of, fractions
from turingrad.constructions.siegelmann_sontag.options import Options, parse
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import LEFT, RIGHT, STAY, Tape, TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput

SIDES = ("left", "right")
MOVES = {"right": RIGHT, "left": LEFT, "stay": STAY}


def stack_base(symbols: int) -> int:
    """Compute B, the least power of two that is at least 2 |A|.

    Args:
        symbols: |A|.

    Returns:
        The base.

    Example:
        >>> from turingrad.constructions.siegelmann_sontag import stack_base
        >>> stack_base(3)
        8
    """
    return 1 << (2 * symbols - 1).bit_length()


class SiegelmannSontagNetwork(OneTapeNetwork):
    """One machine as a recurrent net: h <- layers(h), one step of the machine each time."""

    construction = "siegelmann-sontag"
    options: Options

    def __init__(self, machine: TapeMachine, options: Options, dtype: torch.dtype) -> None:
        super().__init__()
        self.machine, self.options, self.table = machine, options, pair_table(machine)
        self.base = stack_base(self.table.symbols)
        self.blank = machine.symbols.index(machine.blank)
        self.coordinates = c = coordinates(self.table)
        rows = (("pairs", pair_layer), ("moves", move_layer), ("sums", sum_layer))
        binary = binary_coordinates(c, fractions(c)) if options.corrections else None
        made = ((name, make(self.table, c, self.base, self.blank)) for name, make in rows)
        self.layers = nn.ModuleList(each.module(name, dtype, binary) for name, each in made)
        self.theta_cls = parameter(answers(machine, c), dtype)
        self.certificate = certificate_of(self.relu_layers(), c, self.base, options.cells)

    @property
    def input_bound(self) -> int:  # type: ignore[override]
        return self.options.cells

    def encode(self, given: TapeInput = None) -> Tensor:
        """h at the start: (width,). The first symbol is under the head, the others are on the right stack."""
        numbers = self.symbol_numbers(given, "net was compiled for stacks of", "cells")
        c, h = self.coordinates, np.zeros(self.width)
        h[c.at("st", self.machine.states.index(self.machine.start))] = 1.0
        h[c.at("sym", numbers[0] if numbers else self.blank)] = 1.0
        h[c.at("stack", SIDES.index("right"))] = sum(
            (2 * digit + 1) / self.base ** (i + 1) for i, digit in enumerate(numbers[1:])
        )
        return torch.tensor(h, dtype=self.dtype)

    def step(self, h: Tensor) -> Tensor:
        """One step of the machine: (..., width) to (..., width)."""
        for layer in self.layers:
            h = layer(h)
        return h

    def forward(self, h: Tensor, steps: int) -> Tensor:
        """theta_cls . h after `steps` steps from h (`encode(input)`, or a batch): +1 accept, -1 reject, 0 not yet."""
        require_tensor(h, "an encoded input", (self.width,), (None, self.width), like=self.theta_cls)
        for _ in range(whole(steps, "the number of steps")):
            h = self.step(h)
        return h @ self.theta_cls

    def hidden(self, h: Tensor, steps: int) -> Tensor:
        """h after 0, 1, ... steps: (steps + 1, width)."""
        require_tensor(h, "an encoded input", (self.width,), like=self.theta_cls)
        found = [h]
        for _ in range(whole(steps, "the number of steps")):
            found.append(self.step(found[-1]))
        return torch.stack(found)

    def symbols_of(self, stack: float) -> list[int]:
        """The symbols of a stack, the top first, trailing blanks included.

        Raises:
            LimitError: It holds more symbols than the net was compiled for.
        """
        found = list[int]()
        while stack > 0:
            if len(found) == self.options.cells:
                raise LimitError(
                    f"a stack holds more than {self.options.cells} symbols: compile with more cells, or see in which "
                    "formats its numbers are exact (`certificate`)"
                )
            digit = min(int(stack * self.base) - 1, 2 * self.table.symbols) // 2
            found.append(max(0, min(digit, self.table.symbols - 1)))
            stack = stack * self.base - (2 * found[-1] + 1)
        return found

    def read(self, h: Tensor, head: int, step: int) -> TapeConfiguration:
        """The configuration that h shows, its head on cell `head`."""
        c, vector = self.coordinates, h.detach().double().numpy()
        left, right = (self.symbols_of(float(vector[c.at("stack", side)])) for side in range(2))
        under = int(vector[c.slice("sym")].argmax())
        cells = {head: under}
        cells |= {head - 1 - i: symbol for i, symbol in enumerate(left)}
        cells |= {head + 1 + i: symbol for i, symbol in enumerate(right)}
        names = {cell: self.machine.symbols[symbol] for cell, symbol in cells.items()}
        state = self.machine.states[int(vector[c.slice("st")].argmax())]
        return TapeConfiguration(step, state, (head,), (Tape.of(names, self.machine.blank),))

    def read_move(self, h: Tensor) -> int:
        """Which way the head went in the step that ended in h."""
        went = h[..., self.coordinates.slice("went")] > 0.5
        return int(went[0]) - int(went[1])

    def decode(self, activations: Tensor, at: int) -> TapeConfiguration:
        """The configuration after step `at`, from h after steps 0..at, (steps + 1, width)."""
        require_tensor(activations, "what is decoded", (None, self.width))
        if not 0 <= at < len(activations):
            raise InputError(f"step {at} needs h after steps 0 to {at}; {len(activations)} are given")
        return self.read(activations[at], sum(self.read_move(h) for h in activations[1 : at + 1]), at)

    def start_run(self, given: TapeInput = None) -> SiegelmannSontagRun:
        self.certificate.require(self.dtype)
        return SiegelmannSontagRun(self, given)


class SiegelmannSontagRun(OneTapeRun):
    """A run: h, and the cell that the head has come to. Every step reads both stacks, so that none grows too large
    unnoticed."""

    network: SiegelmannSontagNetwork

    def __init__(self, network: SiegelmannSontagNetwork, given: TapeInput) -> None:
        self.network, self.vector = network, network.encode(given)
        self.head, self.step = 0, 0

    def take_step(self) -> None:
        self.vector = self.network.step(self.vector)
        self.head += self.network.read_move(self.vector)
        self.step += 1
        c = self.network.coordinates
        for side in range(len(SIDES)):
            self.network.symbols_of(float(self.vector[c.at("stack", side)]))

    def configuration(self) -> TapeConfiguration:
        return self.network.read(self.vector, self.head, self.step)


def coordinates(table: PairTable) -> Coordinates:
    """st, sym, stack (left, right) and went (right, left) hold between steps, the others within one."""
    a = table.symbols
    after = {f"{side} {move}": 1 for side in SIDES for move in MOVES}
    sizes = {"st": table.states, "sym": a, "stack": 2, "went": 2, "pair": table.states * a}
    return Coordinates(sizes | {"above": 4 * a, **after, "right symbol": a, "left symbol": a, "stay symbol": a})


def pair_layer(table: PairTable, c: Coordinates, base: int, _blank: int) -> Rows:
    """L1. `above` holds relu(B s - 2d) and relu(B s - 2d - 1) of every d and side."""
    rows = pair_rows(Rows(c).copy("stack"), table)
    for side in range(2):
        for d in range(table.symbols):
            for half in range(2):
                unit = ("above", (side * table.symbols + d) * 2 + half)
                rows.add(unit, ("stack", side), float(base)).bias(unit, -2.0 * d - half)
    return rows


def add_top(rows: Rows, target: tuple[str, int], table: PairTable, side: int, d: int, weight: float) -> None:
    """weight * t_d of a side."""
    first = (side * table.symbols + d) * 2
    rows.add(target, ("above", first), weight).add(target, ("above", first + 1), -weight)


def move_layer(table: PairTable, c: Coordinates, base: int, blank: int) -> Rows:
    """L2."""
    rows, a = Rows(c), table.symbols
    for pair in range(table.states * a):
        rows.add(("st", int(table.next[pair])), ("pair", pair))
        if table.move[pair] == STAY:
            rows.add(("stay symbol", int(table.write[pair])), ("pair", pair))
    for number, move in enumerate((RIGHT, LEFT)):
        for pair in table.pairs_moving(move):
            rows.add(("went", number), ("pair", pair))
    for side, name in enumerate(SIDES):
        for way, number in MOVES.items():
            unit = (f"{name} {way}", 0)
            pushes, pops = number == (RIGHT if name == "left" else LEFT), number == (LEFT if name == "left" else RIGHT)
            rows.add(unit, ("stack", side), 1.0 / base if pushes else float(base) if pops else 1.0).bias(unit, -1.0)
            for pair in table.pairs_moving(number):
                pushed = (2.0 * int(table.write[pair]) + 1.0) / base if pushes else 0.0
                rows.add(unit, ("pair", pair), 1.0 + pushed)
            for d in range(a) if pops else ():
                add_top(rows, unit, table, side, d, -2.0 if d else -1.0)
    for of, (name, move) in enumerate((("left", LEFT), ("right", RIGHT))):  # the side that the head goes to is popped
        for d in range(a):
            unit = (f"{name} symbol", d)
            rows.bias(unit, -1.0)
            for pair in table.pairs_moving(move):
                rows.add(unit, ("pair", pair))
            add_top(rows, unit, table, of, d, 1.0)
            if d + 1 < a:
                add_top(rows, unit, table, of, d + 1, -1.0)
            if d == blank:  # so does an empty stack: 1 - t_0
                rows.bias(unit, 1.0)
                add_top(rows, unit, table, of, 0, -1.0)
    return rows


def sum_layer(_table: PairTable, c: Coordinates, _base: int, _blank: int) -> Rows:
    """L3."""
    rows = Rows(c).copy("st", "went")
    for move in MOVES:
        rows.move(f"{move} symbol", "sym")
        for side, name in enumerate(SIDES):
            rows.add(("stack", side), (f"{name} {move}", 0))
    return rows


def compile_network(
    machine: TapeMachine, *, dtype: torch.dtype = torch.float64, **options: Any
) -> SiegelmannSontagNetwork:
    """Compile a tape machine to a recurrent net.

    Args:
        machine: A one-tape machine.
        dtype: The format of the weights; refused if the network is not exact in it.
        options: See `Options`.

    Returns:
        The network.

    Raises:
        CertificateError: So many cells are not exact in `dtype`.

    Example:
        >>> from turingrad.constructions.siegelmann_sontag import compile_network
        >>> compile_network(tg.read("palindrome"), cells=6).certificate.exact_in("float64")
        True
    """
    network = SiegelmannSontagNetwork(machine, parse(machine, options), dtype)
    network.certificate.require(dtype)
    return network
