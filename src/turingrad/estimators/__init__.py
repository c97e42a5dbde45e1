"""scikit-learn classifiers."""

from turingrad.estimators.rcnn import RCNNClassifier

__all__ = ["RCNNClassifier"]
