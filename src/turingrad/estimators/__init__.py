"""scikit-learn classifiers."""

from turingrad.estimators.rcnn import RCNNClassifier
from turingrad.estimators.turing_optimal import TuringOptimalClassifier

__all__ = ["RCNNClassifier", "TuringOptimalClassifier"]
