"""Tree normal form: every candidate once, whoever walks which part."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.search.enumeration import Partition, Walk, least_errors, partition, walk
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


def tables_kept_by(found: Walk, needed: int) -> list[tuple[int, tuple[int, ...]]]:
    return sorted((value, tuple(table.tolist())) for value, table in found.best if value >= needed)


@pytest.mark.parametrize("walls", [True, False])
def test_what_is_cut_off_is_below_the_bar(walls: bool) -> None:
    """Nothing that reaches it is lost, whether errors cut off or the want of a rule that halts."""
    given = instances(16)
    every = walk(given, 1, walls, 0, Partition(1, 1), 0, LIMIT, 12_000, incumbents=False)
    assert len(every.best) == every.machines
    for needed in (4, 9, every.best[0][0]):
        cut = walk(given, 1, walls, 0, Partition(1, 1), needed, LIMIT, 12_000, incumbents=False)
        assert tables_kept_by(cut, 0) == tables_kept_by(every, needed)
        assert cut.machines < every.machines or not walls


@pytest.mark.slow
def test_what_is_cut_off_of_two_states_is_below_the_bar() -> None:
    """Some subtrees of the fourth level, about two hundred thousand machines."""
    given, at = instances(16), Partition(4, 1 << 15)
    every = walk(given, 2, True, 7, at, 0, LIMIT, 300, incumbents=False)
    needed = every.best[-1][0] + 1
    cut = walk(given, 2, True, 7, at, needed, LIMIT, 300, incumbents=False)
    assert tables_kept_by(every, needed)
    assert tables_kept_by(cut, 0) == tables_kept_by(every, needed)
    assert cut.machines < every.machines / 2


def test_units_that_abandon_more_than_others_leave_no_gap() -> None:
    """Later units of a search know better incumbents than earlier ones: each still has its own part of the tree."""
    given = instances(16)
    whole = walk(given, 1, True, 0, Partition(1, 1), 0, LIMIT, 12_000, incumbents=False)
    best = whole.best[0][0]
    parts = [walk(given, 1, True, u, Partition(2, 7), best - u, LIMIT, 12_000, incumbents=False) for u in range(7)]
    assert sorted(one for part in parts for one in tables_kept_by(part, best)) == tables_kept_by(whole, best)


@pytest.mark.parametrize(("signs", "undefined"), [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (3, 0), (0, 2)])
def test_errors_for_want_of_a_rule_that_halts(signs: int, undefined: int) -> None:
    """The best that any choice of the undefined entries leaves: the answers that can still be given, all right."""
    plus, minus = 5, 3
    least = 8
    for chosen in product((0, 1, 2), repeat=undefined):
        said = {1: signs & 1 or 1 in chosen, 2: signs & 2 or 2 in chosen}
        least = min(least, (0 if said[1] else plus) + (0 if said[2] else minus))
    assert least_errors(signs, undefined, plus, minus) == least


def test_three_states_are_refused() -> None:
    with pytest.raises(InputError, match="1 or 2 states"):
        partition(3, True)
