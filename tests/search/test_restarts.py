"""Corollary 2 in miniature: as many restarts succeed as the probability of one says, on machines and on networks."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.constructions.rcnn import RCNN
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.search.restarts import (
    Draws,
    all_tables,
    as_network,
    band,
    choices,
    draw_tables,
    plot_curve,
    problem_of,
    restart_learner,
    success_curve,
    success_probability,
)
from turingrad.theory.learnability.pao import algorithm_2
from turingrad.theory.learnability.rcnn import log2_equivalent_probability, log2_probability


@pytest.fixture(scope="module")
def draws() -> Draws:
    return Draws.of(problem_of(tasks.get("dictator"), 2, 4, 0, points=8), 1)


def test_the_rules_of_one_state_are_counted() -> None:
    assert [len(choices(1, read)) for read in range(4)] == [17, 17, 17, 7]
    assert len(np.unique(all_tables(), axis=0)) == 17**3 * 7
    assert [len(choices(2, read)) for read in range(4)] == [32, 32, 32, 12]


def test_measured_success_lies_around_the_predicted_probability(draws: Draws) -> None:
    error = float(np.sort(np.unique(draws.known.mean(axis=0)))[0])
    p = success_probability(draws, error)
    assert p.exact
    rows = success_curve(draws, error, p, restarts=(1, 10, 100), trials=100)
    assert all(row.low <= row.predicted <= row.high for row in rows)
    assert all(row.within_epsilon >= 0.95 for row in rows)
    assert rows[0].predicted < rows[1].predicted < rows[2].predicted
    assert plot_curve(rows, "dictator").startswith("<?xml")


def test_the_probability_counts_every_draw_that_is_as_good(draws: Draws) -> None:
    """Independent draws of tables, run anew, against the enumeration."""
    p = success_probability(draws, 0.5)
    tables = draw_tables(np.random.default_rng(5), 1, 2_000)
    low, high = band(int((draws.problem.wrong(tables).mean(axis=0) <= 0.5).sum()), 2_000)
    assert low <= p.value <= high


def test_a_draw_loaded_into_the_network_and_trained_by_sgd_predicts_what_its_machine_does(draws: Draws) -> None:
    problem = draws.problem
    for table in draw_tables(np.random.default_rng(1), 1, 6):
        answers = as_network(table, problem, size=24)
        assert (answers != problem.labels).tolist() == problem.wrong(table[None])[:, 0].tolist()


def test_two_states_have_a_band() -> None:
    problem = problem_of(tasks.get("dictator"), 2, 3, 0, points=4)
    p = success_probability(Draws.of(problem, 2), 0.25, count=500)
    assert not p.exact
    assert p.low < p.value < p.high


def test_algorithm_2_runs_end_to_end_on_restarts() -> None:
    X, y = tasks.get("noisy-constant").sample(np.random.default_rng(0), 2, 4 + 1024)  # r = 1024^(1/10) = 2
    found = algorithm_2(restart_learner(4, 30), 4, X, y)
    assert np.mean(found(X[:200]) != y[:200]) <= 0.5


def test_equivalent_draws_make_the_probability_larger_and_never_one() -> None:
    network = RCNN(load_learner("last-label", form="grid"), 2, 2)
    s = network.cells.states
    weights = network.weights
    more = log2_equivalent_probability(s, len(weights.knees), len(weights.features), len(weights.units))
    assert log2_probability(s) < more < 0


def test_no_states_are_refused(draws: Draws) -> None:
    with pytest.raises(InputError, match="at least one state"):
        Draws.of(draws.problem, 0)
