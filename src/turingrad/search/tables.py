"""Candidates as arrays: the rules of a learner of s states in 4 s integers, and the way to and from grid machines.

A learner reads -, 0, + or the wall, numbers 0 to 3; entry `4 * state + read` of a table is

    UNDEFINED                          no rule: stuck, or, in a search, not yet needed
    PLUS, MINUS                        halt with that answer; what is written and where the head goes does not matter
    next << 5 | write << 3 | move      otherwise, with the moves U, D, L, R, S as 0 to 4 and `next` already times 4

At the wall nothing is written: `write` is the wall's own number there, which the kernels read as "unchanged".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from turingrad._support.arrays import I32
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import whole
from turingrad.errors import InputError
from turingrad.machine.grid import TERNARY, WALL, GridMachine, GridRule
from turingrad.machine.grid.learner import require_learner

Table = I32  # (4 s,)

UNDEFINED, PLUS, MINUS = -1, -2, -3
READS = (*TERNARY, WALL)
WALL_READ = 3
MAX_STATES = 1 << 12  # of a table from a file
MOVES = "UDLRS"
HALTS = {PLUS: "halt+", MINUS: "halt-"}


def entry_of(write: int, move: int, next_state: int) -> int:
    """A rule that does not halt; `write` is 3 at the wall."""
    return (4 * next_state) << 5 | write << 3 | move


@validate_arguments
def as_machine(table: Table, work: int = 1, name: str = "", doc: str = "", *, every: bool = False) -> GridMachine:
    """Make the grid machine of a table: states 0, 1, ... with their rules, halt+ and halt-.

    Args:
        table: The table.
        work: Work columns of the grid.
        name: The machine's name.
        doc: What it does.
        every: Keep every state, not only those that the start can lead to.

    Returns:
        The machine.

    Raises:
        InputError: The table's numbers are not rules.

    Example:
        >>> from turingrad.search import as_machine, as_table
        >>> table = as_table(tg.library.load("constant", form="grid"))
        >>> len(as_machine(table).working_states)
        1
    """
    valid_table(np.asarray(table).reshape(-1).tolist())
    reached = list(range(len(table) // 4)) if every else reachable(table)
    states = {state: str(i) for i, state in enumerate(reached)}
    rules = []
    for state in reached:
        for read, symbol in enumerate(READS):
            entry = int(table[4 * state + read])
            if entry == UNDEFINED:
                continue
            kept = None if read == WALL_READ else symbol
            if entry in HALTS:
                rules.append(GridRule(states[state], symbol, kept, "S", HALTS[entry]))
                continue
            write = None if read == WALL_READ else READS[entry >> 3 & 3]
            rules.append(GridRule(states[state], symbol, write, MOVES[entry & 7], states[entry >> 7]))
    return GridMachine(
        states=(*states.values(), *HALTS.values()),
        symbols=TERNARY,
        blank="0",
        start="0",
        rules=tuple(rules),
        halting=tuple(HALTS.values()),
        accept=(HALTS[PLUS],),
        reject=(HALTS[MINUS],),
        work=work,
        name=name,
        doc=doc,
    )


def valid_table(entries: Any, most: int = MAX_STATES) -> tuple[int, ...]:
    """A table from an untrusted source: kernels follow its numbers without looking, so each must lead to a state."""
    table = tuple(whole(entry, "an entry of a table", MINUS) for entry in entries)
    states = len(table) // 4
    if len(table) % 4 or not 1 <= states <= most:
        raise InputError(f"a table must have four entries per state, for 1 to {most} states, not {len(table)} entries")
    for place, entry in enumerate(table):
        at_wall = place % 4 == WALL_READ
        write_ok = (entry >> 3 & 3 == WALL_READ) == at_wall
        if entry >= 0 and not (entry & 7 < len(MOVES) and write_ok and not entry >> 5 & 3 and entry >> 7 < states):
            raise InputError(f"entry {place} of a table, {entry}, is not a rule of a machine with {states} states")
    return table


def reachable(table: Table) -> list[int]:
    """The states that rules lead to from state 0, in the order in which they are first named."""
    found = [0]
    for state in found:
        for entry in table[4 * state : 4 * state + 4].tolist():
            if entry >= 0 and entry >> 7 not in found:
                found.append(entry >> 7)
    return found


def canonical(table: Sequence[int]) -> tuple[int, ...]:
    """The table without the states that its rules never lead to, the others in the order of their first naming."""
    return tuple(as_table(as_machine(np.array(table, dtype=np.int32))).tolist())


@validate_arguments
def as_table(machine: GridMachine) -> Table:
    """Make the table of a learner whose symbols are -, 0, +. Its start is state 0.

    Entering a halting state ends a run, so what such a rule writes and where it moves to is left out; one that halts
    without an answer is left undefined, which is stuck: no answer either.

    Args:
        machine: The grid learner.

    Returns:
        The table: four numbers per state.

    Raises:
        InputError: The machine has other symbols.

    Example:
        >>> from turingrad.search import as_table
        >>> len(as_table(tg.library.load("last-label", form="grid"))) % 4
        0
    """
    require_learner(machine)
    if set(machine.symbols) != set(TERNARY):
        raise InputError(f"a candidate has the symbols {', '.join(TERNARY)} only; this machine is {machine!r}")
    ends = {**dict.fromkeys(machine.accept, PLUS), **dict.fromkeys(machine.reject, MINUS)}
    if machine.start in ends:
        raise InputError("a candidate takes at least one step before it halts")
    mute = set(machine.halting) - set(ends)
    working = [machine.start, *(state for state in machine.working_states if state != machine.start)]
    number = {state: i for i, state in enumerate(working)}
    table = np.full(4 * len(working), UNDEFINED, dtype=np.int32)
    for rule in machine.rules:
        read = READS.index(rule.read)
        place = 4 * number[rule.state] + read
        if rule.next in ends:
            table[place] = ends[rule.next]
        elif rule.next not in mute:
            write = WALL_READ if rule.write is None else READS.index(rule.write)
            table[place] = entry_of(write, MOVES.index(rule.move), number[rule.next])
    return table


def rule_count(table: Table) -> int:
    return sum(int((table[4 * state : 4 * state + 4] != UNDEFINED).sum()) for state in reachable(table))


def table_count(states: int, *, stays: bool = True) -> int:
    """How many tables there are: 2 rules that halt, and every write, move and next state; at the wall no write. Without
    `stays`, rules that stay on a symbol are left out."""
    symbol, wall = 2 + 3 * (5 if stays else 4) * states, 2 + 5 * states
    return int(symbol ** (3 * states) * wall**states)


@validate_arguments
def rule_lines(machine: GridMachine) -> list[str]:
    """Write a machine's rules, one line per state: `0: -:0U>1  +:-R>1  #:H-`, in the notation read:[write]move>next.

    Args:
        machine: A grid learner.

    Returns:
        One line per state.

    Example:
        >>> from turingrad.search import rule_lines
        >>> len(rule_lines(tg.library.load("constant", form="grid")))
        1
    """
    lines = []
    for state in machine.working_states:
        shown = []
        for rule in machine.rules:
            if rule.state != state:
                continue
            if rule.next in machine.halting:
                sign = machine.answer(rule.next)
                shown.append(f"{rule.read}:H{'+' if sign > 0 else '-' if sign < 0 else ''}")
            else:
                write = "" if rule.write is None or rule.write == rule.read else rule.write
                shown.append(f"{rule.read}:{write}{rule.move}>{rule.next}")
        lines.append(f"{state}: " + "  ".join(shown))
    return lines
