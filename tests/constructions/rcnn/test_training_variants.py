"""What works and what fails, at the size that the page speaks of: all 32 points of five features."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad._support.arrays import all_signs
from turingrad.constructions.rcnn.training_variants import FAILING, WORKING, compare_training_variants, measure_variant
from turingrad.library import load_learner
from turingrad.machine.grid import GridMachine


def learner(name: str) -> GridMachine:
    machine = load_learner(name, form="grid")
    assert isinstance(machine, GridMachine)
    return machine


def problem() -> tuple[np.ndarray, np.ndarray]:
    X = np.random.default_rng(0).choice([-1, 1], (10, 5)).astype(np.int8)
    return X, (X[:, 0] * X[:, 2]).astype(np.int8)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAILING)
def test_other_ways_answer_none_of_32_points(name: str) -> None:
    X, y = problem()
    found = measure_variant(learner("last-label"), X, y, all_signs(5), FAILING[name], layers=1_500)
    assert (found.right, found.points) == (0, 32)


@pytest.mark.slow
@pytest.mark.parametrize("name", WORKING)
def test_usual_ways_answer_all_32_points(name: str) -> None:
    X, y = problem()
    found = measure_variant(learner("last-label"), X, y, all_signs(5), WORKING[name], layers=1_500)
    assert (found.right, found.points, found.reason) == (32, 32, "")


def test_the_table_tells_the_two_apart() -> None:
    X, y = np.array([[1, 1], [1, -1]], np.int8), np.array([1, -1], np.int8)
    found = compare_training_variants(learner("last-label"), X, y, ["Algorithm 1", "twice the rate"])
    assert found["Algorithm 1"].right == 4
    assert found["twice the rate"].right == 0
    assert all_signs(2).tolist() == [[-1, -1], [-1, 1], [1, -1], [1, 1]]
