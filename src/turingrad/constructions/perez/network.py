"""A Turing machine as a transformer whose positions are fractions, after Perez, Marinkovic and Barcelo (2019).

Cells and times are numbers i/N in [0, 1), N a power of two of order T: what Wei, Chen and Ma avoid by binary positions.
A decoder pass is one step of the machine. Its vector holds the state and the symbol under the head one-hot, the head's
cell c/N, and the time t/N, which the positional encoding adds.

L1  pair[z, a] = relu(st[z] + sym[a] - 1).
L2  st, the symbol written, and the next cell: cell + (pairs that move right - pairs that move left) / N.
A   self-attention of hard-max on the score -|<q, k>|, the score function of that paper, with
        q = (next + delta time, 1),  k = (1, -cell - delta time),  delta = 1 / (2N),
    so that <q, k> = next - cell_j + delta (t - t_j). Times differ by less than N/2 of 1/N: where cells are equal it is
    below delta/2, and least for the latest pass; where they differ it is at least 1/N - delta/2. The value is what that
    pass wrote, and where. Attention to the input likewise, by cells alone.
L3  N |next - cell found| as two ReLUs, of both attentions: 0 where a cell was found, at least 1 where it was not.
L4  the two flags `found` = relu(1 - those).
L5  the symbol of the last write if found, else of the input if found, else the blank.
L6  their sum; cell <- next.

The number of layers does not depend on T; values of order 1/T and their weight N do.

Differs from the paper: there the cell is the mean of all moves by a self-attention, c/(t + 1), and positions are 1, t,
1/t, 1/t^2, none of them exact in a binary format; here c/N is carried from pass to pass. The score function, hard-max,
the single search for the last visit and the resolution 1/poly(T) are the paper's. As with `transformer`, a boot pass
reads the first symbol.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from turingrad._support.arrays import F64
from turingrad._support.validation.values import whole
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.network import parameter
from turingrad.constructions.one_tape import (
    OneTapeNetwork,
    OneTapeRun,
    Rows,
    answers,
    binary_coordinates,
    pair_rows,
    pair_table,
)
from turingrad.constructions.perez.certificate import FRACTIONS, certificate_of
from turingrad.constructions.perez.layers import (
    choose_layer,
    coordinates,
    distance_layer,
    found_layer,
    output_layer,
    transition_layer,
)
from turingrad.constructions.perez.options import Options, parse
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput

BEFORE = 2  # the layers before attention


class PerezAttention(nn.Module):
    """h + the mean of the values whose -|<q, k>| is largest; h itself where there is nothing to attend to."""

    def __init__(self, W_Q: F64, W_K: F64, W_V: F64, dtype: torch.dtype) -> None:
        super().__init__()
        ones = np.eye(2)
        self.W_Q, self.b_Q = parameter(W_Q, dtype), parameter(ones[1], dtype)  # (2, width), (2,)
        self.W_K, self.b_K = parameter(W_K, dtype), parameter(ones[0], dtype)
        self.W_V = parameter(W_V, dtype)  # (width, width)

    def forward(self, h: Tensor, seen: Tensor) -> Tensor:
        """h (width,) attends to the vectors seen, (count, width)."""
        if not len(seen):
            return h
        scores = -(F.linear(seen, self.W_K, self.b_K) @ F.linear(h, self.W_Q, self.b_Q)).abs()
        chosen = seen[scores == scores.max()]
        return h + F.linear(chosen, self.W_V).mean(dim=0)


class PerezNetwork(OneTapeNetwork):
    """One machine as a transformer; pass 0 is the boot pass, pass i the machine's step i."""

    construction = "perez"
    options: Options

    def __init__(self, machine: TapeMachine, options: Options, dtype: torch.dtype) -> None:
        super().__init__()
        self.machine, self.options = machine, options
        self.table = pair_table(machine).with_boot(machine.states.index(machine.start))
        self.coordinates = c = coordinates(self.table)
        n, blank = options.resolution, machine.symbols.index(machine.blank)
        rows = (
            ("pair", pair_rows(Rows(c).copy("cell", "time"), self.table)),
            ("transition", transition_layer(self.table, c, n)),
            ("distance", distance_layer(c, n)),
            ("found", found_layer(c)),
            ("choose", choose_layer(c)),
            ("output", output_layer(c, blank)),
        )
        binary = binary_coordinates(c, (*FRACTIONS, "off")) if options.corrections else None
        self.layers = nn.ModuleList(each.module(name, dtype, binary) for name, each in rows)
        self.self_attention = attention(c, 0.5 / n, "next", "cell", {"wrote": "kept", "cell": "kept cell"}, dtype)
        self.cross_attention = attention(c, 0.0, "next", "cell", {"sym": "given", "cell": "given cell"}, dtype)
        embedding = np.zeros((c.width, self.table.symbols))
        embedding[c.slice("sym")] = np.eye(self.table.symbols)
        start = np.zeros(c.width)
        start[c.at("st", self.table.states - 1)], start[c.at("sym", blank)] = 1.0, 1.0
        start[c.at("cell", 0)] = (options.origin - 1) / n
        self.E, self.h_0 = parameter(embedding, dtype), parameter(start, dtype)  # (width, symbols), (width,)
        self.theta_cls = parameter(answers(machine, c), dtype)
        self.certificate = certificate_of(self.relu_layers(), self.self_attention, self.cross_attention, c, n)

    @property
    def step_bound(self) -> int:  # type: ignore[override]
        return self.options.steps

    @property
    def input_bound(self) -> int:  # type: ignore[override]
        return self.options.input_length

    def tokens(self, given: TapeInput = None) -> Tensor:
        """An input as symbol numbers, refused if it is longer than the network was compiled for."""
        numbers = self.symbol_numbers(given, "network was compiled for", "input_length")
        return torch.tensor(numbers, dtype=torch.long)

    def place(self, name: str, values: Tensor) -> Tensor:
        """The positional encoding: value / N in one coordinate, (count, width)."""
        found = self.E.new_zeros(len(values), self.width)
        found[:, self.coordinates.at(name, 0)] = (values.double() / self.options.resolution).to(found)
        return found

    def encode(self, tokens: Tensor) -> Tensor:
        """The encoder's vectors: symbol and cell, (tokens, width)."""
        require_tensor(tokens, "a row of tokens (see `tokens(input)`)", (None,), like=self.E, whole=True)
        if len(tokens) and not 0 <= int(tokens.min()) <= int(tokens.max()) < self.table.symbols:
            raise InputError(f"tokens must be numbers from 0 to {self.table.symbols - 1}")
        return self.E.T[tokens] + self.place("cell", self.options.origin + torch.arange(len(tokens)))

    def forward(self, tokens: Tensor, passes: int | None = None) -> Tensor:
        """theta_cls . o after `passes` passes (T + 1 by default): +1 accept, -1 reject, 0 not yet."""
        run = Decoding(self, tokens)
        for _ in range(whole(self.options.steps + 1 if passes is None else passes, "the number of passes", 1)):
            run.advance()
        return run.output @ self.theta_cls

    def hidden(self, tokens: Tensor, passes: int) -> Tensor:
        """The vectors of all passes and layers: (passes, depth + 1, width)."""
        run = Decoding(self, tokens)
        return torch.stack([run.advance() for _ in range(whole(passes, "the number of passes", 1))])

    def number(self, value: float) -> int:
        """The cell, counted from the input's first symbol, that a fraction stands for."""
        return round(value * self.options.resolution) - self.options.origin

    def decode(self, activations: Tensor, at: int, given: TapeInput = None) -> TapeConfiguration:
        """The configuration after step `at`, from the vectors of passes 0..at, (passes, depth + 1, width)."""
        require_tensor(activations, "what is decoded", (None, self.depth + 1, self.width))
        if not 0 <= at < len(activations):
            raise InputError(f"step {at} needs the vectors of passes 0 to {at}; {len(activations)} are given")
        shown = PerezRun(self, given)
        for vectors in activations[: at + 1]:
            shown.follow(vectors)
        return shown.configuration()

    def start_run(self, given: TapeInput = None) -> PerezRun:
        """A run, its boot pass done."""
        self.certificate.require(self.dtype)
        run = PerezRun(self, given)
        run.take_step()
        return run


class Decoding:
    """The decoder in the middle of a run."""

    def __init__(self, network: PerezNetwork, tokens: Tensor) -> None:
        self.network, self.encoded = network, network.encode(tokens)
        self.output: Tensor = network.h_0
        self.past: list[Tensor] = []

    def advance(self) -> Tensor:
        """One pass: the vectors after each layer, the first one's input before them, (depth + 1, width)."""
        net = self.network
        if len(self.past) > net.options.steps:
            raise LimitError(f"the network was compiled for {net.options.steps:,} steps: compile with more steps")
        h = self.output + net.place("time", torch.tensor([len(self.past)]))[0]
        found = [h]
        for number, layer in enumerate(net.layers):
            if number == BEFORE:
                self.past.append(h)
                h = net.self_attention(h, torch.stack(self.past))
                h = net.cross_attention(h, self.encoded)
            h = layer(h)
            found.append(h)
        self.output = h
        return torch.stack(found)


class PerezRun(OneTapeRun):
    """A run, and the tape that its passes show: what each wrote, and where."""

    network: PerezNetwork

    def __init__(self, network: PerezNetwork, given: TapeInput) -> None:
        self.network, self.decoding = network, Decoding(network, network.tokens(given))
        self.cells = dict(enumerate(network.machine.tapes_of(given)[0]))
        self.step = -1
        self.vector: Tensor = network.h_0

    def take_step(self) -> None:
        self.follow(self.decoding.advance())

    def follow(self, vectors: Tensor) -> None:
        """Take in the vectors of one pass, (depth + 1, width)."""
        c, net = self.network.coordinates, self.network
        written = vectors[BEFORE]
        if self.step >= 0:  # the boot pass writes nothing
            symbol = net.machine.symbols[int(written[c.slice("wrote")].argmax())]
            self.cells[net.number(float(written[c.at("cell", 0)]))] = symbol
        self.vector = vectors[-1]
        self.step += 1

    def configuration(self) -> TapeConfiguration:
        machine, c = self.network.machine, self.network.coordinates
        head = self.network.number(float(self.vector[c.at("cell", 0)]))
        tape = Tape.of(self.cells, machine.blank)
        return TapeConfiguration(self.step, (*machine.states, "boot")[self.one_hot("st")], (head,), (tape,))


def attention(
    c: Coordinates, delta: float, asks: str, asked: str, brings: dict[str, str], dtype: torch.dtype
) -> PerezAttention:
    W_Q, W_K, values = np.zeros((2, c.width)), np.zeros((2, c.width)), Rows(c)
    W_Q[0, c.at(asks, 0)], W_Q[0, c.at("time", 0)] = 1.0, delta
    W_K[1, c.at(asked, 0)], W_K[1, c.at("time", 0)] = -1.0, -delta
    for source, target in brings.items():
        values.move(source, target)
    return PerezAttention(W_Q, W_K, values.W, dtype)


def compile_network(machine: TapeMachine, *, dtype: torch.dtype = torch.float64, **options: Any) -> PerezNetwork:
    """Compile a tape machine to a transformer with fractional positions.

    Args:
        machine: A one-tape machine.
        dtype: The format of the weights; refused if the network is not exact in it.
        options: See `Options`.

    Returns:
        The network.

    Raises:
        CertificateError: The run is too long for exact positions in `dtype`.

    Example:
        >>> from turingrad.constructions.perez import compile_network
        >>> compile_network(tg.read("palindrome"), steps=20, input_length=4).certificate.exact_in("float32")
        True
    """
    network = PerezNetwork(machine, parse(machine, options), dtype)
    network.certificate.require(dtype)
    return network
