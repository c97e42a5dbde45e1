"""Trainers of the library: tape machines that write the weights of a network."""

from turingrad._support.lazy import lazy_getattr

__all__ = ["BY_NAME", "Sizes", "Trainer"]
__getattr__ = lazy_getattr(
    __name__,
    {
        "BY_NAME": "turingrad.library.trainers.trainers",
        "Sizes": "turingrad.library.trainers.layout",
        "Trainer": "turingrad.library.trainers.layout",
    },
)
