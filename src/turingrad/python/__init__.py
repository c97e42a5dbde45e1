"""Python functions and classes to circuits and learners: the source is parsed and followed along all of its paths."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # loaded when first used
    from turingrad.python.declare import Int as Int
    from turingrad.python.declare import clamp as clamp
    from turingrad.python.functions import FunctionCircuit as FunctionCircuit
    from turingrad.python.functions import circuit as circuit
    from turingrad.python.learners import ProgramLearner as ProgramLearner
    from turingrad.python.learners import as_learner as as_learner
    from turingrad.python.learners import is_program as is_program
    from turingrad.python.learners import learner as learner
    from turingrad.python.predictors import predictor as predictor
    from turingrad.python.training.fixed import Fixed as Fixed
    from turingrad.python.training.fixed import where as where

__getattr__, __all__ = lazy_package(__name__, __file__)
