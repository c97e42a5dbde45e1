"""Python functions and classes to circuits and learners: the source is parsed and followed along all of its paths."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_getattr

if TYPE_CHECKING:  # at run time a name is loaded when it is first asked for: most runs follow no source
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

_HOMES = {
    "Fixed": "turingrad.python.training.fixed",
    "FunctionCircuit": "turingrad.python.functions",
    "Int": "turingrad.python.declare",
    "ProgramLearner": "turingrad.python.learners",
    "as_learner": "turingrad.python.learners",
    "circuit": "turingrad.python.functions",
    "clamp": "turingrad.python.declare",
    "is_program": "turingrad.python.learners",
    "learner": "turingrad.python.learners",
    "predictor": "turingrad.python.predictors",
    "where": "turingrad.python.training.fixed",
}
__all__ = list(_HOMES)
__getattr__ = lazy_getattr(__name__, _HOMES)
