"""Fewer states of a grid machine: those that nothing reaches go, those that do the same for ever become one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from turingrad._support.arrays import I64, Mask
from turingrad.machine.grid import MOVES, WALL, GridMachine

NONE = -1


def merge_equivalent(machine: GridMachine) -> GridMachine:
    """The quotient by Moore's partition refinement of what the start reaches. Each class keeps its first state's name,
    and halting states are told apart by their answer alone."""
    number = {state: i for i, state in enumerate(machine.states)}
    reads = {symbol: i for i, symbol in enumerate((*machine.symbols, WALL))}
    following = np.full((len(number), len(reads)), NONE, np.int64)
    moves, action = list(MOVES), np.full_like(following, NONE)
    for rule in machine.rules:
        at = number[rule.state], reads[rule.read]
        following[at] = number[rule.next]
        action[at] = reads[rule.write or WALL] * len(moves) + moves.index(rule.move)
    answers = np.array([machine.answer(state) + 3 * (state in machine.halting) for state in machine.states])
    block = refine_states(following, action, answers)
    seen = reachable_states(following, number[machine.start])
    first: dict[int, str] = {}
    for state in machine.states:
        if seen[number[state]]:
            first.setdefault(int(block[number[state]]), state)
    name = {state: first[int(block[i])] for state, i in number.items() if int(block[i]) in first}
    kept = set(first.values())
    return replace(
        machine,
        states=tuple(state for state in machine.states if state in kept),
        rules=tuple(replace(rule, next=name[rule.next]) for rule in machine.rules if rule.state in kept),
        start=name[machine.start],
        halting=tuple(state for state in machine.halting if state in kept),
        accept=tuple(state for state in machine.accept if state in kept),
        reject=tuple(state for state in machine.reject if state in kept),
    )


def refine_states(following: I64, action: I64, first: I64) -> I64:
    """The class of each state: those of one answer, split until members act alike and go to the same classes."""
    block, classes = first, 0
    while True:
        ahead = np.where(following == NONE, NONE, block[following])
        block = np.unique(np.column_stack([block, action, ahead]), axis=0, return_inverse=True)[1].ravel()
        if int(block.max()) + 1 == classes:
            return block
        classes = int(block.max()) + 1


def reachable_states(following: I64, start: int) -> Mask:
    seen = np.zeros(len(following), np.bool_)
    new = np.array([start])
    while len(new):
        seen[new] = True
        ahead = np.unique(following[new])
        new = ahead[(ahead != NONE) & ~seen[ahead]]
    return seen
