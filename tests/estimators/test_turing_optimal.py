"""The classifier that searches for its own learning algorithm."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.estimators import TuringOptimalClassifier
from turingrad.machine.grid.learner import predict

QUICK: dict[str, Any] = {"budget": 800, "instances": 40, "library": "none"}
REAL = "the check fits real-valued features; the classifier takes ±1 or 0/1 unless it is told to binarise"
EXPECTED_FAILURES = {
    "check_classifier_data_not_an_array": "features 0 to 3; the classifier takes ±1 or 0/1",
    "check_classifiers_classes": REAL,
    "check_classifiers_train": REAL,
    "check_dict_unchanged": REAL,
    "check_dont_overwrite_parameters": REAL,
    "check_dtype_object": REAL,
    "check_estimators_dtypes": REAL,
    "check_estimators_fit_returns_self": REAL,
    "check_estimators_nan_inf": "it first fits finite real numbers, which are refused like NaN and infinity",
    "check_estimators_overwrite_params": REAL,
    "check_estimators_pickle": REAL,
    "check_f_contiguous_array_estimator": REAL,
    "check_fit2d_1feature": "one real feature; the refusal speaks of ±1, not of the number of features",
    "check_fit2d_predict1d": REAL,
    "check_fit_check_is_fitted": REAL,
    "check_fit_idempotent": REAL,
    "check_fit_score_takes_y": REAL,
    "check_methods_sample_order_invariance": REAL,
    "check_methods_subset_invariance": REAL,
    "check_n_features_in": REAL,
    "check_n_features_in_after_fitting": REAL,
    "check_pipeline_consistency": REAL,
    "check_positive_only_tag_during_fit": "real features with and without negative ones; both are refused",
    "check_readonly_memmap_input": REAL,
    "check_supervised_y_2d": REAL,
}


@parametrize_with_checks(
    [TuringOptimalClassifier(**QUICK)], expected_failed_checks=lambda _estimator: EXPECTED_FAILURES
)
def test_scikit_learn_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@parametrize_with_checks([TuringOptimalClassifier(**QUICK, binarise="median")])
def test_scikit_learn_checks_with_binarised_features(estimator: Any, check: Any) -> None:
    check(estimator)


def test_every_expected_failure_is_the_refusal_that_it_is_explained_by() -> None:
    results = check_estimator(TuringOptimalClassifier(**QUICK), on_fail=None, on_skip=None)
    failed = {result["check_name"]: result for result in results if result["status"] == "failed"}
    assert set(failed) == set(EXPECTED_FAILURES)
    for result in failed.values():
        chain = repr(result["exception"]) + repr(result["exception"].__cause__) + repr(result["exception"].__context__)
        assert "DataError" in chain or "binarise" in chain


def dictator(seed: int, rows: int = 60, d: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    return tasks.draw(tasks.get("dictator"), seed, d, rows, 200)


def test_it_learns_a_dictator_from_scratch() -> None:
    X, y, X_test, y_test = dictator(3)
    found = TuringOptimalClassifier(states=2, budget=16_000, library="none").fit(X, y)
    assert found.origin_ == "search"
    assert len(found.machine_.working_states) <= 2
    assert found.score(X_test, y_test) >= 0.9


def test_it_predicts_what_its_machine_predicts_from_its_training_rows() -> None:
    X, y, X_test, _ = dictator(4)
    found = TuringOptimalClassifier(budget=800, library="fitting").fit(X, y)
    answers = predict(found.machine_, found.X_train_, found.y_train_, X_test)
    assert np.array_equal(found.predict(X_test)[answers != 0], answers[answers != 0])


def test_rows_to_learn_from_and_rows_that_choose_do_not_overlap() -> None:
    X, y, _, _ = tasks.draw(tasks.get("dictator"), 5, 12, 40, 0)
    found = TuringOptimalClassifier(**QUICK).fit(X, y)
    assert len(found.y_train_) + len(found.y_validation_) == 40
    assert not {tuple(row) for row in found.X_train_.tolist()} & {tuple(row) for row in found.X_validation_.tolist()}


def test_the_random_state_fixes_the_result() -> None:
    X, y, X_test, _ = dictator(6)
    given = TuringOptimalClassifier(**QUICK, random_state=7)
    first, second = clone(given).fit(X, y), clone(given).fit(X, y)
    assert first.machine_ == second.machine_
    assert np.array_equal(first.predict(X_test), second.predict(X_test))


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (np.full((8, 2), 2), np.tile([1, -1], 4), "row 0, column 0 holds 2"),
        (np.full((8, 2), 0.5), np.tile([1, -1], 4), "binarise"),
        (np.ones((8, 2)), np.ones(8), "only one class"),
        (np.ones((3, 2)), np.array([1, -1, 1]), "3 rows are too few to split"),
    ],
)
def test_data_that_it_cannot_learn_from_is_refused(X: np.ndarray, y: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        TuringOptimalClassifier(**QUICK).fit(X, y)


@pytest.mark.parametrize("options", [{"budget": 0}, {"states": 0}, {"library": "some"}, {"engine": "abacus"}])
def test_settings_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    X, y, _, _ = dictator(1)
    with pytest.raises(InputError):
        TuringOptimalClassifier(**{**QUICK, **options}).fit(X, y)


LIBRARY_TASKS = ("parity", "parity-2", "dictator", "prototype", "conjunction-2", "majority-3", "noisy-constant")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_it_is_at_least_as_good_as_the_best_machine_of_the_library(number: int) -> None:
    rng = np.random.default_rng(number)
    task = tasks.get(str(rng.choice(LIBRARY_TASKS)))
    X, y = task.sample(rng, int(rng.integers(3, 8)), int(rng.integers(30, 80)))
    if abs(int(y.sum())) == len(y):
        y = y.copy()
        y[0] = -y[0]
    found = TuringOptimalClassifier(states=2, budget=8_000, random_state=number).fit(X, y)
    accuracies = found.library_accuracies()
    assert len(accuracies) >= 9
    assert found.validation_accuracy_ >= max(accuracies.values())
