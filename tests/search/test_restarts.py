"""Corollary 2 in miniature: as many restarts succeed as the probability of one says, on machines and on networks."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.constructions.rcnn import RCNN
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.search.claims.searches import restart_learner
from turingrad.search.network_draws import architecture, columns_in_order, network_draws, weights_of
from turingrad.search.probability import probability_bounds
from turingrad.search.restart_report import plot_curves, restart_figures
from turingrad.search.restarts import (
    Draws,
    Row,
    all_tables,
    band,
    beside_networks,
    choices,
    draw_tables,
    problem_of,
    success_curve,
    success_probability,
)
from turingrad.theory.learnability.claims.algorithms import algorithm_2
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


def test_the_probability_counts_every_draw_that_is_as_good(draws: Draws) -> None:
    """Independent draws of tables, run anew, against the enumeration."""
    p = success_probability(draws, 0.5)
    tables = draw_tables(np.random.default_rng(5), 1, 2_000)
    low, high = band(int((draws.problem.wrong(tables).mean(axis=0) <= 0.5).sum()), 2_000)
    assert low <= p.value <= high


def rules_of(states: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(choices(states, read)) for read in range(4))


def test_drawn_weights_are_those_that_the_machine_of_the_same_rules_compiles_to() -> None:
    made = architecture(2, 2, 2, rules_of(2))
    for table in draw_tables(np.random.default_rng(0), 2, 4):
        made.load(table)
        compiled = columns_in_order(weights_of(table, made.network.cells)[0], made.network.weights)
        np.testing.assert_array_equal(made.network.local.V4.numpy(), compiled)
    assert made.drawn_weights == 14 * 5 * 6 * 2  # units, sides, heads (a symbol each, three at a wall), states


@pytest.mark.parametrize("states", [1, 2])
@pytest.mark.slow
def test_drawn_networks_trained_by_sgd_answer_as_their_machines(states: int) -> None:
    problem = problem_of(tasks.get("dictator"), 2, 3, 0, points=8)
    drawn = network_draws(problem, draw_tables(np.random.default_rng(1), states, 8), rules_of(states))
    assert drawn.agreeing == drawn.draws == 8
    assert 0 < drawn.wrong.mean() < 1  # some answer, some do not


def test_the_curve_of_networks_stands_beside_the_machines() -> None:
    wrong = np.ones((4, 60), bool)
    wrong[:, ::20] = False  # three of sixty draws are right everywhere
    rows = [Row(M, 0.5, 0.5, 0.4, 0.6, 50, 1.0, 10) for M in (1, 20, 60, 100)]
    found = beside_networks(rows, wrong, 0.0)
    assert [row.networks and (row.networks.measured, row.networks.trials) for row in found] == [
        (0.05, 60),
        (1.0, 3),
        (1.0, 1),
        None,
    ]
    assert found[0].networks is not None
    assert found[0].networks.low < 0.05 < found[0].networks.high


@pytest.mark.slow
def test_one_table_and_one_plot_have_machines_and_networks() -> None:
    figures = restart_figures(tasks.get("dictator"), 1, 2, 1, trials=5, seed=0, networks=12)
    assert figures["networks_agreeing"] == 12
    for level in figures["levels"]:
        assert [row["networks"] is None for row in level["rows"]] == [row["restarts"] > 12 for row in level["rows"]]
    assert "networks, 95" in plot_curves(figures["levels"], "dictator")


def test_the_tree_of_one_state_gives_the_share_of_all_machines(draws: Draws) -> None:
    problem = draws.problem
    for errors in (0, 1, 2):
        exact = float((draws.known.sum(axis=0) <= errors).mean())
        found = probability_bounds(
            problem.X, problem.y, problem.points, problem.labels, states=1, errors=errors, max_steps=problem.max_steps
        )
        assert found.exact
        assert abs(found.low - exact) < 1e-12


def test_the_tree_bounds_two_states_from_both_sides() -> None:
    """Against draws, and tighter with more nodes; unused states are all counted."""
    problem = problem_of(tasks.get("dictator"), 1, 1, 0, points=2)
    given = (problem.X, problem.y, problem.points, problem.labels)
    wide, tight = (
        probability_bounds(*given, states=2, errors=0, max_steps=problem.max_steps, nodes=nodes)
        for nodes in (5_000, 3_000_000)
    )
    assert wide.low <= tight.low <= tight.high <= wide.high
    assert tight.high - tight.low < 0.5 * (wide.high - wide.low)
    tables = draw_tables(np.random.default_rng(3), 2, 4_000)
    low, high = band(int((problem.wrong(tables).sum(axis=0) == 0).sum()), 4_000, level=0.999)
    assert tight.low <= high
    assert low <= tight.high


def test_two_states_have_a_band() -> None:
    problem = problem_of(tasks.get("dictator"), 2, 3, 0, points=4)
    p = success_probability(Draws.of(problem, 2), 0.25, count=500, nodes=200_000)
    assert not p.exact
    assert p.low < p.value < p.high
    assert p.at_least <= p.high
    assert p.low <= p.at_most


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
