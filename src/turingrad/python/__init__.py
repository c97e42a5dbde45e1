"""Python functions and classes to circuits and learners: the source is parsed and followed along all of its paths."""

from turingrad.python.declare import Int, clamp
from turingrad.python.functions import FunctionCircuit, circuit
from turingrad.python.learners import ProgramLearner, as_learner, is_program, learner
from turingrad.python.predictors import predictor

__all__ = [
    "FunctionCircuit",
    "Int",
    "ProgramLearner",
    "as_learner",
    "circuit",
    "clamp",
    "is_program",
    "learner",
    "predictor",
]
