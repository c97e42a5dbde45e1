"""The first small learners of circuits equal their plain twins."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner.run import learn, run, trace
from turingrad.tasks import draw, get


def last_label_twin(_: np.ndarray, y: np.ndarray, X_test: np.ndarray) -> np.ndarray:
    return np.full(len(X_test), y[-1] if len(y) else -1)


def dictator_twin(X: np.ndarray, y: np.ndarray, X_test: np.ndarray) -> np.ndarray:
    def literals(points: np.ndarray) -> np.ndarray:
        return np.hstack([points, -points])

    alive = np.ones(2 * X.shape[1], dtype=bool)

    def answers(points: np.ndarray) -> np.ndarray:
        return literals(points)[:, np.argmax(alive)] if alive.any() else np.full(len(points), -1)

    for x, label in zip(X, y, strict=True):
        if answers(x[None])[0] != label:
            alive &= literals(x[None])[0] == label
    return answers(X_test)


TWINS = {"last-label": last_label_twin, "dictator": dictator_twin}


@pytest.mark.parametrize("name", TWINS)
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_learner_equals_its_twin_on_random_labels(name: str, data: st.DataObject) -> None:
    d, m = data.draw(st.integers(1, 5)), data.draw(st.integers(0, 12))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    X, y = rng.choice((-1, 1), (m, d)), rng.choice((-1, 1), m)
    X_test = np.array(list(itertools.product((-1, 1), repeat=d)))
    np.testing.assert_array_equal(learn(LEARNERS[name](d), X, y, X_test), TWINS[name](X, y, X_test))


@pytest.mark.parametrize("name", TWINS)
def test_a_learner_equals_its_twin_on_every_small_data_set(name: str) -> None:
    points = np.array(list(itertools.product((-1, 1), repeat=2)))
    learner = LEARNERS[name](2)
    samples = list(itertools.product(range(4), (-1, 1)))
    for chosen in itertools.product(samples, repeat=3):
        X, y = points[[i for i, _ in chosen]], np.array([label for _, label in chosen])
        np.testing.assert_array_equal(learn(learner, X, y, points), TWINS[name](X, y, points))


@pytest.mark.parametrize("seed", range(5))
def test_a_dictator_is_learned_with_few_errors(seed: int) -> None:
    d = 16
    X, y, X_test, y_test = draw(get("dictator"), seed, d, 100, 50)
    learner = LEARNERS["dictator"](d)
    outputs = [c.output for c in trace(learner, X, y)][1:]
    assert sum(output != label for output, label in zip(outputs, y.tolist(), strict=True)) <= 2 * d - 1
    np.testing.assert_array_equal(learn(learner, X, y, X_test), y_test)


def test_the_literal_that_labels_is_never_struck() -> None:
    X, y, *_ = draw(get("dictator"), 3, 8, 60, 0)
    truth = next(k for k, column in enumerate(np.hstack([X, -X]).T) if np.array_equal(column, y))
    last = run(LEARNERS["dictator"](8), X, y)
    assert last.configuration.memory[truth] == 0
    assert not any(np.array_equal(X[:, j], y) for j in range(8) if last.configuration.memory[j])


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("features", [0, -3, 10**9])
def test_a_number_of_features_out_of_range_is_refused(name: str, features: int) -> None:
    with pytest.raises(InputError, match=r"takes 1 to \d+ features"):
        LEARNERS[name](features)
