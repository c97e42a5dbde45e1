"""The tree, with all that it cuts off, against an enumeration that cuts nothing off: scores, counts and leaders."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from turingrad.errors import LimitError
from turingrad.search import CensusSettings, take_census
from turingrad.search.census import brute_force
from turingrad.search.census.brute_force import Counted, count_all

ONE = [
    CensusSettings(task, states=1, dim=dim, train=train, units=1, kept=10_000)
    for task, dim, train in (
        ("noisy-constant", 1, 2),
        ("noisy-constant", 1, 3),
        ("dictator", 2, 2),
        ("conjunction-2", 2, 2),
        ("prototype", 2, 2),
    )
]
TWO = CensusSettings("dictator", dim=1, train=1, exponent=1, units=8, kept=10_000)


@cache
def counted_once(settings: CensusSettings) -> Counted:
    return count_all(settings)


def require_equal(settings: CensusSettings) -> None:
    walked, counted = take_census(settings), counted_once(replace(settings, below=0.0))
    assert walked.complete
    assert sum(counted.tables.values()) == settings.tables
    assert walked.best_loss == min(counted.leaves)
    allowed = settings.weights.bayes - walked.least
    expected = [
        (lost, counted.leaves[lost], counted.tables[lost]) for lost in sorted(counted.leaves) if lost <= allowed
    ]
    assert list(walked.scores) == expected[: len(walked.scores)]
    assert len(walked.scores) == min(len(expected), 24)
    leaders = {table for lost, table in walked.found if lost == walked.best_loss}
    assert leaders <= counted.leaders
    assert len(leaders) == min(len(counted.leaders), settings.kept)


@pytest.mark.parametrize("below", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("settings", ONE, ids=lambda asked: f"{asked.task}-{asked.dim}-{asked.train}")
def test_every_machine_of_one_state_is_counted_alike(settings: CensusSettings, below: float) -> None:
    require_equal(replace(settings, below=below))


def test_every_machine_of_two_states_is_counted_alike_at_the_smallest_size() -> None:
    require_equal(TWO)


@pytest.mark.slow
@pytest.mark.parametrize("task", ["dictator", "noisy-constant"])
def test_every_machine_of_two_states_is_counted_alike_where_both_answers_are_needed(task: str) -> None:
    settings = replace(TWO, task=task, exponent=2)
    assert take_census(settings).least > settings.one_answer
    require_equal(settings)


@pytest.mark.parametrize("settings", ONE[2:], ids=lambda asked: asked.task)
def test_rules_that_stay_on_a_symbol_make_no_machine_better(settings: CensusSettings) -> None:
    counted = count_all(settings, stays=True)
    assert sum(counted.tables.values()) == settings.all_tables
    assert min(counted.leaves) == take_census(settings).best_loss


def test_the_checksum_tells_tasks_apart_that_have_the_same_tree() -> None:
    sums = {
        take_census(CensusSettings(task, states=1, dim=3, train=2, below=1.0, units=1)).checksum
        for task in ("dictator", "majority-3")
    }
    assert len(sums) == 2


def test_more_leaders_than_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brute_force, "ROOM", 10)
    with pytest.raises(LimitError, match="equally good"):
        count_all(ONE[2])
