"""The way back: from hidden vectors to what they stand for, and from their history to the machine's configuration."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from turingrad.constructions.transformer.coordinates import Coordinates
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine

BOOT = "boot"


@dataclass(frozen=True)
class Reading:
    """One hidden vector in words. A field that the vector does not hold at its layer is None.

    `symbol` is under the head, `wrote` was written in this pass; `cell` is the head before the move, `target` after
    it, both counted from the input's first symbol modulo 2^w; `time` is the pass; `last_write` are the time bits of the
    last write to `target` as far as the search has found them, most significant first; `pair` is L1's (state, symbol).
    """

    layer: str
    state: str | None
    symbol: str | None
    wrote: str | None
    pair: tuple[str, str] | None
    time: int | None
    cell: int | None
    target: int | None
    last_write: str | None

    def __str__(self) -> str:
        parts = [f"{name} {value}" for name, value in vars(self).items() if value is not None and name != "layer"]
        return f"{self.layer}: " + ", ".join(parts)


def read_vector(
    machine: TapeMachine, c: Coordinates, vector: npt.NDArray[np.float64], layer: str, held: Container[str]
) -> Reading:
    """A hidden vector read field by field, those of `held`; values are taken as bits at the threshold 1/2."""
    bits = vector > 0.5
    states, symbols = (*machine.states, BOOT), machine.symbols

    def one_hot(field: str) -> int | None:
        on = np.flatnonzero(bits[c.slice(field)])
        return int(on[0]) if field in held and len(on) == 1 else None

    def digits(field: str) -> str | None:
        return "".join("1" if bit else "0" for bit in bits[c.slice(field)]) if field in held else None

    def number(field: str) -> int | None:
        text = digits(field)
        return None if text is None else int(text, 2)

    def cell(field: str) -> int | None:  # the network's cell 1 is the machine's cell 0
        found = number(field)
        return None if found is None else (found - 1) % (1 << c.size(field))

    state, symbol, wrote, pair = one_hot("st"), one_hot("sym1"), one_hot("sym2"), one_hot("pair")
    return Reading(
        layer=layer,
        state=None if state is None else states[state],
        symbol=None if symbol is None else symbols[symbol],
        wrote=None if wrote is None else symbols[wrote],
        pair=None if pair is None else (states[pair // len(symbols)], symbols[pair % len(symbols)]),
        time=number("pos1"),
        cell=cell("pos2"),
        target=cell("pos3"),
        last_write=digits("scr3"),
    )


class Playback:
    """Follows a run through what each pass shows: the cell and symbol it wrote, then state, symbol and cell it ends in.

    Cells come modulo 2^w; consecutive cells differ by at most one, so the true head is the running sum of signed
    differences. Writes fill an array that grows with the head.
    """

    def __init__(self, machine: TapeMachine, tape: tuple[str, ...], modulus: int) -> None:
        self.machine = machine
        self.modulus = modulus
        self.states = (*machine.states, BOOT)
        self.number = {symbol: i for i, symbol in enumerate(machine.symbols)}
        self.blank = self.number[machine.blank]
        self.origin = 64
        self.cells = np.full(2 * self.origin + len(tape), self.blank, np.int64)
        self.cells[self.origin : self.origin + len(tape)] = [self.number[symbol] for symbol in tape]
        self.step = -1  # the boot pass is step 0
        self.head = -1  # machine cells: the boot cell is the one before the input
        self.state = 0
        self.symbol = self.blank

    def follow(
        self,
        wrote: npt.NDArray[np.int64],
        states: npt.NDArray[np.int64],
        symbols: npt.NDArray[np.int64],
        cells: npt.NDArray[np.int64],
    ) -> None:
        """One entry a pass; `cells` are the network's, modulo 2^w, after the pass (the input begins in cell 1)."""
        if len(states) == 1:
            self._follow_one(int(wrote[0]), int(states[0]), int(symbols[0]), int(cells[0]))
            return
        if not len(states):
            return
        before = np.concatenate([[(self.head + 1) % self.modulus], cells[:-1]])
        half = self.modulus // 2
        moves = (cells - before + half) % self.modulus - half
        heads = self.head + np.cumsum(moves)
        written_at = np.concatenate([[self.head], heads[:-1]])
        self._make_room(int(written_at.min()), int(written_at.max()))
        self.cells[written_at + self.origin] = wrote  # of equal indices the last one counts
        self.head, self.state, self.symbol = int(heads[-1]), int(states[-1]), int(symbols[-1])
        self.step += len(states)

    def _follow_one(self, wrote: int, state: int, symbol: int, cell: int) -> None:
        self._make_room(self.head, self.head)
        self.cells[self.head + self.origin] = wrote
        half = self.modulus // 2
        self.head += (cell - self.head - 1 + half) % self.modulus - half
        self.state, self.symbol = state, symbol
        self.step += 1

    def _make_room(self, first: int, last: int) -> None:
        left = max(0, -(first + self.origin))
        right = max(0, last + self.origin + 1 - len(self.cells))
        if left or right:
            pad = max(left, right, len(self.cells))
            self.cells = np.pad(self.cells, pad, constant_values=self.blank)
            self.origin += pad

    def halted(self) -> bool:
        if self.step < 0:
            return False
        return self.machine.rule(self.states[self.state], (self.machine.symbols[self.symbol],)) is None

    def configuration(self) -> TapeConfiguration:
        filled = np.flatnonzero(self.cells != self.blank)
        tape = Tape(0, ())
        if filled.size:
            first, last = int(filled[0]), int(filled[-1])
            names = self.machine.symbols
            tape = Tape(first - self.origin, tuple([names[n] for n in self.cells[first : last + 1].tolist()]))
        return TapeConfiguration(self.step, self.states[self.state], (self.head,), (tape,))
