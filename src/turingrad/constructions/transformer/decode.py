"""The way back: from hidden vectors to what they stand for, and from their history to the machine's configuration."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

import numpy as np

from turingrad._support.arrays import F64, I64
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.transformer.transitions import ANY, Transitions
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.kernel import tape_of

BOOT = "boot"
ABSENT = -1  # instead of a symbol's number


Each = str | tuple[str | None, ...]
Number = int | tuple[int | None, ...]


@dataclass(frozen=True)
class Reading:
    """One hidden vector in words. A field that the vector does not hold at its layer is None. With several tapes all
    but `state`, `pair` and `time` have one entry per tape.

    `symbol` is under the head, `wrote` was written in this pass; `cell` is the head before the move, `target` after
    it, both counted from the input's first symbol modulo 2^w; `time` is the pass; `last_write` are the time bits of the
    last write to `target` as far as the search has found them, most significant first; `pair` is the state and symbols
    of the rule that L1 has found.
    """

    layer: str
    state: str | None
    symbol: Each | None
    wrote: Each | None
    pair: tuple[str, ...] | None
    time: int | None
    cell: Number | None
    target: Number | None
    last_write: Each | None

    def __str__(self) -> str:
        parts = [f"{name} {value}" for name, value in vars(self).items() if value is not None and name != "layer"]
        return f"{self.layer}: " + ", ".join(parts)


class FieldReader:
    """Fields of one hidden vector, bits at the threshold 1/2; None if the vector has no such field."""

    def __init__(self, c: Coordinates, vector: F64, held: Container[str]) -> None:
        self.c, self.bits, self.held = c, vector > 0.5, held

    def one_hot(self, field: str) -> int | None:
        if field not in self.held:
            return None
        on = np.flatnonzero(self.bits[self.c.slice(field)])
        return int(on[0]) if len(on) == 1 else None

    def digits(self, field: str) -> str | None:
        if field not in self.held:
            return None
        return "".join("1" if bit else "0" for bit in self.bits[self.c.slice(field)])

    def number(self, field: str) -> int | None:
        text = self.digits(field)
        return None if text is None else int(text, 2)

    def cell(self, field: str) -> int | None:  # the network's cell 1 is the machine's cell 0
        found = self.number(field)
        return None if found is None else (found - 1) % (1 << self.c.size(field))

    def each(self, name: str, look: Callable[[str, int], Any]) -> Any:
        """What `look(field, tape)` sees: itself for one tape, a tuple for several, None if no tape has any."""
        seen = tuple(look(self.c.of(name, t), t) for t in range(self.c.tapes))
        if self.c.tapes == 1:
            return seen[0]
        return None if all(value is None for value in seen) else seen


def read_vector(
    machine: TapeMachine,
    table: Transitions,
    c: Coordinates,
    vector: F64,
    layer: str,
    held: Container[str],
) -> Reading:
    """A hidden vector read field by field, those of `held`."""
    reader = FieldReader(c, vector, held)
    states = (*machine.states, BOOT)

    def symbol(field: str, tape: int) -> str | None:
        number = reader.one_hot(field)
        return None if number is None else table.alphabets[tape][number]

    state, pair = reader.one_hot("st"), reader.one_hot("pair")
    return Reading(
        layer=layer,
        state=None if state is None else states[state],
        symbol=reader.each("sym1", symbol),
        wrote=reader.each("sym2", symbol),
        pair=None if pair is None else rule_names(table, states, pair),
        time=reader.number("pos1"),
        cell=reader.each("pos2", lambda field, _: reader.cell(field)),
        target=reader.each("pos3", lambda field, _: reader.cell(field)),
        last_write=reader.each("scr3", lambda field, _: reader.digits(field)),
    )


def rule_names(table: Transitions, states: tuple[str, ...], rule: int) -> tuple[str, ...]:
    """State and symbols at which a rule fires; the boot rule names its state alone."""
    symbols = [table.alphabets[t][a] for t, a in enumerate(table.read[rule]) if a != ANY]
    return states[int(table.state[rule])], *symbols


class TapePlayback:
    """One tape of a run. Cells come modulo 2^w; consecutive ones differ by at most one, so the true head is the running
    sum of signed differences. Writes fill an array of the machine's symbol numbers that grows with the head."""

    def __init__(self, machine: TapeMachine, tape: tuple[str, ...], alphabet: tuple[str, ...], modulus: int) -> None:
        number = {symbol: i for i, symbol in enumerate(machine.symbols)}
        self.modulus = modulus
        self.numbers = np.array([number[symbol] for symbol in alphabet], np.int64)
        self.blank = number[machine.blank]
        self.origin = 64
        self.cells = np.full(2 * self.origin + len(tape), self.blank, np.int64)
        self.cells[self.origin : self.origin + len(tape)] = [number[symbol] for symbol in tape]
        self.head = -1  # machine cells: the boot cell is the one before the input

    def follow(self, wrote: I64, cells: I64) -> None:
        """One entry per pass: the symbol written (ABSENT: none), and the network's cell after the pass."""
        half = self.modulus // 2
        if len(cells) == 1:
            self._make_room(self.head, self.head)
            if wrote[0] != ABSENT:
                self.cells[self.head + self.origin] = self.numbers[wrote[0]]
            self.head += (int(cells[0]) - self.head - 1 + half) % self.modulus - half
            return
        before = np.concatenate([[(self.head + 1) % self.modulus], cells[:-1]])
        moves = (cells - before + half) % self.modulus - half
        heads = self.head + np.cumsum(moves)
        written_at = np.concatenate([[self.head], heads[:-1]])
        self._make_room(int(written_at.min()), int(written_at.max()))
        real = wrote != ABSENT
        self.cells[written_at[real] + self.origin] = self.numbers[wrote[real]]  # of equal indices the last one counts
        self.head = int(heads[-1])

    def _make_room(self, first: int, last: int) -> None:
        left = max(0, -(first + self.origin))
        right = max(0, last + self.origin + 1 - len(self.cells))
        if left or right:
            pad = max(left, right, len(self.cells))
            self.cells = np.pad(self.cells, pad, constant_values=self.blank)
            self.origin += pad


class Playback:
    """Follows a run through what each pass shows: what it wrote, then the state, symbols and cells it ends in."""

    def __init__(
        self, machine: TapeMachine, table: Transitions, tapes: tuple[tuple[str, ...], ...], modulus: int
    ) -> None:
        self.machine, self.table = machine, table
        self.states = (*machine.states, BOOT)
        rows = zip(tapes, table.alphabets, strict=True)
        self.tapes = [TapePlayback(machine, row, alphabet, modulus) for row, alphabet in rows]
        self.step = -1  # the boot pass is step 0
        self.state = 0
        self.symbols: tuple[str | None, ...] = (machine.blank,) * machine.tapes

    def follow(
        self,
        wrote: I64,
        states: I64,
        symbols: I64,
        cells: I64,
    ) -> None:
        """One row per pass, but for `states` with one column per tape; `cells` are the network's, modulo 2^w, after the
        pass (the input begins in cell 1); ABSENT is no symbol."""
        if not len(states):
            return
        for t, player in enumerate(self.tapes):
            player.follow(wrote[:, t], cells[:, t])
        self.state = int(states[-1])
        shown = zip(self.table.alphabets, symbols[-1].tolist(), strict=True)
        self.symbols = tuple(None if number == ABSENT else alphabet[number] for alphabet, number in shown)
        self.step += len(states)

    def halted(self) -> bool:
        if self.step < 0:
            return False
        reads = tuple(symbol for symbol in self.symbols if symbol is not None)
        return self.machine.rule(self.states[self.state], reads) is None

    def configuration(self) -> TapeConfiguration:
        names = self.machine.symbols
        tapes = tuple(tape_of(player.cells, player.blank, player.origin, names) for player in self.tapes)
        heads = tuple(player.head for player in self.tapes)
        return TapeConfiguration(self.step, self.states[self.state], heads, tapes)
