"""Executors of the rcnn construction: event-driven, dense, and through a table filled from the network."""

from turingrad.constructions.rcnn.executors.learning import learn, sgd_steps, sizes, trained
from turingrad.constructions.rcnn.executors.machine_run import EXECUTORS, run
from turingrad.constructions.rcnn.executors.predicting import Prediction, Predictor

__all__ = ["EXECUTORS", "Prediction", "Predictor", "learn", "run", "sgd_steps", "sizes", "trained"]
