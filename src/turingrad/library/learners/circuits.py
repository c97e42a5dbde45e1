"""How many features a learner of circuits takes."""

from __future__ import annotations

from turingrad.errors import InputError

MAX_FEATURES = 4096
MAX_PARITY = 192  # its memory grows with the square; 13 x 13 images need 169


def checked_features(name: str, features: int, largest: int = MAX_FEATURES) -> int:
    if not 1 <= features <= largest:
        raise InputError(f"learner {name!r} takes 1 to {largest} features, not {features}")
    return features
