"""Tree normal form: every candidate once, whoever walks which part."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.search.enumeration import Partition, partition, walk
from turingrad.search.instances import Instances, from_task, scores
from turingrad.search.tables import MINUS, PLUS, UNDEFINED, canonical, entry_of

LIMIT = 200


def instances(count: int = 6, name: str = "dictator") -> Instances:
    return from_task(tasks.get(name), np.random.default_rng(3), count, 2, 3)


def all_tables_of_one_state() -> np.ndarray:
    symbol = [PLUS, MINUS, *(entry_of(write, move, 0) for write in range(3) for move in range(5))]
    wall = [PLUS, MINUS, *(entry_of(3, move, 0) for move in range(5))]
    return np.array(list(product(symbol, symbol, symbol, wall)), dtype=np.int32)


def test_the_best_of_one_state_is_the_best_of_all_tables() -> None:
    given = instances(40)
    found = walk(given, 1, True, 0, Partition(1, 1), 0, LIMIT, 4)
    assert found.best[0][0] == int(scores(list(all_tables_of_one_state()), given, LIMIT).max())


def test_scores_in_the_tree_are_those_of_whole_runs() -> None:
    """A branch goes on from the step where it began; a run from the start must come to the same."""
    given = instances(12)
    found = walk(given, 1, True, 0, Partition(1, 1), 0, LIMIT, 200)
    again = scores([table for _, table in found.best], given, LIMIT)
    assert [value for value, _ in found.best] == again.tolist()


def test_every_behaviour_of_one_state_has_one_leaf() -> None:
    """Filling a leaf's undefined rules in any way changes nothing, so the leaves partition all tables."""
    given = instances(4)
    everything = walk(given, 1, True, 0, Partition(1, 1), 0, LIMIT, 12_000)
    sizes = [17, 17, 17, 7]
    covered = sum(
        int(np.prod([size for entry, size in zip(table.tolist(), sizes, strict=True) if entry == UNDEFINED] or [1]))
        for _, table in everything.best
    )
    assert len(everything.best) == everything.machines
    assert covered == len(all_tables_of_one_state()) == 17 * 17 * 17 * 7


@pytest.mark.parametrize("units", [2, 7])
def test_units_share_the_tree_without_gaps_or_repetitions(units: int) -> None:
    given = instances(3)
    whole = walk(given, 1, True, 0, Partition(1, 1), 0, LIMIT, 12_000)
    parts = [walk(given, 1, True, unit, Partition(2, units), 0, LIMIT, 12_000) for unit in range(units)]
    assert sum(part.machines for part in parts) == whole.machines
    together = sorted(tuple(table.tolist()) for part in parts for _, table in part.best)
    assert together == sorted(tuple(table.tolist()) for _, table in whole.best)


def test_no_two_leaves_differ_by_the_names_of_states_only() -> None:
    part = walk(instances(2), 2, False, 5, Partition(2, 64), 0, 60, 2_000)
    tables = [tuple(table.tolist()) for _, table in part.best]
    assert len(tables) > 100
    assert any(entry >> 7 == 1 for table in tables for entry in table if entry >= 0)
    assert len({canonical(table) for table in tables}) == len(tables)


def test_without_walls_no_rule_for_the_wall_is_made() -> None:
    part = walk(instances(2), 2, False, 1, Partition(2, 64), 0, 60, 500)
    assert len(part.best) > 10
    assert all(table[3] == table[7] == UNDEFINED for _, table in part.best)


def test_candidates_below_the_bar_are_abandoned() -> None:
    given = instances(12)
    everything = walk(given, 1, True, 0, Partition(1, 1), 0, LIMIT, 12_000)
    needed = everything.best[0][0] - 1
    found = walk(given, 1, True, 0, Partition(1, 1), needed, LIMIT, 50)
    assert all(value >= needed for value, _ in found.best)
    assert found.best[0][0] == everything.best[0][0] >= needed
    assert found.nodes < everything.nodes


def test_three_states_are_refused() -> None:
    with pytest.raises(InputError, match="1 or 2 states"):
        partition(3, True)
