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
from turingrad.python.programs import PythonProgramError


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


class Feature:
    """`predict` takes one row."""

    def fit(self, X: Any, y: Any) -> None:  # noqa: ARG002
        self.j = 0

    def predict(self, x: Any) -> Any:
        return x[self.j]


class First(Feature):
    """`predict` takes one row and looks at some of it."""

    def predict(self, x: Any) -> Any:
        return sum(x[: self.j + 3])


class Part(Feature):
    """The label is a part of the row."""

    def predict(self, x: Any) -> Any:
        return x[: self.j + 2]


class Column(Feature):
    def predict(self, X: Any) -> Any:
        return [x[self.j] for x in X]


class Constant(Feature):
    """`predict` takes all rows, and runs on one row, too: it answers each entry."""

    def predict(self, X: Any) -> Any:
        return [self.j] * len(X)


class Scores(Feature):
    """`predict` gives the same on one row and on all."""

    def predict(self, X: Any) -> Any:
        return np.dot(np.asarray(X), np.array([1.0, 2.0, 4.0]))


class Numbered(Feature):
    """Its class counts its objects, and a global what they answered."""

    made = 0
    names: dict[str, list[int]] = {"all": []}  # noqa: RUF012

    def __init__(self) -> None:
        Numbered.made += 1
        self.names["all"].append(self.made)
        ANSWERS.append(0)

    def predict(self, X: Any) -> Any:
        return [self.made + len(self.names["all"]) + len(ANSWERS)] * len(X)


ANSWERS: list[int] = []
SIGNS = [(1, -1, 1), (1, 1, -1), (-1, -1, 1)]


EXPECTED: dict[type, list[float]] = {
    Feature: [1, -1, -1, 1],
    First: [3, 1, -1, 1],
    Column: [1, -1, -1, 1],
    Constant: [0, 0, 0, 0],
    Scores: [7, 5, 1, 3],
    Numbered: [3, 3, 3, 3],
}
POINTS = [(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1)]


@pytest.mark.parametrize("cls", EXPECTED)
def test_predict_of_one_row_and_of_all_rows_are_told_apart(cls: type) -> None:
    """Also with as many rows as a row has entries."""
    assert tg.learn(cls, SIGNS, [1, 1, -1], POINTS[:3]).predictions.tolist() == EXPECTED[cls][:3]


@pytest.mark.parametrize("rows", [1, 2, 4])
@pytest.mark.parametrize("learner", [Feature, Feature(), Constant])
def test_so_they_are_with_any_number_of_rows(learner: Any, rows: int) -> None:
    expected = EXPECTED[Constant if learner is Constant else Feature][:rows]
    assert tg.learn(learner, SIGNS, [1, 1, -1], POINTS[:rows]).predictions.tolist() == expected


@pytest.mark.parametrize("rows", [2, 3])
def test_a_label_may_be_a_part_of_a_row(rows: int) -> None:
    found = tg.learn(Part, SIGNS, [(1, -1), (1, 1), (0, 0)], POINTS[:rows]).predictions.tolist()
    assert found == [x[:2] for x in POINTS[:rows]]


class Reversed(Feature):
    def predict(self, x: Any) -> Any:
        return list(x)[::-1]


def test_what_may_be_meant_either_way_is_refused_with_the_cure() -> None:
    labels = [(1, -1, 1)] * 3
    with pytest.raises(PythonProgramError, match=r"predict of Reversed runs on one row and on all rows.*whole=False"):
        tg.learn(Reversed, SIGNS, labels, SIGNS[:2])
    assert tg.learn(Reversed, SIGNS, labels, SIGNS[:2], whole=False).predictions.tolist() == [[1, -1, 1], [-1, 1, 1]]
    assert tg.learn(Reversed, SIGNS, labels, SIGNS[:2], whole=True).predictions.tolist() == [*SIGNS[1::-1]]


class Talks(Feature):
    def fit(self, X: Any, y: Any) -> None:
        print("fit")
        super().fit(X, y)

    def predict(self, X: Any) -> Any:
        print("predict")
        return [self.j] * len(X)


class TalksToo(Echo):
    def predict(self, x: Any) -> Any:
        print("predict")
        return super().predict(x)


@pytest.mark.parametrize("cls", [Talks, TalksToo])
def test_what_a_learner_prints_is_dropped(cls: Any, capsys: pytest.CaptureFixture[str]) -> None:
    tg.learn(cls, SIGNS, [0, 0, 0], SIGNS)
    assert capsys.readouterr().out == ""
