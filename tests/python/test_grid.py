"""Tiny learners as grid machines: the memory in each row, and the answer, are the plain object's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import turingrad as tg
from tests.python.learner_programs import Coin
from tests.python.test_routes import plain
from turingrad.library.learners.programs import ALL
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.learner import learner_grid, predictions
from turingrad.machine.learner import run as learner_run
from turingrad.python import grid, learner


class Dictator:
    """The label is one of the features: those that disagreed once are ruled out."""

    def __init__(self, features):
        self.ruled_out = [False] * features

    def predict(self, x):
        return 1 if any((not out) & (v > 0) for out, v in zip(self.ruled_out, x, strict=True)) else -1

    def update(self, x, y):
        for j, v in enumerate(x):
            self.ruled_out[j] |= v != y


class LastLabel:
    def __init__(self, features):
        self.label = features // features

    def predict(self, x):
        return self.label if x else 1

    def update(self, x, y):
        self.label = y if x else 1


def problem(seed: int, features: int, samples: int = 5) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    X, X_test = (rng.choice([-1, 1], size=(n, features)).astype(np.int8) for n in (samples, 6))
    return X, rng.choice([-1, 1], samples).astype(np.int8), X_test


@pytest.mark.parametrize(("kind", "features"), [(LastLabel, 2), (Dictator, 3), (ALL["conjunction"], 2)])
def test_the_grid_machine_holds_the_objects_memory_in_every_row(kind: Any, features: int) -> None:
    made = learner(kind, features)
    machine, programs = grid.grid_learner(made), grid.grid_programs(made)
    for seed in range(3):
        X, y, X_test = problem(seed, features)
        program = made.fresh()
        last = grid_run.run(machine, learner_grid(machine, X, y, X_test[0])).configuration.grid
        for row, x, label in zip(last[:-1], X.tolist(), y.tolist(), strict=True):
            program.update(tuple(x), label)
            assert tuple(int(row[column] == "+") for column in programs.memory) == made.bits_of(program)
        found = predictions(machine, X, y, X_test, max_steps=10**6).answers
        assert found.tolist() == [program.predict(tuple(x)) for x in X_test.tolist()]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALL if name not in ("decision-list", "nearest-neighbours")])
def test_grid_machines_of_every_size_are_the_reference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the limit the recipe is right for larger learners too; the programs of two are longer than the grid
    language reads."""
    monkeypatch.setattr(grid, "MAX_STATES", 10**6)
    made = learner(ALL[name], 2)
    machine = grid.grid_learner(made)
    X, y, X_test = problem(1, 2, samples=40)
    found = predictions(machine, X, y, X_test, max_steps=10**8).answers
    assert found.tolist() == learner_run.learn(made, X, y, X_test).tolist()


def test_the_recurrent_convolution_learns_as_the_object_does() -> None:
    X, y, X_test = problem(2, 2, samples=2)
    found = tg.learn(LastLabel, X, y, X_test[:2], on="rcnn", training="event")
    assert found.predictions.tolist() == plain(LastLabel(2), X, y, X_test[:2])
    assert found.sgd_steps == len(X) + 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("kind", "features"), [(Dictator, 4), (ALL["conjunction"], 2), (ALL["parity"], 2)])
def test_the_recurrent_convolution_learns_as_the_object_does_at_larger_sizes(
    kind: Any, features: int, seed: int
) -> None:
    X, y, X_test = problem(seed, features)
    found = tg.learn(kind, X, y, X_test, on="rcnn")
    made = learner(kind, features)
    assert found.predictions.tolist() == learner_run.learn(made, X, y, X_test).tolist()


def test_what_does_not_fit_a_grid_is_refused() -> None:
    with pytest.raises(tg.LimitError, match="takes 1,173 states, more than 600"):
        grid.grid_learner(learner(ALL["conjunction"], 4))
    with pytest.raises(tg.LimitError, match="no random bits"):
        grid.grid_learner(learner(Coin, 2))
