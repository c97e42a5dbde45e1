"""The packed executor: all hidden vectors of all layers, as bits, from the last-write table."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from turingrad._support.arrays import U8, U64
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.constructions.transformer.executors.packed_kernel import (
    HALTED,
    NO_FIELD,
    SYM2,
    TAPE_FIELDS,
    Layout,
    Rules,
    TapeTable,
    advance_packed,
)
from turingrad.constructions.transformer.executors.packed_one_tape import advance_one_tape
from turingrad.constructions.transformer.executors.packed_words import LANES, aligned_zeros, group_words, words_of
from turingrad.constructions.transformer.transitions import ANY, Transitions
from turingrad.errors import CertificateError, LimitError
from turingrad.machine.tape import Tape, TapeConfiguration
from turingrad.machine.tape.kernel import tape_of
from turingrad.machine.tape.run import TapeInput

RING = 16  # passes whose hidden vectors stay in memory where they are not kept: as many as the nearest cache holds
FIRST_CELLS = 1 << 12
MAX_CELLS = 1 << 28  # six bytes per cell
MAX_SYMBOLS = (1 << 16) - 1  # two bytes per cell
MAX_PLACES = 1 << 26  # entries of the table of rules
MAX_KEPT = 1 << 31  # bytes of kept hidden vectors


class PackedRun:
    """A stepper. Rests on the compiled weights: the caller makes sure of them (`require_compiled`)."""

    def __init__(self, network: TransformerNetwork, given: TapeInput = None, keep: int = 0) -> None:
        """`keep`: how many passes to keep all hidden vectors of; 0 keeps the last RING of them."""
        if network.options.layers != "compact":
            raise CertificateError("the packed executor takes the compact layer sequence; use 'indexed' or 'dense'")
        table = network.table
        self.network = network
        self.layout, self.rules = layout_of(network), rules_of(table)
        self.found_by = group_words(search_results(network))
        count = word_count(network)
        one_tape = table.tapes == 1 and self.layout.starts[0, SYM2] != NO_FIELD
        self.words = words_of(self.layout, self.rules, count) if one_tape else None
        ring = keep or RING
        if 8 * ring * (network.depth + 1) * count > MAX_KEPT:
            raise LimitError(f"the hidden vectors of {ring:,} passes are more than {MAX_KEPT >> 30} GB")
        self.kept = aligned_zeros((ring, count // LANES, network.depth + 1, LANES))
        network.tokens(given)  # refuses what is too long
        self.rows = network.machine.tapes_of(given)
        self.tape, self.origin = new_tape(table, self.rows)
        self.state, self.symbols = table.boot, np.array(table.blanks, np.int64)
        self.heads = np.full(table.tapes, -1, np.int64)
        self.passes, self.ended = 0, False
        self._advance(1)  # the boot pass

    def advance(self, steps: int) -> int:
        taken = 0
        while taken < steps and not self.ended:
            done = self._advance(steps - taken)
            taken += done
            if taken < steps and not self.ended:
                self._grow()
        return taken

    def _advance(self, passes: int) -> int:
        kernel: Any = advance_packed if self.words is None else advance_one_tape
        self.state, done, why = kernel(
            self.layout,
            self.rules if self.words is None else self.words,
            self.found_by,
            self.tape,
            self.origin,
            self.state,
            self.symbols,
            self.heads,
            self.passes,
            passes,
            self.kept,
        )
        self.passes += int(done)
        self.ended = why == HALTED
        return int(done)

    def _grow(self) -> None:
        tapes, cells = self.tape.last.shape
        if 2 * cells * tapes > MAX_CELLS:
            raise LimitError(f"the tape is longer than {cells:,} cells after {self.passes - 1:,} steps")
        shift = cells // 2
        last, symbol = np.zeros((tapes, 2 * cells), np.int32), np.zeros((tapes, 2 * cells), np.uint16)
        last[:, shift : shift + cells], symbol[:, shift : shift + cells] = self.tape.last, self.tape.symbol
        self.tape, self.origin = self.tape._replace(last=last, symbol=symbol), self.origin + shift

    def halted(self) -> bool:
        return self.ended

    def configuration(self) -> TapeConfiguration:
        tapes = tuple(self._tape(t, row) for t, row in enumerate(self.rows))
        state = self.network.machine.states[self.state]
        return TapeConfiguration(self.passes - 1, state, tuple(self.heads.tolist()), tapes)

    def _tape(self, t: int, row: tuple[str, ...]) -> Tape:
        machine, table, origin = self.network.machine, self.network.table, self.origin
        number = {symbol: i for i, symbol in enumerate(machine.symbols)}
        cells = np.full(max(self.tape.last.shape[1], origin + len(row)), number[machine.blank], np.int64)
        cells[origin : origin + len(row)] = [number[symbol] for symbol in row]
        # a symbol outside of the alphabet is left where it stood: no rule can write one
        written = np.flatnonzero((self.tape.last[t] > 0) & (self.tape.symbol[t] < table.symbols(t)))
        names = np.array([number[symbol] for symbol in table.alphabets[t]], np.int64)
        cells[written] = names[self.tape.symbol[t, written]]
        return tape_of(cells, number[machine.blank], origin, machine.symbols)

    def hidden(self) -> U8:
        """The hidden vectors of the first `keep` passes, or of the last RING ones: (passes, depth + 1, width)."""
        passes = min(self.passes, len(self.kept))
        rows = np.arange(self.passes - passes, self.passes) % len(self.kept)
        words = self.kept[rows].transpose(0, 2, 1, 3).reshape(passes, self.network.depth + 1, -1)
        octets = words.astype(">u8").view(np.uint8)
        return np.unpackbits(octets, axis=2)[:, :, : self.network.width]


def new_tape(table: Transitions, rows: tuple[tuple[str, ...], ...]) -> tuple[TapeTable, int]:
    lengths = np.array([len(row) for row in rows], np.int64)
    given = np.zeros((table.tapes, max(1, int(lengths.max()))), np.uint16)
    for t, row in enumerate(rows):
        number = {symbol: i for i, symbol in enumerate(table.alphabets[t])}
        given[t, : len(row)] = [number.get(symbol, len(number)) for symbol in row]
    shape = table.tapes, FIRST_CELLS
    return TapeTable(np.zeros(shape, np.int32), np.zeros(shape, np.uint16), given, lengths), FIRST_CELLS // 2


def layout_of(network: TransformerNetwork) -> Layout:
    c = network.coordinates
    starts = [
        [c.start(c.of(name, t)) if c.of(name, t) in c else NO_FIELD for name in TAPE_FIELDS] for t in range(c.tapes)
    ]
    return Layout(c.start("st"), c.start("pair"), c.start("pos1"), network.bits, np.array(starts, np.int64))


def rules_of(table: Transitions) -> Rules:
    radices = table.radices()
    places = table.states * math.prod(radices)
    if places > MAX_PLACES or max(radices) > MAX_SYMBOLS:
        raise CertificateError(
            f"the packed executor takes up to {MAX_PLACES:,} places (states times symbols of all tapes); this machine "
            f"has {places:,}; use 'indexed' or 'dense'"
        )
    rule_of = np.full((table.states, *radices), -1, np.int32)
    ruled = np.flatnonzero(~table.halts & (table.state != table.boot))
    tests = (table.read[ruled] != ANY).all(axis=1)
    rule_of[(table.state[ruled[tests]], *table.read[ruled[tests]].T)] = ruled[tests]
    for unit in ruled[~tests].tolist():
        rule_of[(int(table.state[unit]), *(slice(None) if a == ANY else a for a in table.read[unit].tolist()))] = unit
    blanks = np.array(table.blanks, np.int64)
    booting = table.state == table.boot
    rule_of[table.boot] = np.flatnonzero(booting & ((table.read == blanks) | (table.read == ANY)).all(axis=1))[0]
    radix = np.array(radices, np.int64)
    return Rules(rule_of.ravel(), radix, blanks, table.next, table.write, table.move, not table.total)


def search_results(network: TransformerNetwork) -> U64:
    """What each search layer but the last has found, its own result and those before it: (layers, words).

    The coordinates that its attentions write and its feedforward layer keeps, read from the weights."""
    searches = [layer for layer in network.decoder_layers()[3:] if layer.name not in ("output", "identity")][:-1]
    rows = np.zeros((len(searches), 64 * word_count(network)), np.uint8)
    known = np.zeros(network.width, np.bool_)
    for row, layer in zip(rows, searches, strict=True):
        for attention in (layer.self_attention, layer.cross_attention):
            if attention is not None:
                known |= (attention.W_V.any(dim=1) | (attention.b_V != 0)).numpy()
        row[: network.width] = known
    return np.packbits(rows, axis=1).reshape(len(rows), rows.shape[1] // 8).view(">u8").astype(np.uint64)


def word_count(network: TransformerNetwork) -> int:
    """Words of a hidden vector, in whole vector registers."""
    return -(-network.width // (64 * LANES)) * LANES
