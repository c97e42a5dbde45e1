"""The machine as the transformer sees it: a total transition function with a boot state.

The initial decoder input is a parameter, so it cannot know x_1: a boot pass, state `boot` on cell 0, moves onto cell 1
and reads it. A halting state, and a pair (z, a) without a rule, map to themselves, same symbol, no move: the paper
gives terminal states no transition, and without one the state would vanish or the head drift.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from turingrad.arrays import I64
from turingrad.machine.tape import RIGHT, STAY, TapeMachine


@dataclass(frozen=True)
class Transitions:
    """By (state, symbol): next state, symbol to write, move, and whether the source machine has halted there."""

    next: I64
    write: I64
    move: I64
    halts: npt.NDArray[np.bool_]
    blank: int
    boot: int

    @property
    def states(self) -> int:
        return int(self.next.shape[0])

    @property
    def symbols(self) -> int:
        return int(self.next.shape[1])


def transitions(machine: TapeMachine) -> Transitions:
    states, symbols = len(machine.states) + 1, len(machine.symbols)
    boot = states - 1
    state_number = {state: i for i, state in enumerate(machine.states)}
    symbol_number = {symbol: i for i, symbol in enumerate(machine.symbols)}
    following = np.repeat(np.arange(states)[:, None], symbols, axis=1)
    write = np.repeat(np.arange(symbols)[None, :], states, axis=0)
    move = np.full((states, symbols), STAY, np.int64)
    halts = np.ones((states, symbols), np.bool_)
    for rule in machine.rules:
        place = state_number[rule.state], symbol_number[rule.read[0]]
        following[place] = state_number[rule.next]
        write[place] = symbol_number[rule.write[0]]
        move[place] = rule.move[0]
        halts[place] = False
    following[boot], move[boot], halts[boot] = state_number[machine.start], RIGHT, False
    return Transitions(following, write, move, halts, symbol_number[machine.blank], boot)
