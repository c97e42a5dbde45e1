"""The answers of a learner that runs as a program: of which type they are, and what `predict` takes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import turingrad as tg
from tests.python.learner_programs import Perceptron
from tests.python.test_routes import problem
from turingrad._support.arrays import exact_array
from turingrad.estimators import NetworkClassifier


class Echo:
    """Answers with the labels of its samples, in their order."""

    def __init__(self) -> None:
        self.labels: list[Any] = []
        self.asked = 0

    def update(self, x: Any, y: Any) -> None:  # noqa: ARG002
        self.labels.append(y)

    def predict(self, x: Any) -> Any:  # noqa: ARG002
        self.asked += 1
        return self.labels[self.asked - 1]


LABELS: list[list[Any]] = [
    [2**63 + 1, 5, -1],
    [2**63, 2**63 + 1, 2**64 - 1],
    [2**53 + 1, 0, 1],
    ["a\0", "b", "\0"],
    ["a", "abc", ""],
    [0.0, -0.0, 1.5],
    [True, False, True],
    [True, 2, 0],
    [1, 2.5, 3],
    ["1", 1, 1.0],
    [(1, False), (2, True), (3, None)],
    [(1,), (1, 2), ()],
    [b"a\0", b"a", b""],
    [None, "a", 1],
]


@pytest.mark.parametrize("labels", LABELS, ids=repr)
def test_predictions_are_the_answers_as_they_are(labels: list[Any]) -> None:
    rows = [(0.5,), (1.5,), (2.5,)]
    found = tg.learn(Echo, rows, labels, rows).predictions.tolist()
    assert list(map(repr, found)) == list(map(repr, labels))
    assert list(map(type, found)) == list(map(type, labels))


def test_ordinary_answers_are_arrays_of_numbers_and_texts() -> None:
    kinds = [exact_array(values).dtype.kind for values in ([1, -2], [2**63], [0.5], [float("nan")], ["a"], [True], [])]
    assert kinds == ["i", "u", "f", "f", "U", "b", "f"]


@pytest.mark.parametrize("classes", [("a\0", "b"), ("a\0", "a")])
def test_the_estimator_gives_its_classes_back_as_they_are(classes: tuple[str, str]) -> None:
    X, y, X_test = problem(9, features=3, samples=8)
    fitted = NetworkClassifier(Perceptron).fit(X, [classes[int(label > 0)] for label in y])
    assert set(fitted.predict(X_test)) <= set(classes)
    again = NetworkClassifier(Perceptron).partial_fit(X, [classes[int(label > 0)] for label in y], classes=classes)
    assert set(again.predict(X_test)) <= set(classes)


@pytest.mark.parametrize("labels", [["1", "-1", "1"], [True, True, True]])
def test_texts_of_signs_and_bools_are_no_signs(labels: list[Any]) -> None:
    """A circuit would answer with the ints 1 and -1."""
    rows = [(1, -1), (-1, 1), (1, 1)]
    assert tg.learn(Echo, rows, labels, rows).predictions.tolist() == labels


class Point(NamedTuple):
    x: float
    y: float


def test_rows_may_be_named_tuples_and_labels_numbers_of_numpy() -> None:
    rows = [Point(0.5, 1.0), Point(2.5, 1.0)]
    labels = [np.int64(2**62 + 1), np.int64(3)]
    assert tg.learn(Echo, rows, labels, rows).predictions.tolist() == [2**62 + 1, 3]
