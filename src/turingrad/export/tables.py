"""Quantiser and dequantiser of an extended network as tables, so that a graph holds them.

Inside F, samples and labels become symbols on the read-only tape, and symbols on the output tape become weights. Both
are functions of Python. Those of a trainer of the library or of a learner are local: a cell of the data tape hangs on a
few bits of the data (a sign, or a bit of a number in fixed point), and a cell of the output tape adds its own share to
the weights. So they are read off by asking: one bit changed at a time, one cell at a time. What is not local is
refused: the tables are compared with the functions on random data and random tapes before anything is made of them.

In networks of `extend` features and labels are words of some bits, and every cell holds one bit or none: which one it
is, as many questions tell as the number of a bit has digits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from turingrad._support.arrays import F64, I64, Array
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.learning import origin_of
from turingrad.constructions.descent.executors.program_training import WORD
from turingrad.constructions.descent.network import TapeDescent
from turingrad.constructions.descent.quantise import FixedPoint
from turingrad.errors import InputError, LimitError
from turingrad.python.training import NumberFormat

MAX_BITS_A_CELL, MAX_BITS, TRIALS = 4, 4096, 24  # bits that a cell may hang on, bits of all data, random comparisons
LEAST_SAMPLES = 4
MAX_SHARES = 1 << 26  # numbers of the table from symbols to weights


@dataclass(frozen=True, eq=False)
class Tables:
    """fixed: how a feature becomes bits, lowest first; None: its sign is the bit. Bits are those of the features,
    sample by sample, then those of the labels: one each, or a word if `fixed` is a NumberFormat. Cell c of the data
    tape, right of the guard, holds the symbol number symbols[c, sum_i powers[c, i] bit[where[c, i]]]; symbol a in cell
    c of the output tape adds weights[c, a] to the primary's weights, which are `constant` on a blank tape."""

    fixed: FixedPoint | NumberFormat | None
    where: I64  # (cells, d)
    powers: I64  # (cells, d)
    symbols: I64  # (cells, 2^d)
    weights: F64  # (cells, symbols, weights)
    constant: F64  # (weights,)


def tables_of(network: ExtendedNetwork) -> Tables:
    """The tables of a network that a trainer of the library, a described trainer, a learner or `extend` made."""
    fixed = format_of(network)
    data = word_table(network, fixed) if isinstance(fixed, NumberFormat) else data_table(network, fixed)
    return Tables(fixed, *data, *weight_table(network))


def require_signs(network: ExtendedNetwork) -> None:
    """Refuse a network whose labels are numbers: what follows autograd needs an orthogonal vector without rounding."""
    if network.number_format is not None:
        raise InputError(
            "a torch program holds networks whose labels are signs, and those of `extend` are numbers: export --to "
            "onnx holds its training, and the trained module is net.trained_primary()"
        )


def format_of(network: ExtendedNetwork) -> FixedPoint | NumberFormat | None:
    """How its features are written; refused where a graph cannot hold the network, or not exactly."""
    if network.made_from is None:
        raise InputError("this network's quantiser or primary is a Python function of your own: no graph holds it")
    if not isinstance(network.tracer, TapeDescent):
        raise InputError("graphs hold extended networks of the tape loss, not of the loss over configurations")
    if network.number_format is not None:
        return network.number_format
    if network.labels[0] < LEAST_SAMPLES:
        raise InputError(
            f"{network.labels[0]} samples: the direction orthogonal to fewer than {LEAST_SAMPLES} labels rounds, and "
            "no graph would be exact"
        )
    if "trainer" not in network.made_from:
        return None
    trainer, _ = origin_of(network)
    if trainer.real:
        raise InputError("this trainer takes real numbers as they are, and a graph writes bits")
    return None if trainer.fixed is None else FixedPoint(*trainer.fixed)


# ---- data to symbols ---------------------------------------------------------------------------------------------


def tape_writer(network: ExtendedNetwork, fixed: FixedPoint | None) -> tuple[int, Callable[[Array], Array]]:
    """The number of bits, and the symbol numbers on the data tape as a function of them."""
    n, features, width = network.labels[0], network.features or 0, 1 if fixed is None else fixed.width

    def write_tape(bits: Array) -> Array:
        head = torch.from_numpy(bits[: n * features * width].reshape(n, features, width))
        x = 2.0 * head[..., 0] - 1 if fixed is None else fixed.decode(head == 1)
        z = torch.from_numpy(2.0 * bits[-n:] - 1).reshape(n, 1)
        return network.data_numbers(x.to(network.dtype), z.to(network.dtype)).numpy()

    return n * features * width + n, write_tape


def data_table(network: ExtendedNetwork, fixed: FixedPoint | None) -> tuple[I64, I64, I64]:
    count, written = tape_writer(network, fixed)
    if count > MAX_BITS:
        raise LimitError(f"the data have {count:,} bits; a graph holds {MAX_BITS:,} at most")
    rng, words = np.random.default_rng(0), count - network.labels[0]
    start = rng.integers(0, 2, count)
    if fixed is not None:  # neither it nor its complement is one flip away from the least number, which is refused
        start[:words].reshape(-1, fixed.width)[:, :4] = 0, 1, 0, 1
    hangs = defaultdict[int, list[int]](list)
    for base in (start, 1 - start):
        text = written(base)
        for bit in range(count):
            other = written(with_bit_flipped(base, [bit], [1 - base[bit]]))
            if other.shape != text.shape:
                raise InputError("the length of the data tape depends on the data: no graph holds that")
            for cell in np.flatnonzero(other != text).tolist():
                if bit not in hangs[cell]:
                    hangs[cell].append(bit)
    deepest = max((len(bits) for bits in hangs.values()), default=1)
    if deepest > MAX_BITS_A_CELL:
        raise InputError(
            f"a cell of the data tape depends on {deepest} bits of the data; at most {MAX_BITS_A_CELL} are supported"
        )
    where, powers = np.zeros((len(text), deepest), np.int64), np.zeros((len(text), deepest), np.int64)
    symbols = np.repeat(written(start)[:, None], 1 << deepest, axis=1)
    for cell, bits in hangs.items():
        where[cell, : len(bits)], powers[cell, : len(bits)] = bits, 1 << np.arange(len(bits))
        for pattern in range(1 << len(bits)):
            symbols[cell, pattern] = written(
                with_bit_flipped(start, bits, [pattern >> i & 1 for i in range(len(bits))])
            )[cell]
    for _ in range(TRIALS):
        draw = rng.integers(0, 2, count)
        if fixed is not None:
            low = draw[:words].reshape(-1, fixed.width)
            low[:, 0] |= low[:, :-1].sum(axis=1) == 0
        index = (draw[where] * powers).sum(axis=1)
        if not np.array_equal(symbols[np.arange(len(symbols)), index], written(draw)):
            raise InputError("the data tape is not a table of the data's bits: no graph can hold this quantiser")
    return where, powers, symbols


def word_writer(network: ExtendedNetwork, form: NumberFormat) -> tuple[int, Callable[[Array], Array]]:
    """The same for networks of `extend`: words of features, then words of labels, lowest bit first."""
    n, m = network.labels
    features, powers = network.features or 0, 2.0 ** (np.arange(form.bits) - form.point)
    powers[-1] *= -1

    def write_tape(bits: Array) -> Array:
        numbers = torch.from_numpy(bits.reshape(-1, form.bits) @ powers)
        x, z = numbers[: n * features].reshape(n, features), numbers[n * features :].reshape(n, m)
        return network.data_numbers(x, z).numpy()

    return n * (features + m) * form.bits, write_tape


def word_table(network: ExtendedNetwork, form: NumberFormat) -> tuple[I64, I64, I64]:
    """A cell that differs between all bits 0 and all bits 1 depends on a bit; question k is bit k of its number."""
    count, written = word_writer(network, form)
    symbols = np.stack([written(np.full(count, bit)) for bit in (0, 1)], axis=1)
    hanging = symbols[:, 0] != symbols[:, 1]
    where = np.zeros(len(symbols), np.int64)
    for k in range(count.bit_length()):
        where += (hanging & (written(np.arange(count) >> k & 1) == symbols[:, 1])).astype(np.int64) << k
    rng = np.random.default_rng(0)
    for _ in range(TRIALS):
        draw = rng.integers(0, 2, count)
        if int(where.max()) >= count or not np.array_equal(
            symbols[np.arange(len(symbols)), draw[where] * hanging], written(draw)
        ):
            raise InputError("the data tape is not a table of the data's bits: no graph can hold this quantiser")
    return where[:, None], hanging.astype(np.int64)[:, None], symbols


def with_bit_flipped(bits: Array, places: list[int], values: list[int]) -> Array:
    found = bits.copy()
    found[places] = values
    return found


# ---- symbols to weights ------------------------------------------------------------------------------------------


def weight_table(network: ExtendedNetwork) -> tuple[F64, F64]:
    machine, tape = network.machine, network.output_tape
    blank, started = machine.symbols.index(machine.blank), network.start_tapes[tape - 1 : tape]
    written = {rule.write[tape] for rule in machine.rules if rule.write[tape] != rule.read[tape]}
    there = {machine.symbols.index(symbol) for symbol in written.union(*started)} | {blank}
    words = network.number_format is not None  # a program writes its words on an empty tape
    cells = sum(len(row) for row in started) + network.f.weights * (WORD if words else 1) + 2

    def read(numbers: Array) -> F64:
        found: F64 = network.dequantise(torch.from_numpy(numbers)).double().numpy().reshape(-1)
        return found

    empty = np.full(2 * cells, blank, np.int64)
    constant = read(empty)
    if (numbers := cells * len(machine.symbols) * len(constant)) > MAX_SHARES:
        raise LimitError(
            f"the table from {cells:,} cells to {len(constant):,} weights has {numbers:,} numbers; a graph holds "
            f"{MAX_SHARES:,} at most"
        )
    shares = np.zeros((2 * cells, len(machine.symbols), len(constant)))
    for cell in range(2 * cells):
        for symbol in there:
            shares[cell, symbol] = read(with_bit_flipped(empty, [cell], [symbol])) - constant
    if shares[cells:].any():
        raise InputError("weights are read from more cells than the output tape starts with: no graph holds that")
    rng = np.random.default_rng(0)
    for _ in range(TRIALS):
        row = rng.choice(sorted(there), 2 * cells)
        if not np.array_equal(constant + shares[np.arange(2 * cells), row].sum(axis=0), read(row)):
            raise InputError(
                "the weights are not sums over the output tape's cells, so that no graph can hold this dequantiser"
            )
    used = int(np.flatnonzero(shares.any(axis=(1, 2)))[-1]) + 1 if words else cells
    return shares[:used], constant
