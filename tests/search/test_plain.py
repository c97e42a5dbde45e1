"""The kernel and its definition in plain Python give the same scores."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.search.climbing import climb
from turingrad.search.instances import from_task, scores
from turingrad.search.plain import plain_scores
from turingrad.search.tables import UNDEFINED


@pytest.mark.parametrize("states", [1, 3])
def test_the_kernel_scores_as_plain_python_does(states: int) -> None:
    instances = from_task(tasks.get("majority-3"), np.random.default_rng(states), 40, 3, 5)
    nothing = np.full(4 * states, UNDEFINED, dtype=np.int32)
    candidates = [table for _, table in climb(instances, nothing, 600, 10, 300, 1, True, 40)]
    assert len(candidates) > 5
    assert plain_scores(candidates, instances, 300) == scores(candidates, instances, 300).tolist()


def test_a_climb_reports_the_scores_of_its_candidates() -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 60, 4, 8)
    found = climb(instances, np.full(8, UNDEFINED, dtype=np.int32), 3_000, 300, 500, 5, True, 8)
    assert [value for value, _ in found] == scores([table for _, table in found], instances, 500).tolist()
    assert found[0][0] > 40


def test_a_climb_goes_on_from_where_it_is_told() -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 60, 4, 8)
    (value, table), *_ = climb(instances, np.full(8, UNDEFINED, dtype=np.int32), 3_000, 300, 500, 5, True, 8)
    assert climb(instances, table, 50, 300, 500, 6, True, 8)[0][0] >= value


def test_without_walls_a_climb_draws_no_rule_for_the_wall() -> None:
    instances = from_task(tasks.get("dictator"), np.random.default_rng(0), 60, 4, 8)
    for _, table in climb(instances, np.full(8, UNDEFINED, dtype=np.int32), 500, 100, 500, 5, False, 8):
        assert table[3] == table[7] == UNDEFINED
