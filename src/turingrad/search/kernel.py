"""The compiled inner loop: one candidate over many instances, one by one, with a loop test and a step limit. Climbs and
the tree run instances in groups (`groups`), to the same answers.

*Loop test.* A run that is in the same state, at the same cell, reading the same wall or symbol as before, with no cell
changed in between, never halts. `seen` holds, for every (state, wall or not, cell), the number of the last change of
a cell when the run was there; the numbers never repeat, so nothing is cleared between runs.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32, I64, U64, Signs
from turingrad._support.jit import njit
from turingrad.search.tables import MINUS, PLUS

RUNNING, LOOPING = -4, -5
"""Why a run ended besides halting (PLUS, MINUS) and a missing rule (UNDEFINED): the step limit, the loop test."""

HEAD, BASE, READ, STEPS, CHANGES = range(5)  # the registers of a run


@njit(cache=True, nogil=True)
def start_run(grid: Signs, cells: Signs, head: int, registers: I64) -> None:
    """Puts an instance's framed grid into `cells` and the head where it starts; the change counter goes on."""
    for i in range(cells.shape[0]):
        cells[i] = grid[i]
    registers[HEAD] = head
    registers[BASE] = 0
    registers[READ] = cells[head]
    registers[STEPS] = 0
    registers[CHANGES] += 1


@njit(cache=True, nogil=True)
def go_on(table: I32, cells: Signs, deltas: I64, limit: int, seen: I64, registers: I64) -> int:
    """Runs on until it halts, loops, needs a rule that is UNDEFINED or has taken `limit` steps; returns which."""
    size = cells.shape[0]
    head, base, read = registers[HEAD], registers[BASE], registers[READ]
    steps, changes = registers[STEPS], registers[CHANGES]
    outcome = RUNNING
    while steps < limit:
        entry = int(table[np.uint64(base + read)])
        if entry < 0:
            outcome = entry
            break
        write = (entry >> 3) & 3
        if write != read:
            cells[np.uint64(head)] = write
            changes += 1
        base = entry >> 5
        target = head + deltas[np.uint64(entry & 7)]
        read = int(cells[np.uint64(target)])
        steps += 1
        bumped = 1
        if read != 3:
            head = target
            bumped = 0
        place = np.uint64(((base >> 1) + bumped) * size + head)
        if seen[place] == changes:
            outcome = LOOPING
            break
        seen[place] = changes
    registers[HEAD], registers[BASE], registers[READ] = head, base, read
    registers[STEPS], registers[CHANGES] = steps, changes
    return outcome


@njit(cache=True, nogil=True)
def require_inside(
    states: int, grids: Signs, labels: Signs, head: int, deltas: I64, cells: Signs, seen: I64, registers: I64
) -> None:
    """`go_on` follows numbers without looking: on entry, grids that are framed by walls, a head inside the frame, and
    room in `seen` for every state. The frame is as wide as the move down."""
    size, width = cells.shape[0], deltas[1]
    if grids.shape[0] != labels.shape[0] or grids.shape[1] != size or width < 3 or size % width:
        raise ValueError("the grids of a search are not of one size")
    if registers.shape[0] < 5 or seen.shape[0] < 2 * states * size or deltas.shape[0] < 5:
        raise ValueError("the scratch of a search is too small")
    if deltas[0] != -width or deltas[2] != -1 or deltas[3] != 1 or deltas[4] != 0:
        raise ValueError("the moves of a search are not up, down, left, right and stay")
    for i in range(grids.shape[0]):
        for cell in range(size):
            symbol = grids[i, cell]
            edge = cell < width or cell >= size - width or cell % width == 0 or cell % width == width - 1
            if symbol < 0 or symbol > 3 or (edge and symbol != 3):
                raise ValueError("a grid of a search has no wall around it")
        if head < 0 or head >= size or grids[i, head] == 3:
            raise ValueError("the head of a search does not start inside")


@njit(cache=True, nogil=True)
def require_table(table: I32) -> None:
    """Every entry leads to a state of the table, by one of the five moves; at the wall, and only there, it writes the
    wall's own number, so that walls stay where they are."""
    if table.shape[0] == 0 or table.shape[0] % 4:
        raise ValueError("a table has four entries per state")
    for place in range(table.shape[0]):
        entry = table[place]
        at_wall = place % 4 == 3
        if entry < MINUS or (entry >= 0 and (entry & 7 > 4 or entry & 96 or entry >> 5 >= table.shape[0])):
            raise ValueError("an entry of a table is no rule")
        if entry >= 0 and ((entry >> 3) & 3 == 3) != at_wall:
            raise ValueError("an entry of a table writes a wall")


@njit(cache=True, nogil=True)
def mix(z: np.uint64) -> np.uint64:
    """The finisher of splitmix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True, nogil=True)
def draw(state: U64, choices: int) -> int:
    """A number below `choices` (splitmix64; the bias of the remainder is below choices / 2^31)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return int(mix(state[0]) >> np.uint64(33)) % choices


@njit(cache=True, nogil=True)
def draw_rule(state: U64, states: int, read: int, halting: int) -> int:
    """A random rule: one in `halting` halts (twice as many at the wall), else all writes, moves and states alike."""
    odds = halting if read != 3 else (halting + 1) // 2
    if draw(state, odds) == 0:
        return PLUS if draw(state, 2) == 0 else MINUS
    write = draw(state, 3) if read != 3 else 3
    return (draw(state, states) << 7) | (write << 3) | draw(state, 5)


@njit(cache=True, nogil=True)
def score_all(
    tables: I32,
    grids: Signs,
    labels: Signs,
    head: int,
    deltas: I64,
    limit: int,
    cells: Signs,
    seen: I64,
    registers: I64,
    scores: I64,
) -> None:
    """How many instances each of many candidates gets right."""
    require_inside(tables.shape[1] // 4, grids, labels, head, deltas, cells, seen, registers)
    for c in range(tables.shape[0]):
        require_table(tables[c])
        right = 0
        for i in range(labels.shape[0]):
            start_run(grids[i], cells, head, registers)
            outcome = go_on(tables[c], cells, deltas, limit, seen, registers)
            if outcome == (PLUS if labels[i] > 0 else MINUS):
                right += 1
        scores[c] = right
