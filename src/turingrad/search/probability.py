"""The probability that one random machine does well: every draw counted, by the tree of the rules that runs need.

A draw has 4 s rules, each uniform over all rules (15 s + 2 for a symbol, 5 s + 2 at a wall). Rules that no run needs
do not matter, and which of the unused states is called what does not either. So the tree of `enumeration` is walked
with a weight: a run that needs an undefined rule branches over all of them, each with its share of the node's
probability (a rule that leads to an unused state stands for as many rules as there are unused ones). A branch whose
errors exceed those allowed has failed with all its probability, one that all points are through with has succeeded.
What is equivalent, by dead rules, unused states or names, is one leaf with the probability of all of it: nothing is
left out or counted twice.

Subtrees whose probability is below `least` are left open. Then the probability lies between `low`, what succeeded, and
`high`, what did not fail: two-sided bounds, and the exact value where nothing is open (up to the rounding of a sum of
floats, about 1e-13).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import I64, Signs
from turingrad._support.jit import njit
from turingrad.errors import InputError
from turingrad.search.enumeration import option
from turingrad.search.instances import Instances, instances_of_data_set, scratch
from turingrad.search.kernel import BASE, CHANGES, READ, go_on, require_inside, start_run
from turingrad.search.tables import MINUS, PLUS, UNDEFINED

FINEST = 2.0**-40


@dataclass(frozen=True)
class Bounds:
    """low <= p <= high; `leaves` of the tree were decided, subtrees below `least` left open."""

    low: float
    high: float
    leaves: int
    nodes: int
    least: float

    @property
    def exact(self) -> bool:
        return self.high - self.low < 1e-12


@njit(cache=True, nogil=True)
def mass_kernel(
    states: int,
    errors_allowed: int,
    least: float,
    budget: int,
    grids: Signs,
    labels: Signs,
    counts: I64,
    head: int,
    deltas: I64,
    limit: int,
    cells: Signs,
    seen: I64,
    registers: I64,
) -> tuple[float, float, int, int]:
    """(probability that succeeded, that is open, leaves, nodes); `counts[i]` is how often point i stands in D."""
    require_inside(states, grids, labels, head, deltas, cells, seen, registers)
    if counts.shape[0] != labels.shape[0] or states < 1 or labels.shape[0] == 0:
        raise ValueError("the counts of a search are not of its points")
    levels = 4 * states
    table = np.full(levels, UNDEFINED, dtype=np.int32)
    place, tried, at = np.zeros((3, levels), dtype=np.int64)
    errors_at = np.zeros(levels, dtype=np.int64)
    used = np.ones(levels + 1, dtype=np.int64)
    mass = np.ones(levels + 1)
    saved, saved_cells = np.zeros((levels, 5), dtype=np.int64), np.zeros((levels, cells.shape[0]), dtype=np.int8)
    depth, i, errors, leaves, nodes = 0, 0, 0, 0, 0
    succeeded, left_open = 0.0, 0.0
    start_run(grids[0], cells, head, registers)
    while True:
        outcome = go_on(table, cells, deltas, limit, seen, registers)
        if outcome == UNDEFINED:
            if mass[depth] < least or nodes > budget:
                left_open += mass[depth]
            else:
                place[depth], tried[depth] = registers[BASE] + registers[READ], -1
                at[depth], errors_at[depth] = i, errors
                saved[depth], saved_cells[depth] = registers, cells
                depth += 1
        else:
            errors += 0 if outcome == (PLUS if labels[i] > 0 else MINUS) else counts[i]
            i += 1
            if errors <= errors_allowed and i < labels.shape[0]:
                start_run(grids[i], cells, head, registers)
                continue
            leaves += 1
            if errors <= errors_allowed:
                succeeded += mass[depth]
        while depth > 0:
            level = depth - 1
            tried[level] += 1
            read = place[level] % 4
            a_state = 5 if read == 3 else 15
            if tried[level] >= 2 + a_state * min(used[level] + 1, states):
                table[place[level]] = UNDEFINED
                depth = level
                continue
            entry = option(tried[level], read)
            table[place[level]] = entry
            share = 1.0
            used[depth] = used[level]
            if entry >= 0 and (entry >> 7) == used[level]:  # any of the unused states
                share = states - used[level]
                used[depth] += 1
            mass[depth] = mass[level] * share / (2 + a_state * states)
            i, errors = at[level], errors_at[level]
            nodes += 1
            changes = registers[CHANGES] + 1  # never a number that another branch left in `seen`
            registers[:], cells[:] = saved[level], saved_cells[level]
            registers[CHANGES] = changes
            break
        if depth == 0:
            return succeeded, left_open, leaves, nodes


def points_with_counts(points: Signs, labels: Signs) -> tuple[Signs, Signs, I64]:
    """Each labelled point of D once, the most frequent first, and how often it stands there."""
    rows, counts = np.unique(np.column_stack([points, labels]), axis=0, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    rows = rows[order].astype(np.int8)
    return rows[:, :-1], rows[:, -1], counts[order].astype(np.int64)


def probability_bounds(
    X: Signs,
    y: Signs,
    points: Signs,
    labels: Signs,
    *,
    states: int,
    errors: int,
    max_steps: int,
    nodes: int = 20_000_000,
) -> Bounds:
    """Bounds on the probability that a draw of `states` states makes at most `errors` errors on the points.

    The tree is walked with ever smaller `least`, until nothing is open or a walk took more than a tenth of `nodes`.
    """
    if states < 1 or nodes < 1:
        raise InputError(f"{states} states, {nodes} nodes: it takes at least one of each")
    seen_points, seen_labels, counts = points_with_counts(points, labels)
    instances: Instances = instances_of_data_set(X, y, seen_points, seen_labels)
    least, found = 2.0**-8, Bounds(0.0, 1.0, 0, 0, 1.0)
    while True:
        cells, seen, registers = scratch(instances, states)
        walked = mass_kernel(
            states, errors, least, nodes, instances.grids, instances.labels, counts, instances.head, instances.deltas,
            max_steps, cells, seen, registers,
        )  # fmt: skip
        low, left_open = float(walked[0]), float(walked[1])
        if walked[3] <= nodes:  # a walk that stopped halfway left the larger part of the tree open
            found = Bounds(low, min(1.0, low + left_open), int(walked[2]), int(walked[3]), least)
        if found.exact or walked[3] > nodes / 10 or least < FINEST:
            return found
        least /= 8
