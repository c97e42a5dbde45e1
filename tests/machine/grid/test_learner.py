"""Grid machines as learners: the grid of a test point, and equality of the batched kernel with the definition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_grid import grid_machines
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine, GridRule
from turingrad.machine.grid.learner import learner_grid, predict, predictions

LAST_LABEL = GridMachine(
    states=("up", "look", "halt+", "halt-"),
    symbols=("+", "-", "0"),
    blank="0",
    start="up",
    rules=(
        GridRule("up", "+", "+", "U", "look"),
        GridRule("look", "+", "+", "S", "halt+"),
        GridRule("look", "-", "-", "S", "halt-"),
    ),
    halting=("halt+", "halt-"),
    accept=("halt+",),
    reject=("halt-",),
    work=2,
)


def test_grid_holds_the_products_the_labels_the_test_point_and_the_work_columns() -> None:
    X = [[1, -1, 1], [-1, -1, 1]]
    assert learner_grid(LAST_LABEL, X, [1, -1], [1, -1, -1]) == (
        ("+", "+", "-", "+", "0", "0"),
        ("+", "-", "+", "-", "0", "0"),
        ("+", "-", "-", "+", "0", "0"),
    )


def test_last_label_is_predicted_whatever_the_order_of_the_symbols() -> None:
    X = np.ones((3, 2), dtype=np.int8)
    assert predict(LAST_LABEL, X, [1, 1, -1], X).tolist() == [-1, -1, -1]


def test_unfinished_learner_predicts_zero() -> None:
    result = predictions(LAST_LABEL, [[1]], [1], [[1], [-1]], max_steps=1)
    assert result.answers.tolist() == [0, 0]
    assert result.steps.tolist() == [1, 1]


def test_progress_counts_the_test_points() -> None:
    seen: list[int] = []
    predictions(LAST_LABEL, [[1]], [1], np.ones((130, 1)), progress=seen.append)
    assert seen == [64, 128, 130]


@pytest.mark.parametrize(
    ("X", "y", "x", "complaint"),
    [
        ([[1, 0]], [1], [[1, 1]], "X must be -1 or"),
        ([[1, 1]], [2], [[1, 1]], "y must be -1 or"),
        ([[1, 1]], [1, 1], [[1, 1]], "y has the shape"),
        ([[1, 1]], [1], [[1]], "X_test has the shape"),
        ([["a", "b"]], [1], [[1, 1]], "X must be -1 or"),
        ([1, 1], [1], [[1, 1]], "X has the shape"),
        ([[]], [1], [[]], "no features"),
    ],
)
def test_data_other_than_signs_is_refused(X: Any, y: Any, x: Any, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        predict(LAST_LABEL, X, y, x)


def test_machine_without_ternary_symbols_is_no_learner() -> None:
    machine = GridMachine(("a",), ("0", "1"), "0", "a", ())
    with pytest.raises(InputError, match="a learner has the symbols"):
        predict(machine, [[1]], [1], [[1]])


@given(machine=grid_machines(work=2), m=st.integers(0, 3), d=st.integers(1, 3), seed=st.integers(0, 10**6))
@settings(deadline=None, max_examples=150)
def test_batched_kernel_equals_single_python_runs(machine: GridMachine, m: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y, tests = (rng.choice([-1, 1], size=size) for size in ((m, d), m, (3, d)))
    compiled = predictions(machine, X, y, tests, max_steps=200)
    python = predictions(machine, X, y, tests, max_steps=200, executor="python")
    assert compiled.answers.tolist() == python.answers.tolist()
    assert compiled.steps.tolist() == python.steps.tolist()
