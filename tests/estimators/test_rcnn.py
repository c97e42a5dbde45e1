"""RCNNClassifier: the scikit-learn interface of Algorithm 1."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

from tests.constructions.rcnn.machines import parity_small, parse_machine
from tests.generators_rcnn import all_points, parity_data
from turingrad.errors import InputError, LimitError
from turingrad.estimators import RCNNClassifier
from turingrad.formats import write
from turingrad.library.grids.programs import program_text
from turingrad.machine.grid.learner import predict


def test_parity_is_learned_where_the_samples_span_the_space() -> None:
    X, y, subset = parity_data(3, 5, 14)
    points = all_points(5)
    truth = np.where(subset, points, 1).prod(axis=1)
    assert RCNNClassifier("parity").fit(X, y).score(points, truth) == 1.0


def test_a_machine_a_program_and_a_machine_file_are_the_same_learner(tmp_path: Path) -> None:
    X, y, _ = parity_data(4, 3, 4)
    (tmp_path / "small.tg").write_text(program_text("parity-small"), encoding="utf-8")
    write(parity_small(), tmp_path / "small.json")
    expected = predict(parity_small(), X, y, all_points(3)).tolist()
    for source in (parity_small(), str(tmp_path / "small.tg"), str(tmp_path / "small.json"), "parity-small"):
        assert RCNNClassifier(source).fit(X, y).predict(all_points(3)).tolist() == expected


def test_it_is_cloned_searched_and_piped_like_any_classifier() -> None:
    X, y, _ = parity_data(5, 3, 12)
    classifier = RCNNClassifier("nearest-neighbour", executor="table")
    assert clone(classifier).get_params()["executor"] == "table"
    assert len(cross_val_score(classifier, X, y, cv=3)) == 3
    assert make_pipeline(clone(classifier)).fit(X, y).predict(X).tolist() == y.tolist()


def test_float_labels_and_lists_are_taken() -> None:
    classifier = RCNNClassifier("last-label").fit([[1.0, -1.0], [1.0, 1.0]], [1.0, -1.0])
    assert classifier.predict([[1, 1]]).tolist() == [-1]
    assert classifier.classes_.tolist() == [-1, 1]
    assert classifier.n_features_in_ == 2


def test_figures_say_how_it_was_trained() -> None:
    X, y, _ = parity_data(5, 2, 3)
    classifier = RCNNClassifier("parity-small").fit(X, y)
    assert classifier.figures_["training"] == "autograd"
    assert classifier.figures_["trained_parameters"] == 12


def test_predict_before_fit_is_refused() -> None:
    with pytest.raises(NotFittedError):
        RCNNClassifier().predict([[1]])


@pytest.mark.parametrize(
    ("X", "y", "options", "message"),
    [
        ([[0, 2]], [1], {}, "row 0, column 0 holds 0: set binarise"),
        ([[1, 1]], [3], {}, "all labels are 3"),
        ([1, 1], [1], {}, "Expected 2D array"),
        ([[1, 1]], [1, 1], {}, "inconsistent numbers of samples"),
        ([[1]], [1], {"executor": "fast"}, "no executor 'fast'"),
        ([[1]], [1], {"learner": "no-such-learner"}, "no-such-learner"),
    ],
)
def test_bad_data_and_options_are_refused(X: object, y: object, options: dict[str, object], message: str) -> None:
    with pytest.raises((InputError, ValueError), match=message):
        RCNNClassifier(**options).fit(X, y)


def test_rows_of_another_width_are_refused() -> None:
    with pytest.raises(ValueError, match="3 features, but RCNNClassifier is expecting 2"):
        RCNNClassifier("last-label").fit([[1, 1]], [1]).predict([[1, 1, 1]])


def test_a_row_without_an_answer_is_plus_one_and_counted() -> None:
    classifier = RCNNClassifier(parse_machine("A +0:L>A #:H-")).fit([[1, 1]], [1])
    assert classifier.predict([[1, 1], [1, -1]]).tolist() == [-1, 1]  # stuck on the second
    assert classifier.unanswered_ == 1


def test_a_machine_of_100_states_is_compiled_in_the_dtype_that_is_exact() -> None:
    chain = "\n".join(f"Q{i} -0+:S>Q{i + 1}" for i in range(100)) + "\nQ100 -0+:H-"
    classifier = RCNNClassifier(parse_machine(chain)).fit([[1, 1]], [1])
    assert classifier.figures_["dtype"] == "float64"
    assert classifier.predict([[1, -1]]).tolist() == [-1]


def test_a_step_limit_is_kept() -> None:
    X, y, _ = parity_data(5, 3, 4)
    with pytest.raises(LimitError, match="layers are too few"):
        RCNNClassifier("parity-small", max_steps=30).fit(X, y).predict(X)
