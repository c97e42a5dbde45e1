"""The machine as the transformer sees it: numbered rules, an alphabet for each tape, and a boot rule.

The initial decoder input is a parameter, so it cannot know the first symbols: a boot pass, state `boot` on cell 0 of
every tape, moves onto cell 1 and reads it. Where no rule applies (a halting state, or a pair (z, a) without a rule)
the layers keep state, symbols and heads: the paper gives terminal states no transition, and without one the state would
vanish or the head drift.

Alphabets. One tape has all symbols of the machine, as in the paper. Of several tapes each has the blank and the symbols
that its own rules or the machine's own input name; any other symbol is the zero vector, on which no rule can fire.
A tape on which every rule writes what it reads is read-only; a single tape never counts as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad.arrays import I64
from turingrad.machine.tape import RIGHT, TapeMachine

ANY = -1  # the boot rule fires on any symbols, and leaves them


@dataclass(frozen=True)
class Transitions:
    """Row r of every array is rule r, the boot rule the last; symbols are numbered tape by tape."""

    alphabets: tuple[tuple[str, ...], ...]
    blanks: tuple[int, ...]
    states: int
    state: I64  # (rules,)
    next: I64
    read: I64  # (rules, tapes)
    write: I64
    move: I64

    @property
    def tapes(self) -> int:
        return len(self.alphabets)

    @property
    def boot(self) -> int:
        return self.states - 1

    @property
    def rules(self) -> int:
        return len(self.state)

    def symbols(self, tape: int) -> int:
        return len(self.alphabets[tape])

    @cached_property
    def writable(self) -> tuple[int, ...]:
        """The tapes that a rule changes; a machine's only tape is one of them."""
        changed = (self.read != self.write).any(axis=0)
        return tuple(t for t in range(self.tapes) if changed[t] or self.tapes == 1)

    def moving(self, tape: int, move: int) -> list[int]:
        """The rules that move a head this way."""
        return [int(rule) for rule in np.flatnonzero(self.move[:, tape] == move)]

    def radices(self) -> tuple[int, ...]:
        """Values that a tape's symbol can take: its alphabet, and none of it."""
        return tuple(len(alphabet) + 1 for alphabet in self.alphabets)


def transitions(machine: TapeMachine) -> Transitions:
    states = len(machine.states) + 1
    alphabets = tuple(alphabet(machine, tape) for tape in range(machine.tapes))
    numbers = [{symbol: i for i, symbol in enumerate(symbols)} for symbols in alphabets]
    state_number = {state: i for i, state in enumerate(machine.states)}

    def rows(part: str, boot: int) -> I64:
        given = [[numbers[t][symbol] for t, symbol in enumerate(getattr(rule, part))] for rule in machine.rules]
        return np.array([*given, [boot] * machine.tapes], np.int64)

    return Transitions(
        alphabets=alphabets,
        blanks=tuple(number[machine.blank] for number in numbers),
        states=states,
        state=np.array([*(state_number[rule.state] for rule in machine.rules), states - 1], np.int64),
        next=np.array([*(state_number[rule.next] for rule in machine.rules), state_number[machine.start]], np.int64),
        read=rows("read", ANY),
        write=rows("write", ANY),
        move=np.array([*(rule.move for rule in machine.rules), (RIGHT,) * machine.tapes], np.int64),
    )


def alphabet(machine: TapeMachine, tape: int) -> tuple[str, ...]:
    """In the machine's order of symbols."""
    if machine.tapes == 1:
        return machine.symbols
    used = {machine.blank, *machine.input[tape]}
    used |= {symbol for rule in machine.rules for symbol in (rule.read[tape], rule.write[tape])}
    return tuple(symbol for symbol in machine.symbols if symbol in used)
