"""NetworkClassifier: one estimator for Python classes, library names, grid machines and trainers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Binarizer
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import check_is_fitted, validate_data

from tests.python.learner_programs import Perceptron
from tests.python.test_roads import plain, problem
from turingrad.constructions.drive import learn
from turingrad.errors import InputError
from turingrad.estimators import NetworkClassifier, RCNNClassifier, network

REAL = "the check fits real-valued features; the classifier takes ±1 or 0/1 and says how to binarise"
EXPECTED_FAILURES = {
    **dict.fromkeys(
        (
            *("check_fit_score_takes_y", "check_estimators_overwrite_params", "check_dont_overwrite_parameters"),
            *("check_estimators_fit_returns_self", "check_readonly_memmap_input", "check_n_features_in_after_fitting"),
            *("check_estimators_dtypes", "check_dtype_object", "check_pipeline_consistency", "check_estimators_pickle"),
            *("check_f_contiguous_array_estimator", "check_classifiers_classes", "check_classifiers_train"),
            *("check_estimators_partial_fit_n_features", "check_supervised_y_2d", "check_dict_unchanged"),
            *("check_methods_sample_order_invariance", "check_methods_subset_invariance", "check_fit_idempotent"),
            *("check_fit_check_is_fitted", "check_n_features_in", "check_fit2d_predict1d"),
        ),
        REAL,
    ),
    "check_positive_only_tag_during_fit": "real features with and without negative ones; both are refused",
    "check_estimators_nan_inf": "it first fits finite real numbers, which are refused like NaN and infinity",
    "check_classifier_data_not_an_array": "features 0 to 3; the classifier takes ±1 or 0/1",
    "check_fit2d_1feature": "one real feature; the refusal speaks of ±1, not of the number of features",
}


class Binarised(NetworkClassifier):
    """The same classifier behind a binarisation, so that scikit-learn's checks reach what lies behind it."""

    def fit(self, X: Any, y: Any) -> Binarised:
        rows, labels = validate_data(self, X, y)
        self.thresholds_ = np.median(np.asarray(rows, dtype=float), axis=0)
        super().fit(self.signs(rows), labels)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Binarised:
        first = not hasattr(self, "thresholds_")
        rows, labels = validate_data(self, X, y, reset=first)
        if first:
            self.thresholds_ = np.median(np.asarray(rows, dtype=float), axis=0)
        super().partial_fit(self.signs(rows), labels, classes)
        return self

    def predict(self, X: Any) -> np.ndarray:
        check_is_fitted(self)
        return super().predict(self.signs(validate_data(self, X, reset=False)))

    def signs(self, rows: Any) -> np.ndarray:
        return np.where(np.asarray(rows, dtype=float) > self.thresholds_, 1, -1)


@parametrize_with_checks([NetworkClassifier("perceptron")], expected_failed_checks=lambda _estimator: EXPECTED_FAILURES)
def test_scikit_learn_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.slow
@parametrize_with_checks([Binarised("perceptron")])
def test_scikit_learn_checks_behind_a_binarisation(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("on", ["emulation", pytest.param("descent", marks=pytest.mark.slow), "reference"])
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
    ("learner", "on"), [("nearest-neighbour", "rcnn"), pytest.param(Perceptron, "descent", marks=pytest.mark.slow)]
)
def test_predict_asks_the_trained_network_and_trains_nothing(
    learner: Any, on: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y, X_test = problem(6, features=3, samples=6)
    fitted = NetworkClassifier(learner, on=on).fit(X, y)
    monkeypatch.setattr(network, "learn", None)
    again = fitted.predict(X_test)
    monkeypatch.undo()
    assert again.tolist() == learn(fitted.machine_, X, y, X_test, on=on).predictions.tolist()


def test_a_learned_run_answers_on_more_points() -> None:
    X, y, X_test = problem(8)
    for on in ("emulation", "reference"):
        found = learn(Perceptron, X, y, X_test[:2], on=on)
        assert found.predict(X_test).tolist() == plain(Perceptron(5), X, y, X_test)


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
