"""Backpropagation through a hidden layer, run by the machine inside gradient descent, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

import turingrad as tg
from turingrad.library.trainers.backpropagation import LARGEST, SCALE, Backpropagation, within

X = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)])
XOR = np.array([-1, 1, 1, -1])


def direct(samples: int, passes: int) -> Backpropagation:
    mine = Backpropagation()
    for _ in range(passes):
        for row, label in zip(X[:samples].tolist(), XOR[:samples].tolist(), strict=True):
            mine.update(tuple(row), label)
    return mine


def answers(learner: Backpropagation) -> list[int]:
    return [learner.predict(tuple(row)) for row in X.tolist()]


def test_seven_passes_learn_xor_from_a_start_that_does_not_know_it() -> None:
    assert answers(Backpropagation()) != XOR.tolist()
    assert answers(direct(4, 6)) != XOR.tolist()
    assert answers(direct(4, 7)) == XOR.tolist()


def test_an_update_is_the_rounded_gradient_step() -> None:
    """Against finite differences of (o - SCALE y)^2/2 of the network without rounding."""
    mine = Backpropagation()
    x, y = (1, -1), 1
    weights = np.array([*mine.w[0], *mine.w[1], *mine.b, *mine.v, mine.c], float)

    def loss(p: np.ndarray) -> float:
        hidden = np.clip([p[0] * x[0] + p[1] * x[1] + p[4], p[2] * x[0] + p[3] * x[1] + p[5]], -SCALE, SCALE)
        return float((p[6:8] @ hidden / SCALE + p[8] - SCALE * y) ** 2 / 2)

    slope = [(loss(weights + d) - loss(weights - d)) / 2e-5 for d in 1e-5 * np.eye(9)]
    mine.update(x, y)
    after = np.array([*mine.w[0], *mine.w[1], *mine.b, *mine.v, mine.c], float)
    assert np.all(np.abs(after - (weights - np.array(slope) / 8)) < 1.3)  # each floor takes less than 1 away
    assert np.abs(after - weights).max() >= 1


def test_weights_stay_within_their_range() -> None:
    assert within(99, LARGEST) == LARGEST
    assert within(-99, LARGEST) == -LARGEST


@pytest.mark.slow
def test_a_pass_inside_gradient_descent_is_the_direct_computation() -> None:
    made = tg.learner(Backpropagation, features=2)
    found = tg.learn(Backpropagation, X[:2], XOR[:2], X, on="descent")
    assert tuple(int(bit) for bit in found.details["memory"]) == made.bits_of(direct(2, 1))
    assert found.predictions.tolist() == answers(direct(2, 1))
    assert found.details["backward_calls"] >= 10


@pytest.mark.slow
def test_xor_is_learned_by_backpropagation_inside_gradient_descent() -> None:
    made = tg.learner(Backpropagation, features=2)
    found = tg.learn(Backpropagation, X, XOR, X, on="descent", passes=7)
    assert tuple(int(bit) for bit in found.details["memory"]) == made.bits_of(direct(4, 7))
    assert found.predictions.tolist() == XOR.tolist()
    assert found.sgd_steps > 4_000_000
