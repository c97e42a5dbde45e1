"""The machine as the transformer sees it: numbered units of Lemma C.1, an alphabet for each tape, and a boot state.

The initial decoder input is a parameter, so it cannot know the first symbols: a boot pass, state `boot` on cell 0 of
every tape, moves onto cell 1 and reads it. Where no rule applies (a halting state, or symbols without a rule) state,
symbols and heads stay: the paper gives terminal states no transition, and without one the state would vanish or the
head drift.

Units. One tape is built as in the paper: a unit for every pair (z, a), those without a rule mapping to themselves. With
several tapes there is a unit for each rule that exists and one for the boot, and layers keep what no unit changes.

Alphabets. One tape has all symbols of the machine, as in the paper. Of several tapes each has the blank and the symbols
that its own rules or the machine's own input name; any other symbol is the zero vector, on which no rule can fire.
A tape on which every rule writes what it reads is read-only; a single tape never counts as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad._support.arrays import I64, Mask
from turingrad.machine.tape import RIGHT, STAY, TapeMachine

ANY = -1  # the boot rule fires on any symbols, and leaves them
MANY_RULES = 1_000  # from here on the units of rules that differ in idle tapes are one: the width is that of all units


@dataclass(frozen=True)
class Transitions:
    """Row r of every array is unit r; symbols are numbered tape by tape. `halts`: the source machine has no rule here;
    `total`: there is a unit for every pair."""

    alphabets: tuple[tuple[str, ...], ...]
    blanks: tuple[int, ...]
    states: int
    total: bool
    state: I64  # (units,)
    next: I64
    halts: Mask
    read: I64  # (units, tapes)
    write: I64
    move: I64

    @property
    def tapes(self) -> int:
        return len(self.alphabets)

    @property
    def boot(self) -> int:
        return self.states - 1

    @property
    def units(self) -> int:
        return len(self.state)

    def symbols(self, tape: int) -> int:
        return len(self.alphabets[tape])

    @cached_property
    def writable(self) -> tuple[int, ...]:
        """The tapes that a rule changes; a machine's only tape is one of them."""
        changed = (self.read != self.write).any(axis=0)
        return tuple(t for t in range(self.tapes) if changed[t] or self.tapes == 1)

    def moving_units(self, tape: int, move: int) -> list[int]:
        """The units that move a head this way."""
        return [int(unit) for unit in np.flatnonzero(self.move[:, tape] == move)]

    def radices(self) -> tuple[int, ...]:
        """Values that a tape's symbol can take: its alphabet, and none of it."""
        return tuple(len(alphabet) + 1 for alphabet in self.alphabets)


def transitions(machine: TapeMachine) -> Transitions:
    states = len(machine.states) + 1
    alphabets = tuple(alphabet(machine, tape) for tape in range(machine.tapes))
    numbers = [{symbol: i for i, symbol in enumerate(symbols)} for symbols in alphabets]
    state_number = {state: i for i, state in enumerate(machine.states)}

    blanks = tuple(number[machine.blank] for number in numbers)

    def symbols_of(part: str) -> I64:
        given = [[numbers[t][symbol] for t, symbol in enumerate(getattr(rule, part))] for rule in machine.rules]
        return np.array(given, np.int64).reshape(len(machine.rules), machine.tapes)

    state = np.array([state_number[rule.state] for rule in machine.rules], np.int64)
    following = np.array([state_number[rule.next] for rule in machine.rules], np.int64)
    move = np.array([rule.move for rule in machine.rules], np.int64).reshape(len(machine.rules), machine.tapes)
    read, write, start = symbols_of("read"), symbols_of("write"), state_number[machine.start]
    if machine.tapes == 1:
        return every_pair(alphabets, blanks, states, start, (state, following, read, write, move))
    if len(state) >= MANY_RULES:
        whole = [t for t, symbols in enumerate(alphabets) if len(symbols) == len(machine.symbols)]
        state, following, read, write, move = without_idle_tapes(
            whole, len(machine.symbols), state, following, read, write, move
        )
    return Transitions(
        alphabets=alphabets,
        blanks=blanks,
        states=states,
        total=False,
        state=np.append(state, states - 1),
        next=np.append(following, start),
        halts=np.zeros(len(state) + 1, np.bool_),
        read=np.vstack([read, np.full((1, machine.tapes), ANY)]),
        write=np.vstack([write, np.full((1, machine.tapes), ANY)]),
        move=np.vstack([move, np.full((1, machine.tapes), RIGHT)]),
    )


def without_idle_tapes(
    tapes: list[int], symbols: int, state: I64, following: I64, read: I64, write: I64, move: I64
) -> tuple[I64, I64, I64, I64, I64]:
    """The same rules, those that differ only in what an idle tape shows being one: it tests and writes ANY there.

    A tape is idle in a set of rules that has one for each of its symbols, all leave the symbol, and all else is equal.
    Only of tapes on which every symbol may stand: ANY is true of a symbol that the tape does not know, too.
    """
    rows = {tuple(row) for row in np.column_stack([state, following, move, read, write]).tolist()}
    count = move.shape[1]
    for tape in tapes:
        at = 2 + count + tape  # of read; write is `count` places after it
        groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for row in rows:
            if row[at] == row[at + count]:
                key = (*row[:at], ANY, *row[at + 1 : at + count], ANY, *row[at + count + 1 :])
                groups.setdefault(key, []).append(row)
        for key, members in groups.items():
            if len(members) == symbols:
                rows.difference_update(members)
                rows.add(key)
    table = np.array(sorted(rows), np.int64)
    parts = np.split(table, [1, 2, 2 + count, 2 + 2 * count], axis=1)
    return parts[0][:, 0], parts[1][:, 0], parts[3], parts[4], parts[2]


def every_pair(
    alphabets: tuple[tuple[str, ...], ...],
    blanks: tuple[int, ...],
    states: int,
    start: int,
    rules: tuple[I64, I64, I64, I64, I64],
) -> Transitions:
    """The units of one tape: pair (z, a) is unit z |A| + a."""
    symbols = len(alphabets[0])
    state, read = np.divmod(np.arange(states * symbols), symbols)
    following, write = state.copy(), read.copy()
    move, halts = np.full(len(state), STAY), np.ones(len(state), np.bool_)
    units = rules[0] * symbols + rules[2][:, 0]
    following[units], write[units], move[units], halts[units] = rules[1], rules[3][:, 0], rules[4][:, 0], False
    boot = state == states - 1
    following[boot], move[boot], halts[boot] = start, RIGHT, False
    columns = read[:, None], write[:, None], move[:, None]
    return Transitions(alphabets, blanks, states, True, state, following, halts, *columns)


def alphabet(machine: TapeMachine, tape: int) -> tuple[str, ...]:
    """In the machine's order of symbols."""
    if machine.tapes == 1:
        return machine.symbols
    used = {machine.blank, *machine.input[tape]}
    used |= {symbol for rule in machine.rules for symbol in (rule.read[tape], rule.write[tape])}
    return tuple(symbol for symbol in machine.symbols if symbol in used)
