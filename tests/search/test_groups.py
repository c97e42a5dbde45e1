"""Instances run in groups have the scores that they have one by one."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.library.grids.census import machine
from turingrad.search import Settings, TaskProblems, search
from turingrad.search.groups import grouped_scores
from turingrad.search.instances import from_task, scores
from turingrad.search.novelty import novel_climb
from turingrad.search.restarts import draw_tables
from turingrad.search.tables import UNDEFINED, as_table


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


def test_a_climb_with_novelty_is_fixed_by_its_seed_and_keeps_what_it_starts_from() -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 100, 3, 4)
    start = np.full(12, UNDEFINED, np.int32)
    start[:8] = as_table(machine("dictator"))
    known = int(scores([start], instances, 500)[0])
    found = novel_climb(instances, start, 500, 100, 500, 1, True, 4)
    again = novel_climb(instances, start, 500, 100, 500, 1, True, 4)
    assert [(value, table.tolist()) for value, table in found] == [(value, table.tolist()) for value, table in again]
    assert found[0][0] >= known
    for value, table in found:
        assert scores([table], instances, 500)[0] == value


def test_a_search_starts_from_a_machine_of_the_library() -> None:
    problems = TaskProblems(tasks.get("dictator"), 2, 2)
    settings = Settings(3, budget=8, units=2, instances=5, library="none", novelty=True, start=("census-dictator",))
    assert "census-dictator" in {incumbent.origin for incumbent in search(problems, settings).incumbents}
