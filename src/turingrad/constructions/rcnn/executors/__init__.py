"""Executors of the rcnn construction: event-driven, dense, and through a table filled from the network."""

from turingrad.constructions.rcnn.executors.learning import learn, sizes
from turingrad.constructions.rcnn.executors.machine_run import begin, choose, sizes_for
from turingrad.constructions.rcnn.executors.predicting import Predictor

__all__ = ["Predictor", "begin", "choose", "learn", "sizes", "sizes_for"]
