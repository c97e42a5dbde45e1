"""Training functions in Python, recorded once and run by a tape machine: fixed point numbers, loops over samples."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_getattr

if TYPE_CHECKING:  # at run time a name is loaded when it is first used
    from turingrad.python.training.compiler import WordTraining as WordTraining
    from turingrad.python.training.compiler import compile_training as compile_training
    from turingrad.python.training.fixed import Fixed as Fixed
    from turingrad.python.training.fixed import NumberFormat as NumberFormat
    from turingrad.python.training.fixed import where as where

_HOMES = {
    "Fixed": "turingrad.python.training.fixed",
    "NumberFormat": "turingrad.python.training.fixed",
    "WordTraining": "turingrad.python.training.compiler",
    "compile_training": "turingrad.python.training.compiler",
    "where": "turingrad.python.training.fixed",
}
__all__ = list(_HOMES)
__getattr__ = lazy_getattr(__name__, _HOMES)
