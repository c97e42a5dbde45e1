"""Trainers of the library: tape machines that write the weights of a network."""

from turingrad.lazy import lazily

__all__ = ["BY_NAME", "Sizes", "Trainer"]
__getattr__ = lazily(
    __name__,
    {
        "BY_NAME": "turingrad.library.trainers.trainers",
        "Sizes": "turingrad.library.trainers.layout",
        "Trainer": "turingrad.library.trainers.layout",
    },
)
