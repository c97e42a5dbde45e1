"""Every machine of one or two states: the tree of partial tables, walked once, with what is cut off counted.

*Nodes.* A node is a partial table and, for every part of the data sets, where its run stands: ended, or waiting at
an entry that is undefined. The node branches over all rules for the entry at which the largest weight waits; runs
that wait elsewhere stay as they are, those that waited here go on from that very step. So machines that agree on the
rules used so far share their runs, and a node is judged by all data sets before the next rule is chosen.

*What is left out, and why.*
1. A rule that stays on a symbol. Its effect is that of the rule that is used next; with that put in its place the
   machine gives the same answers, sooner, or it stays for ever, and then any halting rule is no worse. So a best
   machine without such rules exists (at a wall, staying is a rule of its own: the head reads the symbol below it
   next).
2. A node whose ended runs have lost more than `allowed` = Bayes - least. Losses only grow, so no machine below it
   reaches `least`.
3. Where `least` is more than any single answer gets: tables that cannot have both answers any more.

*Proof of the count.* A leaf with u undefined entries stands for the product of their numbers of rules, its volume.
Branches split a node's volume exactly, so the leaves' volumes, those cut off included, add up to the number of all
tables; a leaf that was left out or visited twice changes the sum. What was cut off by mistake does not: that is what
`brute_force` is for, which cuts nothing off and is compared with this walk at the sizes at which it ends.

*Checksum.* Every node adds a hash of its table, and every complete leaf one of its table and its loss (a sum modulo
2^64, whatever the order): each split of the tree into units gives the same sum, and so does no other list of leaders.

`least` is fixed before the walk begins (the best that a climb has found): with an incumbent that moved, what is cut
off would depend on who was first.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, I64, U64
from turingrad._support.jit import njit
from turingrad.search.census.parts import (
    AT,
    EMPTY,
    HEAD,
    NOISE_BITS,
    OPEN_CELL,
    PART,
    STEPS,
    advance_part,
    answer_of,
    worth,
)
from turingrad.search.kernel import mix
from turingrad.search.tables import MINUS, PLUS, UNDEFINED

NODES, CUT, COMPLETE, LEFT_OUT, VOLUME, RUNS, RUN_STEPS = range(7)
"""The figures of a walk: nodes visited; leaves cut off and complete; children left out for want of an answer (3 above);
the volume of all leaves; parts run and their steps."""

NEXT = 4  # the column of a waiting run that links those at one entry


@njit(cache=True, nogil=True)
def rules_for(place: int, states: int) -> int:
    """How many rules an entry may have: two that halt, then every write, move and next state; no stay on a symbol."""
    return 2 + (5 if place % 4 == 3 else 12) * states


@njit(cache=True, nogil=True)
def rule(number: int, place: int) -> int:
    """Rule `number` of those for a place; `enumeration.option` without stays, on its own since sharing costs 3 %."""
    if number < 2:
        return PLUS if number == 0 else MINUS
    number -= 2
    if place % 4 == 3:
        return ((number // 5) << 7) | (3 << 3) | (number % 5)
    return ((number // 12) << 7) | ((number // 4 % 3) << 3) | (number % 4)


@njit(cache=True, nogil=True)
def hash_of(table: I32) -> np.uint64:
    """A number for a partial table, whatever the order in which its entries were chosen."""
    total = np.uint64(0)
    for place in range(table.shape[0]):
        if table[place] != UNDEFINED:
            total += mix(np.uint64((place + 1) << 20) + np.uint64(table[place] + 8))
    return mix(total)


@njit(cache=True, nogil=True)
def hash_scored(hashed: np.uint64, lost: int) -> np.uint64:
    """A number for a complete leaf and its loss."""
    return mix(hashed ^ mix(np.uint64(lost) + np.uint64(1)))


@njit(cache=True, nogil=True)
def keep_leaf(table: I32, lost: int, hashed: np.uint64, best: I32, best_keys: I64, best_hashes: U64) -> None:
    """The least loss first, then the fewest rules, then the hash: the same leaves are kept whatever the split."""
    key = lost * 64 + np.sum(table != UNDEFINED)
    worst = 0
    for k in range(best_keys.shape[0]):
        later = best_keys[k] == best_keys[worst] and best_hashes[k] > best_hashes[worst]
        if best_keys[k] > best_keys[worst] or later:
            worst = k
    if key < best_keys[worst] or (key == best_keys[worst] and hashed < best_hashes[worst]):
        best_keys[worst], best_hashes[worst] = key, hashed
        best[worst] = table


@njit(cache=True, nogil=True)
def count_leaf(lost: int, volume: int, losses: I64) -> None:
    """Adds a complete leaf to the row of its loss; the last row takes all that find no other."""
    last = losses.shape[0] - 1
    for row in range(last + 1):
        if losses[row, 1] == 0 or losses[row, 0] == lost or row == last:
            losses[row, 0] = lost
            losses[row, 1] += 1
            losses[row, 2] += volume
            return


@njit(cache=True, nogil=True)
def walk_kernel(
    states: int,
    near: I64,
    power: I64,
    loss: I64,
    start: U64,
    start_head: int,
    start_part: int,
    limit: int,
    allowed: int,
    both: bool,
    unit: int,
    units: int,
    split: int,
    room: int,
    best: I32,
    best_keys: I64,
    best_hashes: U64,
    losses: I64,
    figures: I64,
) -> np.uint64:
    """Walks one unit's part of the tree; fills what is kept and counted; returns the checksum of its nodes."""
    places = 4 * states
    table = np.full(places, UNDEFINED, dtype=np.int32)
    pool_grids, pool = np.empty(room, dtype=np.uint64), np.empty((room, 5), dtype=np.int64)
    grids, waiting = np.empty(64, dtype=np.uint64), np.empty((64, 4), dtype=np.int64)
    first = np.full((places + 1, places), -1, dtype=np.int64)  # by depth and entry: the runs that wait there
    weight = np.zeros((places + 1, places), dtype=np.int64)
    lost_at, top_at = np.zeros(places + 1, dtype=np.int64), np.zeros(places + 1, dtype=np.int64)
    place_at, tried = np.zeros(places + 1, dtype=np.int64), np.zeros(places + 1, dtype=np.int64)
    signs_at, volume_at = np.zeros(places + 1, dtype=np.int64), np.zeros(places + 1, dtype=np.int64)
    checksum = np.uint64(0)
    read = int((start[0] >> np.uint64(2 * start_head)) & OPEN_CELL)
    pool_grids[0] = start[0]
    pool[0, HEAD], pool[0, PART], pool[0, STEPS], pool[0, NEXT] = start_head, start_part << NOISE_BITS, 0, -1
    first[0, read], top_at[0], place_at[0], tried[0] = 0, 1, read, -1
    volume_at[0] = 1
    for place in range(places):
        if place != read:
            volume_at[0] *= rules_for(place, states)
    depth, subtree = 0, 0
    while depth >= 0:
        place = place_at[depth]
        tried[depth] += 1
        number, child = tried[depth], depth + 1
        rules = rules_for(place, states)
        if number >= rules:
            table[place] = UNDEFINED
            depth -= 1
            continue
        if child == split:
            subtree += 1
            if subtree % units != unit:
                continue
        mine = child >= split or unit == 0
        entry = rule(number, place)
        signs = signs_at[depth] | (1 if entry == PLUS else 2 if entry == MINUS else 0)
        missing = 2 - (signs & 1) - (signs >> 1)
        if both and missing > places - child:
            if mine:
                figures[LEFT_OUT] += 1
                figures[VOLUME] += volume_at[depth]
            continue
        table[place] = entry
        hashed = hash_of(table)
        lost, top = lost_at[depth], top_at[depth]
        if mine:
            figures[NODES] += 1
            checksum += hashed
        first[child] = first[depth]
        weight[child] = weight[depth]
        first[child, place], weight[child, place] = -1, 0
        item = first[depth, place]
        while item >= 0 and lost <= allowed:
            if entry < 0:
                lost += worth(loss, answer_of(entry), pool[item, PART])
                item = pool[item, NEXT]
                continue
            grids[0] = pool_grids[item]
            waiting[0, AT], waiting[0, HEAD] = place, pool[item, HEAD]
            waiting[0, PART], waiting[0, STEPS] = pool[item, PART], pool[item, STEPS]
            item = pool[item, NEXT]
            count = 1
            while count > 0 and lost <= allowed:
                before = waiting[count - 1, STEPS]
                outcome, count, grid, head, at, part, steps = advance_part(
                    table, near, power, loss, limit, grids, waiting, count
                )
                if mine:  # what every unit does again on its way is not counted
                    figures[RUNS] += 1
                    figures[RUN_STEPS] += steps - before
                if outcome == UNDEFINED:
                    pool_grids[top] = grid
                    pool[top, HEAD], pool[top, PART], pool[top, STEPS] = head, part, steps
                    pool[top, NEXT] = first[child, at]
                    first[child, at] = top
                    weight[child, at] += worth(loss, 2, part)
                    top += 1
                elif outcome != EMPTY:
                    lost += worth(loss, answer_of(outcome), part)
        chosen = -1
        if lost <= allowed:
            for other in range(places):
                if first[child, other] >= 0 and (chosen < 0 or weight[child, other] > weight[child, chosen]):
                    chosen = other
        if chosen >= 0:
            depth = child
            place_at[depth], tried[depth], lost_at[depth], top_at[depth] = chosen, -1, lost, top
            signs_at[depth] = signs
            volume_at[depth] = volume_at[depth - 1] // rules_for(chosen, states)
        elif mine:
            figures[VOLUME] += volume_at[depth]
            if lost > allowed:
                figures[CUT] += 1
            else:
                figures[COMPLETE] += 1
                checksum += hash_scored(hashed, lost)
                count_leaf(lost, volume_at[depth], losses)
                keep_leaf(table, lost, hashed, best, best_keys, best_hashes)
    return checksum
