"""Instances run in groups have the scores that they have one by one, and a climb may leave out what is not touched."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.library.grids.census import machine
from turingrad.search import Settings, TaskProblems, search
from turingrad.search.climbing import climb, mutate
from turingrad.search.groups import Groups, advance_group, begin_groups, errors_of, group_scratch, labels_of, wire
from turingrad.search.instances import Instances, from_task, scores
from turingrad.search.kernel import draw, draw_rule
from turingrad.search.plain import plain_scores
from turingrad.search.restarts import draw_tables
from turingrad.search.retrying import HALTING
from turingrad.search.tables import UNDEFINED, Table, as_table


def grouped_scores(tables: list[Table], instances: Instances, limit: int) -> list[int]:
    """How many of the instances each candidate gets right: what `instances.scores` says, by groups."""
    groups = Groups.of(instances)
    cells, sets, places, trail, anchor = group_scratch(groups, limit)
    found = []
    for table in tables:
        wires = np.array([wire(entry, groups.deltas) for entry in table.tolist()])
        begin_groups(groups.start, groups.all, groups.head, cells, sets, places, trail)
        errors, waiting = 0, 1
        while waiting > 0:
            outcome, waiting = advance_group(
                wires, groups.planes, limit, cells, sets, places, trail, anchor, waiting - 1
            )
            errors += errors_of(outcome, *labels_of(sets, waiting, groups.positive))
        found.append(len(instances) - errors)
    return found


@pytest.mark.parametrize(
    ("task", "dim", "train", "count"), [("dictator", 4, 8, 300), ("majority-3", 3, 2, 64), ("prototype", 2, 3, 65)]
)
@pytest.mark.parametrize("states", [1, 2, 4])
def test_a_group_scores_as_its_instances_do_alone(task: str, dim: int, train: int, count: int, states: int) -> None:
    rng = np.random.default_rng(states)
    instances = from_task(tasks.get(task), rng, count, dim, train)
    tables = list(draw_tables(rng, states, 200))
    for table in tables[::3]:
        table[rng.integers(len(table))] = UNDEFINED
    for limit in (7, 10 * instances.cells):
        found = grouped_scores(tables, instances, limit)
        assert found == scores(tables, instances, limit).tolist()
    assert len(set(found)) > 2


@pytest.mark.parametrize("novelty", [False, True])
def test_a_climb_is_fixed_by_its_seed_and_keeps_what_it_starts_from(novelty: bool) -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 100, 3, 4)
    start = np.full(12, UNDEFINED, np.int32)
    start[:8] = as_table(machine("dictator"))
    known = int(scores([start], instances, 500)[0])
    found, again = (climb(instances, start, 500, 100, 500, 1, True, 4, novelty=novelty) for _ in range(2))
    assert [(value, table.tolist()) for value, table in found] == [(value, table.tolist()) for value, table in again]
    assert found[0][0] >= known
    for value, table in found:
        assert scores([table], instances, 500)[0] == value


def plainly(instances: Instances, states: int, budget: int, limit: int, seed: int) -> tuple[int, list[int]]:
    """The climb as it is defined: every candidate over every instance, whatever was touched; ties are taken. Rules that
    are needed and undefined are found by running without them."""
    random = np.array([seed, 0], dtype=np.uint64)
    current: Table = np.full(4 * states, UNDEFINED, dtype=np.int32)
    value = -1
    for _ in range(budget):
        candidate = current.copy()
        draw(random, 2)
        if value >= 0:
            mutate(candidate, random)
        for needed in iter(lambda table=candidate: missing_entry(table, instances, limit), None):
            own = np.array([random[0] + np.uint64(needed + 1) * np.uint64(0xD1B54A32D192ED03)], dtype=np.uint64)
            candidate[needed] = draw_rule(own, states, needed % 4, HALTING)
        right = plain_scores([candidate], instances, limit)[0]
        if right >= value:
            value, current = right, candidate
    return value, current.tolist()


def missing_entry(table: Table, instances: Instances, limit: int) -> int | None:
    """An entry that some instance needs and that is undefined."""
    for grid in instances.grids:
        cells, head, at = grid.tolist(), instances.head, int(grid[instances.head])
        for _ in range(limit):
            entry = int(table[at])
            if entry < 0:
                break
            if at % 4 != 3:
                cells[head] = entry >> 3 & 3
            target = head + int(instances.deltas[entry & 7])
            head = head if cells[target] == 3 else target
            at = (entry >> 5) + cells[target]
        if table[at] == UNDEFINED:
            return at
    return None


@pytest.mark.parametrize(("states", "seed"), [(1, 1), (2, 2), (3, 3)])
def test_a_climb_that_runs_only_what_is_touched_is_the_climb_that_runs_everything(states: int, seed: int) -> None:
    with np.errstate(over="ignore"):
        instances = from_task(tasks.get("majority-3"), np.random.default_rng(seed), 70, 3, 2)
        nothing = np.full(4 * states, UNDEFINED, dtype=np.int32)
        for budget in (1, 60):
            value, table = plainly(instances, states, budget, 40, seed)
            ((found, kept),) = climb(instances, nothing, budget, budget, 40, seed, True, 1)
            assert (found, kept.tolist()) == (value, table)


def test_a_search_starts_from_a_machine_of_the_library() -> None:
    problems = TaskProblems(tasks.get("dictator"), 2, 2)
    settings = Settings(3, budget=8, units=2, instances=5, library="none", novelty=True, start=("census-dictator",))
    assert "census-dictator" in {incumbent.origin for incumbent in search(problems, settings).incumbents}
