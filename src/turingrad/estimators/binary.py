"""What all our classifiers share: two classes of any kind, and features that are signs, bits, or binarised."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import validate_data

from turingrad._support.arrays import F64, Array, Signs, exact_array
from turingrad.errors import InputError
from turingrad.search.splitting import DataError

MEDIAN = "median"


class BinaryClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of two classes. `binarise=None` takes features of ±1 or 0/1; `binarise="median"` takes any numbers,
    and compares each with the median of its column over the rows of `fit`, which it keeps as `thresholds_`."""

    binarise: str | None = None
    learns_one_class = False  # of labels ±1, a data set without one of them is taken, too

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True  # what they score is up to the learner, on data sets that suit it
        return tags

    def first_data(
        self, X: npt.ArrayLike, y: npt.ArrayLike, classes: npt.ArrayLike | None = None
    ) -> tuple[Signs, Signs]:
        """Rows and labels of the first fit, as signs: sets `classes_`, and `thresholds_` if it binarises."""
        if self.binarise not in (None, MEDIAN):
            raise InputError(f"binarise must be None or 'median', not {self.binarise!r}")
        rows, labels = validate_data(self, X, exact_array(y) if isinstance(y, list | tuple) else y, dtype="numeric")
        require_binary(labels)
        self.classes_ = class_pair(labels, one=self.learns_one_class) if classes is None else given_pair(classes)
        if self.binarise == MEDIAN:
            self.thresholds_: F64 = np.median(np.asarray(rows, np.float64), axis=0)
        return self.feature_signs(rows), self.label_signs(labels)

    def further_data(self, X: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Signs, Signs]:
        """Rows and labels of a later fit, as signs."""
        y = exact_array(y) if isinstance(y, list | tuple) else y
        rows, labels = validate_data(self, X, y, reset=False, dtype="numeric")
        return self.feature_signs(rows), self.label_signs(labels)

    def points(self, X: npt.ArrayLike) -> Signs:
        """Rows to predict, as signs."""
        return self.feature_signs(validate_data(self, X, reset=False, dtype="numeric"))

    def feature_signs(self, rows: Array) -> Signs:
        if self.binarise is None:
            return signs_of(rows)
        return np.where(np.asarray(rows, np.float64) > self.thresholds_, 1, -1).astype(np.int8)

    def label_signs(self, labels: Array) -> Signs:
        if not np.isin(labels, self.classes_).all():
            raise DataError(f"y has labels other than the classes {self.classes_.tolist()}")
        return np.where(labels == self.classes_[1], 1, -1).astype(np.int8)

    def labels_of(self, answers: Signs) -> Array:
        """Classes of answers -1, 0, +1; no answer (0) is taken for the second class, as the paper does."""
        found: Array = self.classes_[(answers >= 0).astype(int)]
        return found


def require_binary(labels: Array) -> None:
    """Refuse numbers that are not class labels, and more than two classes."""
    check_classification_targets(labels)
    if type_of_target(labels) == "multiclass":
        raise DataError("Only binary classification is supported. The type of the target is multiclass.")


def class_pair(labels: Array, *, one: bool = False) -> Array:
    """The two classes, in order; with `one`, labels that are all +1 or all -1 give both classes."""
    classes: Array = np.unique(labels)
    if len(classes) == 2:
        return classes
    if one and classes.dtype.kind in "iuf" and classes[0] in (-1, 1):
        return np.array([-1, 1], classes.dtype)
    raise DataError(f"all labels are {classes[0]}: there is only one class, and nothing to learn")


def given_pair(classes: npt.ArrayLike) -> Array:
    found: Array = np.unique(exact_array(classes) if isinstance(classes, list | tuple) else np.asarray(classes))
    if len(found) != 2:
        raise DataError(f"classes must name two classes, not {len(found)}")
    return found


def signs_of(rows: Array) -> Signs:
    """±1 as it is, 0/1 as ±1; anything else is refused, with its place and the remedy."""
    cure = 'set binarise="median", or put a Binarizer or KBinsDiscretizer before the classifier'
    if rows.dtype.kind not in "iufb":
        raise DataError(f"features must be numbers, not of type {rows.dtype}")
    bits = np.isin(rows, (0, 1)).all() and (rows == 0).any()
    wrong = np.argwhere(np.abs(rows) != 1)
    if len(wrong) and not bits:
        row, column = (int(i) for i in wrong[0])
        raise DataError(
            f"features must be -1 or +1, or 0 or 1; row {row}, column {column} holds {rows[row, column]}: {cure}"
        )
    return np.where(rows > 0, 1, -1).astype(np.int8)
