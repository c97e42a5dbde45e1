"""Every library learner inside the network, exhaustively for small data sets: SGD, W, predictions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import torch

from tests.generators_rcnn import Signs, all_points
from tests.numpy_learners import TWINS, in_span, realisable
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.executors.learning import sgd_steps
from turingrad.constructions.rcnn.executors.predicting import Predictor
from turingrad.library.grids.programs import NAMES, learner
from turingrad.machine.grid.learner import predict

SIZES = [(d, m) for d in (1, 2, 3) for m in (1, 2, 3)]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def data_sets(d: int, m: int) -> list[tuple[Signs, Signs]]:
    return [(X, y) for X in map(np.array, product(all_points(d).tolist(), repeat=m)) for y in all_points(m)]


def assert_learns(name: str, network: RCNN, predictor: Predictor, X: Signs, y: Signs, training: str) -> None:
    """W after each step, the gradient's row, and the prediction on every x."""
    T, points = network.cells.T, all_points(X.shape[1])
    rows = np.vstack([np.column_stack([X, np.ones_like(y)]) * y[:, None], np.ones((1, X.shape[1] + 1))]) * T
    for step in sgd_steps(network, X, y, training=training):
        W = network.W.detach().numpy()
        assert np.array_equal(W[: step.step], rows[: step.step])
        assert not W[step.step :].any()
        outside = np.delete(step.gradient.numpy(), step.step - 1, axis=0)
        assert not outside.any()
        assert step.output == 0
    answers = [p.answer for p in predictor.predictions(points)]
    assert answers == predict(learner(name), X, y, points).tolist()
    scored = [i for i, x in enumerate(points) if not name.startswith("parity") or (realisable(X, y) and in_span(X, x))]
    assert [answers[i] for i in scored] == [TWINS[name](X, y, points[i]) for i in scored]


def check(name: str, d: int, m: int, chosen: list[tuple[Signs, Signs]], training: str, executor: str = "event") -> None:
    network = RCNN(learner(name), m, d)
    predictor = Predictor(network, executor, max_layers=10**7, threads=1)
    for X, y in chosen:
        assert_learns(name, network, predictor, X.astype(np.int8), y.astype(np.int8), training)


@pytest.mark.parametrize("name", NAMES)
def test_learner_by_autograd_on_data_sets_of_two_and_three_features(name: str) -> None:
    rng = np.random.default_rng(len(name))
    for d, m in ((2, 2), (3, 3)):
        all_of_them = data_sets(d, m)
        check(name, d, m, [all_of_them[i] for i in rng.choice(len(all_of_them), 3, replace=False)], "autograd")


@pytest.mark.parametrize("name", NAMES)
def test_learner_on_every_data_set_of_one_feature_or_sample(name: str) -> None:
    for d, m in ((1, 1), (2, 1), (1, 2)):
        check(name, d, m, data_sets(d, m), "event")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_learner_by_autograd_on_every_data_set_up_to_two_features(name: str) -> None:
    for d, m in ((1, 1), (2, 1), (1, 2), (2, 2)):
        check(name, d, m, data_sets(d, m), "autograd")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("d", "m"), SIZES)
def test_learner_on_every_data_set_up_to_three_features_and_samples(name: str, d: int, m: int) -> None:
    check(name, d, m, data_sets(d, m), "event", executor="table")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_learner_on_larger_random_data_sets(name: str) -> None:
    rng = np.random.default_rng(7)
    for d, m in ((4, 6), (5, 8)):
        chosen = [(rng.choice([-1, 1], (m, d)), rng.choice([-1, 1], m)) for _ in range(5)]
        check(name, d, m, chosen, "event")
