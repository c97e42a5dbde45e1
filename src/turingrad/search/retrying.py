"""What a changed candidate has to run again: the instances whose runs used a rule that is another now.

Of every instance the climb keeps what it said and which entries of the table its run used. A run that used none of the
changed entries is the same run, so its answer stands, and it is not run; a change of rules that nobody used is decided
at once. The others are run in groups.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, I64, U64, Signs
from turingrad._support.jit import njit
from turingrad.search.groups import (
    AT,
    USED,
    advance_group,
    begin_groups,
    errors_of,
    labels_of,
    ones,
    wire,
)
from turingrad.search.kernel import draw_rule
from turingrad.search.tables import MINUS, PLUS, UNDEFINED

HALTING = 8
"""One in this many rules that are drawn halts."""

OUTCOME, ENTRIES = range(2)  # of a group that has ended


@njit(cache=True, nogil=True)
def touched(candidate: I32, current: I32, used: U64, tried: U64) -> bool:
    """Into `tried`: the instances that used a rule that is another now. Whether there are any."""
    tried[:] = 0
    anyone = np.uint64(0)
    for place in range(current.shape[0]):
        if candidate[place] != current[place]:
            for word in range(tried.shape[0]):
                tried[word] |= used[place % used.shape[0], word]
                anyone |= tried[word]
    return bool(anyone != np.uint64(0))


@njit(cache=True, nogil=True)
def carry_over(new: U64, old: U64, tried: U64) -> None:
    """What was, of the instances that were not tried, is added to what is new."""
    for row in range(new.shape[0]):
        for word in range(tried.shape[0]):
            new[row, word] |= old[row, word] & ~tried[word]


@njit(cache=True, nogil=True)
def errors_outside(said: U64, positive: U64, every: U64, tried: U64) -> int:
    """The errors of the instances that are not tried."""
    errors = 0
    for word in range(every.shape[0]):
        right = (said[0, word] & positive[word]) | (said[1, word] & ~positive[word])
        errors += ones(every[word] & ~right & ~tried[word])
    return errors


@njit(cache=True, nogil=True)
def record_answers(ended_sets: U64, ended: I64, count: int, said: U64, used: U64) -> None:
    """Who answered + and who -, and who used which entry, from the groups that have ended: seldom needed, since most
    candidates are abandoned."""
    said[:] = 0
    used[:] = 0
    for group in range(count):
        outcome, entries = ended[group, OUTCOME], ended[group, ENTRIES]
        for word in range(said.shape[1]):
            held = ended_sets[group, word]
            if held == 0:
                continue
            if outcome in (PLUS, MINUS):
                said[0 if outcome == PLUS else 1, word] |= held
            for row in range(used.shape[0]):
                if (entries >> row) & 1:
                    used[row, word] |= held


@njit(cache=True, nogil=True)
def retry_instances(
    table: I32, wires: I64, tried: U64, errors: int, allowed: int, first: Signs, planes: U64, positive: U64, head: int,
    deltas: I64, limit: int, random: U64, walls: bool, cells: Signs, sets: U64, places: I64, trail: I64, anchor: Signs,
    ended_sets: U64, ended: I64, said: U64, used: U64,
) -> int:  # fmt: skip
    """Runs the instances `tried`, with so many `errors` of others before; all errors, or -1 where there are more than
    `allowed`. `said` gets who answered + and who -, `used` who used which entry.

    A rule that is needed and undefined is drawn, and stays in the table; one at the wall is drawn only with `walls`.
    What is drawn depends on `random[0]`, the candidate's own number, and on the entry, not on who needs it first.
    """
    for place in range(table.shape[0]):
        wires[place] = wire(table[place], deltas)
    begin_groups(first, tried, head, cells, sets, places, trail)
    waiting, count = 1, 0
    while waiting > 0:
        outcome, group = advance_group(wires, planes, limit, cells, sets, places, trail, anchor, waiting - 1)
        at = places[group, AT]
        if outcome == UNDEFINED and (walls or at % 4 != 3):
            random[1] = random[0] + np.uint64(at + 1) * np.uint64(0xD1B54A32D192ED03)
            table[at] = draw_rule(random[1:], table.shape[0] // 4, at % 4, HALTING)
            wires[at] = wire(table[at], deltas)
            waiting = group + 1
            continue
        waiting = group
        plus, minus = labels_of(sets, group, positive)
        errors += errors_of(outcome, plus, minus)
        if errors > allowed:
            return -1
        for word in range(tried.shape[0]):
            ended_sets[count, word] = sets[group, word]
        ended[count, OUTCOME], ended[count, ENTRIES] = outcome, places[group, USED]
        count += 1
    record_answers(ended_sets, ended, count, said, used)
    return errors
