"""NetworkClassifier: one estimator for Python classes, library names, grid machines and trainers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Binarizer
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.python.learner_programs import Perceptron
from tests.python.test_routes import plain, problem
from turingrad.constructions.drive import learn
from turingrad.errors import InputError
from turingrad.estimators import NetworkClassifier, RCNNClassifier, TuringOptimalClassifier, network

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


@parametrize_with_checks([NetworkClassifier("perceptron")], expected_failed_checks=lambda _estimator: EXPECTED_FAILURES)
def test_scikit_learn_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.slow
@parametrize_with_checks([NetworkClassifier("perceptron", binarise="median")])
def test_scikit_learn_checks_with_binarised_features(estimator: Any, check: Any) -> None:
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
    [([[1, 2], [1, 1]], [1, -1], "row 0, column 1 holds 2: set binarise"), ([[1, -1], [1, 1]], [1, 1], "one class")],
)
def test_data_that_it_cannot_take(X: Any, y: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        NetworkClassifier(Perceptron).fit(X, y)


def test_thresholds_are_the_medians_of_the_training_rows() -> None:
    rng = np.random.default_rng(0)
    X, points = rng.normal(3, 2, (20, 3)), rng.normal(3, 2, (10, 3))
    y = X[:, 0] > 3
    found = NetworkClassifier(Perceptron, binarise="median").fit(X, y)
    assert np.array_equal(found.thresholds_, np.median(X, axis=0))
    by_hand = NetworkClassifier(Perceptron).fit(np.where(np.median(X, axis=0) < X, 1, -1), y)
    assert found.predict(points).tolist() == by_hand.predict(np.where(points > np.median(X, axis=0), 1, -1)).tolist()
    with pytest.raises(InputError, match="binarise must be None or 'median', not 'mean'"):
        NetworkClassifier(Perceptron, binarise="mean").fit(X, y)


LABELS = [(0, 1), ("no", "yes"), (False, True), (2.5, 3.5), (-1, 1)]


@pytest.mark.parametrize("classes", LABELS)
@pytest.mark.parametrize(
    "estimator",
    [
        NetworkClassifier(Perceptron),
        RCNNClassifier("nearest-neighbour"),
        TuringOptimalClassifier(budget=200, instances=20, library="none"),
    ],
    ids=lambda estimator: type(estimator).__name__,
)
def test_every_estimator_takes_any_two_labels(estimator: Any, classes: tuple[Any, Any]) -> None:
    X, y, X_test = problem(9, features=3, samples=8)
    X_test = np.asarray(X_test)[:4]
    expected = clone(estimator).fit(X, y).predict(X_test)
    if classes == (2.5, 3.5):
        with pytest.raises(ValueError, match="continuous"):
            clone(estimator).fit(X, np.where(y > 0, classes[1], classes[0]))
        return
    found = clone(estimator).fit(X, np.where(y > 0, classes[1], classes[0]))
    assert found.classes_.tolist() == list(classes)
    assert found.predict(X_test).tolist() == [classes[int(label > 0)] for label in expected]


@pytest.mark.parametrize("name", ["breast cancer", "digits"])
def test_ordinary_data_sets_are_learned_with_binarised_features(name: str) -> None:
    """More accurate on rows of its own than the larger class; digits are 3 against 8."""
    X, y = load_breast_cancer(return_X_y=True) if name == "breast cancer" else load_digits(return_X_y=True)
    if name == "digits":
        X, y = X[np.isin(y, (3, 8))], y[np.isin(y, (3, 8))]
    X_train, X_test, y_train, y_test = train_test_split(X, y, train_size=60, test_size=60, random_state=0, stratify=y)
    found = NetworkClassifier("perceptron", binarise="median").fit(X_train, y_train)
    assert set(found.predict(X_test)) <= set(y)
    larger = np.unique(y_test, return_counts=True)[1].max() / len(y_test)
    assert found.score(X_test, y_test) > larger + 0.1


def test_partial_fit_needs_a_learner_that_updates_on_errors() -> None:
    X, y, _ = problem(7)
    with pytest.raises(InputError, match="updates only on errors"):
        NetworkClassifier("parity").partial_fit(X, y)
