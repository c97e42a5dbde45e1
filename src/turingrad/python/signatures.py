"""With what a user's class is called."""

from __future__ import annotations

import inspect


def needs_features(cls: type) -> bool:
    """Whether the class must be called with one number: how many features there are."""
    parameters = [each for each in inspect.signature(cls).parameters.values() if each.default is each.empty]
    plain = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return len(plain) == 1


def takes_something(cls: type) -> bool:
    """Whether a class can be called with an argument that is not named."""
    try:
        parameters = inspect.signature(cls).parameters.values()
    except ValueError:  # a built-in class is below it
        return True
    return any(each.kind not in (each.KEYWORD_ONLY, each.VAR_KEYWORD) for each in parameters)
