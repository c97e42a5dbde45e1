"""The packed executor: all hidden vectors of all layers, as bits, from the last-write table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad.constructions.transformer import TransformerNetwork
from turingrad.constructions.transformer.executors.packed_kernel import HALTED, Layout, TapeTable, Words, advance_packed
from turingrad.errors import CertificateError, LimitError
from turingrad.machine.tape import Tape, TapeConfiguration
from turingrad.machine.tape.run import TapeInput

RING = 64  # passes whose hidden vectors stay in memory where they are not kept
FIRST_CELLS = 1 << 12
MOST_CELLS = 1 << 28  # five bytes a cell
MOST_SYMBOLS = 256  # one byte a cell
MOST_KEPT = 1 << 31  # bytes of kept hidden vectors


class PackedRun:
    """A stepper. Rests on the compiled weights: the caller makes sure of them (`require_compiled`)."""

    def __init__(self, network: TransformerNetwork, given: TapeInput = None, keep: int = 0) -> None:
        """`keep`: how many passes to keep all hidden vectors of; 0 keeps the last RING of them."""
        if network.options.layers != "compact":
            raise CertificateError("the packed executor takes the compact layer sequence; use 'indexed' or 'dense'")
        if network.table.symbols > MOST_SYMBOLS:
            raise CertificateError(
                f"the packed executor takes up to {MOST_SYMBOLS} symbols, this machine has {network.table.symbols}; "
                "use 'indexed' or 'dense'"
            )
        self.network = network
        self.layout, self.words = layout_of(network), words_of(network)
        self.prefixes = prefixes_of(network)
        count = word_count(network)
        ring = keep or RING
        if 8 * ring * (network.depth + 1) * count > MOST_KEPT:
            raise LimitError(f"the hidden vectors of {ring:,} passes are more than {MOST_KEPT >> 30} GB")
        self.kept = np.zeros((ring, count, network.depth + 1), np.uint64)
        self.tape, self.origin = new_tape(network.tokens(given).numpy().astype(np.uint8))
        table = network.table
        self.entry = table.boot * table.symbols + table.blank
        self.head, self.passes, self.ended = -1, 0, False
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
        self.entry, self.head, done, why = advance_packed(
            self.layout,
            self.words,
            self.prefixes,
            self.tape,
            self.origin,
            self.entry,
            self.head,
            self.passes,
            passes,
            self.kept,
        )
        self.passes += int(done)
        self.ended = why == HALTED
        return int(done)

    def _grow(self) -> None:
        cells = len(self.tape.last)
        if 2 * cells > MOST_CELLS:
            raise LimitError(f"the tape is longer than {cells:,} cells after {self.passes - 1:,} steps")
        shift = cells // 2
        last, symbol = np.zeros(2 * cells, np.int32), np.zeros(2 * cells, np.uint8)
        last[shift : shift + cells], symbol[shift : shift + cells] = self.tape.last, self.tape.symbol
        self.tape, self.origin = TapeTable(last, symbol, self.tape.input), self.origin + shift

    def halted(self) -> bool:
        return self.ended

    def configuration(self) -> TapeConfiguration:
        machine = self.network.machine
        blank = self.network.table.blank
        input_cells = self.tape.input
        cells = np.full(max(len(self.tape.last), self.origin + len(input_cells)), blank, np.uint8)
        cells[self.origin : self.origin + len(input_cells)] = input_cells
        written = np.flatnonzero(self.tape.last)
        cells[written] = self.tape.symbol[written]
        filled = np.flatnonzero(cells != blank)
        tape = Tape(0, ())
        if filled.size:
            first, last = int(filled[0]), int(filled[-1])
            names = machine.symbols
            tape = Tape(first - self.origin, tuple([names[n] for n in cells[first : last + 1].tolist()]))
        state = machine.states[self.entry // self.network.table.symbols]
        return TapeConfiguration(self.passes - 1, state, (int(self.head),), (tape,))

    def hidden(self) -> npt.NDArray[np.uint8]:
        """The hidden vectors of the first `keep` passes, or of the last RING ones: (passes, depth + 1, width)."""
        passes = min(self.passes, len(self.kept))
        rows = np.arange(self.passes - passes, self.passes) % len(self.kept)
        octets = self.kept[rows].transpose(0, 2, 1).astype(">u8", order="C").view(np.uint8)
        return np.unpackbits(octets, axis=2)[:, :, : self.network.width]


def new_tape(input_cells: npt.NDArray[np.uint8]) -> tuple[TapeTable, int]:
    table = TapeTable(np.zeros(FIRST_CELLS, np.int32), np.zeros(FIRST_CELLS, np.uint8), input_cells)
    return table, FIRST_CELLS // 2


def layout_of(network: TransformerNetwork) -> Layout:
    c = network.coordinates
    return Layout(
        pos1=c.start("pos1"),
        pos2=c.start("pos2"),
        pos3=c.start("pos3"),
        inc=c.start("inc"),
        dec=c.start("dec"),
        scr3=c.start("scr3"),
        edge=c.start("edge") if "edge" in c else -1,
        bits=network.bits,
    )


def prefixes_of(network: TransformerNetwork) -> npt.NDArray[np.uint64]:
    """The coordinates of scr3 that each search layer but the reading one has found: (words, layers)."""
    bits, radix = network.bits, network.options.radix
    known = range(1, bits + 1) if radix is None else range(radix, bits, radix)
    rows = np.zeros((len(known), 64 * word_count(network)), np.uint8)
    for row, count in zip(rows, known, strict=True):
        row[network.coordinates.start("scr3") :][:count] = 1
    return np.ascontiguousarray(packed_rows(rows).T)


def word_count(network: TransformerNetwork) -> int:
    return (network.width + 63) // 64


def packed_rows(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """(n, 64 words) bits to (n, words) numbers."""
    return np.packbits(rows, axis=1).reshape(len(rows), -1).view(">u8").astype(np.uint64)


def words_of(network: TransformerNetwork) -> Words:
    c, table = network.coordinates, network.table
    states, symbols = table.states, table.symbols
    z, a = (index.ravel() for index in np.indices((states, symbols)))

    def one_hot(*coordinates: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        rows = np.zeros((len(coordinates[0]), 64 * word_count(network)), np.uint8)
        for columns in coordinates:
            rows[np.arange(len(columns)), columns] = 1
        return packed_rows(rows)

    each_state, each_symbol = np.arange(states), np.arange(symbols)
    following, write = table.next.ravel(), table.write.ravel()
    return Words(
        start=one_hot(c.start("st") + z, c.start("sym1") + a),
        pair=one_hot(c.start("pair") + z * symbols + a),
        outcome=one_hot(c.start("st") + following, c.start("sym2") + write),
        state=one_hot(c.start("st") + each_state),
        history=one_hot(c.start("scr1") + each_symbol),
        input=one_hot(c.start("or2") + each_symbol),
        blank=one_hot(np.full(symbols, c.start("bl"))),
        next=following.astype(np.int64),
        write=write.astype(np.uint8),
        move=table.move.ravel(),
        halts=table.halts.ravel(),
        blank_symbol=table.blank,
    )
