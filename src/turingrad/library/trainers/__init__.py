"""Trainers of the library: tape machines that write the weights of a network."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # loaded when first used
    from turingrad.library.trainers.layout import Sizes as Sizes
    from turingrad.library.trainers.layout import Trainer as Trainer
    from turingrad.library.trainers.trainers import BY_NAME as BY_NAME

__getattr__, __all__ = lazy_package(__name__, __file__)
