"""Theorem 1 and Corollary 2 in numbers."""

from __future__ import annotations

import math

import pytest

from turingrad.constructions.rcnn import RCNN, weight_set
from turingrad.errors import InputError
from turingrad.library.grids.programs import NAMES, learner
from turingrad.theory.learnability.rcnn import (
    cell_bits,
    exponent,
    log2_probability,
    log2_restarts,
    paper_sizes,
    precision_excess,
    validation_size,
)


def test_precision_is_logarithmic_in_the_states() -> None:
    assert max(precision_excess(s) for s in range(1, 3000)) <= 10


def test_the_bits_hold_every_cell_value_of_the_library_learners() -> None:
    for name in NAMES:
        cells = RCNN(learner(name), 1, 1).cells
        values = [*cells.values, cells.p]
        assert all(value % 4 == 0 for value in values)
        assert (max(values) - min(values)) // 4 < 2 ** cell_bits(cells.states)


def test_counts_are_those_of_the_literal_network() -> None:
    network = RCNN(learner("last-label"), 3, 2, layout="paper")
    sizes = paper_sizes(network.cells.states, 3, 2)
    assert network.parameter_count() == sizes.memory + sizes.fixed
    assert sizes.memory == network.W.numel() == 12


def test_fixed_parameters_do_not_depend_on_the_data() -> None:
    assert paper_sizes(7, 1, 1).fixed == paper_sizes(7, 1000, 500).fixed


def test_the_probability_is_one_choice_of_the_set_for_each_entry() -> None:
    entries = paper_sizes(4, 1, 1).fixed
    assert log2_probability(4) == pytest.approx(-entries * math.log2(len(weight_set(4))))
    assert -exponent(4) * 16 * math.log2(4) == pytest.approx(log2_probability(4))


def test_restarts_and_validation_size_follow_from_the_probability() -> None:
    s, epsilon, delta = 4, 0.1, 0.05
    restarts = log2_restarts(s, delta)
    assert restarts + log2_probability(s) == pytest.approx(math.log2(math.log(2 / delta)))
    n = validation_size(s, epsilon, delta)
    bound = 2 * math.sqrt((restarts * math.log(2) + math.log(2 / delta)) / (2 * n))
    assert bound == pytest.approx(epsilon, rel=1e-6)


@pytest.mark.parametrize("call", [lambda: cell_bits(0), lambda: exponent(1), lambda: validation_size(3, 2.0, 0.1)])
def test_impossible_arguments_are_refused(call: object) -> None:
    with pytest.raises(InputError):
        call()
