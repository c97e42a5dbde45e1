"""Executors of the rcnn construction: event-driven, dense, and through a table filled from the network."""

from turingrad.constructions.rcnn.executors.learning import EXECUTORS, first_exact, learn, sgd_steps, sizes, trained
from turingrad.constructions.rcnn.executors.machine_run import begin, choose, sizes_for
from turingrad.constructions.rcnn.executors.predicting import Prediction, Predictor

__all__ = [
    "EXECUTORS",
    "Prediction",
    "Predictor",
    "begin",
    "choose",
    "first_exact",
    "learn",
    "sgd_steps",
    "sizes",
    "sizes_for",
    "trained",
]
