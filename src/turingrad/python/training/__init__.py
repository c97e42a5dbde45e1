"""Training functions in Python, recorded once and run by a tape machine: fixed point numbers, loops over samples."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # loaded when first used
    from turingrad.python.training.compiler import WordTraining as WordTraining
    from turingrad.python.training.compiler import compile_training as compile_training
    from turingrad.python.training.fixed import Fixed as Fixed
    from turingrad.python.training.fixed import NumberFormat as NumberFormat
    from turingrad.python.training.fixed import where as where

__getattr__, __all__ = lazy_package(__name__, __file__)
