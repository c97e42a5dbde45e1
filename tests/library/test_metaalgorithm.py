"""The metaalgorithm of Corollary 1, and Remark 11's doubling and perfect squares, against plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.constructions.drive import learn
from turingrad.errors import InputError
from turingrad.library.learners.counted import at_squares, stop_after
from turingrad.library.learners.metaalgorithm import doubling, metaalgorithm
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.learner import run as learner_run

NAMES = ("parity", "dictator", "conjunction")


def best_of(learners, train, validate) -> tuple[int, tuple[int, ...]]:
    """The winner and its memory, by the reference learners."""
    scores, memories = [], []
    for learner in learners:
        memory = learner_run.run(learner, *train).configuration.memory
        scores.append(int((learner_run.predict(learner, memory, validate[0]) == validate[1]).sum()))
        memories.append(memory)
    best = int(np.argmax(scores))
    return best, memories[best]


@pytest.mark.parametrize("task", ["parity", "dictator", "conjunction-2", "noisy-constant"])
def test_metaalgorithm_answers_with_the_best_learner(task: str) -> None:
    learners = [LEARNERS[name](4) for name in NAMES]
    X, y = tasks.get(task).sample(np.random.default_rng(8), 4, 70)
    best, memory = best_of(learners, (X[:12], y[:12]), (X[12:20], y[12:20]))
    answers = learner_run.learn(metaalgorithm(learners, 12, 8), X[:20], y[:20], X[20:])
    assert np.array_equal(answers, predictions(learners[best].predict, memory, X[20:]))


def predictions(circuit, memory, X) -> np.ndarray:
    rows = np.hstack([np.tile(np.array(memory, np.uint8), (len(X), 1)), (X > 0).astype(np.uint8)])
    return 2 * evaluate(circuit, rows)[:, 0].astype(np.int8) - 1


def test_doubling_keeps_the_best_of_the_last_phase() -> None:
    learners = [LEARNERS[name](3) for name in NAMES]
    meta = doubling(learners, phases=4)
    X, y = tasks.get("parity").sample(np.random.default_rng(2), 3, 60)
    at = 0
    for size in (1, 2, 4, 8):
        parts = (X[at : at + size], y[at : at + size]), (X[at + size : at + 2 * size], y[at + size : at + 2 * size])
        at += 2 * size
        best, memory = best_of(learners, *parts)
        found = learner_run.run(meta, X[:at], y[:at]).configuration.memory
        assert np.array_equal(predictions(meta.predict, found, X), predictions(learners[best].predict, memory, X))
    assert learner_run.run(meta, X, y).configuration.memory == found


def test_squares_learn_where_the_number_of_errors_is_a_square() -> None:
    learner = at_squares(LEARNERS["last-label"](2), width=6)
    X, y = np.ones((300, 2), np.int8), np.tile(np.array([1, 1, -1], np.int8), 100)
    errors, learned = 0, []
    before = learner.memory
    for now in learner_run.trace(learner, X, y, guess=True, seed=4):
        if now.memory != before:
            if before[0] != now.memory[0]:
                learned.append(errors)
            errors += 1
            assert sum(bit << i for i, bit in enumerate(now.memory[1:7])) == min(errors, 63)
        before = now.memory
    assert errors > 49
    assert set(learned) <= {k * k for k in range(8)}
    assert len(learned) >= 3


def test_metaalgorithm_is_trained_by_sgd_like_any_other() -> None:
    learners = [LEARNERS[name](4) for name in NAMES]
    X, y = tasks.get("parity").sample(np.random.default_rng(3), 4, 200)
    run = learn(metaalgorithm(learners, 16, 10), X[:100], y[:100], X[100:], on="emulation")
    assert run.details["memory_equal"]
    assert run.accuracy(y[100:]) == 1.0


@pytest.mark.slow
def test_doubling_at_squares_learns_parity_without_a_bound_on_the_samples() -> None:
    learner = at_squares(doubling([LEARNERS[name](3) for name in NAMES], phases=4), width=12)
    X, y = tasks.get("parity").sample(np.random.default_rng(5), 3, 6000)
    run = learn(learner, X[:-100], y[:-100], X[-100:], on="emulation")
    assert run.details["memory_equal"]
    assert np.array_equal(run.predictions, run.details["reference_predictions"])
    late = np.array(run.details["losses"][-500:]) == 0
    assert late.mean() > 0.9


def test_counted_stops_after_its_samples() -> None:
    learner = stop_after(LEARNERS["last-label"](2), 5)
    X, y = np.ones((20, 2), np.int8), np.array([1, -1] * 10, np.int8)
    trace = list(learner_run.trace(learner, X, y))
    assert [now.done for now in trace] == [False] * 5 + [True] * 16
    assert trace[-1].memory[0] == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: metaalgorithm([], 1, 1), "at least one learner"),
        (lambda: metaalgorithm([LEARNERS["parity"](3), LEARNERS["parity"](4)], 1, 1), "same number of features"),
        (lambda: metaalgorithm([LEARNERS["parity"](3)], 0, 1), "train on"),
        (lambda: doubling([LEARNERS["parity"](3)], 99), "1 to 32"),
        (lambda: at_squares(LEARNERS["parity"](3), 1), "2 to 40 bits"),
        (lambda: stop_after(LEARNERS["parity"](3), 0), "samples to learn from"),
    ],
)
def test_impossible_metaalgorithms_are_refused(make, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()
