"""scikit-learn classifiers."""

from turingrad.estimators.network import NetworkClassifier
from turingrad.estimators.rcnn import RCNNClassifier
from turingrad.estimators.turing_optimal import TuringOptimalClassifier

__all__ = ["NetworkClassifier", "RCNNClassifier", "TuringOptimalClassifier"]
