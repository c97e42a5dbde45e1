"""Programs run on bare arrays, and restarted hill climbing over them.

The arrays are those of `search.instances`: framed grids, flattened row by row, whose walls hold 3. The tests compare a
run with the grid machine of its program; here an instruction counts as one step however far it goes, so the step limit
is not the machine's.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I64, U64, Signs
from turingrad._support.jit import njit
from turingrad.search.instances import Instances
from turingrad.search.kernel import draw
from turingrad.search.programs.instructions import (
    FIELDS,
    FIND,
    PRODUCTS,
    RUN,
    SCAN,
    STEP,
    SWEEP,
    TEST,
    WRITE,
    Instruction,
)

STEPS_PER_CELL = 8  # instructions of a run while practising, for each cell of the grid
SORT_EVERY = 64  # candidates between two sortings of the instances, those that fail most often first
WALL = 3
PRODUCT_VALUES = np.array(PRODUCTS, dtype=np.int64)


@njit(cache=True, nogil=True)
def find_cell(cells: Signs, head: int, delta: int, symbols: int) -> tuple[bool, int]:
    """From `head` on: the first cell that holds one of the symbols, or the last cell before the wall."""
    while True:
        if symbols >> cells[head] & 1:
            return True, head
        if cells[head + delta] == WALL:
            return False, head
        head += delta


@njit(cache=True, nogil=True)
def run_to_wall(cells: Signs, head: int, delta: int) -> int:
    while cells[head + delta] != WALL:
        head += delta
    return head


@njit(cache=True, nogil=True)
def sweep_cells(cells: Signs, head: int, delta: int, across: int, argument: int) -> tuple[bool, int]:
    """Replaces each pair of a cell and its neighbour; returns whether any cell changed, and the last cell."""
    changed = False
    while True:
        beyond = cells[head + across] == WALL
        pair = (2 if cells[head] == 2 else 0) + (1 if beyond or cells[head + across] == 2 else 0)
        upper = 2 if argument >> pair & 1 else 0
        changed = changed or cells[head] != upper
        cells[head] = upper
        if not beyond:
            lower = 2 if argument >> (4 + pair) & 1 else 0
            changed = changed or cells[head + across] != lower
            cells[head + across] = lower
        if cells[head + delta] == WALL:
            return changed, head
        head += delta


@njit(cache=True, nogil=True)
def run_program(program: I64, length: int, cells: Signs, head: int, deltas: I64, limit: int) -> int:
    """The answer, +1 or -1; 0 if the run provably repeats itself or has taken `limit` instructions.

    The loop test: two repetitions begin on the same cell, and no cell changed in between.
    """
    at, marked, changed, laps, next_mark = 0, -1, True, 0, 1
    for _ in range(limit):
        if at == 0:
            if changed:
                marked, changed, laps, next_mark = head, False, 0, 1
            elif head == marked:
                return 0
            else:
                laps += 1
                if laps == next_mark:
                    marked, next_mark = head, 2 * next_mark
        kind, direction, argument, side = program[at, 0], program[at, 1], program[at, 2], program[at, 3]
        delta = deltas[direction]
        across = deltas[(2 if direction < 2 else 0) + side]
        success = True
        if kind == STEP:
            success = cells[head + delta] != WALL
            head += delta if success else 0
        elif kind == RUN:
            head = run_to_wall(cells, head, delta)
        elif kind == FIND:
            success, head = find_cell(cells, head, delta, argument)
        elif kind == SCAN:
            head = run_to_wall(cells, run_to_wall(cells, head, -across), -delta)
            success, head = find_cell(cells, head, delta, argument)
            while not success and cells[head + across] != WALL:
                head = run_to_wall(cells, head + across, -delta)
                success, head = find_cell(cells, head, delta, argument)
        elif kind == SWEEP:
            touched, head = sweep_cells(cells, head, delta, across, argument)
            changed = changed or touched
        elif kind == TEST:
            success = (argument >> cells[head] & 1) == 1
        else:
            changed = changed or cells[head] != argument
            cells[head] = argument
        follows = program[at, 4] if success else program[at, 5]
        if follows >= 2:
            return 1 if follows == 2 else -1
        at = 0 if follows == 1 or at + 1 == length else at + 1
    return 0


@njit(cache=True, nogil=True)
def draw_argument(kind: int, products: bool, random: U64) -> int:
    if kind in (FIND, SCAN, TEST):
        return 1 + draw(random, 6)
    if kind == SWEEP:
        if products:
            return int(PRODUCT_VALUES[draw(random, 4)] | PRODUCT_VALUES[draw(random, 4)] << 4)
        return draw(random, 256)
    return draw(random, 3) if kind == WRITE else 0


@njit(cache=True, nogil=True)
def draw_exit(random: U64) -> int:
    return 0 if draw(random, 2) == 0 else draw(random, 4)


@njit(cache=True, nogil=True)
def draw_instruction(one: I64, products: bool, random: U64) -> None:
    one[0] = draw(random, 7)
    one[1] = draw(random, 4)
    one[2] = draw_argument(one[0], products, random)
    one[3] = draw(random, 2)
    one[4] = draw_exit(random)
    one[5] = draw_exit(random)


@njit(cache=True, nogil=True)
def mutate_program(program: I64, length: int, products: bool, random: U64) -> int:
    """Changes, inserts or removes an instruction, with probability 1/3 another one as well; returns the new length."""
    more = True
    while more:
        change, at = draw(random, 8), draw(random, length)
        if change == 0:
            draw_instruction(program[at], products, random)
        elif change == 1:
            program[at, 1] = draw(random, 4)
        elif change == 2:
            program[at, 2] = draw_argument(program[at, 0], products, random)
        elif change == 3:
            program[at, 3] = draw(random, 2)
        elif change <= 5:
            program[at, change] = draw(random, 4)
        elif change == 6 and length < program.shape[0]:
            for k in range(length, at, -1):
                program[k] = program[k - 1]
            length += 1
            draw_instruction(program[at], products, random)
        elif change == 7 and length > 1:
            for k in range(at, length - 1):
                program[k] = program[k + 1]
            length -= 1
        more = draw(random, 3) == 0
    return length


@njit(cache=True, nogil=True)
def same_program(first: I64, second: I64, length: int) -> bool:
    """Whether the programs are equal but for numbers that have no effect: see `Instruction.simplify`."""
    for k in range(length):
        kind = first[k, 0]
        if kind != second[k, 0] or first[k, 4] != second[k, 4]:
            return False
        if kind not in (TEST, WRITE) and first[k, 1] != second[k, 1]:
            return False
        if kind not in (STEP, RUN) and first[k, 2] != second[k, 2]:
            return False
        if kind in (SCAN, SWEEP) and first[k, 3] != second[k, 3]:
            return False
        if kind in (STEP, FIND, SCAN, TEST) and first[k, 5] != second[k, 5]:
            return False
    return True


@njit(cache=True, nogil=True)
def count_errors(
    program: I64, length: int, grids: Signs, labels: Signs, head: int, deltas: I64, limit: int, most: int, order: I64,
    failures: I64, cells: Signs,
) -> int:  # fmt: skip
    """How many instances are answered wrongly, counted up to `most` + 1; `failures` counts them for each instance."""
    errors = 0
    for k in order:
        cells[:] = grids[k]
        if run_program(program, length, cells, head, deltas, limit) != labels[k]:
            errors += 1
            failures[k] += 1
            if errors > most:
                break
    return errors


@njit(cache=True, nogil=True)
def climb_kernel(
    start: I64, start_length: int, budget: int, patience: int, products: bool, grids: Signs, labels: Signs, head: int,
    deltas: I64, limit: int, random: U64, best: I64, lengths: I64, values: I64,
) -> None:  # fmt: skip
    """Tries `budget` programs; a changed one is kept if it is no worse, and after `patience` in vain a climb begins
    anew. Fills `best`, `lengths` and `values` with the programs where climbs ended."""
    n = labels.shape[0]
    current, candidate, cells = start.copy(), start.copy(), grids[0].copy()
    order, failures = np.arange(n), np.zeros(n, dtype=np.int64)
    length, errors, since = start_length, n + 1, 0
    for tried in range(budget):
        if errors > n and length == 0:
            changed = 1 + draw(random, start.shape[0])
            for k in range(changed):
                draw_instruction(candidate[k], products, random)
        else:
            candidate[:] = current
            changed = length
            while errors <= n and changed == length and same_program(candidate, current, length):
                changed = mutate_program(candidate, length, products, random)
        found = count_errors(
            candidate, changed, grids, labels, head, deltas, limit, min(errors, n), order, failures, cells
        )
        since = 0 if found < errors else since + 1
        if found <= errors:
            current[:] = candidate
            length, errors = changed, found
        if tried % SORT_EVERY == 0:
            order = np.argsort(-failures, kind="mergesort")
            failures = failures * 3 // 4
        if since > patience or tried == budget - 1:
            worst = np.argmin(values)
            if n - errors > values[worst]:
                values[worst], lengths[worst] = n - errors, length
                best[worst] = current
            length, errors, since = 0, n + 1, 0


def climb_programs(
    instances: Instances,
    start: tuple[Instruction, ...],
    budget: int,
    patience: int,
    seed: int,
    kept: int,
    longest: int,
    prior: str,
) -> list[tuple[int, tuple[Instruction, ...]]]:
    """The best `kept` programs of climbs that try `budget` in all, the first of them from `start`; best first."""
    first = np.zeros((longest, FIELDS), dtype=np.int64)
    for k, one in enumerate(start[:longest]):
        first[k] = one.numbers
    best = np.zeros((kept, longest, FIELDS), dtype=np.int64)
    lengths, values = np.zeros(kept, dtype=np.int64), np.full(kept, -1, dtype=np.int64)
    climb_kernel(
        first, min(len(start), longest), budget, patience, prior == "products", instances.grids, instances.labels,
        instances.head, instances.deltas, STEPS_PER_CELL * instances.cells, np.array([seed, 0], dtype=np.uint64), best,
        lengths, values,
    )  # fmt: skip
    order = np.argsort(-values, kind="stable")
    return [(int(values[k]), tidy(best[k, : lengths[k]])) for k in order if values[k] >= 0]


def tidy(rows: I64) -> tuple[Instruction, ...]:
    return tuple(Instruction(*row).simplify() for row in rows.tolist())


def answers(program: tuple[Instruction, ...], instances: Instances, limit: int) -> Signs:
    """What a program answers to each instance: +1, -1, or 0 for no answer within `limit` instructions."""
    numbers = np.array([one.numbers for one in program], dtype=np.int64)
    found = np.zeros(len(instances), dtype=np.int8)
    for k in range(len(instances)):
        cells = instances.grids[k].copy()
        found[k] = run_program(numbers, len(program), cells, instances.head, instances.deltas, limit)
    return found
