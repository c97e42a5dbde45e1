# ruff: noqa: ARG002 (learners that look at nothing)
"""Memory that grows by a bounded amount per update: the number of samples bounds it, with a proof."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import turingrad as tg
from turingrad.errors import FormatError, InputError
from turingrad.library.learners.ordinary import Perceptron


class Sums:
    """A counter, and a sum of the counter."""

    def __init__(self, features: int) -> None:
        self.count = 3
        self.total = 0

    def predict(self, x: Any) -> int:
        return 1 if self.total > 20 else -1

    def update(self, x: Any, y: int) -> None:
        self.count += 2
        self.total += self.count


class Doubles:
    def __init__(self, features: int) -> None:
        self.n = 1

    def predict(self, x: Any) -> int:
        return 1 if self.n > 3 else -1

    def update(self, x: Any, y: int) -> None:
        self.n *= 2


def test_ranges_have_room_for_the_samples_and_the_object_is_the_oracle() -> None:
    """tg.learner teaches the object beside the circuits, for as many samples as there is room."""
    made = tg.learner(Perceptron, 3, samples=10)
    assert made.samples == 10
    assert made.on_error
    assert all(f.range.lo <= -10 and f.range.hi >= 10 for f in made.fields)
    sums = tg.learner(Sums, 2, samples=10)
    assert str(sums.fields[0].range) == "3 to 23 in steps of 2"
    assert sums.fields[1].range.hi >= sum(range(5, 24, 2))
    program = sums.fresh()
    for _ in range(10):
        program.update((1, 1), 1)
        assert sums.bits_of(program)
    assert tg.learner(Perceptron, 3, samples=100).fields[0].range.hi >= 100


def test_what_grows_faster_or_without_a_number_of_samples_is_refused() -> None:
    with pytest.raises(FormatError, match="grows without bound"):
        tg.learner(Doubles, 2, samples=10)
    with pytest.raises(FormatError, match="grows without bound"):
        tg.learner(Perceptron, 3)
    with pytest.raises(InputError, match="samples, the number of updates,"):
        tg.learner(Perceptron, 3, samples=0)


def test_learn_takes_the_perceptron_as_everybody_writes_it() -> None:
    rng = np.random.default_rng(0)
    X = rng.choice([-1, 1], size=(14, 3))
    y = np.where(X.sum(axis=1) > 0, 1, -1)
    program = Perceptron(3)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        program.update(row, label)
    for on in ("reference", "emulation"):
        found = tg.learn(Perceptron, X, y, X[:5], on=on)
        assert found.predictions.tolist() == [program.predict(row) for row in X[:5].tolist()]
        assert found.details["agreement_with_object"] == 1
