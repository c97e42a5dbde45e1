"""NetworkClassifier: one estimator for Python classes, library names, grid machines and trainers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Binarizer

from tests.python.learner_programs import Perceptron
from tests.python.test_roads import plain, problem
from turingrad.errors import InputError
from turingrad.estimators import NetworkClassifier, RCNNClassifier


@pytest.mark.parametrize("on", ["emulation", "descent", "reference"])
def test_it_predicts_as_the_plain_object(on: str) -> None:
    X, y, X_test = problem(3, features=3, samples=8)
    found = NetworkClassifier(Perceptron, on=on).fit(X, y).predict(X_test)
    assert found.tolist() == plain(Perceptron(3), X, y, X_test)


def test_partial_fit_is_one_sgd_step_a_sample() -> None:
    X, y, X_test = problem(4)
    whole = NetworkClassifier(Perceptron).fit(X, y)
    parts = NetworkClassifier(Perceptron)
    for start in range(0, len(X), 4):
        parts.partial_fit(X[start : start + 4], y[start : start + 4], classes=[-1, 1])
    assert parts.trainer_.memory() == whole.trainer_.memory()
    assert parts.predict(X_test).tolist() == whole.predict(X_test).tolist()


def test_names_of_the_library_classes_of_any_kind_and_pipelines() -> None:
    X, y, X_test = problem(5)
    labels = np.where(y > 0, "yes", "no")
    piped = make_pipeline(Binarizer(), NetworkClassifier("winnow")).fit(X + 0.25, labels)
    assert set(piped.predict(X_test)) <= {"yes", "no"}
    assert clone(NetworkClassifier("winnow", on="descent")).get_params()["on"] == "descent"


def test_the_rcnn_classifier_is_a_case_of_it() -> None:
    X, y, X_test = problem(6, features=3, samples=6)
    general = NetworkClassifier("nearest-neighbour", on="rcnn").fit(X, y).predict(X_test)
    assert general.tolist() == RCNNClassifier("nearest-neighbour").fit(X, y).predict(X_test).tolist()


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [([[1, 2], [1, 1]], [1, -1], "must be -1 or"), ([[1, -1], [1, 1]], [1, 1], "one class")],
)
def test_data_that_it_cannot_take(X: Any, y: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        NetworkClassifier(Perceptron).fit(X, y)


def test_partial_fit_needs_a_learner_that_updates_on_errors() -> None:
    X, y, _ = problem(7)
    with pytest.raises(InputError, match="updates on errors"):
        NetworkClassifier("parity").partial_fit(X, y)
