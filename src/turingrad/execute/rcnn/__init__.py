"""Executors of the rcnn construction: event-driven, dense, and through a table filled from the network."""

from turingrad.execute.rcnn.learning import learn, sgd_steps, sizes, trained
from turingrad.execute.rcnn.machine_run import EXECUTORS, run
from turingrad.execute.rcnn.predicting import Prediction, Predictor

__all__ = ["EXECUTORS", "Prediction", "Predictor", "learn", "run", "sgd_steps", "sizes", "trained"]
